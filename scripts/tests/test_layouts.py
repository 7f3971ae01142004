"""What may have assertions: reading headers and layout dumps."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.overlay import headertext, layouts, symbols  # noqa: E402

KNOWN = {"LLVM_ENABLE_DUMP": None, "CHECKS": "0"}


def read(text: str, *tainted) -> headertext.Facts:
    return headertext.read(text, KNOWN, set(tainted))


class ConditionTest(unittest.TestCase):
    def check(self, condition: str, expected: bool, *tainted):
        self.assertEqual(
            headertext.depends(condition, KNOWN, set(tainted)), expected,
            condition)

    def test_plain(self):
        self.check("defined(NDEBUG)", True)
        self.check("!defined NDEBUG", True)
        self.check("CHECKS", False)
        self.check("defined(__cplusplus)", False)

    def test_decided_by_the_configuration(self):
        self.check("!defined(NDEBUG) || defined(LLVM_ENABLE_DUMP)", False)
        self.check("!defined(NDEBUG) && defined(LLVM_ENABLE_DUMP)", True)
        self.check("CHECKS && !defined(NDEBUG)", False)
        self.check("!defined(NDEBUG) || CHECKS", True)

    def test_undecided_names(self):
        self.check("!defined(NDEBUG) && defined(OTHER)", True)
        self.check("LEVEL > 2 && !defined(NDEBUG)", True)

    def test_names_that_depend(self):
        self.check("STATS", True, "STATS")
        self.check("STATS && CHECKS", False, "STATS")

    def test_not_understood_counts(self):
        self.check("F(1, 2) ? defined(NDEBUG) : 0", True)


class FactsTest(unittest.TestCase):
    def test_member(self):
        facts = read("namespace n {\nclass A : public B {\n  int X;\n"
                     "#ifndef NDEBUG\n  bool Checked = false;\n#endif\n"
                     "};\n}\n")
        self.assertEqual(facts.fields, [("A", False)])

    def test_member_in_the_other_branch(self):
        facts = read("struct A {\n#ifdef NDEBUG\n"
                     "  static const bool On = false;\n#else\n  bool On;\n"
                     "#endif\n};\n")
        self.assertEqual(facts.fields, [("A", False)])

    def test_member_of_a_template(self):
        facts = read("template <typename T> class A {\n#ifndef NDEBUG\n"
                     "  T *Last;\n#endif\n};\n")
        self.assertEqual(facts.fields, [("A", True)])

    def test_member_of_a_record_in_a_template(self):
        facts = read("template <class T> struct A {\n  struct B {\n"
                     "#ifndef NDEBUG\n  int N;\n#endif\n  };\n};\n")
        self.assertEqual(facts.fields, [("B", True)])

    def test_virtual_function(self):
        facts = read("class API A {\npublic:\n  virtual ~A();\n"
                     "#ifndef NDEBUG\n  virtual void print() const = 0;\n"
                     "#endif\n};\n")
        self.assertEqual(facts.virtuals, [("A", False)])
        self.assertEqual(facts.fields, [])

    def test_virtual_function_with_a_body(self):
        facts = read("struct A {\n#ifndef NDEBUG\n"
                     "  virtual void print() const { go(); }\n#endif\n};\n")
        self.assertEqual(facts.virtuals, [("A", False)])

    def test_plain_functions_are_harmless(self):
        facts = read("class A {\n#ifndef NDEBUG\n  void dump() const;\n"
                     "  void verify() {\n    int Local = 0;\n    use(Local);"
                     "\n  }\n  friend class B;\n  static int Count;\n"
                     "  using T = int;\n#endif\n};\n")
        self.assertEqual((facts.fields, facts.virtuals), ([], []))

    def test_locals_are_harmless(self):
        facts = read("inline void f() {\n#ifndef NDEBUG\n  int Seen = 0;\n"
                     "#endif\n}\n")
        self.assertEqual(facts.fields, [])
        self.assertEqual(facts.names, set())

    def test_condition_the_configuration_decides(self):
        facts = read("struct A {\n#if !defined(NDEBUG) || "
                     "defined(LLVM_ENABLE_DUMP)\n  int N;\n#endif\n};\n")
        self.assertEqual(facts.fields, [])

    def test_nested_condition(self):
        facts = read("struct A {\n#ifndef NDEBUG\n#if OTHER\n  int N;\n"
                     "#endif\n#endif\n};\n")
        self.assertEqual(facts.fields, [("A", False)])

    def test_unbalanced_branches(self):
        facts = read("#ifdef NDEBUG\nstruct A {\n#else\nstruct A : B {\n"
                     "#endif\n  int N;\n};\nstruct C {\n  int M;\n};\n")
        self.assertEqual(facts.records, {"A", "C"})
        self.assertEqual(facts.fields, [])

    def test_comments_and_literals(self):
        facts = read('struct A {\n// #ifndef NDEBUG\n/* {{{ */\n'
                     'const char *S = "{";\nchar C = \'{\';\n};\n'
                     "struct D {\n#ifndef NDEBUG\n  int N;\n#endif\n};\n")
        self.assertEqual(facts.fields, [("D", False)])

    def test_names_that_depend(self):
        facts = read("#ifndef NDEBUG\n#define TRACE(X) X\nusing S = One;\n"
                     "constexpr bool On = true;\n#else\n#define TRACE(X)\n"
                     "using S = Two;\nconstexpr bool On = false;\n#endif\n"
                     "#define OUTER(X) TRACE(X)\n")
        self.assertEqual(facts.names, {"TRACE", "S", "On"})
        facts = read("#define OUTER(X) TRACE(X)\n", "TRACE")
        self.assertEqual(facts.names, {"OUTER"})

    def test_default_arguments_are_no_names(self):
        facts = read("#ifndef NDEBUG\nvoid f(const int Level = 0);\n#endif\n")
        self.assertEqual(facts.names, set())

    def test_use_of_a_name_that_depends(self):
        facts = read("struct A {\n  Statistic N;\n  void f(Statistic &);\n"
                     "};\n", "Statistic")
        self.assertEqual(facts.uses, [("A", False)])

    def test_lambda_that_captures_for_an_assertion(self):
        body = ("{\n  auto L = [&](int X) {\n    assert(X < Limit);\n"
                "    return X;\n  };\n}\n")
        self.assertEqual(read("inline void f() " + body).captures, {False})
        self.assertEqual(read("template <class T> void f() " + body).captures,
                         {True})
        self.assertEqual(
            read("template <class T> struct A {\n void f() " + body
                 + "};\n").captures, {True})

    def test_lambda_without_an_assertion(self):
        facts = read("template <class T> void f() {\n"
                     "  auto L = [&](int X) { return X; };\n"
                     "  assert(L(1));\n  auto M = [X] { assert(X); };\n}\n")
        self.assertEqual(facts.captures, set())


class DumpTest(unittest.TestCase):
    DUMP = """
