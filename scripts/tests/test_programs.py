"""Tests of scripts/programs that build nothing: the catalogue, which cells
there are and what they are compared with, the packages, the wrapper, verdicts
and tables."""

import hashlib
import io
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.programs import (command, compare, measure, pins,  # noqa: E402
                              recipe, report, sides, wrapper)
from managed.programs.catalogue import PROGRAMS  # noqa: E402
from managed.programs.measure import Result, RunResult  # noqa: E402
from managed.ui import Failure, UsageError  # noqa: E402

ALL = (list(sides.TARGETS), list(sides.VARIANTS), list(sides.SIDES))
HASH = "0" * 63


def result(code=0, digest="a", **more) -> Result:
    counts = {"instructions": 100, "calls": 4, "plt": 3, "jumps": 3}
    return Result(runs={"test": RunResult(code, digest, counts)}, **more)


class Catalogue(unittest.TestCase):
    def test_packages_are_pinned(self):
        known = pins.pins()
        for program in PROGRAMS.values():
            for package in (program.package, *program.also):
                self.assertTrue(package in known, program.name)

    def test_programs_make_sense(self):
        self.assertGreater(len(PROGRAMS), 25)
        for program in PROGRAMS.values():
            with self.subTest(program.name):
                names = [run.name for run in program.runs]
                self.assertEqual(len(names), len(set(names)))
                self.assertTrue(names and program.largest)
                self.assertLessEqual(set(program.variants),
                                     set(sides.VARIANTS))
                self.assertLessEqual(set(program.targets),
                                     set(sides.TARGETS))
                self.assertFalse([name for name in names if "/" in name])

    def test_workloads_exist(self):
        for program in PROGRAMS.values():
            for word in repr(program).split("{inputs}/")[1:]:
                name = word.partition("'")[0]
                self.assertTrue((recipe.WORKLOADS / name).exists(), name)

    def test_enough_programs_for_aarch64(self):
        self.assertGreaterEqual(
            sum("aarch64" in p.targets for p in PROGRAMS.values()), 5)


