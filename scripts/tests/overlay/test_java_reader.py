"""managed-java --dump: class files, right and wrong, and archives of them."""

import io
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java import assembler  # noqa: E402
from managed.java.assembler import (  # noqa: E402
    ABSTRACT, ANNOTATION, ClassFile, FINAL, INTERFACE, MODULE, NATIVE, PRIVATE,
    PROTECTED, PUBLIC, STATIC, SUPER, SYNCHRONIZED, VOLATILE, code, u1, u2, u4)
from managed.paths import BUILD  # noqa: E402

COMPILER = BUILD / "examples/managed-java"
RETURN = code("return", stack=0, locals=2)


def java_base() -> str:
    """The archive of java.base of the javac in the path; empty without."""
    javac = shutil.which("javac")
    if not javac:
        return ""
    path = Path(javac).resolve().parents[1] / "jmods/java.base.jmod"
    return str(path) if path.exists() else ""


class Case(unittest.TestCase):
    def setUp(self):
        self.assertTrue(COMPILER.exists(), "run scripts/build")
        work = tempfile.TemporaryDirectory(prefix="java-")
        self.addCleanup(work.cleanup)
        self.work = Path(work.name)

    def run_dump(self, path, *names):
        return subprocess.run([COMPILER, "--dump", "-cp", path, *names],
                              capture_output=True, text=True, timeout=300,
                              errors="replace")

    def dump(self, path, *names):
        done = self.run_dump(path, *names)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def refused(self, expected, path, *names):
        """The error is `expected`, after the name of the program."""
        done = self.run_dump(path, *names)
        self.assertEqual(
            (done.returncode, done.stderr),
            (1, f"managed-java: error: {expected}\n"))

    def dump_class(self, made):
        made.write(self.work)
        return self.dump(self.work, made.name)

    def refuse_class(self, made, expected):
        """`expected` follows the name of the file."""
        made.write(self.work)
        self.refused(f"{self.work}/{made.name}.class: {expected}", self.work,
                     made.name)


