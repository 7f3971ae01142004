"""Seeded runs of scripts/mutate-maps: llvm-managed-maps verify must notice at
least 95 % of the damaged fault maps and stack maps."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.mutate import run, subjects  # noqa: E402

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
        each = COUNT // len(run.FAULT.mutations)
        for name in run.FAULT.mutations:
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


# Those of stack maps: what a set, a location, an id or a value says is true of
# some program. In objects the code has marks, and none survives.
STACK_SURVIVORS = {
    "flip-a-bit", "change-a-byte", "exchange-bytes", "insert-a-byte",
    "remove-a-byte", "choose-another-set", "change-a-root", "change-a-pair",
    "change-an-id", "change-deoptimization-state", "move-a-location-near",
    "move-a-location-far", "change-the-kind-of-a-location",
    "change-the-flags", "change-a-section-header", "damage-the-code",
    "damage-the-unwind-table"}
STACK_COUNT, STACK_DEMANDED, OBJECTS_DEMANDED = 640, 0.95, 0.99


class StackMapMutants(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="mutate-")
        cls.addClassCleanup(folder.cleanup)
        cls.work = Path(folder.name)
        cls.files = subjects.make_with_stack_maps(cls.work)

    def run_on(self, files, count):
        return run.run_mutations(files, SEED, count, self.work,
                                 maps=run.STACK)

    def test_rate(self):
        tally = self.run_on(self.files, STACK_COUNT)
        print()
        tally.print()
        self.assertGreaterEqual(tally.rate(), STACK_DEMANDED)
        each = STACK_COUNT // len(run.STACK.mutations)
        for name in run.STACK.mutations:
            self.assertGreaterEqual(tally.made[name], each - 5, name)
        self.assertLessEqual({name for name, _, _ in tally.survivors},
                             STACK_SURVIVORS)

    def test_rate_in_objects(self):
        objects = [path for path in self.files if path.suffix == ".o"]
        tally = self.run_on(objects, STACK_COUNT // 2)
        self.assertGreaterEqual(tally.rate(), OBJECTS_DEMANDED)


class BothMaps(unittest.TestCase):
    """Functions with null checks and safepoints have both, which do not
    disturb each other. Half of the files are linked, and all entries have site
    ids, which nothing in linked files contradicts."""

    DEMANDED = {"fault map": 0.85, "stack map": 0.95}

    def test_rates(self):
        with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
            work = Path(folder)
            files = subjects.make_with_both_maps(work)
            for maps in (run.FAULT, run.STACK):
                with self.subTest(maps.title):
                    # Fails unless all of both is proved to begin with.
                    tally = run.run_mutations(files, SEED, 200, work,
                                              maps=maps)
                    self.assertGreaterEqual(tally.rate(),
                                            self.DEMANDED[maps.title])


if __name__ == "__main__":
    unittest.main()
