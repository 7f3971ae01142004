"""Makes functions with marked null checks up, as LLVM IR text.

A function is a tree of nodes, and each node has its own seed, so that leaving
nodes out (which the reducer does) does not change the others:

  ("access", seed, kind)      uses memory at a checked pointer
  ("other", seed, kind)       does something else, such as a call
  ("check", seed, body)       null check of another pointer, then body
  ("row", seed, body)         checks of some pointers in a row, then body
  ("default", seed, body)     a checked pointer or another one, then body
  ("branch", seed, arms)      a branch or switch, one body per arm
  ("loop", seed, body)        a loop of up to seven rounds

Every function is `i64 (ptr %p, ptr %q, i64 %a, i64 %b)`, and the pointers that
are checked may be of another address space. All memory that they reach is laid
out by Driver.c: each area has integers, pointers that
may be null at POINTERS, and pointers to functions at FUNCTIONS. What a
function observes goes into an accumulator, which it returns. The null path
returns values that were computed before the check, so that a register that a
hoisted instruction overwrote is noticed. In some functions, it needs none.

No function has undefined behaviour, on any arguments the driver passes: what
is after a check is dereferenceable if it is not null, shift amounts and
indices are masked, and floating-point values are only moved and compared.
"""

import random
from dataclasses import dataclass, field

from .accesses import (LIMIT, POINTERS, P_IS_FS_RELATIVE, Q_MAY_BE_NULL,
                       RESERVED_END, Accesses, kinds_of, vector_parts)

PAGE = 4096


@dataclass
class Config:
    """What the code is compiled for, as far as the text depends on it."""

    name: str
    triple: str
    # Kinds of accesses beyond the common ones.
    extra: tuple = ()
    # The address space of the pointers that are checked.
    space: int = 0
    # Whether the guard is the wide one.
    wide: bool = False

    @property
    def is_x86(self) -> bool:
        return self.triple.startswith("x86_64")


@dataclass
class Function:
    index: int
    nodes: list = field(default_factory=list)
    flags: int = 0

    @property
    def mark(self) -> int:
        """The number of the metadata node that marks its checks: every other
        function has a site id, its index."""
        return 1_000_000 + self.index if self.index % 2 else 0


