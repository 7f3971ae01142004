"""Programs that link clang's libraries, lld's, and all of LLVM, through CMake
and through pkg-config.

Needs the built overlay (scripts/build).
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, version  # noqa: E402
from managed.prefix import components, scratch  # noqa: E402
from managed.ui import run  # noqa: E402

PREFIX = WHERE = None
FRONTEND = """
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
int main() {
  return !clang::tooling::runToolOnCode(
      std::make_unique<clang::SyntaxOnlyAction>(), "int x = sizeof(long);");
}
"""
LINKER = """
#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"
LLD_HAS_DRIVER(elf)
int main(int argc, char **argv) {
  std::vector<const char *> Arguments(argv, argv + argc);
  return lld::lldMain(Arguments, llvm::outs(), llvm::errs(),
                      {{lld::Gnu, &lld::elf::link}})
      .retCode;
}
"""
PROJECT = """
cmake_minimum_required(VERSION 3.20)
project(client C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(ManagedLLVM 0.9 REQUIRED COMPONENTS Clang LLD CONFIG)
include_directories(${LLVM_INCLUDE_DIRS})
add_executable(frontend frontend.cpp)
target_link_libraries(frontend PRIVATE clangTooling)
add_executable(linker linker.cpp)
target_link_libraries(linker PRIVATE lldELF)
set_target_properties(linker PROPERTIES OUTPUT_NAME ld.lld)
"""


def setUpModule():
    global PREFIX, WHERE
    packages.ensure("linkers", "run")
    PREFIX = scratch.installed()
    WHERE = Path(tempfile.mkdtemp())
    for name, text in (("frontend.cpp", FRONTEND), ("linker.cpp", LINKER),
                       ("CMakeLists.txt", PROJECT)):
        (WHERE / name).write_text(text)
    run(["cmake", "-G", "Ninja", "-S", WHERE, "-B", WHERE / "build",
         f"-DCMAKE_PREFIX_PATH={PREFIX}"], what="cmake")
    run(["cmake", "--build", WHERE / "build"], what="building the clients")


def tearDownModule():
    shutil.rmtree(WHERE)


def output(program: Path, *words) -> tuple:
    done = subprocess.run([program, *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Linking(unittest.TestCase):
    def check(self, frontend: Path, linker: Path):
        self.assertEqual(output(frontend), (0, ""))
        code, text = output(linker, "--version")
        self.assertEqual(code, 0)
        self.assertIn(f"Managed LLVM {version.version()}", text)

    def test_cmake(self):
        """By GNU ld, which reads each archive once."""
        self.check(WHERE / "build/frontend", WHERE / "build/ld.lld")

    def test_pkgconfig(self):
        environment = dict(os.environ,
                           PKG_CONFIG_PATH=str(PREFIX / "lib/pkgconfig"))
        for linker in ("bfd", "mold"):
            for name, package, made in (
                    ("frontend", "managed-clang", "frontend"),
                    ("linker", "managed-lld", "ld.lld")):
                flags = run(["pkg-config", "--libs", package],
                            what="pkg-config", env=environment).split()
                run(["g++", WHERE / f"build/CMakeFiles/{name}.dir/{name}"
                     ".cpp.o", "-o", WHERE / made, f"-fuse-ld={linker}",
                     *flags], what=f"linking with {package} and {linker}")
            with self.subTest(linker=linker):
                self.check(WHERE / "frontend", WHERE / "ld.lld")


class Components(unittest.TestCase):
    def test_components_in_capitals(self):
        """They are no keywords of CMake."""
        text = ("set(MORE Core)\nadd_lld_library(x\n  a.cpp\n\n"
                "  LINK_COMPONENTS\n  ${MORE}\n  DTLTO\n  LTO\n  MC\n\n"
                "  LINK_LIBS\n  lldCommon\n\n  DEPENDS\n  y\n  )\n")
        self.assertEqual(components.link_components(text),
                         {"x": ["Core", "DTLTO", "LTO", "MC"]})


if __name__ == "__main__":
    unittest.main()
