"""The unmodified upstream source in upstream/.

patches/upstream.json names it. It is unpacked once, by ensure(), from
whatever sources.py finds, and is never used unverified. The stamp file
.complete is written last, into a temporary directory that then takes its
place, so that an interrupted run leaves nothing that looks finished.
"""

import hashlib
import json
import lzma
import os
import re
import shutil
import signal
import subprocess
import tarfile
import zlib
from pathlib import Path

from .. import paths
from ..ui import Failure
from .stack import read_file

# What is unpacked: enough to build and to test llvm, clang and lld.
DIRECTORIES = ("llvm", "clang", "lld", "cmake", "third-party")
# What the content digest covers: everything that is compiled or patched.
# Packagers leave out or convert other files.
_DIGESTED = ("cmake",
             "llvm/cmake", "llvm/include", "llvm/lib", "llvm/tools",
             "clang/cmake", "clang/include", "clang/lib", "clang/tools",
             "lld/cmake", "lld/include", "lld/tools", "lld/Common", "lld/COFF",
             "lld/ELF", "lld/MachO", "lld/MinGW", "lld/wasm")
STAMP = ".complete"


class Damaged(Failure):
    """A source that is not what it should be."""


def content_digest(root: Path) -> str:
    """Stands for the contents of the digested directories below `root`,
    apart from hidden files and line ends, which depend on the packaging."""
    total = hashlib.sha256()
    for top in _DIGESTED:
        if not (root / top).is_dir():
            continue
        for directory, below, names in os.walk(root / top):
            below.sort()
            for name in sorted(names):
                path = Path(directory, name)
                if name.startswith(".") or path.is_symlink():
                    continue
                data = path.read_bytes().replace(b"\r\n", b"\n")
                total.update(f"{path.relative_to(root)}\0".encode())
                total.update(hashlib.sha256(data).digest())
    return total.hexdigest()


def file_digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def source_version(root: Path) -> str:
    """The version that an upstream source names, or ''."""
    path = root / "cmake" / "Modules" / "LLVMVersion.cmake"
    if not path.is_file():
        return ""
    text = path.read_text(errors="replace")
    parts = [re.search(rf"set\(LLVM_VERSION_{p}\s+(\d+)\s*\)", text)
             for p in ("MAJOR", "MINOR", "PATCH")]
    return ".".join(p.group(1) for p in parts) if all(parts) else ""


def remove(path: Path) -> None:
    """Removes a file or a directory, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


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
        from . import sources  # It needs this module itself.
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


def unpack(tarball: Path, directory: Path, wanted=DIRECTORIES) -> None:
    """Unpacks the `wanted` top directories of an upstream tarball (all of
    it if None), without its own top directory."""
    top = _top_directory(tarball)
    names = [f"{top}/{name}" for name in wanted] if wanted else [top]
    try:
        done = subprocess.run(
            ["tar", "-xf", tarball, "-C", directory, "--strip-components=1",
             "--no-same-owner", *names],
            env=dict(os.environ, LC_ALL="C", XZ_OPT="-T0"),
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            errors="replace")
    except FileNotFoundError:
        raise Failure("tar is not installed; run: sudo apt-get install tar"
                      ) from None
    if not done.returncode:
        return
    if done.returncode == -signal.SIGXFSZ:
        done.stderr += "File too large"
    for sign in ("No space left on device", "File too large",
                 "quota exceeded"):
        if sign in done.stderr:
            raise Failure(f"unpacking {tarball.name} into {directory.parent} "
                          f"failed: {sign}; free some space and run it again")
    if re.search(r"xz: (Cannot exec|not found)", done.stderr):
        raise Failure("xz is not installed; run: "
                      "sudo apt-get install xz-utils")
    missing = re.search(r"tar: (\S+): Not found in archive", done.stderr)
    if missing:
        raise Failure(f"{tarball} holds no {missing[1]}; it is not upstream's "
                      "source")
    raise Damaged(f"{tarball} is truncated or damaged")


def _top_directory(tarball: Path) -> str:
    """The directory that a tarball unpacks to."""
    try:
        with tarfile.open(tarball, "r|*") as archive:
            first = archive.next()
    except (tarfile.TarError, EOFError, lzma.LZMAError, zlib.error):
        first = None
    if first is None:
        raise Damaged(f"{tarball} is truncated or not a tar archive")
    return first.name.split("/")[0]
