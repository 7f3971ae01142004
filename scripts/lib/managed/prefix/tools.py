"""The programs of the prefix, and where each is from.

What optimizes, generates code, or links it is ours, and so is what reads our
maps. The other programs of upstream's install, which read or write files
without compiling anything, are the distribution's; the shared library that
they need comes with them, without the links by which a linker would find it.
docs/Installing.md says what is left out, and why.
"""

import os
import shutil
from pathlib import Path

from ..ui import Failure

# The distribution's, with their links.
THEIRS = (
    "FileCheck", "clang-format", "clang-offload-bundler", "clang-tblgen",
    "count", "diagtool", "dsymutil", "llvm-ar", "llvm-as", "llvm-bcanalyzer",
    "llvm-cat", "llvm-cov", "llvm-cxxdump", "llvm-cxxfilt", "llvm-cxxmap",
    "llvm-debuginfo-analyzer", "llvm-diff", "llvm-dis", "llvm-dwarfdump",
    "llvm-dwarfutil", "llvm-dwp", "llvm-gsymutil", "llvm-ifs", "llvm-mc",
    "llvm-mca", "llvm-modextract", "llvm-nm", "llvm-objcopy",
    "llvm-opt-report", "llvm-pdbutil", "llvm-profdata", "llvm-profgen",
    "llvm-rc", "llvm-remarkutil", "llvm-rtdyld", "llvm-size", "llvm-stress",
    "llvm-strings", "llvm-symbolizer", "llvm-tblgen", "llvm-undname",
    "llvm-xray", "not", "obj2yaml", "sancov", "sanstats", "split-file",
    "verify-uselistorder", "yaml2obj",
)
SHARED = ("libLLVM.so.22.1", "libclang-cpp.so.22.1")


def links(directory: Path, name: str) -> list:
    """The links in `directory` to the program `name`."""
    return sorted(path.name for path in directory.iterdir()
                  if path.is_symlink()
                  and os.path.basename(os.readlink(path)) == name)


def _link(path: Path, target: str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755)


def install_ours(build: Path, target: Path) -> list:
    """Copies build/bin with its links; the names of the programs."""
    names = []
    for source in sorted((build / "bin").iterdir()):
        if source.is_symlink():
            _link(target / "bin" / source.name, os.readlink(source))
        else:
            _copy(source, target / "bin" / source.name)
            names.append(source.name)
    for source in sorted((build / "lib").glob("*.so")):
        _copy(source, target / "lib" / source.name)
    return names


def install_theirs(prefix: Path, target: Path, ours: list) -> list:
    """Copies the distribution's programs; none of them is one of `ours`."""
    here = prefix / "bin"
    absent = [name for name in THEIRS if not (here / name).exists()]
    if absent:
        raise Failure(f"{here} has no {', '.join(absent)}; run: sudo apt-get "
                      "install llvm-22 llvm-22-tools clang-22 clang-tools-22 "
                      "clang-format-22")
    for name in THEIRS:
        if name in ours:
            raise Failure(f"bin/{name} is both ours and the distribution's")
        _copy(here / name, target / "bin" / name)
        for link in links(here, name):
            _link(target / "bin" / link, name)
    for name in SHARED:
        _copy(prefix / "lib" / name, target / "lib" / name)
    return list(THEIRS)
