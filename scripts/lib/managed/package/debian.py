"""A Debian package, which can be installed beside every LLVM of Debian."""

import gzip
import hashlib
import os
import shutil
from email.utils import formatdate
from pathlib import Path

from .. import paths, version
from ..ui import Failure, run, say, step
from . import staging

PACKAGE = "managed-llvm-22"
PREFIX = f"usr/lib/{PACKAGE}"
_MAINTAINER = "Managed LLVM <packages@managed-llvm.invalid>"
# What clang needs to compile and link, and a script of its runtimes; and what
# those need who link our libraries.
_DEPENDS = ("binutils", "libc6-dev", "libstdc++-12-dev | libstdc++-dev",
            "python3:any")
RECOMMENDS = ("libcurl4-openssl-dev", "libedit-dev", "libffi-dev",
               "libxml2-dev", "libz3-dev", "libzstd-dev", "zlib1g-dev")
_DESCRIPTION = """\
Description: LLVM for compilers of managed languages
 Managed LLVM is LLVM and clang with implicit null checks, stack maps and
 garbage collection, safepoints and devirtualization that work together. This
 package has the tools, the static libraries, their headers and CMake packages,
 and the runtime for managed code, below /usr/lib/managed-llvm-22. It shares no
 file with the packages of LLVM.
"""
# In the format of Debian's policy, which has the text of the license.
_COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Managed LLVM

Files: *
Copyright: 2003-2026 the contributors of the LLVM project
           2026 the contributors of Managed LLVM
License: Apache-2.0-with-LLVM-exceptions
 The Apache License, version 2.0, with the exceptions below. On Debian systems,
 its text is in /usr/share/common-licenses/Apache-2.0.
"""
_EXCEPTIONS = "---- LLVM Exceptions to the Apache 2.0 License ----"
# Packages whose libraries are in this one.
_CONTAINED = ("libllvm22", "libclang-cpp22")


def deb_version() -> str:
    base = version.describe().rsplit(" ", 1)[1]
    return f"{version.version()}+llvm{base}-1"


def architecture() -> str:
    return run(["dpkg", "--print-architecture"], what="dpkg").strip()


def _shared_libraries(root: Path) -> str:
    """The packages of the shared libraries that programs need."""
    top = root / PREFIX
    files = [path for path in staging.programs(top)
             if path.parent in (top / "bin", top / "lib")]
    control = root.parent / "shlibdeps"
    (control / "debian").mkdir(parents=True, exist_ok=True)
    (control / "debian/control").write_text(
        f"Source: {PACKAGE}\n\nPackage: {PACKAGE}\nArchitecture: any\n")
    output = run(["dpkg-shlibdeps", "-O", "--ignore-missing-info",
                  f"-l{top / 'lib'}", *(f"-x{name}" for name in _CONTAINED),
                  *(f"-e{f}" for f in files)],
                 what="dpkg-shlibdeps", cwd=control)
    for line in output.splitlines():
        if line.startswith("shlibs:Depends="):
            return line.partition("=")[2]
    raise Failure("dpkg-shlibdeps names no packages")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o644)


def _copyright() -> str:
    text = (paths.REPO / "LICENSE.TXT").read_text()
    exceptions = text[text.index(_EXCEPTIONS):]
    return _COPYRIGHT + " .\n" + "".join(
        f" {line or '.'}\n" for line in exceptions.splitlines())


def _documents(root: Path, moment: int) -> None:
    top = root / "usr/share/doc" / PACKAGE
    changelog = (f"{PACKAGE} ({deb_version()}) unstable; urgency=medium\n\n"
                 f"  * Release {version.version()}; see ReleaseNotes.md.\n\n"
                 f" -- {_MAINTAINER}  {formatdate(moment)}\n")
    top.mkdir(parents=True, exist_ok=True)
    (top / "changelog.Debian.gz").write_bytes(
        gzip.compress(changelog.encode(), 9, mtime=0))
    (top / "changelog.Debian.gz").chmod(0o644)
    _write(top / "copyright", _copyright())


def _control(root: Path, size: int) -> str:
    return (f"Package: {PACKAGE}\nVersion: {deb_version()}\n"
            f"Architecture: {architecture()}\nMaintainer: {_MAINTAINER}\n"
            f"Installed-Size: {size // 1024}\n"
            f"Depends: {', '.join(_DEPENDS)}, {_shared_libraries(root)}\n"
            f"Recommends: {', '.join(RECOMMENDS)}\n"
            "Section: devel\nPriority: optional\n" + _DESCRIPTION)


def _checksums(root: Path) -> str:
    lines = []
    for path in sorted(root.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "md5").hexdigest()
        lines.append(f"{digest}  {path.relative_to(root)}\n")
    return "".join(lines)


def _pack(root: Path, package: Path, moment: int) -> None:
    """Writes `package`, whatever the umask, the owner and the time."""
    for path in (root, *root.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
        # dpkg-deb leaves older times as they are.
        os.utime(path, (moment, moment), follow_symlinks=False)
    run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z2", "--build", root,
         package], what="dpkg-deb",
        env=dict(os.environ, SOURCE_DATE_EPOCH=str(moment)))


def make(directory: Path, work: Path, output: Path) -> Path:
    """Makes the package of the build in `directory`."""
    for tool in ("dpkg-deb", "dpkg-shlibdeps"):
        if not shutil.which(tool):
            raise Failure(f"{tool} is missing; run: sudo apt-get install "
                          "dpkg-dev")
    root = work / "root"
    if root.exists():
        shutil.rmtree(root)
    size = staging.stage(directory, root / PREFIX)
    moment = staging.epoch()
    _documents(root, moment)
    control = _control(root, size)
    checksums = _checksums(root)
    _write(root / "DEBIAN/control", control)
    _write(root / "DEBIAN/md5sums", checksums)
    output.mkdir(parents=True, exist_ok=True)
    package = output / f"{PACKAGE}_{deb_version()}_{architecture()}.deb"
    with step(f"writing {package.name}"):
        _pack(root, package, moment)
    say(f"{package}: {package.stat().st_size / 1e6:.0f} MB, "
        f"{size / 1e6:.0f} MB installed")
    return package
