"""managed-java --dump: class files with one fault each."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java.assembler import (  # noqa: E402
    ABSTRACT, ANNOTATION, ClassFile, FINAL, INTERFACE, MODULE, NATIVE, PRIVATE,
    PROTECTED, PUBLIC, STATIC, SUPER, SYNCHRONIZED, VOLATILE, code, u1, u2, u4)
from managed.java.reading import Case  # noqa: E402

RETURN = code("return", stack=0, locals=2)


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
                    rf"\.class: constant \d+:? .*{re.escape(expected)}\n$")

    def test_last_constant_is_wide(self):
        (self.work / "C.class").write_bytes(
            u4(0xcafebabe) + u2(0) + u2(61) + u2(2) + b"\5" + bytes(8))
        self.refused(f"{self.work}/C.class: the last constant needs two "
                     "entries", self.work, "C")

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
                    ("InnerClasses", u2(1) + u2(c.pool.utf8("x")) + u2(0) * 3)),
                 "attribute InnerClasses: constant 2 is Utf8, not Class"),
                (lambda c: c.attributes.append(
                    ("InnerClasses", u2(1) + u2(c.pool.class_("p/C")) + u2(0)
                     + u2(c.pool.class_("p/D")) + u2(0))),
                 "attribute InnerClasses: constant 5 is Class, not Utf8"),
                (lambda c: c.attributes.append(
                    ("InnerClasses", u2(1) + u2(c.pool.class_("p/D")))),
                 "attribute InnerClasses: truncated"),
                (lambda c: c.attributes.append(
                    ("SourceFile", u2(c.pool.class_("p/D")))),
                 "attribute SourceFile: constant 3 is Class, not Utf8")):
            with self.subTest(expected):
                c = ClassFile("p/C")
                c.pool.integer(0)
                change(c)
                c.write(self.work)
                done = self.run_dump(self.work, "p/C")
                self.assertIn(f": {expected}", done.stderr)
        c = ClassFile("p/C", flags=FINAL | SUPER)
        c.attributes.append(("PermittedSubclasses", u2(0)))
        self.refuse_class(c, "final, but permits subclasses")

    def test_messages_do_not_control_a_terminal(self):
        c = ClassFile("p/C")
        c.method("m\n\33[31m", "()V", STATIC)
        self.refuse_class(c, "p/C.m\\0A\\1B[31m()V: 'm\\0A\\1B[31m' is no "
                          "method name")

    def test_size(self):
        path = self.work / "C.class"
        with open(path, "wb") as file:
            file.truncate((64 << 20) + 1)
        self.refused(f"{path}: larger than 64 MiB", self.work, "C")


if __name__ == "__main__":
    unittest.main()
