"""Seeds of the fuzzers of managed-java: small class files that have everything
there is, and archives of them."""

import io
import zipfile
from pathlib import Path

from ..java.assembler import (
    ABSTRACT, ClassFile, FINAL, INTERFACE, MODULE, PUBLIC, STATIC, SUPER, code,
    u1, u2)


def _members() -> ClassFile:
    c = ClassFile("p/C", interfaces=["p/I"])
    pool = c.pool
    c.field("i", "I", STATIC | FINAL, constant=pool.integer(7))
    c.field("f", "F", STATIC | FINAL, constant=pool.float(1.5))
    c.field("l", "J", STATIC | FINAL, constant=pool.long(7))
    c.field("d", "D", STATIC | FINAL, constant=pool.double(1.5))
    c.field("s", "Ljava/lang/String;", STATIC, constant=pool.string("\0\u00e9"))
    c.field("a", "[[Lp/C;")
    c.constructor()
    c.attributes += [
        ("SourceFile", u2(pool.utf8("C.java"))),
        ("NestMembers", u2(1) + u2(pool.class_("p/D"))),
        ("Record", u2(1) + u2(pool.utf8("x")) + u2(pool.utf8("I")) + u2(0)),
        ("PermittedSubclasses", u2(1) + u2(pool.class_("p/D")))]
    return c


def _code() -> ClassFile:
    c = ClassFile("p/C")
    pool = c.pool
    handle = pool.handle(6, pool.method("p/B", "m", "()V"))
    c.bootstraps((handle, pool.method_type("()V"), pool.integer(1)))
    variable = (u2(1) + u2(0) + u2(1) + u2(pool.utf8("v")) + u2(pool.utf8("I"))
                + u2(0))
    c.method("m", "(I[J)V", STATIC, code(f"""
        .line 3
        iload_0
        tableswitch 1:A 2:B default:A
      A:
        .frame int [J |
        iload_0
        lookupswitch 1:A 9:B default:B
      B:
        .frame int [J double | int
        pop
        iinc 0 1
        wide iload 1
        goto_w C
      C:
        new p/C
        dup
        invokespecial p/C.<init> ()V
        invokeinterface p/I.m (J)V
        invokestatic interface p/I.s ()V
        invokevirtual p/D.v ()V
        invokedynamic #{pool.invoke_dynamic(0, "m", "()V")}
        ldc #{pool.dynamic(0, "c", "I")}
        ldc2_w 5L
        getstatic p/C.f I
        putfield p/C.g J
        multianewarray [[I 2
        anewarray p/C
        newarray 10
        checkcast p/C
        instanceof [I
      D:
        return
        .handler A B C p/E
        .handler B C D
    """, stack=9, locals=9, attributes=[("LocalVariableTable", variable)]))
    return c


def _frames() -> ClassFile:
    c = ClassFile("p/C")

    def body(pool):
        table = (u2(8) + u1(0) + u1(64) + u1(1) + u1(247) + u2(0) + u1(8)
                 + u2(4) + u1(252) + u2(0) + u1(4) + u1(250) + u2(0)
                 + u1(248 + 2) + u2(2) + u1(251) + u2(0)
                 + u1(255) + u2(0) + u2(1) + u1(7) + u2(pool.class_("p/C"))
                 + u2(1) + u1(6))
        return code("nop\nnop\nnop\nnop\nnew p/C\nnop\nnop\nreturn", stack=3,
                    locals=9, attributes=[("StackMapTable", table)])(pool)

    c.method("<init>", "(JLp/C;)V", PUBLIC, body)
    return c


def classes() -> dict:
    interface = ClassFile("p/I", flags=INTERFACE | ABSTRACT)
    interface.method("m", "(J)V", PUBLIC | ABSTRACT)
    old = ClassFile("p/C", flags=SUPER, major=45, minor=3)
    old.method("<clinit>", "()V", 0, code("jsr 4\nreturn\nastore_0\nret 0"))
    module = ClassFile("module-info", None, MODULE, major=53)
    module.pool.add(u1(19) + u2(module.pool.utf8("m")))
    return {"members": _members(), "code": _code(), "frames": _frames(),
            "interface": interface, "old": old, "module": module}


def _archive(method: int, **members) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in members.items():
            # The same each time.
            entry = zipfile.ZipInfo(name.replace("__", "/"))
            entry.compress_type = method
            archive.writestr(entry, data)
    return made.getvalue()


def make(folder: Path, archives: Path) -> None:
    """Writes seeds: class files into `folder`, and archives of them."""
    made = {name: c.bytes() for name, c in classes().items()}
    for name, data in made.items():
        (folder / name).write_bytes(data)
    for name, method in (("stored", zipfile.ZIP_STORED),
                         ("deflated", zipfile.ZIP_DEFLATED)):
        (archives / name).write_bytes(_archive(method, **{
            "p__": b"", "p__C.class": made["code"],
            "p__I.class": made["interface"], "x": b"x"}))
    (archives / "versions").write_bytes(_archive(zipfile.ZIP_STORED, **{
        "META-INF__MANIFEST.MF": b"Multi-Release: true\r\n",
        "META-INF__versions__9__p__C.class": made["old"],
        "p__C.class": made["members"]}))
    (archives / "jmod").write_bytes(
        b"JM\1\0" + _archive(zipfile.ZIP_DEFLATED, **{
            "classes__p__C.class": made["frames"], "bin__x": b""}))
