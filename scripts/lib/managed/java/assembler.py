"""Writes class files (JVMS chapter 4), right and wrong ones, for tests.

    c = ClassFile("p/C")
    c.method("abs", "(I)I", PUBLIC | STATIC, code('''
        iload_0
        ifge L
        iload_0
        ineg
        ireturn
      L:
        .frame int |
        iload_0
        ireturn
    ''', stack=1, locals=1))
    data = c.bytes()

Everything that JVMS forbids can be written: nothing is checked.
"""

import struct

PUBLIC, PRIVATE, PROTECTED, STATIC, FINAL = 1, 2, 4, 8, 0x10
SUPER = SYNCHRONIZED = 0x20
VOLATILE, TRANSIENT, NATIVE, INTERFACE = 0x40, 0x80, 0x100, 0x200
ABSTRACT, STRICT, SYNTHETIC = 0x400, 0x800, 0x1000
ANNOTATION, ENUM, MODULE = 0x2000, 0x4000, 0x8000

# The names of JVMS 6.5 by their values.
OPCODES = """
nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5
lconst_0 lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc
ldc_w ldc2_w iload lload fload dload aload iload_0 iload_1 iload_2 iload_3
lload_0 lload_1 lload_2 lload_3 fload_0 fload_1 fload_2 fload_3 dload_0 dload_1
dload_2 dload_3 aload_0 aload_1 aload_2 aload_3 iaload laload faload daload
aaload baload caload saload istore lstore fstore dstore astore istore_0 istore_1
istore_2 istore_3 lstore_0 lstore_1 lstore_2 lstore_3 fstore_0 fstore_1 fstore_2
fstore_3 dstore_0 dstore_1 dstore_2 dstore_3 astore_0 astore_1 astore_2 astore_3
iastore lastore fastore dastore aastore bastore castore sastore pop pop2 dup
dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap iadd ladd fadd dadd isub lsub fsub dsub
imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem ineg lneg fneg dneg
ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc i2l i2f i2d l2i
l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg ifeq
ifne iflt ifge ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt
if_icmple if_acmpeq if_acmpne goto jsr ret tableswitch lookupswitch ireturn
lreturn freturn dreturn areturn return getstatic putstatic getfield putfield
invokevirtual invokespecial invokestatic invokeinterface invokedynamic new
newarray anewarray arraylength athrow checkcast instanceof monitorenter
monitorexit wide multianewarray ifnull ifnonnull goto_w jsr_w
""".split()
NUMBERS = {name: number for number, name in enumerate(OPCODES)}
_LOCALS = {f"{kind}{what}" for kind in "ilfda" for what in ("load", "store")}
_CLASSES = {"new", "anewarray", "checkcast", "instanceof"}
_FIELDS = {"getstatic", "putstatic", "getfield", "putfield"}
_TYPES = {"top": 0, "int": 1, "float": 2, "double": 3, "long": 4, "null": 5,
          "this": 6}


def u1(number: int) -> bytes:
    return struct.pack(">B", number & 0xff)


def u2(number: int) -> bytes:
    return struct.pack(">H", number & 0xffff)


def u4(number: int) -> bytes:
    return struct.pack(">I", number & 0xffffffff)


def modified_utf8(text: str) -> bytes:
    units = text.encode("utf-16-be", "surrogatepass")
    made = b""
    for (unit,) in struct.iter_unpack(">H", units):
        if unit == 0:
            made += b"\xc0\x80"
        else:
            made += chr(unit).encode("utf-8", "surrogatepass")
    return made


