"""Java programs, compiled by managed-java in all ways and executed with each
collector, print what they print with OpenJDK."""

import itertools
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java import execution, library  # noqa: E402
from managed.java.execution import Mode  # noqa: E402

# Each program has two of these and one of AArch64's, and the next program has
# others; scripts/stress java has all of them.
MODES = {
    "x86-64": (
        Mode(roots="registers", checks="implicit", polls="flag", level=2),
        Mode(roots="slots", checks="wide", polls="page", level=1),
        Mode(roots="frames", checks="implicit", polls="page", level=2),
        Mode(roots="registers", checks="wide", polls="page", level=3,
             cards=True),
        Mode(roots="registers", checks="explicit", polls="call", level=0)),
    "AArch64": (
        Mode("AArch64", roots="registers", checks="implicit", polls="page"),
        Mode("AArch64", roots="frames", checks="wide", polls="flag"),
        Mode("AArch64", roots="slots", checks="implicit", polls="flag",
             level=1)),
}
COLLECTORS = ("full", "always", "concurrent")


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if lacking := execution.find_missing():
            raise unittest.SkipTest(f"{lacking} is missing")
        work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(work.cleanup)
        cls.work = Path(work.name)
        cls.classes = library.compile_both(cls.work)

    def check(self, target: str, count: int):
        """Runs each program in `count` modes."""
        modes = itertools.cycle(MODES[target])
        for name in library.program_names():
            arguments = library.SMALL.get(name, [])
            wanted = library.run_program(self.classes.theirs, name, arguments)
            for mode in itertools.islice(modes, count):
                program = execution.compile_program(
                    self.classes.ours, name, mode, self.work / name,
                    ["--verify"])
                for collector in COLLECTORS:
                    with self.subTest(name, mode=str(mode), gc=collector):
                        done = execution.execute(
                            program, target, arguments,
                            {"JAVA_GC": collector, "JAVA_VERIFY": "1",
                             "JAVA_HEAP": "8"})
                        self.assertEqual((done.code, done.errors), (0, ""))
                        self.assertEqual(done.output, wanted)

    def test_x86_64(self):
        self.check("x86-64", 2)

    def test_aarch64(self):
        self.check("AArch64", 1)


if __name__ == "__main__":
    unittest.main()
