"""scripts/bench stops: what it reads, checks and prints."""

import contextlib
import io
import sys
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.bench import stops  # noqa: E402
from managed.ui import Failure, UsageError  # noqa: E402

LOG = """\
Safepoint "G1CollectForAllocation", Time since last: 1 ns, Reaching safepoint: \
7 ns, Cleanup: 2 ns, At safepoint: 3 ns, Total: 12 ns
Safepoint "ThreadDump", Time since last: 866309 ns, Reaching safepoint: 75113 \
ns, Cleanup: 190 ns, At safepoint: 30125 ns, Total: 105428 ns
Safepoint "ThreadDump", Time since last: 326538 ns, Reaching safepoint:   9 \
ns, Cleanup: 201 ns, At safepoint: 14371 ns, Total: 14581 ns
"""


class Reading(unittest.TestCase):
    def test_only_what_the_main_thread_asked_for(self):
        self.assertEqual(stops.read_log(LOG), [75113, 9])

    def test_a_stop_that_is_missing(self):
        self.assertEqual(stops.complete([1, 2], 2, "the log"), [1, 2])
        with self.assertRaisesRegex(Failure, "the log has the times of 1 "):
            stops.complete([1], 2, "the log")


class Tables(unittest.TestCase):
    def test_medians_of_rounds_and_the_maximum(self):
        rounds = {(2, "flag"): [[1000, 2000, 90000], [4000, 4000, 5000],
                                [7000, 3000, 3000]],
                  (16, "page"): [[1234567]]}
        rows = [line.split() for line in stops.table(rounds).splitlines()[2:]]
        self.assertEqual(rows, [
            ["2", "flag", "3.0", "2.0", "4.0", "13.2", "90.0", "90.0"],
            ["16", "page", *["1,234.6"] * 6]])

    def test_share(self):
        times = [*range(10, 0, -1)]
        self.assertEqual(stops.share(times, 0.9), 9)
        self.assertEqual(stops.share(times, 1), 10)
        self.assertEqual(stops.share([5], 0.9), 5)


class Options(unittest.TestCase):
    def refuse(self, message, *argv):
        with self.assertRaisesRegex(UsageError, message):
            stops.Stops().parse(list(argv))

    def test_numbers(self):
        self.refuse("--stops takes 1", "--stops", "0")
        self.refuse("--rounds takes 1", "--rounds", "0")
        self.refuse("--threads takes", "--threads", "2", "0")

    def test_threads(self):
        self.assertIn(16, stops.Stops().parse([]).threads)
        self.assertEqual(stops.Stops().parse(["--threads", "3"]).threads, [3])


class WithoutJava(unittest.TestCase):
    def test_it_is_skipped_with_a_message(self):
        benchmark, output = stops.Stops(), io.StringIO()
        options = benchmark.parse(["--rounds", "1", "--stops", "2",
                                   "--threads", "3"])
        with mock.patch.multiple(
                stops, java_version=lambda: None, build=lambda *_: Path("p"),
                measure_program=lambda *_: [1, 2]), \
                mock.patch.object(benchmark, "patched_tools"), \
                contextlib.redirect_stdout(output), \
                contextlib.redirect_stderr(io.StringIO()):
            figures = benchmark.measure(options)
        self.assertIn("OpenJDK: skipped, there is no javac",
                      output.getvalue())
        self.assertEqual([each["side"] for each in figures],
                         ["flag", "page"])


if __name__ == "__main__":
    unittest.main()
