"""The Java library and the programs of llvm/examples/ManagedJava, with the
installed Java only: that they compile, print what they should, and that the
library does what the installed one does."""

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.java import library, trial  # noqa: E402
from managed.ui import Failure  # noqa: E402

TRIALS = SCRIPTS / "tests/managed_java"


def bytes_of(directory: Path) -> dict:
    return {path.relative_to(directory): path.read_bytes()
            for path in directory.rglob("*.class")}


@unittest.skipUnless(shutil.which("javac"), "no javac")
class JavaTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.top = Path(temporary.name)
        cls.library = library.compile_library(cls.top / "library")
        cls.programs = library.compile_programs(cls.top / "programs")


class Compilation(JavaTest):
    def test_programs_need_nothing_that_the_library_lacks(self):
        """Also, the classes do not depend on which library javac saw."""
        with_library = library.compile_programs(self.top / "with",
                                                self.library)
        self.assertEqual(bytes_of(self.programs), bytes_of(with_library))

    def test_concatenation_in_place(self):
        inline = library.INLINE_CONCATENATION
        base = library.compile_library(self.top / "inline", inline)
        self.assertNotIn(b"makeConcat", b"".join(
            text for path, text in bytes_of(base).items()
            if path.stem != "StringConcatFactory"))
        classes = library.compile_programs(self.top / "inlined", base, inline)
        name = "LibraryCollections"
        self.assertEqual(library.run_program(classes, name, ["100"]),
                         library.run_program(self.programs, name, ["100"]))

    def test_a_class_that_the_library_lacks(self):
        source = self.top / "Lacking.java"
        source.write_text("class Lacking { java.util.TreeMap<?, ?> map; }\n")
        with self.assertRaisesRegex(Failure, "compiling it failed"):
            library.javac(self.top / "lacking", [source],
                          ["--system", "none", "--upgrade-module-path",
                           self.library], "compiling it")


class Trials(JavaTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.trial = trial.compile_trial(
            cls.top / "trial", sorted(TRIALS.glob("*.java")))

    def check_program(self, name: str):
        self.assertEqual(library.run_program(self.trial, name),
                         library.run_program(self.programs, name))

    def test_strings(self):
        self.check_program("LibraryStrings")

    def test_numbers(self):
        self.check_program("LibraryNumbers")

    def test_collections(self):
        self.check_program("LibraryCollections")

    def test_decimals(self):
        self.assertRegex(
            library.run_program(self.trial, "trial.lang.DecimalsTrial",
                                ["10000"]),
            r"^right; \d+ shorter than here\n$")


class Programs(JavaTest):
    def test_each_prints_the_same_twice(self):
        """Also with code that is only interpreted."""
        for name in library.program_names():
            with self.subTest(name):
                arguments = library.SMALL.get(name, [])
                first = library.run_program(self.programs, name, arguments)
                self.assertTrue(first.endswith("\n"), first[-80:])
                self.assertEqual(first, library.run_program(
                    self.programs, name, arguments, ["-Xint"]))


if __name__ == "__main__":
    unittest.main()
