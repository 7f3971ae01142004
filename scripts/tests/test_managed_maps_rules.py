"""Whatever llvm-managed-maps verify can say is tested and documented."""

import re
import unittest
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
SOURCES = REPO / "llvm/tools/llvm-managed-maps"
TESTS = REPO / "llvm/test/tools/llvm-managed-maps"
MANUAL = REPO / "docs/ManagedMaps.md"
RULES = ("Verify.cpp", "SectionRules.cpp")
REASONS = ("X86Verifier.cpp", "AArch64Verifier.cpp")
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
NAME = re.compile(r"[a-z]+(-[a-z]+)*")
# What has no words of its own to look for, or is never printed: all
# instructions of AArch64 are words.
OTHERS = {"entry at {0}+{1:x}, faulting PC {2}: {3}",
          "section '{0}' (index {1}) {2}", "is not an instruction word"}


def literals(name):
    """The string literals of a source file; adjacent ones are one."""
    text = re.sub(r"^\s*(//.*|#.*|llvm_unreachable.*)$", "",
                  (SOURCES / name).read_text(), flags=re.M)
    for found in re.finditer(rf"{LITERAL}(?:\s*{LITERAL})*", text):
        yield "".join(word[1:-1] for word in re.findall(LITERAL, found[0]))


def names():
    return {text for name in RULES for text in literals(name)
            if NAME.fullmatch(text)}


def messages():
    """The longest piece of each message that is printed as it stands."""
    for name in RULES + REASONS:
        for text in literals(name):
            if " " not in text.strip() or text in OTHERS:
                continue
            pieces = re.split(r"\{[^}]*\}", text)
            yield max(pieces, key=len).strip(" :'")


def expectations():
    """What the tests expect to be printed."""
    lines = []
    for path in sorted(TESTS.rglob("*")):
        if path.is_file():
            lines += re.findall(r"^#+ *(?!RUN)[A-Z-]+: +(.*)$",
                                path.read_text(), re.M)
    return "\n".join(lines)


class Rules(unittest.TestCase):

    def test_rules_are_found(self):
        found = names()
        self.assertLessEqual({"malformed", "duplicate", "mark", "unreached",
                              "handler-midst", "section-link"}, found)
        self.assertGreater(len(found), 25)

    def test_rules_are_tested(self):
        text = expectations()
        for rule in sorted(names()):
            with self.subTest(rule):
                self.assertRegex(
                    text, rf"\[{rule}(, (unproved|suspicious))?\]")

    def test_messages_are_tested(self):
        text = expectations()
        found = list(messages())
        self.assertGreater(len(found), 40)
        for message in found:
            with self.subTest(message):
                self.assertIn(message, text)

    def test_rules_are_documented(self):
        [part] = re.findall(r"^### Rules$(.*?)^#", MANUAL.read_text(),
                            re.M | re.S)
        documented = re.findall(r"^\| `([a-z-]+)` \|", part, re.M)
        self.assertEqual(len(documented), len(set(documented)))
        self.assertEqual(set(documented), names())


if __name__ == "__main__":
    unittest.main()
