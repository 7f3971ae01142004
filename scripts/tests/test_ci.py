"""The scripts in ci/: what they refuse, and how a full build is judged."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import lit_toy  # noqa: F401  (makes the package importable)
from managed.check import complete_tree, full_build, self_build
from managed.fork.git import Git
from managed.littests.compare import Known
from managed.ui import Failure

TOP = Path(__file__).parents[2]


class Judging(unittest.TestCase):

    def judge(self, codes, own=(), **known):
        entries = {f"llvm/test/{name}.ll": Known(1, "pass", after, "why")
                   for name, after in known.items()}
        codes = {f"llvm/test/{name}.ll": code
                 for name, code in codes.items()}
        outcome = full_build.judge(
            codes, {f"llvm/test/{name}.ll" for name in own}, entries)
        return outcome.passed, outcome.failed, outcome.skipped

    def test_passes(self):
        self.assertEqual(self.judge({"a": "PASS", "b": "XFAIL"}), (2, 0, 0))

    def test_failures(self):
        self.assertEqual(
            self.judge({"a": "FAIL", "b": "TIMEOUT", "c": "XPASS"}),
            (0, 3, 0))

    def test_known_difference(self):
        self.assertEqual(self.judge({"a": "FAIL"}, a="fail"), (1, 0, 0))
        self.assertEqual(self.judge({"a": "TIMEOUT"}, a="fail"), (0, 1, 0))

    def test_only_known_here(self):
        known = {"a": Known(1, "pass", "fail", "why")}
        for code, passed in (("FAIL", 1), ("PASS", 0)):
            outcome = full_build.judge({"a": code}, set(), known, {"a"})
            self.assertEqual((outcome.passed, outcome.failed),
                             (passed, 1 - passed))

    def test_own_test_cannot_be_excused(self):
        self.assertEqual(self.judge({"a": "FAIL"}, "a", a="fail"), (0, 1, 0))

    def test_unsupported(self):
        self.assertEqual(self.judge({"a": "UNSUPPORTED"}), (0, 0, 1))

    def test_own_test_has_to_run(self):
        self.assertEqual(self.judge({"a": "UNSUPPORTED"}, "a"), (0, 1, 0))
        self.assertEqual(self.judge({}, "a"), (0, 1, 0))


class Running(lit_toy.ToySuites):
    """A full build brings its own lit and its own configuration."""

    def test_options_of_tests(self):
        build, tree = self.layout.build, self.layout.tree
        lit = tree / "llvm/utils/lit"
        lit.parent.mkdir(parents=True)
        lit.symlink_to(self.layout.lit)
        self.write(build / "test/lit.site.cfg.py", "\n".join([
            f"config.llvm_obj_root = {str(build)!r}",
            f"config.llvm_tools_dir = {str(build / 'bin')!r}",
            "lit_config.load_config(config, "
            f"{str(tree / 'llvm/test/lit.cfg.py')!r})"]))
        names = [self.upstream(f"{name}.test", "tool option")
                 for name in ("a", "b")]
        self.list_options(f"{names[0]} -works -well # why it has options")
        with contextlib.redirect_stdout(None):
            codes = complete_tree.run_lit(self.layout, names, 1)
        self.assertEqual(codes, {names[0]: "PASS", names[1]: "FAIL"})


class UnitTargets(unittest.TestCase):

    def test_programs_of_their_directories(self):
        with tempfile.TemporaryDirectory() as name:
            for path in ("CodeGen/ATest.cpp", "CodeGen/BTest.cpp",
                         "Target/X86/CTest.cpp"):
                source = Path(name, "llvm/unittests", path)
                source.parent.mkdir(parents=True, exist_ok=True)
                source.touch()
            listing = "\n".join((
                "CodeGenTests: phony unittests/CodeGen/CodeGenTests",
                "unittests/CodeGen/CodeGenTests: CXX_EXECUTABLE_LINKER",
                "unittests/CodeGen/ForTests.so: CXX_MODULE_LIBRARY_LINKER",
                "unittests/Target/X86/all: phony",
                "unittests/Support/SupportTests: CXX_EXECUTABLE_LINKER"))
            self.assertEqual(full_build.unit_targets(Path(name), listing),
                             {"CodeGen": "CodeGenTests", "Target/X86": None})


class SelfBuild(unittest.TestCase):
    """What our clang made does what another compiler's programs do."""

    def test_codes(self):
        with contextlib.redirect_stdout(None):
            outcome = self_build.judge(
                {"a": "PASS", "b": "XFAIL", "c": "UNSUPPORTED", "d": "FAIL",
                 "e": "FAIL", "f": "UNSUPPORTED", "g": "FAIL"},
                {"c": "UNSUPPORTED", "d": "FAIL", "e": "PASS", "f": "PASS"})
        self.assertEqual((outcome.passed, outcome.skipped), (3, 1))
        self.assertEqual(outcome.notes, ["d: FAIL with both compilers"])
        self.assertEqual([line.split(":")[0] for line in outcome.failures],
                         ["e", "f", "g"])
        self.assertIn("FAIL, and PASS with the tools of the other compiler",
                      outcome.failures[0])
        self.assertIn("no result", outcome.failures[2])

    def test_sources_of_tblgen(self):
        top = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, one, two in (("include/llvm/A.inc", "1", "1"),
                               ("lib/Target/B.inc", "1", "2"),
                               ("lib/Target/C.inc", "1", None),
                               ("lib/Target/D.h", "1", "2")):
            for build, text in (("self", one), ("build", two)):
                if text is not None:
                    file = top / build / name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text)
        written = self_build.written_sources(top / "self")
        self.assertEqual(written, ["include/llvm/A.inc", "lib/Target/B.inc",
                                   "lib/Target/C.inc"])
        self.assertEqual(
            self_build.different_sources(written, top / "self",
                                         top / "build"), written[1:])
        with self.assertRaisesRegex(Failure, "no files of llvm-tblgen"):
            self_build.written_sources(top / "empty")

    def test_no_compiler(self):
        top = Path(self.enterContext(tempfile.TemporaryDirectory()))
        with self.assertRaisesRegex(Failure, "run scripts/build"):
            self_build.check(top, top / "self", top / "build", 1,
                             top / "tools")
        self.assertEqual(list(top.iterdir()), [])


