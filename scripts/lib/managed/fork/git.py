"""Running git on a repository of ours, whatever the user's settings are.

No system, user or environment setting of git reaches these calls: not the
identity, not diff.noprefix, core.autocrlf, commit signing, hooks, attributes
or a repository in a directory above. Commits that we make have a fixed
identity and date, so the same series always gives the same commits.
"""

import os
import re
import signal
import subprocess
from pathlib import Path

from ..ui import Failure

NAME = "Managed LLVM"
EMAIL = "patches@managed-llvm.invalid"
DATE = "Thu, 1 Jan 2026 00:00:00 +0000"

# Written to info/attributes, which comes before any other attributes file,
# upstream's own included: contents are bytes, and the text after @@ in a hunk
# does not depend on a file's language.
ATTRIBUTES = "* -text !eol !diff !merge !filter !ident " \
             "!working-tree-encoding !export-subst !export-ignore\n"

# For people who work in such a repository with plain git commands.
LOCAL_CONFIG = {
    "core.autocrlf": "false",
    "core.eol": "lf",
    "core.safecrlf": "false",
    "core.fileMode": "true",
    "core.hooksPath": "/dev/null",
    "core.excludesFile": "/dev/null",
    "core.attributesFile": "/dev/null",
    "core.quotePath": "false",
    "core.fsmonitor": "false",
    "core.whitespace": "-trailing-space,-space-before-tab,-blank-at-eof",
    "apply.whitespace": "nowarn",
    "am.keepcr": "true",
    "am.threeWay": "false",
    "commit.gpgSign": "false",
    "tag.gpgSign": "false",
    "diff.noprefix": "false",
    "diff.mnemonicPrefix": "false",
    "advice.detachedHead": "false",
    "user.name": NAME,
    "user.email": EMAIL,
}

# For a repository of which git tracks only a part: the other files are
# ignored, but not their directories, which would make `git add` fail.
PART_CONFIG = {"status.showUntrackedFiles": "no", "gc.auto": "0"}
PART_EXCLUDE = "*\n!*/\n"


def clean_environment() -> dict:
    """The environment without anything that changes what git does."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    env.update(
        GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL="/dev/null",
        GIT_ATTR_NOSYSTEM="1", XDG_CONFIG_HOME="/dev/null",
        GIT_TERMINAL_PROMPT="0", GIT_EDITOR="true", GIT_PAGER="cat",
        GIT_OPTIONAL_LOCKS="0", LC_ALL="C", TZ="UTC",
        GIT_AUTHOR_NAME=NAME, GIT_AUTHOR_EMAIL=EMAIL, GIT_AUTHOR_DATE=DATE,
        GIT_COMMITTER_NAME=NAME, GIT_COMMITTER_EMAIL=EMAIL,
        GIT_COMMITTER_DATE=DATE,
    )
    return env


def run_git(arguments: list, **kwargs) -> subprocess.CompletedProcess:
    """Runs git with a clean environment, unless `kwargs` has another."""
    kwargs.setdefault("env", clean_environment())
    try:
        return subprocess.run(["git", *map(str, arguments)],
                              stderr=subprocess.PIPE, **kwargs)
    except (FileNotFoundError, NotADirectoryError):
        raise Failure("git is not installed; run: "
                      "sudo apt-get install git") from None


class GitError(Failure):
    """git refused; `stderr` is what it printed."""

    def __init__(self, message, stderr):
        super().__init__(message)
        self.stderr = stderr


class Git:
    """The git repository in `directory`, which is always named explicitly:
    a missing one is an error and never the repository around it."""

    def __init__(self, directory: Path):
        self.directory = Path(directory)
        dot_git = self.directory / ".git"
        self.bare = not dot_git.exists() and \
            (self.directory / "objects").is_dir()
        self.dir = self.directory if self.bare else dot_git

    @classmethod
    def create(cls, directory: Path, part: bool = True) -> "Git":
        """Makes an empty repository that no user setting affects. With
        `part`, it tracks some of many files, and git stays quick and silent
        about the others."""
        directory.mkdir(parents=True, exist_ok=True)
        git = cls(directory)
        git("init", "-q", "--template=", "--initial-branch=managed")
        with open(git.dir / "config", "a", encoding="utf-8") as config:
            for key, value in {**LOCAL_CONFIG,
                               **(PART_CONFIG if part else {})}.items():
                section, name = key.split(".")
                config.write(f"[{section}]\n\t{name} = {value}\n")
        (git.dir / "info").mkdir(exist_ok=True)
        (git.dir / "info" / "attributes").write_text(ATTRIBUTES)
        if part:
            (git.dir / "info" / "exclude").write_text(PART_EXCLUDE)
        return git

    def raw(self, *arguments, stdin: bytes = b"",
            env: dict = None) -> bytes:
        """Runs a git command and returns the bytes it prints."""
        full = clean_environment()
        full["GIT_DIR"] = str(self.dir)
        if not self.bare:
            full["GIT_WORK_TREE"] = str(self.directory)
        full.update(env or {})
        done = run_git(arguments, cwd=self.directory, env=full, input=stdin,
                       stdout=subprocess.PIPE)
        if done.returncode:
            stderr = done.stderr.decode(errors="replace")
            if done.returncode == -signal.SIGXFSZ or re.search(
                    "No space left on device|File too large|quota exceeded",
                    stderr):
                raise Failure(f"git {arguments[0]} cannot write to "
                              f"{self.directory}, the disk is full; free "
                              "some space and run it again")
            lines = [l.strip() for l in stderr.splitlines() if l.strip()]
            reason = lines[-1] if lines else f"exit code {done.returncode}"
            raise GitError(f"git {arguments[0]} failed in {self.directory}: "
                           f"{reason}", stderr)
        return done.stdout

    def __call__(self, *arguments, **kwargs) -> str:
        """Runs a git command and returns the text it prints, stripped."""
        return self.raw(*arguments, **kwargs).decode(errors="replace").strip()

    def lines(self, *arguments, **kwargs) -> list:
        return self(*arguments, **kwargs).splitlines()

    def commit_id(self, name: str):
        """The commit that `name` stands for, or None."""
        try:
            return self("rev-parse", "-q", "--verify", name + "^{commit}")
        except GitError:
            return None

    def files(self, commit: str) -> dict:
        """The files of `commit`: path to (mode, blob id)."""
        found = {}
        listing = self.raw("ls-tree", "-r", "-z", "--full-tree", commit)
        for entry in listing.split(b"\0")[:-1]:
            facts, path = entry.split(b"\t", 1)
            mode, _, blob = facts.decode().split(" ")
            found[path.decode()] = (mode, blob)
        return found

    def blob(self, name: str) -> bytes:
        return self.raw("cat-file", "blob", name)
