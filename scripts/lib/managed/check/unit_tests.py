"""Runs the Python unit tests of a file and writes their counts: FILE REPORT.

The report is JSON: how many passed, the names of those that failed, names and
reasons of those that were skipped, and the seconds that each took. Exit code 0
says only that the report is there.
"""

import json
import signal
import sys
import time
import unittest
from pathlib import Path


class _Counting(unittest.TextTestResult):
    """Counts a test once, however many of its subtests fail."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.passed = 0
        self.seconds = []

    def startTest(self, test):
        super().startTest(test)
        self.start = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        self.seconds.append((time.monotonic() - self.start, str(test)))

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main(file: str, report: str) -> None:
    # Some tests send these to commands. A shell and nohup have those that run
    # in the background ignore them.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    file = Path(file)
    suite = unittest.defaultTestLoader.discover(file.parent, file.name)
    runner = unittest.TextTestRunner(
        stream=sys.stderr, resultclass=_Counting, verbosity=2)
    result = runner.run(suite)
    failed = {str(getattr(test, "test_case", test)).split("\n")[0]
              for test, _ in result.failures + result.errors}
    failed |= {str(test) for test in result.unexpectedSuccesses}
    with open(report, "w", encoding="utf-8") as out:
        json.dump({
            "passed": result.passed + len(result.expectedFailures),
            "failed": sorted(failed),
            "skipped": [[str(test), why] for test, why in result.skipped],
            "seconds": result.seconds,
        }, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
