"""What -fdevirtualize must not cost: code without virtual calls."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.paths import BUILD, LLVM_PREFIX, REPO  # noqa: E402
from managed.ui import run  # noqa: E402

SOURCE = REPO / "llvm/benchmarks/Devirtualization/Cost.cpp"
FUNCTION = re.compile(r"^define [^@]*@(\w+)\([^\n]*\{\n(.*?)^\}", re.M | re.S)
INSTRUCTION = re.compile(r"^  +\S.*$", re.M)
VECTOR = re.compile(r"<\d+ x ")


def count(compiler: Path, *flags: str) -> dict:
    """Instructions and vector instructions of each function in the IR."""
    text = run([compiler, "-std=c++17", "-w", "-O2", *flags, "-S", "-emit-llvm",
                SOURCE, "-o", "-"], what=f"{compiler} on {SOURCE.name}")
    counts = {}
    for name, body in FUNCTION.findall(text):
        lines = INSTRUCTION.findall(body)
        counts[name] = len(lines), sum(bool(VECTOR.search(l)) for l in lines)
    return counts


class Cost(unittest.TestCase):
    """Each function has as many instructions with the option as without."""

    def check(self, *flags):
        plain = count(BUILD / "bin/clang++", *flags)
        ours = count(BUILD / "bin/clang++", "-fdevirtualize", *flags)
        names = [name for name in plain if not name.startswith("_")]
        self.assertGreaterEqual(len(names), 25)
        self.assertTrue(any(plain[name][1] for name in names))
        for name in names:
            with self.subTest(name):
                self.assertEqual(ours[name], plain[name])

    def test_x86(self):
        self.check("--target=x86_64-linux-gnu")

    def test_wide_vectors(self):
        self.check("--target=x86_64-linux-gnu", "-march=x86-64-v3")

    def test_upstream_fails(self):
        """Upstream's option costs something, or this would test nothing."""
        compiler = LLVM_PREFIX / "bin/clang++"
        plain = count(compiler)
        strict = count(compiler, "-fstrict-vtable-pointers")
        slower = [name for name in plain if not name.startswith("_")
                  and strict[name] != plain[name]]
        self.assertGreater(len(slower), 10, slower)


if __name__ == "__main__":
    unittest.main()
