"""Tests of scripts/programs with toy packages and the distribution's compiler:
what is built with which options, counted, compared, kept, and what is said of
compilers that are wrong."""

import dataclasses
import io
import shutil
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.counting import build_plugin  # noqa: E402
from managed.paths import LLVM_PREFIX  # noqa: E402
from managed.programs import build, command, measure, pins  # noqa: E402
from managed.programs.command import COMPILER, FUNCTIONS  # noqa: E402
from managed.programs.recipe import Cmake, Program, Run, Sources  # noqa: E402
from managed.programs.sides import TARGETS, cells  # noqa: E402
from managed.ui import Failure  # noqa: E402

# The distribution's compiler with options it does not know left out; and it is
# $BEHAVIOR.
OURS = """\
#!/usr/bin/env python3
import os, sys
feature = "-fdevirtualize" in sys.argv
words = [w for w in sys.argv[1:] if w != "-fdevirtualize"]
BEHAVIOR
os.execv("REFERENCE", ["clang++", *words])
"""
WRONG = "if feature: words += ['-DWRONG']"
CRASH = "if feature: sys.exit('clang++: error: it has crashed')"

LIBRARY = """\
struct Base { virtual long call(long) = 0; virtual ~Base() {} };
struct Derived : Base { long call(long) override; };
long Derived::call(long X) {
#ifdef WRONG
  for (volatile int I = 0; I != 3; ++I);
#endif
  return X * 3 + 1;
}
Base *make() { return new Derived; }
"""
MAIN = """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csignal>
#include <unistd.h>
#include <sys/wait.h>
#include <thread>
#ifdef WRONG
#define MORE 2
#else
#define MORE 1
#endif
struct Base { virtual long call(long) = 0; virtual ~Base() {} };
Base *make();
static long work(int Count) {
  Base *Object = make();
  long Sum = 0;
  for (int I = 0; I != Count; ++I)
    Sum = Object->call(Sum) % 1009;
  delete Object;
  return Sum * MORE;
}
int main(int NumArguments, char **Arguments) {
  const char *Mode = NumArguments > 1 ? Arguments[1] : "";
  long Sum = work(10001);
  if (!strcmp(Mode, "fork")) {
    if (!fork())
      _exit(work(20000) < 0);
    wait(nullptr);
  }
  if (!strcmp(Mode, "threads")) {
    std::thread A([] { work(300000); }), B([] { work(300000); });
    A.join();
    B.join();
  }
  if (!strcmp(Mode, "fail"))
    return 3;
  if (!strcmp(Mode, "time"))
    std::printf("it took %d s\\n", rand() * 0 + getpid());
  if (!strcmp(Mode, "write"))
    fputs("written", fopen("file", "w"));
  if (!strcmp(Mode, "read"))
    std::printf("%c\\n", getchar());
  std::printf("%ld\\n", Sum);
}
"""


def toy(*modes: str, **more) -> Program:
    runs = more.pop("runs", None) or tuple(
        Run(mode or "plain", ("{build}/main", mode)) for mode in modes)
    return Program("toy", "toy", more.pop("recipe", None) or Sources(
        library=("lib*.cpp",), programs={"main": ("main.cpp",)},
        libraries=("-pthread",)), runs, ("lib.cpp",), cxx=True, **more)


