"""Tests of scripts/stress devirt --storage with the distribution's unpatched
tools.

They show that programs are made of all that they can have, that some are clean,
that a compiler that is wrong or crashes is noticed, and its cases named, and
that what is finished is not done again.
"""

import contextlib
import io
import json
import re
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from random import Random
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import packages  # noqa: E402
from managed.devirt import command as devirt  # noqa: E402
from managed.devirt.run import Tools  # noqa: E402
from managed.devirt.storage import (  # noqa: E402
    cases, command, program, run, shapes)
from managed.ui import Failure  # noqa: E402

# Everything that is drawn occurs in the programs of these seeds.
SEEDS = range(1, 81)
# It knows nothing of devirtualization; and it is $BEHAVIOR.
WRAPPER = """\
#!/usr/bin/env python3
import os, sys
strict = any("-fdevirtualize" in word for word in sys.argv)
words = [word for word in sys.argv[1:] if word != "-fdevirtualize"]
BEHAVIOR
os.execv("REFERENCE", ["clang++", *words])
"""
# The third case prints something more.
WRONG = """\
if strict:
    for name in [word for word in words if word.endswith(".cpp")]:
        text = open(name).read().replace("start(3);", "start(3); put(1);")
        words[words.index(name)] = "wrong-" + name
        open("wrong-" + name, "w").write(text)
"""
CRASH = "if strict: sys.exit('clang++: error: it has crashed')\n"


def first_of(wanted) -> int:
    """The first seed whose program is as `wanted` says."""
    return next(seed for seed in range(1, 200)
                if wanted(program.make(seed, 4)))


def is_simple(made: program.Program) -> bool:
    """Whether any machine that has the distribution's clang++ builds it."""
    return (made.target == "x86-64" and made.library == "libstdc++"
            and len(made.files) == 2
            and all(build[1] == "devirtualize" and "lto" not in build[0]
                    for build in made.builds))


class Programs(unittest.TestCase):
    def test_same_seed_same_text(self):
        first, again, other = (program.make(seed) for seed in (7, 7, 8))
        self.assertEqual(first, again)
        self.assertNotEqual(first.files, other.files)

    def test_everything_occurs(self):
        ways, forms, builds = Counter(), Counter(), set()
        drawn = {name: set() for name in ("standard", "library", "target")}
        units, texts = set(), ""
        for seed in SEEDS:
            made = program.make(seed)
            for case in made.cases:
                ways.update(case.ways)
                forms.update(case.shapes)
            builds |= {word for build in made.builds for word in build}
            for name, found in drawn.items():
                found.add(getattr(made, name))
            units.add(len(made.files) - 1)
            texts += "".join(made.files.values())
        self.assertEqual(ways.keys(), cases.WAYS.keys())
        self.assertEqual(forms.keys(),
                         {shape.__name__ for shape in shapes.SHAPES})
        self.assertEqual(builds, {*program.LEVELS, *program.FEATURES})
        self.assertEqual(drawn, {"standard": set(program.STANDARDS),
                                 "library": set(program.LIBRARIES),
                                 "target": set(program.TARGETS)})
        self.assertEqual(units, {1, 2, 3})
        for words in ("std::launder(", "std::construct_at(", "typeid(",
                      "dynamic_cast<A", "dynamic_cast<void *>", "std::byte",
                      "using Made", "throw n;", "co_yield", "void *operator",
                      "switch (num(i)", "if (flip(", "int A0::f(", "Side"):
            self.assertIn(words, texts)

    def test_number_of_cases(self):
        self.assertEqual([case.number for case in program.make(3, 4).cases],
                         [1, 2, 3, 4])

    def test_case_alone_has_no_other_case(self):
        text = program.make(3, 4).files["main.cpp"]
        for number in re.findall(r"namespace c(\d+) \{\n", text):
            self.assertIn(f"#if !defined CASE || CASE == {number}\n"
                          f"namespace c{number} {{\n", text)

    def test_ways_are_left_out(self):
        for seed in range(1, 20):
            made = program.make(seed, left_out=("leaked*", "launder"))
            for case in made.cases:
                for name in case.ways:
                    self.assertFalse(name == "launder"
                                     or name.startswith("leaked"), name)

    def test_standards_have_what_is_used(self):
        for seed in SEEDS:
            made = program.make(seed)
            text = "".join(made.files.values())
            if made.standard < 20:
                self.assertNotIn("co_yield", text)
                self.assertNotIn("construct_at", text)
            if made.standard < 23:
                self.assertNotIn("std::expected", text)

    def test_leaves_of_even_families_have_the_same_members(self):
        for seed in range(100):
            family = shapes.make_family(Random(seed))
            if family.is_even:
                self.assertNotIn("  int m", family.text)


