"""What ci/lint.sh asks clang-tidy, and what it takes from the answers."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import lit_toy  # noqa: F401  (makes the package importable)
from managed.check import lint, tidy
from managed.littests.config import Layout

# Each of these is a problem.
FILE = """\
#include "Toy.h"
#include "Upstream.h"
int Function_of(Toy *T) { return T->get(); }
"""
HEADER = """\
struct Toy {
  int get() { int lower = 1; return lower; }
};
"""
RULES = """\
Checks: "-*,readability-identifier-naming"
CheckOptions:
  - { key: readability-identifier-naming.FunctionCase, value: camelBack }
  - { key: readability-identifier-naming.VariableCase, value: CamelCase }
"""


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        self.repo, self.tree, self.build = (
            self.top / name for name in ("repo", "tree", "build"))
        self.write(self.repo / ".clang-tidy", RULES)
        self.names = ["lib/A.cpp", "include/Toy.h"]
        for name, text in zip(self.names, (FILE, HEADER)):
            self.write(self.repo / name, text)
            self.write(self.tree / name, text)
        self.write(self.tree / "include/Upstream.h", "inline int X_y;\n"
                   "inline int Other_function() { return 0; }\n")
        self.write(self.tree / "lib/Upstream.cpp", "int Bad_name() {}\n")
        self.commands("lib/A.cpp", "lib/Upstream.cpp")
        self.tidy = tidy.Tidy(self.repo, self.names, self.tree, self.build)

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commands(self, *names):
        self.write(self.build / "compile_commands.json", json.dumps([
            {"directory": str(self.build), "file": str(self.tree / name),
             "command": "/usr/bin/cmake -E env A=b /usr/bin/ccache "
             f"/usr/lib/llvm-22/bin/clang++ {variant} "
             f"-I{self.tree}/include -std=c++17 -include-pch x/llvm.pch -o "
             f"A.o -c {self.tree / name}"}
            for name in names for variant in ("-O2", "-O1")]))

    def test_commands_of_our_files(self):
        self.assertEqual(self.tidy.write_commands(), ["lib/A.cpp"])
        [entry] = json.loads(
            (self.build / "tidy/compile_commands.json").read_text())
        self.assertTrue(entry["command"].startswith(
            "/usr/lib/llvm-22/bin/clang++ -O2 -I"), entry)
        self.assertNotIn("pch", entry["command"])

    def test_commands_of_other_builds(self):
        for start in ("/usr/bin/clang++-22 ", "ccache /usr/bin/clang++-22 ",
                      "/usr/bin/clang-22 "):
            self.write(self.build / "compile_commands.json", json.dumps([
                {"directory": str(self.build), "command": start + "-c x",
                 "file": str(self.tree / "lib/A.cpp")}]))
            self.tidy.write_commands()
            [entry] = json.loads(
                (self.build / "tidy/compile_commands.json").read_text())
            self.assertEqual(entry["command"],
                             start.split("ccache ")[-1] + "-c x")

    def test_what_is_missing(self):
        with mock.patch.object(tidy, "PROGRAM", "no-such-tidy"):
            self.assertEqual(self.tidy.lacks(), "no-such-tidy")
        with mock.patch.object(tidy, "PROGRAM", "sh"):
            self.assertEqual(self.tidy.lacks(), "")
            (self.build / "compile_commands.json").unlink()
            self.assertEqual(self.tidy.lacks(), "a build")

    def test_nothing_is_compiled(self):
        self.commands("lib/Upstream.cpp")
        [problem] = self.tidy.run(False)
        self.assertIn("compiles none of our files", problem)

    def run_with(self, found, everything=False):
        """The files that are looked at, when `found` has the problems."""
        looked = []

        def check(_, name):
            looked.append(name)
            return found.get(name, [])

        with mock.patch.object(tidy.Tidy, "check", check):
            problems = self.tidy.run(everything)
        return sorted(looked), problems

    def changing(self, *names):
        """git says that these files changed."""
        return mock.patch.object(tidy.Tidy, "changed",
                                 return_value=list(names))

    def test_header_changes_those_that_include_it(self):
        with self.changing("include/Other.h"):
            self.assertEqual(self.run_with({})[0], [])
        with self.changing("include/Toy.h"):
            self.assertEqual(self.run_with({})[0], ["lib/A.cpp"])

    def test_clean_files_are_looked_at_when_they_change(self):
        patch = self.changing("lib/A.cpp")
        patch.start()
        self.addCleanup(patch.stop)
        wrong = {"lib/A.cpp": ["lib/A.cpp:1: wrong"]}
        self.assertEqual(self.run_with(wrong),
                         (["lib/A.cpp"], ["lib/A.cpp:1: wrong"]))
        # It was not clean.
        self.assertEqual(self.run_with({}), (["lib/A.cpp"], []))
        self.assertEqual(self.run_with({}), ([], []))
        self.assertEqual(self.run_with({}, everything=True),
                         (["lib/A.cpp"], []))
        for path in ("lib/A.cpp", "include/Toy.h", ".clang-tidy"):
            with open(self.repo / path, "a") as file:
                file.write("\n")
            with self.subTest(path):
                self.assertEqual(self.run_with({}), (["lib/A.cpp"], []))
                self.assertEqual(self.run_with({}), ([], []))

    def test_only_changed_files_and_there_is_a_limit(self):
        names = [f"lib/{n}.cpp" for n in "ABCD"]
        for name in names:
            self.write(self.repo / name, "")
            self.write(self.tree / name, "")
        self.commands(*names)
        self.tidy.names += names
        with mock.patch.object(tidy, "LIMIT", 2), self.changing(*names[1:]):
            self.assertEqual(self.run_with({})[0], ["lib/B.cpp", "lib/C.cpp"])
            self.assertEqual(self.run_with({})[0], ["lib/D.cpp"])
            self.assertEqual(self.run_with({})[0], [])
            self.assertEqual(self.run_with({}, True)[0], names)

    def test_run_over_everything_goes_on(self):
        names = ["lib/A.cpp", "lib/B.cpp"]
        self.write(self.repo / names[1], "")
        self.write(self.tree / names[1], "")
        self.commands(*names)
        self.tidy.names += names[1:]

        def end(_, name):
            if name == names[1]:
                raise KeyboardInterrupt
            return []

        with mock.patch.object(tidy, "in_parallel", lambda f, all: [
                f(one) for one in all]), \
                mock.patch.object(tidy.Tidy, "check", end), \
                self.assertRaises(KeyboardInterrupt):
            self.tidy.run(True)
        self.assertEqual(self.run_with({}, True), (names[1:], []))
        # The next one begins anew.
        self.assertEqual(self.run_with({}, True), (names, []))

    def test_changed(self):
        self.assertEqual(self.tidy.changed(), [])
        def git(*words):
            subprocess.run(["git", "-C", self.repo, "-c", "user.name=a", "-c",
                            "user.email=a", *words], check=True,
                           stdout=subprocess.DEVNULL)
        git("init", "-q")
        for name in (".clang-tidy", "include/Toy.h"):
            git("add", name)
            git("commit", "-q", "-m", name)
        self.assertEqual(self.tidy.changed(), ["include/Toy.h"])
        self.write(self.repo / ".clang-tidy", "")
        self.assertEqual(self.tidy.changed(), [".clang-tidy", "include/Toy.h"])

    @unittest.skipUnless(shutil.which(tidy.PROGRAM), "no clang-tidy-22")
    def test_findings(self):
        self.assertEqual(self.tidy.run(True), [
            "include/Toy.h:2: invalid case style for variable 'lower' "
            "[readability-identifier-naming]",
            "lib/A.cpp:3: invalid case style for function 'Function_of' "
            "[readability-identifier-naming]"])

    @unittest.skipUnless(shutil.which(tidy.PROGRAM), "no clang-tidy-22")
    def test_file_that_does_not_compile(self):
        self.write(self.tree / "lib/A.cpp", '#include "Gone.h"\n')
        [problem] = self.tidy.run(True)
        self.assertIn("lib/A.cpp:1: 'Gone.h' file not found", problem)

    def test_program_that_fails(self):
        program = self.top / "tidy"
        self.write(program, "#!/bin/sh\necho it crashed >&2\nexit 3\n")
        program.chmod(0o755)
        with mock.patch.object(tidy, "PROGRAM", str(program)):
            self.tidy.write_commands()
            [problem] = self.tidy.check("lib/A.cpp")
        self.assertIn("lib/A.cpp: ", problem)
        self.assertIn("it crashed", problem)

    def test_lint_leaves_it_out_without_a_build(self):
        layout = Layout(repo=self.repo, tree=self.tree,
                        build=self.top / "none")
        with mock.patch.object(lint.Files, "_list", return_value=[]):
            files = lint.Files(self.repo)
        self.assertIsNone(lint.check_rules(files, layout, False))


if __name__ == "__main__":
    unittest.main()
