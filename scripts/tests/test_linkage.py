"""Tests of scripts/stress linkage that build nothing, or with the unpatched
compiler.

They show that a seed decides, that programs are made of all that they can have,
which symbols a file needs, and that a compiler that is wrong is noticed.
"""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.linkage import command, parts, program, run  # noqa: E402
from managed.linkage.classes import Class, is_sound  # noqa: E402
from managed.linkage.parts import Layout, Part, Unit  # noqa: E402
from managed.paths import LLVM_PREFIX  # noqa: E402

SEEDS = range(1, 201)
# The unpatched compiler, which takes the option and does BEHAVIOR.
WRAPPER = """\
#!/usr/bin/env python3
import os, sys
kept = [word for word in sys.argv[1:] if word != "-fdevirtualize"]
BEHAVIOR
os.execv("COMPILER", ["clang++", *kept])
"""
# The program refers to what is not there.
UNDEFINED = """\
if "-c" in kept and "host0.cpp" in kept:
    kept += ["-include", "undefined.h"]
    open("undefined.h", "w").write(
        "int missing(); static int there = missing();")
"""
WRONG = """\
if "-c" in kept:
    name = kept[kept.index("-c") + 1]
    text = open(name).read()
    open("wrong-" + name, "w").write(text.replace("%d", "%d1"))
    kept[kept.index("-c") + 1] = "wrong-" + name
"""


def layout(**kinds) -> Layout:
    """The library a, which the program has or links."""
    made = {name: Part(name, kind, 1) for name, kind in kinds.items()}
    units = {"program": Unit("program", ["host"]),
             "plugin": Unit("plugin", ["plugin"])}
    if kinds["a"] == "shared":
        units["a"] = Unit("a", ["a"])
        units["program"].links.append("a")
    else:
        units["program"].parts.append("a")
    return Layout(made, units, "bfd", "-O2")


SHARED = {"a": "shared", "host": "program", "plugin": "plugin"}
ARCHIVE = {**SHARED, "a": "archive"}


class Symbols(unittest.TestCase):
    def setUp(self):
        self.cls = Class(0, "a", "default", methods={0: "unit", 1: "helper"})

    def reached(self, made: Layout, symbols, part: str = "host") -> bool:
        return made.all_reach(part, symbols)

    def test_key_function(self):
        self.assertEqual({s[0] for s in self.cls.of_vtable()}, {"vtable"})
        derived = Class(1, "", bases=[(self.cls, False)], methods={2: "inline"})
        self.assertEqual({s[0] for s in derived.of_vtable()},
                         {"method", "helper", "typeinfo", "vtable"})

    def test_hidden_class_of_a_shared_library(self):
        self.cls.visibility = "hidden"
        made = layout(**SHARED)
        self.assertFalse(self.reached(made, self.cls.of_vtable()))
        self.assertTrue(self.reached(made, self.cls.of_vtable(), "a"))
        self.assertTrue(self.reached(layout(**ARCHIVE), self.cls.of_vtable()))

    def test_options_hide_what_has_no_attribute(self):
        self.cls.owner_hides = True
        made = layout(**SHARED)
        self.assertTrue(self.reached(made, self.cls.of_vtable()))
        self.cls.visibility = ""
        self.assertFalse(self.reached(made, self.cls.of_vtable()))

    def test_version_scripts(self):
        made = layout(**SHARED)
        unit = made.units["a"]
        for script, others, reached in (
                ("global", (), True), ("global", ("vtable",), False),
                ("local", (), False), ("local", ("vtable",), True)):
            unit.script, unit.others = script, {self.cls: others}
            self.assertEqual(self.reached(made, self.cls.of_vtable()), reached)
            self.assertEqual("_ZTV2C0*;" in parts.script_text(unit),
                             bool(others))

    def test_plugins_find_symbols_of_programs_that_export_them(self):
        made = layout(**ARCHIVE)
        symbols = self.cls.of_vtable()
        self.assertFalse(self.reached(made, symbols, "plugin"))
        made.exports_all = True
        self.assertTrue(self.reached(made, symbols, "plugin"))
        made.units["plugin"].flags.append("-Wl,-z,defs")
        self.assertFalse(self.reached(made, symbols, "plugin"))

    def test_scripts_export_what_others_need(self):
        made = layout(**SHARED)
        for script, others in (("global", {self.cls: parts.KINDS}),
                               ("local", {})):
            unit = made.units["a"]
            unit.script, unit.others = script, others
            parts.export(made, "host", self.cls.of_vtable())
            self.assertTrue(self.reached(made, self.cls.of_vtable()))

    def test_one_method_for_each_slot(self):
        root = Class(0, methods={0: "inline"})
        one, other = (Class(n, bases=[(root, True)], methods={0: "inline"})
                      for n in (1, 2))
        both = Class(3, bases=[(one, False), (other, False)])
        self.assertFalse(is_sound(both))
        both.methods = {0: "counter"}
        self.assertTrue(is_sound(both))
        one.bases = [(root, False)]
        self.assertFalse(is_sound(both))


