"""The working tree in tree/: upstream's files, the series as git commits, and
our new files as symbolic links into the repository.

It is made for building, so a file's time changes only when its contents do;
and for editing, so nothing that is not exported is ever overwritten.

  - Every upstream file outside the test directories is a copy with one and
    the same time, the stamp. Another time means that the file was written to.
  - Files in test directories are hard links to upstream/, which are older.
  - git tracks only the files that the series changes (and those added by
    track). The base commit has upstream's version of them; each patch is one
    commit above it. Everything else is excluded, which keeps git quick.
  - The state file says which series the commits stand for and which commit is
    the last that patches/ has. What is above that commit is not exported.
  - New commits are fetched as refs/managed/next before a file is touched. An
    interrupted move is finished by the next run.
"""

import json
import os
import shutil
import time
from pathlib import Path

from .. import paths
from ..ui import Failure, say, step
from .contents import DIRECTORIES, remove
from .git import Git
from .newfiles import is_litter, refuse_collisions
from .series import Series
from .stack import Stack, composed, mails_of, read_file
from .upstream import replace

# Only read by tests, and most of upstream's size.
LINKED = ("llvm/test", "clang/test", "lld/test", "llvm/docs", "clang/docs",
          "lld/docs", "llvm/unittests", "clang/unittests")
_NEXT = "refs/managed/next"
_NEXT_BASE = "refs/managed/next-base"
_BRANCH = "refs/heads/managed"


