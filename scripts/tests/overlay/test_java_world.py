"""managed-java: hierarchies, layout, resolution, and classes as IR. Wrong
hierarchies are made of right ones, by compiling a class again alone."""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java.corpus import java_base  # noqa: E402
from managed.java.execution import COMPILER  # noqa: E402
from managed.ui import Failure  # noqa: E402



class Case(unittest.TestCase):
    def setUp(self):
        if not COMPILER.exists():
            self.skipTest("not built: managed-java")
        try:
            self.library = str(java_base())
        except Failure as error:
            self.skipTest(str(error))
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.directory = Path(work.name)
        self.classes = self.directory / "classes"
        self.classes.mkdir()

    def javac(self, **sources):
        """Compiles classes, given by name; "a_B" is class B of package a. What
        was compiled before is in the class path."""
        files = []
        for name, text in sources.items():
            path = self.directory / "source" / (name.replace("_", "/")
                                                + ".java")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            files.append(str(path))
        subprocess.run(["javac", "-Xlint:none", "-implicit:none", "-d",
                        self.classes, "-cp", self.classes, *files],
                       check=True, capture_output=True)

    def managed_java(self, *options):
        return subprocess.run(
            [COMPILER, "-cp", f"{self.classes}:{self.library}", *options],
            capture_output=True, text=True, check=False)

    def refused(self, name, *parts):
        """Loading the class is an error that has `parts`."""
        done = self.managed_java(name)
        self.assertEqual(done.returncode, 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def assertRegex(self, text, regex, msg=None):
        self.assertTrue(re.search(regex, text), msg or f"no {regex}")

    def assertIn(self, part, text, msg=None):
        self.assertTrue(part in text, msg or f"no {part} in {text[:2000]}")

    def translate(self, *names, options=()):
        """The IR of classes, in one module."""
        output = self.directory / "out.ll"
        done = self.managed_java("-emit-translation", "-o", output, *options,
                                 *names)
        self.assertEqual(done.returncode, 0, done.stderr)
        return output.read_text()

    def global_(self, text, name):
        """The definition of a global variable."""
        quoted = re.escape(f'@"{name}"') + "|" + re.escape(f"@{name}")
        found = re.search(rf"^(?:{quoted}) = (.*)$", text, re.M)
        self.assertTrue(found, f"no {name} in\n{text}")
        return found[1]


class Hierarchies(Case):
    def test_missing_superclass(self):
        self.javac(A="class A {}", B="class B extends A {}")
        (self.classes / "A.class").unlink()
        self.refused("B", "B.class", "B: extends A", "no such class")

    def test_missing_interface(self):
        self.javac(I="interface I {}", B="class B implements I {}")
        (self.classes / "I.class").unlink()
        self.refused("B", "B: implements I", "no such class")

    def test_cycle(self):
        self.javac(A="class A {}", B="class B extends A {}")
        (self.classes / "A.class").rename(self.directory / "A.class")
        self.javac(B="class B {}", A="class A extends B {}")
        shutil.copy(self.classes / "A.class", self.directory / "new.class")
        (self.directory / "A.class").rename(self.classes / "A.class")
        self.javac(B="class B extends A {}")
        (self.directory / "new.class").rename(self.classes / "A.class")
        self.refused("A", "A: extends B", "B: extends A",
                     "A is its own superclass")
        self.refused("B", "B: extends A")

    def test_final_superclass(self):
        self.javac(A="class A {}", B="class B extends A {}")
        self.javac(A="final class A {}")
        self.refused("B", "B: extends A, which is final")

    def test_sealed_superclass(self):
        self.javac(A="class A {}", B="class B extends A {}")
        self.javac(A="sealed class A permits C {}",
                   C="final class C extends A {}")
        self.refused("B", "extends A, which is sealed and does not permit")
        self.assertEqual(self.managed_java("C").returncode, 0)

    def test_interface_in_place_of_a_class(self):
        self.javac(A="class A {}", B="class B extends A {}")
        self.javac(A="interface A {}")
        self.refused("B", "B: extends A, which is an interface")

    def test_class_in_place_of_an_interface(self):
        self.javac(A="interface A {}", B="class B implements A {}",
                   C="interface C extends A {}")
        self.javac(A="class A {}")
        self.refused("B", "B: implements A, which is no interface")
        self.refused("C", "C: extends A, which is no interface")

    def test_superclass_of_another_package(self):
        self.javac(a_A="package a; public class A {}",
                   b_B="package b; class B extends a.A {}")
        self.javac(a_A="package a; class A {}")
        self.refused("b.B", "b/B: extends a/A, which is of another package")

    def test_final_method(self):
        self.javac(A="class A { void f() {} }",
                   B="class B extends A { void f() {} }")
        self.javac(A="class A { final void f() {} }")
        self.refused("B", "B.f()V overrides a final method of A")

    def test_final_methods_that_are_not_overridden(self):
        self.javac(
            a_A="package a; public class A { final void f() {} "
                "static void g() {} private final void h() {} }",
            b_B="package b; public class B extends a.A { void f() {} "
                "void h() {} }")
        self.assertEqual(self.managed_java("b.B").returncode, 0)

    def test_missing_class(self):
        self.refused("no.Such", "no/Such: no such class in the class path")
        self.refused("[[Lno/Such;", "no/Such: no such class")

    def test_all_of_java_base_loads(self):
        done = subprocess.run([COMPILER, "-cp", self.library, "--all"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Layout(Case):
    def members(self, text, name):
        """The numbers and names of a java::Class, in order."""
        value = self.global_(text, f"{name}#class")
        return re.sub(r"^.*?} ", "", value.partition("global ")[2])

    def test_fields_fill_gaps(self):
        self.javac(A="class A { byte b; long l; Object o; int i; short s; "
                     "static long t; boolean z; }",
                   B="class B extends A { double d; byte c; int j; "
                     "String t; }")
        text = self.translate("A", "B")
        # 12 int; 16 long, 24 reference, 32 short, 34, 35 bytes.
        self.assertIn("[1 x i32] [i32 24]",
                      self.global_(text, "A#class.references"))
        self.assertRegex(self.members(text, "A"),
                         r'interfaces"?, i32 \d+, i32 -?\d+, i32 40, i16 1, '
                         r"i8 0, i8 0")
        # 36 int, 40 double, 48 reference, 56 byte.
        self.assertIn("[2 x i32] [i32 24, i32 48]",
                      self.global_(text, "B#class.references"))
        self.assertRegex(self.members(text, "B"), r"i32 64, i16 2, i8 0, i8 0")

    def test_accesses_use_the_layout(self):
        self.javac(A="class A { byte b; long l; "
                     "long f() { return l; } byte g() { return b; } }")
        text = self.translate("A")
        self.assertRegex(text, r"getelementptr[^\n]* i64 16,")
        self.assertRegex(text, r"getelementptr[^\n]* i64 12,")

    def test_static_fields(self):
        self.javac(A="""class A { static final int I = -7;
            static final byte B = -1; static final char C = 65535;
            static final boolean Z = true; static final long L = 1L << 40;
            static final float F = 1.5f; static final double D = -0.0;
            static final String S = "abc"; static Object o; static int i; }""")
        text = self.translate("A")
        for name, value in (("I:I", "i32 -7"), ("B:B", "i8 -1"),
                            ("C:C", "i16 -1"), ("Z:Z", "i8 1"),
                            ("L:J", "i64 1099511627776"),
                            ("F:F", "float 1.5"), ("D:D", "double -0.0"),
                            ("o:Ljava/lang/Object;", "null"),
                            ("i:I", "i32 0")):
            self.assertIn(value, self.global_(text, f"A.{name}"))
        self.assertIn("java.string",
                      self.global_(text, "A.S:Ljava/lang/String;"))
        self.assertIn("[2 x ptr]", self.global_(text, "A#class.statics"))
        # Nothing is executed to initialize them.
        self.assertRegex(self.members(text, "A"), r"ptr null, i32 0, i32 0")

    def test_overriding_in_packages(self):
        # JVMS 5.4.5: D.f overrides C.f, and A.f by that; B.f does not.
        self.javac(a_A="package a; public class A { void f() {} }",
                   b_B="package b; public class B extends a.A "
                       "{ public void f() {} }",
                   a_C="package a; public class C extends b.B "
                       "{ public void f() {} }",
                   b_D="package b; public class D extends a.C "
                       "{ public void f() {} }")
        text = self.translate("a.A", "b.B", "a.C", "b.D")
        entries = {name: re.findall(r'@"\w/(\w)\.f\(\)V"', self.members(
            text, name)) for name in ("a/A", "b/B", "a/C", "b/D")}
        self.assertEqual(entries, {"a/A": ["A"], "b/B": ["A", "B"],
                                   "a/C": ["C", "C"], "b/D": ["D", "D"]})

    def test_abstract_methods_throw(self):
        self.javac(I="interface I { void f(); void g(); }",
                   A="class A implements I { public void f() {} "
                     "public void g() {} }")
        self.javac(I="interface I { void f(); void g(); void h(); "
                     "default void d() {} static void s() {} "
                     "private void p() {} }")
        text = self.translate("A")
        table = self.global_(text, "A#class.I")
        self.assertEqual(
            re.findall(r"ptr @\"?([^\s,\"\]]+)", table),
            ["A.f()V", "A.g()V", "java_throw_abstract", "I.d()V"])

    def test_most_specific_default(self):
        self.javac(I="interface I { default int f() { return 1; } }",
                   J="interface J extends I { default int f() { return 2; } }",
                   K="interface K extends I {}",
                   A="class A implements K, J, I {}")
        text = self.translate("A")
        self.assertIn("J.f()I", self.global_(text, "A#class.I"))
        self.assertIn("J.f()I", self.global_(text, "A#class.J"))

    def test_conflicting_defaults(self):
        self.javac(I="interface I {}",
                   J="interface J { default int f() { return 2; } }",
                   A="class A implements I, J {}")
        self.javac(I="interface I { default int f() { return 1; } }")
        text = self.translate("A")
        self.assertIn("java_throw_abstract", self.global_(text, "A#class.J"))

    def test_tables_of_interfaces_do_not_collide(self):
        names = [f"I{n}" for n in range(30)]
        self.javac(**{name: f"interface {name} {{ void f(); }}"
                      for name in names},
                   A=f"class A implements {', '.join(names)} "
                     "{ public void f() {} }")
        text = self.translate("A")
        table = self.global_(text, "A#class.interfaces")
        slots = re.findall(r'{ ptr, ptr } (?:{ ptr @"(I\d+)#class"|zero)',
                           table)
        self.assertEqual(sorted(filter(None, slots)), sorted(names))
        self.assertEqual(len(slots) & (len(slots) - 1), 0)
        self.assertIn(f"i32 {len(slots) - 1}, ", self.members(text, "A"))

    def test_interfaces_that_are_initialized(self):
        """In the order of JVMS 5.5, after the table."""
        self.javac(
            I="interface I { Object O = new int[1]; default void f() {} }",
            J="interface J extends I { Object O = new int[2]; void g(); }",
            K="interface K extends J { Object O = new int[3]; "
              "private void h() {} }",
            L="interface L { int N = 4; default void l() {} }",
            C="class C implements L, K, I { public void g() {} }")
        text = self.translate("C")
        entries = re.findall(r'{ ptr, ptr } (?:{ ptr @"(\w)#class"|zero)',
                             self.global_(text, "C#class.interfaces"))
        self.assertEqual(entries[-2:], ["I", "K"])
        self.assertEqual(sorted(filter(None, entries[:-2])), list("IJKL"))

    def test_arrays_and_primitives(self):
        self.javac(A="class A { Object f() { return new A[3][]; } "
                     "Object g() { return new short[1]; } }")
        text = self.translate("A")
        self.assertIn("linkonce_odr", self.global_(text, "[[LA;#class"))
        # The array of the element, and the element of that.
        self.assertIn("linkonce_odr", self.global_(text, "[LA;#class"))
        self.assertIn("i32 1, i16 1, i8 2", self.members(text, "[S"))
        self.assertIn("i32 3, i16 1, i8 3", self.members(text, "[LA;"))
        self.assertIn("linkonce_odr", self.global_(text, ".short#class"))
        # Nothing needs an array of it.
        self.assertNotIn("[[[LA;#class", text)
        self.assertIn('section "java_classes"',
                      self.global_(text, "A#class.entry"))

    def test_initializers(self):
        self.javac(A="class A { static Object o = new Object(); }",
                   B="class B extends A {}",
                   I="interface I { Object p = new Object(); "
                     "default void f() {} }",
                   C="class C implements I {}",
                   J="interface J { Object p = new Object(); }",
                   D="class D implements J {}")
        text = self.translate("A", "B", "C", "D", "I")
        self.assertIn('@"A.<clinit>()V", i32 1', self.members(text, "A"))
        # The initializer, the state, interfaces to initialize, the mirror.
        for name, state, interfaces in ("B", 1, 0), ("C", 1, 1), ("D", 0, 0):
            self.assertIn(
                f"ptr null, i32 {state}, i32 {interfaces}, ptr null, [",
                self.members(text, name))
        # The class of an object has it initialized.
        self.assertIn('@"I.<clinit>()V", i32 1', self.members(text, "I"))


class Resolution(Case):
    def diagnosed(self, name, *parts):
        output = self.directory / "out.ll"
        done = self.managed_java("-emit-translation", "-o", output, name)
        self.assertEqual(done.returncode, 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_missing_members(self):
        self.javac(A="class A { int i; static void f() {} A() {} }",
                   B="class B { int g(A a) { return a.i; } }",
                   C="class C { void g() { A.f(); } }",
                   D="class D { Object g() { return new A(); } }")
        self.javac(A="class A { int f; static void i() {} A(int i) {} }")
        self.diagnosed("B", "A.i", "no such field")
        self.diagnosed("C", "A.f", "no such method")
        self.diagnosed("D", "A.<init>", "no such constructor")

    def test_access(self):
        self.javac(a_A="package a; public class A { public int i; "
                       "public void f() {} protected void p() {} }",
                   b_B="package b; class B { int g(a.A a) { return a.i; } }",
                   b_C="package b; class C { void g(a.A a) { a.f(); } }",
                   b_D="package b; class D extends a.A { void g() { p(); } }")
        self.javac(a_A="package a; public class A { int i; "
                       "private void f() {} protected void p() {} }")
        self.diagnosed("b.B", "A.i", "not accessible")
        self.diagnosed("b.C", "A.f", "not accessible")
        self.translate("b.D")

    def test_nests(self):
        self.javac(A="class A { private int i; private static int f() "
                     "{ return 1; } class B { int g() { return i + f(); } } }")
        self.translate("A$B")

    def test_interfaces_and_classes(self):
        self.javac(I="interface I { void f(); }",
                   B="class B { void g(I i) { i.f(); } }")
        self.javac(I="abstract class I { abstract void f(); }")
        self.diagnosed("B", "I.f", "the class is no interface")


class Programs(Case):
    """Closed worlds, with a library of the JDK's that is hardly reachable."""

    def test_what_is_not_made_is_not_called(self):
        self.javac(
            Main="""class Main {
              public static void main(String[] a) { call(new A()); }
              static int call(S s) { return s.f(); } }""",
            S="abstract class S { abstract int f(); }",
            A="class A extends S { int f() { return 1; } }",
            B="class B extends S { int f() { return 2; } }")
        output = self.directory / "out.ll"
        done = self.managed_java("-emit-translation", "--closed-world",
                                 "--stub-unsupported", "-o", output, "Main")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = output.read_text()
        self.assertRegex(text, r'define [^\n]*@"A\.f\(\)I"')
        self.assertNotIn('@"B.f()I"', text)
        self.assertRegex(text, r'call [^\n]*@"A\.f\(\)I"')
        self.assertIn('section "java_exports"', text)
        # Else the lines of what is inlined there would be lost.
        self.assertRegex(text, r'define [^\n]*@"Main\.main\(.*\.entry"'
                               r'[^\n]* !dbg ')

    def test_no_main(self):
        self.javac(A="class A {}")
        done = self.managed_java("--closed-world", "--stub-unsupported", "-o",
                                 self.directory / "out.o", "A")
        self.assertEqual(done.returncode, 1)
        self.assertIn("A has no method 'static void main(String[])'",
                      done.stderr)


if __name__ == "__main__":
    unittest.main()
