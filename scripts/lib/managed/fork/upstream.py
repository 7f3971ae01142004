"""The unmodified upstream source in upstream/.

patches/upstream.json names it. It is unpacked once, by ensure(), from
whatever sources.py finds, and is never used unverified. The stamp file
.complete is written last, into a temporary directory that then takes its
place, so that an interrupted run leaves nothing that looks finished.
"""

import json
import shutil
from pathlib import Path

from .. import paths
from ..ui import Failure
from . import sources
from .contents import DIRECTORIES, remove
from .stack import read_file

STAMP = ".complete"


class Upstream:
    """The upstream release that upstream.json describes, in `root`."""

    def __init__(self, record: dict, root: Path = None):
        self.record = record
        self.root = root or paths.UPSTREAM
        try:
            self.tag = record["tag"]
            self.version = record["version"]
            self.tarball = record["tarball"]["name"]
            # None while a rebase meets the release for the first time.
            self.sha256 = record["tarball"]["sha256"]
            self.content = record["content"]
            self.megabytes = record["megabytes"]
            self.commit = record.get("commit")
            self.release = record.get("release", "")
        except (KeyError, TypeError) as error:
            raise Failure(f"patches/upstream.json lacks {error}; restore it "
                          "with: git checkout patches/upstream.json") from None

    @classmethod
    def load(cls, directory: Path = None, root: Path = None) -> "Upstream":
        """The release that the repository is based on."""
        path = (directory or paths.PATCHES) / "upstream.json"
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            raise Failure("patches/upstream.json is missing or damaged; "
                          "restore it with: git checkout "
                          "patches/upstream.json") from None
        return cls(record, root)

    @property
    def stamp(self) -> str:
        """What the stamp file says of this release."""
        return "\n".join([self.sha256 or self.content or "",
                          " ".join(DIRECTORIES), ""])

    def complete(self) -> bool:
        try:
            return (self.root / STAMP).read_text() == self.stamp
        except OSError:
            return False

    def read(self, path: str):
        """The git mode and the contents of an upstream file, or None."""
        if path.startswith("/") or ".." in path.split("/"):
            return None
        return read_file(self.root / path)

    def ensure(self, source: str = None):
        """Makes upstream/ hold the release, if it does not; then returns
        where it comes from."""
        if self.complete():
            return None
        if self.root.exists() and any(self.root.iterdir()) \
                and not (self.root / STAMP).exists():
            raise Failure(f"{self.root} was not made by scripts/fork; move "
                          "it away and run this again")
        partial = self.root.with_name(self.root.name + ".partial")
        remove(partial)
        partial.mkdir(parents=True)
        try:
            check_space(partial, self.megabytes)
            origin = sources.obtain(self, partial, source)
            (partial / STAMP).write_text(self.stamp)
            replace(self.root, partial)
        finally:
            remove(partial)
        return origin

    def take_place_of(self, old: "Upstream") -> None:
        """Moves this release to where `old` is."""
        (self.root / STAMP).write_text(self.stamp)
        replace(old.root, self.root)
        self.root = old.root


def replace(place: Path, fresh: Path) -> None:
    """Puts the directory `fresh` in the place of another."""
    old = place.with_name(place.name + ".old")
    remove(old)
    if place.exists():
        place.rename(old)
    fresh.rename(place)
    remove(old)


def check_space(directory: Path, megabytes: int) -> None:
    """Fails early where the disk cannot hold what is to be written."""
    free = shutil.disk_usage(directory).free // 2**20
    if free < megabytes:
        raise Failure(f"the disk of {directory.parent} has {free} MB free "
                      f"and this needs {megabytes} MB; free some space and "
                      "run it again")