class Tree:
    """The working tree in `root`, made of `upstream`."""

    def __init__(self, upstream, root: Path = None):
        self.upstream = upstream
        self.root = root or paths.TREE
        self.git = Git(self.root)
        self._state_path = self.root / ".git" / "managed.json"
        self.state = self._load_state()

    def _load_state(self):
        try:
            return json.loads(self._state_path.read_text())
        except (OSError, ValueError):
            return None

    def _save_state(self, **changes) -> None:
        self.state = dict(self.state or {}, **changes)
        temporary = self._state_path.with_suffix(".new")
        temporary.write_text(json.dumps(self.state, indent=1) + "\n")
        temporary.replace(self._state_path)

    @property
    def base(self) -> str:
        return self.state["base"]

    def stack(self) -> Stack:
        return Stack(self.git, self.base, self.upstream.tag)

    # What is in the tree that patches/ does not have.

    def unexported(self) -> list:
        """What would be lost if the tree were made anew, in words."""
        found = []
        for name in ("rebase-apply", "rebase-merge"):
            if (self.git.dir / name).exists():
                found.append("an unfinished git am or git rebase")
        head = self.git.commit_id("HEAD")
        if head != self.state["head"]:
            count = len(self.git.lines("rev-list",
                                       f"{self.state['head']}..{head}"))
            found.append(f"{count} commits that are not exported" if count
                         else "other commits than the exported ones")
        edits = self.edits()
        if edits:
            shown = ", ".join(edits[:3]) + (" and more" if edits[3:] else "")
            found.append(f"edits that are not committed ({shown})")
        return found

    def edits(self) -> list:
        """The tracked files that differ from the last commit."""
        listing = self.git.raw("status", "--porcelain", "-z", "-uno")
        return [entry[3:].decode() for entry in listing.split(b"\0")[:-1]]

    def refuse_unexported(self) -> None:
        found = self.unexported()
        if found:
            raise Failure(
                f"{self.root} holds {' and '.join(found)}, and patches/ or "
                "upstream changed as well; commit and run 'scripts/fork "
                "export', or drop them with 'git -C "
                f"{os.path.relpath(self.root)} reset --hard "
                f"{self.state['head'][:12]}'")

    def refuse_new_base(self) -> None:
        """Fails if the tree stands on another release and making it anew
        would lose something. Wants upstream/ as it was then."""
        if self.state is None or \
                self.state["upstream"] == self.upstream.stamp:
            return
        self.refuse_unexported()
        self.refuse_untracked()

    def refuse_untracked(self) -> None:
        changed, created = self.untracked_changes()
        if changed:
            raise Failure(f"{', '.join(changed[:5])} in {self.root} changed "
                          "but git does not track it; run: scripts/fork track "
                          + " ".join(changed))
        if created:
            raise Failure(f"{', '.join(created[:5])} in {self.root} is a new "
                          "file; move it to the same path in the repository, "
                          "where new files live")

    # Making and moving it.

    def sync(self, series: Series) -> None:
        """Makes the tree hold upstream, `series` and our new files."""
        links = refuse_collisions(self.upstream)
        if self.state is None:
            self._refuse_foreign()
            self._create(series, links)
            return
        if self.state["upstream"] != self.upstream.stamp:
            self.refuse_unexported()
            self._create(series, links)
            return
        if self.git.commit_id(_NEXT):
            self._finish_move(self.state["next"])
        if self.state["series"] != series.digest():
            self._follow(series)
        self._link(links)

    def _follow(self, series: Series) -> None:
        """Moves to a series that changed in patches/."""
        if not self.edits() and \
                self.git.commit_id("HEAD") != self.state["head"] and \
                self.stack().export().digest() == series.digest():
            self.mark_exported(series)
            return
        self.refuse_unexported()
        with composed(self.upstream, mails_of(series)) as stack:
            say(f"moving {self.root.name}/ to the {len(series)} patches of "
                "patches/")
            self.move(stack, series.digest())

    def _refuse_foreign(self) -> None:
        if self.root.exists() and any(self.root.iterdir()):
            raise Failure(f"{self.root} was not made by scripts/fork, or not "
                          "to its end; move it away and run this again")

    def _create(self, series: Series, links: list) -> None:
        partial = self.root.with_name(self.root.name + ".partial")
        remove(partial)
        try:
            with composed(self.upstream, mails_of(series)) as stack, \
                    step(f"making {self.root.name}/ with {len(series)} "
                         "patches"):
                fresh = Tree(self.upstream, partial)
                fresh._fill()
                fresh.move(stack, series.digest())
                fresh._link(links, self.root)
            replace(self.root, partial)
        finally:
            remove(partial)
        self.state = self._load_state()

    def _fill(self) -> None:
        """Copies upstream and makes an empty repository of it."""
        stamp = time.time_ns()
        for top in DIRECTORIES:
            for directory, below, names in os.walk(self.upstream.root / top):
                relative = os.path.relpath(directory, self.upstream.root)
                linked = f"{relative}/".startswith(
                    tuple(f"{name}/" for name in LINKED))
                target = self.root / relative
                target.mkdir(parents=True)
                names += [d for d in below
                          if os.path.islink(os.path.join(directory, d))]
                for name in names:
                    _place(os.path.join(directory, name),
                           os.path.join(target, name), linked, stamp)
        self.git = Git.create(self.root)
        self.git("commit", "-q", "--allow-empty", "-m", "empty")
        head = self.git.commit_id("HEAD")
        self._save_state(format=1, upstream=self.upstream.stamp, stamp=stamp,
                         base=head, head=head, series="", links=[])

    def move(self, stack: Stack, digest: str) -> None:
        """Makes the commits of `stack` those of the tree, which must hold
        nothing that is not exported, and writes the files that differ."""
        self._save_state(next=digest)
        self.git("fetch", "-q", "--no-tags", "--no-write-fetch-head",
                 "--atomic", stack.git.dir, f"+HEAD:{_NEXT}",
                 f"+{stack.base}:{_NEXT_BASE}")
        self._finish_move(digest)

    def _finish_move(self, digest: str) -> None:
        head, base = (self.git.commit_id(r) for r in (_NEXT, _NEXT_BASE))
        old = self.git.files(self.git.commit_id("HEAD"))
        new = self.git.files(head)
        writes, edited = [], []
        for path in sorted({*old, *new}):
            have = read_file(self.root / path)
            want = self._version(new, path)
            if have != want:
                writes.append((path, want))
                if have != self._version(old, path):
                    edited.append(path)
        if edited:
            raise Failure(f"{', '.join(edited)} in {self.root} changed and "
                          "the series changes it too; save your version "
                          "elsewhere, delete the file and run this again")
        for path, want in writes:
            _write(self.root / path, want)
        for path in new:
            unshare(self.root / path)
        self.git("symbolic-ref", "HEAD", _BRANCH)
        self.git("update-ref", _BRANCH, head)
        self.git("update-ref", f"refs/tags/{self.upstream.tag}", base)
        self.git("read-tree", "HEAD")
        self.git("update-index", "-q", "--refresh")
        self._save_state(base=base, head=head, series=digest)
        self.git("update-ref", "-d", _NEXT)
        self.git("update-ref", "-d", _NEXT_BASE)

    def _version(self, files: dict, path: str):
        """The mode and contents of a file in a commit, or upstream's if the
        commit does not track it."""
        if path not in files:
            return self.upstream.read(path)
        mode, blob = files[path]
        return mode, self.git.blob(blob)

    def _link(self, links: list, seen_from: Path = None) -> None:
        """Makes our new files links in the tree, and drops the links whose
        file is gone. `seen_from` is where the tree will be."""
        root = (seen_from or self.root).resolve()
        repo = paths.REPO.resolve()
        for path in self.state["links"]:
            if path not in links:
                self._unlink(path)
        made = 0
        for path in links:
            place = self.root / path
            target = os.path.relpath(repo / path, (root / path).parent)
            if place.is_symlink():
                if os.readlink(place) == target:
                    continue
                place.unlink()
            elif place.exists():
                raise Failure(f"{place} is a file, but {path} of the "
                              "repository belongs there as a link; move what "
                              "you need to the repository and delete it")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(target)
            made += 1
        if made or links != self.state["links"]:
            self._save_state(links=links)

    def _unlink(self, path: str) -> None:
        place = self.root / path
        if place.is_symlink():
            place.unlink()
        for directory in place.parents:
            try:
                directory.rmdir()
            except OSError:
                break

    # Adding files to the base, and finding the ones that should have been.

    def track(self, files: list) -> list:
        """Adds upstream files to the base commit, under all the commits, so
        that git shows and commits changes to them. Contents stay as they
        are."""
        known = self.git.files("HEAD")
        fresh = [f for f in dict.fromkeys(files) if f not in known]
        entries = []
        for path in fresh:
            found = self.upstream.read(path)
            if found is None:
                raise Failure(f"{path} is not a file of {self.upstream.tag}; "
                              "a new file belongs in the repository at that "
                              "path, without track")
            entries.append((path, found))
        for name in ("rebase-apply", "rebase-merge"):
            if (self.git.dir / name).exists():
                raise Failure(f"a git am or git rebase in {self.root} is not "
                              "finished; finish or abort it first")
        head = self.git.commit_id("HEAD")
        if self.git("merge-base", self.base, head) != self.base:
            raise Failure(f"the commits in {self.root} do not stand on "
                          f"{self.upstream.tag}; rebase them onto it")
        if not fresh:
            return []
        info = b"".join(
            f"{mode} {self._store(data)}\t{path}\0".encode()
            for path, (mode, data) in entries)
        moved = self._rewrite(info)
        for path in fresh:
            unshare(self.root / path)
        self.git("update-index", "-z", "--index-info", stdin=info)
        self.git("update-ref", "HEAD", moved[head], head)
        self.git("update-ref", f"refs/tags/{self.upstream.tag}",
                 moved[self.base])
        exported = moved.get(self.state["head"], self.state["head"])
        self._save_state(base=moved[self.base], head=exported)
        return fresh

    def _store(self, data: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", "--no-filters",
                        stdin=data)

    def _rewrite(self, info: bytes) -> dict:
        """Makes the base and all commits anew with the entries of `info`
        added; returns old to new commit."""
        env = {"GIT_INDEX_FILE": str(self.git.dir / "managed-index")}
        moved = {}
        for commit in [self.base, *self.stack().commits()]:
            self.git("read-tree", commit, env=env)
            self.git("update-index", "-z", "--index-info", stdin=info,
                     env=env)
            tree = self.git("write-tree", env=env)
            text = self.git.raw("cat-file", "commit", commit)
            lines = text.split(b"\n")
            lines[0] = b"tree " + tree.encode()
            lines = [b"parent " + moved[l[7:].decode()].encode()
                     if l.startswith(b"parent ") and l[7:].decode() in moved
                     else l for l in lines]
            moved[commit] = self.git(
                "hash-object", "-w", "-t", "commit", "--stdin",
                stdin=b"\n".join(lines))
        (self.git.dir / "managed-index").unlink(missing_ok=True)
        return moved

    def mark_exported(self, series: Series) -> None:
        self._save_state(head=self.git.commit_id("HEAD"),
                         series=series.digest())

    def untracked_changes(self) -> tuple:
        """What was done to the tree behind git's back: upstream files that
        changed, and files that are neither upstream's nor links of ours."""
        tracked = {*self.git.files("HEAD"), *self.git.lines("ls-files")}
        links = set(self.state["links"])
        changed, created = [], []
        for top in DIRECTORIES:
            # A tree of the time before we unpacked it has none.
            if (self.root / top).is_dir():
                self._scan(top, tracked, links, changed, created)
        return sorted(changed), sorted(created)

    def _scan(self, directory: str, tracked: set, links: set, changed: list,
              created: list) -> None:
        stamp = self.state["stamp"]
        with os.scandir(self.root / directory) as entries:
            for entry in entries:
                path = f"{directory}/{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != "__pycache__":
                        self._scan(path, tracked, links, changed, created)
                    continue
                facts = entry.stat(follow_symlinks=False)
                if path in links:
                    if not entry.is_symlink():
                        created.append(path)  # An editor replaced the link.
                    continue
                if facts.st_mtime_ns == stamp or path in tracked:
                    continue
                if facts.st_mtime_ns < stamp and facts.st_nlink > 1:
                    continue
                original = self.upstream.read(path)
                if original is None:
                    if not is_litter(entry.name):
                        created.append(path)
                elif original != read_file(self.root / path) or \
                        facts.st_nlink > 1:
                    changed.append(path)


def _place(source: str, target: str, linked: bool, stamp: int) -> None:
    """Puts one upstream file into the tree."""
    if os.path.islink(source):
        os.symlink(os.readlink(source), target)
    else:
        if linked and os.stat(source).st_mtime_ns < stamp:
            try:
                os.link(source, target)
                return
            except OSError:
                pass  # Another disk, or one without hard links.
        shutil.copyfile(source, target)
        shutil.copymode(source, target)
    os.utime(target, ns=(stamp, stamp), follow_symlinks=False)


def _write(path: Path, version: tuple) -> None:
    """Gives a file new contents, all at once, never through a hard link."""
    mode, data = version
    temporary = path.with_name(f".{path.name}.managed-new")
    try:
        temporary.unlink(missing_ok=True)
        if mode == "120000":
            temporary.symlink_to(data.decode())
        else:
            temporary.write_bytes(data)
            temporary.chmod(int(mode[-3:], 8))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def unshare(path: Path) -> None:
    """Makes a hard-linked file a copy of its own with the same time."""
    facts = path.lstat()
    if facts.st_nlink < 2 or path.is_symlink():
        return
    _write(path, read_file(path))
    os.utime(path, ns=(facts.st_mtime_ns, facts.st_mtime_ns))
