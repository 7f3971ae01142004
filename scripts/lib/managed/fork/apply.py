"""`fork apply`: patches an upstream checkout that the user already has.

All or nothing: every result is computed and staged beside its place before
the first file is replaced, and an error or an interrupt takes everything
back. A file that has the series already is left alone, so that a second run,
or a run after a crash, does what is left to do.
"""

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path

from .. import paths
from ..ui import Failure, say
from .contents import source_version
from .git import Git
from .newfiles import new_files
from .plain import apply_plain
from .series import Series

_STAGED = ".managed-new"


def apply(upstream, directory: Path, any_tag: bool) -> None:
    directory = directory.absolute()
    _check_checkout(directory)
    if not any_tag:
        _check_release(upstream, directory)
    series = Series.load(paths.PATCHES)
    writes = _patched(upstream, series, directory)
    copies = _copies(directory)
    if not writes and not copies:
        say(f"{directory} has all {len(series)} patches and new files "
            "already; nothing to do")
        return
    _write_all(directory, writes, copies)
    say(f"{directory}: {len(writes)} files patched and {len(copies)} new "
        f"files added; the series has {len(series)} patches")


def _check_checkout(directory: Path) -> None:
    if not directory.is_dir():
        raise Failure(f"{directory} is not a directory")
    if not source_version(directory) or \
            not (directory / "llvm" / "CMakeLists.txt").is_file():
        raise Failure(f"{directory} is not the top of an upstream checkout "
                      "(the directory that holds llvm, clang and cmake)")
    for ours in (paths.UPSTREAM, paths.TREE):
        if directory.resolve() == ours.resolve():
            raise Failure(f"{directory} belongs to scripts/fork itself; run "
                          "scripts/fork sync for that one")


def _check_release(upstream, directory: Path) -> None:
    """Refuses another release than the one the series is made for."""
    wrong = ""
    version = source_version(directory)
    if version != upstream.version:
        wrong = f"is version {version}"
    elif (directory / ".git").exists():
        git = Git(directory)
        tag, head = (git.commit_id(name) for name in
                     (f"refs/tags/{upstream.tag}", "HEAD"))
        if tag and tag != head:
            wrong = f"is at {head[:12]}"
    if wrong:
        raise Failure(f"{directory} {wrong}, and the series is made for "
                      f"{upstream.tag}; check that out, or give --any-tag to "
                      "try nevertheless")


def _blob_ids(series: Series) -> dict:
    """What the series says of each file: its blob ids before and after."""
    ids = {}
    for patch in series:
        for path, old, new in re.findall(
                r"^diff --git a/.* b/(.*)\nindex ([0-9a-f]+)\.\.([0-9a-f]+)",
                patch.changes, re.M):
            ids[path] = (ids.get(path, (old,))[0], new)
    return ids


def _blob_id(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def _patched(upstream, series: Series, directory: Path) -> dict:
    """The files that the series still has to change: path to new contents.

    A checkout with Windows line ends keeps them."""
    plain, windows = {}, set()
    for path in series.files:
        place = directory / path
        if not place.is_file():
            raise Failure(f"{place} is missing; the series changes it")
        data = place.read_bytes()
        if data.count(b"\r\n") == data.count(b"\n") > 0:
            windows.add(path)
            data = data.replace(b"\r\n", b"\n")
        plain[path] = data
    ids = _blob_ids(series)
    pending = [p for p in plain if _blob_id(plain[p]) != ids[p][1]]
    edited = [p for p in pending if _blob_id(plain[p]) != ids[p][0]]
    if edited and _try(series, plain, edited, directory, reverse=True):
        pending = [p for p in pending if p not in edited]
    results = _run(series, plain, pending, directory)
    return {p: data.replace(b"\n", b"\r\n") if p in windows else data
            for p, data in results.items()}


def _try(series, plain, pending, directory, reverse) -> bool:
    try:
        _run(series, plain, pending, directory, reverse)
        return True
    except Failure:
        return False


def _run(series: Series, plain: dict, pending: list, directory: Path,
         reverse: bool = False) -> dict:
    """Applies what the series does to the `pending` files, in a scratch
    directory; returns their new contents."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for path in pending:
            (scratch / path).parent.mkdir(parents=True, exist_ok=True)
            (scratch / path).write_bytes(plain[path])
        for patch in reversed(series.patches) if reverse else series:
            only = [p for p in patch.files if p in pending]
            if only:
                apply_plain(patch, scratch, str(directory), reverse, only)
        return {path: (scratch / path).read_bytes() for path in pending}


def _copies(directory: Path) -> list:
    """The new files that are not there yet."""
    missing, taken = [], []
    for path in new_files():
        place = directory / path
        if not os.path.lexists(place):
            missing.append(path)
        elif not place.is_file() or \
                place.read_bytes() != (paths.REPO / path).read_bytes():
            taken.append(path)
    if taken:
        more = f" and {len(taken) - 3} more" if taken[3:] else ""
        raise Failure(f"{', '.join(taken[:3])}{more} in {directory} is not "
                      "the file of that name that comes with the series; "
                      "move it away and run this again")
    return missing


def _write_all(directory: Path, writes: dict, copies: list) -> None:
    """Puts everything in place, or nothing."""
    made, staged, placed = [], [], []
    try:
        for path in copies:
            _make_parents((directory / path).parent, made)
            staged.append(path)
            shutil.copyfile(paths.REPO / path, _beside(directory / path))
            shutil.copymode(paths.REPO / path, _beside(directory / path))
        for path, data in writes.items():
            staged.append(path)
            _beside(directory / path).write_bytes(data)
            shutil.copymode(directory / path, _beside(directory / path))
        for path in staged:
            place = directory / path
            old = place.read_bytes() if path in writes else None
            placed.append((place, old))
            _beside(place).replace(place)
    except BaseException:
        for place, old in reversed(placed):
            if old is None:
                place.unlink(missing_ok=True)
            elif place.read_bytes() != old:
                place.write_bytes(old)
        for path in staged:
            _beside(directory / path).unlink(missing_ok=True)
        for parent in reversed(made):
            parent.rmdir()
        raise


def _beside(place: Path) -> Path:
    return place.with_name(f".{place.name}{_STAGED}")


def _make_parents(directory: Path, made: list) -> None:
    for parent in [*reversed(directory.parents), directory]:
        if not parent.exists():
            parent.mkdir()
            made.append(parent)