*** Dumping AST Record Layout
         0 | struct n::A
         0 |   int X
           | [sizeof=4, dsize=4, align=4,
           |  nvsize=4, nvalign=4]

*** Dumping AST Record Layout
         0 | class n::B<int> (empty)
           | [sizeof=1, dsize=1, align=1,
           |  nvsize=1, nvalign=1]
"""

    def test_names(self):
        self.assertEqual(set(layouts.parse_dump(self.DUMP)),
                         {"struct n::A", "class n::B<int>"})

    def test_equal(self):
        one = layouts.parse_dump(self.DUMP)
        self.assertEqual(layouts.differing(one, dict(one)), [])

    def test_differing(self):
        one = layouts.parse_dump(self.DUMP)
        two = layouts.parse_dump(self.DUMP.replace(
            "   int X", "   int X\n         4 |   bool Y"))
        self.assertEqual(layouts.differing(one, two), ["struct n::A"])

    def test_field_moves_at_equal_size(self):
        one = layouts.parse_dump(self.DUMP)
        two = layouts.parse_dump(self.DUMP.replace("int X", "int Y"))
        self.assertEqual(layouts.differing(one, two), ["struct n::A"])

    def test_empty_in_one_only(self):
        one = layouts.parse_dump(self.DUMP)
        two = layouts.parse_dump(self.DUMP.replace(
            "B<int> (empty)", "B<int>\n         0 |   int N"))
        self.assertEqual(layouts.differing(one, two), ["class n::B<int>"])

    def test_record_of_one_side_only(self):
        one = layouts.parse_dump(self.DUMP)
        self.assertEqual(layouts.differing(one, {}), [])

    def test_plain_name(self):
        self.assertEqual(layouts.plain_name("class a::B<c::D<int>>"), "B")
        self.assertEqual(layouts.plain_name("struct a::B<int>::C"), "C")


class NmTest(unittest.TestCase):
    def test_posix_format(self):
        listing = symbols.parse_nm(
            "\nA.cpp.o:\nf T 0 12\ng W 0 7\nv D 10 4\n\nB.cpp.o:\nh R 0 1\n")
        self.assertEqual(listing, [("A.cpp.o", {"f", "v"}),
                                   ("B.cpp.o", {"h"})])

    def test_format_with_the_archive_name(self):
        listing = symbols.parse_nm("lib/x.a[A.cpp.o]:\nf T 0 12\n")
        self.assertEqual(listing, [("A.cpp.o", {"f"})])

    def test_missing(self):
        theirs = [("A.cpp.o", {"f", "g"}), ("B.cpp.o", {"h"})]
        self.assertEqual(
            symbols.missing([("A.cpp.o", {"f"})], theirs, ["A.cpp.o"]),
            {"A.cpp.o": ["g"]})
        self.assertEqual(
            symbols.missing([("A.cpp.o", {"f", "g", "new"})], theirs,
                            ["A.cpp.o"]), {})

    def test_two_members_of_one_name(self):
        theirs = [("A.cpp.o", {"f"}), ("A.cpp.o", {"g"})]
        ours = [("A.cpp.o", {"f"})]
        self.assertEqual(symbols.missing(ours, theirs, ["A.cpp.o"]), {})
        self.assertEqual(
            symbols.missing(ours, theirs, ["A.cpp.o", "A.cpp.o"]),
            {"A.cpp.o": ["g"]})


if __name__ == "__main__":
    unittest.main()
