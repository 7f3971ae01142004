"""Tests of scripts/stress devirt with the distribution's unpatched tools, and
of scripts/bench devirt.

They show that programs are made of all that they can have, are clean, and that
a compiler that is wrong, crashes or is replaced is noticed; and what is
compiled, by whom, and compared with whom, in the benchmark.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.bench import devirt as bench_devirt  # noqa: E402
from managed.bench import devirt_programs  # noqa: E402
from managed.devirt import hierarchy, program, run  # noqa: E402
from managed.devirt.hierarchy import Class, Member  # noqa: E402
from managed.ui import Failure  # noqa: E402

REFERENCE = run.Tools.reference
# It knows no guards, so what is said of them is left out; and it is $BEHAVIOR.
WRAPPER = """\
#!/usr/bin/env python3
import os, sys
words, kept = sys.argv[1:], []
strict = "-fstrict-vtable-pointers" in words
while words:
    word = words.pop(0)
    if word == "-mllvm":
        words.pop(0)
    elif word != "-fstrict-vtable-pointers":
        kept.append(word)
BEHAVIOR
os.execv("REFERENCE", ["clang++", *kept])
"""
# Methods mix something more, as if others had been called.
WRONG = """\
if strict and "-c" in kept:
    name = kept[kept.index("-c") + 1]
    text = open(name).read()
    kept[kept.index("-c") + 1] = "wrong-" + name
    open("wrong-" + name, "w").write(text.replace("mix(", "mix(1), mix("))
