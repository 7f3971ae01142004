"""Generated modules with the preset for Julia, and that faults are noticed."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.juliastress import command, program, run  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

# Each takes something away that an object needs.
BROKEN = {
    "barriers": (r"  call void \(.*\) @julia\.\w*write_barrier.*\n", ""),
    "preserved objects": (r"(?<=gc_preserve_begin\()ptr .*(?=\))", ""),
    "cleared references": (r' \[ "julia\.gc_alloc_ptr_offsets".*\]', ""),
    "returned roots": (r' "julia\.return_roots"="2"', ""),
    "transitions": (r' \[ "gc-transition".*\]', ""),
    "what can change": (r"!tbaa !0", "!tbaa !4"),
}
SEEDS = range(1, 7)


class Stress(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="juliastress-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bench(self, name):
        if TARGETS[name].missing:
            self.skipTest(f"not installed: {TARGETS[name].missing}")
        return run.Bench(TARGETS[name], self.folder)

    def check(self, name, seeds):
        bench = self.bench(name)
        for seed in seeds:
            tally = run.test_module([bench], seed,
                                    command.choose_levels(seed, None))
            self.assertEqual(tally.problems, [])
            self.assertGreater(tally.collections, 100)
            self.assertEqual(tally.programs, 2)

    def test_x86_64(self):
        self.check("x86-64", SEEDS)

    def test_aarch64(self):
        self.check("AArch64", SEEDS[:2])

    def test_each_rule_is_needed(self):
        bench = self.bench("x86-64")
        for what, (pattern, other) in BROKEN.items():
            with self.subTest(what):
                self.assertTrue(any(
                    run.test_module([bench], seed, ["O1"], change=lambda text:
                                    re.sub(pattern, other, text)).problems
                    for seed in SEEDS))

    def test_seed_decides(self):
        self.assertEqual(program.module("5"), program.module("5"))
        self.assertNotEqual(program.module("5"), program.module("6"))

    def test_all_statements_have_weights(self):
        function = program.Function("1", 0, [])
        self.assertEqual(set(function.WEIGHTS),
                         {name[3:] for name in dir(function)
                          if name.startswith("do_")})


if __name__ == "__main__":
    unittest.main()
