"""A seeded run of scripts/mutate-maps: llvm-managed-maps verify must notice at
least 95 % of the damaged tables."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.mutate import mutations, run, subjects  # noqa: E402

SEED, COUNT, DEMANDED = 1, 1000, 0.95
# What no verifier can know; docs/ManagedMaps.md says why.
SURVIVORS = {
    "flip-a-bit", "clear-a-field", "change-the-site", "remove-an-entry",
    "move-pc-some-bytes", "move-pc-to-a-neighbour", "move-pc-in-the-function",
    "move-handler-some-bytes", "move-handler-to-a-neighbour",
    "move-handler-in-the-function", "move-handler-to-another-function",
    "exchange-handlers", "exchange-handlers-in-a-function",
    "change-a-section-header", "damage-the-code"}


class Mutants(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="mutate-")
        cls.addClassCleanup(folder.cleanup)
        cls.work = Path(folder.name)
        cls.files = subjects.make(cls.work)

    def run_with(self, verifier, count):
        return run.run_mutations(self.files, SEED, count, self.work,
                                 verifier=verifier)

    def test_rate(self):
        tally = self.run_with(run.VERIFIER, COUNT)
        print()
        tally.print()
        self.assertGreaterEqual(tally.rate(), DEMANDED)
        # Each class has been tried, and no class gets worse unnoticed.
        each = COUNT // len(mutations.MUTATIONS)
        for name in mutations.MUTATIONS:
            self.assertGreaterEqual(tally.made[name], each - 5, name)
        self.assertLessEqual({name for name, _, _ in tally.survivors},
                             SURVIVORS)

    def test_rate_of_a_verifier_that_believes_everything(self):
        blind = self.work / "blind"
        blind.write_text("#!/bin/sh\nexit 0\n")
        blind.chmod(0o755)
        tally = self.run_with(blind, 50)
        self.assertEqual(tally.rate(), 0)
        self.assertGreater(len(tally.survivors), 40)


if __name__ == "__main__":
    unittest.main()
