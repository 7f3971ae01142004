"""scripts/bench walk: the chains it makes up, what it reads and promises."""

import contextlib
import io
import re
import sys
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.bench import benchmark, walk as bench_walk  # noqa: E402
from managed.ui import Failure  # noqa: E402

GOOD = {"shuffled": {"BM_WalkByMap": 9.0, "BM_WalkByCFI": 200.0,
                     "BM_LookupSafepoint/1": 8.0,
                     "BM_LookupSafepoint/100000": 12.0,
                     "OpenJDK 17 C1, Throwable, without names": 40.0},
        "in order": {"BM_WalkByMap": 7.0, "BM_WalkByCFI": 180.0}}


class Chains(unittest.TestCase):
    def test_each_function_calls_the_next(self):
        for order in bench_walk.ORDERS:
            text = bench_walk.chain(order)
            calls = dict(re.findall(
                r"define void @(\w+)\([^{]*\{[^}]*call void @(\w+)", text))
            self.assertEqual(len(calls), bench_walk.FRAMES)
            name, seen = "walkChain", 0
            while name in calls:
                name, seen = calls[name], seen + 1
            self.assertEqual((name, seen),
                             ("enterBenchmarks", bench_walk.FRAMES))

    def test_orders_differ_in_nothing_else(self):
        first, second = (bench_walk.chain(o) for o in bench_walk.ORDERS)
        self.assertNotEqual(first, second)
        self.assertEqual(sorted(first.strip().split("\n\n")),
                         sorted(second.strip().split("\n\n")))
        self.assertEqual(first, bench_walk.chain(bench_walk.ORDERS[0]))

    def test_java_has_as_many_methods(self):
        files = bench_walk.java_chain()
        text = "".join(files.values())
        self.assertEqual(len(re.findall(r"static void call", text)),
                         bench_walk.FRAMES)
        self.assertEqual(text.count("StackTrace.atTheEnd"), 1)
        self.assertIn("Chain1.call1000(", files["Chain0.java"])


class Reports(unittest.TestCase):
    def test_times_are_those_of_one_frame_where_there_are_many(self):
        self.assertEqual(bench_walk.read_times({"benchmarks": [
            {"run_name": "BM_A", "run_type": "iteration", "cpu_time": 5.5},
            {"run_name": "BM_B/10", "cpu_time": 100.0, "each": 2e-9},
            {"run_name": "BM_A", "run_type": "aggregate", "cpu_time": 1}]}),
            {"BM_A": 5.5, "BM_B/10": 2.0})

    def test_each_benchmark_is_described(self):
        text = "".join(p.read_text()
                       for p in bench_walk.SOURCES.glob("*.cpp"))
        self.assertEqual(set(re.findall(r"^BENCHMARK\((\w+)\)", text, re.M)),
                         {*bench_walk.WALKS, *bench_walk.SAFEPOINTS})

    def test_table_has_java_once(self):
        lines = bench_walk.walk_table(
            {order: {**dict.fromkeys(bench_walk.WALKS, 1.0), **times}
             for order, times in GOOD.items()}).splitlines()
        self.assertEqual(len(lines), 2 + len(bench_walk.WALKS) + 1)
        self.assertRegex(lines[2], r"by stack map +9\.0 +7\.0$")
        self.assertRegex(lines[-1], r"OpenJDK .* 40\.0$")

    def test_promises(self):
        self.assertEqual(len(bench_walk.targets(GOOD)), 3)
        for order, name in (("shuffled", "BM_WalkByMap"),
                            ("in order", "BM_WalkByMap"),
                            ("shuffled", "BM_LookupSafepoint/100000")):
            times = {o: dict(t) for o, t in GOOD.items()}
            times[order][name] = 21.0
            missed = [what for what, value, limit
                      in bench_walk.targets(times) if value > limit]
            self.assertEqual(len(missed), 1)

    def test_a_missed_promise_fails(self):
        for value, code in ((9.0, 0), (11.0, 1)):
            times = {**dict.fromkeys(bench_walk.WALKS, value),
                     "BM_LookupSafepoint/100000": 12.0}
            java = mock.Mock(version="17")
            java.measure.return_value = {}
            with mock.patch.object(bench_walk, "measure",
                                   return_value=times), \
                    mock.patch.object(bench_walk, "build"), \
                    mock.patch.object(benchmark.packages, "ensure"), \
                    mock.patch.object(bench_walk, "Java",
                                      return_value=java), \
                    contextlib.redirect_stdout(io.StringIO()) as out:
                self.assertEqual(
                    bench_walk.Walk().main(["--rounds", "1"]), code)
            self.assertEqual(out.getvalue().count("MISSED"), 2 * code)

    def test_rounds_are_checked(self):
        with self.assertRaises(Failure):
            bench_walk.Walk().main(["--rounds", "0"])


if __name__ == "__main__":
    unittest.main()