class Emitter(Accesses):
    """Writes one function."""

    def __init__(self, config: Config, function: Function, name: str,
                 debug: bool):
        self.config, self.function, self.name = config, function, name
        self.debug = debug
        # The type of pointers that are checked, and its name in intrinsics.
        self.ptr = f"ptr addrspace({config.space})" if config.space else "ptr"
        self.mangled = f"p{config.space}"
        self.lines, self.declarations = [], set()
        self.temporaries = self.labels = 0
        self.acc, self.block = "%a", "entry"
        self.pointers, self.masks = [], {}
        # Memory of this version alone; the driver compares it.
        self.buffer = "@buffer." + name[0]
        self.null_blocks = []
        # Variables that hold pointers, and which pointer came out of which.
        self.variables, self.variable_of = [], {}
        # Numbers of 32 bits that are small unless the pointer is null.
        self.index_of = {}
        # The counters of the loops that are open: numbers up to 7.
        self.counters = []
        # Whether null blocks use no values.
        self.bare = random.Random(f"bare{function.index}").random() < 0.4

    # --- Plain text ---------------------------------------------------------

    def put(self, text: str) -> None:
        suffix = f", !dbg !L{self.name}!" if self.debug else ""
        self.lines.append("  " + text + suffix)

    def value(self, text: str) -> str:
        self.temporaries += 1
        name = f"%t{self.temporaries}"
        self.put(f"{name} = {text}")
        if self.debug and not text.startswith("phi"):
            # Enough of them to fill any window of instructions.
            for n in range(4):
                value = (f"{self.ptr} %p", f"{self.ptr} %q", "i64 %a",
                         "i64 %b")[(self.temporaries + n) % 4]
                self.lines.append(
                    f"  #dbg_value({value}, !V{n}{self.name}!, "
                    f"!DIExpression(), !L{self.name}!)")
        return name

    def label(self, stem: str) -> str:
        self.labels += 1
        return f"{stem}{self.labels}"

    def begin(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.block = label

    def declare(self, text: str) -> None:
        self.declarations.add("declare " + text)

    def mix(self, value: str, rng) -> None:
        """Puts an i64 into the accumulator."""
        if rng.random() < 0.4:
            self.acc = self.value(f"add i64 {self.acc}, {value}")
        else:
            odd = rng.choice((3, 5, 0x9E3779B97F4A7C15 - (1 << 64), 31))
            product = self.value(f"mul i64 {self.acc}, {odd}")
            self.acc = self.value(f"xor i64 {product}, {value}")

    def as_i64(self, value: str, kind: str, rng) -> str:
        if kind == "i64":
            return value
        if kind in ("i8", "i16", "i32"):
            return self.value(
                f"{rng.choice(('zext', 'sext'))} {kind} {value} to i64")
        if kind == "i128":
            high = self.value(f"lshr i128 {value}, 64")
            mixed = self.value(f"xor i128 {value}, {high}")
            return self.value(f"trunc i128 {mixed} to i64")
        if kind in ("float", "double"):
            bits = "i32" if kind == "float" else "i64"
            return self.as_i64(
                self.value(f"bitcast {kind} {value} to {bits}"), bits, rng)
        if kind == "x86_fp80":
            less = self.value(f"fcmp olt x86_fp80 {value}, "
                              "0xK3FFF8000000000000000")
            return self.value(f"zext i1 {less} to i64")
        if kind == "ptr":
            return self.value(f"ptrtoint ptr {value} to i64")
        # A fixed vector: one element.
        count, element = vector_parts(kind)
        lane = self.value(
            f"extractelement {kind} {value}, i32 {rng.randrange(count)}")
        return self.as_i64(lane, element, rng)

    def from_i64(self, value: str, kind: str, rng) -> str:
        """A value of `kind` made from an i64."""
        if kind == "i64":
            return value
        if kind in ("i8", "i16", "i32"):
            return self.value(f"trunc i64 {value} to {kind}")
        if kind == "i128":
            return self.value(f"zext i64 {value} to i128")
        if kind == "float":
            return self.value(f"bitcast i32 "
                              f"{self.from_i64(value, 'i32', rng)} to float")
        if kind == "double":
            return self.value(f"bitcast i64 {value} to double")
        count, element = vector_parts(kind)
        lane = self.from_i64(value, element, rng)
        first = self.value(f"insertelement {kind} zeroinitializer, "
                           f"{element} {lane}, i32 {rng.randrange(count)}")
        return self.value(f"insertelement {kind} {first}, {element} {lane}, "
                          f"i32 {rng.randrange(count)}")

    # --- Addresses ----------------------------------------------------------

    def offset(self, rng, size: int, align: int, write: bool) -> int:
        """Where an access goes; writes spare the pointers in the area."""
        while True:
            shape = rng.random()
            if shape < 0.55:
                offset = rng.randrange(0, 128)
            elif shape < 0.75:
                offset = rng.randrange(0, PAGE)
            elif shape < 0.9:
                offset = PAGE + rng.randrange(-2 * size, 2 * size + 1)
            elif shape < 0.95:
                offset = -rng.randrange(1, 300)
            else:
                offset = rng.randrange(PAGE, LIMIT - 64)
            offset -= offset % align
            if not write or offset + size <= POINTERS - 64 \
                    or offset >= RESERVED_END + 64:
                return offset

    def address(self, pointer: str, offset: int, rng) -> str:
        """The pointer plus an offset, in one of several spellings."""
        shape = rng.random()
        if offset == 0 and shape < 0.7:
            return pointer
        if shape < 0.8:
            return self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                              f"i64 {offset}")
        if shape < 0.9 and offset >= 0:
            # Part of the offset is in a 32-bit register.
            small = self.value("trunc i64 %b to i32")
            index = self.value(f"and i32 {small}, {rng.choice((7, 24))}")
            wide = self.value(f"{rng.choice(('zext', 'sext'))} i32 {index} "
                              "to i64")
        else:
            wide = self.value(f"and i64 %b, {rng.choice((3, 24, 240, 248))}")
        flags = ""
        if offset >= 0 and rng.random() < 0.5:
            # An element of an array that begins at the pointer.
            wide = self.value(f'call i64 asm "", "=r,0"(i64 {wide})')
            flags = "inbounds nuw "
        # The access is aligned for no more than a byte then.
        first = self.value(f"getelementptr {flags}i8, {self.ptr} {pointer}, "
                           f"i64 {wide}")
        return self.value(f"getelementptr i8, {self.ptr} {first}, "
                          f"i64 {offset}")

    def place(self, rng, kind_size: int, write: bool, natural: int = None):
        """An address and its alignment for an access of `kind_size` bytes."""
        pointer = rng.choice(self.pointers[-2:])
        if natural:
            offset = self.offset(rng, kind_size, natural, write)
            return self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                              f"i64 {offset}"), natural
        offset = self.offset(rng, kind_size, 1, write)
        return self.address(pointer, offset, rng), 1

    # --- Nodes --------------------------------------------------------------

    def body(self, nodes: list) -> None:
        scope, indices = list(self.pointers), dict(self.index_of)
        for node in nodes:
            rng = random.Random(node[1])
            if node[0] == "access":
                getattr(self, "access_" + node[2])(rng)
            elif node[0] == "other":
                getattr(self, "other_" + node[2])(rng)
            elif node[0] == "check":
                self.check(rng, self.new_pointer(rng))
                self.body(node[2])
            elif node[0] == "row":
                for pointer in [self.new_pointer(rng)
                                for _ in range(rng.randrange(2, 4))]:
                    self.check(rng, pointer)
                self.body(node[2])
            elif node[0] == "default":
                self.default(rng, node[2])
            elif node[0] == "branch":
                self.branch(rng, node[2])
            else:
                self.loop(rng, node[2])
        self.pointers, self.index_of = scope, indices

    def new_pointer(self, rng) -> str:
        """A pointer out of memory; it may be null."""
        if self.function.flags & Q_MAY_BE_NULL and rng.random() < 0.3 \
                and "%q" not in self.pointers:
            return "%q"
        base = rng.choice(self.pointers)
        place = self.value(f"getelementptr i8, {self.ptr} {base}, "
                           f"i64 {POINTERS + 8 * rng.randrange(24)}")
        if self.counters and rng.random() < 0.4:
            # Another one in each iteration.
            place = self.value(f"getelementptr i64, {self.ptr} {place}, "
                               f"i64 {rng.choice(self.counters)}")
        return self.value(f"load {self.ptr}, {self.ptr} {place}, align 8")

    def check(self, rng, pointer: str) -> None:
        """Branches to a null block unless `pointer` is not null."""
        if rng.random() < 0.2:
            pointer = self.variable(pointer)
        equal, unequal = "eq", "ne"
        shape = rng.random()
        if shape < 0.15:
            number = self.value(f"ptrtoint {self.ptr} {pointer} to i64")
            operands = f"i64 {number}, 0"
        elif shape < 0.25:
            # All small addresses count as null.
            number = self.value(f"ptrtoint {self.ptr} {pointer} to i64")
            operands = f"i64 {number}, {rng.choice((1, 8, 1000, 4096, 5000))}"
            equal, unequal = "ult", "uge"
        elif shape < 0.35:
            pointer = self.sum(pointer, 8 * rng.randrange(1, 9))
            operands = f"{self.ptr} {pointer}, null"
        else:
            operands = f"{self.ptr} {pointer}, null"
        index = self.config.wide and rng.random() < 0.6 and \
            self.index(pointer, rng)
        fine = self.label("fine")
        shared = [n for n in self.null_blocks if n["shared"]]
        if shared and rng.random() < 0.5:
            null = rng.choice(shared)
        else:
            null = {"label": self.label("null"), "from": [], "rng": rng,
                    "shared": rng.random() < 0.5}
            self.null_blocks.append(null)
        if rng.random() < 0.6:
            compare = self.value(f"icmp {equal} {operands}")
            targets = f"label %{null['label']}, label %{fine}"
        else:
            compare = self.value(f"icmp {unequal} {operands}")
            targets = f"label %{fine}, label %{null['label']}"
        null["from"].append((self.acc, self.block))
        self.put(f"br i1 {compare}, {targets}, !make.implicit "
                 f"!{self.function.mark}")
        self.begin(fine)
        self.pointers.append(self.again(pointer))
        if index:
            self.index_of[self.pointers[-1]] = index

    def variable(self, pointer: str) -> str:
        """The pointer, out of a variable in memory."""
        name = f"%variable{len(self.variables)}"
        self.variables.append(name)
        self.put(f"store {self.ptr} {pointer}, ptr {name}, align 8")
        loaded = self.value(f"load {self.ptr}, ptr {name}, align 8")
        self.variable_of[loaded] = name
        return loaded

    def index(self, pointer: str, rng) -> str:
        """A number of 32 bits of which nothing is known. It is in the area if
        the pointer is not null, and anything if it is."""
        number = self.value(f"ptrtoint {self.ptr} {pointer} to i64")
        hidden = self.value(f'call i64 asm "", "=r,0"(i64 {number})')
        is_null = self.value(f"icmp eq i64 {hidden}, 0")
        wild = self.value(f"mul i64 %a, {rng.randrange(1, 1 << 32)}")
        small = self.value("and i64 %b, 63")
        chosen = self.value(f"select i1 {is_null}, i64 {wild}, i64 {small}")
        narrow = self.value(f"trunc i64 {chosen} to i32")
        return self.value(f'call i32 asm "", "=r,0"(i32 {narrow})')

    def sum(self, pointer: str, distance: int) -> str:
        """The pointer, as the sum of a number that nobody knows and another."""
        number = self.value(f"ptrtoint {self.ptr} {pointer} to i64")
        less = self.value(f"sub i64 {number}, {distance}")
        hidden = self.value(f'call i64 asm "", "=r,0"(i64 {less})')
        base = self.value(f"inttoptr i64 {hidden} to {self.ptr}")
        return self.value(f"getelementptr i8, {self.ptr} {base}, "
                          f"i64 {distance}")

    def again(self, pointer: str) -> str:
        """The pointer, read again if it came out of a variable."""
        name = self.variable_of.get(pointer)
        if not name:
            return pointer
        return self.value(f"load {self.ptr}, ptr {name}, align 8")

    def branch(self, rng, arms: list) -> None:
        join, labels = self.label("join"), [self.label("arm") for _ in arms]
        if len(arms) == 2:
            bit = self.value(f"and i64 %b, {rng.choice((1, 2, 4))}")
            test = self.value(f"icmp eq i64 {bit}, 0")
            self.put(f"br i1 {test}, label %{labels[0]}, label %{labels[1]}")
        else:
            index = self.value("and i64 %b, 7")
            cases = " ".join(f"i64 {n}, label %{label}"
                             for n, label in enumerate(labels[1:]))
            self.put(f"switch i64 {index}, label %{labels[0]} [ {cases} ]")
        before, incoming = self.acc, []
        for label, arm in zip(labels, arms):
            self.acc = before
            self.begin(label)
            self.body(arm)
            incoming.append(f"[ {self.acc}, %{self.block} ]")
            self.put(f"br label %{join}")
        self.begin(join)
        self.acc = self.value("phi i64 " + ", ".join(incoming))

    def default(self, rng, body: list) -> None:
        """Paths join after a check; the other one has another pointer."""
        other, pointer = rng.choice(self.pointers), self.new_pointer(rng)
        known, indices = list(self.pointers), dict(self.index_of)
        arm, join = self.label("arm"), self.label("join")
        bit = self.value(f"and i64 %b, {rng.choice((1, 2, 4))}")
        test = self.value(f"icmp eq i64 {bit}, 0")
        incoming = [(other, self.acc, self.block)]
        self.put(f"br i1 {test}, label %{arm}, label %{join}")
        self.begin(arm)
        if rng.random() < 0.3:
            self.other_compute(rng)
        self.check(rng, pointer)
        incoming.append((pointer, self.acc, self.block))
        self.put(f"br label %{join}")
        self.begin(join)
        one = self.value(f"phi {self.ptr} " + ", ".join(
            f"[ {value}, %{block} ]" for value, _, block in incoming))
        self.acc = self.value("phi i64 " + ", ".join(
            f"[ {value}, %{block} ]" for _, value, block in incoming))
        # An index that was made for the check is not known on both paths.
        self.pointers, self.index_of = known + [one], indices
        self.body(body)

    def loop(self, rng, body: list) -> None:
        head, exit_label = self.label("loop"), self.label("done")
        rounds = self.value("and i64 %b, 7")
        start, shape = "0", rng.random()
        if shape < 0.4:
            # The first number of the counter is not known, or just its width.
            start = self.value("and i64 %b, 1")
            kind = rng.choice(("i32", "i64"))
            narrow = self.from_i64(start, kind, rng)
            hidden = self.value(
                f'call {kind} asm "", "=r,0"({kind} {narrow})')
            start = self.as_i64(hidden, kind, rng)
        before, entry = self.acc, self.block
        self.put(f"br label %{head}")
        self.begin(head)
        # The phis name values that are defined further down.
        counter, self.acc = f"%i.{head}", f"%acc.{head}"
        spot = len(self.lines)
        self.counters.append(counter)
        self.body(body)
        self.counters.pop()
        following = self.value(f"add i64 {counter}, 1")
        last = self.value(f"icmp uge i64 {counter}, {rounds}")
        suffix = f", !dbg !L{self.name}!" if self.debug else ""
        self.lines[spot:spot] = [
            f"  {counter} = phi i64 [ {start}, %{entry} ], "
            f"[ {following}, %{self.block} ]{suffix}",
            f"  %acc.{head} = phi i64 [ {before}, %{entry} ], "
            f"[ {self.acc}, %{self.block} ]{suffix}"]
        self.put(f"br i1 {last}, label %{exit_label}, label %{head}")
        self.begin(exit_label)

    def emit_null_block(self, null: dict) -> None:
        rng = null["rng"]
        self.begin(null["label"])
        if self.bare:
            if rng.random() < 0.5:
                self.put(f"call void @on_null(i64 {rng.randrange(1000)})")
            self.put(f"ret i64 {rng.randrange(1000)}")
            return
        acc = self.value("phi i64 " + ", ".join(
            f"[ {value}, %{block} ]" for value, block in null["from"]))
        if rng.random() < 0.5:
            self.put(f"call void @on_null(i64 {rng.randrange(1000)})")
        if rng.random() < 0.6:
            acc = self.value(f"xor i64 {acc}, %b")
        if rng.random() < 0.4:
            acc = self.value(f"sub i64 {acc}, %a")
        if rng.random() < 0.3 and not self.function.flags:
            byte = self.value(f"load i8, {self.ptr} %q, align 1")
            acc = self.value(f"add i64 {acc}, {self.as_i64(byte, 'i8', rng)}")
        self.put(f"ret i64 {acc}")

    # --- The whole function -------------------------------------------------

    def text(self, attributes: str) -> str:
        self.begin("entry")
        nodes = self.function.nodes
        # What precedes the first check cannot use %p.
        split = next((n for n, node in enumerate(nodes)
                      if node[0] != "other"), len(nodes))
        self.body(nodes[:split])
        self.early_masks()
        self.check(random.Random(self.function.index), "%p")
        self.body(nodes[split:])
        self.put(f"ret i64 {self.acc}")
        for null in self.null_blocks:
            self.emit_null_block(null)
        debug = f" !dbg !S{self.name}!" if self.debug else ""
        self.lines[1:1] = [f"  {name} = alloca {self.ptr}, align 8"
                           for name in self.variables]
        return (f"define i64 @{self.name}({self.ptr} %p, {self.ptr} %q, "
                f"i64 %a, i64 %b) {attributes}{debug} {{\n"
                + "\n".join(self.lines) + "\n}\n")


