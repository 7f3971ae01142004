"""A prefix in the form in which packages have it: stripped, with the same modes
and times wherever and whenever it is made."""

import os
import shutil
import subprocess
from pathlib import Path

from .. import paths
from ..parallel import in_parallel
from ..ui import Failure, run, say, step


def epoch() -> int:
    """The time of all files: that of the commit, in seconds."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        if not given.isdigit():
            raise Failure(f"SOURCE_DATE_EPOCH is no number: '{given}'")
        return int(given)
    return int(run(["git", "-C", paths.REPO, "log", "-1", "--format=%ct"],
                   what="git log"))


def build(directory: Path) -> None:
    """Builds all without assertions in `directory`."""
    say(f"building without assertions in {directory}")
    done = subprocess.run(
        [paths.REPO / "scripts/build", "--preset", "quick"],
        stdin=subprocess.DEVNULL,
        env=dict(os.environ, MANAGED_LLVM_BUILD=str(directory)))
    if done.returncode:
        raise Failure("the build failed; see above")


def programs(prefix: Path) -> list:
    """The executables and shared libraries below `prefix`."""
    found = []
    for path in sorted(prefix.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with open(path, "rb") as file:
            head = file.read(18)
        # ET_EXEC and ET_DYN
        if head[:4] == b"\x7fELF" and head[16:18] in (b"\2\0", b"\3\0"):
            found.append(path)
    return found


def _normalize(prefix: Path) -> None:
    """Of files, only programs and scripts are executable; libraries are not."""
    for path in [prefix, *prefix.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin"
                       else 0o644)


def stage(directory: Path, prefix: Path) -> int:
    """Installs the build in `directory` into `prefix`, which is emptied first;
    the size of all files in bytes."""
    if prefix.exists():
        shutil.rmtree(prefix)
    prefix.parent.mkdir(parents=True, exist_ok=True)
    run(["cmake", "--install", directory, "--prefix", prefix],
        directory / "install.log", "cmake --install")
    files = programs(prefix)
    with step(f"stripping {len(files)} files"):
        in_parallel(lambda path: run(
            [paths.LLVM_PREFIX / "bin/llvm-strip", path],
            what=f"stripping {path.name}"), files)
    _normalize(prefix)
    return sum(path.stat().st_size for path in prefix.rglob("*")
               if path.is_file() and not path.is_symlink())
