"""The options of managed-java that compile: what each leaves in the IR or the
object, which of them contradict each other, and what is reported."""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java.corpus import java_base  # noqa: E402
from managed.java.execution import COMPILER  # noqa: E402
from managed.paths import BUILD  # noqa: E402
from managed.ui import Failure  # noqa: E402

SOURCE = """
class A {
  A next;
  int value;
  static int sum(A list) {
    int sum = 0;
    for (A a = list; a != null; a = a.next) sum += a.value;
    return sum + list.hashCode();
  }
  void link(A other) { other.next = this; }
}
class B extends A {
  java.lang.invoke.VarHandle handle;
  Object get() { return handle.get(this); }
  native int ask(long n);
}
"""


class Options(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("javac") or not COMPILER.exists():
            raise unittest.SkipTest("there is no javac or no managed-java")
        try:
            cls.library = str(java_base())
        except Failure as error:
            raise unittest.SkipTest(str(error)) from error
        work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(work.cleanup)
        cls.work = Path(work.name)
        (cls.work / "A.java").write_text(SOURCE)
        subprocess.run(["javac", "-d", cls.work, cls.work / "A.java"],
                       check=True)

    def run_compiler(self, *options):
        return subprocess.run(
            [COMPILER, "-cp", f"{self.work}:{self.library}", *options],
            capture_output=True, text=True, check=False)

    def compile(self, *options, name="A", kind="-S"):
        output = self.work / "out"
        output.unlink(missing_ok=True)
        done = self.run_compiler(kind, "-o", output, *options, name)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return output.read_text() if kind in ("-S", "--emit-translation",
                                              "--emit-assembly") else output

    def refused(self, message, *options):
        done = self.run_compiler(*options)
        self.assertEqual(done.returncode, 1)
        self.assertIn(message, done.stderr)

    def holds(self, text, *parts):
        for part in parts:
            self.assertTrue(part in text, f"no {part}")

    def lacks(self, text, *parts):
        for part in parts:
            self.assertFalse(part in text, part)

    def test_statepoints(self):
        text = self.compile()
        self.holds(text, 'gc "managed"', "gc.statepoint", '-ni:1"',
                   "LLVMManagedPoll()", "!make.implicit",
                   '"implicit-null-checks"', "!DILocation")

    def test_frames(self):
        text = self.compile("--roots=frames")
        self.holds(text, "llvm_gc_root_chain", "LLVMManagedPoll()")
        self.lacks(text, "gc.statepoint", 'gc "managed')

    def test_registers_and_slots(self):
        def roots(where):
            file = self.compile(f"--roots={where}", kind="--verify")
            done = subprocess.run(
                [BUILD / "bin/llvm-managed-maps", "dump", "--json", file],
                capture_output=True, text=True, check=True)
            points = json.loads(done.stdout)[0]["stackMaps"]["safepoints"]
            return [root for point in points for root in point["roots"]]
        self.assertTrue(any("register" in json.dumps(r) for r in
                            roots("registers")))
        self.assertTrue(roots("slots"))
        self.assertNotEqual(roots("registers"), roots("slots"))

    def test_polls(self):
        self.holds(self.compile("--polls=page"), '"gc-poll-form"="page"',
                   '"gc-page-poll"')
        self.holds(self.compile("--polls=call"), "@LLVMManagedPoll")
        self.lacks(self.compile("--polls=none"), "LLVMManagedPoll")
        self.holds(self.compile("--emit-translation", "--polls=none",
                                kind="--emit-translation"), '"gc-polls"')

    def test_null_checks(self):
        self.lacks(self.compile("--null-checks=explicit"), "make.implicit",
                   '"implicit-null-checks"')
        self.holds(self.compile("--null-checks=wide"),
                   '"implicit-null-checks"="wide"')
        self.lacks(self.compile("--null-checks=none"), "java_throw_null")

    def test_card_marks(self):
        text = self.compile("--card-marks")
        # Inlined, when statepoints have been made.
        self.holds(text, "@java_cards")
        self.lacks(text, "call void @java_card_mark")
        self.lacks(self.compile(), "java_card")

    def test_levels(self):
        for level in "0123":
            self.compile(f"-O{level}", kind="--verify")
        self.refused("-O4 is not there", "-O4", "-o", self.work / "x", "A")

    def test_line_numbers(self):
        self.lacks(self.compile("-g=false"), "!DILocation")

    def test_no_collector(self):
        self.lacks(self.compile("--no-collector"), "gc.statepoint",
                   'gc "managed"', "LLVMManagedPoll")

    def test_targets(self):
        self.holds(self.compile("--target=aarch64-linux-gnu"),
                   'target triple = "aarch64-')
        self.refused("only x86-64 and AArch64 with ELF", "-o",
                     self.work / "x", "--target=riscv64-linux-gnu", "A")
        self.refused("only x86-64 and AArch64 with ELF", "-o",
                     self.work / "x", "--target=x86_64-apple-darwin", "A")

    def test_other_files(self):
        self.holds(self.compile(kind="--emit-assembly"), ".cfi_startproc")
        self.assertEqual(self.compile(kind="--emit-llvm").read_bytes()[:2],
                         b"BC")
        self.assertEqual(self.compile(kind="--verify").read_bytes()[:4],
                         b"\x7fELF")

    def test_directory(self):
        directory = self.work / "modules"
        done = self.run_compiler("-d", directory, "--stub-unsupported", "A",
                                 "B")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(p.name for p in directory.iterdir()),
                         ["A.o", "B.o"])
        # One cannot be translated.
        self.assertIn("diagnosed: ", done.stdout)
        self.assertIn("VarHandle.get", done.stdout)

    def test_unsupported(self):
        self.refused("VarHandle.get", "-o", self.work / "x", "B")
        self.assertFalse((self.work / "x").exists())
        self.assertIn("java_unsupported", self.compile(
            "--stub-unsupported", name="B"))

    def test_statistics(self):
        file = self.work / "statistics.json"
        self.compile("--stub-unsupported", f"--statistics={file}", name="B",
                     kind="--verify")
        found = json.loads(file.read_text())
        self.assertEqual(found["classes"], 1)
        # The constructor, and what calls native code.
        self.assertEqual(found["translated"], 2)
        self.assertEqual(sum(found["diagnosed"].values()), 1)
        self.assertIn("unsupported: ", next(iter(found["diagnosed"])))
        self.assertEqual(found["failed"] + found["failed_modules"], [])
        self.compile(f"--statistics={file}", kind="--verify")
        checks = json.loads(file.read_text())["null_checks"]
        self.assertGreater(checks["marked"], 0)
        self.assertEqual(checks["implicit"] + sum(
            checks["explicit"].values()), checks["marked"])

    def test_contradictions(self):
        self.refused("-o and -d are alternatives", "-o", self.work / "x", "-d",
                     self.work / "y", "A")
        self.refused("--closed-world takes one class and -o", "--closed-world",
                     "A")
        self.refused("no class is named")
        self.refused("x/y/z: ", "-o", self.work / "missing/x/y/z", "A")


if __name__ == "__main__":
    unittest.main()
