"""Trying the series on another release: which patches conflict there, all of
them and not only the first.

A patch that conflicts is skipped and the next one tried. The same patches are
skipped on the old release, too: a later patch that conflicts there as well
needs one of them, and what it does on the new release is not known before
that one is resolved.
"""

from dataclasses import dataclass, field

from ..ui import counted, say
from .git import GitError
from .series import Patch, Series
from .stack import Stack, composed, mails_of, reason, scratch_stack


@dataclass
class Conflict:
    """A patch that conflicts, why, and the skipped patches that it needs."""

    patch: Patch
    reason: str
    needs: list = field(default_factory=list)

    def __str__(self):
        text = f"{self.patch.name}: {self.reason}"
        if self.needs:
            text += f"; it needs {self.needs[-1].name}"
        if self.needs[1:]:
            text += f" and {len(self.needs) - 1} before that"
        return text


@dataclass
class Trial:
    """What came out: the conflicts, and the patches that the release has."""

    tag: str
    count: int
    conflicts: list = field(default_factory=list)
    contained: list = field(default_factory=list)

    def report(self) -> None:
        for patch in self.contained:
            say(f"{patch.name}: {self.tag} contains it")
        for number, conflict in enumerate(self.conflicts, 1):
            say(f"conflict {number} of {len(self.conflicts)}: {conflict}")
        say(self.summary())

    def summary(self) -> str:
        if not self.conflicts:
            return f"all {self.count} patches apply to {self.tag}"
        text = (f"{len(self.conflicts)} of {self.count} patches conflict with "
                f"{self.tag}")
        needy = sum(bool(conflict.needs) for conflict in self.conflicts)
        return text + (f", {needy} of them where they need another one of "
                       "these" if needy else "")


def try_patch(stack: Stack, patch: Patch) -> bool:
    """Applies a patch with a three-way merge. Says whether that changed
    anything; raises git's error and leaves the conflict there."""
    head = stack.git.commit_id("HEAD")
    stack.apply([(f"patches/{patch.name}", patch.data)], three_way=True)
    return stack.git.commit_id("HEAD") != head


def conflict_reason(stack: Stack, error: GitError) -> str:
    """Why git am stopped in `stack`, in words."""
    found = []
    for path in stack.git.lines("diff", "--name-only", "--diff-filter=U"):
        if not stack.git.lines("ls-tree", stack.base, "--", path):
            found.append(f"{path} is not in {stack.tag}")
            continue
        text = (stack.git.directory / path).read_bytes()
        places = text.count(b"\n<<<<<<< ") + text.startswith(b"<<<<<<< ")
        found.append(f"a merge conflict in {path}"
                     + (f" ({places} places)" if places > 1 else ""))
    return "; ".join(found) or reason(error.stderr)


def _lacking(stack: Stack, patch: Patch) -> list:
    """Applies a patch. If it conflicts, leaves `stack` as it was and returns
    the files in which it does."""
    try:
        try_patch(stack, patch)
        return []
    except GitError:
        files = stack.git.lines("diff", "--name-only", "--diff-filter=U")
        skip(stack)
        return files or patch.files


def skip(stack: Stack) -> None:
    """Drops the patch at which git am stopped."""
    if (stack.git.dir / "rebase-apply").exists():
        stack.git("am", "--skip")
    stack.git("reset", "-q", "--hard")


def _plain(upstream, path: str):
    """The mode and the contents of a file, with the line ends that the patches
    have, or None."""
    found = upstream.read(path)
    if found and found[1].count(b"\r\n") == found[1].count(b"\n"):
        return found[0], found[1].replace(b"\r\n", b"\n")
    return found


def attempt(old, new, series: Series) -> Trial:
    """Tries each patch of `series`, which fits the release `old`, on the
    release `new`. Both are only read."""
    trial = Trial(new.tag, len(series))
    files = {path: found for path in series.files
             if (found := _plain(new, path))}
    with composed(old, mails_of(series)) as mirror, \
            scratch_stack("other", files) as stack:
        # A directory's name need not be one for a tag.
        stack.tag = new.tag
        commits = mirror.commits()
        stack.git("fetch", "-q", "--no-tags", mirror.git.dir,
                  "+HEAD:refs/managed/old")
        for number, patch in enumerate(
                counted(series, f"patches tried on {new.tag}")):
            skipped = [conflict.patch for conflict in trial.conflicts]
            before = mirror.git.commit_id("HEAD") if skipped else \
                mirror.git.commit_id(f"{commits[number]}^")
            # The files in which it needs what was skipped.
            lacking = _lacking(mirror, patch) if skipped else []
            try:
                if not try_patch(stack, patch):
                    trial.contained.append(patch)
            except GitError as error:
                why = conflict_reason(stack, error)
                skip(stack)
                trial.conflicts.append(Conflict(
                    patch, why,
                    [p for p in skipped if set(p.files) & set(lacking)]))
                mirror.git("reset", "-q", "--hard", before)
    return trial