class Cells(unittest.TestCase):
    def cells(self, program, *more):
        return sides.cells([PROGRAMS[program]], *(more or ALL))

    def test_references_are_there_and_come_first(self):
        for program in PROGRAMS:
            found = self.cells(program)
            for cell in found:
                self.assertLessEqual(found.index(cell.reference()),
                                     found.index(cell), str(cell))

    def test_reference_is_a_side_of_the_unpatched_compiler(self):
        for cell in self.cells("jsoncpp"):
            side = sides.SIDES[cell.reference().side]
            self.assertEqual((side.tools, side.feature),
                             (sides.UNPATCHED, ()))

    def test_reference_is_added(self):
        found = self.cells("jsoncpp", ["x86-64"], ["half lto"],
                           ["devirtualize"])
        self.assertEqual([(c.variant, c.side) for c in found],
                         [("lto", "clang"), ("half lto", "devirtualize")])

    def test_devirtualization_is_for_cxx(self):
        self.assertFalse([c for c in self.cells("zlib")
                          if "devirtualize" in c.side])

    def test_half_needs_a_feature(self):
        for cell in self.cells("jsoncpp"):
            if sides.VARIANTS[cell.variant].half:
                self.assertTrue(sides.SIDES[cell.side].feature)

    def test_files_of_results_differ(self):
        found = self.cells("jsoncpp")
        self.assertEqual(len({c.file_name for c in found}), len(found))


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="pins-")
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)
        text = b"contents"
        self.good = hashlib.sha256(text).hexdigest()
        self.pin = pins.Pin("toy", "1:2.0-1", (
            ("toy_2.0-1.dsc", self.good), ("toy_2.0.tar.xz", self.good)))
        self.text = text

    def fetch(self, names, text=None):
        """Fetches the pin from a mirror that has `names`."""
        def download(package, to, suite, exact):
            self.assertEqual((package, suite, exact),
                             ("toy", "bookworm", "1:2.0-1"))
            for name in names:
                (to / name).write_bytes(text or self.text)

        def unpack(package, downloads, to):
            to.mkdir()

        with mock.patch.object(pins.aptsource, "download", download), \
                mock.patch.object(pins.aptsource, "unpack", unpack):
            return pins.fetch(self.pin, self.dir)

    def test_a_line_that_makes_no_sense(self):
        for text in ("toy", "toy 1\n nothash f\n", "toy 1\n  12 f.dsc\n"):
            self.assertRaisesRegex(Failure, "expected", pins.parse, text)

    def test_files_are_complete(self):
        for text in (f"toy 1\n  {HASH}0 a.tar\n  {HASH}1 b.tar\n",
                     f"toy 1\n  {HASH}0 a.dsc\n", "toy 1\n"):
            self.assertRaisesRegex(Failure, "one .dsc", pins.parse, text)

    def test_twice(self):
        text = f"toy 1\n  {HASH}0 a.dsc\n  {HASH}1 b.tar\n"
        self.assertEqual(list(pins.parse(text)), ["toy"])
        self.assertRaisesRegex(Failure, "twice", pins.parse, text * 2)

    def test_fetches_once(self):
        names = [name for name, _ in self.pin.files]
        found = self.fetch(names)
        self.assertEqual(found, self.dir / "toy_2.0-1/source")
        self.assertEqual(self.fetch([]), found)

    def test_another_hash_is_an_error(self):
        names = [name for name, _ in self.pin.files]
        with self.assertRaisesRegex(Failure, "is not the file"):
            self.fetch(names, b"other")
        # It is fetched again.
        self.fetch(names)

    def test_what_the_mirror_lacks_is_skipped(self):
        with self.assertRaisesRegex(pins.Unavailable, "has no toy_2.0.tar"):
            self.fetch(["toy_2.0-1.dsc"])

    def test_no_network_is_skipped(self):
        with mock.patch.object(pins.aptsource, "download",
                               side_effect=Failure("check the network")), \
                self.assertRaisesRegex(pins.Unavailable, "the network"):
            pins.fetch(self.pin, self.dir)


class Wrapper(unittest.TestCase):
    settings = {
        "compilers": {"clang": "/c", "clang++": "/c++"},
        "always": ["--target=t"], "compile": ["-O2"],
        "feature": ["-feature"], "half": False, "link": ["-flto"],
        "link_last": {"shared": ["s.o"], "program": ["p.o"]},
        "remarks": "", "log": "log"}

    def command(self, words: str, driver="clang", **more):
        return wrapper.command({**self.settings, **more}, driver,
                               words.split())

    def test_compile(self):
        words, record = self.command("-c -O3 a.c -o a.o")
        self.assertEqual(words, ["/c", "--target=t", "-c", "-O3", "a.c", "-o",
                                 "a.o", "-O2", "-feature"])
        self.assertEqual((record["kind"], record["sources"],
                          record["output"]), ("compile", ["a.c"], "a.o"))

    def test_link(self):
        words, record = self.command("a.o -o a", "clang++")
        self.assertEqual(words, ["/c++", "--target=t", "a.o", "-o", "a",
                                 "-flto", "p.o"])
        self.assertEqual(record["kind"], "link")
        self.assertEqual(self.command("-shared a.o")[0][-1], "s.o")
        self.assertEqual(self.command("-r a.o")[0][-1], "-flto")

    def test_compile_and_link(self):
        words, record = self.command("a.cc -o a", "clang++")
        self.assertEqual(words[-4:], ["-O2", "-feature", "-flto", "p.o"])
        self.assertEqual((record["kind"], record["sources"]),
                         ("link", ["a.cc"]))

    def test_values_are_no_sources(self):
        for words in ("-include a.c -MF b.c x.o", "-D x.c x.o", "-Xclang a.c"):
            self.assertEqual(self.command(words)[1]["sources"], [], words)

    def test_language_is_given(self):
        self.assertEqual(self.command("-c -x c++ -")[1]["sources"], [])
        self.assertEqual(self.command("-c -xc stdin")[1]["sources"],
                         ["stdin"])

    def test_what_makes_no_code_is_as_it_is(self):
        for words in ("--version", "-E a.c", "-print-prog-name=ld", "-M a.c"):
            self.assertEqual(self.command(words),
                             (["/c", "--target=t", *words.split()], None))

    def test_half(self):
        names = [f"{letter}.c" for letter in "abcdefghijklmnop"]
        with_it = [name for name in names if "-feature" in self.command(
            f"-c {name}", half=True)[0]]
        self.assertGreater(len(with_it), 3)
        self.assertLess(len(with_it), len(names) - 3)
        # In whatever directory.
        for name in names:
            self.assertEqual(wrapper.has_feature(f"dir/{name}"),
                             name in with_it)

    def test_remarks_have_names_of_their_own(self):
        found = {self.command(f"-c x/{n}.c -o {n}.o", remarks="/r")[0][-1]
                 for n in "ab"}
        self.assertEqual(len(found), 2)