class Pool:
    """A constant pool. Each method returns the index of the entry."""

    def __init__(self):
        self.entries = []
        self.count = 1
        self.known = {}

    def add(self, data: bytes, slots: int = 1) -> int:
        if data not in self.known:
            self.known[data] = self.count
            self.entries.append(data)
            self.count += slots
        return self.known[data]

    def utf8(self, text) -> int:
        data = text if isinstance(text, bytes) else modified_utf8(text)
        return self.add(b"\x01" + u2(len(data)) + data)

    def integer(self, number: int) -> int:
        return self.add(b"\x03" + u4(number))

    def float(self, number: float) -> int:
        return self.add(b"\x04" + struct.pack(">f", number))

    def long(self, number: int) -> int:
        return self.add(b"\x05" + struct.pack(">q", number), 2)

    def double(self, number: float) -> int:
        return self.add(b"\x06" + struct.pack(">d", number), 2)

    def class_(self, name) -> int:
        return self.add(b"\x07" + u2(self.utf8(name)))

    def string(self, text) -> int:
        return self.add(b"\x08" + u2(self.utf8(text)))

    def name_and_type(self, name, descriptor) -> int:
        return self.add(b"\x0c" + u2(self.utf8(name))
                        + u2(self.utf8(descriptor)))

    def member(self, tag: int, owner, name, descriptor) -> int:
        """`tag` is 9 for a field, 10 for a method, 11 for an interface's."""
        return self.add(u1(tag) + u2(self.class_(owner))
                        + u2(self.name_and_type(name, descriptor)))

    def field(self, owner, name, descriptor) -> int:
        return self.member(9, owner, name, descriptor)

    def method(self, owner, name, descriptor) -> int:
        return self.member(10, owner, name, descriptor)

    def interface_method(self, owner, name, descriptor) -> int:
        return self.member(11, owner, name, descriptor)

    def handle(self, kind: int, member: int) -> int:
        return self.add(b"\x0f" + u1(kind) + u2(member))

    def method_type(self, descriptor) -> int:
        return self.add(b"\x10" + u2(self.utf8(descriptor)))

    def dynamic(self, bootstrap: int, name, descriptor, tag: int = 17) -> int:
        return self.add(u1(tag) + u2(bootstrap)
                        + u2(self.name_and_type(name, descriptor)))

    def invoke_dynamic(self, bootstrap: int, name, descriptor) -> int:
        return self.dynamic(bootstrap, name, descriptor, 18)

    def bytes(self) -> bytes:
        return u2(self.count) + b"".join(self.entries)


def split_member(text: str) -> tuple:
    """("p/C", "m", "(I)V") from "p/C.m (I)V"."""
    place, descriptor = text.split()
    owner, name = place.rsplit(".", 1)
    return owner, name, descriptor


def slots_of(descriptor: str) -> int:
    """Of the parameters of a method."""
    count, at = 0, 1
    while descriptor[at] != ")":
        wide = descriptor[at] in "JD"
        while descriptor[at] == "[":
            at += 1
        if descriptor[at] == "L":
            at = descriptor.index(";", at)
        at += 1
        count += 2 if wide else 1
    return count


