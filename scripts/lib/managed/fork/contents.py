"""What an upstream source holds, and how to unpack it."""

import hashlib
import lzma
import os
import re
import shutil
import signal
import subprocess
import tarfile
import zlib
from pathlib import Path

from ..ui import Failure

# What is unpacked: enough to build and to test llvm, clang and lld.
DIRECTORIES = ("llvm", "clang", "lld", "cmake", "third-party")
# What the content digest covers: everything that is compiled or patched.
# Packagers leave out or convert other files.
_DIGESTED = ("cmake",
             "llvm/cmake", "llvm/include", "llvm/lib", "llvm/tools",
             "clang/cmake", "clang/include", "clang/lib", "clang/tools",
             "lld/cmake", "lld/include", "lld/tools", "lld/Common", "lld/COFF",
             "lld/ELF", "lld/MachO", "lld/MinGW", "lld/wasm")


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
