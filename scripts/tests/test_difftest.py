"""Tests of scripts/difftest with the distribution's unpatched tools.

They show that the generator makes valid functions that do not depend on each
other, that what upstream gets wrong is noticed, and that it is reduced.
"""

import dataclasses
import os
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.difftest import ir, run  # noqa: E402
from managed.paths import LLVM_PREFIX  # noqa: E402

UPSTREAM = run.Tools(LLVM_PREFIX / "bin/llc", LLVM_PREFIX / "bin/opt", True)

# What upstream gets wrong: setup, kinds of accesses, first function, number of
# functions.
UNSOUND = (
    ("x86_64-O2", "fs", 0, 8),
    ("x86_64-O1", "prefetch", 0, 8),
    ("x86_64-O2", "load", 0, 40),  # offsets below zero
    ("x86_64-O3-avx2", "masked", 380, 20),
    ("aarch64-O1", "operand", 0, 20),
    ("aarch64-O3-sve", "predicated", 40, 20),
)


class Generator(unittest.TestCase):
    def test_same_seed_same_text(self):
        for setup in run.SETUPS.values():
            texts = {ir.module_text(
                [ir.make_function(3, n, setup.config) for n in numbers],
                setup.config, True, True)
                for numbers in ([5, 6], [5, 6])}
            self.assertEqual(len(texts), 1)

    def test_functions_do_not_depend_on_each_other(self):
        config = run.SETUPS["x86_64-O2"].config
        alone = ir.make_function(1, 9, config)
        several = [ir.make_function(1, n, config) for n in range(12)]
        self.assertEqual(alone, several[9])
        self.assertNotEqual(alone, ir.make_function(2, 9, config))

    def test_attribute_is_in_the_implicit_version_only(self):
        config = run.SETUPS["x86_64-O2"].config
        functions = [ir.make_function(1, 0, config)]
        for implicit in (False, True):
            text = ir.module_text(functions, config, implicit, True)
            self.assertEqual('"implicit-null-checks"' in text, implicit)
            self.assertIn("!make.implicit !0", text)

    def test_checked_pointers_may_be_of_another_address_space(self):
        config = run.SETUPS["x86_64-O2-space"].config
        functions = [ir.make_function(1, n, config) for n in range(40)]
        for implicit in (False, True):
            text = ir.module_text(functions, config, implicit, True)
            self.assertIn('"implicit-null-check-address-spaces"="1"', text)
            self.assertNotRegex(text, "icmp (eq|ne) ptr %")
            self.assertRegex(text, r"icmp eq ptr addrspace\(1\) %")

    def test_every_kind_occurs_and_verifies(self):
        for name, space, extra in (
                ("x86_64-O3-avx2", 0, {"masked"}),
                ("x86_64-O2", 0, {"x87", "gs", "fs"}),
                ("x86_64-O2-space", 1, {"x87", "gs", "fs"}),
                ("x86_64-O3-avx2", 1, {"masked"}),
                ("aarch64-O3-sve", 0, {"scalable", "predicated"}),
                ("aarch64-O3-sve", 1, {"scalable", "predicated"})):
            config = dataclasses.replace(run.SETUPS[name].config, space=space)
            functions = [ir.make_function(1, n, config) for n in range(150)]
            kinds = sum((ir.kinds_of(f.nodes) for f in functions), Counter())
            self.assertLessEqual(set(ir.COMMON) | extra, set(kinds))
            for debug in (False, True):
                text = ir.module_text(functions, config, True, True, debug)
                done = subprocess.run(
                    [UPSTREAM.opt, "-passes=verify", "-disable-output"],
                    input=text, text=True, stderr=subprocess.PIPE)
                self.assertEqual(done.stderr, "")


class Upstream(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="difftest-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def test_unsound_conversions_are_noticed(self):
        for name, kind, first, count in UNSOUND:
            setup = run.SETUPS[name]
            if run.unavailable(setup):
                continue
            with self.subTest(f"{name} {kind}"):
                tally = run.test_setup(setup, UPSTREAM, self.work, 1, count,
                                       first, (kind,), code=False)
                self.assertTrue(tally.problems)
                self.assertGreater(tally.entries, 0)

    def test_debug_information_that_changes_code_is_noticed(self):
        setup = run.SETUPS["x86_64-O1"]
        tally = run.test_setup(setup, UPSTREAM, self.work, 1, 40)
        [index, *_] = [n for n, problem in tally.problems.items()
                       if problem == run.DEBUG_PROBLEM]
        case = run.keep_case(setup, UPSTREAM, self.work, 1, index,
                             run.DEBUG_PROBLEM, self.work / "cases")
        original = ir.module_text([ir.make_function(1, index, setup.config)],
                                  setup.config, True, False)
        self.assertLess(len((case / "implicit.ll").read_text()),
                        len(original))

    def test_failure_is_reduced_and_kept(self):
        setup = run.SETUPS["x86_64-O1"]
        bench = run.Bench(setup, UPSTREAM, self.work)
        function = ir.make_function(1, 0, setup.config, ("prefetch",))
        function.nodes.append(("other", 1, "compute"))
        problem = bench.try_functions([function]).problems[0]
        reduced = bench.reduce(function, problem)
        self.assertLess(len(reduced.nodes), len(function.nodes))
        self.assertTrue(bench.fails(reduced, problem))
        case = run.keep_case(setup, UPSTREAM, self.work, 1, 0, problem,
                             self.work / "cases", ("prefetch",))
        readme = (case / "README").read_text()
        self.assertIn(problem, readme)
        [command] = [line for line in readme.splitlines()
                     if "scripts/difftest" in line]
        done = subprocess.run(
            [SCRIPTS / "difftest", *command.split()[1:], "--cases",
             self.work / "again"], stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn(problem, done.stdout)

    def test_explicit_checks_alone_agree(self):
        # Nothing is converted if the option is not given.
        setup = run.SETUPS["x86_64-O2"]
        tools = run.Tools(UPSTREAM.llc, UPSTREAM.opt)
        tally = run.test_setup(setup, tools, self.work, 1, 40)
        self.assertEqual((tally.problems, tally.entries, tally.recovered),
                         ({}, 0, 0))
        self.assertEqual(tally.calls, 1056)


class Command(unittest.TestCase):
    def run_command(self, *words):
        done = subprocess.run([SCRIPTS / "difftest", *words], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=tempfile.gettempdir(), env=dict(
                                  os.environ, MANAGED_LLVM_BUILD="/nowhere"))
        return done.returncode, done.stderr.strip().splitlines()

    def test_errors(self):
        code, lines = self.run_command("--count", "1")
        self.assertEqual((code, len(lines)), (1, 1))
        self.assertIn("build the overlay first", lines[0])
        code, lines = self.run_command("--kinds", "nothing")
        self.assertEqual((code, lines), (2, [
            "difftest: error: there is no kind of access 'nothing'; see "
            "scripts/difftest --help"]))
        self.assertEqual(self.run_command("--count", "0")[0], 2)
        self.assertEqual(self.run_command("--setup", "vax")[0], 2)


class Smaller(unittest.TestCase):
    def test_leaves_out_or_unwraps(self):
        a, b = ("access", 1, "load"), ("other", 2, "observe")
        nodes = [("check", 3, [a]), ("branch", 4, [[a], [b]])]
        found = list(run.smaller(nodes))
        for expected in ([nodes[1]], [nodes[0]], [a, nodes[1]],
                         [nodes[0], b], [("check", 3, []), nodes[1]],
                         [nodes[0], ("branch", 4, [[], [b]])]):
            self.assertIn(expected, found)


if __name__ == "__main__":
    unittest.main()
