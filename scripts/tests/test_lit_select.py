"""Finding upstream's tests that concern the series."""

import unittest

from lit_toy import ToySuites
from managed.littests import selection as lit_select


class Selecting(ToySuites):

    def test_by_what_they_mention(self):
        a = self.upstream("a.test", "tool", "X: !make.implicit")
        b = self.upstream("b.test", "tool", 'X: define void @f() gc "x"')
        self.upstream("c.test", "tool", 'X: logic "x" and magic "y"')
        self.upstream("Inputs/d.test", "tool", "X: statepoint")
        self.upstream("e.inc", "tool", "X: statepoint")
        self.write(self.layout.tree / "llvm/test/f.test", "statepoint\n")
        self.own("g.test", "tool", "X: statepoint")
        self.assertEqual(lit_select.feature_tests(self.layout, ("llvm",)),
                         [a, b])

    def test_sanitizer_tests(self):
        directory = self.layout.tree / "clang/test"
        run = "// RUN: %clang_cc1 "
        self.write(directory / "a.c", run + "-fsanitize=null\n")
        self.write(directory / "b.c", run + "-fsanitize=vptr,undefined\n")
        self.write(directory / "c.c", run + "-fsanitize=address\n")
        self.write(directory / "d.c", run + "-fsanitize=nullability\n")
        self.assertEqual(lit_select.feature_tests(self.layout, ("clang",)),
                         ["clang/test/a.c", "clang/test/b.c"])

    def test_tools_used(self):
        a = self.upstream("a.test", "llc <%s | FileCheck %s",
                          "CHECK: opt")
        b = self.upstream("b.test", "not llvm-mc %s")
        self.assertEqual(
            lit_select.tools_used(
                [a, b], self.layout.tree,
                {"llc", "opt", "llvm-mc", "FileCheck", "not", "lli"}),
            ["FileCheck", "llc", "llvm-mc", "not"])


if __name__ == "__main__":
    unittest.main()
