"""scripts/bench: what it counts, keeps, prints and refuses."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import counting, tools  # noqa: E402
from managed.bench import checks as bench  # noqa: E402
from managed.bench.checks import Job  # noqa: E402
from managed.demo.programs import TARGETS  # noqa: E402
from managed.ui import Failure  # noqa: E402


class Bench(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.dir = Path(directory.name)

    def tools(self, name, *programs):
        directory = self.dir / name
        directory.mkdir()
        for program in programs:
            (directory / program).write_text(f"{name} {program}")
            (directory / program).chmod(0o755)
        return directory

    def test_tools_missing(self):
        full = self.tools("full", "clang", "opt", "llc")
        half = self.tools("half", "clang", "opt")
        with self.assertRaisesRegex(Failure, "half/llc is missing; run "
                                             "scripts/build$"):
            bench.compile_times([], half, full, self.dir)
        with self.assertRaisesRegex(Failure, "half/llc is missing; run "
                                             "scripts/build --baseline$"):
            bench.compile_times([], full, half, self.dir)

    def test_baseline_build_fails(self):
        script = self.dir / "scripts/build"
        script.parent.mkdir()
        script.write_text('#!/bin/sh\ntest "$1" = --baseline && exit 4\n')
        script.chmod(0o755)
        with mock.patch.object(tools, "REPO", self.dir), \
                mock.patch("builtins.print"):
            with self.assertRaisesRegex(Failure, "could not be built"):
                tools.build_baseline()

    def test_counts_are_kept_by_tool_flags_and_input(self):
        calls = []

        class Counters:
            def __init__(self, directory):
                pass

            def count(self, command, prefix, scratch, what):
                calls.append(command)
                return 100 + len(calls), ""

        source = self.dir / "a.i"
        source.write_text("int a;\n")
        one = self.tools("one", "clang") / "clang"
        two = self.tools("two", "clang") / "clang"
        with mock.patch.object(counting, "Counters", Counters):
            counter = counting.ToolCounter(self.dir / "bench")
            self.assertEqual(counter.count(one, ("-O2",), source), 101)
            self.assertEqual(counter.count(two, ("-O2",), source), 102)
            self.assertEqual(counter.count(one, ("-O1",), source), 103)
            self.assertEqual(counter.count(one, ("-O2",), source), 101)
            source.write_text("int b;\n")
            self.assertEqual(counter.count(one, ("-O2",), source), 104)
            # Another run, and a file that was not written whole.
            again = counting.ToolCounter(self.dir / "bench")
            self.assertEqual(again.count(one, ("-O2",), source), 104)
            for kept in again.kept.iterdir():
                kept.write_text("")
            self.assertEqual(again.count(one, ("-O2",), source), 105)
        self.assertEqual(calls[0][:2], [one, "-O2"])

    def test_table_and_json(self):
        job = Job("a.c, no checks", "llc", "x86-64", (), (), Path("a.i"))
        results = [(job, 2000, 2010)]
        rows = [line.split() for line in
                bench.compile_table(results).splitlines()]
        self.assertEqual(rows[2], ["x86-64", "llc", "a.c,", "no", "checks",
                                   "2,000", "2,010", "1.005"])
        self.assertEqual(bench.compile_json(results), [
            {"target": "x86-64", "tool": "llc", "input": "a.c, no checks",
             "baseline": 2000, "patched": 2010, "ratio": 1.005}])

    def test_same_flags_unless_a_feature_is_compared(self):
        file = self.dir / "ltable.c"
        file.touch()
        source = mock.Mock(path=self.dir)
        source.program.flags = ("-std=gnu99", "-Dx=1")
        source.expand = list
        source.files.return_value = [file]
        with mock.patch.object(bench, "run") as run:
            jobs = bench.jobs_of(source, "ltable.c", TARGETS["aarch64"],
                                 self.dir, self.dir)
            self.assertEqual(run.call_count, 3)
            with self.assertRaisesRegex(Failure, "has no lgc.c"):
                bench.jobs_of(source, "lgc.c", TARGETS["aarch64"], self.dir,
                              self.dir)
        different = [job for job in jobs if job.patched != job.baseline]
        self.assertEqual([job.title for job in different],
                         ["ltable.c, implicit for explicit"])
        self.assertEqual(set(different[0].patched) -
                         set(different[0].baseline),
                         {"-fimplicit-null-checks"})

    def test_command(self):
        for words, pattern in (
                (["--no-such"], "--no-such"),
                (["--only", "nothing"], "nothing")):
            done = subprocess.run([SCRIPTS / "bench", *words], text=True,
                                  capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(pattern, done.stderr)
        done = subprocess.run(
            [SCRIPTS / "bench", "--json", f"{self.dir}/no/file"], text=True,
            capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^bench: error: cannot write .*\n$")


if __name__ == "__main__":
    unittest.main()
