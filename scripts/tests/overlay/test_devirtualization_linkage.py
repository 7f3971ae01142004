"""Generated programs of several linkage units with -fdevirtualize.

Each seed was a fault once: `scripts/stress linkage` found it. Needs the built
overlay (scripts/build).
"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.linkage import run  # noqa: E402

SEEDS = {
    8: "an object in a struct: its method calls what is not exported",
    11: "a result of a function, and copies of the vtable",
    16: "a protected vtable that nothing uses",
    42: "a constructor in another file, and copies of the vtable",
    44: "an object in a struct: its method is not exported",
    96: "a static variable of a method of an explicitly declared instance",
    275: "a vtable of a unit that hides its static variables",
    960: "a protected method whose address a guard takes",
    70794: "an inlined method of an explicitly declared instance",
    90044: "a type_info object that only the vtable names",
    90147: "an object that a function of the file returns",
}
# Optimization leaves out a variable, and linkers export fewer.
LEFT_OUT = 70457
# These were right from the beginning.
RIGHT = (3,)


class Linkage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run", "linkers")
        folder = tempfile.TemporaryDirectory(prefix="linkage-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def check(self, seed: int) -> None:
        found = run.test_program(paths.BUILD / "bin", seed, self.folder,
                                 seed % 10 == 0)
        self.assertEqual(found, run.Result(seed, "agree"))

    def test_faults(self):
        for seed, what in SEEDS.items():
            with self.subTest(seed=seed, what=what):
                self.check(seed)

    def test_variables_that_are_left_out(self):
        found = run.test_program(paths.BUILD / "bin", LEFT_OUT, self.folder)
        self.assertEqual(found.result, "dropped")
        self.assertTrue(found.why.startswith(run.LEFT_OUT), found.why)

    def test_right_programs(self):
        for seed in RIGHT:
            with self.subTest(seed=seed):
                self.check(seed)


if __name__ == "__main__":
    unittest.main()