class Code:
    """An attribute Code, from the text that code() takes."""

    def __init__(self, pool: Pool, text: str, stack: int, locals: int,
                 attributes=()):
        self.pool, self.stack, self.locals = pool, stack, locals
        self.attributes = list(attributes)
        self.handlers, self.frames, self.lines = [], [], []
        self.labels = {}
        lines = [line.split("//")[0].strip() for line in text.splitlines()]
        lines = [line for line in lines if line]
        # Once for the offsets, and once with them.
        for _ in range(2):
            self.code = b""
            self.handlers, self.frames, self.lines = [], [], []
            for line in lines:
                self.line(line)

    def offset(self, word: str) -> int:
        return (int(word) if word.lstrip("-").isdigit()
                else self.labels.get(word, 0))

    def constant(self, text: str) -> int:
        """12, 12L, 1.5f, 1.5, "text", class NAME, type DESCRIPTOR, #INDEX."""
        if text.startswith("#"):
            return int(text[1:])
        if text.startswith('"'):
            return self.pool.string(text[1:-1])
        if text.startswith("class "):
            return self.pool.class_(text.split()[1])
        if text.startswith("type "):
            return self.pool.method_type(text.split()[1])
        if text.endswith("L"):
            return self.pool.long(int(text[:-1]))
        if text.endswith("f"):
            return self.pool.float(float(text[:-1]))
        if "." in text:
            return self.pool.double(float(text))
        return self.pool.integer(int(text))

    def types(self, text: str) -> bytes:
        """Words of _TYPES, names of classes, and `new` with a label."""
        made, words = b"", text.split()
        count = 0
        while words:
            word = words.pop(0)
            count += 1
            if word == "new":
                made += b"\x08" + u2(self.offset(words.pop(0)))
            elif word in _TYPES:
                made += u1(_TYPES[word])
            else:
                made += b"\x07" + u2(self.pool.class_(word))
        return u2(count) + made

    def line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        here = len(self.code)
        if line.endswith(":"):
            self.labels[line[:-1]] = here
        elif word == ".frame":
            # Types of local variables, a bar, and types on the stack.
            local, stack = rest.split("|")
            self.frames.append((here, self.types(local) + self.types(stack)))
        elif word == ".line":
            self.lines.append((here, int(rest)))
        elif word == ".handler":
            # Begin, end, handler, and a class or nothing.
            begin, end, handler, *caught = rest.split()
            self.handlers.append(
                u2(self.offset(begin)) + u2(self.offset(end))
                + u2(self.offset(handler))
                + u2(self.pool.class_(caught[0]) if caught else 0))
        elif word == ".byte":
            self.code += bytes(int(w, 0) & 0xff for w in rest.split())
        else:
            self.code += u1(NUMBERS[word]) + self.operands(word, rest, here)

    def operands(self, word: str, rest: str, here: int) -> bytes:
        if word in _LOCALS or word in ("ret", "bipush", "newarray"):
            return u1(int(rest))
        if word == "sipush":
            return u2(int(rest))
        if word == "iinc":
            index, number = rest.split()
            return u1(int(index)) + u1(int(number))
        if word == "ldc":
            return u1(self.constant(rest))
        if word in ("ldc_w", "ldc2_w", "invokedynamic"):
            return (u2(self.constant(rest))
                    + (b"\0\0" if word == "invokedynamic" else b""))
        if word in ("goto_w", "jsr_w"):
            return u4(self.offset(rest) - here)
        if word.startswith("if") or word in ("goto", "jsr"):
            return u2(self.offset(rest) - here)
        if word in _FIELDS:
            return u2(self.pool.field(*split_member(rest)))
        if word.startswith("invoke"):
            return self.call(word, rest)
        if word in _CLASSES:
            return u2(self.constant(rest) if rest.startswith("#")
                      else self.pool.class_(rest))
        if word == "multianewarray":
            name, dimensions = rest.split()
            return u2(self.pool.class_(name)) + u1(int(dimensions))
        if word.endswith("switch"):
            return self.switch(word, rest, here)
        if word == "wide":
            inner, *numbers = rest.split()
            return (u1(NUMBERS[inner])
                    + b"".join(u2(int(number)) for number in numbers))
        return b""

    def call(self, word: str, rest: str) -> bytes:
        of_interface = rest.startswith("interface ")
        owner, name, descriptor = split_member(
            rest.removeprefix("interface "))
        if of_interface or word == "invokeinterface":
            made = u2(self.pool.interface_method(owner, name, descriptor))
        else:
            made = u2(self.pool.method(owner, name, descriptor))
        if word == "invokeinterface":
            made += u1(slots_of(descriptor) + 1) + b"\0"
        return made

    def switch(self, word: str, rest: str, here: int) -> bytes:
        """"1:A 2:B default:C"."""
        cases = [case.split(":") for case in rest.split()]
        default = dict(cases)["default"]
        cases = [(int(value), label) for value, label in cases
                 if value != "default"]
        made = b"\0" * (-(here + 1) % 4) + u4(self.offset(default) - here)
        if word == "tableswitch":
            made += u4(cases[0][0]) + u4(cases[-1][0])
            return made + b"".join(u4(self.offset(label) - here)
                                   for _, label in cases)
        return made + u4(len(cases)) + b"".join(
            u4(value) + u4(self.offset(label) - here)
            for value, label in cases)

    def attribute(self) -> tuple:
        attributes = list(self.attributes)
        if self.frames:
            # Each is a full_frame.
            made, last = u2(len(self.frames)), -1
            for offset, types in self.frames:
                made += u1(255) + u2(offset - last - 1) + types
                last = offset
            attributes.append(("StackMapTable", made))
        if self.lines:
            attributes.append(("LineNumberTable", u2(len(self.lines))
                               + b"".join(u2(o) + u2(n)
                                          for o, n in self.lines)))
        return "Code", (u2(self.stack) + u2(self.locals) + u4(len(self.code))
                        + self.code + u2(len(self.handlers))
                        + b"".join(self.handlers)
                        + attributes_bytes(self.pool, attributes))