COMMON = ("load", "load", "load", "store", "store", "modify", "modify",
          "operand", "operand", "float", "vector", "vector", "atomic",
          "volatile", "fields", "fields", "copy", "select", "aliasing",
          "call", "prefetch", "passed", "passed", "moved", "moved", "counted",
          "counted")
OTHER = ("observe", "compute", "compute", "store_elsewhere", "load_q",
         "fence")


def make_function(seed: int, index: int, config: Config,
                  only: tuple = ()) -> Function:
    """Function `index` of `seed`; it depends on nothing else.

    With `only`, its accesses are of these kinds.
    """
    rng = random.Random(f"{seed}/{index}/{config.name}")
    function = Function(index)

    def fresh():
        return rng.getrandbits(60)

    if config.is_x86 and (only == ("fs",) or not only
                          and rng.random() < 0.05):
        function.flags = P_IS_FS_RELATIVE
        function.nodes = [("other", fresh(), rng.choice(OTHER))] \
            * rng.randrange(2) + [("access", fresh(), "fs")] \
            * rng.randrange(1, 3)
        return function
    if rng.random() < 0.3:
        function.flags = Q_MAY_BE_NULL

    kinds = only or COMMON + tuple(config.extra) * 2 \
        + ("indexed",) * (8 * config.wide)

    def body(depth: int) -> list:
        nodes = []
        for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
            shape = rng.random()
            if shape < 0.7 or depth == 3:
                nodes.append(("access", fresh(), rng.choice(kinds)))
            elif shape < 0.8:
                nodes.append(("other", fresh(), rng.choice(OTHER)))
            elif shape < 0.9:
                kind = rng.choice(("check", "check", "row", "default"))
                nodes.append((kind, fresh(), body(depth + 1)))
            elif shape < 0.95:
                arms = rng.choice((2, 2, 2, 4))
                nodes.append(("branch", fresh(),
                              [body(depth + 1) for _ in range(arms)]))
            else:
                nodes.append(("loop", fresh(), body(depth + 1)))
        return nodes

    for _ in range(rng.choice((0, 0, 1, 2))):
        function.nodes.append(("other", fresh(), rng.choice(OTHER)))
    function.nodes += body(0)
    return function


