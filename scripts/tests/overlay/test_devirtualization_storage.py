"""Generated programs that reuse storage, compiled by the overlay.

Needs the built overlay (scripts/build).
"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages  # noqa: E402
from managed.devirt.run import Tools  # noqa: E402
from managed.devirt.storage import program, run  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

SEEDS = range(1, 5)
CASES = 12
# Pointers that constructors of base classes store: a fault that is known
# (docs/Devirtualization.md).
KNOWN = ("leaked*",)


def setUpModule():
    packages.ensure("run", "libc++")


class Storage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="storage-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def test_programs(self):
        for seed in SEEDS:
            made = program.make(seed, CASES, KNOWN)
            if TARGETS[made.target].missing:
                continue
            with self.subTest(seed):
                result = run.test_program(
                    Tools(), made, self.work, self.work / "faults",
                    seed == SEEDS[0])
                self.assertEqual((result.outcome, result.problems),
                                 ("right", []))


if __name__ == "__main__":
    unittest.main()