class Toys(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="programs-")
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)
        source = self.dir / "source"
        source.mkdir()
        (source / "lib.cpp").write_text(LIBRARY)
        (source / "main.cpp").write_text(MAIN)
        self.source = source
        self.runtime()

    def runtime(self):
        """In place of the managed runtime, which has tests of its own."""
        (self.dir / "empty.c").write_text("static int Empty;\n")
        for name, flags in (("image.o", ["-c"]), ("auto.o", ["-c"]),
                            ("libruntime.so", ["-shared"])):
            subprocess.run([LLVM_PREFIX / "bin/clang", "-fPIC", *flags,
                            self.dir / "empty.c", "-o", self.dir / name],
                           check=True)
        runtime = SimpleNamespace(
            image=self.dir / "image.o", auto=self.dir / "auto.o",
            shared=self.dir / "libruntime.so")
        patch = mock.patch.object(build, "runtime_for", lambda _: runtime)
        patch.start()
        self.addCleanup(patch.stop)

    def tools(self, behavior: str = "") -> build.Tools:
        directory = self.dir / "ours"
        directory.mkdir(exist_ok=True)
        for driver in build.DRIVERS:
            text = OURS.replace("BEHAVIOR", behavior).replace(
                "REFERENCE", str(LLVM_PREFIX / "bin" / driver))
            (directory / driver).write_text(text)
            (directory / driver).chmod(0o755)
        return build.Tools(LLVM_PREFIX / "bin", directory)

    def suite(self, program: Program, behavior: str = "", **more):
        suite = command.Suite(self.tools(behavior), self.dir / "work",
                              {"toy": program}, 2, **more)
        suite.pins = {"toy": pins.Pin("toy", "1", ())}
        suite.sources = {"toy": self.source}
        return suite

    def run_suite(self, program: Program, behavior: str = "",
                  sides=("clang", "ours", "devirtualize"),
                  variants=("static",), targets=("x86-64",), **more):
        """(exit code, what is printed, the suite)"""
        wanted = cells([program], list(targets), list(variants), list(sides))
        suite = self.suite(program, behavior, **more)
        options = SimpleNamespace(programs=[program], jobs=1, json=None)
        with redirect_stdout(io.StringIO()) as out:
            code = command.finish(suite, wanted, options)
        return code, out.getvalue(), suite

    def only(self, suite, side: str, variant: str = "static"):
        return next(result for cell, result in suite.found.items()
                    if (cell.side, cell.variant) == (side, variant))

    def commands(self, variant: str, side: str) -> list:
        program = toy("")
        suite = self.suite(program)
        cell = next(c for c in cells([program], ["x86-64"], [variant], [side])
                    if (c.side, c.variant) == (side, variant))
        workshop = build.Workshop(
            program, TARGETS["x86-64"], "shared" in variant, suite.tools,
            suite.sources, suite.work)
        return workshop.make(cell)


