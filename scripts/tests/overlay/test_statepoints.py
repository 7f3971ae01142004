"""Statepoints with the built overlay: scripts/bench statepoints."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.bench import statepoints as bench_statepoints  # noqa: E402
from managed.bench import statepoints_rows as rows  # noqa: E402
from managed.parallel import in_parallel  # noqa: E402
from managed.paths import BUILD, LLVM_PREFIX  # noqa: E402

# Rows of each kind that upstream gets wrong.
WRONG = {"deopt-derived": rows.WRONG, "variadic-callee": rows.WRONG,
         "kcfi": rows.WRONG, "stack-object-forwarded": rows.WRONG,
         "retpoline": rows.CRASH, "variadic-callee-result": rows.INVALID}


class Conformance(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.rows = rows.read_all(bench_statepoints.ROWS)

    def test_every_row_is_right_or_diagnosed(self):
        judge = rows.Judge(BUILD / "bin", self.scratch)
        results = in_parallel(lambda row: (row, None, judge.judge(row)),
                              self.rows)
        self.assertEqual(bench_statepoints.problems(results), [])

    def test_what_is_wrong_is_noticed(self):
        judge = rows.Judge(LLVM_PREFIX / "bin", self.scratch)
        for row in self.rows:
            if row.target == "x86-64" and row.path.stem in WRONG:
                with self.subTest(row.path.stem):
                    self.assertEqual(judge.judge(row).outcome,
                                     WRONG[row.path.stem])


if __name__ == "__main__":
    unittest.main()
