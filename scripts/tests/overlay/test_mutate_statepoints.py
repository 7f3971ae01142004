"""Seeded runs of scripts/mutate-statepoints: -verify-machineinstrs and
verify<safepoint-ir> must notice references that were not relocated."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.mutate import statepointir, statepointrun  # noqa: E402

# What is noticed of all classes together, each of which is made.
DEMANDED = 0.95


class Mutants(unittest.TestCase):

    def check(self, module, seed, count):
        with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
            work = Path(folder)
            # Fails unless everything is sound to begin with.
            subjects = module.make_subjects(work, range(seed, seed + 1))
            tally = statepointrun.run_mutations(subjects, 1, count, work)
        print()
        tally.print()
        for name in module.MUTATIONS:
            self.assertGreaterEqual(tally.made[name], 3, name)
        self.assertGreaterEqual(tally.rate(), DEMANDED)

    def test_machine_code(self):
        # Many roots of this module are used by handlers alone.
        self.check(statepointrun, 3, 240)

    def test_ir(self):
        self.check(statepointir, 1, 140)


if __name__ == "__main__":
    unittest.main()
