"""Programs and plugins in which an installed prefix meets another LLVM: each
fails, with a message, when it is compiled, linked, started or loaded.

Needs the built overlay (scripts/build).
"""

import functools
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.prefix import abi, scratch  # noqa: E402
from managed.ui import run  # noqa: E402

THEIRS = paths.LLVM_PREFIX
PREFIX = WHERE = None

PROGRAM = """
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
using namespace llvm;

int main() {
  LLVMContext Context;
  Module M("m", Context);
  PassBuilder PB;
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, "default<O2>")) {
    errs() << toString(std::move(E)) << '\\n';
    return 1;
  }
  outs() << "one LLVM\\n";
  return 0;
}
"""

PLUGIN = """
#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/Support/raw_ostream.h"
using namespace llvm;

struct Hello : PassInfoMixin<Hello> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    errs() << "hello " << F.getName() << '\\n';
    return PreservedAnalyses::all();
  }
};

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "hello", "1", [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, FunctionPassManager &FPM,
                   ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "hello")
                    return false;
                  FPM.addPass(Hello());
                  return true;
                });
          }};
}
"""

FLAGS = ("-std=c++17", "-O1", "-fno-exceptions", "-w", "-D_GNU_SOURCE",
         "-D__STDC_CONSTANT_MACROS", "-D__STDC_LIMIT_MACROS")
# Discards what nothing refers to, as LLVM's own build does.
SECTIONS = ("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections")


def setUpModule():
    global PREFIX, WHERE
    packages.ensure("linkers", "run")
    PREFIX = scratch.installed()
    WHERE = Path(tempfile.mkdtemp())


def tearDownModule():
    shutil.rmtree(WHERE)


@functools.cache
def compiled(include: Path, flags: tuple, compiler: str, text: str) -> Path:
    """The object of `text`, with the headers of the prefix `include`."""
    source = Path(tempfile.mkdtemp(dir=WHERE)) / "unit.cpp"
    source.write_text(text)
    run([compiler, *FLAGS, *(f for f in flags if "gc-sections" not in f),
         f"-I{include / 'include'}", "-c", source, "-o",
         source.with_suffix(".o")], what=f"compiling with {compiler}")
    return source.with_suffix(".o")


@functools.cache
def tool(prefix: Path, *words) -> list:
    config = [prefix / "bin/llvm-config", *words]
    return run(config, what="llvm-config").split()


def archives(prefix: Path) -> list:
    return tool(prefix, "--link-static", "--libfiles", "passes", "native")


def system() -> list:
    return tool(PREFIX, "--system-libs")


