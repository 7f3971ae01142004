"""The managed runtime, built and installed as its users would, per target."""

import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ..paths import BUILD, REPO
from ..ui import Failure, alone, run

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
    def guard(self) -> Path:
        """Reserves the wide guard before any constructor runs."""
        return self.prefix / "lib/LLVMManagedGuard.o"

    @property
    def automatic(self) -> list:
        """What a program links to have its null checks work."""
        return [self.image, self.auto, self.static]


@dataclass(frozen=True)
class Target:
    """A machine: its compilers, and the command that runs its programs."""

    name: str
    machine: str

    @property
    def is_native(self) -> bool:
        return self.machine == platform.machine()

    def tool(self, name: str) -> str:
        """The GNU tool `name` for this machine."""
        return name if self.is_native else f"{self.machine}-linux-gnu-{name}"

    @property
    def prefix(self) -> tuple:
        return () if self.is_native else (
            f"qemu-{self.machine}", "-L", f"/usr/{self.machine}-linux-gnu")

    @property
    def cmake(self) -> list:
        """The options of CMake that choose the compiler."""
        options = [f"-DCMAKE_C_COMPILER={self.tool('gcc')}",
                   f"-DCMAKE_CXX_COMPILER={self.tool('g++')}"]
        if not self.is_native:
            options += ["-DCMAKE_SYSTEM_NAME=Linux",
                        f"-DCMAKE_SYSTEM_PROCESSOR={self.machine}"]
        return options

    @property
    def missing(self) -> str:
        """What is needed and not installed, or nothing."""
        words = [self.tool("gcc"), self.tool("g++"), *self.prefix[:1],
                 "cmake", "ninja"]
        return ", ".join(w for w in words if not shutil.which(w))


TARGETS = {"x86-64": Target("x86-64", "x86_64"),
           "AArch64": Target("AArch64", "aarch64")}

# What is added to the compiler's flags.
VARIANTS = {
    "release": "",
    "asan": "-fsanitize=address,undefined -fno-sanitize-recover=all "
            "-fno-omit-frame-pointer",
    "tsan": "-fsanitize=thread",
}


def build(machine: str, variant: str = "release") -> Runtime:
    """Brings the runtime for x86_64 or aarch64 up to date."""
    target = next(t for t in TARGETS.values() if t.machine == machine)
    name = machine if variant == "release" else f"{machine}-{variant}"
    directory = BUILD / "managed-runtime" / name
    prefix = directory / "prefix"
    directory.mkdir(parents=True, exist_ok=True)
    log = directory / "build.log"
    flags = VARIANTS[variant]
    with alone(directory, "build of the managed runtime"):
        log.unlink(missing_ok=True)
        if not (directory / "build.ninja").exists():
            run(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", directory,
                 f"-DCMAKE_INSTALL_PREFIX={prefix}",
                 "-DCMAKE_INSTALL_LIBDIR=lib", f"-DCMAKE_C_FLAGS={flags}",
                 f"-DCMAKE_CXX_FLAGS={flags}", *target.cmake], log,
                f"configuring the managed runtime for {machine}")
        run(["cmake", "--build", directory, "--target", "install"], log,
            f"building the managed runtime for {machine}")
    return Runtime(prefix)


def execute(target: Target, command: list, where: str, limit: int) -> str:
    """What a stress program prints. `limit` is in seconds. What goes wrong, and
    whatever it prints as an error, is a Failure, which names `where`."""
    try:
        done = subprocess.run([*target.prefix, *map(str, command)],
                              capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failure(f"{where}: took more than {limit // 60} minutes") \
            from None
    lines = [line for line in done.stderr.splitlines()
             if not line.startswith("qemu: ")]
    if done.returncode or lines:
        detail = "\n".join(lines[:40])
        raise Failure(f"{where}: exit code {done.returncode}\n{detail}")
    return done.stdout
