"""The managed runtime on both targets, in programs linked in every way.

The programs in managed_runtime/ have fault maps written in assembly, so
neither the overlay nor a compiler with the pass is needed.
"""

import itertools
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import paths, runtime, stress  # noqa: E402

SOURCES = Path(__file__).resolve().parent / "managed_runtime"
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
LLD = paths.LLVM_PREFIX / "bin"
LINKERS = {"bfd": ["-fuse-ld=bfd"]}
if (LLD / "ld.lld").exists():
    LINKERS["lld"] = ["-fuse-ld=lld", f"-B{LLD}"]
KINDS = {"PIE": ["-pie"], "no PIE": ["-no-pie"], "static": ["-static"],
         "static PIE": ["-static-pie"]}
SEGV = -11


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Programs:
    """Compiles and runs programs of one target in a directory of the test.

    Each class below becomes a test case for each target, see the end.
    """

    target = None

    def setUp(self):
        lacking = runtime.missing(self.target)
        if lacking:
            self.skipTest(f"{lacking} is not installed")
        self.prefix = runtime.build(self.target)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)

        lib = self.prefix / "lib"
        self.image = [lib / "LLVMManagedImage.o"]
        self.auto = [*self.image, lib / "LLVMManagedAuto.o"]
        self.static = [lib / "libLLVMManagedRuntime.a"]
        self.shared = [f"-L{lib}", "-Wl,--push-state,--no-as-needed",
                       "-lLLVMManagedRuntime", "-Wl,--pop-state",
                       f"-Wl,-rpath,{lib}"]

    def compile(self, output, *words):
        command = [self.target.cc, *WARNINGS, "-O1", "-g", "-pthread",
                   f"-I{self.prefix}/include", *words, "-o",
                   self.dir / output]
        done = subprocess.run([str(word) for word in command],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.dir / output

    def execute(self, program, *arguments):
        """(exit code, or minus the signal, and output)."""
        done = subprocess.run(
            [*self.target.prefix, str(program), *map(str, arguments)],
            capture_output=True, text=True, timeout=120, preexec_fn=no_core)
        return done.returncode, done.stdout + "".join(
            line for line in done.stderr.splitlines(True)
            if not line.startswith("qemu: "))

    def check(self, expected, program, *arguments):
        self.assertEqual(self.execute(program, *arguments), expected)


class Recovery(Programs):
    """One program, one copy of the runtime."""

    def check_all(self, source):
        for linker, kind in itertools.product(LINKERS, KINDS):
            with self.subTest(f"{linker}, {kind}"):
                program = self.compile(
                    "program", *LINKERS[linker], *KINDS[kind],
                    SOURCES / source, *self.image, *self.static)
                self.check((0, "all passed\n"), program)
        for linker in LINKERS:
            with self.subTest(f"{linker}, shared runtime"):
                program = self.compile(
                    "program", *LINKERS[linker], SOURCES / source,
                    *self.image, *self.shared)
                self.check((0, "all passed\n"), program)

    def test_recovers(self):
        self.check_all("recover.c")

    def test_passes_on(self):
        self.check_all("chain.c")


class Images(Programs):
    """Several images, and several copies of the runtime."""

    def library(self, name, *words):
        late = self.compile("liblate.so", "-shared", "-fPIC",
                            SOURCES / "late.c")
        return self.compile(
            name, "-shared", "-fPIC", "-Wl,--no-as-needed",
            SOURCES / "library.c", *words, late, f"-Wl,-rpath,{self.dir}")

    def program(self, *words):
        return self.compile("program", SOURCES / "images.c", *words, "-ldl")

    def test_program_serves_shared_objects(self):
        for name, linker in LINKERS.items():
            with self.subTest(name):
                library = self.library("lib.so", *linker, *self.image)
                program = self.program(
                    *linker, "-rdynamic", "-DWITH_PROBES", *self.auto,
                    *self.static)
                self.check((0, "own -1\nlib -1\ngone\nown -1\n"), program,
                           "own", f"open={library}", "lib", "close", "own")
                self.check((0, "churn 50\n"), program, "threads=2",
                           f"churn={library},50")
                self.check((SEGV, "foreign\n"), program, f"open={library}",
                           "foreign")

    def test_shared_runtime_serves_all(self):
        for name, linker in LINKERS.items():
            with self.subTest(name):
                library = self.library("lib.so", *linker, *self.image,
                                       *self.shared)
                program = self.program(*linker, "-DWITH_PROBES", *self.auto,
                                       *self.shared)
                self.check((0, "own -1\nlib -1\ngone\nown -1\n"), program,
                           "own", f"open={library}", "lib", "close", "own")
                self.check((0, "churn 50\n"), program, "threads=2",
                           f"churn={library},50")

    def test_several_copies_chain(self):
        """Each copy serves its image; the later one passes on."""
        for name, linker in LINKERS.items():
            with self.subTest(name):
                library = self.library("lib.so", *linker, *self.auto,
                                       *self.static)
                other = self.library("other.so", *linker, *self.auto,
                                     *self.static)
                program = self.program(
                    *linker, "-rdynamic", "-DWITH_PROBES", *self.auto,
                    *self.static)
                # What has the handler cannot be unloaded any more.
                self.check(
                    (0, "own -1\nlib -1\nown -1\nstays\nlib -1\nown -1\n"),
                    program, "own", f"open={library}", "lib", "own", "close",
                    f"open={other}", "lib", "own")
                self.check((SEGV, "foreign\n"), program, f"open={library}",
                           f"open={other}", "foreign")

    def test_program_that_knows_nothing(self):
        program = self.program()
        library = self.library("lib.so", *self.auto, *self.static)
        self.check((0, "lib -1\nstays\nlib -1\n"), program,
                   f"open={library}", "lib", "close", "lib")
        library = self.library("lib.so", *self.auto, *self.shared)
        self.check((0, "lib -1\ngone\nchurn 20\n"), program,
                   f"open={library}", "lib", "close", f"churn={library},20")

    def test_threads_fault_until_the_end_of_the_process(self):
        library = self.library("lib.so", *self.image, *self.shared)
        program = self.program("-DWITH_PROBES", *self.auto, *self.shared)
        for _ in range(3):
            self.check((0, ""), program, "threads=2", f"open={library}",
                       "exit")

    def test_image_without_checks(self):
        for linker, kind in itertools.product(LINKERS, KINDS):
            with self.subTest(f"{linker}, {kind}"):
                program = self.program(
                    *LINKERS[linker], *KINDS[kind], *self.auto, *self.static)
                self.check((SEGV, "foreign\n"), program, "foreign")

    def test_malformed_map_is_reported(self):
        bad = self.dir / "bad.s"
        bad.write_text('.section llvm_faultmaps, "a", %progbits\n.p2align 3\n'
                       ".long 0, 0x3f\n")
        program = self.program(bad, *self.image, *self.static)
        self.check((0, "LLVMManagedRuntime: a fault map was not registered: "
                    "a table is of an unknown version\n"), program)


class Stress(unittest.TestCase):
    """A short run of scripts/stress in each configuration."""

    def test_no_fault_is_lost_or_misrouted(self):
        for name, variant in stress.CONFIGURATIONS:
            target = runtime.TARGETS[name]
            lacking = runtime.missing(target)
            if lacking:
                continue
            with self.subTest(f"{name}, {variant}"), \
                    tempfile.TemporaryDirectory() as folder:
                built = stress.build(target, variant, Path(folder))
                for threads in (1, 3, 8):
                    stress.execute(target, built, 4000, threads, threads)


def load_tests(loader, suite, pattern):
    """Each class once for each target."""
    for kind in (Recovery, Images):
        for target in runtime.TARGETS.values():
            name = f"{kind.__name__} on {target.name}"
            case = type(name, (kind, unittest.TestCase),
                        {"target": target, "__doc__": kind.__doc__})
            suite.addTests(loader.loadTestsFromTestCase(case))
    return suite


if __name__ == "__main__":
    unittest.main()