def code(text: str, stack: int = 4, locals: int = 4, attributes=()):
    """What ClassFile.method() takes: instructions under their names in JVMS,
    one a line. Operands are as Code.operands() reads them: members as
    "p/C.m (I)V", labels, constants as Code.constant() explains.

        L:                          a label
        .frame int p/C | float      a stack map frame
        .handler FROM TO AT p/E     an exception handler
        .line 7                     a line number
        .byte 0xca                  anything
    """
    return lambda pool: Code(pool, text, stack, locals, attributes).attribute()


def attributes_bytes(pool: Pool, attributes) -> bytes:
    return u2(len(attributes)) + b"".join(
        u2(pool.utf8(name)) + u4(len(data)) + data
        for name, data in attributes)


class ClassFile:
    """A class. `super_name` is None for none."""

    def __init__(self, name: str, super_name="java/lang/Object",
                 flags: int = PUBLIC | SUPER, interfaces=(), major: int = 61,
                 minor: int = 0):
        self.pool = Pool()
        self.name, self.super_name, self.flags = name, super_name, flags
        self.interfaces = interfaces
        self.major, self.minor = major, minor
        self.fields, self.methods = [], []
        self.attributes = []

    def field(self, name, descriptor, flags: int = 0, attributes=(),
              constant: int = 0) -> None:
        attributes = list(attributes)
        if constant:
            attributes.append(("ConstantValue", u2(constant)))
        self.fields.append((flags, name, descriptor, attributes))

    def method(self, name, descriptor, flags: int = PUBLIC, body=None,
               attributes=()) -> None:
        attributes = list(attributes)
        if body:
            attributes.append(body(self.pool))
        self.methods.append((flags, name, descriptor, attributes))

    def bootstraps(self, *methods) -> None:
        """Each is the index of a handle, and those of its arguments."""
        self.attributes.append(("BootstrapMethods", u2(len(methods)) + b"".join(
            u2(handle) + u2(len(arguments)) + b"".join(map(u2, arguments))
            for handle, *arguments in methods)))

    def constructor(self, flags: int = PUBLIC) -> None:
        self.method("<init>", "()V", flags, code(f"""
            aload_0
            invokespecial {self.super_name}.<init> ()V
            return
        """, stack=1, locals=1))

    def bytes(self) -> bytes:
        pool = self.pool
        rest = u2(self.flags) + u2(pool.class_(self.name))
        rest += u2(pool.class_(self.super_name) if self.super_name else 0)
        rest += u2(len(self.interfaces))
        rest += b"".join(u2(pool.class_(i)) for i in self.interfaces)
        for members in (self.fields, self.methods):
            rest += u2(len(members))
            for flags, name, descriptor, attributes in members:
                rest += u2(flags) + u2(pool.utf8(name))
                rest += u2(pool.utf8(descriptor))
                rest += attributes_bytes(pool, attributes)
        rest += attributes_bytes(pool, self.attributes)
        return (u4(0xcafebabe) + u2(self.minor) + u2(self.major)
                + pool.bytes() + rest)

    def write(self, folder) -> None:
        """Below `folder`, where a class path has it."""
        path = folder / f"{self.name}.class"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.bytes())
