"""`fork rebase`: moves the series to another upstream release.

  1. The new release is unpacked beside upstream/, as upstream.next.
  2. The patches are tried on it, and all that conflict are listed.
  3. They are applied to it one by one in tree.next, with git's three-way
     merge. Where that stops, the patch and the reason are named and the
     conflict is left there to be resolved; `--continue` goes on and `--abort`
     gives up.
  4. The result is exported, checked as `verify` would check it, and only then
     takes the place of patches/, upstream/ and tree/.

Until step 4 nothing of the old release changes.
"""

import json
import re
import subprocess
from pathlib import Path

from .. import paths
from ..ui import Failure, counted, say
from . import series as patches
from .contents import content_digest, file_digest, remove
from .exchange import outputs, refuse
from .git import Git, GitError
from .newfiles import refuse_collisions
from .other_release import other_release
from .series import Series
from .stack import Stack, round_trip_problems
from .tree import Tree
from .trial import attempt, conflict_reason, try_patch
from .upstream import Upstream


def _next(path: Path) -> Path:
    return path.with_name(path.name + ".next")


def _note_path() -> Path:
    return _next(paths.TREE) / ".git" / "managed-rebase.json"


def start(tree: Tree, tag: str, source: str = None) -> None:
    """Begins a rebase, and ends it if no patch conflicts."""
    if _note_path().exists():
        raise Failure("a rebase is under way; run scripts/fork rebase "
                      "--continue, or --abort")
    found = tree.unexported()
    if found:
        raise Failure(f"{tree.root} holds {' and '.join(found)}; commit and "
                      "export them first")
    tree.refuse_untracked()
    series = Series.load(paths.PATCHES)
    refuse(series.problems(paths.REPO), "the series is wrong")
    upstream = _next_upstream(tree.upstream, tag, source)
    refuse_collisions(upstream)
    attempt(tree.upstream, upstream, series).report()
    stack = _next_stack(tree, upstream, series)
    note = _Note({"record": upstream.record, "base": stack.base, "next": 0,
                  "head": stack.base, "fate": {}})
    _apply(stack, series, note)
    _finish(tree, upstream, stack, series, note)


def resume(tree: Tree) -> None:
    """Goes on after a conflict was resolved in tree.next."""
    note = _Note.load()
    upstream = Upstream(note.facts["record"], _next(paths.UPSTREAM))
    git = Git(_next(paths.TREE))
    series = Series.load(paths.PATCHES)
    stack = Stack(git, note.facts["base"], upstream.tag)
    number = note.facts["next"]
    if (git.dir / "rebase-apply").exists():
        try:
            git("am", "--continue")
        except GitError as error:
            raise _stopped(stack, series, number, error) from None
    if number < len(series):
        # git am --skip made no commit.
        note.advance(series.patches[number],
                     "" if git.commit_id("HEAD") != note.facts["head"]
                     else "skipped")
    _apply(stack, series, note)
    _finish(tree, upstream, stack, series, note)


def abort() -> None:
    if not _next(paths.TREE).exists() and not _next(paths.UPSTREAM).exists():
        raise Failure("no rebase is under way")
    remove(_next(paths.TREE))
    remove(_next(paths.UPSTREAM))
    say("the rebase is dropped; the series is as it was")


class _Note:
    """What a rebase has to remember while a conflict is resolved: the release,
    the base commit, which patch is next, the commit before it, and what became
    of those that made no commit."""

    def __init__(self, facts: dict):
        self.facts = facts

    @classmethod
    def load(cls) -> "_Note":
        try:
            return cls(json.loads(_note_path().read_text()))
        except (OSError, ValueError):
            raise Failure("no rebase is under way; begin one with: "
                          "scripts/fork rebase TAG") from None

    def save(self, **changes) -> None:
        self.facts.update(changes)
        _note_path().write_text(json.dumps(self.facts))

    def advance(self, patch, fate: str) -> None:
        """Goes on to the patch after `patch`."""
        if fate:
            self.facts["fate"][patch.name] = fate
        self.save(next=self.facts["next"] + 1)


