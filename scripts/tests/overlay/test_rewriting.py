"""Rewriting of calls to statepoints: generated modules and large functions."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.counting import ToolCounter  # noqa: E402
from managed.bench.rewriting_shapes import SHAPES  # noqa: E402
from managed.gcstress import program  # noqa: E402
from managed.paths import BUILD, LLVM_PREFIX, TREE  # noqa: E402

PASSES = ("function(sroa,simplifycfg)", "default<O2>")
REWRITING = ("rewrite-statepoints-for-gc",
             "rewrite-statepoints-for-gc<relocate-all>",
             "rewrite-statepoints-for-gc<remat-threshold=0>")
MODULES = 30
SIZE, FACTOR, SLOPE = 3_000, 3, 1.2
UPSTREAM_TESTS = TREE / "llvm/test/SafepointIRVerifier"
FILECHECK = LLVM_PREFIX / "bin/FileCheck"


class Rewriting(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.input = Path(scratch.name) / "input.ll"

    def opt(self, passes: str, *more) -> subprocess.CompletedProcess:
        return subprocess.run(
            [BUILD / "bin/opt", f"-passes={passes}", *more, self.input],
            capture_output=True, text=True, check=False)

    def test_made_up_modules_keep_no_stale_reference(self):
        for seed in range(MODULES):
            self.input.write_text(program.module(f"rewriting {seed}", 6,
                                                 "statepoint-example", 4))
            for before in PASSES:
                for rewriting in REWRITING:
                    done = self.opt(f"{before},{rewriting},verify,"
                                    "function(verify<safepoint-ir>)",
                                    "-disable-output")
                    with self.subTest(seed=seed, passes=before,
                                      rewriting=rewriting):
                        self.assertEqual(done.returncode, 0, done.stderr)

    def test_instructions_grow_with_the_function(self):
        def count(text):
            self.input.write_text(text)
            return counter.count(BUILD / "bin/opt",
                                 ("-passes=rewrite-statepoints-for-gc",),
                                 self.input)

        counter = ToolCounter(self.input.parent)
        start = count("")
        for name, shape in SHAPES.items():
            with self.subTest(name):
                small = count(shape(SIZE)) - start
                large = count(shape(SIZE * FACTOR)) - start
                self.assertLessEqual(large, small * FACTOR ** SLOPE)

    def test_upstreams_tests_of_its_verifier(self):
        """With the one that has its name now; theirs run the old one."""
        names = [path for path in UPSTREAM_TESTS.glob("*.ll")
                 if "-verify-safepoint-ir" in path.read_text()
                 and "XFAIL" not in path.read_text()]
        self.assertGreaterEqual(len(names), 7)
        for path in names:
            self.input.write_text(path.read_text())
            done = self.opt("verify<safepoint-ir>", "-disable-output",
                            "-safepoint-ir-verifier-print-only")
            with self.subTest(path.name):
                self.assertEqual(done.returncode, 0, done.stderr)
                subprocess.run([FILECHECK, path], input=done.stderr,
                               text=True, check=True)

    def test_safepoint_verifier_notices_calls_that_are_left(self):
        # Without it the first test would prove nothing.
        self.input.write_text(
            "declare void @g()\n"
            "declare void @u(ptr addrspace(1))\n"
            "declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, "
            "i32, i32, ...)\n"
            "define void @f(ptr addrspace(1) %r) gc \"statepoint-example\" {\n"
            "  %t = call token (i64, i32, ptr, i32, i32, ...) "
            "@llvm.experimental.gc.statepoint.p0(i64 0, i32 0, "
            "ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)\n"
            "  call void @u(ptr addrspace(1) %r)\n  ret void\n}\n")
        done = self.opt("function(verify<safepoint-ir>)", "-disable-output")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Illegal use of unrelocated value", done.stderr)


if __name__ == "__main__":
    unittest.main()
