"""A stack: a git repository whose base commit holds upstream files and whose
other commits are the patches, one each.

apply() turns patches into commits and export() turns commits into patches.
Both are exact: git accepts a patch whose lines have moved, so the only proof
that a patch says what it does is that applying and exporting it gives the
same bytes.
"""

import re
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

from ..ui import Failure
from .git import Git, GitError
from .series import Patch, Series, touched_files

_AM = ("am", "-q", "-k", "--keep-cr", "--no-scissors", "--no-message-id",
       "--no-gpg-sign", "--patch-format=mbox")
_FORMAT = ("format-patch", "--stdout", "--zero-commit", "--no-signature",
           "--no-stat", "--no-renames", "--full-index", "-k", "-U3",
           "--inter-hunk-context=0", "--diff-algorithm=myers",
           "--indent-heuristic", "--src-prefix=a/", "--dst-prefix=b/",
           "--no-ext-diff", "--no-textconv", "--no-color",
           "--no-encode-email-headers", "--no-attach", "--no-thread",
           "--no-notes", "-1")


def read_file(path: Path):
    """The git mode and the contents of a file, or None where there is none.
    The contents of a symbolic link are its target."""
    if path.is_symlink():
        return "120000", str(path.readlink()).encode()
    if not path.is_file():
        return None
    executable = path.stat().st_mode & 0o100
    return "100755" if executable else "100644", path.read_bytes()


def reason(stderr: str) -> str:
    """What git has to say about a patch that does not apply, in one line."""
    found = []
    for line in stderr.splitlines():
        line = re.sub(r"^(error|fatal): ", "", line.strip())
        failed = re.match(r"patch failed: (.*):(\d+)$", line)
        missing = re.match(r"(.*): (does not exist in index"
                           r"|No such file or directory)$", line)
        if failed:
            found.append(f"{failed[1]} differs at line {failed[2]} from what "
                         "the patch expects")
        elif missing:
            found.append(f"{missing[1]} does not exist there")
        elif re.match(r"corrupt patch|.*(already exists|unrecognized input"
                      r"|patch fragment without header)", line):
            found.append(line)
    if not found:
        lines = [l for l in stderr.splitlines() if l.strip()
                 and not l.startswith(("hint:", "When you have", "If you"))]
        found = lines[:1] or ["git says nothing more"]
    return "; ".join(dict.fromkeys(found))


class Stack:
    """The stack in `directory`: a base commit and the commits above it."""

    def __init__(self, git: Git, base: str, tag: str):
        self.git, self.base, self.tag = git, base, tag

    @classmethod
    def create(cls, directory: Path, tag: str, files: dict) -> "Stack":
        """Makes a repository with one commit of `files` (path to mode and
        contents), tagged `tag`."""
        git = Git.create(directory)
        entries = []
        for path, (mode, data) in sorted(files.items()):
            target = directory / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if mode == "120000":
                target.symlink_to(data.decode())
            else:
                target.write_bytes(data)
                target.chmod(int(mode[-3:], 8))
            entries.append(path.encode() + b"\0")
        if entries:
            git("add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul",
                stdin=b"".join(b":(literal)" + e for e in entries))
        git("commit", "-q", "--allow-empty", "-m",
            f"{tag}: the files that the series changes")
        git("tag", tag)
        return cls(git, git.commit_id("HEAD"), tag)

    def apply(self, mails: list, three_way: bool = False) -> None:
        """Applies mails, given as (name, bytes); all of them or a Failure
        that names the first that does not apply and says why. A failed
        three-way merge raises git's error and is left to be resolved."""
        if not mails:
            return
        with tempfile.TemporaryDirectory() as scratch:
            paths = []
            for number, (_, data) in enumerate(mails):
                paths.append(Path(scratch) / f"{number:05d}")
                paths[-1].write_bytes(data)
            try:
                self.git(*_AM, "--3way" if three_way else "--no-3way", *paths)
            except GitError as error:
                if three_way:
                    raise
                rebase = self.git.dir / "rebase-apply"
                at = rebase / "next"
                number = int(at.read_text()) if at.exists() else 1
                name = mails[min(number, len(mails)) - 1][0]
                if rebase.exists():
                    self.git("am", "--abort")
                raise Failure(f"{name} does not apply to {self.tag}: "
                              f"{reason(error.stderr)}") from None

    def commits(self, head: str = "HEAD") -> list:
        """The commits above the base, oldest first."""
        if self.git.lines("rev-list", "--merges", f"{self.base}..{head}"):
            raise Failure(f"{self.git.directory} holds merge commits; make "
                          "them a straight line with git rebase")
        return self.git.lines("rev-list", "--reverse", "--topo-order",
                              f"{self.base}..{head}")

    def export(self, head: str = "HEAD") -> Series:
        """The commits up to `head` as patches."""
        if not self.git("merge-base", self.base, head) == self.base:
            raise Failure(f"the commits in {self.git.directory} do not stand "
                          f"on {self.tag}; rebase them onto it")
        return Series([Patch.from_mail(self.git.raw(*_FORMAT, commit))
                       for commit in self.commits(head)])


@contextmanager
def scratch_stack(tag: str, files: dict):
    """A stack in a temporary directory."""
    directory = Path(tempfile.mkdtemp(prefix="managed-llvm-"))
    try:
        yield Stack.create(directory / "stack", tag, files)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def composed(upstream, mails: list, extra: list = ()):
    """A temporary stack of `mails`, given as (name, bytes), on the upstream
    files that they and `extra` name."""
    files = {}
    for name, data in mails:
        for path in touched_files(data.decode(errors="surrogateescape")):
            found = upstream.read(path)
            if found:
                files[path] = found
    for path in extra:
        found = upstream.read(path)
        if not found:
            raise Failure(f"{path} is not a file of {upstream.tag}")
        files[path] = found
    with scratch_stack(upstream.tag, files) as stack:
        stack.apply(mails)
        yield stack


def mails_of(series: Series) -> list:
    return [(f"patches/{patch.name}", patch.data) for patch in series]


def round_trip_problems(upstream, series: Series) -> list:
    """What differs when the series is applied and exported again."""
    with composed(upstream, mails_of(series)) as stack:
        again = stack.export()
    found = []
    for old, new in zip(series, again):
        if old.data != new.data:
            found.append(f"patches/{old.name} applies, but not as it is "
                         f"written: {_what_differs(old, new)}")
    return found


def _what_differs(old: Patch, new: Patch) -> str:
    hunk = re.compile(r"^@@ .*$", re.M)
    strip = re.compile(r"^(@@ .*|index .*)$", re.M)
    if old.message != new.message or old.subject != new.subject:
        return "git does not keep its message (a line of it looks like a " \
               "separator or a header)"
    if strip.sub("", old.changes) == strip.sub("", new.changes):
        for was, now in zip(hunk.findall(old.changes),
                            hunk.findall(new.changes)):
            if was != now:
                return f"the lines moved, '{was}' is now '{now}'"
        return "its index lines name other contents"
    return "it has other context or headers than an export gives"
