"""What scripts/stress ir chooses and how it tells outcomes; no tool is run."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.gcstress import command as gcstress  # noqa: E402
from managed.irstress import choices, command, run  # noqa: E402
from managed.ui import Failure, UsageError  # noqa: E402

DIAGNOSTIC = ("in function ir_f12 i64 (ptr addrspace(1), i64): call "
              "'%7' of 'f': relocates 3 pointers")


class Choices(unittest.TestCase):
    def test_seed_decides(self):
        for seed in range(50):
            self.assertEqual(choices.choose(seed, "x86-64"),
                             choices.choose(seed, "x86-64"))
        self.assertGreater(len({choices.choose(seed, "x86-64")
                                for seed in range(50)}), 45)

    def test_placement_follows_other_passes(self):
        for seed in range(50):
            chosen = choices.choose(seed, "x86-64")
            placing = ("place-gc-roots" if chosen.has_frames
                       else "rewrite-statepoints-for-gc")
            self.assertRegex(chosen.pipeline, f"(^|,){placing}(<[^,]*>)?$")
            self.assertEqual(chosen.has_frames, chosen.late_pipeline.startswith(
                "lower-gc-frame"))
            if chosen.passes:
                self.assertTrue(chosen.pipeline.startswith(
                    chosen.early_pipeline + ","))

    def test_all_choices_occur(self):
        chosen = [choices.choose(seed, "x86-64") for seed in range(3000)]
        passes = {p for c in chosen for p in c.passes}
        self.assertEqual(passes, {f"function({p})" for p in
                                  choices.FUNCTION_PASSES}
                         | set(choices.MODULE_PASSES))
        self.assertEqual({p for c in chosen for p in c.late},
                         set(choices.LATE_PASSES))
        self.assertEqual({c.strategy for c in chosen},
                         set(choices.STRATEGIES))
        for _, option, target in choices.CODEGEN:
            words = {word for seed in range(1000) for word in
                     choices.choose(seed, target or "x86-64").codegen}
            self.assertLessEqual(set(option.split()), words)

    def test_options_are_for_the_target(self):
        words = {word for seed in range(1000)
                 for word in choices.choose(seed, "AArch64").codegen}
        self.assertNotIn("-mattr=+avx2", words)


class Outcomes(unittest.TestCase):
    def test_diagnostics_of_a_kind_are_one(self):
        self.assertEqual(run.generalize(DIAGNOSTIC),
                         run.generalize(DIAGNOSTIC.replace("%7", "%x.y")
                                        .replace("3", "44")))
        self.assertEqual(run.generalize(DIAGNOSTIC),
                         "call '...' of '...': relocates N pointers")

    def test_only_diagnostics_are_diagnostics(self):
        self.assertEqual(run.read_errors(f"error: <unknown>:0:0: {DIAGNOSTIC}\n"
                                         ), [f"<unknown>:0:0: {DIAGNOSTIC}"])
        for line in ("LLVM ERROR: Broken module", "Stack dump:",
                     "opt: A.cpp:1: void f(): Assertion `x' failed.",
                     "*** Bad machine code: statepoint lists rax ***"):
            self.assertEqual(run.read_errors(f"error: a\n{line}\n"), [], line)

    def test_faults_have_names(self):
        self.assertEqual(run.name_fault("x\n*** Bad machine code: y ***\n", 1),
                         ("verifier", "*** Bad machine code: y ***"))
        self.assertEqual(
            run.name_fault("*** Bad machine code: y ***\n- function:    f\n"
                           "- basic block: b\n", 1),
            ("verifier", "*** Bad machine code: y ***, function:    f"))
        self.assertEqual(run.name_fault("LLVM ERROR: z\nStack dump:\n", 134),
                         ("crash", "LLVM ERROR: z"))
        self.assertEqual(run.name_fault("", 139), ("crash", ""))

    def test_difference(self):
        self.assertEqual(run.difference("a\nb\n", "a\nc\n"),
                         "'c' instead of 'b'")
        self.assertIn("more or less", run.difference("a\n", ""))

    def test_summary(self):
        found = [run.Result(1, "a"), run.Result(2, "b", "crash"),
                 run.Result(3, "c")]
        self.assertEqual(command.summarize(found), "2 right, 1 crash")
        self.assertEqual([r.is_fault for r in found], [False, True, False])


class Modules(unittest.TestCase):
    def test_folder(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with self.assertRaisesRegex(Failure, "no modules in"):
                run.find_modules([folder])
            (folder / "x").mkdir()
            for file in ("b.ll", "a.bc", "x/c.ll", "d.txt"):
                (folder / file).write_text("")
            self.assertEqual([p.name for p in run.find_modules([folder])],
                             ["a.bc", "b.ll", "c.ll"])
            with self.assertRaisesRegex(Failure, "does not exist"):
                run.find_modules([folder / "y"])

    def test_ours_are_there_without_upstream(self):
        old, run.UPSTREAM = run.UPSTREAM, Path("/nonexistent")
        self.addCleanup(setattr, run, "UPSTREAM", old)
        found = run.find_modules([])
        self.assertGreaterEqual(len(found), 5)
        self.assertTrue(all(p.parent.name == "inputs" for p in found))

    def test_source_depends_on_seed(self):
        modules = [Path(str(i)) for i in range(100)]
        self.assertEqual(run.choose_source(modules, 7),
                         run.choose_source(modules, 7))
        self.assertGreater(len({run.choose_source(modules, i)
                                for i in range(50)}), 25)


class Options(unittest.TestCase):
    def test_numbers(self):
        with self.assertRaises(UsageError):
            command.parse(["--modules", "0"])
        options = command.parse(["--from", "a", "--from", "b"])
        self.assertEqual(options.folders, [Path("a"), Path("b")])

    def test_contradictions_are_refused(self):
        for option in ("--tools", "--json"):
            with self.assertRaisesRegex(UsageError, option):
                command.parse(["--without", "bases", option, "x"])
        with self.assertRaisesRegex(UsageError, "bases"):
            command.parse(["--without", "x"])

    def test_ways_are_not_negative(self):
        with self.assertRaisesRegex(UsageError, "--ways must not be negative"):
            gcstress.parse(["--ways=-1"])


if __name__ == "__main__":
    unittest.main()
