"""Objects whose class changes while they are constructed and destroyed.

A base class's constructor or destructor stores `this`, and the program calls
methods through that pointer before and after the next constructor or destructor
has set the vtable pointer. Needs the built overlay (scripts/build).
"""

import subprocess
import sys
import tempfile
import unittest
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.ui import run  # noqa: E402

SOURCE = paths.REPO / "llvm/benchmarks/Devirtualization/Phases.cpp"
OPTIONS = ("-fstrict-vtable-pointers", "-fdevirtualize")


class Phases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run")
        folder = tempfile.TemporaryDirectory(prefix="phases-")
        cls.addClassCleanup(folder.cleanup)
        cls.program = Path(folder.name) / "phases"

    def output(self, *flags: str) -> str:
        run([paths.BUILD / "bin/clang++", "-std=c++17", *flags, SOURCE, "-o",
             self.program], what=" ".join(flags))
        return subprocess.run([self.program], text=True, capture_output=True,
                              check=True).stdout

    def test_calls_reach_the_class_of_the_phase(self):
        expected = self.output("-O0")
        self.assertEqual(expected.splitlines()[:2], ["4 4", "4 6 6"])
        for level, option in product(("-O1", "-O2", "-O3", "-Os"), OPTIONS):
            with self.subTest(level=level, option=option):
                self.assertEqual(self.output(level, option), expected)


if __name__ == "__main__":
    unittest.main()