class Compare(Toys):
    def test_right_and_kept(self):
        program = toy("", runs=(
            Run("plain", ("{build}/main",)),
            Run("write", ("{build}/main", "write"), writes=("file",)),
            Run("read", ("{build}/main", "read"), stdin="{source}/lib.cpp")))
        code, text, suite = self.run_suite(program)
        self.assertEqual(code, 0, text)
        self.assertIn("1 reference, 2 right, 0 DIFFERS", text)
        self.assertEqual(text.count("built in"), 3)
        outputs = self.dir / "work/outputs/toy/x86-64-static-ours"
        self.assertTrue((outputs / "write").read_bytes().endswith(b"written"))
        self.assertTrue((outputs / "read").read_bytes().startswith(b"s\n"))
        # Nothing is built again.
        code, text, _ = self.run_suite(program)
        self.assertEqual((code, text.count("built in")), (0, 0), text)
        # Another compiler is another matter, for its own sides.
        code, text, _ = self.run_suite(program, "# changed")
        self.assertEqual((code, text.count("built in")), (0, 2), text)
        self.assertNotIn("clang: ", text)

    def test_wrong(self):
        code, text, _ = self.run_suite(toy(""), WRONG)
        self.assertEqual(code, 1)
        self.assertIn("toy (x86-64, static): devirtualize: plain: prints "
                      "something else", text)
        self.assertIn("1 right, 1 DIFFERS", text)

    def test_crash(self):
        code, text, _ = self.run_suite(toy(""), CRASH)
        self.assertEqual(code, 1)
        self.assertIn("devirtualize: clang++: error: it has crashed", text)

    def test_fails_with_both(self):
        code, text, _ = self.run_suite(toy("", "fail"))
        self.assertEqual(code, 0)
        self.assertIn("3 fails with both", text)

    def test_does_not_build_with_both(self):
        library = self.source / "lib.cpp"
        good = library.read_text()
        library.write_text("none;")
        code, text, _ = self.run_suite(toy(""))
        self.assertEqual(code, 0)
        self.assertIn("3 fails with both", text)
        # It is tried again, as what was lacking may be there.
        library.write_text(good)
        code, text, _ = self.run_suite(toy(""))
        self.assertIn("1 reference, 2 right", text)

    def test_output_that_is_never_the_same(self):
        code, text, _ = self.run_suite(toy("time"))
        self.assertEqual(code, 0)
        self.assertIn("not compared: toy (x86-64, static): clang: time", text)
        program = toy(runs=(Run("time", ("{build}/main", "time"),
                                ignore=(r"took \d+",)),))
        code, text, _ = self.run_suite(program)
        self.assertEqual((code, "not compared" in text), (0, False), text)

    def test_skipped(self):
        program = toy("")
        suite = self.suite(program)
        suite.sources = {}
        with mock.patch.object(pins, "fetch", side_effect=pins.Unavailable(
                "check the network")), \
                redirect_stdout(io.StringIO()) as out:
            code = command.finish(
                suite, cells([program], ["x86-64"], ["static"], ["ours"]),
                SimpleNamespace(programs=[program], jobs=1, json=None))
        self.assertEqual(code, 0)
        self.assertIn("skipped: toy: check the network", out.getvalue())
        self.assertIn("2 skipped, 0 DIFFERS", out.getvalue())

    def test_what_is_ended_is_not_kept(self):
        """The processes of a cell end before the command does."""
        with mock.patch.object(command, "is_ending", lambda: True), \
                self.assertRaisesRegex(Failure, "clang was ended"):
            self.run_suite(toy(""))
        self.assertFalse(list(self.dir.glob("work/results/**/*.json")))

    @unittest.skipUnless(shutil.which("qemu-x86_64"), "no emulator")
    def test_instructions_of_the_compiler(self):
        # What is not asked for is not built.
        (self.source / "main.cpp").write_text("nothing that compiles")
        for recipe in (None, Cmake()):
            if recipe:
                (self.source / "CMakeLists.txt").write_text(
                    "cmake_minimum_required(VERSION 3.10)\n"
                    "project(toy CXX)\nadd_executable(main main.cpp lib.cpp)"
                    "\n")
            with self.subTest(recipe):
                code, text, suite = self.run_suite(
                    toy("", recipe=recipe), sides=("clang", "null"),
                    counted=COMPILER)
                self.assertEqual(code, 0, text)
                plain, checked = (self.only(suite, side).compiler["lib.cpp"]
                                  for side in ("clang", "null"))
                self.assertGreater(plain, 10_000_000)
                self.assertGreater(checked, plain)
                self.assertRegex(text, rf"null +{checked:,} +1\.\d\d\d")
                self.assertRegex(text, r"x86-64 +static +null +1 +1\.")
                self.assertFalse(self.only(suite, "clang").runs)
        # What is known is not counted again, and is no result of programs.
        code, text, _ = self.run_suite(
            toy("", recipe=Cmake()), sides=("clang", "null"),
            counted=COMPILER)
        self.assertEqual((code, text.count("built in")), (0, 0), text)
        code, text, _ = self.run_suite(toy("", recipe=Cmake()),
                                       sides=("clang",))
        self.assertIn("1 fails with both", text)

    @unittest.skipUnless(shutil.which("qemu-x86_64"), "no emulator")
    def test_instructions_of_functions(self):
        name = "_ZN7Derived4callEl"
        plain = {}
        for mode, calls in (("", 10001), ("fork", 30001),
                            ("threads", 610001)):
            with self.subTest(mode):
                code, text, suite = self.run_suite(
                    toy(mode), sides=("clang", "devirtualize"),
                    counted=FUNCTIONS)
                self.assertEqual(code, 0, text)
                counts = self.only(suite, "clang").functions
                self.assertEqual(counts[name] % calls, 0, counts)
                self.assertIn("main", counts)
                self.assertNotIn(f"static {name}", text)
                self.assertRegex(text, r"devirtualize +\d+ +0 +\d+ +0\n")
                plain[mode] = counts
        # One side executes more in one function.
        code, text, suite = self.run_suite(
            toy(""), WRONG, sides=("clang", "devirtualize"), counted=FUNCTIONS)
        more = self.only(suite, "devirtualize").functions[name]
        self.assertGreater(more, 2 * plain[""][name])
        self.assertRegex(
            text, rf"toy +{name} .* devirtualize .* {more:,} +\d+\.\d+\n")
        self.assertRegex(text, r"devirtualize +\d+ +0 +\d+ +1\n")

    def test_compiler_is_counted_without_remarks(self):
        program = toy("")
        suite = self.suite(program)
        cell = next(c for c in cells([program], ["x86-64"], ["static"],
                                     ["null, implicit"]) if "," in c.side)
        workshop = mock.Mock(program=program, directory=self.dir)
        counters = mock.Mock()
        counters.count.return_value = [1]
        measure.Measurement(workshop, cell, [{
            "kind": "compile", "sources": ["lib.cpp"], "directory": "d",
            "words": ["clang", "-fsave-optimization-record=yaml",
                      "-foptimization-record-file=r", "-o", "lib.o",
                      "lib.cpp"]}], counters, suite.work).compiler()
        self.assertEqual(counters.count.call_args[0][0], [
            "clang", "-o", str(self.dir / "largest.o"), "lib.cpp",
            "-fintegrated-cc1"])

    def test_file_that_is_not_compiled(self):
        code, text, _ = self.run_suite(
            dataclasses.replace(toy(""), largest=("none.cpp",)),
            sides=("clang",), counted=COMPILER)
        self.assertIn("not compiled: toy (x86-64, static): clang: toy: no file "
                      "none.cpp is compiled", text)

    def test_cmake(self):
        (self.source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.10)\nproject(toy CXX)\n"
            "find_package(Threads REQUIRED)\n"
            "add_library(toy lib.cpp)\nadd_executable(main main.cpp)\n"
            "target_link_libraries(main toy Threads::Threads)\n")
        for variant in ("static", "shared", "lto"):
            code, text, suite = self.run_suite(
                toy("", recipe=Cmake()), variants=(variant,))
            self.assertEqual(code, 0, text)
            self.assertIn("2 right", text)
            calls = self.only(suite, "clang", variant).total("calls")
            self.assertTrue(variant == "lto" or calls > 10000, text)
        self.assertTrue((self.dir / "work/toy/x86-64-shared/build/libtoy.so")
                        .exists())


