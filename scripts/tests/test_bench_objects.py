"""What scripts/bench objects compiles, and what it makes of the outcome."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import objects as bench_objects  # noqa: E402
from managed.ui import Failure  # noqa: E402


class Options(unittest.TestCase):
    def check(self, line, expected):
        self.assertEqual(bench_objects.options_of(line), expected)

    def test_input_and_output_go(self):
        self.check("; RUN: llc < %s -mtriple=x86_64 -O0 -o - | FileCheck %s\n",
                   ["-mtriple=x86_64", "-O0"])
        self.check("; RUN: llc -filetype=obj %s -o /dev/null 2>&1\n", [])

    def test_lines_are_continued(self):
        self.check("; RUN: llc -mattr=+a \\\n; RUN:   -mcpu=b < %s \\\n"
                   "; RUN:   | FileCheck %s\n", ["-mattr=+a", "-mcpu=b"])

    def test_first_line_that_makes_code(self):
        self.check("; RUN: opt -O2 %s | llc\n"
                   "; RUN: llc -stop-after=isel < %s\n"
                   "; RUN: not llc < %s\n"
                   "; RUN: llc %t.ll\n"
                   "; RUN: llc -O1 < %s\n", ["-O1"])
        self.check("; RUN: llc -print-after-all < %s\n", None)


class Comparison(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def tool(self, name, body):
        """A program that writes what `body` prints to its output."""
        path = self.folder / name
        path.write_text('#!/bin/sh\nfor last; do :; done\n'
                        f'{{ {body}; }} > "$last"\n')
        path.chmod(0o755)
        return path

    def compare(self, ours, theirs):
        return bench_objects.compare(self.tool("ours", ours),
                                     self.tool("theirs", theirs),
                                     # Nobody needs the sources of LLVM.
                                     (str(self.folder / "input.ll"), []),
                                     self.folder)

    def test_outcomes(self):
        chance = f"echo x >> {self.folder}/count; cat {self.folder}/count"
        for ours, theirs, expected in (
                ("echo a", "echo a", "same"),
                ("echo a", "echo b", "different"),
                ("exit 1", "echo b", "different"),
                ("echo a", "exit 1", "different"),
                ("exit 1", "exit 1", "neither"),
                ("echo a", chance, "by chance")):
            with self.subTest(ours=ours, theirs=theirs):
                self.assertEqual(self.compare(ours, theirs), expected)


class Report(unittest.TestCase):
    def report(self, outcomes, explained):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = bench_objects.report(outcomes, explained)
        return code, printed.getvalue()

    def test_differences_have_to_be_explained(self):
        outcomes = {"a.ll": "same", "b.ll": "different"}
        code, printed = self.report(outcomes, {})
        self.assertEqual(code, 1)
        self.assertIn("DIFFERENT: b.ll", printed)
        self.assertEqual(self.report(outcomes, {"b.ll": "why"})[0], 0)

    def test_explanations_have_to_be_true(self):
        code, printed = self.report({"a.ll": "same"}, {"a.ll": "why"})
        self.assertEqual(code, 1)
        self.assertIn("does not differ", printed)
        # Others were not looked at.
        self.assertEqual(self.report({"a.ll": "same"}, {"b.ll": "why"})[0], 0)

    def test_list_is_well_formed(self):
        self.assertTrue(bench_objects.read_known(bench_objects.KNOWN))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "known.txt"
            path.write_text("# why\n\na.ll\n")
            with self.assertRaisesRegex(Failure, r"known\.txt:3: 'a\.ll'"):
                bench_objects.read_known(path)


if __name__ == "__main__":
    unittest.main()
