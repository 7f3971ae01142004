"""scripts/bench statepoints: rows, and how outcomes are told apart."""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import statepoints as bench_statepoints  # noqa: E402
from managed.bench import statepoints_rows as rows  # noqa: E402
from managed.bench.statepoints_rows import (CRASH, DIAGNOSED,  # noqa: E402
                                            INVALID, WORKS, WRONG, Result)
from managed.ui import Failure  # noqa: E402

HEAD = """; Row: a title
; Target: x86-64 riscv64-linux-gnu
; With: opt -passes=verify | llc -O2
; With: llc -O0
; See: assembly
; RIGHT: good

define void @traced() {
  ret void
}
"""


class Directory(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = Path(scratch.name)

    def row(self, text=HEAD):
        file = self.path / "row.ll"
        file.write_text(text)
        return rows.read(file)


class Rows(Directory):
    def test_a_row_for_each_target(self):
        first, second = self.row()
        self.assertEqual(first.title, "a title")
        self.assertEqual(first.triple, "x86_64-unknown-linux-gnu")
        self.assertEqual(first.prefixes, ["RIGHT", "RIGHT-X86-64"])
        self.assertEqual(second.prefixes, ["RIGHT", "RIGHT-RISCV64"])
        self.assertEqual(first.ways, ((("opt", "-passes=verify"),
                                       ("llc", "-O2")), (("llc", "-O0"),)))

    def test_what_is_missing_is_an_error(self):
        for line in HEAD.splitlines()[:6]:
            if line.startswith("; With: llc"):
                continue
            text = HEAD.replace(line + "\n", "")
            if "With" in line:
                text = text.replace("; With: llc -O0\n", "")
            with self.subTest(line), self.assertRaises(Failure):
                self.row(text)

    def test_other_tools_and_views_are_errors(self):
        for old, new in (("llc -O0", "clang -O0"), ("assembly", "colours"),
                         ("assembly", "IR")):
            with self.subTest(new), self.assertRaises(Failure):
                self.row(HEAD.replace(old, new))

    def test_all_of_ours_can_be_read(self):
        found = rows.read_all(bench_statepoints.ROWS)
        self.assertGreater(len({row.path for row in found}), 50)
        self.assertEqual({row.target for row in found if row.see == "run"},
                         {"x86-64", "AArch64"})


class Failures(unittest.TestCase):
    def outcome(self, code, text):
        return rows.failed(code, text, ["traced"])

    def test_a_diagnostic_names_the_function(self):
        said = "error: t.c:1:1: in function traced void (): reason\n"
        self.assertEqual(self.outcome(1, said), DIAGNOSED)
        self.assertEqual(self.outcome(1, said.replace("traced", "other")),
                         CRASH)
        self.assertEqual(self.outcome(1, said + "error: something else\n"),
                         CRASH)

    def test_a_signal_is_a_crash_whatever_was_said(self):
        self.assertEqual(self.outcome(
            -11, "error: in function traced void (): reason\n"), CRASH)
        self.assertEqual(self.outcome(1, "LLVM ERROR: error: traced\n"), CRASH)
        self.assertEqual(self.outcome(134, ""), CRASH)

    def test_what_verifiers_find_is_invalid(self):
        self.assertEqual(self.outcome(
            134, "*** Bad machine code: something ***\nLLVM ERROR: 1\n"),
            INVALID)
        self.assertEqual(self.outcome(1, "opt: error: Broken module found"),
                         INVALID)


class Judging(Directory):
    def judge(self, *scripts):
        """The outcome with tools that are `scripts`, one for each name."""
        for name, script in zip(("llc", "opt"), scripts):
            tool = self.path / name
            tool.write_text(
                f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\n{script}\n')
            os.chmod(tool, 0o755)
        judge = rows.Judge(self.path, self.path / "scratch")
        return judge.judge(self.row(HEAD.replace(
            "; With: opt -passes=verify | llc -O2\n", ""))[0])

    def test_output_decides(self):
        self.assertEqual(self.judge('echo good > "$2"').outcome, WORKS)
        result = self.judge('echo bad > "$2"')
        self.assertEqual(result.outcome, WRONG)
        self.assertEqual(result.command, "llc -O0")

    def test_the_end_decides(self):
        self.assertEqual(self.judge(
            "echo 'error: in function traced: reason' >&2; exit 1").outcome,
            DIAGNOSED)
        self.assertEqual(self.judge("kill -SEGV $$").outcome, CRASH)

    def test_the_worst_way_counts(self):
        judge = rows.Judge(self.path, self.path / "scratch")
        results = [Result(WORKS), Result(WRONG), Result(CRASH)]
        with mock.patch.object(judge, "_way", side_effect=results):
            row = self.row(HEAD.replace("; See", "; With: llc -O1\n; See"))[0]
            self.assertEqual(judge.judge(row).outcome, WRONG)


class Reports(Directory):
    def problems(self, outcome, diagnosed="", count=1):
        row = self.row(HEAD.replace(
            "; See", f"; Diagnosed: {diagnosed}\n; See"
            if diagnosed else "; See"))[0]
        others = [(rows.Row(Path(f"{n}.ll"), "", "x86-64", "IR"),
                   Result(WORKS), Result(WORKS)) for n in range(count)]
        return bench_statepoints.problems(
            [(row, Result(WORKS), Result(outcome)), *others])

    def test_only_works_and_argued_diagnostics_pass(self):
        self.assertEqual(self.problems(WORKS), [])
        for outcome in (WRONG, CRASH, INVALID):
            self.assertEqual(self.problems(outcome),
                             [f"row, x86-64: {outcome}"])
        self.assertIn("without a reason", self.problems(DIAGNOSED, "", 20)[0])
        self.assertEqual(self.problems(DIAGNOSED, "a reason", 20), [])
        self.assertIn("although", self.problems(WORKS, "a reason")[0])

    def test_at_most_a_tenth_is_diagnosed(self):
        self.assertEqual(self.problems(DIAGNOSED, "a reason", 9), [])
        self.assertEqual(self.problems(DIAGNOSED, "a reason", 8),
                         ["1 of 9 rows of code generation are resolved by a "
                          "diagnostic alone"])

    def test_rewriting_is_not_code_generation(self):
        row = rows.Row(Path("Rewriting/row.ll"), "", "x86-64", "IR",
                       diagnosed="a reason")
        result = Result(DIAGNOSED)
        self.assertEqual(
            bench_statepoints.problems([(row, result, result)]), [])


if __name__ == "__main__":
    unittest.main()
