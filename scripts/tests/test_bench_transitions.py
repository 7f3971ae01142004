"""scripts/bench transitions: what it compares, prints and promises."""

import contextlib
import io
import sys
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.bench import transitions  # noqa: E402

GOOD = {"measure/plain": [1.0, 1.5, 1.1], "measure/transition": [2.2, 2.0, 9.0],
        "OpenJDK 17, plain call": [2.0], "OpenJDK 17, JNI": [8.0]}


class Tables(unittest.TestCase):
    def test_the_least_of_each_is_compared(self):
        self.assertAlmostEqual(
            transitions.over(GOOD, "measure/transition", "measure/plain"), 1)

    def test_each_language_has_its_own_plain_call(self):
        rows = {row.split("  ")[0].strip(): row.split()[-4:]
                for row in transitions.table(GOOD).splitlines()}
        self.assertEqual(rows["transition"], ["2.00", "2.20", "9.00", "1.00"])
        self.assertEqual(rows["OpenJDK 17, JNI"],
                         ["8.00", "8.00", "8.00", "6.00"])
        self.assertEqual(rows["plain call"][1:], ["1.00", "1.10", "1.50"])


class Promises(unittest.TestCase):
    def failed(self, time):
        benchmark = transitions.Transitions()
        with contextlib.redirect_stdout(io.StringIO()):
            benchmark.promise("", transitions.over(
                {**GOOD, "measure/transition": [time]}, "measure/transition",
                "measure/plain"), transitions.TRANSITION)
        return benchmark.failed

    def test_three_nanoseconds(self):
        self.assertFalse(self.failed(3.9))
        self.assertTrue(self.failed(4.1))


if __name__ == "__main__":
    unittest.main()
