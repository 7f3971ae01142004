"""scripts/lit end to end, on toy suites."""

import json
import subprocess
import threading
import unittest
from pathlib import Path
from unittest import mock

from lit_toy import ToySuites
from managed import paths
from managed.littests import (compare as lit_compare, config as lit_config,
                              process as lit_process, run as lit_run)
from managed.ui import Failure

LIT = Path(__file__).parents[1] / "lit"
REASON = "# the reason in a few words"


class Running(ToySuites):

    def run_side(self, side, *names, arguments=("-q",)):
        return lit_run.run_side(side, names, self.layout, arguments,
                                silent=True)

    def test_sides_use_their_own_tools(self):
        old = self.upstream("old.test", "tool old")
        new = self.upstream("new.test", "tool new")
        codes = self.run_side("patched", "llvm/test").codes
        self.assertEqual(codes, {old: "FAIL", new: "PASS"})
        codes = self.run_side("baseline", "llvm/test").codes
        self.assertEqual(codes, {old: "PASS", new: "FAIL"})

    def test_tools_not_built_are_the_distribution_s(self):
        (self.layout.build / "bin/tool").rename(
            self.layout.build / "bin/another")
        old = self.upstream("old.test", "tool old")
        self.assertEqual(self.run_side("patched", old).codes, {old: "PASS"})

    def test_extra_tools_come_first(self):
        extra = self.top / "extra"
        extra.mkdir()
        (extra / "tool").symlink_to("/bin/true")
        layout = lit_config.Layout(**{
            **self.layout.__dict__, "tools": (extra,)})
        old = self.upstream("old.test", "tool old")
        codes = lit_run.run_side("patched", [old], layout, ["-q"],
                                 silent=True).codes
        self.assertEqual(codes, {old: "PASS"})
        self.assertNotEqual(layout.side("patched"),
                            self.layout.side("patched"))
        self.assertEqual(self.run_side("patched", old).codes, {old: "FAIL"})

    def test_sides_load_their_own_plugins(self):
        name = self.upstream("a.test", "tool both")
        ours = self.write(self.layout.build / "lib/LLVMgold.so", "ours")
        for side, plugin in (("patched", ours),
                             ("baseline",
                              paths.LLVM_PREFIX / "lib/LLVMgold.so")):
            self.run_side(side, name)
            library = self.layout.side(side) / "lib"
            self.assertTrue((library / "LLVMgold.so").samefile(plugin), side)
            self.assertTrue((library / "libLLVM.so").samefile(
                paths.LLVM_PREFIX / "lib/libLLVM.so"), side)
            settings = lit_config.site_settings("llvm", side, self.layout)
            self.assertEqual(settings["llvm_shlib_dir"], str(library))

    def test_nothing_built(self):
        (self.layout.build / "bin/tool").unlink()
        with self.assertRaisesRegex(Failure, "run scripts/build"):
            self.run_side("patched", self.upstream("a.test", "tool both"))

    def test_removed_tool_does_not_linger(self):
        name = self.upstream("a.test", "tool both")
        extra = self.layout.build / "bin/extra"
        extra.symlink_to("/bin/true")
        self.run_side("patched", name)
        link = self.layout.side("patched") / "bin/extra"
        self.assertTrue(link.is_symlink())
        extra.unlink()
        self.run_side("patched", name)
        self.assertFalse(link.is_symlink())

    def test_summary_names_every_kind(self):
        self.upstream("pass.test", "tool both")
        self.upstream("fail.test", "tool neither")
        self.upstream("xfail.test", "XFAIL: *", "tool neither")
        self.upstream("xpass.test", "XFAIL: *", "tool both")
        self.upstream("unsupported.test", "REQUIRES: moon", "tool both")
        self.upstream("unresolved.test", "NOTHING: to do")
        results = self.run_side("patched", "llvm/test")
        self.assertEqual(results.summary(),
                         "1 pass, 1 xfail, 1 unsupported, 1 fail, "
                         "1 unresolved, 1 xpass")
        self.assertEqual(len(results.failed), 3)
        self.assertEqual(len(results.passed), 2)

    def test_hanging_test_times_out_and_is_killed(self):
        name = self.upstream("hang.test", "tool hang")
        results = self.run_side("patched", name,
                                arguments=["-q", "--timeout", "1"])
        self.assertEqual(results.codes, {name: "TIMEOUT"})
        self.assertLess(results.seconds, 30)

    def test_crash_is_a_failure_with_its_output(self):
        name = self.upstream("crash.test", "tool crash")
        results = self.run_side("patched", name)
        self.assertEqual(results.codes, {name: "FAIL"})
        self.assertIn("tool crash", results.output[name])

    def test_runs_at_the_same_time_keep_apart(self):
        """The test fails if another run of it writes its output."""
        name = self.upstream(
            "a.test", "mkdir %t && sleep 1 && rmdir %t")
        results = []
        threads = [threading.Thread(
            target=lambda: results.append(self.run_side("patched", name)))
            for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([r.codes for r in results], [{name: "PASS"}] * 3)

    def test_nothing_is_written_into_the_tree(self):
        self.upstream("dir/a.test", "tool both && echo >%t")
        before = sorted(self.layout.tree.rglob("*"))
        self.run_side("patched", "llvm/test")
        self.assertEqual(sorted(self.layout.tree.rglob("*")), before)

    def run_with(self, command):
        """One of nine tests runs `command` as a child of lit's worker."""
        self.upstream("a.test", command)
        for number in range(8):
            self.upstream(f"b{number}.test", "sleep 0.5")
        suite = self.layout.tree / "llvm/test/lit.cfg.py"
        suite.write_text(suite.read_text().replace("ShTest(False)",
                                                   "ShTest(True)"))
        return self.run_side("patched", "llvm/test", arguments=["-q", "-j1"])

    def test_killed_worker_ends_the_run(self):
        """lit alone would wait for that worker's test for ever."""
        with mock.patch.object(lit_process, "IDLE", 3), \
                self.assertRaisesRegex(Failure, "was killed; . of 9 tests"):
            self.run_with("kill -9 $PPID")

    def test_interrupted_run_is_no_result(self):
        """lit alone would leave tests out and report success."""
        with self.assertRaisesRegex(Failure, "it was interrupted; . of 9"):
            self.run_with("kill -INT $(awk '{ print $4 }' /proc/$PPID/stat)")

    def test_broken_suite_is_an_error_not_a_result(self):
        name = self.upstream("a.test", "tool both")
        self.write(self.layout.tree / "llvm/test/lit.cfg.py", "nonsense(")
        with self.assertRaisesRegex(Failure, "lit stopped with exit code"):
            self.run_side("patched", name)

    def test_cut_report_is_an_error(self):
        report = self.write(self.top / "report.json", '{"tests": [{"na')
        with self.assertRaisesRegex(Failure, "report is incomplete"):
            lit_run.read_report(report, 0)


class Selecting(ToySuites):

    def test_own_tests(self):
        name = self.own("sub/a.test", "tool both")
        self.own("sub/Inputs/b.test", "tool both")
        self.write(self.layout.repo / "llvm/test/sub/lit.local.cfg",
                   "# RUN: nothing\n")
        self.write(self.layout.repo / "llvm/test/sub/README.md", "text\n")
        self.assertEqual(lit_run.own_tests(self.layout), [name])

    def test_names(self):
        name = self.own("sub/a.test", "tool both")
        for given in (name, str(self.layout.tree / name),
                      str(self.layout.repo / name), f"./{name}"):
            self.assertEqual(lit_run.normalise(given, self.layout), name)
        self.assertEqual(lit_run.normalise("llvm/test/", self.layout),
                         "llvm/test")

    def test_no_such_test(self):
        for given in ("llvm/test/gone.test", "llvm/lib", "..", ""):
            with self.assertRaisesRegex(Failure, "no test or directory"):
                lit_run.normalise(given, self.layout)

    def test_tree_without_our_test(self):
        name = self.own("a.test", "tool both")
        (self.layout.tree / name).unlink()
        with self.assertRaisesRegex(Failure, "run scripts/fork sync"):
            lit_run.prepare_tree([], self.layout)

    def test_assertions(self):
        path = self.write(self.top / "a.ll", "; REQUIRES: x, asserts\n")
        self.assertTrue(lit_run.needs_assertions(path))
        path = self.write(self.top / "b.ll", "; asserts\n; REQUIRES: x\n")
        self.assertFalse(lit_run.needs_assertions(path))


class Comparing(ToySuites):

    def compare(self, *lines, **options):
        known = lit_compare.parse_known("\n".join(lines), "known.txt")
        return lit_compare.run(["llvm/test"], self.layout, known, ["-q"],
                               silent=True, **options)

    def test_equal(self):
        self.upstream("a.test", "tool both")
        self.upstream("b.test", "tool neither")
        comparison, _, _ = self.compare()
        self.assertTrue(comparison.ok)
        self.assertEqual(comparison.counts(), (2, 0, 0))

    def test_unexplained_both_ways(self):
        old = self.upstream("old.test", "tool old")
        new = self.upstream("new.test", "tool new")
        comparison, _, _ = self.compare()
        self.assertEqual(comparison.errors, [
            f"{new}: fail -> pass, unexplained",
            f"{old}: pass -> fail, unexplained"])

    def test_explained(self):
        old = self.upstream("old.test", "tool old")
        comparison, _, _ = self.compare(f"{old} pass -> fail {REASON}")
        self.assertTrue(comparison.ok)

    def test_options(self):
        name = self.upstream("sub/a.test", "tool option")
        other = self.upstream("sub/b.test", "tool option")
        self.list_options(f"{name} -works -well {REASON}")
        comparison, patched, _ = self.compare()
        self.assertEqual(patched.codes, {name: "PASS", other: "FAIL"})
        self.assertEqual(comparison.errors,
                         [f"{other}: pass -> fail, unexplained"])
        self.assertEqual(comparison.with_options, [name])

    def test_options_that_do_not_help(self):
        name = self.upstream("a.test", "tool option")
        self.list_options(f"{name} -works {REASON}")
        comparison, _, _ = self.compare()
        self.assertEqual(comparison.errors,
                         [f"{name}: pass -> fail, unexplained"])
        self.assertEqual(comparison.with_options, [])

    def test_options_that_need_not_be(self):
        name = self.upstream("a.test", "tool both")
        self.list_options(f"{name} -works {REASON}")
        comparison, _, _ = self.compare()
        self.assertEqual(comparison.errors, [
            f"{name}: line 1 of ci/test-options.txt is stale: pass with both "
            "tools without options; remove the line"])

    def test_options_of_a_test_that_did_not_run(self):
        name = self.upstream("a.test", "tool both")
        self.list_options(f"{name} -works {REASON}",
                          f"llvm/test/gone.test -works {REASON}")
        self.upstream("sub/b.test", "tool both")
        comparison, _, _ = lit_compare.run(["llvm/test/sub"], self.layout, {},
                                           ["-q"], silent=True)
        self.assertEqual(comparison.errors, [
            "llvm/test/gone.test: line 2 of ci/test-options.txt is stale: "
            "there is no such test; remove the line"])

    def test_options_and_a_known_difference(self):
        name = self.upstream("a.test", "tool old")
        self.list_options(f"{name} -works {REASON}")
        comparison, _, _ = self.compare(f"{name} pass -> fail {REASON}")
        self.assertEqual(comparison.errors, [
            f"{name}: line 1 of ci/test-options.txt names a known difference, "
            "too; keep one of the two"])

    def test_options_of_our_own_test(self):
        name = self.own("a.test", "tool new")
        self.list_options(f"{name} -works {REASON}")
        comparison, _, _ = self.compare()
        self.assertEqual(comparison.errors, [
            f"{name}: line 1 of ci/test-options.txt names a test of this "
            "repository; write the options there"])

    def test_no_list_of_options(self):
        self.upstream("a.test", "tool both")
        (self.layout.repo / "ci/test-options.txt").unlink()
        with self.assertRaisesRegex(Failure, "does not exist; create it"):
            self.compare()

    def test_crash_on_our_side(self):
        name = self.upstream("crash.test", "not tool crash")
        self.write(self.layout.tree / "llvm/test/lit.cfg.py",
                   (self.layout.tree / "llvm/test/lit.cfg.py").read_text()
                   + "config.environment['PATH'] = os.pathsep.join("
                   f"[{str(Path('/usr/lib/llvm-22/bin'))!r}, '/bin'])\n")
        comparison, _, _ = self.compare()
        self.assertEqual(comparison.errors,
                         [f"{name}: pass -> fail, unexplained"])

    def test_unsupported_on_our_side(self):
        name = self.upstream("a.test", "REQUIRES: baseline-tools",
                             "tool both")
        comparison, _, _ = self.compare()
        self.assertEqual(comparison.errors,
                         [f"{name}: pass -> unsupported, unexplained"])

    def counted(self, name):
        log = self.top / "runs"
        return self.upstream(name, f"tool count {log}"), log

    def test_cache_spares_the_unpatched_side(self):
        _, log = self.counted("a.test")
        self.compare()
        self.assertEqual(len(log.read_text().split()), 2)
        self.compare()
        self.assertEqual(len(log.read_text().split()), 3)
        self.compare(cached=False)
        self.assertEqual(len(log.read_text().split()), 5)

    def test_changed_test_is_run_again(self):
        name, log = self.counted("a.test")
        self.compare()
        with open(self.layout.tree / name, "a") as test:
            test.write("# changed\n")
        self.compare()
        self.assertEqual(len(log.read_text().split()), 4)

    def test_wrong_cache_makes_no_difference(self):
        """A result from the cache is confirmed before it is held against us.
        """
        name, _ = self.counted("a.test")
        self.compare()
        for path in self.layout.cache.rglob("*.json"):
            known = json.loads(path.read_text())
            known[name][1] = "FAIL"
            path.write_text(json.dumps(known))
        comparison, _, _ = self.compare()
        self.assertTrue(comparison.ok)

    def test_damaged_cache(self):
        self.counted("a.test")
        self.compare()
        for path in self.layout.cache.rglob("*.json"):
            path.write_text("{")
        comparison, _, _ = self.compare()
        self.assertTrue(comparison.ok)

    def test_caches_written_at_the_same_time_are_joined(self):
        names = [self.upstream(f"{n}.test", "tool both") for n in "ab"]
        caches = [lit_run.BaselineCache(self.layout) for _ in names]
        for cache, name in zip(caches, names):
            cache.put(lit_run.Results(codes={name: "PASS"}))
        cache = lit_run.BaselineCache(self.layout)
        self.assertEqual([cache.get(n) for n in names], ["PASS", "PASS"])

    def test_timeouts_are_not_kept(self):
        results = lit_run.Results(codes={
            self.upstream("a.test", "tool both"): "TIMEOUT"})
        cache = lit_run.BaselineCache(self.layout)
        cache.put(results)
        self.assertIsNone(cache.get("llvm/test/a.test"))


class Command(ToySuites):

    def lit(self, *arguments):
        done = subprocess.run(
            [LIT, "--options", self.layout.options_list, *arguments],
            env=self.environment(), text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        return done.returncode, done.stdout, done.stderr

    def known(self, *lines):
        return str(self.write(self.top / "known.txt",
                              "\n".join(lines) + "\n"))

    def test_pass_and_fail(self):
        old = self.upstream("old.test", "tool old")
        code, output, _ = self.lit("--baseline", old)
        self.assertEqual(code, 0)
        self.assertRegex(output, r"1 pass, \d+ s with the baseline tools")
        code, output, _ = self.lit(old)
        self.assertEqual(code, 1)
        self.assertIn(f"FAIL: {old}", output)

    def test_known_difference_is_no_failure(self):
        old = self.upstream("toy/old.test", "tool old")
        new = self.upstream("toy/new.test", "tool new")
        known = ["--known", self.known(f"{old} pass -> fail {REASON}",
                                       f"{new} fail -> pass {REASON}")]
        code, output, _ = self.lit(*known, "llvm/test/toy")
        self.assertEqual(code, 0, output)
        self.assertIn(f"known difference: {old}: the reason in a few words\n",
                      output)
        self.assertNotIn("FAIL", output)
        self.assertIn("1 pass, 1 fail, 1 of them known differences, ", output)
        code, output, _ = self.lit("--baseline", *known, "llvm/test/toy")
        self.assertEqual(code, 0)
        self.assertIn(f"known difference: {new}: ", output)
        neither = self.upstream("toy/neither.test", "tool neither")
        code, output, _ = self.lit(*known, "llvm/test/toy")
        self.assertEqual(code, 1)
        self.assertIn(f"\nFAIL: {neither}\n", output)
        self.assertIn("2 fail, 1 of them known differences, ", output)

    def test_known_difference_that_is_none(self):
        name = self.upstream("both.test", "tool both")
        code, output, _ = self.lit(
            "--known", self.known(f"{name} pass -> fail {REASON}"), name)
        self.assertEqual(code, 1)
        self.assertIn(f"not as listed: {name}: pass, but line 1 of the list "
                      "says fail\n", output)

    def test_compare(self):
        old = self.upstream("old.test", "tool old")
        code, output, _ = self.lit("--compare", "--known", self.known(), old)
        self.assertEqual(code, 1)
        self.assertIn(f"difference: {old}: pass -> fail, unexplained", output)
        code, output, _ = self.lit(
            "--compare", "--known",
            self.known(f"{old} pass -> fail {REASON}"), old)
        self.assertEqual(code, 0)
        self.assertIn("1 differ as listed, 0 errors", output)

    def test_baseline_results_serve_a_later_comparison(self):
        log = self.top / "runs"
        name = self.upstream("a.test", f"tool count {log}")
        self.lit("--baseline", name)
        self.lit("--compare", "--known", self.known(), name)
        self.assertEqual(len(log.read_text().split()), 2)

    def test_filter_and_lit_options(self):
        self.upstream("toy/a.test", "tool both")
        self.upstream("toy/b.test", "tool neither")
        code, output, _ = self.lit(
            "--baseline", "-v", "--filter", "a.test", "llvm/test/toy", "--",
            "--show-pass")
        self.assertEqual(code, 0)
        self.assertIn("LLVM :: toy/a.test", output)
        self.assertNotIn("b.test", output)

    def bad(self, message, *arguments):
        code, output, error = self.lit(*arguments)
        self.assertNotEqual(code, 0)
        self.assertIn(message, error)
        self.assertEqual(len(error.splitlines()), 1, error)
        self.assertEqual(output, "")

    def test_bad_input(self):
        self.upstream("a.test", "tool both")
        self.bad("unrecognized arguments: --nonsense", "--nonsense")
        self.bad("no test or directory 'llvm/test/gone'", "llvm/test/gone")
        self.bad("there is no directory", "--tools", str(self.top / "gone"))
        self.bad("does not exist; create it", "--compare", "--known",
                 str(self.top / "gone"), "llvm/test/a.test")
        self.bad("not allowed with argument", "--compare", "--baseline")
        self.bad("known.txt:1:", "--compare", "--known",
                 self.known("llvm/test/a.test pass -> fail"),
                 "llvm/test/a.test")


if __name__ == "__main__":
    unittest.main()
