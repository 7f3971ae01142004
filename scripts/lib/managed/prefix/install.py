"""Installs the overlay's build with what it takes from the distribution:

  cmake --install build --prefix DIR

which runs python3 -m managed.prefix.install --build build --target DIR. What is
installed does not need this repository, nor the distribution's LLVM.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from .. import paths
from ..ui import Failure, main, run, say, step
from . import archives, components, headers, packages, tools

_RUNTIME = "llvm/lib/ExecutionEngine/ManagedRuntime"
# The libraries of the runtime come from its own build.
_OWN_BUILD = "LLVMManagedRuntime"


def check_target(target: Path) -> None:
    """Fails if another LLVM is there: its files would stay among ours."""
    config = target / "include/llvm/Config"
    if config.exists() and not (config / "managed-llvm.h").exists():
        raise Failure(f"{target} holds another LLVM; give Managed LLVM a "
                      "directory of its own")
    if target.exists() and not os.access(target, os.W_OK):
        raise Failure(f"{target} cannot be written to")


def install_libraries(build: Path, target: Path) -> None:
    merger = archives.Merger(build / "overlay", paths.LLVM_PREFIX,
                             target / "lib")
    merger.merge([name for name in sorted({*merger.ours(), *merger.theirs()})
                 if name != _OWN_BUILD])


def install_runtime(build: Path, target: Path) -> None:
    """The managed runtime with its CMake package and pkg-config files."""
    directory = build / "overlay/prefix-runtime"
    log = directory / "build.log"
    log.unlink(missing_ok=True)
    with step("building the managed runtime"):
        run(["cmake", "-G", "Ninja", "-S", paths.REPO / _RUNTIME, "-B",
             directory, f"-DCMAKE_INSTALL_PREFIX={target}",
             "-DCMAKE_INSTALL_LIBDIR=lib",
             f"-DCMAKE_C_COMPILER={paths.LLVM_PREFIX / 'bin/clang'}",
             f"-DCMAKE_CXX_COMPILER={paths.LLVM_PREFIX / 'bin/clang++'}"],
            log, "configuring the managed runtime")
        run(["cmake", "--build", directory, "--target", "install"], log,
            "building the managed runtime")
    for name, other in components.STATIC.items():
        link = target / f"lib/lib{other}.a"
        link.unlink(missing_ok=True)
        link.symlink_to(f"lib{name}.a")
    for path in sorted((target / "lib/pkgconfig").glob("llvm-managed-*.pc")):
        # The prefix can be moved.
        path.write_text(path.read_text().replace(
            f"prefix={target}\n", "prefix=${pcfiledir}/../..\n"))


def install_resources(target: Path) -> None:
    """clang's own headers and runtimes."""
    for source in sorted((paths.LLVM_PREFIX / "lib/clang").iterdir()):
        if source.name.isdigit():
            shutil.copytree(source, target / "lib/clang" / source.name,
                            dirs_exist_ok=True, copy_function=shutil.copyfile)


def install_documents(target: Path) -> None:
    top = target / "share/doc/managed-llvm"
    top.mkdir(parents=True, exist_ok=True)
    for name in ("README.md", "LICENSE.TXT"):
        shutil.copyfile(paths.REPO / name, top / name)
    shutil.copytree(paths.REPO / "docs", top / "docs", dirs_exist_ok=True,
                    copy_function=shutil.copyfile)
    for name in ("Clients", "MovingCollector"):
        shutil.copytree(paths.REPO / "llvm/examples" / name,
                        target / "share/managed-llvm/examples" / name,
                        dirs_exist_ok=True, copy_function=shutil.copyfile)


def install(build: Path, target: Path) -> None:
    """Writes the whole prefix."""
    check_target(target)
    with step("copying programs"):
        mine = tools.install_ours(build, target)
        others = tools.install_theirs(paths.LLVM_PREFIX, target, mine)
    with step("copying headers"):
        headers.install(build, paths.LLVM_PREFIX, paths.TREE,
                        target / "include")
        install_resources(target)
    install_libraries(build, target)
    install_runtime(build, target)
    with step("writing CMake packages and documents"):
        packages.Packages(paths.LLVM_PREFIX, paths.TREE, paths.UPSTREAM,
                          target).write()
        install_documents(target)
    size = sum(path.lstat().st_size for path in target.rglob("*")
               if not path.is_dir())
    say(f"{target}: {len(mine)} programs of ours, {len(others)} of the "
        f"distribution's, {size / 1e6:.0f} MB")


def command(argv: list) -> int:
    parser = argparse.ArgumentParser(prog="install")
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--target", required=True, type=Path)
    options = parser.parse_args(argv)
    install(options.build.absolute(), options.target.absolute())
    return 0


if __name__ == "__main__":
    sys.argv[0] = "install"
    main(command)