class Running(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="storage-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def tools(self, behavior: str = "") -> Tools:
        path = self.work / "clang++"
        path.write_text(WRAPPER.replace("BEHAVIOR", behavior)
                        .replace("REFERENCE", str(Tools.reference)))
        path.chmod(0o755)
        return Tools(path)

    def run_one(self, behavior: str = "", made=None, sanitizes=False):
        made = made or program.make(first_of(is_simple), 4)
        return run.test_program(self.tools(behavior), made,
                                self.work / "work", self.work / "faults",
                                sanitizes)

    def test_right_compiler(self):
        result = self.run_one()
        self.assertEqual((result.outcome, result.builds, result.problems),
                         ("right", 3, []))
        self.assertFalse((self.work / "faults").exists())

    def test_wrong_compiler_is_noticed_and_cases_are_named(self):
        result = self.run_one(WRONG)
        self.assertEqual(result.outcome, "differs")
        self.assertEqual(list(result.differ), ["3"])
        self.assertIn("cases [3] differ", result.problems[0])
        folder = Path(result.folder)
        self.assertIn(f"--storage --programs 1 --seed {result.seed} "
                      "--cases-per-program 4",
                      (folder / "README").read_text())
        self.assertIn("-DCASE=3", (folder / "commands").read_text())
        [alone] = folder.glob("case-3-*")
        self.assertRegex(alone.read_text(), r"(?m)^g\+\+ -O2: case 3:")

    def test_crash_of_the_compiler_is_noticed(self):
        result = self.run_one(CRASH)
        self.assertEqual(result.outcome, "fails")
        self.assertIn("it has crashed", result.problems[0])

    def test_program_that_is_not_clean_is_the_generator_s_fault(self):
        made = program.make(first_of(is_simple), 4)
        made.files["main.cpp"] = made.files["main.cpp"].replace(
            "  int only =", "  volatile int most = 0x7fffffff; "
            "most = most + 1;\n  int only =")
        result = self.run_one(made=made, sanitizes=True)
        self.assertEqual((result.outcome, result.is_fault),
                         ("unclean", False))
        self.assertIn("the generator's fault", result.problems[0])

    def test_some_programs_are_clean(self):
        packages.ensure("libc++")
        for library in program.LIBRARIES:
            made = program.make(first_of(
                lambda made, wanted=library: made.library == wanted
                and made.target == "x86-64" and made.standard == 23))
            bench = run.Bench(Tools(), self.work / library, made)
            expected = bench.expected()
            bench.check_clean(expected)
            self.assertEqual(len(expected.splitlines()), 20)

    def test_lines_that_differ(self):
        self.assertEqual(run.differing("case 1: 2\ncase 2: 3\ncase 10: 4\n",
                                       "case 1: 2\ncase 2: 4\n"), [2, 10])

    def stress(self, *words: str) -> tuple:
        """What the command prints, and what it returns."""
        self.tools()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), \
                mock.patch.object(packages, "ensure"):
            code = devirt.stress(["--storage", "--tools", str(self.work),
                                  "--cases-per-program", "4",
                                  "--faults", str(self.work / "faults"),
                                  *words])
        return printed.getvalue(), code

    def test_progress_is_honoured(self):
        seed, progress = first_of(is_simple), self.work / "progress"
        words = ("--seed", str(seed), "--programs", "1", "--progress",
                 str(progress))
        printed, code = self.stress(*words)
        self.assertIn("1 programs, 4 cases, 3 builds, 1 right", printed)
        self.assertEqual(code, 0)
        [line] = progress.read_text().splitlines()
        self.assertEqual(json.loads(line)["seed"], seed)
        # A line that was cut off is done again; what is finished is not.
        progress.write_text(line[:20] + "\n" + line + "\n")
        with mock.patch.object(run, "test_program") as test_program:
            again, _ = self.stress(*words)
        test_program.assert_not_called()
        self.assertEqual(again.splitlines()[-1], printed.splitlines()[-1])

    def test_faults_of_a_run_before_count(self):
        progress = self.work / "progress"
        run.add_progress(progress, run.Result(
            1, "differs", cases=20, differ={"3": ["launder"]}))
        printed, code = self.stress("--programs", "1", "--progress",
                                    str(progress))
        self.assertIn("1 cases differ: launder", printed)
        self.assertEqual(code, 1)

    def test_options(self):
        options = command.parse(["--cases", "a", "--leave-out", "leaked*"])
        self.assertEqual((options.faults, options.leave_out,
                          options.cases_per_program),
                         (Path("a"), ["leaked*"], 20))
        for words in (["--programs", "0"], ["--cases-per-program", "0"]):
            with self.assertRaisesRegex(Failure, "must be positive"):
                command.parse(words)


if __name__ == "__main__":
    unittest.main()
