"""The commands that make patches of commits: export, track, import."""

import os
import subprocess
import tempfile
from pathlib import Path

from .. import paths
from ..ui import Failure, say
from . import ready, series as patches
from .costs import header_costs
from .git import Git, run_git
from .series import Patch, Series, touched_files
from .stack import composed, mails_of, round_trip_problems


def refuse(problems: list, what: str) -> None:
    """Fails with all that was found, the first in full."""
    if not problems:
        return
    for problem in problems[1:]:
        say(f"also: {problem}")
    raise Failure(f"{what}: {problems[0]}")


def outputs(upstream, series: Series) -> dict:
    """Every file that an export writes: name to contents."""
    return series.outputs(upstream.tag, header_costs(upstream, series))


def export(tree, check: bool) -> None:
    """Writes the commits of the tree to patches/, or with `check` says
    whether that would change anything."""
    edits = tree.edits()
    if edits:
        raise Failure(f"{', '.join(edits[:5])} in {tree.root} changed and "
                      "that is not committed; commit it with git commit "
                      "--amend or as a new patch")
    tree.refuse_untracked()
    series = tree.stack().export()
    old = Series.load(paths.PATCHES)
    if old.patches and not series.patches:
        raise Failure(f"{tree.root} holds no commits, and exporting it would "
                      f"wipe the {len(old)} patches of the series; go back to "
                      f"them with: git -C {os.path.relpath(tree.root)} reset "
                      f"--hard {tree.state['head'][:12]}")
    refuse(series.problems(paths.REPO), "the series is not exported")
    refuse(ready.problems(tree.upstream, series), "the series is not exported")
    refuse(round_trip_problems(tree.upstream, series),
           "the series is not exported")
    wanted = outputs(tree.upstream, series)
    if check:
        refuse(patches.differences(paths.PATCHES, wanted),
               "patches/ is not what scripts/fork export writes")
        say(f"patches/ holds exactly the {len(series)} commits of "
            f"{tree.root.name}/")
        return
    names = patches.write(paths.PATCHES, wanted)
    tree.mark_exported(series)
    say(f"{len(series)} patches exported, "
        f"{len(names)} files of patches/ changed")


def track(tree, names: list) -> None:
    """Adds files to the tree's base commit. They are named as in upstream,
    or as paths of the tree or of upstream/."""
    files = []
    for name in names:
        path = Path(name)
        for root in (tree.root, tree.upstream.root):
            for start in (path, Path.cwd() / path):
                if start.is_absolute() and start.is_relative_to(root):
                    path = start.relative_to(root)
        files.append(os.path.normpath(path))
    fresh = tree.track(files)
    for path in fresh:
        say(f"git tracks {path} now")
    if not fresh:
        say("git tracks " + ", ".join(files) + " already")


def import_mails(tree, mails: list, replace: bool) -> None:
    """Adds mails, given as (name, bytes), to the end of the series in
    patches/ and the tree. With `replace`, a mail with the subject of a patch
    takes that patch's place."""
    tree.refuse_unexported()
    old = Series.load(paths.PATCHES)
    names = {patch.name for patch in old}
    ordered = mails_of(old)
    for name, data in mails:
        known = Patch.from_mail(data).name
        if known not in names:
            ordered.append((name, data))
        elif replace:
            ordered = [(name, data) if entry[0] == f"patches/{known}"
                       else entry for entry in ordered]
        else:
            raise Failure(f"{name}: the series already has {known}; give "
                          "--replace to put the new one in its place")
    with composed(tree.upstream, ordered) as stack:
        series = stack.export()
        refuse(series.problems(paths.REPO), "nothing is imported")
        refuse(round_trip_problems(tree.upstream, series),
               "nothing is imported")
        patches.write(paths.PATCHES, outputs(tree.upstream, series))
        tree.move(stack, series.digest())
    say(f"{len(mails)} patches imported; the series has {len(series)}")


def mails_from_files(names: list) -> list:
    """The messages in mail files."""
    mails = []
    for name in names:
        path = Path(name)
        if not path.is_file():
            raise Failure(f"{name} is not a file; give files that "
                          "git format-patch wrote")
        with tempfile.TemporaryDirectory() as scratch:
            done = run_git(["mailsplit", "--keep-cr", f"-o{scratch}",
                            path.absolute()], stdout=subprocess.DEVNULL)
            found = [(name, p.read_bytes())
                     for p in sorted(Path(scratch).iterdir())]
        if done.returncode or not all(
                touched_files(data.decode(errors="surrogateescape"))
                for _, data in found):
            raise Failure(f"{name} is not what git format-patch writes")
        mails += found
    return mails


def mails_from_commits(directory: Path, commits: str) -> list:
    """The commits of a range of any git repository as mails."""
    git = Git(directory)
    if ".." not in commits:
        raise Failure(f"'{commits}' is not a range of commits such as "
                      "BASE..HEAD")
    if not git.dir.exists():
        raise Failure(f"{directory} is not a git repository")
    found = git.lines("rev-list", "--reverse", "--topo-order", "--no-merges",
                      commits)
    if not found:
        raise Failure(f"there are no commits in {commits} of {directory}")
    return [(git("log", "-1", "--format=%s", commit),
             git.raw("format-patch", "--stdout", "--full-index", "-k", "-U3",
                     "--no-renames", "--no-stat", "--no-signature",
                     "--no-encode-email-headers", "-1", commit))
            for commit in found]
