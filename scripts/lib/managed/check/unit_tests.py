"""Runs Python unit tests and writes their counts: DIRECTORY REPORT.

The report is JSON: passed, failed and skipped, with the names and reasons of
the last two. Exit code 0 says only that the report is there. The slowest tests
are in the output.
"""

import json
import sys
import time
import unittest

SLOWEST = 20


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


def main(directory: str, report: str) -> None:
    suite = unittest.defaultTestLoader.discover(directory)
    runner = unittest.TextTestRunner(
        stream=sys.stderr, resultclass=_Counting, verbosity=2)
    result = runner.run(suite)
    failed = {str(getattr(test, "test_case", test)).split("\n")[0]
              for test, _ in result.failures + result.errors}
    failed |= {str(test) for test in result.unexpectedSuccesses}
    for seconds, test in sorted(result.seconds, reverse=True)[:SLOWEST]:
        print(f"{seconds:8.1f} s  {test}", file=sys.stderr)
    with open(report, "w", encoding="utf-8") as out:
        json.dump({
            "passed": result.passed + len(result.expectedFailures),
            "failed": sorted(failed),
            "skipped": [[str(test), why] for test, why in result.skipped],
        }, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