class Verdicts(unittest.TestCase):
    def judge(self, one, other=None):
        verdict = compare.judge(one, other)
        return verdict.kind, " ".join(verdict.reasons)

    def test_right(self):
        self.assertEqual(self.judge(result(), result()), ("right", ""))

    def test_reference_is_never_wrong(self):
        self.assertEqual(self.judge(result()), ("reference", ""))
        self.assertEqual(self.judge(result(1))[0], "fails with both")
        self.assertEqual(self.judge(Result("it is broken")),
                         ("fails with both", "it is broken"))

    def test_differences(self):
        for one, why in ((result(1), "its exit code is 1, in the "
                                     "reference its exit code is 0"),
                         (result(-11), "it dies of signal 11"),
                         (result(None), "it does not end in time"),
                         (result(digest="b"), "prints something else"),
                         (Result("error: no"), "error: no"),
                         (result(maps="a.out: wrong"), "a.out: wrong")):
            kind, reasons = self.judge(one, result())
            self.assertEqual(kind, "DIFFERS")
            self.assertIn(why, reasons)

    def test_failure_of_both(self):
        self.assertEqual(self.judge(result(3), result(3)),
                         ("fails with both", "test: its exit code is 3"))
        self.assertEqual(self.judge(Result("no"), Result("no"))[0],
                         "fails with both")
        self.assertEqual(self.judge(result(), Result("no"))[0],
                         "fails with both")
        # It fails otherwise.
        self.assertEqual(self.judge(result(-11), result(3))[0], "DIFFERS")

    def test_output_that_is_never_the_same(self):
        other = result()
        other.runs["test"].emulated = "it prints something else"
        self.assertEqual(self.judge(result(digest="b"), other)[0], "right")
        self.assertEqual(self.judge(result(1, "b"), other)[0], "DIFFERS")
        other.runs["test"].code = -11
        self.assertEqual(self.judge(result(-5, "b"), other),
                         ("fails with both", "test: it dies of signal 11"))
        cell = sides.Cell("toy", "x86-64", "static", "clang")
        self.assertEqual(report.notes({cell: other}), [
            "not compared: toy (x86-64, static): clang: test: "
            "it prints something else"])

    def test_only_ours_does_something_else_in_the_emulator(self):
        one = result()
        one.runs["test"].emulated = "it dies of signal 4"
        self.assertEqual(self.judge(one, result()), (
            "DIFFERS", "test: in the emulator, it dies of signal 4"))

    def test_result_is_kept(self):
        one = result(marked=3, reasons={"NoAccess": 3})
        self.assertEqual(measure.load(measure.dump(one)), one)
        self.assertEqual((one.total("instructions"), one.indirect), (100, 10))

    def test_table(self):
        cell = sides.Cell("toy", "x86-64", "static", "null, implicit")
        base = sides.Cell("toy", "x86-64", "static", "clang")
        double = result(text=30, marked=4, implicit=3)
        double.runs["more"] = RunResult(0, "", {"instructions": 100})
        found = {base: result(text=20), cell: double}
        judged = {base: compare.judge(found[base]),
                  cell: compare.judge(double, found[base])}
        last = report.table(found, judged).splitlines()[-1].split()
        self.assertEqual(last[-7:], ["2.000", "10", "1.000", "1.500", "3",
                                     "of", "4"])
        self.assertEqual(judged[cell].reasons,
                         ["more: the reference did not run it"])
        self.assertIn("1 DIFFERS", report.summary(judged))
        rows = report.as_json(found, judged)
        self.assertEqual((rows[1]["result"], rows[1]["instructions"],
                          rows[1]["plt"], rows[1]["indirect"]),
                         ("DIFFERS", 200, 3, 10))

    def test_means(self):
        """Of what is right: a side that differs has no part in them."""
        found, judged = {}, {}
        for name, factor in (("half", 0.5), ("eight", 8), ("wrong", 100)):
            base = sides.Cell(name, "x86-64", "static", "clang")
            cell = sides.Cell(name, "x86-64", "static", "null, implicit")
            found[base] = result(text=20)
            found[cell] = result(text=20, marked=4, implicit=3)
            found[cell].runs["test"].counts["instructions"] = 100 * factor
            judged[base] = compare.judge(found[base])
            judged[cell] = compare.Verdict(
                compare.DIFFERS if name == "wrong" else compare.RIGHT, [])
        lines = report.means_table(found, judged).splitlines()[-2:]
        self.assertEqual(lines[0].split(), [
            "x86-64", "static", "clang", "3", "1.000", "1.000", "1.000", "-"])
        self.assertEqual(lines[1].split(), [
            "x86-64", "static", "null,", "implicit", "2", "2.000", "1.000",
            "1.000", "6", "of", "8", "(75.0", "%)"])
        self.assertEqual(report.means_table({}, {}), "")


