"""Programs that load references behind tests, under a moving collector."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.bench import speculation as bench  # noqa: E402
from managed.paths import BUILD, LLVM_PREFIX  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

SEEDS = range(3)


class MadeUp(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="speculation-")
        self.addCleanup(folder.cleanup)
        target = next(t for t in TARGETS.values() if t.is_native)
        self.compiler = bench.Compiler(target, LLVM_PREFIX / "bin",
                                       Path(folder.name))

    def run_all(self, side):
        return [what for seed in SEEDS for _, what in
                bench.run_variants(self.compiler, [side], seed)]

    def test_ours_is_right(self):
        self.assertEqual(set(self.run_all(bench.Side("ours", BUILD / "bin"))),
                         {"right"})

    def test_upstream_is_not(self):
        found = self.run_all(bench.Side("upstream", LLVM_PREFIX / "bin"))
        self.assertIn("aborts", found)


if __name__ == "__main__":
    unittest.main()
