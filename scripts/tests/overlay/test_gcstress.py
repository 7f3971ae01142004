"""Generated programs under a moving collector, and that they can fail."""

import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.gcstress import command, program, run, values  # noqa: E402
from managed.paths import BUILD  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

# Modules of run.BATCH functions, each compiled at one level in all modes.
# Emulated, they take ten times as long.
MODULES = {"x86-64": 10, "AArch64": 5}


class Generator(unittest.TestCase):
    def test_seed_decides(self):
        first = program.module("1", 4, "managed", 4)
        self.assertEqual(first, program.module("1", 4, "managed", 4))
        self.assertNotEqual(first, program.module("2", 4, "managed", 4))

    def test_deopt_is_optional(self):
        self.assertIn('"deopt"', program.module("1", 9, "managed", 4))
        self.assertNotIn('"deopt"', program.module("1", 9, "managed", 4,
                                                   deopt=False))

    def test_jumps_are_optional(self):
        self.assertNotIn("_setjmp", program.module("1", 9, "managed", 4))
        text = run.write("1", run.MODES["frames"], 4)
        self.assertIn("call i32 @_setjmp(ptr %", text)
        self.assertNotIn("_setjmp", run.write("4", run.MODES["frames"], 4))

    def test_frames_have_objects(self):
        text = run.write("1", run.MODES["frames"], 4)
        self.assertIn("@gcstress_fill(ptr", text)
        self.assertNotIn("byval", text)

    def test_null_checks_are_optional(self):
        explicit, implicit = (
            program.module("1", 9, "managed", 4, checks=True, implicit=wanted)
            for wanted in (False, True))
        self.assertNotIn("make.implicit", program.module("1", 9, "managed", 4))
        self.assertNotIn('"implicit-null-checks"', explicit)
        self.assertIn('"implicit-null-checks" gc "managed"', implicit)
        self.assertEqual(explicit,
                         implicit.replace(' "implicit-null-checks"', ""))

    def test_site_ids_are_distinct(self):
        text = program.module("1", 30, "managed", 4, checks=True)
        sites = re.findall(r"!make\.implicit !\{i32 (\d+)[,}]", text)
        self.assertGreater(len(sites), 100)
        self.assertEqual(len(sites), len(set(sites)))

    def test_all_statements_about_null_occur(self):
        text = program.module("1", 60, "managed", 4, checks=True)
        for words in ("!make.implicit !{}", "gcstress_allocate_list(i64",
                      "@gcstress_clear(ptr %", "@gcstress_put(ptr",
                      "@gcstress_walk(ptr", "invoke i64 @gcstress_get(",
                      "invoke ptr addrspace(1) @gcstress_next(",
                      "invoke void @gcstress_throw(",
                      "call void @gcstress_throw(i64 %t", "unordered, align 8",
                      "load <2 x i64>"):
            self.assertIn(words, text)

    def test_all_statements_occur(self):
        text = program.module("1", 60, "managed", 4)
        for words in ("gcstress_allocate()", "gcstress_poll()",
                      "call ptr addrspace(1) @gcstress_pass",
                      "call void @gcstress_check_deopt", "invoke i64",
                      "insertelement <2 x ptr addrspace(1)>",
                      "extractelement <2 x ptr addrspace(1)>",
                      "getelementptr inbounds i64, <2 x ptr addrspace(1)>",
                      "select i1", "statepoint-id", "@gcstress_fill(ptr %",
                      "captures(none)", "byval({", "sret({", "lifetime.start",
                      "[24 x i8]", "memcpy", "phi { i64", "insertvalue",
                      "filter [1 x ptr]", "@__cxa_rethrow()", "resume {",
                      "catch ptr @_ZTIi", "@gcstress_value_get(ptr %v",
                      "@gcstress_value_set(ptr addrspace(1) %t",
                      "call void @gcstress_value_move(",
                      "= call ptr addrspace(1) @gcstress_value_pass(",
                      "i64 } @gcstress_value_pair("):
            self.assertIn(words, text)


