"""What the Java library and its runtime want of each other: the native methods
of the one are functions of the other or instructions, and what the runtime
calls by name is in the library."""

import re
import sys
import unittest
from collections import Counter
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.java.library import EXAMPLE, LIBRARY  # noqa: E402

SHARED = "java/lang/ManagedRuntime"


def methods(pattern: str) -> list:
    """The methods of the library, as (class, name), whose declarations
    match."""
    found = []
    for path in sorted(LIBRARY.rglob("*.java")):
        owner = path.relative_to(LIBRARY).with_suffix("").as_posix()
        found += [(owner, name)
                  for name in re.findall(pattern, path.read_text())]
    return found


def text_of(directory: str) -> str:
    return "".join(path.read_text() for path in
                   sorted((EXAMPLE / directory).glob("*.cpp")))


NATIVES = methods(r"\bnative [\w.<>?\[\]]+\s+(\w+)\(")
RUNTIME = text_of("Runtime")
FUNCTIONS = {
    *(("java/lang/" + owner, name) for owner, name in
      re.findall(r"\bJava_java_lang_([A-Za-z]+)_([A-Za-z]\w*)", RUNTIME)),
    *((SHARED, name) for name in
      re.findall(r"^RUNTIME_NATIVE\((\w+),", RUNTIME, re.M))}
INTRINSICS = set(re.findall(r'\{"([\w/]+)", "(\w+)", "\(\w*\)\w"',
                            text_of("Translate")))


class NativesTest(unittest.TestCase):
    def test_all_is_found(self):
        self.assertGreater(len(NATIVES), 25)
        self.assertGreater(len(FUNCTIONS), 15)
        self.assertGreater(len(INTRINSICS), 15)

    def test_no_native_method_is_overloaded(self):
        """Else their functions' names have descriptors."""
        self.assertEqual([method for method, count
                          in Counter(NATIVES).items() if count > 1], [])

    def test_each_native_method_is_implemented(self):
        self.assertEqual(set(NATIVES) - FUNCTIONS - INTRINSICS, set())

    def test_each_function_is_of_a_native_method(self):
        self.assertEqual(FUNCTIONS - set(NATIVES), set())

    def test_the_library_names_all_natives(self):
        """In the comment that a runtime's author reads."""
        text = (LIBRARY / f"{SHARED}.java").read_text()
        comment = " ".join(text.partition("package")[0].replace("///", "")
                           .split())
        for owner, name in NATIVES:
            if owner != SHARED:
                with self.subTest(name):
                    self.assertRegex(comment, rf"\b{name}\b")

    def test_what_the_runtime_calls(self):
        called = set(re.findall(
            r'\b(?:throwNew|findMethod<[^;"]*?>|findExport)\("(\w+)"',
            RUNTIME)) - {"main"}
        self.assertGreater(len(called), 8)
        # By name only, so there is one of each.
        counts = Counter(name for owner, name
                         in methods(r"\n  static [\w.<>?\[\]]+\s+(\w+)\(")
                         if owner == SHARED)
        self.assertEqual({name: counts[name] for name in called},
                         {name: 1 for name in called})


if __name__ == "__main__":
    unittest.main()