class Options(Toys):
    def test_sides(self):
        for variant, side, has, lacks in (
                ("static", "clang", ("-O2", "-fno-jump-tables"),
                 ("-fdevirtualize", "-flto")),
                ("static", "devirtualize", ("-fdevirtualize",), ("-flto",)),
                ("lto", "devirtualize", ("-fdevirtualize", "-flto",
                                         "-fwhole-program-vtables"), ()),
                ("shared", "clang", ("-fPIC",), ("-flto",))):
            with self.subTest(variant=variant, side=side):
                words = next(c["words"] for c in self.commands(variant, side)
                             if c["sources"][:1] and "lib.cpp" in
                             c["sources"][0])
                self.assertFalse(set(has) - set(words))
                self.assertFalse(set(lacks) & set(words))

    def test_half(self):
        for number in range(12):
            (self.source / f"lib{number}.cpp").write_text(
                f"int unused{number};\n")
        found = [("-fdevirtualize" in c["words"], c["feature"])
                 for c in self.commands("half", "devirtualize")
                 if c["kind"] == "compile"]
        self.assertTrue(all(has == said for has, said in found))
        self.assertEqual({has for has, _ in found}, {False, True})

    def test_paths_are_the_same(self):
        directories = {
            c["directory"] for side in ("clang", "ours", "devirtualize")
            for c in self.commands("static", side)}
        self.assertEqual(len(directories), 1)


