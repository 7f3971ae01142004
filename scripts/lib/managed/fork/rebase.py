"""`fork rebase`: moves the series to another upstream release.

  1. The new release is unpacked beside upstream/, as upstream.next.
  2. The patches are applied to it one by one in tree.next, with git's
     three-way merge. Where that stops, the patch and the reason are named and
     the conflict is left there to be resolved; `--continue` goes on and
     `--abort` gives up.
  3. The result is exported, checked as `verify` would check it, and only then
     takes the place of patches/, upstream/ and tree/.

Until step 3 nothing of the old release changes.
"""

import json
import re
import subprocess
from pathlib import Path

from .. import paths
from ..ui import Failure, say, step
from . import series as patches
from .exchange import outputs, refuse
from .git import Git, GitError
from .newfiles import refuse_collisions
from .series import Series
from .stack import Stack, mails_of, reason, round_trip_problems
from .tree import Tree
from .upstream import (Upstream, content_digest, file_digest, remove)


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
    stack = _next_stack(tree, upstream, series)
    _apply(stack, series)
    _finish(tree, upstream, stack, series)


def resume(tree: Tree) -> None:
    """Goes on after a conflict was resolved in tree.next."""
    upstream, base = _noted()
    git = Git(_next(paths.TREE))
    series = Series.load(paths.PATCHES)
    stack = Stack(git, base, upstream.tag)
    if (git.dir / "rebase-apply").exists():
        try:
            git("am", "--continue")
        except GitError as error:
            raise _stopped(stack, series, error) from None
    _finish(tree, upstream, stack, series)


def abort() -> None:
    if not _next(paths.TREE).exists() and not _next(paths.UPSTREAM).exists():
        raise Failure("no rebase is under way")
    remove(_next(paths.TREE))
    remove(_next(paths.UPSTREAM))
    say("the rebase is dropped; the series is as it was")


def _noted() -> tuple:
    try:
        note = json.loads(_note_path().read_text())
    except (OSError, ValueError):
        raise Failure("no rebase is under way; begin one with: "
                      "scripts/fork rebase TAG") from None
    return Upstream(note["record"], _next(paths.UPSTREAM)), note["base"]


def _next_upstream(old: Upstream, tag: str, source: str) -> Upstream:
    """Unpacks the new release and writes down what identifies it."""
    found = re.fullmatch(r"llvmorg-(\d+)\.(\d+\.\d+)", tag)
    if not found:
        raise Failure(f"'{tag}' is not a release tag such as {old.tag}")
    if tag == old.tag:
        raise Failure(f"the series is based on {tag} already")
    version = f"{found[1]}.{found[2]}"
    package = f"llvm-toolchain-{found[1]}"
    record = json.loads(json.dumps(old.record).replace(old.version, version))
    record.update(tag=tag, version=version, content=None)
    record.pop("commit", None)
    record["tarball"] = {"name": f"{package}_{version}.orig.tar.xz",
                         "sha256": None}
    if "distribution" in record:
        record["distribution"].update(
            source=package, packages=_package_version(found[1], version))
    upstream = Upstream(record, _next(paths.UPSTREAM))
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


def _package_version(major: str, version: str):
    """The version of the distribution's packages of that release."""
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
    note = {"record": upstream.record, "base": stack.base}
    _note_path().write_text(json.dumps(note))
    return stack


def _apply(stack: Stack, series: Series) -> None:
    with step(f"applying {len(series)} patches to {stack.tag}"):
        try:
            stack.apply(mails_of(series), three_way=True)
        except GitError as error:
            raise _stopped(stack, series, error) from None


def _stopped(stack: Stack, series: Series, error: GitError) -> Failure:
    """The error for the patch at which git am stopped."""
    at = stack.git.dir / "rebase-apply" / "next"
    number = int(at.read_text()) if at.exists() else len(series)
    name = series.patches[number - 1].name
    where = stack.git.directory
    unmerged = stack.git.lines("diff", "--name-only", "--diff-filter=U")
    why = f"a merge conflict in {', '.join(unmerged)}" if unmerged \
        else reason(error.stderr)
    return Failure(
        f"patch {number} of {len(series)}, {name}, does not apply to "
        f"{stack.tag}: {why}; resolve it in {where} and git "
        "add the files, then run: scripts/fork rebase --continue (or --abort)")


def _finish(tree: Tree, upstream: Upstream, stack: Stack,
            old: Series) -> None:
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
            say(f"{patch.name} is dropped: {upstream.tag} has it")
    wanted = outputs(upstream, series)
    wanted["upstream.json"] = (json.dumps(upstream.record, indent=2)
                               + "\n").encode()
    patches.write(paths.PATCHES, wanted)
    upstream.take_place_of(tree.upstream)
    Tree(upstream, tree.root).sync(series)
    remove(_next(paths.TREE))
    say(f"the series of {len(series)} patches is based on {upstream.tag} now")
