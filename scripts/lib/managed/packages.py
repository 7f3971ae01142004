"""Distribution packages: which are needed for what, and installing them."""

import os
import shutil
import subprocess

from .ui import Failure, say, run

# What each job needs, by Debian 12 package name.
GROUPS = {
    # Unpacking upstream and handling the series.
    "source": ["git", "xz-utils", "patch", "dpkg-dev"],
    # Compiling and linking the overlay.
    "build": [
        "clang-22", "lld-22", "llvm-22-dev", "llvm-22-tools",
        "llvm-22-linker-tools", "libclang-22-dev", "libpolly-22-dev",
        "binutils-dev", "cmake", "ninja-build", "ccache", "zlib1g-dev",
        "libzstd-dev", "libxml2-dev", "libffi-dev", "libedit-dev",
        "libcurl4-openssl-dev", "libzip-dev", "pkg-config",
    ],
    # Running lit with the distribution's tools.
    "test": ["llvm-22", "llvm-22-tools", "clang-22", "lld-22",
             "llvm-22-linker-tools", "llvm-22-dev", "libclang-22-dev",
             "binutils", "python3-psutil"],
    # Checking the format and the rules of C++ sources.
    "lint": ["clang-format-22", "clang-tidy-22"],
    # Building the fuzzers.
    "fuzz": ["clang-22", "lld-22", "llvm-22-dev", "libclang-rt-22-dev",
             "binutils", "binutils-aarch64-linux-gnu", "ccache"],
    # Measuring faults.
    "faults": ["libbenchmark-dev"],
    # Measuring walks.
    "walk": ["libunwind-dev"],
    "java": ["openjdk-17-jdk-headless"],
    # Class files that scripts/bench java compiles.
    "jars": ["libguava-java", "libcommons-lang3-java",
             "libcommons-math3-java", "libcommons-collections4-java",
             "libcommons-compress-java", "libcommons-io-java",
             "libcommons-codec-java", "libjoda-time-java",
             "libjackson2-core-java", "libjackson2-annotations-java",
             "libjackson2-databind-java", "libasm-java"],
    # Running tests and the demo on both targets.
    "run": [
        "llvm-22", "qemu-user", "gcc-aarch64-linux-gnu",
        "g++-aarch64-linux-gnu", "libc6-dev-arm64-cross", "valgrind", "make",
        "g++", "file", "cmake", "ninja-build", "pkg-config", "gdb",
    ],
    # The other standard library, for this machine.
    "libc++": ["libc++-22-dev", "libc++abi-22-dev"],
    # Another C library, which does not run .preinit_array.
    "musl": ["musl-tools"],
    # Linking with every linker; binutils has two of them.
    "linkers": ["binutils", "binutils-aarch64-linux-gnu", "mold"],
    # What an installed prefix takes from the distribution.
    "install": ["llvm-22", "llvm-22-tools", "clang-22", "clang-tools-22",
                "clang-format-22", "libclang-common-22-dev",
                "libclang-rt-22-dev", "libclang-cpp22"],
    # Making packages, and trying them in fresh systems.
    "package": ["dpkg-dev", "zstd", "tar"],
    "trial": ["debootstrap"],
    # What is done to files after they are linked.
    "post-link": ["bolt-22", "binutils", "llvm-22"],
}


# What a complete build calls, on any system, and Debian's packages of it.
FULL = {"cmake": "cmake", "ninja": "ninja-build", "c++": "g++", "git": "git",
        "tar": "tar", "xz": "xz-utils"}

_OTHER_ROUTE = " Systems without LLVM 22 build all of it: scripts/build --full"


def _installed(package: str) -> bool:
    done = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}", package],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    return done.returncode == 0 and done.stdout.startswith("ii")


def missing(*groups: str) -> list:
    """The packages of `groups` that are not installed, in order."""
    if not shutil.which("dpkg-query"):
        return []
    wanted = dict.fromkeys(p for g in groups for p in GROUPS[g])
    return not_installed(wanted)


def not_installed(names) -> list:
    """Those of the packages `names` that are not installed, in order."""
    return [name for name in names if not _installed(name)]


def ensure(*groups: str) -> None:
    """Installs what is missing of `groups`; says which, and only then.

    Without root or sudo this is an error that names the packages.
    """
    packages = missing(*groups)
    if packages:
        install(packages)


def ensure_programs(wanted: dict) -> None:
    """Installs the packages of those programs in `wanted` that cannot be
    found. Where packages have other names, this is an error that names the
    programs."""
    lacking = [name for name in wanted if not shutil.which(name)]
    if lacking and shutil.which("apt-get"):
        install([wanted[name] for name in lacking])
    elif lacking:
        raise Failure(f"not installed: {', '.join(lacking)}")


def install(packages: list) -> None:
    """Installs packages by name."""
    if os.geteuid() == 0:
        prefix = []
    elif shutil.which("sudo") and subprocess.run(
            ["sudo", "-n", "true"], stderr=subprocess.DEVNULL).returncode == 0:
        prefix = ["sudo", "-n"]
    else:
        needs_llvm = any("-22" in name for name in packages)
        hint = f".{_OTHER_ROUTE}" if needs_llvm else ""
        raise Failure("packages are missing and this is not root; run: "
                      f"sudo apt-get install {' '.join(packages)}{hint}")
    say("installing packages: " + " ".join(packages))
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    run(prefix + ["apt-get", "update", "-q"], what="apt-get update", env=env)
    try:
        # Another script may be installing, too.
        run(prefix + ["apt-get", "install", "-q", "-y",
                      "-o", "DPkg::Lock::Timeout=600",
                      "--no-install-recommends", *packages],
            what="installing packages", env=env)
    except Failure as failure:
        if "Unable to locate package" not in str(failure):
            raise
        raise Failure(f"{failure}; Debian 12 has LLVM 22 in the suite "
                      "bookworm-security of its security archive: is it among "
                      f"apt's sources?{_OTHER_ROUTE}") from None
