"""The programs of scripts/bench stackmaps, executed."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.bench import managed_code  # noqa: E402
from managed.paths import BUILD  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402
from managed.ui import run  # noqa: E402


class Programs(unittest.TestCase):
    """Each program prints the same, with all objects moved at each safepoint,
    as it does without any collection and without safepoints."""

    def check(self, name):
        target = TARGETS[name]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        with tempfile.TemporaryDirectory() as folder:
            compiler = managed_code.Compiler(target, BUILD / "bin",
                                                Path(folder))
            for title, size in managed_code.INPUTS.items():
                text = compiler.program(title)
                results = set()
                for variant in (managed_code.NO_GC, managed_code.SLOTS,
                                managed_code.REGISTERS):
                    built = managed_code.link(
                        compiler, compiler.compile(text, variant, title))
                    size_ = str(max(5, size // 10))
                    words = [*target.prefix, built, size_]
                    results.add(run(words, what=title))
                    if variant.strategy:
                        results.add(run([*words, "always"], what=title))
                self.assertEqual(len(results), 1, (title, results))

    def test_x86(self):
        self.check("x86-64")

    def test_aarch64(self):
        self.check("AArch64")


if __name__ == "__main__":
    unittest.main()
