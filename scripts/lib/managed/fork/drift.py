"""`fork drift`: which patches conflict with another source of upstream.

Nothing changes but a scratch directory. The conflicts are those at which
`fork rebase` would stop.
"""

import os
import tempfile
from pathlib import Path

from .. import paths
from ..ui import Failure, say, step
from . import sources
from .git import Git, run_git
from .newfiles import collisions, new_files
from .other_release import is_release, other_release
from .series import Series
from .trial import attempt
from .upstream import Upstream

_HOME = "https://github.com/llvm/llvm-project.git"


def drift(old: Upstream, name: str, source: str = None) -> None:
    """Tries the series on `name`: a directory, a release's tag, or any other
    tag or branch of the project's public repository."""
    with tempfile.TemporaryDirectory(prefix="drift-") as scratch:
        new = _find(old, name, source, Path(scratch, "upstream"))
        old.ensure()
        series = Series.load(paths.PATCHES)
        say(f"trying {len(series)} patches on {new.tag}")
        trial = attempt(old, new, series)
        taken = collisions(new.root, new_files())
        trial.report()
        for path in taken:
            say(f"{new.tag} already has {path}, which is a new file of ours")
    if taken or trial.conflicts:
        found = [trial.summary()] if trial.conflicts else []
        if taken:
            found.append(f"{new.tag} has {len(taken)} of our new files")
        raise Failure("; ".join(found)
                      + "; docs/Rebasing.md says what to do about that")


def _find(old: Upstream, name: str, source: str, scratch: Path) -> Upstream:
    directory = Path(os.environ.get("MANAGED_LLVM_FROM") or ".", name)
    if directory.is_dir():
        if not (directory / "llvm/CMakeLists.txt").is_file():
            raise Failure(f"{name} is no upstream checkout; it has no "
                          "llvm/CMakeLists.txt")
        return _elsewhere(old, name, directory)
    scratch.mkdir()
    if is_release(name):
        new = other_release(old, name, scratch)
        sources.obtain(new, scratch, source)
        return new
    with step(f"cloning {name} of {_HOME}"):
        done = run_git(["clone", "-q", "--depth", "1", "--branch", name, _HOME,
                        scratch])
    if done.returncode:
        raise Failure(f"there is no directory {name}, and {_HOME} has no such "
                      "tag or branch or cannot be reached")
    head = Git(scratch).commit_id("HEAD")
    return _elsewhere(old, f"{name} ({head[:12]})", scratch)


def _elsewhere(old: Upstream, name: str, directory: Path) -> Upstream:
    return Upstream(dict(old.record, tag=name), directory)
