"""A seeded run of scripts/mutate-roots: verify<gc-roots> must notice roots that
are in no frame."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.mutate import gcrootrun, gcroots  # noqa: E402

COUNT = 180
# What is noticed of all classes together, each of which is made.
DEMANDED = 0.95


class Mutants(unittest.TestCase):

    def test_rate(self):
        with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
            work = Path(folder)
            # Fails unless everything is sound to begin with.
            subjects = gcroots.make_subjects(work, range(1, 2))
            tally = gcrootrun.run_mutations(subjects, 1, COUNT, work)
        print()
        tally.print()
        for name in gcroots.MUTATIONS:
            self.assertGreaterEqual(tally.made[name], 5, name)
        self.assertGreaterEqual(tally.rate(), DEMANDED)


if __name__ == "__main__":
    unittest.main()
