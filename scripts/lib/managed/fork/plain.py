"""Patches on plain files, outside any repository."""

from pathlib import Path

from ..ui import Failure
from .git import clean_environment, run_git
from .series import Patch
from .stack import reason


def put_files(upstream, names: list, directory: Path) -> None:
    """Copies upstream's files `names` into `directory`."""
    for path in names:
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(upstream.read(path)[1])


def apply_plain(patch: Patch, directory: Path, where: str,
                reverse: bool = False, only: list = ()) -> None:
    """Applies a patch with `git apply` to files outside a repository;
    with `only`, just what it does to those."""
    environment = clean_environment()
    environment["GIT_CEILING_DIRECTORIES"] = str(directory.parent)
    command = ["apply", "--whitespace=nowarn",
               *(f"--include={path}" for path in only)]
    if reverse:
        command.append("--reverse")
    done = run_git(command, cwd=directory, env=environment, input=patch.data)
    if done.returncode:
        raise Failure(f"patches/{patch.name} does not apply to {where}: "
                      + reason(done.stderr.decode(errors="replace")))