class ValueTypes(unittest.TestCase):
    SAMPLE = """target triple = "x"
%struct.V = type { ptr }
define dso_local void @f(ptr noundef %a) #0 {
  %b = load ptr, ptr %a, align 8, !tbaa !5, !noalias !6
  call void @g(ptr %b) #3
  ret void
}
declare void @g(ptr) #1
attributes #0 = { nounwind }
"""

    @staticmethod
    def signatures(text: str) -> dict:
        """{name: (result, types of parameters)} of what a module defines."""
        found = {}
        for result, name, parameters in re.findall(
                r"^define internal (.*) @(\w+)\((.*?)\)\s+gc ", text,
                re.M):
            types = [re.sub(r" (noundef|%\S+)", "", one.strip())
                     for one in parameters.split(", ")]
            found[name] = (result, types)
        return found

    def test_functions_are_taken_out_of_a_module(self):
        self.assertEqual(values.extract(self.SAMPLE), """
%struct.V = type { ptr }
define internal void @f(ptr noundef %a) gc "STRATEGY" {
  %b = load ptr, ptr %a, align 8
  call void @g(ptr %b)
  ret void
}
""")

    def test_c_has_the_same_functions(self):
        wanted = self.signatures(values.IR)
        self.assertEqual(len(wanted), 5)
        for name in TARGETS:
            text = values.from_c(BUILD / "bin/clang",
                                 f"{TARGETS[name].machine}-linux-gnu")
            self.assertEqual(self.signatures(text), wanted, name)
            self.assertNotIn("#", text)
            self.assertNotIn("!", text)


class Ways(unittest.TestCase):
    MODES, LEVELS = list(run.MODES), list(run.LEVELS)

    def count(self, *arguments) -> Counter:
        return Counter(way for seed in range(120) for way in run.choose_ways(
            seed, self.MODES, self.LEVELS, *arguments))

    def test_all(self):
        every = {(level, mode) for level in self.LEVELS for mode in self.MODES}
        self.assertEqual(self.count(), dict.fromkeys(every, 120))
        self.assertEqual(self.count(False, 1000), dict.fromkeys(every, 120))

    def test_each_has_its_turn(self):
        ways = len(self.MODES) * len(self.LEVELS)
        self.assertEqual(ways, 60)
        for arguments, each in (((True,), 24), ((True, 2), 4), ((False, 3), 6)):
            turns = self.count(*arguments)
            self.assertEqual(len(turns), ways, arguments)
            self.assertEqual(set(turns.values()), {each}, arguments)