class RightClasses(Case):
    def test_members_and_constants(self):
        c = ClassFile("p/C", interfaces=["p/I", "p/J"])
        pool = c.pool
        c.field("i", "I", STATIC | FINAL, constant=pool.integer(-7))
        c.field("f", "F", STATIC | FINAL, constant=pool.float(1.5))
        c.field("l", "J", STATIC | FINAL, constant=pool.long(1 << 40))
        c.field("d", "D", STATIC | FINAL, constant=pool.double(0.1))
        c.field("s", "Ljava/lang/String;", STATIC | FINAL,
                constant=pool.string("a\0\"\u00e9\U0001f600"))
        # Of an object's field it means nothing, not even nonsense.
        c.field("o", "[[Lp/C;", VOLATILE, constant=pool.integer(3))
        c.method("n", "(IJ[D)Lp/C;", PRIVATE | NATIVE | STATIC)
        c.constructor()
        c.attributes.append(("SourceFile", u2(pool.utf8("C.java"))))
        c.attributes.append(("Unknown", b"anything"))
        self.assertEqual(self.dump_class(c), r"""class p/C public super
  version 61.0
  extends java/lang/Object
  implements p/I
  implements p/J
  source C.java
  field i I static final = -7
  field f F static final = 1.5f
  field l J static final = 1099511627776L
  field d D static final = 0.10000000000000001
  field s Ljava/lang/String; static final = """
                         r'"a\C0\80\22\C3\A9\ED\A0\BD\ED\B8\80"' r"""
  field o [[Lp/C; volatile
  method n (IJ[D)Lp/C; private static native
  method <init> ()V public
    stack 1 locals 1
    0: aload 0
    1: invokespecial java/lang/Object.<init> ()V
    4: return
""")

    def test_implied_operands(self):
        """Each instruction is printed in its one form."""
        c = ClassFile("p/C")
        c.method("m", "()V", STATIC, code("""
            iconst_m1
            iconst_5
            bipush -100
            sipush -1000
            lconst_1
            fconst_2
            dconst_0
            aconst_null
            ldc 70000
            ldc_w 70000
            ldc2_w 5L
            iload_3
            wide iload 258
            lstore_2
            wide dstore 257
            iinc 3 -4
            wide iinc 258 -1000
            goto_w L
          L:
            newarray 10
            multianewarray [[I 2
            anewarray p/C
            return
        """, stack=20, locals=259))
        printed = re.findall(r"^    \d+: (.*)$", self.dump_class(c), re.M)
        self.assertEqual(printed, [
            "bipush -1", "bipush 5", "bipush -100", "bipush -1000", "lconst 1",
            "fconst 2", "dconst 0", "aconst_null", "ldc 70000", "ldc 70000",
            "ldc2_w 5L", "iload 3", "iload 258", "lstore 2", "dstore 257",
            "iinc 3 -4", "iinc 258 -1000", "goto 43", "newarray 10",
            "multianewarray 2 class [[I", "anewarray class p/C", "return"])

    def test_switches(self):
        c = ClassFile("p/C")
        c.method("m", "(I)V", STATIC, code("""
            iload_0
            tableswitch -1:A 0:B 1:A default:B
          A:
            iload_0
            lookupswitch -5:A 2147483647:B default:A
          B:
            return
        """))
        printed = self.dump_class(c)
        self.assertIn("1: tableswitch -1->28 0->56 1->28 default->56\n",
                      printed)
        self.assertIn("29: lookupswitch -5->28 2147483647->56 default->28\n",
                      printed)

    def test_frames_are_expanded(self):
        """All kinds of JVMS 4.7.4, one after the other."""
        pool_class = {}

        def table(pool):
            pool_class["C"] = pool.class_("p/C")
            return b"".join((
                u2(9),
                u1(0),                                   # same, at 0
                u1(64 + 0) + u1(1),                      # int on the stack, 1
                u1(247) + u2(0) + u1(8) + u2(4),         # new on the stack, 2
                u1(252) + u2(0) + u1(4),                 # long appended, 3
                u1(254) + u2(0) + u1(5) + u1(0) + u1(2),  # three, 4
                u1(250) + u2(2),                         # one dropped, 7
                u1(248) + u2(0),                         # three dropped, 8
                u1(251) + u2(0),                         # same, 9
                u1(255) + u2(0) + u2(2) + u1(3)
                + u1(7) + u2(pool_class["C"]) + u2(2) + u1(4) + u1(6)))

        c = ClassFile("p/C")

        def body(pool):
            return code("""
                nop
                nop
                nop
                nop
                new p/C
                nop
                nop
                nop
                return
            """, stack=3, locals=9, attributes=[
                ("StackMapTable", table(pool))])(pool)

        c.method("<init>", "(JLp/C;)V", PUBLIC, body)
        first = "this, long, top, p/C"
        self.assertEqual(
            re.findall(r"^    (frame .*)$", self.dump_class(c), re.M), [
                f"frame 0 locals [{first}] stack []",
                f"frame 1 locals [{first}] stack [int]",
                f"frame 2 locals [{first}] stack [new 4]",
                f"frame 3 locals [{first}, long, top] stack []",
                f"frame 4 locals [{first}, long, top, null, top, float] "
                "stack []",
                f"frame 7 locals [{first}, long, top, null, top] stack []",
                f"frame 8 locals [{first}] stack []",
                f"frame 9 locals [{first}] stack []",
                "frame 10 locals [double, top, p/C] stack [long, this]"])

    def test_object_is_initialized_in_its_constructor(self):
        c = ClassFile("java/lang/Object", None)
        c.method("<init>", "()V", PUBLIC, code("return", attributes=[
            ("StackMapTable", u2(1) + u1(0))]))
        self.assertIn("frame 0 locals [java/lang/Object] stack []",
                      self.dump_class(c))

    def test_dynamic(self):
        c = ClassFile("p/C")
        pool = c.pool
        handle = pool.handle(6, pool.method("p/B", "make", "(I)V"))
        other = pool.handle(9, pool.interface_method("p/I", "m", "()V"))
        c.bootstraps((handle,), (handle, other, pool.method_type("()V"),
                                 pool.string("x"), pool.class_("[I")))
        c.method("m", "()V", STATIC, code(f"""
            invokedynamic #{pool.invoke_dynamic(1, "call", "()V")}
            ldc #{pool.dynamic(0, "constant", "I")}
            ldc2_w #{pool.dynamic(0, "wide", "J")}
            ldc type ()V
            ldc #{handle}
            return
        """, stack=9))
        printed = self.dump_class(c)
        self.assertIn("""  bootstrap 1 invokeStatic p/B.make (I)V
    handle invokeInterface interface p/I.m ()V
    type ()V
    "x"
    class [I
""", printed)
        self.assertIn("invokedynamic bootstrap 1 call ()V\n", printed)
        self.assertIn("ldc bootstrap 0 constant I\n", printed)
        self.assertIn("ldc2_w bootstrap 0 wide J\n", printed)

    def test_attributes_of_newer_versions_mean_nothing(self):
        old = ClassFile("p/C", major=49)
        old.attributes.append(("Record", b"nonsense"))
        old.attributes.append(("NestHost", b"nonsense"))
        old.method("m", "()V", PUBLIC, code("return", attributes=[
            ("StackMapTable", b"nonsense")]))
        self.assertNotIn("record", self.dump_class(old))

    def test_old_initializers_are_static(self):
        old = ClassFile("p/C", major=50)
        old.method("<clinit>", "()V", PRIVATE | FINAL, RETURN)
        self.assertIn("method <clinit> ()V static\n", self.dump_class(old))

    def test_names_with_dots(self):
        ClassFile("p/C").write(self.work)
        self.assertIn("class p/C", self.dump(self.work, "p.C"))

    def test_module(self):
        m = ClassFile("module-info", None, MODULE, major=53)
        m.pool.add(b"\x13" + u2(m.pool.utf8("m")))
        self.assertEqual(self.dump_class(m),
                         "class module-info module\n  version 53.0\n")

    @unittest.skipUnless(java_base(), "not installed: javac")
    def test_javac(self):
        (self.work / "C.java").write_text("""
            sealed interface S permits R, T {}
            record R(int x, String[] names) implements S {}
            final class T implements S { class Inner {} }
            class C {
                static final String TEXT = "t";
                static Runnable print(String s) {
                    return () -> System.out.println(s + TEXT);
                }
                static void closes(AutoCloseable c) throws Exception {
                    try (c) { c.hashCode(); } catch (RuntimeException e) {}
                }
            }
        """)
        subprocess.run(["javac", "-g", "-d", self.work, self.work / "C.java"],
                       check=True)
        printed = self.dump(self.work, "--all")
        for line in ("permits R", "  record", "component names "
                     "[Ljava/lang/String;", "nest host T", "source C.java",
                     "bootstrap 0 invokeStatic java/lang/invoke/"
                     "LambdaMetafactory.metafactory ",
                     "field TEXT Ljava/lang/String; static final = \"t\"",
                     "variable 0 from 0 to 7 s Ljava/lang/String;",
                     "java/lang/RuntimeException\n", "    line 8 at 0"):
            with self.subTest(line):
                self.assertIn(line, printed)


# What javap prints otherwise.
_SHORT = re.compile(r"^([ilfda](?:load|store))_\d$")
_CONSTANT = re.compile(r"^([lfd]const)_\d$")


def one_form(mnemonic: str) -> str:
    """As Bytecode.h has it."""
    if mnemonic.startswith("iconst_") or mnemonic == "sipush":
        return "bipush"
    mnemonic = mnemonic.removesuffix("_w") if mnemonic in (
        "ldc_w", "goto_w", "iinc_w") else mnemonic
    mnemonic = re.sub(r"^([ilfda](?:load|store))_w$", r"\1", mnemonic)
    return _SHORT.sub(r"\1", _CONSTANT.sub(r"\1", mnemonic))