def module_text(functions: list, config: Config, implicit: bool,
                attribute: bool, debug: bool = False,
                promises: bool = True) -> str:
    """A module with one version of each function.

    With `promises`, some checks say that their pointers can be read from.
    The explicit one also holds the table that the driver walks.
    """
    prefix = "i" if implicit else "e"
    definitions, declarations, metadata = [], set(), []
    for function in functions:
        emitter = Emitter(config, function, f"{prefix}{function.index}",
                          debug)
        definitions.append(emitter.text("#0"))
        declarations |= emitter.declarations
    text = [f'target triple = "{config.triple}"', "",
            f"@buffer.{prefix} = dso_local global [64 x i64] "
            "zeroinitializer, align 64",
            "declare void @on_null(i64)", "declare void @observe(i64)",
            *sorted(declarations), "", *definitions]
    if not implicit:
        entry = "{ ptr, ptr, i32, i32 }"
        text += [f"declare i64 @i{f.index}(ptr, ptr, i64, i64)"
                 for f in functions]
        text += ["@buffer.i = external global [64 x i64]"]
        text += [f"@functions = constant [{len(functions)} x {entry}] ["
                 + ", ".join(
                     f"{entry} {{ ptr @e{f.index}, ptr @i{f.index}, "
                     f"i32 {f.index}, i32 {f.flags} }}" for f in functions)
                 + "]",
                 f"@function_count = constant i32 {len(functions)}"]
    extra = ' "implicit-null-checks"' if implicit and attribute else ""
    if extra and config.wide:
        extra += '="wide"'
    if config.space:
        extra += f' "implicit-null-check-address-spaces"="{config.space}"'
    # Without uwtable, -g alone would add frame directives, which the scheduler
    # does not move anything across.
    text += [f"attributes #0 = {{ nounwind uwtable{extra} }}", "", "!0 = !{}",
             "!1 = !{i32 1}"]
    # Every other one with a site id also promises the first word of an area.
    text += [f"!{f.mark} = !{{i32 {f.index}"
             + (", i64 8}" if promises and f.index % 4 == 1
                and not f.flags & P_IS_FS_RELATIVE else "}")
             for f in functions if f.mark]
    if debug:
        text = [debug_metadata(functions, prefix, text)]
    return "\n".join(text) + "\n"