class Recipes(unittest.TestCase):
    def test_expand(self):
        self.assertEqual(
            recipe.expand(["-I{source}/a", "{x: .y}", "{other}"],
                          {"source": "/s"}),
            ["-I/s/a", "{x: .y}", "{other}"])

    def test_find(self):
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            for name in ("a.c", "b.c", "b_test.c"):
                (top / name).touch()
            places = {"source": top, "also": top}
            find = lambda *patterns: [  # noqa: E731
                p.name for p in recipe.find(patterns, "_test", places)]
            self.assertEqual(find("*.c"), ["a.c", "b.c"])
            self.assertEqual(find("b.c", "{also}/*.c"), ["b.c", "a.c"])
            # A file that is named is wanted.
            self.assertEqual(find("b_test.c"), ["b_test.c"])
            self.assertRaisesRegex(Failure, "has no x.c", find, "x.c")


class CommandLine(unittest.TestCase):
    def test_usage(self):
        for words in (["--only", "nothing"], ["--side", "none"], ["-j", "0"],
                      ["--json", "/nowhere/at/all", "--what"]):
            with self.subTest(words), self.assertRaises(UsageError):
                command.parse(words)

    def test_usual(self):
        options = command.parse([])
        self.assertEqual(len(options.programs), len(PROGRAMS))
        self.assertEqual((options.sides, options.variants, options.targets),
                         (list(sides.USUAL), ["static"], ["x86-64"]))

    def test_all(self):
        options = command.parse(["--side", "all", "--only", "zlib,jq"])
        self.assertEqual(options.sides, list(sides.SIDES))
        self.assertEqual([p.name for p in options.programs], ["zlib", "jq"])

    def test_list(self):
        with redirect_stdout(io.StringIO()) as out:
            self.assertEqual(command.main(["--list", "--only", "zlib",
                                           "--side", "ours"]), 0)
        self.assertEqual(out.getvalue(), "zlib (x86-64, static): clang\n"
                         "zlib (x86-64, static): ours\n")


if __name__ == "__main__":
    unittest.main()
