"""scripts/bench faults: what it reads, compares, prints and promises."""

import contextlib
import io
import struct
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.bench import (benchmark, faults as bench_faults,  # noqa: E402
                           sizes as bench_sizes)
from managed.bench.sizes import Size  # noqa: E402
from managed.ui import Failure  # noqa: E402

GOOD = {"BM_SignalFloor": 1000.0, "BM_Handler": 1040.0,
        "BM_HandlerCounting": 1050.0, "BM_TryHandle": 1020.0,
        "BM_HandlerScanningV1": 20000.0, "BM_ExceptionAllocated": 1100.0,
        "BM_ExceptionThrown": 2000.0, "BM_LookupInTable/1": 12.0,
        "BM_LookupInTable/100000": 18.0, "BM_Register/100000": 100.0,
        "BM_RegisterShuffled/100000": 400.0}
SIZES = [Size("x86-64", 1, 0, 0, 1000, 70, 12),
         Size("x86-64", 2, 800, 100, 160, 10, 0)]


class Reports(unittest.TestCase):
    def test_times_are_processor_time_or_that_of_one_object(self):
        report = {"benchmarks": [
            {"run_name": "BM_A", "run_type": "iteration", "cpu_time": 5.5,
             "real_time": 7.0},
            {"run_name": "BM_B/10/manual_time", "run_type": "iteration",
             "cpu_time": 100.0, "each": 2e-7},
            {"run_name": "BM_A", "run_type": "aggregate", "cpu_time": 1.0}]}
        times = bench_faults.read_times(report)
        self.assertEqual(times.keys(), {"BM_A", "BM_B/10"})
        self.assertEqual(times["BM_A"], 5.5)
        self.assertAlmostEqual(times["BM_B/10"], 200)

    def test_least_counts(self):
        least = {}
        for times in ({"a": 3}, {"a": 2, "b": 5}, {"a": 4, "b": 6}):
            bench_faults.keep_least(least, times)
        self.assertEqual(least, {"a": 2, "b": 5})

    def test_each_part_has_its_benchmarks(self):
        """Every benchmark of the sources is in one part, and described."""
        text = "".join(p.read_text()
                       for p in bench_faults.SOURCES.glob("*.cpp"))
        described = {*bench_faults.FAULTS, *bench_faults.LOOKUPS,
                     *bench_faults.REGISTRATIONS}
        self.assertGreaterEqual(len(described), 15)
        for name in described:
            self.assertRegex(text, rf"\b{name}\b")
            parts = [p for p, f in bench_faults.FILTERS.items()
                     if any(word in name for word in f.split("|"))]
            self.assertEqual(len(parts), 1, name)

    def test_sizes_that_are_missing_stay_empty(self):
        lines = bench_faults.size_matrix(
            "title", {"BM_A": "first", "BM_B": "second"},
            {"BM_A/10": 1.25, "BM_B/10": 2, "BM_B/1000": 3, "BM_C/5": 4}
        ).splitlines()
        self.assertEqual(lines[0].split(), ["title", "10", "1,000"])
        self.assertEqual(lines[2].split(), ["first", "1.2"])
        self.assertEqual(lines[3].split(), ["second", "2.0", "3.0"])


class Promises(unittest.TestCase):
    def missed(self, times, sizes):
        return [what for what, value, limit
                in bench_faults.targets(times, sizes) if value > limit]

    def test_all_are_kept(self):
        self.assertEqual(self.missed(GOOD, SIZES), [])
        self.assertEqual(len(bench_faults.targets(GOOD, SIZES)), 6)

    def test_what_was_not_measured_is_not_promised(self):
        self.assertEqual(bench_faults.targets({}, []), [])

    def test_each_can_be_missed(self):
        for name, time, word in (("BM_Handler", 1051, "handler"),
                                 ("BM_LookupInTable/100000", 20.1, "lookup"),
                                 ("BM_Register/100000", 1001, "register"),
                                 ("BM_RegisterShuffled/100000", 1001,
                                  "register")):
            [missed] = self.missed(dict(GOOD, **{name: time}), SIZES)
            self.assertIn(word, missed)
        [missed] = self.missed(GOOD, [Size("x", 2, 900, 100, 0, 0, 0)])
        self.assertIn("bytes", missed)
        [missed] = self.missed(GOOD, [Size("x", 2, 800, 100, 0, 0, 1)])
        self.assertIn("relocations", missed)

    def run_bench(self, times, arguments=()):
        java = mock.Mock(version=None)
        java.measure.return_value = {}
        out = io.StringIO()
        with mock.patch.object(bench_faults, "measure",
                               side_effect=[times]), \
                mock.patch.object(bench_faults, "build"), \
                mock.patch.object(benchmark.packages, "ensure"), \
                mock.patch.object(bench_faults, "Java", return_value=java), \
                contextlib.redirect_stdout(out):
            code = bench_faults.Faults().main(
                ["--only", "fault", "--rounds", "1", *arguments])
        return code, out.getvalue()

    def test_a_missed_promise_fails(self):
        code, output = self.run_bench(GOOD)
        self.assertEqual(code, 0)
        self.assertIn("handler to floor: 1.04, promised 1.05\n", output)
        self.assertIn("OpenJDK: skipped, there is no javac\n", output)
        self.assertNotIn("MISSED", output)
        code, output = self.run_bench(dict(GOOD, BM_Handler=1100))
        self.assertEqual(code, 1)
        self.assertIn("handler to floor: 1.1, promised 1.05, MISSED", output)

    def test_what_is_not_promised_is_printed(self):
        code, output = self.run_bench(
            dict(GOOD, **{"BM_LookupInTableInTurn/100000": 4321.0}))
        self.assertEqual(code, 0)
        self.assertRegex(output, r"(?m)^the same in turn, .*, ns: 4\.32e\+03$")

    def test_json(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out.json"
            self.run_bench(GOOD, ["--json", str(path)])
            self.assertIn('"BM_Handler": 1040.0', path.read_text())

    def test_no_rounds(self):
        with self.assertRaisesRegex(Failure, "--rounds takes 1 or more"):
            bench_faults.Faults().main(["--rounds", "0"])


class Sizes(unittest.TestCase):
    def test_flag_is_added_to_a_module(self):
        text = ("!llvm.module.flags = !{!0, !1}\n!0 = !{i32 8}\n"
                "!1 = !{i32 7}\n!12 = !{}\n")
        self.assertEqual(
            bench_sizes.set_version(text, 1),
            text.replace("!1}", "!1, !13}")
            + '!13 = !{i32 1, !"fault-map-version", i32 1}\n')

    def test_module_without_flags(self):
        with self.assertRaisesRegex(Failure, "no flags"):
            bench_sizes.set_version("!0 = !{}\n", 1)

    def test_entries_of_version_1(self):
        def table(*functions):
            data = struct.pack("<BBHI", 1, 0, 0, len(functions))
            for entries in functions:
                data += struct.pack("<QII", 0x1000, entries, 0)
                data += bytes(12 * entries)
            return data

        self.assertEqual(bench_sizes.count_v1(b""), 0)
        self.assertEqual(
            bench_sizes.count_v1(table(3, 0, 4) + table() + table(1)), 8)

    def test_relocations_count_as_bytes(self):
        self.assertEqual(SIZES[0].total, 1000 + 12 * 24)
        self.assertEqual((SIZES[1].total, SIZES[1].entries), (960, 110))
        self.assertIn("8.73", bench_sizes.table(SIZES))


if __name__ == "__main__":
    unittest.main()
