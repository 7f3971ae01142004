"""The examples that are linked with the patched libraries, executed.

Each checks its own results and counters, and ends with an error if one is
wrong.
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import paths  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402
from managed.ui import run  # noqa: E402

EXAMPLES = paths.BUILD / "examples"


class Examples(unittest.TestCase):
    def check(self, expected, name, *arguments):
        program = EXAMPLES / name
        self.assertTrue(program.exists(),
                        f"{program} is missing; run scripts/build")
        done = subprocess.run([program, *arguments], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, expected, ""))

    def test_null_access(self):
        self.check("length of a list: 2\nlength of null: -1\n",
                   "ManagedNullAccess")

    def test_null_access_is_short(self):
        source = (paths.REPO / "llvm/examples/ManagedJIT/NullAccess"
                  / "NullAccess.cpp")
        code = source.read_text().split("#include", 1)[1].splitlines()
        self.assertLessEqual(len(code), 60)

    def test_recompilation(self):
        for run in range(5):
            with self.subTest(run=run):
                self.check("with both checks implicit: 3 faults\n"
                           "with the first check healed: 1 faults\n",
                           "ManagedRecompilation")

    def test_site_patching(self):
        for mapping in ("twice", "once"):
            with self.subTest(mapping):
                self.check("0 healed: 3 faults\n1 healed: 1 faults\n"
                           "2 healed: 0 faults\n",
                           "ManagedSitePatching", mapping)

    def test_they_leave_room_for_the_wide_guard(self):
        """Each is position-independent: ET_DYN in its header."""
        for program in EXAMPLES.iterdir():
            if program.is_file():
                with self.subTest(program.name):
                    self.assertEqual(program.read_bytes()[16:18], b"\3\0")

    def test_all_examples_are_tested(self):
        """Every program in build/examples has a test above."""
        names = {p.name for p in EXAMPLES.iterdir() if p.is_file()}
        self.assertEqual(names, {"ManagedNullAccess", "ManagedRecompilation",
                                 "ManagedSitePatching", "MovingCollectorJIT",
                                 "managed-java"})


class MovingCollector(unittest.TestCase):
    """The example of docs/MovingCollector.md: the sum of squares, in a heap in
    which nothing stays where it is."""

    SOURCE = paths.REPO / "llvm/examples/MovingCollector"
    NATIVE = ("Main.cpp", "Native.cpp", "Collector.cpp", "Heap.cpp")
    PROGRAM, CHECKS = SOURCE / "Program.ll", SOURCE / "NullChecks.ll"

    def check(self, command, n):
        total, collections, _ = self.execute(command, n)
        self.assertEqual(total, n * (n + 1) * (2 * n + 1) // 6)
        # A cell and two polls for each number, and the array.
        self.assertEqual(collections, 3 * n + 1)

    def check_null_checks(self, command, n):
        total, collections, faults = self.execute(command, n)
        nulls = n // 3
        boxed = n * (n + 1) // 2 - 3 * nulls * (nulls + 1) // 2
        self.assertEqual(total, 2 * (boxed + 1000 * nulls))
        # A cell for each number and a box for most, and for each null what is
        # thrown and the box that is missing.
        self.assertEqual(collections, 2 * n - nulls + 2 * nulls)
        self.assertEqual(faults, nulls)

    def execute(self, command, n):
        """What is printed: the result, and the numbers of collections and of
        null checks that failed."""
        done = subprocess.run([*command, str(n)], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = re.fullmatch(r"(\d+) after (\d+) collections, (\d+) frames "
                             r"walked\n(?:(\d+) null checks failed\n)?",
                             done.stdout)
        self.assertTrue(found, done.stdout)
        total, collections, frames, faults = (int(word or 0) for word
                                              in found.groups())
        self.assertGreaterEqual(frames, collections)
        return total, collections, faults

    def test_jit(self):
        for source, check in ((self.PROGRAM, self.check),
                              (self.CHECKS, self.check_null_checks)):
            for n in (0, 1, 100):
                with self.subTest(source=source.name, n=n):
                    check([EXAMPLES / "MovingCollectorJIT", source], n)

    def test_commands_print_what_the_tutorial_says(self):
        text = (paths.REPO / "docs/MovingCollector.md").read_text()
        blocks = re.findall(r"^```\n\$ (.+)\n((?:.+\n)+)```$", text, re.M)
        self.assertEqual(len(blocks), 2)
        for command, printed in blocks:
            with self.subTest(command):
                done = subprocess.run(command.split(), cwd=paths.REPO,
                                      capture_output=True, text=True,
                                      timeout=120)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (0, printed, ""))

    def test_jit_reports_errors(self):
        for words, message in (
                ([], "usage: MovingCollectorJIT FILE [N]\n"),
                (["/nonexistent"], "/nonexistent: Could not open input file: "
                                   "No such file or directory\n")):
            done = subprocess.run([EXAMPLES / "MovingCollectorJIT", *words],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (1, "", "MovingCollectorJIT: " + message))

    def forget(self, folder):
        """The program with a safepoint that nobody sees as one."""
        text = (self.SOURCE / "Program.ll").read_text()
        line = "declare void @gc_poll()\n"
        self.assertIn(line, text)
        forgotten = folder / "forgotten.ll"
        forgotten.write_text(
            text.replace(line, 'declare void @gc_poll() "gc-leaf-function"\n'))
        return forgotten

    def check_lost(self, command, step=3):
        """The frame is not taken for the end of managed frames."""
        done = subprocess.run([*command, "1"], capture_output=True, text=True,
                              timeout=120)
        self.assertEqual(done.stdout, "")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "^the stack cannot be walked: "
                                      f"{step} at pc 0x[0-9a-f]+\n")

    def test_jit_loses_no_frame(self):
        with tempfile.TemporaryDirectory() as folder:
            self.check_lost([EXAMPLES / "MovingCollectorJIT",
                             self.forget(Path(folder))])

    def test_ahead_of_time_loses_no_frame(self):
        for name, target in managed_runtime.TARGETS.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                if target.missing:
                    self.skipTest(f"not installed: {target.missing}")
                source = self.forget(Path(folder))
                self.check_lost([*target.prefix, self.build(
                    target, Path(folder), source)])

    def test_ahead_of_time_needs_its_map(self):
        """The first frame is in no map if nobody has registered one."""
        for name, target in managed_runtime.TARGETS.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                if target.missing:
                    self.skipTest(f"not installed: {target.missing}")
                self.check_lost([*target.prefix, self.build(
                    target, Path(folder), has_map=False)], step=8)

    def test_ahead_of_time(self):
        for source, check in ((self.PROGRAM, self.check),
                              (self.CHECKS, self.check_null_checks)):
            for name, target in managed_runtime.TARGETS.items():
                with (self.subTest(source=source.name, target=name),
                      tempfile.TemporaryDirectory() as folder):
                    if target.missing:
                        self.skipTest(f"not installed: {target.missing}")
                    program = self.build(target, Path(folder), source)
                    for n in (0, 1, 100):
                        check([*target.prefix, program], n)

    def build(self, target, folder, source=PROGRAM, has_map=True):
        """As the tutorial says."""
        runtime = managed_runtime.build(target.machine)
        triple = f"-mtriple={target.machine}-unknown-linux-gnu"
        bitcode, object_ = folder / "program.bc", folder / "program.o"
        run([paths.BUILD / "bin/opt", triple,
             "-passes=rewrite-statepoints-for-gc",
             source, "-o", bitcode], what="opt")
        run([paths.BUILD / "bin/llc", triple, "-O2", "-relocation-model=pic",
             "-filetype=obj", "-verify-machineinstrs", bitcode, "-o",
             object_], what="llc")
        run([target.tool("g++"), "-std=c++17", object_,
             *(self.SOURCE / file for file in self.NATIVE),
             f"-I{runtime.include}", *([runtime.image] if has_map else []),
             runtime.static, "-pthread", "-o", folder / "program"],
            what="linking")
        return folder / "program"


if __name__ == "__main__":
    unittest.main()