@unittest.skipUnless(java_base(), "not installed: javac")
class JavaBase(Case):
    """All of java.base, and some of it compared with javap."""

    NUMBER = 60

    def test_all_classes(self):
        done = subprocess.run([COMPILER, "--dump", "-cp", java_base(), "--all"],
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_as_javap(self):
        with zipfile.ZipFile(io.BytesIO(
                Path(java_base()).read_bytes()[4:])) as archive:
            names = [n.removeprefix("classes/").removesuffix(".class")
                     for n in archive.namelist()
                     if re.fullmatch(r"classes/[\w/$]+\.class", n)]
        chosen = random.Random(1).sample(sorted(names), self.NUMBER)
        theirs = subprocess.run(
            ["javap", "-p", "-c", "--module", "java.base",
             *(name.replace("/", ".") for name in chosen)],
            check=True, capture_output=True, text=True).stdout
        ours = self.dump(java_base(), *chosen)
        # Offset, mnemonic, and the target of a jump.
        expected = [
            (offset, one_form(name), rest if re.match(r"if|goto", name) else "")
            for offset, name, rest in re.findall(
                r"^ +(\d+): ([a-z]\w+) *([^\n]*?) *$", theirs, re.M)]
        printed = [
            (offset, name, rest if re.match(r"if|goto", name) else "")
            for offset, name, rest in re.findall(
                r"^    (\d+): (\w+) ?([^\n]*)$", ours, re.M)]
        self.assertGreater(len(expected), 1000)
        self.assertEqual(printed, expected)
        # Handlers: from, to, target.
        expected = re.findall(
            r"^ +(\d+) +(\d+) +(\d+) +(?:Class |any)", theirs, re.M)
        printed = re.findall(r"^    handler (\d+) to (\d+) at (\d+) ", ours,
                             re.M)
        self.assertGreater(len(expected), 10)
        self.assertEqual(printed, expected)


class WrongClasses(Case):
    """Each has one fault, and the error says which and where."""

    def with_class(self, change, expected, **arguments):
        c = ClassFile("p/C", **arguments)
        change(c)
        self.refuse_class(c, expected)

    def with_code(self, text, expected, **arguments):
        c = ClassFile("p/C")
        c.method("m", "()V", STATIC, code(text, **arguments))
        self.refuse_class(c, f"p/C.m()V: {expected}")

    def test_versions(self):
        for major, minor, expected in (
                (44, 3, "version 44.3 is unknown"),
                (62, 0, "version 62.0 is newer than 61, that of Java 17"),
                (61, 0xffff, "preview features of version 61.65535 are not "
                 "supported"),
                (61, 1, "version 61.1 is unknown")):
            with self.subTest(major=major, minor=minor):
                self.refuse_class(ClassFile("p/C", major=major, minor=minor),
                                  expected)

    def test_bytes(self):
        whole = ClassFile("p/C").bytes()
        for data, expected in (
                (b"", "no class file"),
                (b"\x7fELF" + whole[4:], "no class file"),
                (whole[:6], "truncated"),
                (whole[:20], "truncated in the constant pool"),
                (whole[:-1], "truncated"),
                (whole + b"xy", "2 bytes at its end are too many")):
            with self.subTest(expected):
                (self.work / "C.class").write_bytes(data)
                self.refused(f"{self.work}/C.class: {expected}", self.work,
                             "C")

    def test_each_truncation(self):
        c = ClassFile("p/C", interfaces=["p/I"])
        c.field("f", "I", STATIC, constant=c.pool.integer(3))
        c.bootstraps((c.pool.handle(6, c.pool.method("p/B", "m", "()V")),))
        c.method("m", "()V", STATIC, code("""
            .line 3
          L:
            goto L
        """, attributes=[("StackMapTable", u2(1) + u1(0))]))
        whole = c.bytes()
        for size in range(len(whole)):
            (self.work / f"C{size}.class").write_bytes(whole[:size])
        done = self.run_dump(self.work, "--all")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            sorted(int(n) for n in re.findall(
                r"^managed-java: error: .*/C(\d+)\.class: ", done.stderr,
                re.M)), list(range(len(whole))))

    def test_another_class(self):
        ClassFile("p/D").write(self.work)
        (self.work / "p/D.class").rename(self.work / "p/C.class")
        self.refused(f"{self.work}/p/C.class: it is the class p/D, not p/C",
                     self.work, "p/C")

    def test_constants(self):
        for change, expected in (
                (lambda p: p.add(u1(2) + u2(0)), "unknown tag 2"),
                (lambda p: p.add(u1(7) + u2(999)),
                 "constant 999 is no constant, not Utf8"),
                (lambda p: p.add(u1(8) + u2(0)),
                 "constant 0 is no constant, not Utf8"),
                (lambda p: p.utf8(b"a\0"), "malformed UTF-8 at its byte 1"),
                (lambda p: p.utf8(b"\xc1\x81"), "malformed UTF-8 at its byte "
                 "0"),
                (lambda p: p.utf8(b"\xe0\x80\x80"),
                 "malformed UTF-8 at its byte 0"),
                (lambda p: p.utf8(b"abc\xe2\x82"),
                 "malformed UTF-8 at its byte 3"),
                (lambda p: p.utf8(b"\xf0\x9f\x98\x80"),
                 "malformed UTF-8 at its byte 0"),
                (lambda p: p.class_("p.D"), "'p.D' is no class name"),
                (lambda p: p.class_("p//D"), "'p//D' is no class name"),
                (lambda p: p.class_(""), "'' is no class name"),
                (lambda p: p.class_("[V"), "'[V' is no field descriptor"),
                (lambda p: p.class_("[" * 256 + "I"),
                 f"'{'[' * 256}I' is no field descriptor"),
                (lambda p: p.field("p/D", "a;b", "I"), "'a;b' is no name"),
                (lambda p: p.field("p/D", "a", "Lp/D"),
                 "'Lp/D' is no field descriptor"),
                (lambda p: p.field("p/D", "a", "()V"),
                 "'()V' is no field descriptor"),
                (lambda p: p.method("p/D", "a", "I"),
                 "'I' is no method descriptor"),
                (lambda p: p.method("p/D", "a", "(V)V"),
                 "'(V)V' is no method descriptor"),
                (lambda p: p.method("p/D", "<clinit>", "()V"),
                 "'<clinit>' is no method name"),
                (lambda p: p.method("p/D", "<init>", "()I"),
                 "a constructor has the result of '()I'"),
                (lambda p: p.interface_method("p/D", "<init>", "()V"),
                 "'<init>' is no method name"),
                (lambda p: p.method("p/D", "a", "(" + "J" * 128 + ")V"),
                 f"'({'J' * 128})V' has too many parameters"),
                (lambda p: p.handle(0, p.field("p/D", "a", "I")),
                 "unknown kind of method handle 0"),
                (lambda p: p.handle(5, p.field("p/D", "a", "I")),
                 "is Fieldref, not Methodref or InterfaceMethodref"),
                (lambda p: p.handle(9, p.method("p/D", "a", "()V")),
                 "a method handle of kind 9 has Methodref"),
                (lambda p: p.handle(8, p.method("p/D", "a", "()V")),
                 "a method handle of kind 8 has the method a"),
                (lambda p: p.add(u1(19) + u2(p.utf8("m"))),
                 "is Module, and this is no module"),
                (lambda p: p.dynamic(0, "a", "I"),
                 "there is no bootstrap method 0")):
            with self.subTest(expected):
                c = ClassFile("p/C")
                change(c.pool)
                c.write(self.work)
                done = self.run_dump(self.work, "p/C")
                self.assertRegex(
                    done.stderr, rf"^managed-java: error: {self.work}/p/C"
                    rf"\.class: constant \d+:? .*{re.escape(expected)}\n$"
                    if "constant" not in expected[:8] else
                    rf"constant \d+: {re.escape(expected)}\n$")

    def test_last_constant_is_wide(self):
        c = ClassFile("p/C")
        whole = c.bytes()
        c.pool.add(b"\5" + bytes(8))
        c.pool.count -= 0
        data = c.bytes()
        count = struct.unpack(">H", data[8:10])[0]
        self.assertNotEqual(whole, data)
        (self.work / "C.class").write_bytes(
            u4(0xcafebabe) + u2(0) + u2(61) + u2(2) + b"\5" + bytes(8))
        self.refused(f"{self.work}/C.class: the last constant needs two "
                     "entries", self.work, "C")
        self.assertGreater(count, 2)

    def test_constants_of_newer_versions(self):
        for major, add, name in (
                (50, lambda p: p.method_type("()V"), "MethodType"),
                (54, lambda p: p.dynamic(0, "a", "I"), "Dynamic"),
                (52, lambda p: p.add(u1(20) + u2(p.utf8("p"))), "Package")):
            with self.subTest(name):
                c = ClassFile("p/C", major=major)
                add(c.pool)
                c.write(self.work)
                self.assertIn(
                    f": {name} is newer than the class file's version "
                    f"{major}\n", self.run_dump(self.work, "p/C").stderr)

    def test_flags_of_classes(self):
        for flags in (FINAL | ABSTRACT, INTERFACE, ANNOTATION,
                      INTERFACE | ABSTRACT | FINAL,
                      INTERFACE | ABSTRACT | SUPER):
            with self.subTest(flags=hex(flags)):
                self.refuse_class(
                    ClassFile("p/C", flags=flags),
                    f"flags 0x{flags:X} contradict each other")

    def test_names(self):
        for c, expected in (
                (ClassFile("p/C", None), "there is no superclass"),
                (ClassFile("java/lang/Object", "p/C"),
                 "java/lang/Object has a superclass"),
                (ClassFile("p/C", "[I"), "the superclass is an array"),
                (ClassFile("p/C", interfaces=["[I"]),
                 "interface 0 is an array"),
                (ClassFile("p/C", interfaces=["p/I", "p/I"]),
                 "it names the interface p/I twice"),
                (ClassFile("p/C", "p/D", INTERFACE | ABSTRACT),
                 "the superclass of an interface is p/D"),
                (ClassFile("p/C", None, MODULE),
                 "a module has a superclass or another name")):
            with self.subTest(expected):
                self.refuse_class(c, expected)

    def test_fields(self):
        flags = "flags 0x{:X} contradict each other"
        for name, descriptor, bits, of_interface, expected in (
                ("a.b", "I", 0, False, "'a.b' is no name"),
                ("a", "V", 0, False, "'V' is no field descriptor"),
                ("a", "I", PUBLIC | PRIVATE, False, flags),
                ("a", "I", FINAL | VOLATILE, False, flags),
                ("a", "I", PUBLIC | STATIC, True, flags),
                ("a", "I", PUBLIC | STATIC | FINAL | VOLATILE, True, flags)):
            with self.subTest(name=name, bits=bits, expected=expected):
                c = ClassFile("p/C", flags=INTERFACE | ABSTRACT
                              if of_interface else SUPER)
                c.field(name, descriptor, bits)
                self.refuse_class(
                    c, f"p/C.{name}{descriptor}: " + expected.format(bits))

    def test_two_of_a_field(self):
        c = ClassFile("p/C")
        c.field("a", "I")
        c.field("a", "J")
        c.field("a", "I")
        self.refuse_class(c, "p/C.aI: there are two of it")

    def test_constant_values(self):
        c = ClassFile("p/C")
        c.field("a", "I", STATIC, constant=c.pool.float(1))
        self.refuse_class(c, f"p/C.aI: attribute ConstantValue: constant "
                          f"{c.pool.float(1)} is Float")
        c = ClassFile("p/C")
        value = ("ConstantValue", u2(c.pool.integer(1)))
        c.field("a", "I", STATIC, [value, value])
        self.refuse_class(c, "p/C.aI: attribute ConstantValue: there are "
                          "several")
        c = ClassFile("p/C")
        c.field("a", "I", STATIC,
                [("ConstantValue", u2(c.pool.integer(1)) + b"\0")])
        self.refuse_class(c, "p/C.aI: attribute ConstantValue: 1 bytes at its "
                          "end are too many")

    def test_methods(self):
        flags = "flags 0x{:X} contradict each other"
        for name, descriptor, bits, body, expected in (
                ("<m>", "()V", 0, RETURN, "'<m>' is no method name"),
                ("m", "()", 0, RETURN, "'()' is no method descriptor"),
                ("m", "()VV", 0, RETURN, "'()VV' is no method descriptor"),
                ("m", "()V", PUBLIC | PROTECTED, RETURN, flags),
                ("m", "()V", ABSTRACT | FINAL, None, flags),
                ("m", "()V", ABSTRACT | PRIVATE, None, flags),
                ("m", "()V", ABSTRACT | SYNCHRONIZED, None, flags),
                ("<init>", "()V", STATIC, RETURN, flags),
                ("<init>", "()I", 0, RETURN, "a constructor has a result"),
                ("<clinit>", "()V", 0, RETURN,
                 "it is not static, or has parameters or a result"),
                ("<clinit>", "(I)V", STATIC, RETURN,
                 "it is not static, or has parameters or a result"),
                ("m", "(" + "I" * 255 + ")V", 0, RETURN,
                 "too many parameters"),
                ("m", "()V", 0, None, "there is no attribute Code"),
                ("m", "()V", NATIVE, RETURN,
                 "abstract or native, but there is an attribute Code"),
                ("m", "(JJ)V", STATIC, RETURN,
                 "attribute Code: the parameters need 4 local variables, and "
                 "there are 2")):
            with self.subTest(name=name, bits=bits, expected=expected):
                c = ClassFile("p/C")
                c.method(name, descriptor, bits, body)
                self.refuse_class(
                    c, f"p/C.{name}{descriptor}: " + expected.format(bits))

    def test_methods_of_interfaces(self):
        for bits, body, name, expected in (
                (PROTECTED, RETURN, "m", "flags 0x4 contradict each other"),
                (0, RETURN, "m", "flags 0x0 contradict each other"),
                (PUBLIC | FINAL, RETURN, "m",
                 "flags 0x11 contradict each other"),
                (PUBLIC, RETURN, "<init>", "an interface has a constructor")):
            with self.subTest(expected):
                c = ClassFile("p/C", flags=INTERFACE | ABSTRACT)
                c.method(name, "()V", bits, body)
                self.refuse_class(c, f"p/C.{name}()V: {expected}")
        c = ClassFile("p/C", flags=INTERFACE | ABSTRACT, major=51)
        c.method("m", "()V", PUBLIC, RETURN)
        self.refuse_class(c, "p/C.m()V: flags 0x1 contradict each other")

    def test_two_of_a_method(self):
        c = ClassFile("p/C")
        c.method("m", "()V", STATIC, RETURN)
        c.method("m", "()V", 0, RETURN)
        self.refuse_class(c, "p/C.m()V: there are two of it")

    def test_two_codes(self):
        c = ClassFile("p/C")
        c.method("m", "()V", STATIC, RETURN, [RETURN(c.pool)])
        self.refuse_class(c, "p/C.m()V: attribute Code: there are several")

    def test_handlers(self):
        outside = ("attribute Code: exception handler 0: its range from {} to "
                   "{} is empty or outside the code")
        for handler, expected in (
                ("0 0 0", outside.format(0, 0)),
                ("1 0 0", outside.format(1, 0)),
                ("0 5 0", outside.format(0, 5)),
                ("0 3 4", "attribute Code: exception handler 0: offset 4 is "
                 "outside the code"),
                ("0 3 0 [I", "attribute Code: exception handler 0: it catches "
                 "arrays"),
                ("1 3 0", "an exception handler's range begins at 1, within "
                 "an instruction"),
                ("0 2 0", "an exception handler's range ends at 2, within an "
                 "instruction"),
                ("0 3 2", "an exception handler is at 2, within an "
                 "instruction")):
            with self.subTest(handler):
                self.with_code(f"""
                    sipush 1
                    return
                    .handler {handler}
                """, expected)

    def test_frames(self):
        for table, expected in (
                (u2(1) + u1(128), "frame 0: unknown kind 128"),
                (u2(1) + u1(5), "frame 0: offset 5 is outside the code"),
                (u2(2) + u1(0) + u1(4),
                 "frame 1: offset 5 is outside the code"),
                (u2(1) + u1(64) + u1(9),
                 "frame 0: unknown verification type 9"),
                (u2(1) + u1(64) + u1(7) + u2(0),
                 "frame 0: constant 0 is no constant, not Class"),
                (u2(1) + u1(64) + u1(8) + u2(9), "frame 0: the type of an "
                 "object made at 9, outside the code"),
                (u2(1) + u1(64) + u1(6), "frame 0: uninitialized `this` "
                 "outside a constructor"),
                (u2(1) + u1(64) + u1(4), "frame 0: the operand stack is "
                 "larger than the method's"),
                (u2(1) + u1(252) + u2(0) + u1(3), "frame 0: more local "
                 "variables than the method has"),
                (u2(1) + u1(250) + u2(0), "frame 0: drops more local "
                 "variables than there are"),
                (u2(2) + u1(0), "truncated"),
                (u2(0) + b"x", "1 bytes at its end are too many")):
            with self.subTest(expected):
                self.with_code(
                    """
                    sipush 1
                    pop
                    return
                    """, "attribute Code: attribute StackMapTable: "
                    + expected, stack=1, locals=1,
                    attributes=[("StackMapTable", table)])
        self.with_code("sipush 1\nreturn", "a stack map frame is at 1, within "
                       "an instruction",
                       attributes=[("StackMapTable", u2(1) + u1(1))])
        self.with_code("nop\nreturn", "the stack map frame at 0 has an object "
                       "made at 1, where is no `new`",
                       attributes=[("StackMapTable",
                                    u2(1) + u1(64) + u1(8) + u2(1))])
        self.with_code("return", "attribute Code: attribute StackMapTable: "
                       "there are several",
                       attributes=[("StackMapTable", u2(0))] * 2)

    def test_large_frames(self):
        """A few bytes for each of many frames with many local variables."""
        body = code("nop\n" * 60000 + "return", stack=0, locals=60000,
                    attributes=[("StackMapTable", u2(101)
                                 + u1(255) + u2(0) + u2(59999)
                                 + u1(1) * 59999 + u2(0) + u1(0) * 100)])
        c = ClassFile("p/C")
        c.method("m", "()V", STATIC, body)
        self.refuse_class(c, "p/C.m()V: attribute Code: attribute "
                          "StackMapTable: the frames are too large")

    def test_debug_tables(self):
        self.with_code("return", "attribute Code: attribute LineNumberTable: "
                       "offset 1 is outside the code",
                       attributes=[("LineNumberTable", u2(1) + u2(1) + u2(1))])
        c = ClassFile("p/C")
        pool = c.pool
        variable = (u2(1) + u2(0) + u2(1) + u2(pool.utf8("v"))
                    + u2(pool.utf8("J")) + u2(3))
        c.method("m", "()V", STATIC, code("return", locals=4, attributes=[
            ("LocalVariableTable", variable)]))
        self.refuse_class(c, "p/C.m()V: attribute Code: attribute "
                          "LocalVariableTable: 'v' is outside the code or the "
                          "local variables")

    def test_code(self):
        c = ClassFile("p/C")
        c.method("m", "()V", STATIC, code("", stack=0))
        self.refuse_class(c, "p/C.m()V: attribute Code: the code has 0 bytes")
        for text, expected in (
                ("nop", "control runs off the end of the code"),
                (".byte 0xca", "offset 0: unknown opcode 202"),
                (".byte 0xfe", "offset 0: unknown opcode 254"),
                ("nop\n.byte 0x11 0", "offset 1: the code ends within bipush"),
                ("jsr 0", "offset 0: jsr and ret are not supported"),
                ("ret 0", "offset 0: jsr and ret are not supported"),
                ("wide ret 0", "offset 0: `wide` before the opcode 169"),
                ("wide nop", "offset 0: `wide` before the opcode 0"),
                (".byte 0xc4", "offset 0: `wide` before the opcode 0"),
                (".byte 0xc4 0x15 0", "offset 0: the code ends within iload"),
                ("iload 4", "offset 0: there is no local variable 4"),
                ("lload_3", "offset 0: there is no local variable 4"),
                ("wide dstore 65535",
                 "offset 0: there is no local variable 65536"),
                ("goto 3", "offset 0: goto jumps to 3, outside the code"),
                ("goto -1", "offset 0: goto jumps to -1, outside the code"),
                ("goto_w 2000000000", "offset 0: goto jumps to 2000000000, "
                 "outside the code"),
                ("sipush 0\ngoto 1", "offset 3: goto jumps to 1, within an "
                 "instruction"),
                ("newarray 3\nreturn",
                 "offset 0: newarray of the unknown type 3"),
                ("newarray 12\nreturn",
                 "offset 0: newarray of the unknown type 12"),
                ("new [I\nreturn", "offset 0: `new` of the array [I"),
                ("anewarray " + "[" * 255 + "I\nreturn",
                 "offset 0: anewarray of too many dimensions"),
                ("multianewarray [I 2\nreturn",
                 "offset 0: multianewarray makes 2 dimensions of [I"),
                ("multianewarray [I 0\nreturn",
                 "offset 0: multianewarray makes 0 dimensions of [I"),
                ("multianewarray p/C 1\nreturn",
                 "offset 0: multianewarray makes 1 dimensions of p/C"),
                ("invokevirtual p/C.<init> ()V\nreturn",
                 "offset 0: invokevirtual of a constructor"),
                ("invokestatic p/C.<init> ()V\nreturn",
                 "offset 0: invokestatic of a constructor"),
                ("tableswitch 1:0 0:0 default:0",
                 "offset 0: tableswitch from 1 to 0"),
                (".byte 0xaa 0 0 0  0 0 0 0  0x80 0 0 0  0x7f 255 255 255",
                 "offset 0: the code ends within tableswitch"),
                (".byte 0xab 0 0 0  0 0 0 0  255 255 255 255",
                 "offset 0: the code ends within lookupswitch"),
                ("lookupswitch 2:0 1:0 default:0",
                 "offset 0: the cases of lookupswitch do not ascend"),
                ("lookupswitch 2:0 2:0 default:0",
                 "offset 0: the cases of lookupswitch do not ascend"),
                ("lookupswitch 2:1 default:0",
                 "offset 0: lookupswitch jumps to 1, within an instruction"),
                ("lookupswitch 2:0 default:99", "offset 0: lookupswitch jumps "
                 "to 99, outside the code")):
            with self.subTest(text[:40]):
                self.with_code(text, expected)

    def test_constants_of_code(self):
        for make, text, expected in (
                (lambda p: p.long(1), "ldc", "which has another size"),
                (lambda p: p.integer(1), "ldc2_w", "which has another size"),
                (lambda p: p.utf8("x"), "ldc", "which is Utf8"),
                (lambda p: 0, "ldc", "which is no constant"),
                (lambda p: 999, "ldc_w", "which is no constant")):
            with self.subTest(text=text, expected=expected):
                c = ClassFile("p/C")
                index = make(c.pool)
                c.method("m", "()V", STATIC, code(f"{text} #{index}\nreturn"))
                self.refuse_class(
                    c, f"p/C.m()V: offset 0: {text.removesuffix('_w')}"
                    .replace("ldc2", "ldc2_w")
                    + f" of constant {index}, {expected}")

    def test_calls(self):
        c = ClassFile("p/C")
        index = c.pool.interface_method("p/I", "m", "(J)V")
        c.method("m", "()V", STATIC, code(
            f".byte 0xb9 0 {index} 2 0\nreturn"))
        self.refuse_class(c, "p/C.m()V: offset 0: invokeinterface has another "
                          "number of parameters than m(J)V")
        c = ClassFile("p/C")
        index = c.pool.interface_method("p/I", "m", "(J)V")
        c.method("m", "()V", STATIC, code(f".byte 0xb6 0 {index}\nreturn"))
        self.refuse_class(c, f"p/C.m()V: offset 0: invokevirtual of constant "
                          f"{index}, which is InterfaceMethodref")
        c = ClassFile("p/C")
        handle = c.pool.handle(6, c.pool.method("p/B", "m", "()V"))
        c.bootstraps((handle,))
        index = c.pool.invoke_dynamic(0, "m", "()V")
        c.method("m", "()V", STATIC, code(
            f".byte 0xba 0 {index} 0 1\nreturn"))
        self.refuse_class(c, "p/C.m()V: offset 0: the last operands of "
                          "invokedynamic are not zero")

    def test_attributes_of_classes(self):
        def bootstrap(c, *arguments):
            handle = c.pool.handle(6, c.pool.method("p/B", "m", "()V"))
            c.bootstraps((handle, *arguments))

        for change, expected in (
                (lambda c: c.bootstraps((c.pool.utf8("x"),)),
                 "attribute BootstrapMethods: constant 2 is Utf8, not "
                 "MethodHandle"),
                (lambda c: bootstrap(c, c.pool.utf8("x")),
                 "attribute BootstrapMethods: constant 2 is Utf8, which is no "
                 "argument"),
                (lambda c: c.attributes.extend(
                    [("NestHost", u2(c.pool.class_("p/D"))),
                     ("NestMembers", u2(0))]),
                 "both a host and a member of a nest"),
                (lambda c: c.attributes.append(
                    ("NestHost", u2(c.pool.class_("p/D")) + b"x")),
                 "attribute NestHost: 1 bytes at its end are too many"),
                (lambda c: c.attributes.append(
                    ("Record", u2(1) + u2(c.pool.utf8("x"))
                     + u2(c.pool.utf8("V")) + u2(0))),
                 "attribute Record: 'V' is no field descriptor"),
                (lambda c: c.attributes.append(("Record", u2(1))),
                 "attribute Record: truncated"),
                (lambda c: c.attributes.append(
                    ("SourceFile", u2(c.pool.class_("p/D")))),
                 "attribute SourceFile: constant 3 is Class, not Utf8")):
            with self.subTest(expected):
                c = ClassFile("p/C")
                c.pool.integer(0)
                change(c)
                c.write(self.work)
                done = self.run_dump(self.work, "p/C")
                self.assertRegex(
                    done.stderr,
                    re.sub(r"constant \\?\d+|constant\\ \d+", r"constant\\ \\d+",
                           re.escape(f": {expected}\n")) + "$")
        c = ClassFile("p/C", flags=FINAL | SUPER)
        c.attributes.append(("PermittedSubclasses", u2(0)))
        self.refuse_class(c, "final, but permits subclasses")

    def test_size(self):
        path = self.work / "C.class"
        with open(path, "wb") as file:
            file.truncate((64 << 20) + 1)
        self.refused(f"{path}: larger than 64 MiB", self.work, "C")