class Case(unittest.TestCase):
    def setUp(self):
        self.where = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.where)
        self.source = self.where / "unit.cpp"
        self.program = self.where / "program"

    def build(self, *words, include=None, compiler="clang++-22",
              flags=()) -> str:
        """Links the program; the messages, or "" if that worked."""
        unit = compiled(include or PREFIX, flags, compiler, PROGRAM)
        done = subprocess.run(
            [compiler, *flags, unit, "-o", self.program, *words, *system()],
            capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else ""

    def run_program(self) -> tuple:
        done = subprocess.run([self.program], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr


class Static(Case):
    LINKERS = ("bfd", "lld", "mold")

    def each(self):
        for linker in self.LINKERS:
            for flags in ((), SECTIONS):
                with self.subTest(linker=linker, sections=bool(flags)):
                    words = [f"-fuse-ld={linker}"]
                    if linker == "lld":
                        words.append(f"--ld-path={PREFIX / 'bin/ld.lld'}")
                    yield flags, words

    def test_right(self):
        for flags, words in self.each():
            for compiler in ("clang++-22", "g++"):
                if compiler == "g++":
                    words = [w for w in words if "ld-path" not in w]
                    if words == ["-fuse-ld=lld"]:
                        continue
                self.assertEqual(self.build(*words, *archives(PREFIX),
                                            flags=flags, compiler=compiler),
                                 "")
                self.assertEqual(self.run_program(), (0, "one LLVM\n", ""))

    def test_groups_in_any_order(self):
        for linker in ("bfd", "lld", "mold"):
            files = archives(PREFIX)
            for order in (files, files[::-1]):
                with self.subTest(linker=linker):
                    self.assertEqual(
                        self.build(f"-fuse-ld={linker}", "-Wl,--start-group",
                                   *order, "-Wl,--end-group"), "")
                    self.assertEqual(self.run_program(),
                                     (0, "one LLVM\n", ""))

    def test_their_archives(self):
        for flags, words in self.each():
            error = self.build(*words, *archives(THEIRS), flags=flags)
            self.assertIn(f"llvm::{abi.variable()}", error)

    def test_their_headers(self):
        for flags, words in self.each():
            error = self.build(*words, *archives(PREFIX), flags=flags,
                               include=THEIRS)
            self.assertIn("ObjectOfAnotherLLVMInAProgramThatNeedsManagedLLVM",
                          error)

    def refused(self, *words, **options):
        """The link fails, or the program ends at once."""
        error = self.build(*words, **options)
        if error:
            self.assertRegex(error, "ManagedLLVM|multiple definition|duplicate"
                             " symbol")
            return
        code, output, error = self.run_program()
        self.assertNotEqual(code, 0)
        self.assertEqual(output, "")
        # Initializers of their shared library run first, and complain about an
        # option that exists already.
        self.assertRegex(error, "and another LLVM|already exists!")

    def test_their_archives_first(self):
        for flags, words in self.each():
            self.refused(*words, *archives(THEIRS), *archives(PREFIX),
                         flags=flags)

    def test_one_group_of_both(self):
        """If ours come first, nothing is taken of the others."""
        for flags, words in self.each():
            self.refused(*words, "-Wl,--start-group", *archives(THEIRS),
                         *archives(PREFIX), "-Wl,--end-group", flags=flags)
            self.assertEqual(
                self.build(*words, "-Wl,--start-group", *archives(PREFIX),
                           *archives(THEIRS), "-Wl,--end-group", flags=flags),
                "")
            self.assertEqual(self.run_program(), (0, "one LLVM\n", ""))

    def test_one_library_of_theirs(self):
        for name in ("libLLVMCore.a", "libLLVMCodeGen.a", "libLLVMPasses.a",
                     "libLLVMSupport.a"):
            files = [str(THEIRS / "lib" / name) if f.endswith("/" + name)
                     else f for f in archives(PREFIX)]
            with self.subTest(name):
                self.refused("-Wl,--start-group", *files, "-Wl,--end-group")

    def test_their_shared_library(self):
        shared = THEIRS / "lib/libLLVM.so"
        for words in ([shared], [shared, *archives(PREFIX)],
                      [*archives(PREFIX), shared],
                      [PREFIX / "lib/libLLVMSupport.a", shared]):
            with self.subTest(words=[Path(w).name for w in words][:2]):
                self.refused("-Wl,--no-as-needed", *words)

    def test_preemption(self):
        """A shared library with our archives, in a program that has theirs for
        something else, or loads it later."""
        library = self.where / "libclient.so"
        client = PROGRAM.replace("int main()", 'extern "C" int client()')
        self.source.write_text('extern "C" int client();\n'
                               "int main() { return client(); }\n")
        hidden = ("-fPIC", "-fvisibility-inlines-hidden")
        for flags, words, right in (
                (("-fPIC",), (), False),
                # Their library hides inline functions of headers.
                (("-fPIC",), ("-Wl,--exclude-libs,ALL",), True),
                (hidden, ("-Wl,--exclude-libs,ALL",), True)):
            with self.subTest(flags=flags, words=words):
                run(["clang++-22", "-shared",
                     compiled(PREFIX, flags, "clang++-22", client), "-o",
                     library, *words, "-Wl,-z,defs", *archives(PREFIX),
                     *system()], what="linking a shared library")
                for first in ([THEIRS / "lib/libLLVM.so", library],
                              [library, THEIRS / "lib/libLLVM.so"]):
                    run(["clang++-22", self.source, "-o", self.program,
                         "-Wl,--no-as-needed", *first,
                         f"-Wl,-rpath,{self.where}"], what="linking a program")
                    found = self.run_program()
                    if right:
                        self.assertEqual(found, (0, "one LLVM\n", ""))
                    elif first[0] != library:
                        self.assertEqual(found[:2], (1, ""))
                        self.assertIn("libLLVM.so", found[2])
                        self.assertIn("and another LLVM", found[2])

    def test_order_of_headers(self):
        self.source.write_text("#include \"llvm/ExecutionEngine/Orc/"
                               "ManagedCodePlugin.h\"\n")
        for order in ([THEIRS, PREFIX], [PREFIX, THEIRS]):
            done = subprocess.run(
                ["clang++-22", *FLAGS, "-fsyntax-only",
                 *(f"-I{p / 'include'}" for p in order), self.source],
                capture_output=True, text=True)
            if order[0] == PREFIX:
                self.assertEqual((done.returncode, done.stderr), (0, ""))
            else:
                self.assertIn("is of another LLVM", done.stderr)
                self.assertNotEqual(done.returncode, 0)


class Plugins(Case):
    def plugin(self, prefix: Path, *words) -> Path:
        path = self.where / "plugin.so"
        flags = tuple(str(w) for w in words
                      if str(w).startswith(("-f", "-D")))
        unit = compiled(prefix, ("-fPIC", *flags), "clang++-22", PLUGIN)
        run(["clang++-22", "-shared", unit, "-o", path, *words],
            what="linking a plugin")
        return path

    def opt(self, prefix: Path, option: str) -> tuple:
        done = subprocess.run(
            [prefix / "bin/opt", option, "-passes=hello", "-disable-output"],
            input="define void @f() {\n  ret void\n}\n", capture_output=True,
            text=True)
        return done.returncode, done.stderr

    def clang(self, prefix: Path, *options) -> tuple:
        source = self.where / "empty.c"
        source.write_text("")
        done = subprocess.run(
            [prefix / "bin/clang", *options, "-c", source, "-o",
             self.where / "empty.o"], capture_output=True, text=True)
        return done.returncode, done.stderr

    def test_ours(self):
        path = self.plugin(PREFIX)
        self.assertEqual(self.opt(PREFIX, f"-load-pass-plugin={path}"),
                         (0, "hello f\n"))
        self.assertEqual(self.clang(PREFIX, f"-fpass-plugin={path}"), (0, ""))

    def test_theirs(self):
        for words in ((), (THEIRS / "lib/libLLVM.so",)):
            path = self.plugin(THEIRS, *words)
            for found in (self.opt(PREFIX, f"-load-pass-plugin={path}"),
                          self.opt(PREFIX, f"-load={path}"),
                          self.clang(PREFIX, f"-fpass-plugin={path}"),
                          self.clang(PREFIX, f"-fplugin={path}")):
                with self.subTest(words=words):
                    self.check_refused(found)

    def check_refused(self, found: tuple):
        self.assertEqual(found[0], 1)
        self.assertIn("it was built for another LLVM", found[1])
        self.assertNotIn("Stack dump", found[1])

    def test_discarded_symbol(self):
        """The linker has discarded the reference, or the plugin had none: the
        version of the interface differs, too."""
        off = "-DLLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1"
        for words in (SECTIONS, (off,)):
            path = self.plugin(THEIRS, *words)
            for found in (self.opt(PREFIX, f"-load-pass-plugin={path}"),
                          self.clang(PREFIX, f"-fpass-plugin={path}")):
                self.check_refused(found)
                self.assertIn("Wrong API version", found[1])

    def test_damaged_files(self):
        """Whatever is wrong with a plugin, it is not loaded, and the tool ends
        with a message."""
        path = self.plugin(THEIRS)
        whole = path.read_bytes()
        chance = random.Random(33)
        # The dynamic linker itself gets SIGBUS for segments that are not there.
        for size in (0, 3, 16, 63, 64, 65, len(whole) - 1):
            with self.subTest(size=size):
                path.write_bytes(whole[:size])
                code, error = self.opt(PREFIX, f"-load-pass-plugin={path}")
                self.assertEqual(code, 1)
                self.assertNotIn("Stack dump", error)
        # The header, and the section headers at the end.
        for place in [*range(4, 64), *chance.sample(
                range(len(whole) - 64 * 25, len(whole)), 60)]:
            damaged = bytearray(whole)
            damaged[place] = chance.choice([0, 1, 0x7f, 0xff])
            path.write_bytes(damaged)
            with self.subTest(place=place):
                code, error = self.opt(PREFIX, f"-load-pass-plugin={path}")
                self.assertEqual(code, 1, error)
                self.assertNotIn("Stack dump", error)

    def test_ours_in_theirs(self):
        path = self.plugin(PREFIX)
        for found in (self.opt(THEIRS, f"-load-pass-plugin={path}"),
                      self.clang(THEIRS, f"-fpass-plugin={path}")):
            self.assertEqual(found[0], 1)
            self.assertRegex(found[1], abi.variable() + "|Wrong API version")


class CMakePackages(Case):
    def configure(self, text: str, *words) -> str:
        """The messages of CMake, or "" if it has no errors."""
        (self.where / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.20)\n"
            "project(client C CXX)\n" + text)
        done = subprocess.run(
            ["cmake", "-G", "Ninja", "-S", self.where, "-B",
             self.where / "build", *words], capture_output=True, text=True)
        # CMake breaks lines.
        return " ".join(done.stderr.split()) if done.returncode else ""

    def test_clang_finds_another_llvm(self):
        error = self.configure(
            "find_package(Clang REQUIRED CONFIG)\n",
            f"-DClang_DIR={PREFIX / 'lib/cmake/clang'}",
            f"-DLLVM_DIR={THEIRS / 'lib/cmake/llvm'}")
        self.assertIn("found another LLVM", error)

    def test_another_llvm_first(self):
        error = self.configure(
            f"find_package(LLVM REQUIRED CONFIG PATHS {THEIRS} "
            "NO_DEFAULT_PATH)\n"
            f"find_package(ManagedLLVM REQUIRED CONFIG PATHS {PREFIX})\n")
        self.assertIn("another LLVM", error)

    def test_components(self):
        error = self.configure(
            "find_package(ManagedLLVM 0.9 REQUIRED COMPONENTS Clang LLD "
            f"LLVMManagedRuntime CONFIG PATHS {PREFIX})\n"
            'if(NOT LLVM_DIR MATCHES "^${CMAKE_PREFIX_PATH}" OR '
            "NOT TARGET clangBasic OR NOT TARGET lldELF)\n"
            "message(FATAL_ERROR wrong)\nendif()\n")
        self.assertEqual(error, "")
        error = self.configure(
            "find_package(ManagedLLVM REQUIRED COMPONENTS Flang CONFIG "
            f"PATHS {PREFIX})\n")
        self.assertIn("no component Flang", error)

    def test_versions(self):
        for asked, found in (("0.9", True), ("0.9.0", True), ("0.8", False),
                             ("1.0", False), ("0.10", False)):
            error = self.configure(
                f"find_package(ManagedLLVM {asked} REQUIRED CONFIG "
                f"PATHS {PREFIX})\n")
            self.assertEqual(error == "", found, error)

    def test_other_linkers(self):
        (self.where / "unit.cpp").write_text("int main() {}\n")
        error = self.configure(
            f"find_package(ManagedLLVM REQUIRED COMPONENTS LLD CONFIG "
            f"PATHS {PREFIX})\nadd_executable(client unit.cpp)\n"
            "target_link_libraries(client PRIVATE lldCOFF)\n")
        self.assertIn("lld_for_ELF_only", error)


if __name__ == "__main__":
    unittest.main()
