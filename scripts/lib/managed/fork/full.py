"""`fork prepare --full`: a complete, patched upstream checkout.

It is a git repository: upstream as the first commit (or, from a git clone,
upstream's own history), tagged as upstream tags it; then one commit with our
new files, tagged managed-base; then one commit per patch. So every commit of
the series can be built, and `scripts/fork import --commits DIR
managed-base..HEAD` brings patches back.
"""

import hashlib
import shutil
from pathlib import Path

from .. import paths
from ..ui import Failure, say, step
from . import sources
from .contents import remove
from .git import Git, run_git
from .newfiles import collisions, new_files
from .series import Series
from .stack import Stack, mails_of, reason
from .upstream import check_space

BASE_TAG = "managed-base"
# What a git repository of all of upstream takes beyond the files.
_GIT_MB = 1000


def prepare_full(upstream, directory: Path, source: str = None) -> None:
    directory = directory.absolute()
    if directory.exists() and (not directory.is_dir()
                               or any(directory.iterdir())):
        raise Failure(f"{directory} exists already; name a new directory")
    if not directory.parent.is_dir():
        raise Failure(f"{directory.parent} does not exist; make it first")
    series = Series.load(paths.PATCHES)
    partial = directory.with_name(directory.name + ".partial")
    remove(partial)
    partial.mkdir()
    try:
        check_space(partial, upstream.megabytes + _GIT_MB)
        git = _upstream_repository(upstream, partial, source)
        files = _add_new_files(upstream, git, partial)
        with step(f"applying {len(series)} patches"):
            Stack(git, git.commit_id("HEAD"), upstream.tag).apply(
                mails_of(series))
        if directory.exists():
            directory.rmdir()
        _Stamp.of(upstream, series, git.commit_id("HEAD")).write(partial)
        partial.rename(directory)
    finally:
        remove(partial)
    _tell(upstream, directory, files, series)


class _Stamp:
    """What a checkout was made of, and the commit that was made."""

    NAME = ".git/managed-llvm-made"

    def __init__(self, inputs: str, commit: str):
        self.inputs, self.commit = inputs, commit

    @classmethod
    def of(cls, upstream, series: Series, commit: str) -> "_Stamp":
        inputs = hashlib.sha256(
            f"{upstream.tag} {series.digest()}".encode())
        for name in new_files():
            content = (paths.REPO / name).read_bytes()
            mode = (paths.REPO / name).stat().st_mode & 0o111
            inputs.update(f"{name}\0{mode}\0{len(content)}\0".encode()
                          + content)
        return cls(inputs.hexdigest(), commit)

    @classmethod
    def read(cls, directory: Path) -> "_Stamp":
        """That of a checkout, or none: older ones have none."""
        try:
            words = (directory / cls.NAME).read_text().split()
        except OSError:
            return None
        return cls(*words) if len(words) == 2 else None

    def write(self, directory: Path) -> None:
        (directory / self.NAME).write_text(f"{self.inputs} {self.commit}\n")


def prepare_again(upstream, directory: Path) -> None:
    """Makes what prepare_full once made in `directory` what it would make
    now. Only files that differ are written, so that a build of it goes on
    from there."""
    directory = directory.absolute()
    if not (directory / ".git").is_dir():
        raise Failure(f"{directory} is not a git repository that prepare "
                      "--full made; leave --again out")
    git = Git(directory)
    if git("status", "--porcelain", "-uno").strip():
        raise Failure(f"{directory} has changes of your own; keep them "
                      "elsewhere, or remove the directory")
    base = git.commit_id(f"refs/tags/{upstream.tag}")
    if not base:
        raise Failure(f"{directory} is not of {upstream.tag}; remove it")
    made = _Stamp.read(directory)
    if made and made.commit != git.commit_id("HEAD"):
        raise Failure(f"{directory} has commits of your own; scripts/fork "
                      f"import --commits {directory} {made.commit[:12]}..HEAD "
                      "makes patches of them; or remove the directory")
    series = Series.load(paths.PATCHES)
    if made and made.inputs == _Stamp.of(upstream, series, "").inputs:
        say(f"{directory} is up to date")
        return
    beside = directory.with_name(directory.name + ".partial")
    remove(beside)
    git("worktree", "prune")
    try:
        git("worktree", "add", "-q", "--no-checkout", "--detach", beside, base)
        part = Git(beside)
        # The others would only take time.
        concerned = sorted({*new_files(), *series.files})
        part("sparse-checkout", "set", "--no-cone", "--stdin",
             stdin="".join(f"/{name}\n" for name in concerned).encode())
        part("checkout", "-q")
        files = _add_new_files(upstream, part, beside)
        with step(f"applying {len(series)} patches"):
            Stack(part, part.commit_id("HEAD"), upstream.tag).apply(
                mails_of(series))
        git("reset", "-q", "--hard", part.commit_id("HEAD"))
        _Stamp.of(upstream, series, git.commit_id("HEAD")).write(directory)
    finally:
        remove(beside)
        git("worktree", "prune")
    _tell(upstream, directory, files, series)


def _tell(upstream, directory: Path, files: int, series: Series) -> None:
    say(f"{directory} is {upstream.tag} with {files} new files and "
        f"{len(series)} patches, one commit each above the tag {BASE_TAG}")


def _upstream_repository(upstream, directory: Path, source) -> Git:
    """Fills `directory` with all of upstream as a git repository."""
    path = sources.given(source)
    if path and sources.is_clone(path):
        commit = sources.tagged_commit(upstream, path)
        with step(f"cloning {path}"):
            directory.rmdir()
            done = run_git(["clone", "-q", "--no-checkout", "--no-tags",
                            Git(path).dir, directory])
            if done.returncode:
                raise Failure(f"git clone of {path} failed: "
                              f"{reason(done.stderr.decode())}")
            git = Git(directory)
            git("tag", "-f", upstream.tag, commit)
            git("checkout", "-q", "-B", "managed", commit)
            sources.check_contents(upstream, directory, path)
        return git
    sources.obtain(upstream, directory, source, wanted=None)
    with step("making a git repository of it"):
        git = Git.create(directory, part=False)
        git("add", "-f", "-A")
        git("commit", "-q", "-m", upstream.tag)
        git("tag", upstream.tag)
    return git


def _add_new_files(upstream, git: Git, directory: Path) -> int:
    files = new_files()
    taken = collisions(directory, files)
    if taken:
        raise Failure(f"{upstream.tag} already has {', '.join(taken)}; "
                      "rename our file, or make the change a patch")
    for path in files:
        (directory / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(paths.REPO / path, directory / path)
    if files:
        git("add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul",
            stdin="\0".join(f":(literal){f}" for f in files).encode())
    git("commit", "-q", "--allow-empty", "-m",
        "[Managed] Add the new files of Managed LLVM")
    git("tag", "-f", BASE_TAG)
    return len(files)
