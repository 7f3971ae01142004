"""Builds the managed runtime by itself, for tests, stress and benchmarks.

Each variant is a directory below build/runtime with the CMake build and what
it installs. A second build takes no time.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from .paths import BUILD, REPO
from .ui import Failure, run

SOURCE = REPO / "llvm/lib/ExecutionEngine/ManagedRuntime"
NATIVE = {"x86_64": "x86-64", "aarch64": "AArch64"}.get(os.uname().machine)


@dataclass(frozen=True)
class Target:
    """A machine: its compilers, and the command that runs its programs."""

    name: str
    cc: str
    cxx: str
    prefix: tuple = ()
    cmake: tuple = ()


_CROSS = {
    "x86-64": ("x86_64-linux-gnu-", "qemu-x86_64", "x86_64"),
    "AArch64": ("aarch64-linux-gnu-", "qemu-aarch64", "aarch64"),
}


def _target(name: str) -> Target:
    if name == NATIVE:
        return Target(name, "gcc", "g++")
    tool, emulator, processor = _CROSS[name]
    return Target(
        name, tool + "gcc", tool + "g++",
        (emulator, "-L", f"/usr/{tool.rstrip('-')}"),
        ("-DCMAKE_SYSTEM_NAME=Linux",
         f"-DCMAKE_SYSTEM_PROCESSOR={processor}"))


TARGETS = {name: _target(name) for name in _CROSS}

# What is added to the compiler's flags.
VARIANTS = {
    "release": "",
    "asan": "-fsanitize=address,undefined -fno-sanitize-recover=all "
            "-fno-omit-frame-pointer",
    "tsan": "-fsanitize=thread",
}


def missing(target: Target) -> str:
    """What `target` needs and is not installed, or nothing."""
    words = [target.cc, target.cxx, *target.prefix[:1], "cmake", "ninja"]
    return ", ".join(w for w in words if not shutil.which(w))


def build(target: Target, variant: str = "release",
          top: Path = BUILD / "runtime") -> Path:
    """Builds and installs a variant; returns the prefix it is installed to."""
    lacking = missing(target)
    if lacking:
        raise Failure(f"{lacking} is not installed")
    directory = top / f"{target.name}-{variant}"
    prefix = directory / "prefix"
    directory.mkdir(parents=True, exist_ok=True)
    log = directory / "build.log"
    what = f"building the managed runtime for {target.name}"
    launcher = (["-DCMAKE_C_COMPILER_LAUNCHER=ccache",
                 "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]
                if shutil.which("ccache") else [])
    if not (directory / "build.ninja").exists():
        run(["cmake", "-S", SOURCE, "-B", directory, "-G", "Ninja",
             f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_LIBDIR=lib",
             f"-DCMAKE_C_COMPILER={target.cc}",
             f"-DCMAKE_CXX_COMPILER={target.cxx}",
             f"-DCMAKE_C_FLAGS={VARIANTS[variant]}",
             f"-DCMAKE_CXX_FLAGS={VARIANTS[variant]}",
             "-DCMAKE_BUILD_TYPE=Release", *launcher, *target.cmake],
            log=log, what=what)
    run(["cmake", "--build", directory, "--target", "install", "-j", "2"],
        log=log, what=what)
    return prefix