def debug_metadata(functions: list, prefix: str, text: list) -> str:
    """Numbers the placeholders of debug locations and appends their nodes."""
    result = "\n".join(text)
    nodes = ["!llvm.dbg.cu = !{!10}", "!llvm.module.flags = !{!12}",
             "!10 = distinct !DICompileUnit(language: DW_LANG_C11, "
             "file: !11, isOptimized: true, emissionKind: FullDebug)",
             '!11 = !DIFile(filename: "test.c", directory: "/")',
             '!12 = !{i32 2, !"Debug Info Version", i32 3}',
             "!13 = !DISubroutineType(types: !14)", "!14 = !{!15, !15}",
             '!15 = !DIBasicType(name: "long", size: 64, '
             "encoding: DW_ATE_signed)"]
    for order, function in enumerate(functions):
        name, number = f"{prefix}{function.index}", 20 + 8 * order
        nodes += [
            f'!{number} = distinct !DISubprogram(name: "{name}", '
            f"scope: !11, file: !11, line: {function.index + 1}, type: !13, "
            f"spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !10)",
            f"!{number + 1} = !DILocation(line: {function.index + 1}, "
            f"column: 1, scope: !{number})",
            *(f'!{number + 2 + n} = !DILocalVariable(name: "v{n}", '
              f"scope: !{number}, file: !11, line: 1, type: !15)"
              for n in range(4))]
        for letter, node in (("S", number), ("L", number + 1),
                             *((f"V{n}", number + 2 + n) for n in range(4))):
            result = result.replace(f"!{letter}{name}!", f"!{node}")
    return result + "\n" + "\n".join(nodes)
