"""The headers of the prefix: the distribution's, with those that the series
changes or adds in their place.

Each of these checks that it is read together with the prefix's llvm-config.h:
search paths in another order would find it beside headers with other layouts.
The headers of the managed runtime do not. They include nothing of LLVM, and
programs without LLVM use them.
"""

import re
import shutil
from pathlib import Path

from ..ui import Failure
from . import abi

# What managed programs include; the runtime installs them by itself.
RUNTIME = ("llvm-c/ManagedNativeEntry.h", "llvm-c/ManagedRuntime.h",
           "llvm-c/ManagedSignalChain.h", "llvm-c/ManagedStatus.h",
           "llvm-c/ManagedThreads.h",
           "llvm/BinaryFormat/FaultMaps.h", "llvm/BinaryFormat/StackMaps.h")
_CONFIG = "llvm/Config/llvm-config.h"
# What llvm-config.h includes.
_VERSION = "llvm/Config/managed-llvm.h"
_GUARD = re.compile(r"^#ifndef (\w+)\n#define \1\b.*\n", re.M)
_CHECK = f"""
#include "{_CONFIG}"
#ifndef MANAGED_LLVM_CONFIG
#error "this header is of Managed LLVM, but llvm/Config/llvm-config.h is of \
another LLVM, whose directory must not be searched first"
#endif
"""


def with_check(text: str, name: str) -> str:
    """A header with the check after the first lines of its include guard."""
    guard = _GUARD.search(text)
    if not guard:
        raise Failure(f"{name} has no include guard")
    return text[:guard.end()] + _CHECK + text[guard.end():]


def config(text: str) -> str:
    """llvm-config.h, which also says what version of ours this is."""
    at = text.rindex("#endif")
    return (text[:at] + "/* Only Managed LLVM defines it, and only here. */\n"
            f'#define MANAGED_LLVM_CONFIG 1\n#include "{_VERSION}"\n\n'
            + text[at:])


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text)


def _overlay(build: Path, target: Path) -> None:
    top = build / "overlay/include"
    for source in sorted(top.rglob("*")):
        if source.is_dir():
            continue
        name = str(source.relative_to(top))
        text = source.read_text()
        if (name.endswith(".h") and name not in RUNTIME and name != _VERSION):
            text = with_check(text, name)
        _write(target / name, text)


def install(build: Path, prefix: Path, tree: Path, target: Path) -> int:
    """Writes `target`, the prefix's include directory; says how many files
    there are. `build` is the build directory, `prefix` the distribution's and
    `tree` the patched source."""
    for directory in ("clang", "clang-c", "llvm", "llvm-c", "polly"):
        shutil.copytree(prefix / "include" / directory, target / directory,
                        copy_function=shutil.copyfile, dirs_exist_ok=True)
    shutil.copytree(tree / "lld/include/lld", target / "lld",
                    copy_function=shutil.copyfile, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("*.in"))
    _overlay(build, target)
    made = build / "overlay/config"
    for name in ("clang/Config/config.h", "lld/Common/Version.inc"):
        _write(target / name, (made / name).read_text())
    for name, change in ((_CONFIG, config),
                         ("llvm/Config/abi-breaking.h", abi.header)):
        _write(target / name, change((target / name).read_text()))
    return sum(path.is_file() for path in target.rglob("*"))
