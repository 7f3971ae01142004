"""How scripts/bench devirt --cases reads cases and tells who is behind."""

import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.bench import (devirt_cases as bench_devirt_cases,  # noqa: E402
                           devirt_programs)
from managed.bench.devirt_cases import Case, Result  # noqa: E402
from managed.ui import Failure  # noqa: E402

SOURCE = Path("Toys.cpp")
TOYS = """// What all toys have.
static long helper(long N) { return N; }

// A toy.
// calls: 2, left: 3
extern "C" long toy(long N) { return helper(N); }

// Another one.
// exception: nobody
//   knows.
// calls: 0, left: 0
extern "C" long other(long) { return 1; }
"""
# The first is what a compiler writes; the second is split off it.
ASSEMBLY = """toy:
\t.cfi_startproc
\tcallq\t*16(%rax)
\tcall\thelper
\tjmp\t*%rcx                    # TAILCALL
\t.size\ttoy, .-toy
toy.cold:
\tcall\t*%rdx
\t.size\ttoy.cold, .-toy.cold
toys:
\tcallq\t*%rax
\t.size\ttoys, .-toys
other:
\tjmp\t.L3
\t.size\tother, .-other
"""


class Sources(unittest.TestCase):
    def fails(self, text: str, words: str) -> None:
        with self.assertRaisesRegex(Failure, words):
            bench_devirt_cases.parse(SOURCE, text)

    def test_cases_are_found(self):
        self.assertEqual(bench_devirt_cases.parse(SOURCE, TOYS),
                         [Case("toy", SOURCE, 2, 3),
                          Case("other", SOURCE, 0, 0, "nobody knows.")])

    def test_case_without_counts(self):
        self.fails(TOYS.replace("// calls: 2, left: 3\n", ""),
                   "Toys.cpp: in front of toy is no line")
        self.fails(TOYS.replace(", left: 3", ""), "in front of toy is no line")

    def test_counts_without_a_case(self):
        self.fails(TOYS + "// calls: 1, left: 1\n\nstatic int Toy;\n",
                   "in front of no case")

    def test_exception_without_a_reason(self):
        self.fails(TOYS.replace(" nobody\n//   knows.", ""),
                   "the exception other has no reason")

    def test_file_without_cases(self):
        self.fails("int Toy;\n", "Toys.cpp has no cases")

    def test_names_occur_once(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("A.cpp", "B.cpp"):
                (Path(folder) / name).write_text(TOYS)
            with self.assertRaisesRegex(Failure, "2 cases are named toy"):
                bench_devirt_cases.read(Path(folder))

    def test_what_nobody_sees_has_no_cases(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "A.cpp").write_text(TOYS)
            (Path(folder) / "Opaque.cpp").write_text("int Toy;\n")
            self.assertEqual(len(bench_devirt_cases.read(Path(folder))), 2)

    def test_cases_are_chosen_by_name_and_by_file(self):
        cases = bench_devirt_cases.parse(SOURCE, TOYS)
        choose = bench_devirt_cases.choose
        self.assertEqual(choose(cases, []), cases)
        self.assertEqual(choose(cases, ["other"]), cases[1:])
        self.assertEqual(choose(cases, ["Toys"]), cases)
        with self.assertRaisesRegex(Failure, "named others"):
            choose(cases, ["other", "others"])

    def test_those_of_the_repository_can_be_read(self):
        self.assertGreaterEqual(len(bench_devirt_cases.read()), 60)


class Counts(unittest.TestCase):
    def test_calls_of_one_function(self):
        count = bench_devirt_cases.calls_of
        self.assertEqual(count(ASSEMBLY, "toy"), 3)
        self.assertEqual(count(ASSEMBLY, "other"), 0)
        with self.assertRaisesRegex(Failure, "no function helper"):
            count(ASSEMBLY, "helper")

    def test_each_indirect_call_is_counted(self):
        counted = devirt_programs.count_calls(ASSEMBLY)
        self.assertEqual(counted.count("incq"), 4)
        self.assertIn(f"incq {devirt_programs.COUNTER}(%rip)\n"
                      "\tcallq\t*16(%rax)", counted)

    def test_results_of_a_run(self):
        self.assertEqual(
            bench_devirt_cases.read_results("toy 1 -5\nother 0 7\n", ASSEMBLY),
            {"toy": Result(1, 3, -5), "other": Result(0, 0, 7)})

    def test_program_that_fails(self):
        """A program that ends early says nothing of the cases after it."""
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(bench_devirt_cases, "run"), \
                mock.patch.object(bench_devirt_cases.subprocess, "run") as ran:
            work = Path(folder)
            (work / "Toys/toy").mkdir(parents=True)
            (work / "Toys/toy/cases.s").write_text(ASSEMBLY)
            ran.return_value = mock.Mock(returncode=-11, stdout="toy 1 1\n")
            with self.assertRaisesRegex(Failure, "toy on Toys.cpp: .* -11"):
                bench_devirt_cases.measure(
                    SOURCE, devirt_programs.Side("toy", "toy"), (), work)


class Reports(unittest.TestCase):
    def setUp(self):
        self.cases = bench_devirt_cases.parse(SOURCE, TOYS)
        self.results = {
            "toy": {"ours": Result(2, 3, 1), "clang": Result(2, 2, 1)},
            "other": {"ours": Result(1, 1, 5), "clang": Result(0, 1, 5)},
        }

    def test_who_is_behind(self):
        self.assertEqual(bench_devirt_cases.behind(self.results), ["other"])

    def test_ours_alone_is_not_behind(self):
        self.assertEqual(bench_devirt_cases.behind(
            {"toy": {"ours": Result(2, 3, 1)}}), [])

    def test_who_does_not_agree(self):
        self.assertEqual(bench_devirt_cases.different(self.results), [])
        self.results["toy"]["clang"] = Result(2, 2, 0)
        self.assertEqual(bench_devirt_cases.different(self.results), ["toy"])

    def test_table(self):
        text = bench_devirt_cases.report(self.cases, self.results)
        lines = [line.split() for line in text.splitlines()]
        self.assertIn(["Toys", "toy", "3", "2", "2"], lines)
        self.assertIn(["Toys", "other", "1", "1", "0", "behind"], lines)
        self.assertIn(["all", "4", "3", "2"], lines)
        self.assertIn("2 cases; in 1 ours is best or equal.", text)
        self.assertIn("other: nobody knows.", text)


if __name__ == "__main__":
    unittest.main()
