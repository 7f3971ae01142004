"""Which branches scripts/bench references marks, and what it counts."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import references as bench  # noqa: E402
from managed.paths import LLVM_PREFIX  # noqa: E402
from managed.ui import Failure  # noqa: E402

HEAD = """
declare void @throw() noreturn
declare i64 @offset_of_field()
@global = external addrspace(1) global i64
"""
# Bodies of functions, and how many marked branches they have then.
CASES = {
    # A field, with a check of its own.
    "  %v = load i64, ptr addrspace(1) %p\n  ret i64 %v\n": 1,
    "  %a = getelementptr i8, ptr addrspace(1) %p, i64 4088\n"
    "  store i64 %n, ptr addrspace(1) %a\n  ret i64 0\n": 1,
    "  %v = atomicrmw add ptr addrspace(1) %p, i64 1 seq_cst\n"
    "  ret i64 %v\n": 1,
    # The same reference again: the first check dominates it.
    "  %v = load i64, ptr addrspace(1) %p\n"
    "  store i64 %n, ptr addrspace(1) %p\n  ret i64 %v\n": 1,
    # A front end that asks for the offset.
    "  %o = call i64 @offset_of_field()\n"
    "  %a = getelementptr i8, ptr addrspace(1) %p, i64 %o\n"
    "  %v = load i64, ptr addrspace(1) %a\n  ret i64 %v\n": 1,
    # Not fields: beyond the page, an element, a global, another pointer.
    "  %a = getelementptr i8, ptr addrspace(1) %p, i64 4089\n"
    "  store i64 %n, ptr addrspace(1) %a\n  ret i64 0\n": 0,
    "  %a = getelementptr i8, ptr addrspace(1) %p, i64 -8\n"
    "  store i64 %n, ptr addrspace(1) %a\n  ret i64 0\n": 0,
    "  %a = getelementptr i64, ptr addrspace(1) %p, i64 %n\n"
    "  %v = load i64, ptr addrspace(1) %a\n  ret i64 %v\n": 0,
    "  %v = load i64, ptr addrspace(1) @global\n  ret i64 %v\n": 0,
    "  %v = load i64, ptr %q\n  ret i64 %v\n": 0,
    # A check that throws is marked; another one makes a second unnecessary.
    "  %c = icmp ne ptr addrspace(1) %p, null\n"
    "  br i1 %c, label %ok, label %null\n"
    "ok:\n  %v = load i64, ptr addrspace(1) %p\n  ret i64 %v\n"
    "null:\n  call void @throw()\n  unreachable\n": 1,
    "  %c = icmp eq ptr addrspace(1) %p, null\n"
    "  br i1 %c, label %null, label %ok\n"
    "ok:\n  %v = load i64, ptr addrspace(1) %p\n  ret i64 %v\n"
    "null:\n  ret i64 0\n": 0,
}


class Promises(unittest.TestCase):
    def test_each_mark_gets_the_new_node(self):
        text = bench.with_promises(
            "  br i1 %a, label %b, label %c, !make.implicit !0\n\n"
            "!0 = !{}\n!7 = !{i32 1}\n")
        self.assertIn("!make.implicit !8\n", text)
        self.assertTrue(text.endswith("\n!8 = !{i32 0, i64 8}\n"))


class Marks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="references-")
        cls.addClassCleanup(folder.cleanup)
        cls.work = Path(folder.name)
        cls.plugin = bench.build_plugin(cls.work)

    def mark(self, text):
        done = subprocess.run(
            [LLVM_PREFIX / "bin/opt", f"-load-pass-plugin={self.plugin}",
             "-passes=mark-null-checks,verify", "-S"], input=text, text=True,
            capture_output=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_field_accesses_have_one_check(self):
        for body, marks in CASES.items():
            with self.subTest(body):
                text = self.mark(
                    HEAD + "define i64 @f(ptr addrspace(1) %p, ptr %q, "
                    'i64 %n) gc "coreclr" {\n' + body + "}\n")
                self.assertEqual(bench.count_marks(text), marks)
                self.assertIn('"implicit-null-checks"', text)
                self.assertNotIn("implicit-null-check-address-spaces", text)

    def test_functions_without_strategy_have_the_attribute(self):
        text = self.mark("define i64 @f(ptr addrspace(1) %p) {\n"
                         "  %v = load i64, ptr addrspace(1) %p\n"
                         "  ret i64 %v\n}\n")
        self.assertIn('"implicit-null-check-address-spaces"="1"', text)
        self.assertIn('[ "deopt"(i32 0) ]', text)

    def test_modules_that_are_not_valid_are_left_out(self):
        module = self.work / "broken.ll"
        module.write_text("define i64 @f() {\n  ret i32 0\n}\n")
        self.assertFalse(bench.is_valid(module))
        module.write_text("define i64 @f() {\n  ret i64 0\n}\n")
        self.assertTrue(bench.is_valid(module))


class Modules(unittest.TestCase):
    def test_files_and_directories(self):
        with tempfile.TemporaryDirectory(prefix="references-") as folder:
            folder = Path(folder)
            with self.assertRaisesRegex(Failure, "no modules"):
                bench.find_modules([folder])
            for name in ("b.ll", "a.bc", "c.txt"):
                (folder / name).touch()
            self.assertEqual(bench.find_modules([folder, folder / "b.ll"]),
                             [folder / "a.bc", folder / "b.ll",
                              folder / "b.ll"])
            with self.assertRaisesRegex(Failure, "does not exist"):
                bench.find_modules([folder / "d.ll"])


if __name__ == "__main__":
    unittest.main()
