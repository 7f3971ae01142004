"""Objects that are replaced by objects of other classes.

The program compares a pointer to the old object with a pointer to the new one,
as pointers, as numbers and as bytes, and calls methods through the latter.
Needs the built overlay (scripts/build).
"""

import subprocess
import sys
import tempfile
import unittest
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402
from managed.ui import run  # noqa: E402

SOURCE = paths.REPO / "llvm/benchmarks/Devirtualization/EqualPointers.cpp"
OPTIONS = ("-fstrict-vtable-pointers", "-fdevirtualize")
LEVELS = (("-O1",), ("-O2",), ("-O3",), ("-O2", "-flto", "-fuse-ld=lld"),
          ("-O2", "-flto=thin", "-fuse-ld=lld"))
# Most cases print the kind of the new object in a variable, and the kinds of
# the old and the new object in a buffer and in allocated memory.
KINDS = "2 12 12"
OTHERS = ["member of union: 1 2", "element: 2", "std::launder: 2",
          "weak: 2 0"]


class EqualPointers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run")
        folder = tempfile.TemporaryDirectory(prefix="equal-pointers-")
        cls.addClassCleanup(folder.cleanup)
        cls.program = Path(folder.name) / "equal-pointers"

    def output(self, target, *flags: str) -> str:
        machine = [] if target.is_native else \
            [f"--target={target.machine}-linux-gnu"]
        run([paths.BUILD / "bin/clang++", *machine, "-std=c++17", *flags,
             SOURCE, "-o", self.program], what=" ".join(flags))
        return subprocess.run([*target.prefix, self.program], text=True,
                              capture_output=True, check=True).stdout

    def check(self, name: str):
        target = TARGETS[name]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        expected = self.output(target, "-O0")
        lines = expected.splitlines()
        self.assertEqual(lines[:2], [f"nested: {KINDS}", f"branch: {KINDS}"])
        self.assertEqual({line.split(": ")[1] for line in lines[:-4]}, {KINDS})
        self.assertEqual(lines[-4:], OTHERS)
        for level, option in product(LEVELS, OPTIONS):
            with self.subTest(level=level, option=option):
                self.assertEqual(self.output(target, *level, option),
                                 expected)

    def test_x86(self):
        self.check("x86-64")

    def test_aarch64(self):
        self.check("AArch64")


if __name__ == "__main__":
    unittest.main()