class Targets(unittest.TestCase):

    def test_only_two_are_built(self):
        for words, expected in (("x86-registered-target, shell", False),
                                ("riscv-registered-target", True),
                                ("shell", False)):
            with self.subTest(words), tempfile.TemporaryDirectory() as name:
                test = Path(name, "test.s")
                test.write_text(f"# REQUIRES: {words}\n# RUN: true\n")
                self.assertEqual(full_build.needs_other_target(test),
                                 expected)


class Programs(unittest.TestCase):

    def test_tools_and_unit_tests_but_nothing_else(self):
        listing = "\n".join((
            "all: phony", "check: phony", "llc: phony",
            "bin/llc: CXX_EXECUTABLE_LINKER__llc_Release",
            "bin/llvm-readelf: CUSTOM_COMMAND",
            "bin/alias: phony", "lib/libLLVMCore.a: CXX_STATIC_LIBRARY",
            "unittests/Target/X86/X86Tests: CXX_EXECUTABLE_LINKER"))
        self.assertEqual(complete_tree.programs(listing),
                         {"llc", "llvm-readelf", "X86Tests"})


class BadInput(unittest.TestCase):

    def setUp(self):
        self.top = Path(tempfile.mkdtemp(prefix="ci-"))
        self.addCleanup(shutil.rmtree, self.top)

    def refuses(self, message, script, *arguments):
        done = subprocess.run(
            [TOP / "ci" / script, *arguments], cwd=self.top, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(list(self.top.iterdir()), [])

    def test_unknown_arguments(self):
        self.refuses("unrecognized arguments: --nonsense", "lint.sh",
                     "--nonsense")
        self.refuses("unrecognized arguments", "check.sh", "--nonsense")
        self.refuses("required: DIR", "full.sh")
        self.refuses("unrecognized arguments", "full.sh", "x", "--nonsense")
        self.refuses("1 or more", "full.sh", "x", "-j", "0")
        self.refuses("invalid choice", "full.sh", "x", "--only", "nonsense")
        self.refuses("give a tag of upstream", "drift.sh")
        self.refuses("unknown option --nonsense", "drift.sh", "--nonsense")

    def test_drift_wants_an_upstream_checkout(self):
        self.refuses("is no upstream checkout", "drift.sh", "/usr")


class Workflows(unittest.TestCase):

    def test_each_is_a_thin_wrapper_in_the_same_container(self):
        files = sorted((TOP / ".github/workflows").glob("*.yml"))
        self.assertTrue(files)
        for path in files:
            text = path.read_text()
            jobs = text.count("runs-on:")
            self.assertEqual(text.count("container: debian:bookworm\n"),
                             jobs, path.name)
            scripts = [line.split()[2] for line in text.splitlines()
                       if line.strip().startswith("- run: ci/")]
            self.assertEqual(len(scripts), jobs, path.name)
            for script in scripts:
                self.assertTrue((TOP / script).is_file(), script)


if __name__ == "__main__":
    unittest.main()
