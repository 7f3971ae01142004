"""scripts/bench rewriting: sizes of functions, slopes, and what is promised."""

import math
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import curves  # noqa: E402
from managed.bench.curves import Cost, Curve  # noqa: E402
from managed.bench.rewriting_shapes import SHAPES  # noqa: E402
from managed.ui import Failure  # noqa: E402


def count(text: str) -> int:
    """The instructions of the one function."""
    body = text.split("{\n", maxsplit=1)[1]
    return sum(line.startswith("  ") for line in body.splitlines())


class Shapes(unittest.TestCase):
    def test_has_about_as_many_instructions_as_asked_for(self):
        for name, shape in SHAPES.items():
            for size in (1000, 20_000):
                with self.subTest(name, size=size):
                    self.assertAlmostEqual(count(shape(size)) / size, 1,
                                           delta=0.35)

    def test_each_is_described(self):
        for shape in SHAPES.values():
            self.assertTrue(shape.__doc__)


class Slopes(unittest.TestCase):
    def test_is_the_exponent(self):
        for power in (1, 1.5, 2):
            self.assertAlmostEqual(
                curves.slope([(n, 3e-6 * n ** power)
                                       for n in (10, 100, 5000)]), power)

    def test_leaves_out_what_took_too_long(self):
        self.assertAlmostEqual(
            curves.slope([(10, 1.0), (100, 10.0),
                                   (1000, math.inf)]), 1)
        self.assertTrue(math.isnan(curves.slope([(10, 1.0)])))


class Promises(unittest.TestCase):
    def curve(self, seconds=0.5, megabytes=100.0, power=1.0):
        curve = Curve(Path("opt"), 1, "a-pass")
        curve.costs = {10: Cost(0.1, 10.0), 100: Cost(seconds, megabytes)}
        curve.added = [(10, 1e-3), (100, 1e-3 * 10 ** power)]
        return curve

    def test_keeps_them(self):
        self.assertEqual(curves.problems({"loops": self.curve()}), [])

    def test_says_what_is_broken(self):
        for broken, expected in (
                (self.curve(seconds=1.5), "loops, 100: 1.50 s, 100 MB"),
                (self.curve(megabytes=600.0), "loops, 100: 0.50 s, 600 MB"),
                (self.curve(seconds=math.inf, megabytes=math.inf),
                 "loops, 100: too long"),
                (self.curve(power=1.3), "loops: slope 1.30")):
            self.assertEqual(curves.problems({"loops": broken}),
                             [expected])


class Counted:
    """Counts nothing: says what it was asked."""

    def __init__(self):
        self.asked = []

    def count(self, *what):
        self.asked.append(what)
        return 1000


class Counting(unittest.TestCase):
    def add(self, size, seconds):
        counter = Counted()
        curve = Curve(Path("opt"), 60, "a-pass", counter)
        with mock.patch.object(curves, "rewrite",
                               lambda *_: Cost(seconds, 50.0)):
            curve.add(size, Path("f.bc"))
        return curve.added, counter.asked

    def test_counts_large_functions(self):
        self.assertEqual(self.add(30_000, 0.5),
                         ([(30_000, 1000)],
                          [(Path("opt"), "a-pass", Path("f.bc"))]))

    def test_leaves_out_what_would_take_minutes(self):
        self.assertEqual(self.add(30_000, 4.0), ([], []))

    def test_leaves_out_what_takes_no_time(self):
        self.assertEqual(self.add(1_000, 0.1), ([], []))


class Measuring(unittest.TestCase):
    def test_what_a_command_used(self):
        cost = curves.measure(
            [sys.executable, "-c", "x = bytearray(50 << 20)"], 60)
        self.assertGreater(cost.megabytes, 50)
        self.assertGreater(cost.seconds, 0)

    def test_ends_what_takes_too_long(self):
        cost = curves.measure(["sleep", "60"], 0.2)
        self.assertTrue(math.isinf(cost.seconds))
        self.assertEqual(cost.text(), "too long")

    def test_failures_are_not_figures(self):
        with self.assertRaisesRegex(Failure, "exit code 3.*no such thing"):
            curves.measure(
                [sys.executable, "-c",
                 "import sys; sys.exit(print('no such thing', "
                 "file=sys.stderr) or 3)"], 60)


if __name__ == "__main__":
    unittest.main()
