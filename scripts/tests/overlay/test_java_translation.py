"""managed-java: bytecodes to IR. The right ones are made by javac of small
classes, each of which has what FileCheck wants; the wrong ones by an
assembler."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import paths  # noqa: E402
from managed.java.assembler import (  # noqa: E402
    ABSTRACT, INTERFACE, PUBLIC, STATIC, ClassFile, code)
from managed.java.execution import COMPILER  # noqa: E402
from managed.java.library import java_base  # noqa: E402

SOURCES = paths.REPO / "scripts/tests/managed_java/translation"
FILECHECK = paths.LLVM_PREFIX / "bin/FileCheck"


class Case(unittest.TestCase):
    def setUp(self):
        if not java_base():
            self.skipTest("not installed: javac")
        if not COMPILER.exists():
            self.skipTest("not built: managed-java")
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.directory = Path(work.name)

    def translate(self, *arguments):
        return subprocess.run(
            [COMPILER, "-cp", f"{self.directory}:{java_base()}",
             "-emit-translation", "-o", self.directory / "out.ll", *arguments],
            capture_output=True, text=True, check=False)


class Translation(Case):
    def check(self, name, *options, prefix="CHECK", part=None):
        """`part` is the class, if it is another one than that of the file."""
        source = SOURCES / f"{name}.java"
        subprocess.run(["javac", "-Xlint:none", "-d", self.directory, source],
                       check=True, capture_output=True)
        nested = [path.stem for path in self.directory.glob(f"{name}*.class")]
        done = self.translate(*options, *([part] if part else sorted(nested)))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        checked = subprocess.run(
            [FILECHECK, source, "-dump-input=never",
             f"--check-prefix={prefix}",
             f"--input-file={self.directory / 'out.ll'}"],
            capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_arithmetic(self):
        self.check("Arithmetic", "-g=false")

    def test_arrays(self):
        self.check("Arrays", "-g=false")

    def test_branches(self):
        self.check("Branches", "-g=false")

    def test_call_sites(self):
        self.check("CallSites", "-g=false")
        self.check("CallSites", "-g=false", prefix="RECORD",
                   part="CallSites$Pair")

    def test_calls(self):
        self.check("Calls", "-g=false")
        self.check("Calls", "-g=false", prefix="SUPER", part="Calls$Sub")

    def test_constants(self):
        self.check("Constants", "-g=false")

    def test_exceptions(self):
        self.check("Exceptions", "-g=false")

    def test_fields(self):
        self.check("Fields", "-g=false")
        self.check("Fields", "-g=false", "--card-marks", prefix="CARDS")

    def test_lines(self):
        self.check("Lines")

    def test_null_checks(self):
        self.check("NullChecks", "-g=false")
        for kind in ("wide", "explicit", "none"):
            with self.subTest(kind):
                self.check("NullChecks", "-g=false", f"--null-checks={kind}",
                           prefix=kind.upper())

    def test_objects(self):
        self.check("Objects", "-g=false")

    def test_type_checks(self):
        self.check("TypeChecks", "-g=false")


class Wrong(Case):
    """Class files that a JVM's verifier refuses."""

    def refuse(self, body, message, offset=None, descriptor="()V", stack=4,
               locals=4, flags=PUBLIC | STATIC, change=None, name="m"):
        """`body` is the code of a method of class p/C."""
        made = ClassFile("p/C")
        made.field("number", "I", STATIC)
        made.field("own", "J")
        made.constructor()
        if change:
            change(made)
        made.method(name, descriptor, flags, code(body, stack, locals))
        made.write(self.directory)
        done = self.translate("p/C")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertTrue(done.stderr.startswith("managed-java: error: "),
                        done.stderr)
        where = f"C.class(p/C.{name} {descriptor}): "
        if offset is not None:
            where += f"offset {offset}: "
        self.assertTrue(where in done.stderr and message in done.stderr,
                        f"no '{message}' and '{where}' in {done.stderr}")

    def test_kinds(self):
        self.refuse("iconst_1\nfconst_0\niadd\npop\nreturn",
                    "the operand is float, not int", 2)
        self.refuse("lconst_0\nineg\npop\nreturn",
                    "the operand is long, not int", 1)
        self.refuse("iconst_0\narraylength\npop\nreturn",
                    "the operand is int, not an object", 1)
        self.refuse("aconst_null\nireturn", "null, not int", 1,
                    descriptor="()I")
        self.refuse("iconst_0\nistore_0\naload_0\npop\nreturn",
                    "local variable 0 is int, not a reference", 2)
        self.refuse("iload_1\npop\nreturn",
                    "local variable 1 is undefined, not int", 0)

    def test_stack(self):
        self.refuse("pop\nreturn", "the operand stack is empty", 0)
        self.refuse("iconst_0\niconst_0\nreturn",
                    "the operand stack overflows", 1, stack=1)
        self.refuse("lconst_0\nreturn", "the operand stack overflows", 0,
                    stack=1)

    def test_halves(self):
        self.refuse("lconst_0\npop\nreturn", "which has two slots", 1)
        self.refuse("lconst_0\niconst_0\ndup2_x1\nreturn",
                    "which has two slots", 2, stack=8)
        # A store into the second half of a long makes it undefined.
        self.refuse("lconst_0\nlstore_0\niconst_0\nistore_1\nlload_0\npop2\n"
                    "return", "local variable 0 is undefined, not long", 4)

    def test_frames(self):
        loop = "goto L\nL:\n.frame {} | {}\nreturn"
        self.refuse(loop.format("int", ""),
                    "local variable 0 is undefined, not int as at 3", 0)
        self.refuse(loop.format("", "int"),
                    "the stack has 0 operands, not 1 as at 3", 0)
        self.refuse("iconst_0\n" + loop.format("", "float"),
                    "an operand is int, not float as at 4", 1)
        self.refuse("L:\niconst_0\nifeq L\nreturn", "no stack map frame at 0",
                    1)

    def test_classes_in_frames(self):
        body = ("ldc \"text\"\ngoto L\nL:\n.frame | {}\npop\nreturn")
        self.refuse(body.format("java/lang/Integer"),
                    "an operand is java/lang/String, not java/lang/Integer")
        self.refuse(body.format("[Ljava/lang/Object;"),
                    "an operand is java/lang/String, not [Ljava/lang/Object;")

    def test_classes(self):
        self.refuse("ldc \"text\"\nareturn",
                    "java/lang/String, not java/lang/Integer", 2,
                    descriptor="()Ljava/lang/Integer;")
        self.refuse("ldc \"text\"\ngetfield p/C.own J\npop2\nreturn",
                    "java/lang/String, not p/C", 2)
        self.refuse("ldc \"text\"\ninvokevirtual java/lang/Integer.intValue "
                    "()I\npop\nreturn",
                    "java/lang/String, not java/lang/Integer", 2)
        self.refuse("ldc \"text\"\nathrow",
                    "java/lang/String, not java/lang/Throwable", 2)
        self.refuse("iconst_1\nnewarray 10\niconst_0\nfaload\npop\nreturn",
                    "[I, not an array for faload", 4)
        self.refuse("iconst_1\nanewarray java/lang/String\n"
                    "areturn", "not [Ljava/lang/Integer;",
                    descriptor="()[Ljava/lang/Integer;")

    def test_unconstructed(self):
        self.refuse("new p/C\ngetfield p/C.own J\npop2\nreturn",
                    "which is not constructed, not an object", 3)
        self.refuse("new p/C\nareturn", "which is not constructed",
                    descriptor="()Ljava/lang/Object;")
        self.refuse("new p/C\ninvokespecial java/lang/Object.<init> ()V\n"
                    "return", "cannot be constructed as java/lang/Object", 3)
        # A second object of the same instruction is not the first one.
        self.refuse("aconst_null\nastore_0\nL:\n.frame java/lang/Object |\n"
                    "new p/C\niconst_0\nifeq L\npop\nreturn",
                    "the stack has 1 operands, not 0")

    def test_constructors(self):
        def constructor(body, message, offset):
            self.refuse(body, message, offset, flags=PUBLIC, name="<init>",
                        descriptor="(I)V")
        constructor("return", "has not called another one", 0)
        constructor("aload_0\ngetfield p/C.own J\npop2\nreturn",
                    "this, which is not constructed", 1)
        constructor("iload_1\nifeq L\naload_0\n"
                    "invokespecial java/lang/Object.<init> ()V\n"
                    "L:\n.frame top int |\nreturn",
                    "this is not constructed", 1)

    def test_handlers(self):
        body = ("A:\ninvokestatic p/C.m ()V\nB:\nreturn\nH:\n.frame {}\n"
                "pop\nreturn\n.handler A B H {}")
        self.refuse(body.format("| java/lang/Integer", "java/lang/Throwable"),
                    "as its only operand")
        self.refuse(body.format("| java/lang/Throwable", "java/lang/String"),
                    "catches java/lang/String")
        self.refuse(body.format("int | java/lang/Throwable", ""),
                    "local variable 0 is undefined, not int as at handler 4",
                    0)
        self.refuse(body.replace(".frame {}", "").format(""),
                    "no stack map frame at handler")

    def test_returns(self):
        self.refuse("iconst_0\nireturn", "ireturn in a method that returns V",
                    1)
        self.refuse("return", "return in a method that returns I", 0,
                    descriptor="()I")

    def test_members(self):
        self.refuse("getstatic p/C.own J\npop2\nreturn", "is not static", 0)
        self.refuse("aconst_null\ngetfield p/C.number I\npop\nreturn",
                    "is static", 1)
        self.refuse("aconst_null\ninvokevirtual p/C.m ()V\nreturn",
                    "is static", 1)
        self.refuse("getstatic p/C.none I\npop\nreturn", "no such field", 0)
        self.refuse("invokestatic p/None.f ()V\nreturn", "no such class", 0)
        self.refuse("new java/lang/Number\npop\nreturn",
                    "java/lang/Number is abstract", 0)

    def test_unsupported(self):
        self.refuse("aconst_null\ninvokevirtual "
                    "java/lang/invoke/MethodHandle.invokeExact ()V\nreturn",
                    "method handle: call of "
                    "java/lang/invoke/MethodHandle.invokeExact", 1)
        self.refuse("ldc type ()V\npop\nreturn", "constant method type", 0)

    def test_bootstrap_method(self):
        """One that is not known."""
        def add(made):
            pool = made.pool
            handle = pool.handle(6, pool.method("p/B", "boot", "()V"))
            made.bootstraps((handle,))
            self.index = pool.invoke_dynamic(0, "f", "()V")
        made = ClassFile("p/C")
        add(made)
        made.method("m", "()V", PUBLIC | STATIC,
                    code(f"invokedynamic #{self.index}\nreturn"))
        made.write(self.directory)
        done = self.translate("p/C")
        self.assertEqual(done.returncode, 1)
        self.assertTrue("offset 0: bootstrap method p/B.boot" in done.stderr,
                        done.stderr)

    def test_interface_takes_every_object(self):
        """As in JVMS: the call looks for it."""
        made = ClassFile("p/I", flags=PUBLIC | INTERFACE | ABSTRACT)
        made.method("f", "()V", PUBLIC | ABSTRACT)
        made.write(self.directory)
        made = ClassFile("p/C")
        made.method("m", "()V", PUBLIC | STATIC, code(
            "ldc \"text\"\ninvokeinterface p/I.f ()V\nreturn"))
        made.write(self.directory)
        done = self.translate("p/C")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        text = (self.directory / "out.ll").read_text()
        self.assertTrue("@java_throw_incompatible(" in text)

    def test_stub(self):
        """The other methods are translated."""
        made = ClassFile("p/C")
        made.method("m", "()V", PUBLIC | STATIC,
                    code("ldc type ()V\npop\nreturn"))
        made.method("n", "()V", PUBLIC | STATIC, code("return"))
        made.write(self.directory)
        done = self.translate("p/C", "--stub-unsupported")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue("p/C.m" in done.stdout and
                        "constant method type" in done.stdout, done.stdout)
        text = (self.directory / "out.ll").read_text()
        self.assertTrue("call void @java_unsupported(" in text)


if __name__ == "__main__":
    unittest.main()
