"""The runtime of Java programs, llvm/examples/ManagedJava/Runtime, where it is
seldom needed: what programs do there is what they do with OpenJDK."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS.parent / "lib"))

from managed import paths  # noqa: E402
from managed.java import execution, library  # noqa: E402
from managed.java.execution import Mode  # noqa: E402

SOURCES = TESTS / "managed_java/runtime"
MODES = (Mode(checks="wide"), Mode("AArch64", roots="frames", polls="page"))
COLLECTORS = {"x86-64": ("full", "always", "concurrent"),
              "AArch64": ("always",)}
# How Ends ends, apart from overflowing the stack.
ENDS = (["exit", "3"], ["exit", "300"], ["exit", "-1"], ["throw"],
        ["no message"], ["suppressed"], ["odd"], ["initializer"],
        ["exit in finally"], ["unicode"], ["much"],
        ["words", "", "a b", "\u00e4", "\U0001f600x"])
WRONG = ({"JAVA_HEAP": "0"}, {"JAVA_HEAP": ""}, {"JAVA_HEAP": "1M"},
         {"JAVA_HEAP": "-5"}, {"JAVA_HEAP": "1048577"}, {"JAVA_GC": "never"},
         {"JAVA_VERIFY": "yes"}, {"JAVA_STATISTICS": "2"})


def steps_of_manual() -> list:
    """The blocks of code in the manual's section about programs."""
    text = (paths.REPO / "docs/ManagedJava.md").read_text()
    section = text.partition("## From a class to a program\n")[2]
    section = section.partition("\n### ")[0]
    return re.findall(r"^```\w*\n(.*?)^```$", section, flags=re.M | re.S)


def without_traces(errors: str) -> str:
    """What OpenJDK prints to standard error, without the stack traces."""
    return re.sub(r"^\t+(at .*|\.\.\. \d+ more)\n", "", errors, flags=re.M)


class Runtime(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if lacking := execution.find_missing():
            raise unittest.SkipTest(f"{lacking} is missing")
        work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(work.cleanup)
        cls.work = Path(work.name)
        cls.classes = library.compile_both(
            cls.work, ["-Xlint:none"], sorted(SOURCES.glob("*.java")))

    def compile(self, name: str, mode: Mode) -> Path:
        return execution.compile_program(self.classes.ours, name, mode,
                                         self.work / name, ["--verify"])

    def openjdk(self, name: str, arguments: list) -> execution.Result:
        done = subprocess.run(
            ["java", "-XX:+UseSerialGC", "-Xmx64m", "-Xss16m",
             "-XX:-ShowCodeDetailsInExceptionMessages", "-Dfile.encoding=UTF-8",
             "-cp", self.classes.theirs, name, *arguments],
            env=dict(os.environ, LC_ALL="C.UTF-8"),
            capture_output=True, text=True, timeout=60)
        return execution.Result(done.returncode, done.stdout,
                                without_traces(done.stderr))

    def check(self, name: str, heap: str, modes: tuple = MODES,
              collectors: dict = COLLECTORS):
        wanted = self.openjdk(name, [])
        self.assertNotEqual(wanted.output, "")
        for mode in modes:
            program = self.compile(name, mode)
            for collector in collectors[mode.target]:
                with self.subTest(mode=str(mode), gc=collector):
                    self.assertEqual(execution.execute(
                        program, mode.target, environment={
                            "JAVA_GC": collector, "JAVA_HEAP": heap,
                            "JAVA_VERIFY": "1"}, timeout=60), wanted)

    def test_initialization(self):
        self.check("Initialization", "8")

    def test_memory(self):
        # A slot of a frame in memory may keep what is not needed any more.
        modes = MODES[0], Mode("AArch64", roots="slots")
        # At each allocation, that would take long: the heap is full.
        self.check("Memory", "1", modes, dict.fromkeys(COLLECTORS, ("full",)))

    def test_objects(self):
        self.check("Objects", "8")

    def test_ends(self):
        wanted = [self.openjdk("Ends", arguments) for arguments in ENDS]
        for mode in MODES:
            program = self.compile("Ends", mode)
            for arguments, expected in zip(ENDS, wanted):
                with self.subTest(mode=str(mode), arguments=arguments):
                    self.assertEqual(execution.execute(
                        program, mode.target, arguments), expected)
            # OpenJDK may have no memory to print that.
            with self.subTest("full", mode=str(mode)):
                done = execution.execute(program, mode.target, ["full"],
                                         {"JAVA_HEAP": "1"})
                self.assertEqual(done, execution.Result(
                    1, "begin ", "an error\nException in thread \"main\" "
                    "java.lang.OutOfMemoryError: Java heap space\n"))
            with self.subTest("deep", mode=str(mode)):
                done = execution.execute(program, mode.target, ["deep"])
                self.assertEqual((done.code, done.output), (1, "begin "))
                self.assertRegex(done.errors, r"^an error\nmanaged-java: "
                                 r"error: the stack overflowed; .*\n$")

    def test_addresses_are_used_again(self):
        """A collection of each allocation takes 64 GiB of addresses."""
        program = self.compile("Ends", MODES[0])
        for arguments in (["allocate"], ["words"]):
            done = execution.execute(program, "x86-64", arguments, {
                "JAVA_GC": "always", "JAVA_HEAP": "65536"})
            self.assertEqual((done.code, done.errors), (0, "an error\n"))

    def test_manual(self):
        prepare, hello, make, wanted = steps_of_manual()
        place = self.work / "manual"
        place.mkdir()
        (place / "Hello.java").write_text(hello)
        prepare, count = re.subn(r"^LLVM=.*", f"LLVM={paths.REPO}", prepare)
        self.assertEqual(count, 1)
        script = (f"set -e\n{{\n{prepare}}} >log 2>&1 || {{ cat log; exit 1; }}"
                  f"\n{make}")
        done = subprocess.run(["bash", "-c", script], cwd=place, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual((done.returncode, done.stdout), (0, wanted))

    def test_wrong_variables(self):
        program = self.compile("Ends", MODES[0])
        for environment in WRONG:
            (name, value), = environment.items()
            with self.subTest(environment):
                done = execution.execute(program, "x86-64", ["words"],
                                         environment)
                self.assertEqual((done.code, done.output), (2, ""))
                self.assertRegex(
                    done.errors,
                    rf"^managed-java: error: {name} is '{value}' and has "
                    r"to be .*\n$")


if __name__ == "__main__":
    unittest.main()
