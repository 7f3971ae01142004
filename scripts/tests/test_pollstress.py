"""Tests of managed.pollstress and of scripts/bench polls, without tools."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import polls  # noqa: E402
from managed.pollstress import command, functions, run  # noqa: E402
from managed.ui import UsageError  # noqa: E402


class Functions(unittest.TestCase):
    def test_a_seed_decides_all(self):
        self.assertEqual(functions.Function(7).text(),
                         functions.Function(7).text())
        self.assertNotEqual(functions.Function(7).text(),
                            functions.Function(8).text())

    def test_all_kinds_occur(self):
        text = functions.make_module(1, 100, False)
        for what in ("switch ", "invoke ", "indirectbr ", "landingpad ",
                     '"gc-poll-form"="call"', '"gc-poll-form"="flag"',
                     '"gc-poll-form"="page"', 'gc "managed"',
                     'gc "coreclr"', "phi i16", "phi i32", "phi i64"):
            self.assertIn(what, text)

    def test_targets_differ_in_their_names_alone(self):
        x86 = functions.make_module(1, 5, True, "x86-64")
        aarch64 = functions.make_module(1, 5, True, "AArch64")
        self.assertIn('target triple = "aarch64-', aarch64)
        self.assertEqual(x86.split("\n\n", 1)[1],
                         aarch64.split("\n\n", 1)[1])

    def test_polls_are_taken_away(self):
        text = run.without_polls(functions.make_module(1, 50, False))
        for places in functions.PLACES:
            self.assertNotIn(f'"gc-polls"="{places}"', text)
        self.assertIn('"gc-polls"=""', text)

    def test_output(self):
        self.assertEqual(run.split_taken("f1 2a\ntaken ff\n"),
                         (["f1 2a"], 255))

    def test_arguments(self):
        self.assertEqual(command.parse(["--functions", "3"]).functions, 3)
        self.assertEqual(command.parse(["--target", "AArch64"]).target,
                         ["AArch64"])
        for wrong in (["--functions", "0"], ["--target", "riscv64"]):
            with self.assertRaises(UsageError):
                command.parse(wrong)


class Bench(unittest.TestCase):
    MODULE = ("define void @f() #0 {\n  tail call void @managed_poll() #1\n"
              "  ret void\n}\ndeclare void @managed_poll()\n")

    def test_polls_by_hand_are_removed(self):
        text = polls.with_polls(self.MODULE, polls.NONE)
        self.assertNotIn("call void @managed_poll", text)
        self.assertIn('"gc-polls"="" gc "managed"', text)

    def test_forms(self):
        for way in polls.WAYS:
            text = polls.with_polls(self.MODULE, way)
            self.assertIn(f'"gc-poll-form"="{way.form}" gc "managed"', text)
            self.assertEqual("@gc.safepoint_poll" in text, way.form == "call")
            self.assertEqual(text.count("declare void @managed_poll()"), 1)


if __name__ == "__main__":
    unittest.main()