def _next_upstream(old: Upstream, tag: str, source: str) -> Upstream:
    """Unpacks the new release and writes down what identifies it."""
    upstream = other_release(old, tag, _next(paths.UPSTREAM))
    record = upstream.record
    if tag == old.tag:
        raise Failure(f"the series is based on {tag} already")
    if "distribution" in record:
        record["distribution"]["packages"] = _package_version(upstream.version)
    remove(upstream.root)
    remove(_next(paths.TREE))
    origin = upstream.ensure(source)
    record["content"] = content_digest(upstream.root)
    if origin.is_file():
        record["tarball"] = {"name": origin.name,
                             "sha256": file_digest(origin)}
        say(f"{origin.name} has the sha256 {record['tarball']['sha256']}; "
            "compare it with what the release says")
    elif (origin / ".git").exists():
        record["commit"] = Git(origin).commit_id(f"refs/tags/{tag}")
        say(f"{tag} is the commit {record['commit']}; compare it with what "
            "the project says")
    return Upstream(record, upstream.root)


def _package_version(version: str):
    """The version of the distribution's packages of that release."""
    major = version.split(".")[0]
    try:
        shown = subprocess.run(
            ["apt-cache", "policy", f"llvm-{major}-dev"], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    except FileNotFoundError:
        return None
    found = re.search(r"Candidate: (\S+)", shown)
    if found and re.fullmatch(rf"(\d+:)?{re.escape(version)}\b.*", found[1]):
        return found[1]
    say(f"this machine has no package llvm-{major}-dev of {version}; the "
        "overlay build will need one")
    return None


def _next_stack(tree: Tree, upstream: Upstream, series: Series) -> Stack:
    """A stack of the new release's files in tree.next, with the old commits
    at hand for three-way merges."""
    files, gone = {}, []
    for path in series.files:
        found = upstream.read(path)
        if found:
            files[path] = found
        else:
            gone += [f"patches/{patch.name} changes {path}, which "
                     f"{upstream.tag} does not have" for patch in series
                     if path in patch.files]
    if gone:
        raise Failure(gone[0] + "; change or drop the patch, export, and "
                      "run the rebase again")
    stack = Stack.create(_next(paths.TREE), upstream.tag, files)
    stack.git("fetch", "-q", "--no-tags", tree.git.dir,
              "+HEAD:refs/managed/old")
    return stack


def _apply(stack: Stack, series: Series, note: _Note) -> None:
    """Applies the patches that are left, up to the first that conflicts."""
    start = note.facts["next"]
    left = series.patches[start:]
    if left:
        say(f"applying {len(left)} of {len(series)} patches to {stack.tag}")
    for number, patch in enumerate(counted(left, "patches applied"), start):
        note.save(head=stack.git.commit_id("HEAD"))
        try:
            made = try_patch(stack, patch)
        except GitError as error:
            raise _stopped(stack, series, number, error) from None
        note.advance(patch, "" if made else "contained")


def _stopped(stack: Stack, series: Series, number: int,
             error: GitError) -> Failure:
    """The error for the patch at which git am stopped."""
    return Failure(
        f"patch {number + 1} of {len(series)}, {series.patches[number].name}, "
        f"does not apply to {stack.tag}: {conflict_reason(stack, error)}; "
        f"resolve it in {stack.git.directory} and git "
        "add the files, then run: scripts/fork rebase --continue (or --abort)")


def _finish(tree: Tree, upstream: Upstream, stack: Stack, old: Series,
            note: _Note) -> None:
    edits = stack.git.raw("status", "--porcelain", "-uno").decode()
    if edits:
        raise Failure(f"{stack.git.directory} holds edits that are not "
                      "committed; commit them, then run: scripts/fork rebase "
                      "--continue")
    series = stack.export()
    if old.patches and not series.patches:
        raise Failure("no patch is left, and that would wipe the series; run "
                      "scripts/fork rebase --abort")
    refuse(series.problems(paths.REPO), "the rebased series is wrong")
    refuse(round_trip_problems(upstream, series),
           "the rebased series is wrong")
    refuse_collisions(upstream)
    for patch in old:
        if patch.name not in {new.name for new in series}:
            say({"contained": f"{patch.name} is dropped: {upstream.tag} "
                              "contains it",
                 "skipped": f"{patch.name} is left out: it was skipped",
                 }.get(note.facts["fate"].get(patch.name),
                       f"{patch.name} is gone: its commit is not in "
                       f"{stack.git.directory.name} any more"))
    wanted = outputs(upstream, series)
    wanted["upstream.json"] = (json.dumps(upstream.record, indent=2)
                               + "\n").encode()
    patches.write(paths.PATCHES, wanted)
    upstream.take_place_of(tree.upstream)
    Tree(upstream, tree.root).sync(series)
    remove(_next(paths.TREE))
    say(f"the series of {len(series)} patches is based on {upstream.tag} now")
