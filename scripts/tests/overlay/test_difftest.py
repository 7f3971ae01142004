"""scripts/difftest on the built overlay, with a fixed seed."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.difftest import run  # noqa: E402
from managed.paths import BUILD  # noqa: E402

SEED, COUNT = 1, 80


class Difftest(unittest.TestCase):
    def check(self, target):
        ran = 0
        for setup in run.SETUPS.values():
            reason = run.unavailable(setup)
            if not setup.name.startswith(target) or reason:
                continue
            ran += 1
            with self.subTest(setup.name), tempfile.TemporaryDirectory(
                    prefix="difftest-") as work:
                tools = run.Tools(verifier=BUILD / "bin/llvm-managed-maps")
                tally = run.test_setup(setup, tools, Path(work), SEED, COUNT)
                run.print_tally(setup, tally)
                self.assertEqual(tally.problems, {})
                self.assertEqual(tally.functions, COUNT)
                # Conversions happen, and faults are recovered.
                self.assertGreater(tally.entries, 20)
                self.assertGreater(tally.recovered, 200)
                self.assertEqual((tally.debug, tally.assembly),
                                 (run.BATCH, run.BATCH))
        return ran

    def test_x86_64(self):
        if not self.check("x86_64"):
            self.skipTest("this machine is not x86-64")

    def test_aarch64(self):
        self.assertEqual(self.check("aarch64"), 9)


if __name__ == "__main__":
    unittest.main()