class Programs(unittest.TestCase):
    def test_same_seed_same_text(self):
        self.assertEqual(program.make(7).render(), program.make(7).render())
        self.assertNotEqual(program.make(7).render(),
                            program.make(8).render())

    def test_statements_may_be_left_out(self):
        made = program.make(7)
        nothing = made.render(set(range(made.pieces)))
        self.assertIn('printf("host', "".join(made.render().values()))
        self.assertNotIn('printf("host', "".join(nothing.values()))

    def test_everything_occurs(self):
        made = [program.make(seed) for seed in SEEDS]
        text = "".join(text for one in made for text in one.render().values())
        for words in ("struct DEFAULT C", "struct HIDDEN C", "struct C1",
                      "struct PROTECTED C", "HIDDEN virtual int",
                      "struct [[clang::lto_visibility_public]] DEFAULT C",
                      "struct HIDDEN H", "struct PROTECTED H", " : virtual C",
                      ", C", " final {", ") final {", "extern template",
                      "helper_", "static int n", "= default;", "RTLD_GLOBAL",
                      "RTLD_LOCAL", "int take_", " give_", "G1::global_it",
                      "extern \"C\" DEFAULT C0 global_", "*const m0[2]",
                      " &m0", "local:", "delete p;",
                      *(f" {kind} " for kind in (
                          "cast", "typeid", "passed", "by-value", "result",
                          "inline", "local", "new", "maker", "world-maker",
                          "world-global", "global", "member-array",
                          "member-object", "member-pointer",
                          "member-reference", "member-table"))):
            with self.subTest(words):
                self.assertIn(words, text)

    def test_all_layouts_occur(self):
        made = [parts.make(Random(seed)) for seed in SEEDS]
        flags = {flag for one in made for unit in one.units.values()
                 for flag in unit.flags}
        self.assertEqual(flags, {
            "-rdynamic", "-Wl,--as-needed", "-Wl,--gc-sections",
            "-Wl,-z,defs", "-Wl,-Bsymbolic", "-Wl,-Bsymbolic-functions"})
        self.assertEqual({one.linker for one in made}, set(parts.LINKERS))
        self.assertEqual({one.is_repeated("a") for one in made},
                         {False, True})
        self.assertEqual({one.lto_flags for one in made if one.lto},
                         set(parts.LTO_FLAGS))
        self.assertEqual({bool(one.plain) for one in made}, {False, True})


class Compilers(unittest.TestCase):
    # A program with which the unpatched compiler has no trouble.
    SEED = 3

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="linkage-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def one(self, behavior: str = ""):
        path = self.work / "clang++"
        path.write_text(WRAPPER.replace("BEHAVIOR", behavior).replace(
            "COMPILER", str(LLVM_PREFIX / "bin/clang++")))
        path.chmod(0o755)
        return run.test_program(self.work, self.SEED, self.work / "faults")

    def test_right_compiler(self):
        self.assertEqual(self.one(), run.Result(self.SEED, "agree"))
        self.assertEqual(list((self.work / "faults").iterdir()), [])

    def test_undefined_symbols_are_noticed(self):
        found = self.one(UNDEFINED)
        self.assertEqual(found.result, "failed")
        self.assertIn("missing", found.why)
        readme = (self.work / f"faults/{self.SEED}/README").read_text()
        self.assertIn("host0: missing()", readme)

    def test_other_output_is_noticed(self):
        found = self.one(WRONG)
        self.assertEqual(found.result, "failed")
        self.assertIn("instead of", found.why)
        kept = self.work / f"faults/{self.SEED}"
        self.assertTrue((kept / "host0.cpp").is_file())
        self.assertIn("LD_BIND_NOW=1", (kept / "commands").read_text())


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="linkage-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        (self.work / "clang++").touch()

    def stress(self, results: dict, *options: str) -> tuple:
        """The seeds that were tested, and what was printed."""
        tested, output = [], io.StringIO()

        def test(tools, seed, *_):
            tested.append(seed)
            return run.Result(seed, results.get(seed, "agree"), "why")

        with mock.patch.object(run, "test_program", test), \
                mock.patch.object(command.packages, "ensure"), \
                contextlib.redirect_stdout(output):
            code = command.stress(["--tools", str(self.work), "--faults",
                                   str(self.work / "faults"), *options])
        return tested, code, output.getvalue()

    def test_progress(self):
        file = self.work / "progress"
        options = ("--programs", "3", "--progress", str(file))
        tested, code, _ = self.stress({2: "failed"}, *options)
        self.assertEqual((tested, code), ([1, 2, 3], 1))
        self.assertEqual(
            [json.loads(line)["result"]
             for line in file.read_text().splitlines()],
            ["agree", "failed", "agree"])
        # A run that was ended has left half a line.
        with file.open("a") as opened:
            opened.write('{"seed": 4, "res')
        tested, code, output = self.stress({}, *options, "--seed", "2")
        self.assertEqual((tested, code), ([4], 1))
        self.assertIn("3 programs, 0 dropped, 1 failed", output)
        tested, *_ = self.stress({}, *options, "--seed", "2")
        self.assertEqual(tested, [])

    def test_kinds(self):
        self.assertEqual(
            run.kind("linking b.so: /tmp/b0.o: undefined symbol: C12::f0()"),
            run.kind("linking a.so: ld: undefined symbol: C3::f2()"))


if __name__ == "__main__":
    unittest.main()
