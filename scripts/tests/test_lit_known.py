"""The list of known differences: what it may say, and when it is wrong."""

import unittest
from pathlib import Path

import lit_toy  # noqa: F401  (makes the package importable)
from managed.littests.compare import compare, parse_known, read_known
from managed.ui import Failure

REASON = "# the reason in a few words"


def known(*lines):
    return parse_known("\n".join(lines), "known.txt")


class Parsing(unittest.TestCase):

    def rejects(self, line, message):
        with self.assertRaises(Failure) as caught:
            known("# a comment", line)
        self.assertIn("known.txt:2: ", str(caught.exception))
        self.assertIn(message, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_entry(self):
        entry = known(f"llvm/test/a.ll  pass -> fail  {REASON}")
        self.assertEqual(entry["llvm/test/a.ll"].before, "pass")
        self.assertEqual(entry["llvm/test/a.ll"].after, "fail")
        self.assertEqual(entry["llvm/test/a.ll"].reason, REASON[2:])

    def test_comments_and_blank_lines(self):
        self.assertEqual(known("# text", "", "   "), {})

    def test_no_reason(self):
        self.rejects("llvm/test/a.ll pass -> fail", "say after '#' why")

    def test_empty_reason(self):
        self.rejects("llvm/test/a.ll pass -> fail #   ", "say after '#' why")

    def test_reason_too_short(self):
        self.rejects("llvm/test/a.ll pass -> fail # flaky", "say after '#'")

    def test_unknown_word(self):
        self.rejects(f"llvm/test/a.ll pass -> broken {REASON}",
                     "'broken' is no result")

    def test_no_difference(self):
        self.rejects(f"llvm/test/a.ll fail -> fail {REASON}",
                     "is no difference")

    def test_no_arrow(self):
        self.rejects(f"llvm/test/a.ll fail {REASON}", "BEFORE -> AFTER")

    def test_not_a_test_path(self):
        self.rejects(f"CodeGen/a.ll pass -> fail {REASON}",
                     "is no test's path")

    def test_listed_twice(self):
        with self.assertRaisesRegex(Failure, "known.txt:2: .* in line 1"):
            known(f"llvm/test/a.ll pass -> fail {REASON}",
                  f"llvm/test/a.ll pass -> timeout {REASON}")

    def test_missing_file(self):
        with self.assertRaisesRegex(Failure, "does not exist; create it"):
            read_known(Path("/nonexistent/known.txt"))

    def test_the_list_of_this_repository(self):
        read_known(Path(__file__).parents[2] / "ci/known-differences.txt")


class Comparing(unittest.TestCase):

    def compare(self, before, after, *lines, exists=lambda test: True,
                own=frozenset()):
        return compare({"llvm/test/a.ll": before} if before else {},
                       {"llvm/test/a.ll": after} if after else {},
                       known(*lines), exists, own)

    def error(self, *arguments, **options):
        result = self.compare(*arguments, **options)
        self.assertEqual(len(result.errors), 1, result.errors)
        self.assertFalse(result.ok)
        return result.errors[0]

    def test_same(self):
        result = self.compare("PASS", "PASS")
        self.assertTrue(result.ok)
        self.assertEqual(result.counts(), (1, 0, 0))

    def test_fails_with_both(self):
        result = self.compare("FAIL", "FAIL")
        self.assertTrue(result.ok)
        self.assertEqual(result.failing, ["llvm/test/a.ll"])

    def test_unsupported_with_both_is_skipped(self):
        result = self.compare("UNSUPPORTED", "UNSUPPORTED")
        self.assertEqual(result.counts(), (0, 0, 1))

    def test_unexplained(self):
        self.assertEqual(self.error("PASS", "FAIL"),
                         "llvm/test/a.ll: pass -> fail, unexplained")

    def test_unsupported_on_one_side(self):
        self.assertIn("pass -> unsupported",
                      self.error("PASS", "UNSUPPORTED"))

    def test_timeout_is_not_a_failure_like_another(self):
        self.assertIn("fail -> timeout", self.error("FAIL", "TIMEOUT"))

    def test_expected_failure_that_passes(self):
        self.assertIn("xfail -> xpass", self.error("XFAIL", "XPASS"))

    def test_not_run_on_one_side(self):
        self.assertIn("pass -> absent", self.error("PASS", None))
        self.assertIn("absent -> pass", self.error(None, "PASS"))

    def test_explained(self):
        result = self.compare(
            "PASS", "FAIL", f"llvm/test/a.ll pass -> fail {REASON}")
        self.assertTrue(result.ok)
        self.assertEqual(result.explained, ["llvm/test/a.ll"])
        self.assertEqual(result.counts(), (1, 0, 0))

    def test_another_difference_than_listed(self):
        self.assertIn("says pass -> timeout", self.error(
            "PASS", "FAIL", f"llvm/test/a.ll pass -> timeout {REASON}"))

    def test_stale(self):
        self.assertIn("stale: pass with both tools", self.error(
            "PASS", "PASS", f"llvm/test/a.ll pass -> fail {REASON}"))

    def test_entries_of_tests_that_did_not_run_do_not_count(self):
        result = self.compare(
            "PASS", "PASS", f"llvm/test/b.ll pass -> fail {REASON}")
        self.assertTrue(result.ok)

    def test_vanished(self):
        self.assertIn("there is no such test", self.error(
            "PASS", "PASS", f"llvm/test/b.ll pass -> fail {REASON}",
            exists=lambda test: test != "llvm/test/b.ll"))

    def test_own_test_may_fail_before(self):
        result = self.compare("FAIL", "PASS", own={"llvm/test/a.ll"})
        self.assertTrue(result.ok)
        self.assertEqual(result.counts(), (1, 0, 0))

    def test_own_test_has_to_pass(self):
        self.assertIn("our own test", self.error(
            "FAIL", "FAIL", own={"llvm/test/a.ll"}))

    def test_own_test_cannot_be_excused(self):
        result = self.compare(
            "PASS", "FAIL", f"llvm/test/a.ll pass -> fail {REASON}",
            own={"llvm/test/a.ll"})
        self.assertEqual(len(result.errors), 2)


if __name__ == "__main__":
    unittest.main()
