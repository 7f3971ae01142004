"""A seeded run of scripts/mutate-roots: verify<gc-roots> must notice roots that
are in no frame."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.mutate import gcrootrun, gcroots, juliaroots  # noqa: E402

COUNT = 180
# What is noticed of all classes together, each of which is made.
DEMANDED = 0.95


class Mutants(unittest.TestCase):

    def check(self, make_subjects, mutations: dict):
        with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
            work = Path(folder)
            # Fails unless everything is sound to begin with.
            tally = gcrootrun.run_mutations(make_subjects(work, range(1, 2)),
                                            list(mutations), 1, COUNT, work)
        print()
        tally.print()
        for name in mutations:
            self.assertGreaterEqual(tally.made[name], 5, name)
        self.assertGreaterEqual(tally.rate(), DEMANDED)

    def test_rate(self):
        self.check(gcroots.make_subjects, gcroots.MUTATIONS)

    def test_julia(self):
        self.check(juliaroots.make_subjects, juliaroots.MUTATIONS)


if __name__ == "__main__":
    unittest.main()
