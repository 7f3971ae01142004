"""Real modules under a moving collector, and that faults are noticed."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.irstress import command, run, takeouts  # noqa: E402
from managed.paths import REPO  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

INPUTS = sorted((run.HERE / "inputs").glob("*.ll"))
# Of our modules.
SEEDS = range(1, 11)


class Stress(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="irstress-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.faults = self.folder / "faults"

    def bench(self, tools=None):
        target = TARGETS["x86-64"]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        return run.Bench(target, self.folder / "work", tools)

    def test_x86_64(self):
        found = run.test_modules(self.bench(), INPUTS, list(SEEDS),
                                 self.faults, keep=False)
        self.assertEqual([(r.seed, r.outcome, r.message) for r in found
                          if r.is_fault], [])
        right = [r for r in found if r.outcome == "right"]
        self.assertGreater(len(right), len(found) // 2)
        self.assertGreater(sum(r.calls for r in right), 10 * len(right))
        self.assertGreater(sum(r.roots for r in right), 10 * len(right))

    def test_seed_decides(self):
        bench = self.bench()
        texts = []
        for folder in ("a", "b"):
            case = run.Case(bench, INPUTS[0], 5)
            case.folder = self.folder / folder
            case.folder.mkdir()
            case.prepare()
            texts.append(case.path("module.ll").read_text())
        self.assertEqual(*texts)

    def test_crashes_are_noticed(self):
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("opt", "llc"):
            (tools / name).write_text("#!/bin/sh\nkill -ABRT $$\n")
            (tools / name).chmod(0o755)
        result = run.Case(self.bench(tools=tools), INPUTS[0], 1).run(
            self.faults, False)
        self.assertEqual(result.outcome, "crash")
        self.assertTrue((Path(result.folder) / "module.ll").exists())


class TakeOuts(unittest.TestCase):
    def test_all_fit(self):
        for kind, row in takeouts.TAKE_OUTS.items():
            text = (REPO / "tree" / row.file).read_text()
            self.assertNotEqual(row.apply(text), text, kind)

    def test_one_is_found(self):
        if TARGETS["x86-64"].missing:
            self.skipTest(f"not installed: {TARGETS['x86-64'].missing}")
        words = ["--target", "x86-64", "--modules", "20"]
        for module in INPUTS:
            words += ["--from", str(module)]
        self.assertEqual(command.stress([*words, "--without", "bases"]), 0)


if __name__ == "__main__":
    unittest.main()
