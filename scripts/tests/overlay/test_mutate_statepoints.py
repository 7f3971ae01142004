"""Seeded runs of scripts/mutate-statepoints: -verify-machineinstrs must notice
references that were not relocated."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.mutate import statepointrun  # noqa: E402

# What is noticed of each of these; docs/StatepointVerifier.md says what is not,
# and why.
DEMANDED = {"drop-a-register": 0.9, "keep-a-copy": 0.9,
            "empty-the-record": 0.9, "forget-the-record": 0.9}


class Mutants(unittest.TestCase):

    def test_rate(self):
        with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
            work = Path(folder)
            # Fails unless everything is sound to begin with.
            subjects = statepointrun.make_subjects(work, range(1, 2))
            tally = statepointrun.run_mutations(subjects, 1, 80, work,
                                                list(DEMANDED))
        print()
        tally.print()
        for name, rate in DEMANDED.items():
            self.assertGreaterEqual(tally.made[name], 15, name)
            self.assertGreaterEqual(tally.rate(name), rate, name)


if __name__ == "__main__":
    unittest.main()
