"""What scripts/bench corpus makes of modules, and what it adds up."""

import subprocess
import sys
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import corpus as bench  # noqa: E402
from managed.paths import LLVM_PREFIX  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

UPSTREAM, OURS, MANAGED = bench.SIDES
MODULE = """target datalayout = "e-m:e-ni:1"
target triple = "x86_64-pc-linux-gnu"
declare void @g()
define ptr addrspace(1) @f(ptr addrspace(1) %p) section "java" gc "coreclr" {
  call void @g()
  ret ptr addrspace(1) %p
}
define void @h() gc "other" {
  ret void
}
"""


class Corpus(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="corpus-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def compiler(self):
        options = Namespace(baseline=LLVM_PREFIX / "bin", optimize=False,
                            level="2")
        return bench.Compiler(TARGETS["x86-64"], options, self.work)

    def test_strategy_and_target_are_those_of_the_side(self):
        text = bench.with_strategy(MODULE, "managed")
        self.assertEqual(text.count(' gc "managed"'), 2)
        self.assertNotIn("coreclr", text)
        self.assertNotIn("target ", text)

    def test_code_is_counted_in_whichever_section_it_is(self):
        built = self.compiler().build(MODULE, UPSTREAM, "module")
        self.assertEqual(built.outcome, "compiled")
        sizes = subprocess.run(
            [LLVM_PREFIX / "bin/llvm-size", "-A",
             self.work / "x86-64/module.upstream-coreclr.o"],
            capture_output=True, text=True, check=True).stdout
        words = [line.split() for line in sizes.splitlines()]
        sections = {w[0]: int(w[1]) for w in words if len(w) == 3
                    and w[1].isdigit()}
        self.assertGreater(sections["java"], 0)
        self.assertEqual(built.text, sections[".text"] + sections["java"])
        self.assertEqual(built.maps, sections[".llvm_stackmaps"])

    def test_what_is_refused_and_what_crashes(self):
        compiler = self.compiler()
        broken = MODULE.replace("ret void", "ret i32 0")
        self.assertEqual(compiler.build(broken, UPSTREAM, "broken").outcome,
                         "refused")
        # The unpatched tools know no such strategy.
        unknown = bench.Side("unknown", "no-such-strategy", False)
        self.assertEqual(compiler.build(MODULE, unknown, "unknown").outcome,
                         "crashed")

    def test_modules_without_a_strategy_are_left_out(self):
        for text, is_read in ((MODULE, True), ("define void @f() {", False),
                              ("define void @f() {\n  ret void\n}\n", False)):
            path = self.work / "module.ll"
            path.write_text(text)
            self.assertEqual(bool(self.compiler().read(path)), is_read, text)

    def test_only_what_compiles_on_all_sides_is_compared(self):
        totals = bench.add_up([
            {UPSTREAM: bench.Built("compiled", 100, 40),
             OURS: bench.Built("compiled", 90, 40),
             MANAGED: bench.Built("compiled", 50, 10)},
            {UPSTREAM: bench.Built("crashed"),
             OURS: bench.Built("compiled", 1000, 1000,
                               bench.Verified(8, 1, 2)),
             MANAGED: bench.Built("refused")}])
        upstream, ours, managed = (totals[s.name] for s in bench.SIDES)
        self.assertEqual((upstream.compiled, upstream.crashed), (1, 1))
        self.assertEqual((ours.compiled, ours.text, ours.maps), (2, 90, 40))
        self.assertEqual((managed.compiled, managed.refused), (1, 1))
        self.assertEqual((ours.safepoints, ours.unproved, ours.suspicions),
                         (8, 1, 2))
        table = bench.report({"x86-64": totals}, False)
        self.assertIn("0.500", table)
        self.assertIn("0.250", table)


if __name__ == "__main__":
    unittest.main()