class Places(Case):
    """Directories and archives."""

    def class_bytes(self, name, constant=None):
        c = ClassFile(name)
        if constant is not None:
            c.field("n", "I", STATIC, constant=c.pool.integer(constant))
        return c.bytes()

    def jar(self, name="a.jar", method=zipfile.ZIP_DEFLATED, **members):
        """Members by name; "__" is a slash."""
        path = self.work / name
        with zipfile.ZipFile(path, "w", method) as archive:
            for member, data in members.items():
                archive.writestr(member.replace("__", "/"), data)
        return path

    def test_missing(self):
        self.refused("/nowhere/at all: No such file or directory",
                     "/nowhere/at all", "p/C")
        self.refused(f"{self.work}: there is no class p/C", self.work, "p/C")
        self.refused("no class is named; --all is for all classes", self.work)

    def test_devices(self):
        self.refused("/dev/null: no regular file", "/dev/null", "p/C")
        (self.work / "C.class").mkdir()
        self.refused(f"{self.work}/C.class: no regular file", self.work, "C")
        self.assertEqual(self.dump(self.work, "--all"), "")

    def test_names_stay_in_the_directory(self):
        ClassFile("C").write(self.work)
        inner = self.work / "inner"
        inner.mkdir()
        for name in ("../C", "/C", "//C", f"{self.work}/C", ""):
            with self.subTest(name):
                done = self.run_dump(inner, name)
                self.assertEqual(done.returncode, 1)
                self.assertIn("there is no class", done.stderr)

    def test_circles(self):
        ClassFile("p/C").write(self.work)
        (self.work / "p/q").symlink_to(self.work)
        self.assertEqual(self.dump(self.work, "--all").count("class "), 1)

    def test_order(self):
        one = self.jar("1.jar", p__C=b"", **{
            "p__C.class": self.class_bytes("p/C", 1)})
        two = self.jar("2.jar", **{
            "p__C.class": self.class_bytes("p/C", 2),
            "p__D.class": self.class_bytes("p/D", 3)})
        path = f"{one}:{two}"
        self.assertIn("= 1\n", self.dump(path, "p/C"))
        self.assertIn("= 3\n", self.dump(path, "p/D"))

    def test_what_is_listed(self):
        path = self.jar(**{
            "p__C.class": self.class_bytes("p/C"),
            "p__package-info.class": b"", "module-info.class": b"",
            "p__": b"", "p__D.class__": b"", "p__x.y.class": b"",
            "META-INF__D.class": b"", "META-INF__versions__9__D.class": b"",
            "readme": b""})
        self.assertEqual(re.findall("class .*", self.dump(path, "--all")),
                         ["class p/C public super"])

    def test_stored(self):
        path = self.jar(method=zipfile.ZIP_STORED,
                        **{"p__C.class": self.class_bytes("p/C")})
        self.assertIn("class p/C", self.dump(path, "p/C"))

    def test_jmod(self):
        inside = self.jar(**{
            "classes__p__C.class": self.class_bytes("p/C", 1),
            "p__C.class": self.class_bytes("p/C", 2),
            "lib__D.class": b""}).read_bytes()
        path = self.work / "m.jmod"
        path.write_bytes(b"JM\1\0" + inside)
        self.assertIn("= 1\n", self.dump(path, "--all"))
        path.write_bytes(b"JM\1\0" + self.jar(**{
            "classes__p__C.class": b"x"}).read_bytes())
        self.refused(f"{path}(classes/p/C.class): no class file", path, "p/C")

    def multi_release(self, manifest):
        return self.dump(self.jar(**{
            "META-INF__MANIFEST.MF": manifest,
            "META-INF__versions__11__p__C.class": self.class_bytes("p/C", 11),
            "META-INF__versions__17__p__C.class": self.class_bytes("p/C", 17),
            "META-INF__versions__18__p__C.class": self.class_bytes("p/C", 18),
            "META-INF__versions__8__p__C.class": self.class_bytes("p/C", 8),
            "META-INF__versions__9__p__D.class": self.class_bytes("p/D", 9),
            "p__C.class": self.class_bytes("p/C", 0)}), "--all")

    def test_multi_release(self):
        for manifest in ("Manifest-Version: 1.0\r\nMulti-Release: true\r\n",
                         "A: b\nmulti-release:  True \nC: d\n\n"):
            with self.subTest(manifest):
                printed = self.multi_release(manifest)
                self.assertEqual(re.findall(r"= (\d+)", printed), ["17", "9"])
        for manifest in ("", "Multi-Release: false\n",
                         "A: b\n\nMulti-Release: true\n",
                         "A: b\r\n\r\nMulti-Release: true\r\n"):
            with self.subTest(manifest):
                printed = self.multi_release(manifest)
                self.assertEqual(re.findall(r"= (\d+)", printed), ["0"])

    def test_stray_names(self):
        for name in ("../C.class", "p/../../C.class", "/C.class", "p//C.class",
                     "./C.class", "p\\C.class", ".."):
            with self.subTest(name):
                path = self.jar(**{name: b""})
                self.refused(f"{path}: the name of member '{name}' is no path "
                             "in it", path, "C")

    def test_two_of_a_member(self):
        path = self.work / "a.jar"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("readme", b"")
            archive.writestr("p/C.class", b"x")
            archive.writestr("other", b"")
            archive.writestr("p/D.class", b"x")
        data = path.read_bytes().replace(b"p/D.class", b"p/C.class")
        path.write_bytes(data)
        self.refused(f"{path}: there are two of the member p/C.class", path,
                     "p/C")
        # Resources may be there twice.
        path = self.jar(**{"r1": b"", "r2": b"",
                           "p__C.class": self.class_bytes("p/C")})
        path.write_bytes(path.read_bytes().replace(b"r2", b"r1"))
        self.assertIn("class p/C", self.dump(path, "p/C"))

    def changed(self, at_local, at_central, data):
        """A jar whose only member's headers are changed at these offsets."""
        whole = bytearray(self.jar(**{
            "p__C.class": self.class_bytes("p/C")}).read_bytes())
        central = whole.index(b"PK\1\2")
        for start, offset in ((0, at_local), (central, at_central)):
            whole[start + offset:start + offset + len(data)] = data
        path = self.work / "b.jar"
        path.write_bytes(whole)
        return path

    def test_encrypted(self):
        path = self.changed(6, 8, b"\1\0")
        self.refused(f"{path}(p/C.class): encrypted", path, "p/C")

    def test_compression(self):
        path = self.jar(method=zipfile.ZIP_BZIP2,
                        **{"p__C.class": self.class_bytes("p/C")})
        self.refused(f"{path}(p/C.class): compressed in an unknown way, 12",
                     path, "p/C")

    def test_sums(self):
        path = self.changed(14, 16, b"1234")
        self.refused(f"{path}(p/C.class): CRC error", path, "p/C")

    def test_sizes(self):
        size = len(self.class_bytes("p/C"))
        for lie in (size - 1, size + 1, 0):
            with self.subTest(lie):
                path = self.changed(22, 24, struct.pack("<I", lie))
                done = self.run_dump(path, "p/C")
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"{path}(p/C.class): ", done.stderr)
        path = self.changed(22, 24, struct.pack("<I", 60 << 20))
        self.refused(f"{path}(p/C.class): it says that it is larger than it "
                     "can be", path, "p/C")

    def test_bombs(self):
        path = self.jar(**{"p__C.class": bytes((64 << 20) + 1)})
        self.refused(f"{path}(p/C.class): larger than 64 MiB", path, "p/C")
        path = self.jar(**{"META-INF__MANIFEST.MF": bytes((16 << 20) + 1)})
        self.refused(f"{path}(META-INF/MANIFEST.MF): larger than 16 MiB", path,
                     "p/C")

    def test_truncated(self):
        whole = self.jar(**{
            "p__C.class": self.class_bytes("p/C")}).read_bytes()
        path = self.work / "b.jar"
        for size in (0, 1, 4, 30, len(whole) // 2, len(whole) - 1):
            with self.subTest(size):
                path.write_bytes(whole[:size])
                done = self.run_dump(path, "p/C")
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr,
                                 rf"^managed-java: error: {path}: \w.*\n$")

    def test_damaged(self):
        """No byte of the archive makes it print anything else."""
        path = self.jar(**{"p__C.class": self.class_bytes("p/C", 77)})
        whole = path.read_bytes()
        right = self.dump(path, "p/C")
        at = whole.index(b"p/C.class") + len("p/C.class")
        for offset in range(at, whole.index(b"PK\1\2"), 3):
            changed = bytearray(whole)
            changed[offset] ^= 0x10
            path.write_bytes(changed)
            done = self.run_dump(path, "p/C")
            with self.subTest(offset):
                self.assertTrue(done.returncode == 1 or done.stdout == right)


class Assembler(unittest.TestCase):
    def test_slots(self):
        for descriptor, slots in (("()V", 0), ("(IJ[J[[Lp/J;DF)J", 8)):
            self.assertEqual(assembler.slots_of(descriptor), slots)

    def test_modified_utf8(self):
        self.assertEqual(assembler.modified_utf8("a\0\U00010000"),
                         b"a\xc0\x80\xed\xa0\x80\xed\xb0\x80")


if __name__ == "__main__":
    unittest.main()
