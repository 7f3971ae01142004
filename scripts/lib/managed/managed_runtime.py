"""The managed runtime, built and installed as its users would, per target."""

import platform
from dataclasses import dataclass
from pathlib import Path

from .paths import BUILD, REPO
from .ui import alone, run

SOURCE = REPO / "llvm/lib/ExecutionEngine/ManagedRuntime"


@dataclass(frozen=True)
class Runtime:
    """An installed runtime."""

    prefix: Path

    @property
    def include(self) -> Path:
        return self.prefix / "include"

    @property
    def static(self) -> Path:
        return self.prefix / "lib/libLLVMManagedRuntime.a"

    @property
    def shared(self) -> Path:
        return self.prefix / "lib/libLLVMManagedRuntime.so"

    @property
    def image(self) -> Path:
        """Registers the fault map of the image that it is linked into."""
        return self.prefix / "lib/LLVMManagedImage.o"

    @property
    def auto(self) -> Path:
        """Installs the fault handler."""
        return self.prefix / "lib/LLVMManagedAuto.o"

    @property
    def automatic(self) -> list:
        """What a program links to have its null checks work."""
        return [self.image, self.auto, self.static]


def _toolchain(machine: str) -> list:
    """The options of CMake that choose the compiler for `machine`."""
    if machine == platform.machine():
        return ["-DCMAKE_C_COMPILER=gcc", "-DCMAKE_CXX_COMPILER=g++"]
    return ["-DCMAKE_SYSTEM_NAME=Linux",
            f"-DCMAKE_SYSTEM_PROCESSOR={machine}",
            f"-DCMAKE_C_COMPILER={machine}-linux-gnu-gcc",
            f"-DCMAKE_CXX_COMPILER={machine}-linux-gnu-g++"]


def build(machine: str) -> Runtime:
    """Brings the runtime for x86_64 or aarch64 up to date."""
    directory = BUILD / "managed-runtime" / machine
    prefix = directory / "prefix"
    directory.mkdir(parents=True, exist_ok=True)
    log = directory / "build.log"
    with alone(directory, "build of the managed runtime"):
        log.unlink(missing_ok=True)
        if not (directory / "build.ninja").exists():
            run(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", directory,
                 f"-DCMAKE_INSTALL_PREFIX={prefix}",
                 "-DCMAKE_INSTALL_LIBDIR=lib", *_toolchain(machine)], log,
                f"configuring the managed runtime for {machine}")
        run(["cmake", "--build", directory, "--target", "install"], log,
            f"building the managed runtime for {machine}")
    return Runtime(prefix)