class Counts(Toys):
    def counts(self, mode: str, target: str = "x86-64") -> dict:
        code, text, suite = self.run_suite(toy(mode), sides=("clang",),
                                           targets=(target,))
        self.assertEqual(code, 0, text)
        return self.only(suite, "clang").runs[mode or "plain"].counts

    def test_calls(self):
        for target in TARGETS:
            if not shutil.which(TARGETS[target].emulator[0]):
                self.skipTest("no emulator")
            with self.subTest(target):
                if target == "aarch64":
                    self.foreign_runtime()
                plain = self.counts("", target)
                self.assertGreater(plain["instructions"], 60000)
                # All others are of the libraries.
                self.assertGreaterEqual(plain["calls"], 10000)
                self.assertLess(plain["calls"], 13000)
                forked = self.counts("fork", target)
                self.assertAlmostEqual(forked["calls"] - plain["calls"],
                                       20000, delta=100)

    def foreign_runtime(self):
        for name, flags in (("image.o", ["-c"]), ("auto.o", ["-c"]),
                            ("libruntime.so", ["-shared"])):
            subprocess.run(
                [LLVM_PREFIX / "bin/clang", "--target=aarch64-linux-gnu",
                 "-fPIC", *flags, self.dir / "empty.c", "-o",
                 self.dir / name], check=True)

    def test_threads(self):
        calls = self.counts("threads")["calls"] - self.counts("")["calls"]
        self.assertAlmostEqual(calls, 600000, delta=100)

    def plugin(self, text: str, *flags: str, linker: str = "bfd") -> dict:
        source = self.dir / "count.c"
        source.write_text(text)
        subprocess.run([LLVM_PREFIX / "bin/clang", "-O1", source,
                        f"-fuse-ld={linker}", *flags, "-o",
                        self.dir / "count"], check=True)
        done, counts = measure.count(
            build_plugin(self.dir), [self.dir / "count"], TARGETS["x86-64"],
            self.dir, self.dir)
        self.assertEqual(done.code, 0, done.output)
        return counts

    def test_kinds(self):
        body = """
#include <stdlib.h>
#include <unistd.h>
static long f(long X) { return X + 1; }
long (*Pointer)(long) = f;
long (*volatile Other)(long) = f;
__attribute__((noinline)) long tail(long X) { return Other(X); }
__attribute__((noinline, aligned(16))) void forward(void);
int main() {
  long X = 0;
  for (int I = 0; I != 70000; ++I)
    %s;
  return X == 1;
}
"""
        for linker in ("bfd", "lld"):
            base = self.plugin(body % "X += 3", linker=linker)
            for text, kind in (("X = Other(X)", "calls"),
                               ("X = tail(X)", "jumps"),
                               ("X += labs(getppid()) != 0", "plt")):
                for flags in ((), ("-static",), ("-fcf-protection",)):
                    if kind == "plt" and "-static" in flags:
                        continue
                    with self.subTest(kind=kind, linker=linker, flags=flags):
                        found = self.plugin(body % text, *flags,
                                            linker=linker)
                        for name in ("calls", "plt", "jumps"):
                            more = found[name] - base[name]
                            self.assertAlmostEqual(
                                more, 70000 if name == kind else 0,
                                delta=1500, msg=f"{name}: {found}")

    def test_instructions_that_cross_pages(self):
        """The emulator lists them in two blocks."""
        body = """
void (*Target)(void);
int main() {
  asm volatile("leaq 3f(%%%%rip), %%%%rdx; movl $70000, %%%%ecx; jmp 1f;"
               ".p2align 12, 0x90; .skip %d, 0x90;"
               "1: nop; %s; decl %%%%ecx; jne 1b; jmp 4f;"
               "3: ret;"
               "4:"
               : : : "rcx", "rdx", "cc");
  return 0;
}
"""
        cases = (("leaq 16(%%rdx,%%rdx), %%rax", 4093, 280000, 0),
                 ("callq *%%rdx", 4094, 350000, 70000))
        base = self.plugin("int main() { return 0; }")
        for text, place, instructions, calls in cases:
            for skipped in (3000, place):
                with self.subTest(text=text, skipped=skipped):
                    found = self.plugin(body % (skipped, text))
                    for name, count in (("instructions", instructions),
                                        ("calls", calls)):
                        self.assertAlmostEqual(
                            found[name] - base[name], count, delta=1500,
                            msg=f"{name}: {found}")


if __name__ == "__main__":
    unittest.main()
