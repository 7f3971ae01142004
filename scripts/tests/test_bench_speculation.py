"""What scripts/bench speculation makes of modules and counts in them."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import (speculation as bench_speculation,  # noqa: E402
                           variant_programs)

MODULE = """target datalayout = "e-m:e"

declare void @managed_poll() #1

define i64 @f(PARAMETERS) #0 {
  %a = load ptr addrspace(1), ptr addrspace(1) %V, align 8, !tbaa !7
  %b = load i64, ptr addrspace(1) %V, align 8
  %c = load <2 x ptr addrspace(1)>, ptr %p, align 8
  ret i64 %b
}

!7 = !{}
""".replace("PARAMETERS", "ptr addrspace(1) noundef nonnull %V, "
            "ptr addrspace(1) noundef %W")


class Modules(unittest.TestCase):
    def test_make_managed(self):
        text = bench_speculation.make_managed(MODULE)
        self.assertIn('"e-m:e-ni:1"', text)
        self.assertIn("@managed_poll() #1 memory(inaccessiblemem: readwrite)\n",
                      text)
        self.assertIn("nonnull align 8 dereferenceable(32) %V", text)
        self.assertIn("ptr addrspace(1) noundef %W", text)
        self.assertIn(f'#0 gc "{bench_speculation.STRATEGY}" {{', text)

    def test_annotate_only_references(self):
        lines = bench_speculation.annotate(MODULE).splitlines()
        self.assertEqual([line for line in lines if "!annotation" in line],
                         ["  %a = load ptr addrspace(1), ptr addrspace(1) %V, "
                          "align 8, !tbaa !7, !annotation !8"])
        self.assertEqual(lines[-1], '!8 = !{!"managed.reference"}')

    def test_annotate_without_other_metadata(self):
        text = "define void @f() {\n  %a = load ptr addrspace(1), ptr %p\n}\n"
        self.assertTrue(bench_speculation.annotate(text).endswith(
            "!annotation !0\n}\n!0 = !{!\"managed.reference\"}\n"))

    def test_make_typed(self):
        text = bench_speculation.make_typed(
            "declare ptr addrspace(1) @gcstress_allocate()\n" + MODULE)
        known = "nonnull align 8 dereferenceable(56)"
        self.assertIn(f"declare {known} ptr addrspace(1) @gcstress_allocate() "
                      "memory(inaccessiblemem: readwrite)\n", text)
        self.assertIn("!tbaa !7, !nonnull !8, !noundef !8, !align !9, "
                      "!dereferenceable !10\n", text)
        self.assertTrue(text.endswith(
            "!8 = !{}\n!9 = !{i64 8}\n!10 = !{i64 56}\n"))

    def test_count_loads(self):
        self.assertEqual(bench_speculation.count_loads(MODULE), 2)


class Variants(unittest.TestCase):
    def test_a_seed_makes_the_same(self):
        source = variant_programs.source("1")
        self.assertEqual(source, variant_programs.source("1"))
        self.assertNotEqual(source, variant_programs.source("2"))

    def test_the_class_is_tested_before_each_load(self):
        for seed in range(20):
            text = variant_programs.source(str(seed))
            made_up = text[text.index("static NOINLINE OBJECTS long f0"):]
            before = ""
            for line in made_up.splitlines():
                if "->Reference" in line:
                    # In the line, or in that before, which leaves the loop.
                    self.assertIn("isReference(", before + line)
                before = line


class Remarks(unittest.TestCase):
    def remark(self, kind: str, name: str, of: str) -> str:
        return f"--- !{kind}\nPass:            {of}\nName:            {name}\n"

    def test_counts_what_passed(self):
        found = bench_speculation.count_remarks(
            self.remark("Passed", "Hoisted", "licm") * 2
            + self.remark("Passed", "LoadPRE", "gvn")
            + self.remark("Missed", "Hoisted", "licm")
            + self.remark("Passed", "Inlined", "inline"))
        self.assertEqual(found["hoisted"], 2)
        self.assertEqual(found["PRE"], 1)
        self.assertEqual(sum(found.values()), 3)
        self.assertEqual(set(found), set(bench_speculation.COLUMNS))


if __name__ == "__main__":
    unittest.main()