"""
CRASH = "if strict: sys.exit('clang++: error: it has crashed')\n"


class Hierarchies(unittest.TestCase):
    def test_virtual_bases_are_constructed_first(self):
        a, b = Class(0), Class(1)
        c = Class(2, bases=[(b, False), (a, True)])
        self.assertEqual(c.subobjects(), [(a, ("virtual", 0)), (b, (1,)),
                                          (c, ())])
        self.assertFalse(c.is_named_in_base(a))
        self.assertTrue(c.is_named_in_base(b))

    def test_base_that_is_there_twice_is_not_unique(self):
        a = Class(0)
        b, c = Class(1, bases=[(a, False)]), Class(2, bases=[(a, False)])
        self.assertFalse(
            Class(3, bases=[(b, False), (c, False)]).has_unique(a))

    def test_base_is_not_registered_when_others_are_constructed_later(self):
        a, b = Class(0), Class(1)
        c = Class(2, bases=[(a, False), (b, False)])
        self.assertFalse(hierarchy.may_register(a, [a, b, c]))
        self.assertTrue(hierarchy.may_register(b, [a, b, c]))
        self.assertTrue(hierarchy.may_register(a, [a, b]))
        # What is derived from a virtual base may call it.
        b.bases = [(a, True)]
        self.assertTrue(hierarchy.may_register(a, [a, b]))

    def test_pure_methods_are_not_safe(self):
        a = Class(0, methods={0: "pure", 1: "inline"})
        b = Class(1, bases=[(a, False)], methods={0: "unit"})
        self.assertEqual((a.safe_slots(), b.safe_slots()), ([1], [0, 1]))
        self.assertTrue(a.is_abstract())
        self.assertFalse(b.is_abstract())

    def test_pointers_cannot_be_copied(self):
        a = Class(0)
        b = Class(1, members=[Member(0, "pointer", a)])
        self.assertTrue(a.is_copyable())
        self.assertFalse(Class(2, bases=[(b, False)]).is_copyable())

    def test_everything_occurs(self):
        classes = [cls for seed in range(150)
                   for cls in hierarchy.make(Random(seed), 6, 3)]
        for wanted, name in (
                ({"inline", "unit", "inherited", "implicit"}, "constructor"),
                ({"inline", "unit", "pure", "defaulted", "defaulted-unit",
                  "implicit"}, "destructor"),
                ({"", "hidden", "default"}, "visibility"),
                ({False, True}, "is_final"), ({False, True}, "is_template"),
                ({False, True}, "throws"), ({False, True}, "is_registered"),
                ({False, True}, "has_own_self"), ({None, 0, 1, 2}, "unit")):
            with self.subTest(name):
                self.assertEqual({getattr(c, name) for c in classes}, wanted)
        self.assertEqual({m.kind for c in classes for m in c.members},
                         {"object", "array", "optional", "pointer"})
        self.assertEqual({len(c.bases) for c in classes}, {0, 1, 2, 3})


class Programs(unittest.TestCase):
    def test_same_seed_same_text(self):
        self.assertEqual(program.make("7").render(),
                         program.make("7").render())
        self.assertNotEqual(program.make("7").render(),
                            program.make("8").render())

    def test_pieces_may_be_left_out(self):
        made = program.make("7")
        whole, nothing = made.render(), made.render(set(made.pieces))
        self.assertLess(sum(map(len, nothing.values())),
                        sum(map(len, whole.values())))
        for text in [*whole.values(), *nothing.values()]:
            self.assertFalse(set(text) & {program.BEGIN, program.END})

    def test_everything_occurs(self):
        text = "".join(text for seed in range(60)
                       for text in program.make(str(seed)).render().values())
        for words in ("std::launder", "union U", "try {", "delete[]",
                      "dynamic_cast<void *>", "typeid(", "= replace", "visit",
                      "std::unique_ptr", "keep", "extern template", "[&]",
                      "namespace {", "case 64", "up = 0;", "static Room",
                      "(*p).*f", "&&o = make", "::f"):
            self.assertIn(words, text)


class Compilers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="devirt-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        # Few ways take less time.
        ways = {name: run.WAYS[name] for name in ("plain", "strict")}
        for name, value in (("WAYS", ways),
                            ("MIXED", (*ways, "reference"))):
            patch = mock.patch.object(run, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def wrapper(self, behavior: str = "") -> Path:
        path = self.work / "clang++"
        path.write_text(WRAPPER.replace("BEHAVIOR", behavior)
                        .replace("REFERENCE", str(REFERENCE)))
        path.chmod(0o755)
        return path

    def run_one(self, behavior: str, budget: int = 0, seed: str = "2",
                in_turn: bool = False):
        tally = run.Tally()
        lines = run.test_program(
            run.Tools(self.wrapper(behavior)), seed, self.work / "work",
            self.work / "cases", False, budget, tally, in_turn)
        return tally, lines

    def test_right_compiler(self):
        tally, lines = self.run_one("")
        self.assertEqual((lines, tally.programs, tally.builds), ([], 1, 5))
        self.assertFalse((self.work / "cases").exists())

    def test_wrong_compiler_is_noticed_and_reduced(self):
        tally, lines = self.run_one(WRONG, 4)
        [ways] = tally.mismatches.values()
        self.assertIn("strict", ways)
        self.assertNotIn("plain", ways)
        self.assertIn("instead of", lines[0])
        case = self.work / "cases/2"
        whole = (case / "classes.h").read_text()
        reduced = (case / "reduced/classes.h").read_text()
        self.assertLess(len(reduced), len(whole))
        self.assertIn("scripts/stress devirt --programs 1 --seed 2",
                      (case / "README").read_text())

    def test_commands_that_are_kept_show_it_again(self):
        self.run_one(WRONG)
        case = self.work / "cases/2"
        done = subprocess.run(["sh", "commands"], cwd=case,
                              capture_output=True, text=True, check=False)
        ends = [line for line in done.stdout.splitlines()
                if line.startswith("end ")]
        self.assertEqual(len(ends), 5)
        self.assertGreater(len(set(ends)), 1)

    def test_ways_in_turn(self):
        for seed, way in ("1", "strict"), ("3", "plain"):
            tally, lines = self.run_one(CRASH, seed=seed, in_turn=True)
            self.assertEqual(
                (tally.programs, list(tally.mismatches.values())),
                (1, [["strict"]] if way == "strict" else []))
            # The two that say what is right, and one.
            self.assertEqual(tally.builds, 2 + (way == "plain"))
        readme = (self.work / "cases/1/README").read_text()
        self.assertIn("--seed 1 --in-turn --lto 0", readme)

    def test_ways_of_linking(self):
        bench = run.Bench(run.Tools(), self.work / "one", "1")
        bench.units = ["a.cpp", "b.cpp"]
        with mock.patch.dict(run.WAYS, {"guarded": ("-O2",)}):
            more = bench.ways(True).keys() - bench.ways(False).keys()
        self.assertEqual(more, {"full-mix", "full-guarded", "thin-mix",
                                "thin-guarded", "full-program",
                                "full-program-mix", "thin-program",
                                "thin-program-mix"})

    def test_crash_of_the_compiler_is_noticed(self):
        tally, lines = self.run_one(CRASH)
        self.assertIn("strict", tally.mismatches["2"])
        self.assertIn("it has crashed", lines[0])

    def test_program_that_is_not_clean_is_the_generator_s_fault(self):
        made = program.make("2")
        made.files["main.cpp"] = made.files["main.cpp"].replace(
            "  up = 1;", "  volatile int most = 0x7fffffff; most = most + 1;"
            "\n  up = 1;")
        with mock.patch.object(program, "make", return_value=made):
            tally, lines = self.run_one("")
        self.assertEqual((len(tally.unclean), len(tally.mismatches)), (1, 0))
        self.assertIn("the generator's fault", lines[0])

    def test_compiler_that_is_replaced_meanwhile_is_tried_again(self):
        compiler = self.wrapper("os.utime(sys.argv[0]); sys.exit(1)")
        bench = run.Bench(run.Tools(compiler), self.work / "one", "1")
        bench.write({"main.cpp": "int main() {}\n"})

        def pause(_):
            self.wrapper()
            os.utime(compiler, (1, 1))

        with mock.patch.object(run.time, "sleep", pause):
            self.assertTrue(bench.compile(compiler, "main.cpp", ()))

    def test_some_programs_are_clean(self):
        # The last calls base classes of named objects under destruction.
        for seed in ("11", "12", "13", "1260"):
            bench = run.Bench(run.Tools(), self.work / seed, seed)
            bench.write(program.make(seed).render())
            self.assertIn("\nend ", bench.check_clean())


class Benchmark(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="devirt-")
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        self.programs = {p.name: p for p in devirt_programs.PROGRAMS}

    def files(self, name: str, *paths: str) -> list:
        """Those of `paths` that are compiled for the program."""
        for path in paths:
            (self.top / path).parent.mkdir(parents=True, exist_ok=True)
            (self.top / path).touch()
        *found, driver = self.programs[name].files(self.top)
        self.assertTrue(driver.is_file())
        return [str(path.relative_to(self.top)) for path in found]

    def test_what_other_systems_need_is_left_out(self):
        util = "src/xercesc/util/"
        kept = ["src/xercesc/dom/DOMNode.cpp", "src/xercesc/dom/impl/A.cpp",
                util + "FileManagers/PosixFileMgr.cpp",
                util + "MsgLoaders/InMemory/InMemMsgLoader.cpp",
                util + "MutexManagers/PosixMutexMgr.cpp",
                util + "Transcoders/IconvGNU/IconvGNUTransService.cpp",
                util + "XMLString.cpp"]
        self.assertEqual(kept, self.files(
            "xerces-c", *kept, "samples/src/main.cpp", "src/stricmp.c",
            util + "FileManagers/WindowsFileMgr.cpp",
            util + "MsgLoaders/ICU/ICUMsgLoader.cpp",
            util + "MsgLoaders/MsgCatalog/MsgCatalogLoader.cpp",
            util + "MutexManagers/NoThreadMutexMgr.cpp",
            util + "MutexManagers/StdMutexMgr.cpp",
            util + "NetAccessors/Curl/CurlNetAccessor.cpp",
            util + "Transcoders/Iconv/IconvTransService.cpp",
            util + "Transcoders/Win32/Win32TransService.cpp"))

    def test_tests_are_left_out(self):
        kept = ["db/c_kept.cc", "table/block.cc", "util/env.cc",
                "helpers/memenv/memenv.cc"]
        self.assertEqual(kept, self.files(
            "leveldb", *kept, "db/c.cc", "db/db_test.cc",
            "util/env_windows.cc", "util/testutil.cc"))

    def test_package_without_sources(self):
        with self.assertRaisesRegex(Failure, "has no src/xercesc"):
            self.programs["xerces-c"].files(self.top)

    def test_directories_of_our_own_headers(self):
        for made in devirt_programs.PROGRAMS:
            for flag in made.flags:
                if flag.startswith("-I/"):
                    with self.subTest(made.name):
                        self.assertTrue(Path(flag[2:]).is_dir())

    def test_headers_compile(self):
        headers = devirt_programs.DRIVERS / "xerces-c"
        source = self.top / "headers.cpp"
        source.write_text("".join(
            f'#include "{path.relative_to(headers)}"\n'
            for path in sorted(headers.rglob("*.h*"))) +
            "static_assert(sizeof(XMLCh) == 2 && sizeof(XMLFilePos) == 8);\n"
            "namespace XERCES_CPP_NAMESPACE {\nint equal(const char *A) { "
            "return stricmp(A, A) + strnicmp(A, A, 1); }\n}\n")
        subprocess.run([REFERENCE, "-Wall", "-Werror", "-fsyntax-only",
                        f"-I{headers}", source], check=True)

    def test_sides_are_in_the_order_that_is_asked_for(self):
        def names(*asked):
            return [side.name for side in devirt_programs.sides(
                Path("ours"), Path("theirs"), *asked)]

        self.assertEqual(tuple(names()), devirt_programs.SIDES)
        self.assertEqual(names(("ours", "g++", "ours")), ["ours", "g++"])
        self.assertEqual(tuple(names(devirt_programs.COMPILED)),
                         devirt_programs.COMPILED)

    def test_options(self):
        options = bench_devirt.Devirt().parse(
            ["--side", "ours", "--side", "g++ -O3"])
        self.assertEqual(options.side, ["ours", "g++ -O3"])
        for words, reason in (
                (["--side", "icc"], "invalid choice: 'icc'"),
                (["--program", "xerces"], "invalid choice: 'xerces'"),
                (["--compile", "--side", "ours", "--side", "g++ -O3"],
                 "does not count g\\+\\+ -O3's instructions"),
                (["--compile", "--side", "ours, LTO"],
                 "does not count what ours, LTO links with")):
            with self.assertRaisesRegex(Failure, reason):
                bench_devirt.Devirt().parse(words)

    def test_calls_are_counted(self):
        counted = devirt_programs.count_calls(
            "\tcallq\tf\n\tcall\t*(%rax)\n\tjmpq\t*%rax\n\tjmp\t.L1\n")
        self.assertEqual(counted.splitlines(), [
            "\tcallq\tf", "\tincq managed_indirect_calls(%rip)",
            "\tcall\t*(%rax)", "\tincq managed_indirect_calls(%rip)",
            "\tjmpq\t*%rax", "\tjmp\t.L1"])

    def test_calls_that_the_linker_leaves_are_counted(self):
        shape = ("struct Shape { virtual int sides(); };\n"
                 "int sides(Shape &of);\n")
        (self.top / "one.cpp").write_text(
            shape + "int sides(Shape &of) { return of.sides(); }\n")
        (self.top / "two.cpp").write_text(
            shape + "int Shape::sides() { return 4; }\n"
            "int main() { Shape made; return sides(made); }\n")
        theirs = REFERENCE.parent
        for name, left in ("clang", 1), ("clang, LTO", 0):
            [side] = devirt_programs.sides(theirs, theirs, (name,))
            written = [self.top / f"{unit}.out" for unit in ("one", "two")]
            for file in written:
                devirt_programs.compile_one(
                    side, ("-fno-inline",), file.with_suffix(".cpp"), file,
                    self.top)
            if side.links():
                written = [devirt_programs.link_assembly(side, written,
                                                      self.top / "whole")]
            text = "".join(file.read_text() for file in written)
            self.assertIn("main:", text)
            self.assertEqual(devirt_programs.count_calls(text).count("\tincq"),
                             left, name)

    def figures(self, side: str, output: str = "1\n"):
        return devirt_programs.Figures("box2d", side, 8, 6, 4, 2.0, output)

    def test_ratios_are_to_the_first_side(self):
        first, second = self.figures("ours"), self.figures("g++")
        second.calls = 12
        lines = bench_devirt.report([first, second]).splitlines()
        self.assertEqual(lines[-1].split(), ["box2d", "g++", "12", "1.500",
                                             "1.000", "1.000", "1.00"])
        with self.assertRaisesRegex(Failure, "box2d, compiled by g.., prints"):
            bench_devirt.report([first, self.figures("g++", "2\n")])

    def test_compilers_are_compared_with_themselves(self):
        made = self.programs["box2d"]
        columns = devirt_programs.sides(Path("ours"), Path("theirs"),
                                     devirt_programs.COMPILED)
        counts = {(made, side): count
                  for side, count in zip(columns, (100, 110, 400, 420))}
        self.assertEqual(
            [line.split()[-1] for line in
             bench_devirt.compile_report(counts).splitlines()[2:]],
            ["1.000", "1.100", "1.000", "1.050"])

    def test_instructions_of_a_compiler(self):
        (self.top / "one.cpp").write_text("int f() { return 1; }\n")
        side = devirt_programs.Side("clang", str(REFERENCE))
        made = devirt_programs.Program("one", "one", "", (), "^$", (),
                                       "one.cpp")
        self.assertGreater(devirt_programs.count_compiler(
            made, side, self.top, self.top / "work"), 1000000)
        with self.assertRaisesRegex(Failure, "clang on two.cpp failed"):
            devirt_programs.count_compiler(
                replace(made, largest="two.cpp"), side, self.top,
                self.top / "work")


if __name__ == "__main__":
    unittest.main()
