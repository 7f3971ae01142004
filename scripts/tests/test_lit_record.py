"""The record of what the unpatched tools do."""

import json
import unittest

import lit_toy
from managed.littests import compare, record, run as lit_run
from managed.ui import Failure


class Recording(lit_toy.ToySuites):

    def setUp(self):
        super().setUp()
        self.runs = self.top / "runs"
        self.counted = self.upstream(
            "dir/a.test", f"tool count {self.runs}")
        self.differs = self.upstream("dir/b.test", "tool old")
        self.fails = self.upstream("dir/c.test", "tool neither")
        self.codes = {self.counted: "PASS", self.differs: "PASS",
                      self.fails: "FAIL"}
        self.write(self.layout.repo / "patches/upstream.json",
                   '{"content": "1"}')
        record.write(self.layout, ["llvm/test/dir"], self.codes)
        self.file = self.layout.repo / record.FILE

    def compare(self, **options):
        """The comparison, and how often the first test ran."""
        self.runs.unlink(missing_ok=True)
        comparison, _, baseline = compare.run(
            ["llvm/test/dir"], self.layout, {}, silent=True, **options)
        self.assertEqual(baseline.codes, self.codes)
        return comparison, len(self.runs.read_text().splitlines())

    def test_recorded_results_are_taken(self):
        comparison, runs = self.compare()
        self.assertEqual(runs, 1)
        self.assertEqual(comparison.failing, [self.fails])

    def test_what_differs_runs(self):
        """It differs from what was found, not from what is recorded."""
        comparison, _ = self.compare()
        self.assertEqual(len(comparison.errors), 1)
        self.assertIn(self.differs, comparison.errors[0])

    def test_all_run_without_it(self):
        for options in ({"cached": False},
                        {"cached": False, "recorded": False}):
            self.assertEqual(self.compare(**options)[1], 2)

    def test_other_packages_and_sources(self):
        for key, other in (("packages", ["tool 2"]), ("source", "2"),
                           ("directories", ["llvm/test/other"])):
            with self.subTest(key):
                data = json.loads(self.file.read_text())
                self.assertIsNotNone(
                    record.Record(self.layout).get(self.counted))
                self.file.write_text(json.dumps({**data, key: other}))
                self.assertIsNone(
                    record.Record(self.layout).get(self.counted))
                self.file.write_text(json.dumps(data))

    def test_patches_that_edit_tests(self):
        self.write(self.layout.repo / "patches/a.patch",
                   "--- a/llvm/test/a.ll\n+++ b/llvm/test/a.ll\n")
        self.assertIsNone(record.Record(self.layout).get(self.counted))

    def test_names_that_begin_alike(self):
        self.assertIsNone(
            record.Record(self.layout).get("llvm/test/directory/a.test"))

    def test_wrong_record(self):
        record.write(self.layout, ["llvm/test/dir"],
                     {**self.codes, self.counted: "FAIL"})
        for options in ({}, {"cached": False}):
            comparison, runs = self.compare(**options)
            self.assertEqual(runs, 2)
            self.assertIn(
                f"{self.counted}: PASS with the unpatched tools, but "
                f"{record.FILE} has FAIL; use --record", comparison.errors)
        self.assertEqual(len(self.compare(
            cached=False, recorded=False)[0].errors), 1)

    def test_timeouts_and_other_machines_say_nothing(self):
        for code in ("TIMEOUT", "UNSUPPORTED"):
            self.assertEqual(record.Record(self.layout).differences(
                {self.counted: code}), [])

    def test_tests_of_the_repository_are_not_recorded(self):
        name = self.own("dir/own.test", "tool new")
        record.write(self.layout, ["llvm/test/dir"],
                     {**self.codes, name: "FAIL"})
        self.assertNotIn("own.test", self.file.read_text())

    def test_damaged_record(self):
        for text, message in (("{", "is no JSON"), ("[]", "has to have"),
                              ('{"packages": []}', "has to have")):
            self.file.write_text(text)
            with self.subTest(text), \
                    self.assertRaisesRegex(Failure, message):
                record.Record(self.layout)

    def test_no_record(self):
        self.file.unlink()
        self.assertIsNone(record.Record(self.layout).get(self.counted))
        self.assertEqual(self.compare()[1], 2)


if __name__ == "__main__":
    unittest.main()
