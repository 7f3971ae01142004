"""The list of tests that run with options: what it may say."""

import unittest
from pathlib import Path

import lit_toy  # noqa: F401  (makes the package importable)
from managed.littests import options as lit_options
from managed.ui import Failure

REASON = "# the reason in a few words"


def parse(*lines):
    return lit_options.parse("\n".join(lines), "options.txt")


class Parsing(unittest.TestCase):

    def rejects(self, line, message):
        with self.assertRaises(Failure) as caught:
            parse("# a comment", line)
        self.assertIn("options.txt:2: ", str(caught.exception))
        self.assertIn(message, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_entry(self):
        entry = parse(f"llvm/test/a.ll  -a=1   --b {REASON}")
        self.assertEqual(entry, {"llvm/test/a.ll": lit_options.Entry(
            1, "-a=1 --b", REASON[2:])})

    def test_comments_and_blank_lines(self):
        self.assertEqual(parse("# text", "", "   "), {})

    def test_no_reason(self):
        self.rejects("llvm/test/a.ll -a", "say after '#' why")
        self.rejects("llvm/test/a.ll -a #  ", "say after '#' why")
        self.rejects("llvm/test/a.ll -a # flaky", "say after '#' why")

    def test_no_option(self):
        self.rejects(f"llvm/test/a.ll {REASON}", "TEST  OPTION...  # REASON")
        self.rejects(f"llvm/test/a.ll -a b {REASON}", "TEST  OPTION...")

    def test_quotes(self):
        for option in ("-a='b'", '-a="b"', "-a=\\b"):
            self.rejects(f"llvm/test/a.ll {option} {REASON}", "no quotes")

    def test_not_a_test_path(self):
        for path in ("CodeGen/a.ll", "llvm/lib/a.ll", "llvm/test"):
            self.rejects(f"{path} -a {REASON}", "is no test's path")

    def test_listed_twice(self):
        with self.assertRaisesRegex(Failure, "options.txt:2: .* in line 1"):
            parse(f"llvm/test/a.ll -a {REASON}", f"llvm/test/a.ll -b {REASON}")

    def test_missing_file(self):
        with self.assertRaisesRegex(Failure, "does not exist; create it"):
            lit_options.read(Path("/nonexistent"))

    def test_the_list_of_this_repository(self):
        lit_options.read(Path(__file__).parents[2] / lit_options.FILE)


class SiteLines(unittest.TestCase):

    def test_only_the_tests_of_a_project(self):
        entries = parse(f"llvm/test/a.ll -a {REASON}",
                        f"clang/test/b.c -b {REASON}")
        text = "\n".join(lit_options.site_lines("llvm", entries))
        self.assertIn("{'a.ll': '-a'}", text)
        self.assertEqual(lit_options.site_lines("lld", entries), [])


if __name__ == "__main__":
    unittest.main()