class Stress(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="gcstress-")
        self.addCleanup(self.folder.cleanup)

    def bench(self, name):
        target = TARGETS[name]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        return run.Bench(target, Path(self.folder.name))

    def check(self, name):
        bench = self.bench(name)
        modes, levels = list(run.MODES.values()), list(run.LEVELS.values())
        count = MODULES[name]
        tally = run.test_modules(bench, range(1, count + 1), modes, levels,
                                 in_turn=True)
        self.assertEqual(tally.problems, [])
        self.assertEqual(tally.programs, count * len(modes))
        # Some hundred collections in each of the runs that collect, and as
        # many frames where they are compared.
        self.assertGreater(tally.collections, 100 * 2 * tally.programs)
        self.assertGreater(tally.frames, 100 * tally.programs)
        self.assertGreater(tally.comparison.safepoints, 50 * tally.programs)
        # Many null checks are implicit, and fail now and then.
        self.assertGreater(tally.marked, 20 * tally.programs)
        self.assertGreater(tally.implicit, 0.5 * tally.marked)
        self.assertGreater(tally.faults, 10 * tally.programs)
        # Arguments are pushed on x86-64 only.
        if name == "x86-64":
            self.assertGreater(tally.comparison.wrong_sizes, 0)

    def test_x86(self):
        self.check("x86-64")

    def test_aarch64(self):
        self.check("AArch64")

    def build(self, bench, change, checks=False):
        """A module that `change` was applied to, linked."""
        mode = run.MODES["registers"]
        text = program.module("1", run.BATCH, mode.strategy, 4, checks=checks)
        return bench.link(bench.compile(change(text), run.LEVELS["O2"],
                                        mode, "changed"), mode)

    def test_null_path_of_another_check_is_noticed(self):
        bench = self.bench("x86-64")

        def rename(text):
            """Tells the wrong site ids."""
            return re.sub(r"(?<=!make.implicit !\{i32 )(\d+)",
                          lambda site: str(int(site[1]) ^ 1), text)

        bench.execute(self.build(bench, lambda text: text, True), "never")
        with self.assertRaisesRegex(run.Failure, "fault of site "):
            bench.execute(self.build(bench, rename, True), "never")

    def test_fault_that_nobody_recovers_is_noticed(self):
        bench, mode = self.bench("x86-64"), run.MODES["registers"]
        object_ = bench.compile(run.write("1", mode, 4, checks=True),
                                run.LEVELS["O2"], mode, "whole")
        less = object_.with_name("less.o")
        subprocess.run(
            ["objcopy", "--remove-section=llvm_faultmaps",
             "--remove-section=llvm_faultsites", object_, less], check=True)
        bench.execute(bench.link(object_, mode), "never")
        with self.assertRaisesRegex(run.Failure, "exit code -11"):
            bench.execute(bench.link(less, mode), "never")

    def test_explicit_checks_are_no_success(self):
        self.assertEqual(command.find_missing(run.Tally()), [])
        self.assertEqual(command.find_missing(run.Tally(marked=1)),
                         ["no null check is implicit",
                          "no fault was recovered"])
        self.assertEqual(command.find_missing(run.Tally(
            marked=1, faults=1,
            remarks=Counter({run.IMPLICIT_REMARK: 1}))), [])

    def test_forgotten_safepoint_is_noticed(self):
        bench = self.bench("x86-64")

        def forget(text):
            line = "declare void @gcstress_poll()"
            self.assertIn(line, text)
            return text.replace(line, line + ' "gc-leaf-function"')

        bench.execute(self.build(bench, lambda text: text), "always")
        with self.assertRaises(run.Failure):
            bench.execute(self.build(bench, forget), "always")

    def test_object_that_nothing_lists_dies(self):
        """Where objects do not move, no stale address gives it away."""
        bench = self.bench("x86-64")
        mode = run.MODES["non-moving"]
        source = bench.work / "listed.ll"
        source.write_text(program.module("1", run.BATCH, mode.strategy, 4))
        text = subprocess.run(
            [bench.bin / "opt", "-S", f"-mtriple={bench.triple}",
             f"-data-layout={bench.layout}",
             f"-passes={run.LEVELS['O2'].pipeline}", source],
            capture_output=True, text=True, check=True).stdout

        def execute(text):
            object_ = bench.compile(text, run.LEVELS["O2"], mode, "changed",
                                    pipeline="verify")
            bench.execute(bench.link(object_, mode), "always")

        execute(text)
        fewer = re.sub(r'"gc-live"\(ptr addrspace\(1\) %[^,)]*, ',
                       '"gc-live"(', text)
        self.assertNotEqual(text, fewer)
        with self.assertRaises(run.Failure):
            execute(fewer)

    def test_mistake_in_frames_is_noticed(self):
        """A reference in no slot, or in an object of which the map does not
        say so, and frames that are gone but linked."""
        bench = self.bench("x86-64")
        self.assertTrue(run.has_jumps("1", run.MODES["frames"]))
        for name, mistake in (
                ("frames", r"\n  store .*, ptr %gc_slot_addr_0,.*"),
                ("non-moving-frames", r"\n  store .*, ptr %gc_slot_addr_0,.*"),
                ("frames", r", i32 8, i32 3(?=\)\n)"),
                ("frames", r"\n  call void @managed.relink_gc_frame\(.*")):
            mode, level = run.MODES[name], run.LEVELS["O2"]
            source = bench.work / f"{name}.source.ll"
            source.write_text(run.write("1", mode, 4))
            text = subprocess.run(
                [bench.bin / "opt", "-S", f"-mtriple={bench.triple}",
                 f"-data-layout={bench.layout}",
                 f"-passes={level.prepare},{mode.place}", source],
                capture_output=True, text=True, check=True).stdout

            def execute(text, mode=mode, level=level):
                object_ = bench.compile(text, level, mode, "changed",
                                        pipeline="lower-gc-frame")
                bench.execute(bench.link(object_, mode), "verify")

            execute(text)
            fewer = re.sub(mistake, "", text)
            self.assertNotEqual(text, fewer)
            with self.assertRaises(run.Failure):
                execute(fewer)

    def test_other_strategy_has_no_map(self):
        """Without tables no frame is managed, and references go stale."""
        bench = self.bench("x86-64")

        def use_version_3(text):
            return text.replace('"stack-map-version", i32 4',
                                '"stack-map-version", i32 3')

        with self.assertRaises(run.Failure):
            bench.execute(self.build(bench, use_version_3), "always")


if __name__ == "__main__":
    unittest.main()
