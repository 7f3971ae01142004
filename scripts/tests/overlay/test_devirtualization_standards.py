"""The standards of scripts/bench devirt --standards, executed.

Needs the built overlay (scripts/build).
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.bench import (  # noqa: E402
    devirt_standards as bench_devirt_standards)
from managed.parallel import in_parallel  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402
from managed.ui import run  # noqa: E402

OURS, THEIRS = (folder / "bin/clang++"
                for folder in (paths.BUILD, paths.LLVM_PREFIX))
# Each in both variants, at a size that takes no time.
COMPILERS = ((OURS, "-O2", "-fdevirtualize"), (THEIRS, "-O2"),
             (THEIRS, "-O0"))
UNDEFINED = ("-fsanitize=undefined", "-fno-sanitize-recover=undefined")
SIZES = {"Ast": 300, "DeltaBlue": 1, "Events": 3000, "Havlak": 40,
         "Pipeline": 5000, "Richards": 1, "Shapes": 10, "Visitor": 2}


def setUpModule():
    packages.ensure("run")


class Standards(unittest.TestCase):
    """Whoever compiles them, both variants of a program print the same."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="standards-")
        self.addCleanup(folder.cleanup)
        self.where = Path(folder.name)

    def output(self, target, name, number, compiler, direct):
        """What a variant prints; it reports no undefined behavior."""
        program = self.where / f"{name}{number}{direct}"
        native = [] if target.is_native else \
            [f"--target={target.machine}-linux-gnu"]
        run([*compiler, *native, "-std=c++17", "-Wall", "-Wextra", "-Werror",
             *(["-DDIRECT"] if direct else []),
             bench_devirt_standards.SOURCES / f"{name}.cpp", "-o", program],
            what=f"compiling {name}")
        done = subprocess.run([*target.prefix, program, str(SIZES[name])],
                              capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""),
                         (name, compiler, direct))
        return done.stdout

    def check(self, target, compilers, variants=(False, True)):
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        cases = [(name, number, compiler, direct)
                 for name in bench_devirt_standards.names()
                 for number, compiler in enumerate(compilers)
                 for direct in variants]
        outputs = in_parallel(lambda case: self.output(target, *case), cases)
        printed = {}
        for (name, *_), output in zip(cases, outputs):
            printed.setdefault(name, set()).add(output)
        for name, different in printed.items():
            with self.subTest(name):
                self.assertEqual(len(different), 1, different)

    def test_x86(self):
        self.check(TARGETS["x86-64"], COMPILERS)

    def test_aarch64(self):
        self.check(TARGETS["AArch64"], COMPILERS[:1])

    def test_nothing_is_undefined(self):
        self.check(TARGETS["x86-64"], ((*COMPILERS[0], *UNDEFINED),),
                   (False,))

    def test_richards_does_what_was_published(self):
        """Packets that are sent, and tasks that are held."""
        self.assertEqual(self.output(TARGETS["x86-64"], "Richards", 0,
                                     COMPILERS[0], False),
                         "richards 23246 9297\n")


if __name__ == "__main__":
    unittest.main()
