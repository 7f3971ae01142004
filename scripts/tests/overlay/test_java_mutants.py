"""managed-java refuses the class files that OpenJDK refuses, and no others."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java import mutants  # noqa: E402
from managed.java.execution import COMPILER  # noqa: E402
from managed.java.library import java_base  # noqa: E402
from managed.java.reading import Case  # noqa: E402


@unittest.skipUnless(java_base(), "not installed: javac")
class Mutants(Case):
    COUNT, SEED = 3000, 1

    def test_as_openjdk(self):
        folder = self.work / "mutants"
        folder.mkdir()
        mutants.make(folder, self.COUNT, self.SEED)
        theirs = mutants.openjdk(self.work, folder)
        refused = mutants.ours(COMPILER, folder)
        self.assertEqual(len(theirs), self.COUNT)
        answers = list(theirs.values())
        self.assertGreater(answers.count(True), self.COUNT // 10)
        self.assertGreater(answers.count(False), self.COUNT // 10)
        self.assertEqual(mutants.differences(theirs, refused), [])

    def test_differences(self):
        """What they are, so that there can be some."""
        theirs = {"m1": True, "m2": True, "m3": False, "m4": False,
                  "m5": True, "m6": None}
        self.assertEqual(
            mutants.differences(theirs, {"m2": "truncated", "m3": "x",
                                         "m5": "offset 3: x"}),
            [("m2", "truncated"), ("m4", None)])


if __name__ == "__main__":
    unittest.main()
