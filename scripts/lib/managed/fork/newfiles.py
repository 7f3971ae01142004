"""Our own files below llvm/, clang/ and lld/: which there are, and whether
one is in the way of an upstream file."""

import fnmatch
import os
from pathlib import Path

from .. import paths
from ..ui import Failure

TOPS = ("llvm", "clang", "lld")
# What editors, merges and Python leave behind.
_LITTER = ("*~", "*.sw?", ".#*", "#*#", "*.orig", "*.rej", "*.pyc",
           ".DS_Store")


def is_litter(name: str) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in _LITTER)


def new_files(repo: Path = None) -> list:
    """The paths of our own files, relative to the repository, sorted."""
    repo = repo or paths.REPO
    found = []
    for top in TOPS:
        for directory, below, names in os.walk(repo / top):
            below[:] = [d for d in below if d not in ("__pycache__", ".git")]
            prefix = os.path.relpath(directory, repo)
            found += [f"{prefix}/{name}" for name in names
                      if not is_litter(name)]
    return sorted(found)


def collisions(upstream_root: Path, files: list) -> list:
    """Those of `files` whose place upstream has already taken, be it with a
    file or with a directory, or with a file where they need a directory."""
    found = []
    for path in files:
        if os.path.lexists(upstream_root / path):
            found.append(path)
            continue
        parent = os.path.dirname(path)
        while parent:
            if os.path.lexists(upstream_root / parent):
                if not os.path.isdir(upstream_root / parent):
                    found.append(path)
                break
            parent = os.path.dirname(parent)
    return found


def refuse_collisions(upstream) -> list:
    """The new files, none of which is in upstream's way."""
    files = new_files()
    taken = collisions(upstream.root, files)
    if taken:
        raise Failure(f"{upstream.tag} already has {', '.join(taken)}; "
                      "rename our file, or make the change a patch")
    return files
