"""managed-java --dump: right class files, and those of java.base."""

import io
import random
import re
import subprocess
import sys
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java import assembler  # noqa: E402
from managed.java.assembler import (  # noqa: E402
    ClassFile, FINAL, MODULE, NATIVE, PRIVATE, PUBLIC, STATIC, VOLATILE, code,
    u1, u2)
from managed.java.execution import COMPILER  # noqa: E402
from managed.java.library import java_base  # noqa: E402
from managed.java.reading import Case  # noqa: E402

RETURN = code("return", stack=0, locals=2)


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


class Assembler(unittest.TestCase):
    def test_slots(self):
        for descriptor, slots in (("()V", 0), ("(IJ[J[[Lp/J;DF)J", 8)):
            self.assertEqual(assembler.slots_of(descriptor), slots)

    def test_modified_utf8(self):
        self.assertEqual(assembler.modified_utf8("a\0\U00010000"),
                         b"a\xc0\x80\xed\xa0\x80\xed\xb0\x80")


if __name__ == "__main__":
    unittest.main()
