"""The cases of scripts/bench devirt --cases, compiled by all compilers."""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.bench import devirt_cases as bench_devirt_cases  # noqa: E402
from managed.bench.devirt_cases import OURS  # noqa: E402
from managed.paths import BUILD, LLVM_PREFIX  # noqa: E402


@unittest.skipUnless(os.uname().machine == "x86_64",
                     "calls are counted on x86-64 only")
@unittest.skipUnless(shutil.which("g++"),
                     "g++ is not installed: apt-get install g++")
class Cases(unittest.TestCase):
    """What is written in the sources is so."""

    @classmethod
    def setUpClass(cls):
        cls.cases = bench_devirt_cases.read()
        sides = bench_devirt_cases.sides(BUILD / "bin", LLVM_PREFIX / "bin")
        with tempfile.TemporaryDirectory(prefix="devirt-") as folder:
            cls.results = bench_devirt_cases.measure_all(cls.cases, sides,
                                                         Path(folder))

    def test_there_are_enough(self):
        self.assertGreaterEqual(len(self.cases), 60)

    def test_all_compilers_agree(self):
        self.assertEqual(bench_devirt_cases.different(self.results), [])

    def test_counts_are_those_in_the_sources(self):
        for case in self.cases:
            with self.subTest(case.name):
                ours = self.results[case.name][OURS]
                self.assertEqual((ours.calls, ours.left),
                                 (case.calls, case.left))

    def test_no_other_compiler_is_better(self):
        """But in exceptions; those that are none any more have to go."""
        excused = [case.name for case in self.cases if case.exception]
        self.assertEqual(bench_devirt_cases.behind(self.results), excused)
        self.assertLessEqual(len(excused), 3)


if __name__ == "__main__":
    unittest.main()
