"""Each check of ci/lint.sh finds what it is for, and nothing else."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import lit_toy  # noqa: F401  (makes the package importable)
from managed.check import lint

HEADER = """\
//===----------------------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
"""


class Checks(unittest.TestCase):

    def setUp(self):
        self.repo = Path(tempfile.mkdtemp(prefix="lint-"))
        self.addCleanup(shutil.rmtree, self.repo)

    def write(self, name, text, executable=False):
        path = self.repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if executable:
            path.chmod(0o755)

    def finds(self, check, *problems):
        found = check(lint.Files(self.repo))
        self.assertEqual(len(found), len(problems), found)
        for got, want in zip(found, problems):
            self.assertIn(want, got)

    def test_python(self):
        self.write("a.py", '"""Good."""\n')
        self.write("b.py", "x = (\n")
        self.write("c.py", "x = 1\n")
        self.write("d", "#!/usr/bin/env python3\nx = 1\n")
        self.write("empty.py", "")
        self.finds(lint.check_python, "b.py:1: ", "c.py:1: ", "d:1: ")

    def test_shell(self):
        self.write("a.sh", "if true; then echo; fi\n")
        self.write("b.sh", "if true; then\n")
        self.finds(lint.check_shell, "b.sh")

    def test_sources(self):
        self.write("llvm/lib/A/CMakeLists.txt",
                   "add_llvm_component_library(LLVMA\n  One.cpp\n"
                   "  In/Two.cpp)\n")
        for name in ("One", "In/Two", "In/One", "Three"):
            self.write(f"llvm/lib/A/{name}.cpp", HEADER)
        self.write("llvm/lib/B/Managed.cmake", "set(SOURCES Four.cpp)\n")
        self.write("llvm/lib/B/Four.cpp", HEADER)
        self.write("llvm/tools/t/Five.cpp", HEADER)
        self.write("llvm/tools/t/Six.cpp", HEADER)
        self.write("llvm/test/t/Inputs/Seven.cpp", HEADER)
        self.write("patches/a.patch",
                   "+++ b/llvm/tools/t/CMakeLists.txt\n+  Five.cpp\n"
                   "+++ b/llvm/tools/t/t.cpp\n+  Six.cpp\n")
        self.finds(lint.check_sources, "llvm/lib/A/In/One.cpp: ",
                   "llvm/lib/A/Three.cpp: ", "llvm/tools/t/Six.cpp: ")

    def test_type_names(self):
        include = self.repo / "prefix/include/llvm/CodeGen"
        include.mkdir(parents=True)
        (include / "GCMetadata.h").write_text(
            "namespace llvm {\nstruct GCRoot {\n};\nnamespace other {\n"
            "class Chosen : public A {\n};\n} // namespace other\n"
            "class Declared;\n} // end namespace llvm\n")
        self.write("llvm/lib/A/A.h", HEADER
                   + "namespace llvm {\n\nclass LLVM_ABI GCRoot final {\n};\n"
                   "class Chosen {\n};\nclass Declared {\n};\n"
                   "\nnamespace {\nstruct GCRoot {\n};\n"
                   "} // end anonymous namespace\n\n} // end namespace llvm\n"
                   "namespace llvm::other {\nenum class Chosen : char {\n};\n"
                   "} // end namespace llvm::other\n")
        with mock.patch.object(lint.paths, "LLVM_PREFIX",
                               self.repo / "prefix"):
            self.finds(lint.check_type_names,
                       "A.h:8: llvm::GCRoot is the name of a type in "
                       "llvm/include/llvm/CodeGen/GCMetadata.h",
                       "A.h:22: llvm::other::Chosen")

    def test_type_names_need_headers(self):
        with mock.patch.object(lint.paths, "LLVM_PREFIX", self.repo / "none"):
            self.assertIsNone(lint.check_type_names(lint.Files(self.repo)))

    def test_executable(self):
        self.write("a", "#!/bin/sh\n", executable=True)
        self.write("b", "#!/bin/sh\n")
        self.finds(lint.check_executable, "b:1: ")

    def test_lines(self):
        self.write("a.py", "x" * 80 + "\n")
        self.write("b.py", "x" * 81 + "\n")
        self.write("c.sh", "true \n")
        self.write("d.md", "x" * 200 + "\n")
        self.write("e.md", "no end")
        self.write("f.py", "\tx\n")
        self.finds(lint.check_lines, "b.py:1: more than 80",
                   "c.sh:1: blanks", "e.md: the last line", "f.py:1: a tab")

    def test_sizes(self):
        self.write("a.py", "x\n" * 799)
        self.write("b.py", "x\n" * 800)
        self.write("c.patch", "+++ b/x\n" + "+x\n" * 59)
        self.write("d.patch", "+++ b/x\n" + "+x\n" * 60)
        self.finds(lint.check_size, "b.py: 800 lines", "d.patch: adds 60")

    def test_headers(self):
        self.write("llvm/lib/a.cpp", HEADER)
        self.write("llvm/lib/b.cpp", "int x;\n")
        self.write("llvm/lib/c.h", HEADER.replace("SPDX", "XPDS"))
        self.write("llvm/test/d.c", "int x;\n")
        self.finds(lint.check_headers, "b.cpp:1: start", "c.h:1: the file")

    def test_machine_paths(self):
        self.write("a.md", "/usr/lib/llvm-22 and $HOME/wo" + "rk/x a/ro"
                   + "ot/b\n")
        self.write("b.md", "see /ro" + "ot/x\n")
        self.write("c.md", "see /ho" + "me/me\n")
        self.write("d.md", "in '/wo" + "rk/main'\n")
        self.finds(lint.check_machine_paths, "b.md:1", "c.md:1", "d.md:1")

    def test_markers(self):
        self.write("a.md", "todo lists and therefore now\n")
        self.write("b.md", "TO" + "DO: x\n")
        self.write("c.md", "good enough for " + "now\n")
        self.write("d.patch", " // FIX" + "ME: upstream's\n")
        self.write("e.patch", "+// FIX" + "ME: ours\n")
        self.finds(lint.check_markers, "b.md:1", "c.md:1", "e.patch:1")

    def test_registries(self):
        self.write("a.md", "from deb.deb" + "ian.org\n")
        self.write("b.md", "the package llvm-22\n")
        self.finds(lint.check_registries, "a.md:1")

    def test_lit_tests(self):
        self.write("llvm/test/X/a.ll", "; RUN: true\n")
        self.write("llvm/test/X/b.ll", "; nothing\n")
        self.write("llvm/test/X/Inputs/c.ll", "; nothing\n")
        self.write("llvm/test/X/d.foo", "; RUN: true\n")
        self.write("llvm/test/Y/lit.local.cfg", "config.suffixes = ['.e']\n")
        self.write("llvm/test/Y/a.e", "; RUN: true\n")
        self.finds(lint.check_tests, "b.ll: no RUN", "d.foo: lit does not")

    def test_known_differences(self):
        self.write("ci/known-differences.txt", "")
        self.finds(lint.check_known_differences)
        self.write("ci/known-differences.txt", "nonsense\n")
        self.finds(lint.check_known_differences, ":1: write")

    def test_test_options(self):
        self.write("ci/test-options.txt", "")
        self.finds(lint.check_test_options)
        self.write("ci/test-options.txt", "nonsense\n")
        self.finds(lint.check_test_options, ":1: write")

    def test_links(self):
        self.write("docs/a.md", "[x](b.md) [y](https://llvm.org) [z](#a)\n"
                   "[up](../README.md#part) [gone](c.md)\n")
        self.write("docs/b.md", "")
        self.write("README.md", "")
        self.finds(lint.check_links, "docs/a.md:2: the link to c.md")

    @unittest.skipUnless(shutil.which("clang-format-22"),
                         "clang-format-22 is not installed")
    def test_format(self):
        self.write(".clang-format", "BasedOnStyle: LLVM\n")
        self.write("llvm/lib/a.cpp", "int x = 1;\n")
        self.write("llvm/lib/b.cpp", "int   x;\nint   y;\n")
        self.finds(lint.check_format, "llvm/lib/b.cpp:1: not formatted")

    def test_ignored_files_are_not_looked_at(self):
        subprocess.run(["git", "init", "-q", str(self.repo)], check=True)
        self.write(".gitignore", "/build*/\n")
        self.write("build/a.py", "x = (\n")
        self.finds(lint.check_python)


if __name__ == "__main__":
    unittest.main()
