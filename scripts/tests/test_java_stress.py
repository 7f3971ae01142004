"""Tests of scripts/stress java and scripts/bench java-programs, without
tools."""

import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import java_programs  # noqa: E402
from managed.java import execution, library, stress  # noqa: E402
from managed.java.execution import Mode, Result  # noqa: E402
from managed.ui import Failure, UsageError  # noqa: E402

RIGHT = Result(0, "right\n", "")


class Modes(unittest.TestCase):
    def test_options(self):
        mode = Mode("AArch64", "frames", "wide", "page", 3, True)
        self.assertEqual(mode.options, [
            "--target=aarch64-linux-gnu", "-O3", "--roots=frames",
            "--null-checks=wide", "--polls=page", "--card-marks"])
        self.assertNotIn("--card-marks", Mode().options)

    def test_each_field_is_in_the_name(self):
        modes = [Mode(), Mode("AArch64"), Mode(roots="slots"),
                 Mode(checks="wide"), Mode(polls="page"), Mode(level=0),
                 Mode(cards=True)]
        self.assertEqual(len(set(map(str, modes))), len(modes))


class Stress(unittest.TestCase):
    """Runs with programs that are not there."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.work = Path(directory.name)
        for owner, name, value in (
                (library, "compile_both", lambda directory, options=():
                 library.Classes([directory], directory)),
                (library, "run_program", lambda *arguments: "right\n")):
            patch = mock.patch.object(owner, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def run_seeds(self, execute, compile_program=lambda *arguments: None,
                  arguments=("--runs", "20")):
        """(exit code's reason, what was printed)."""
        printed = StringIO()
        with mock.patch.object(execution, "execute", execute), \
                mock.patch.object(execution, "compile_program",
                                  compile_program), redirect_stdout(printed):
            tried = stress.Stress(stress.parse(list(arguments)), self.work)
            return tried.run_all(), printed.getvalue()

    def test_right_programs(self):
        failed, text = self.run_seeds(lambda *arguments: RIGHT)
        self.assertEqual(failed, 0)
        self.assertIn("20 of 20 runs, 0 failed", text)

    def test_other_output(self):
        failed, text = self.run_seeds(
            lambda *arguments: Result(0, "wrong\n", ""))
        self.assertEqual(failed, 20)
        self.assertIn("exit code 0, other output", text)

    def test_exit_code(self):
        failed, text = self.run_seeds(
            lambda *arguments: Result(-11, "right\n", "why"))
        self.assertEqual(failed, 20)
        self.assertIn("exit code -11, same output; why", text)

    def test_one_collector(self):
        failed, text = self.run_seeds(
            lambda program, target, arguments, environment:
            RIGHT if environment["JAVA_GC"] == "full" else Result(1, "", ""))
        self.assertEqual(failed, 20)
        self.assertIn(", always: exit code 1", text)
        self.assertNotIn(", full: ", text)

    def test_what_does_not_compile_or_end(self):
        def fail(*arguments):
            raise Failure("no luck")
        for compile_program, execute in ((fail, lambda *arguments: RIGHT),
                                         (lambda *arguments: None, fail)):
            failed, text = self.run_seeds(execute, compile_program)
            self.assertEqual(failed, 20)
            self.assertIn("no luck", text)

    def test_a_seed_decides_all(self):
        def modes(seed):
            seen = []
            self.run_seeds(lambda *arguments: RIGHT,
                           lambda *arguments: seen.append(arguments[1:3]),
                           ("--runs", "30", "--seed", str(seed)))
            return sorted(seen, key=str)
        self.assertEqual(modes(5), modes(5))
        self.assertNotEqual(modes(5), modes(6))
        seen = [mode for _, mode in modes(5)]
        for field in ("target", "roots", "checks", "polls", "level", "cards"):
            self.assertGreater(len({getattr(m, field) for m in seen}), 1)

    def test_wrong_arguments(self):
        for wrong in (["--runs", "0"], ["--target", "riscv64"],
                      ["--program", "Missing"]):
            with self.assertRaises(UsageError):
                stress.parse(wrong)


class Bench(unittest.TestCase):
    def test_programs_exist(self):
        self.assertLessEqual(set(java_programs.LONG),
                             set(library.program_names()))

    def test_what_needs_null_checks(self):
        for checks, x86, aarch64 in (("none", False, False),
                                     ("explicit", True, True),
                                     ("implicit", False, True),
                                     ("wide", False, True)):
            self.assertEqual(java_programs.runs_nulls(checks, "x86-64"), x86)
            self.assertEqual(java_programs.runs_nulls(checks, "AArch64"),
                             aarch64)


if __name__ == "__main__":
    unittest.main()
