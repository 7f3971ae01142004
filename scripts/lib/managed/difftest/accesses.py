"""The kinds of accesses and other statements that ir.py puts into functions.

`access_KIND` uses memory at a checked pointer; `other_KIND` does something
else. A kind that ir.COMMON does not list belongs to a processor feature.
"""

from collections import Counter

POINTERS, FUNCTIONS, RESERVED_END = 512, 1024, 1536
# Offsets stay within the area on either side of any pointer.
LIMIT = 6000

INTEGERS = ("i8", "i16", "i32", "i64")
SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "i128": 16, "float": 4,
         "double": 8, "ptr": 8, "x86_fp80": 16}

# Flags of a function that Driver.c must know.
Q_MAY_BE_NULL, P_IS_FS_RELATIVE = 1, 2


def kinds_of(nodes: list) -> Counter:
    """How often each kind of access occurs."""
    result = Counter()
    for node in nodes:
        if node[0] == "access":
            result[node[2]] += 1
        elif node[0] == "branch":
            for arm in node[2]:
                result += kinds_of(arm)
        elif node[0] != "other":
            result += kinds_of(node[2])
    return result


def vector_parts(kind: str):
    count, element = kind.strip("<>").split(" x ")
    return int(count), element


class Accesses:
    """The part of ir.Emitter that knows the kinds."""

    # --- Accesses -----------------------------------------------------------

    def access_load(self, rng):
        kind = rng.choice(INTEGERS + ("i128", "float", "double", "ptr"))
        place, align = self.place(rng, SIZES[kind], False)
        loaded = self.value(f"load {kind}, {self.ptr} {place}, align {align}")
        self.mix(self.as_i64(loaded, kind, rng), rng)

    def access_store(self, rng):
        kind = rng.choice(INTEGERS + ("float", "double"))
        place, align = self.place(rng, SIZES[kind] + 32, True)
        value = rng.choice((
            "0" if kind in INTEGERS else "0.0",
            self.from_i64(rng.choice((self.acc, "%a", "%b")), kind, rng)))
        self.put(f"store {kind} {value}, {self.ptr} {place}, align {align}")

    def access_modify(self, rng):
        kind = rng.choice(INTEGERS)
        place, align = self.place(rng, SIZES[kind] + 32, True)
        loaded = self.value(f"load {kind}, {self.ptr} {place}, align {align}")
        other = rng.choice(
            ("1", "-1", "42", self.from_i64("%a", kind, rng)))
        operation = rng.choice(("add", "sub", "and", "or", "xor"))
        if rng.random() < 0.2:
            operation, other = rng.choice(("shl", "lshr", "ashr")), "3"
        changed = self.value(f"{operation} {kind} {loaded}, {other}")
        self.put(f"store {kind} {changed}, {self.ptr} {place}, align {align}")
        if rng.random() < 0.3:
            test = self.value(f"icmp slt {kind} {changed}, 0")
            self.mix(self.value(f"zext i1 {test} to i64"), rng)

    def access_operand(self, rng):
        """A load that may become the operand of another instruction."""
        kind = rng.choice(("i16", "i32", "i64"))
        place, align = self.place(rng, SIZES[kind], False)
        loaded = self.value(f"load {kind}, {self.ptr} {place}, align {align}")
        name = rng.choice(("ctpop", "bswap", "ctlz", "cttz", "mul", "cmp",
                           "sub", "umax"))
        small = self.from_i64("%a", kind, rng)
        if name in ("ctpop", "bswap"):
            self.declare(f"{kind} @llvm.{name}.{kind}({kind})")
            result = self.value(
                f"call {kind} @llvm.{name}.{kind}({kind} {loaded})")
        elif name in ("ctlz", "cttz"):
            self.declare(f"{kind} @llvm.{name}.{kind}({kind}, i1)")
            result = self.value(f"call {kind} @llvm.{name}.{kind}"
                                f"({kind} {loaded}, i1 false)")
        elif name == "umax":
            self.declare(f"{kind} @llvm.umax.{kind}({kind}, {kind})")
            result = self.value(f"call {kind} @llvm.umax.{kind}"
                                f"({kind} {loaded}, {kind} {small})")
        elif name == "cmp":
            test = self.value(f"icmp ult {kind} {small}, {loaded}")
            result = self.value(f"select i1 {test}, {kind} {small}, "
                                f"{kind} 77")
        else:
            result = self.value(f"{name} {kind} {small}, {loaded}")
        self.mix(self.as_i64(result, kind, rng), rng)

    def access_float(self, rng):
        """Arithmetic on what is loaded; only a comparison is observed."""
        kind = rng.choice(("float", "double"))
        place, align = self.place(rng, SIZES[kind], False)
        loaded = self.value(f"load {kind}, {self.ptr} {place}, align {align}")
        other = self.value(f"sitofp i64 %a to {kind}")
        operation = rng.choice(("fadd", "fsub", "fmul", "fdiv"))
        result = self.value(f"{operation} {kind} {other}, {loaded}")
        test = self.value(f"fcmp {rng.choice(('olt', 'uno', 'ueq'))} {kind} "
                          f"{result}, 1.0")
        self.mix(self.value(f"zext i1 {test} to i64"), rng)

    def access_vector(self, rng):
        kind = rng.choice(("<4 x i32>", "<2 x i64>", "<16 x i8>",
                           "<4 x float>", "<2 x double>", "<8 x i32>",
                           "<2 x i32>"))
        count, element = vector_parts(kind)
        size = count * SIZES[element]
        natural = rng.choice((None, size))
        if rng.random() < 0.5:
            place, align = self.place(rng, size, False, natural)
            loaded = self.value(f"load {kind}, {self.ptr} {place}, "
                                f"align {align}")
            if element.startswith("i"):
                other = self.from_i64("%a", kind, rng)
                operation = rng.choice(("add", "and", "xor"))
                loaded = self.value(f"{operation} {kind} {other}, {loaded}")
            self.mix(self.as_i64(loaded, kind, rng), rng)
        else:
            value = self.from_i64(self.acc, kind, rng)
            place, align = self.place(rng, size + 32, True, natural)
            self.put(f"store {kind} {value}, {self.ptr} {place}, align {align}"
                     + rng.choice(("", ", !nontemporal !1"))
                     * bool(natural))

    def access_atomic(self, rng):
        kind = rng.choice(INTEGERS)
        size = SIZES[kind]
        order = rng.choice(("monotonic", "acquire", "release", "acq_rel",
                            "seq_cst"))
        write = rng.random() < 0.7
        place, align = self.place(rng, size + 32, True, size)
        value = self.from_i64("%a", kind, rng)
        if not write:
            order = {"release": "seq_cst", "acq_rel": "acquire"}.get(
                order, order)
            old = self.value(f"load atomic {kind}, {self.ptr} {place} "
                             f"{order}, align {align}")
        elif rng.random() < 0.3:
            order = {"acquire": "seq_cst", "acq_rel": "release"}.get(
                order, order)
            self.put(f"store atomic {kind} {value}, {self.ptr} {place} "
                     f"{order}, align {align}")
            return
        elif rng.random() < 0.3:
            pair = self.value(f"cmpxchg {self.ptr} {place}, {kind} 0, "
                              f"{kind} {value} seq_cst monotonic")
            old = self.value(f"extractvalue {{ {kind}, i1 }} {pair}, 0")
        else:
            operation = rng.choice(("add", "sub", "xchg", "and", "or", "xor",
                                    "umax", "min", "nand"))
            old = self.value(f"atomicrmw {operation} {self.ptr} {place}, "
                             f"{kind} {value} {order}")
            if rng.random() < 0.3:
                return
        self.mix(self.as_i64(old, kind, rng), rng)

    def access_volatile(self, rng):
        kind = rng.choice(INTEGERS)
        if rng.random() < 0.5:
            place, align = self.place(rng, SIZES[kind], False)
            loaded = self.value(f"load volatile {kind}, {self.ptr} {place}, "
                                f"align {align}")
            self.mix(self.as_i64(loaded, kind, rng), rng)
        else:
            value = self.from_i64("%a", kind, rng)
            place, align = self.place(rng, SIZES[kind] + 32, True)
            self.put(f"store volatile {kind} {value}, {self.ptr} {place}, "
                     f"align {align}")

    def access_fields(self, rng):
        """Neighbouring fields: paired loads and stores."""
        kind = rng.choice(("i32", "i64", "double"))
        size, count = SIZES[kind], rng.choice((2, 2, 3, 4))
        pointer = rng.choice(self.pointers[-2:])
        write = rng.random() < 0.4
        first = self.offset(rng, size * count + 32, size, write)
        if first + size * count > LIMIT:
            first = 0
        for n in range(count):
            place = self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                               f"i64 {first + n * size}")
            if write:
                value = self.from_i64(("%a", "%b")[n % 2], kind, rng)
                self.put(f"store {kind} {value}, {self.ptr} {place}, "
                         f"align {size}")
            else:
                loaded = self.value(f"load {kind}, {self.ptr} {place}, "
                                    f"align {size}")
                self.mix(self.as_i64(loaded, kind, rng), rng)

    def access_copy(self, rng):
        ptr, mangled = self.ptr, self.mangled
        load = f"@llvm.memcpy.p0.{mangled}.i64"
        store = f"@llvm.memcpy.{mangled}.p0.i64"
        fill = f"@llvm.memset.{mangled}.i64"
        self.declare(f"void {load}(ptr, {ptr}, i64, i1)")
        self.declare(f"void {store}({ptr}, ptr, i64, i1)")
        self.declare(f"void {fill}({ptr}, i8, i64, i1)")
        size = rng.choice((8, 12, 16, 24, 32, 40, 64, 500))
        pointer = rng.choice(self.pointers[-2:])
        # The pointers in the area stay.
        offset = rng.choice((1700, 4064) if size == 500
                            else (0, 8, 32, 1700, 4064))
        place = self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                           f"i64 {offset}")
        shape = rng.random()
        if shape < 0.4:
            self.put(f"call void {load}(ptr {self.buffer}, {ptr} {place}, "
                     f"i64 {size}, i1 false)")
            loaded = self.value(f"load i64, ptr {self.buffer}, align 8")
            self.mix(loaded, rng)
        elif shape < 0.7:
            self.put(f"call void {store}({ptr} {place}, ptr {self.buffer}, "
                     f"i64 {size}, i1 false)")
        else:
            self.put(f"call void {fill}({ptr} {place}, "
                     f"i8 {rng.randrange(128)}, i64 {size}, i1 false)")

    def access_select(self, rng):
        pointer = rng.choice(self.pointers[-2:])
        first = self.offset(rng, 8, 1, False)
        second = self.offset(rng, 8, 1, False)
        test = self.value("icmp sgt i64 %a, 1")
        offset = self.value(f"select i1 {test}, i64 {first}, i64 {second}")
        place = self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                           f"i64 {offset}")
        self.mix(self.value(f"load i64, {self.ptr} {place}, align 1"), rng)

    def access_aliasing(self, rng):
        """A store that may hit what is loaded right after it."""
        if self.function.flags & Q_MAY_BE_NULL:
            self.access_modify(rng)
            return
        pointer = rng.choice(self.pointers[-2:])
        offset = rng.choice((0, 8, 40))
        there = self.value(f"getelementptr i8, {self.ptr} %q, i64 {offset}")
        self.put(f"store i64 %a, {self.ptr} {there}, align 8")
        place = self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                           f"i64 {offset}")
        self.mix(self.value(f"load i64, {self.ptr} {place}, align 8"), rng)

    def access_call(self, rng):
        """A call of a function whose address is in the object."""
        pointer = rng.choice(self.pointers[-2:])
        place = self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                           f"i64 {FUNCTIONS + 8 * rng.randrange(32)}")
        callee = self.value(f"load ptr, {self.ptr} {place}, align 8")
        self.mix(self.value(f"call i64 {callee}(i64 {self.acc})"), rng)

    def access_passed(self, rng):
        """A call that promises what it reads through its argument."""
        pointer = rng.choice(self.pointers[-2:])
        self.declare(f"void @look({self.ptr})")
        place = self.value(f"getelementptr i8, {self.ptr} {pointer}, "
                           f"i64 {rng.choice((0, 0, 8, 48, 4088, 4096))}")
        if rng.random() < 0.3:
            self.mix(self.value(f"load i64, ptr {self.buffer}, align 8"), rng)
        self.put(f"call void @look({self.ptr} "
                 f"dereferenceable({rng.choice((1, 4, 8))}) {place})")

    def access_indexed(self, rng):
        """An element of an array, at an index of 32 bits."""
        pointer = rng.choice(self.pointers[-2:])
        index = self.index_of.get(pointer)
        if not index:
            self.access_load(rng)
            return
        size, offset = rng.choice((1, 2, 4, 8, 16, 24)), rng.choice((0, 0, 8))
        wide = self.value(f"{rng.choice(('sext', 'zext'))} i32 {index} to i64")
        element = self.value(f"getelementptr [{size} x i8], {self.ptr} "
                             f"{pointer}, i64 {wide}")
        place = self.value(f"getelementptr i8, {self.ptr} {element}, "
                           f"i64 {offset}")
        kind = rng.choice(INTEGERS)
        # The pointers in the area stay.
        if size <= 4 and rng.random() < 0.3:
            value = self.from_i64("%a", kind, rng)
            self.put(f"store {kind} {value}, {self.ptr} {place}, align 1")
        else:
            loaded = self.value(f"load {kind}, {self.ptr} {place}, align 1")
            self.mix(self.as_i64(loaded, kind, rng), rng)

    def access_counted(self, rng):
        """An element of an array, at the number of a loop's iteration."""
        if not self.counters:
            self.access_load(rng)
            return
        kind, flags = rng.choice(INTEGERS), rng.choice(("", "inbounds nuw "))
        pointer = rng.choice(self.pointers[-2:])
        # Up to 7 times the size: on the second page.
        size, offset = rng.choice((8, 64, 680)), rng.choice((0, 0, 8, 96))
        element = self.value(f"getelementptr {flags}[{size} x i8], {self.ptr} "
                             f"{pointer}, i64 {rng.choice(self.counters)}")
        place = self.value(f"getelementptr i8, {self.ptr} {element}, "
                           f"i64 {offset}")
        loaded = self.value(f"load {kind}, {self.ptr} {place}, align 1")
        self.mix(self.as_i64(loaded, kind, rng), rng)

    def access_moved(self, rng):
        """A store of what is loaded first, maybe from another object."""
        kind = rng.choice(INTEGERS)
        source, _ = self.place(rng, SIZES[kind], False)
        target, _ = self.place(rng, SIZES[kind] + 32, True)
        loaded = self.value(f"load {kind}, {self.ptr} {source}, align 1")
        self.put(f"store {kind} {loaded}, {self.ptr} {target}, align 1")

    def access_prefetch(self, rng):
        name = f"@llvm.prefetch.{self.mangled}"
        self.declare(f"void {name}({self.ptr}, i32, i32, i32)")
        place, _ = self.place(rng, 1, False)
        self.put(f"call void {name}({self.ptr} {place}, "
                 f"i32 {rng.randrange(2)}, i32 {rng.randrange(1, 4)}, i32 1)")

    def mask(self, count: int) -> str:
        """A mask that may be all zeros; from before the check if it can."""
        if count in self.masks:
            return self.masks[count]
        small = self.value(f"trunc i64 %b to i{count}")
        return self.value(f"bitcast i{count} {small} to <{count} x i1>")

    def predicate(self) -> str:
        if 0 in self.masks:
            return self.masks[0]
        kind = "<vscale x 4 x i1>"
        self.declare(f"{kind} @llvm.get.active.lane.mask.nxv4i1.i64"
                     "(i64, i64)")
        limit = self.value("and i64 %b, 3")
        return self.value(f"call {kind} @llvm.get.active.lane.mask.nxv4i1.i64"
                          f"(i64 0, i64 {limit})")

    def early_masks(self) -> None:
        """Makes the masks before the first check, in some functions.

        They are stored there, too, so that they are not computed later.
        """
        kinds = kinds_of(self.function.nodes)
        if self.function.index % 3 == 0:
            return
        if kinds["masked"]:
            for count, element in ((2, "i64"), (4, "i32"), (8, "i32")):
                self.masks[count] = self.mask(count)
                wide = self.value(f"sext <{count} x i1> {self.masks[count]} "
                                  f"to <{count} x {element}>")
                self.put(f"store <{count} x {element}> {wide}, "
                         f"ptr {self.buffer}, align 32")
        if kinds["predicated"]:
            self.masks[0] = self.predicate()
            wide = self.value(f"sext <vscale x 4 x i1> {self.masks[0]} to "
                              "<vscale x 4 x i32>")
            self.put(f"store <vscale x 4 x i32> {wide}, ptr {self.buffer}, "
                     "align 16")

    def access_masked(self, rng):
        kind = rng.choice(("<4 x i32>", "<8 x float>", "<4 x i64>",
                           "<2 x double>"))
        count, element = vector_parts(kind)
        suffix = f"v{count}{element.replace('float', 'f32')}"
        suffix = suffix.replace("double", "f64") + f".{self.mangled}"
        mask = self.mask(count)
        if rng.random() < 0.6:
            self.declare(f"{kind} @llvm.masked.load.{suffix}"
                         f"({self.ptr}, <{count} x i1>, {kind})")
            place, align = self.place(rng, 32, False)
            loaded = self.value(
                f"call {kind} @llvm.masked.load.{suffix}({self.ptr} "
                f"align {align} {place}, <{count} x i1> {mask}, "
                f"{kind} zeroinitializer)")
            self.mix(self.as_i64(loaded, kind, rng), rng)
        else:
            self.declare(f"void @llvm.masked.store.{suffix}"
                         f"({kind}, {self.ptr}, <{count} x i1>)")
            value = self.from_i64("%a", kind, rng)
            place, align = self.place(rng, 64, True)
            self.put(f"call void @llvm.masked.store.{suffix}({kind} "
                     f"{value}, {self.ptr} align {align} {place}, "
                     f"<{count} x i1> {mask})")

    def access_x87(self, rng):
        place, align = self.place(rng, 16, False, 16)
        loaded = self.value(f"load x86_fp80, {self.ptr} {place}, "
                            f"align {align}")
        self.mix(self.as_i64(loaded, "x86_fp80", rng), rng)

    def access_gs(self, rng):
        """Through %gs, whose base is zero in the driver."""
        place, align = self.place(rng, 8, False)
        there = self.value(f"addrspacecast {self.ptr} {place} to "
                           "ptr addrspace(256)")
        self.mix(self.value(f"load i64, ptr addrspace(256) {there}, "
                            f"align {align}"), rng)

    def access_fs(self, rng):
        """Through %fs; the driver passes %p less the base of %fs."""
        kind = rng.choice(("i32", "i64"))
        offset = 8 * rng.randrange(4)
        there = self.value(f"addrspacecast {self.ptr} %p to "
                           "ptr addrspace(257)")
        place = self.value(f"getelementptr i8, ptr addrspace(257) {there}, "
                           f"i64 {offset}")
        # Unrelated to what is there on null.
        if rng.random() < 0.5:
            loaded = self.value(f"load {kind}, ptr addrspace(257) {place}, "
                                "align 1")
            self.mix(self.as_i64(loaded, kind, rng), rng)
        else:
            loaded = self.value(f"load volatile {kind}, "
                                f"ptr addrspace(257) {place}, align 1")
            test = self.value(f"icmp eq {kind} {loaded}, 12345")
            self.mix(self.value(f"zext i1 {test} to i64"), rng)

    def access_scalable(self, rng):
        """An unpredicated scalable vector, at a multiple of its length."""
        kind = "<vscale x 4 x i32>"
        pointer = rng.choice(self.pointers[-2:])
        multiple = rng.choice((0, 1, 3, 7, 20))
        place = self.value(f"getelementptr {kind}, {self.ptr} {pointer}, "
                           f"i64 {multiple}")
        loaded = self.value(f"load {kind}, {self.ptr} {place}, align 16")
        lane = self.value(f"extractelement {kind} {loaded}, i32 1")
        self.mix(self.as_i64(lane, "i32", rng), rng)

    def access_predicated(self, rng):
        """A scalable vector under a predicate that may be empty."""
        kind, mask_kind = "<vscale x 4 x i32>", "<vscale x 4 x i1>"
        name = f"@llvm.masked.load.nxv4i32.{self.mangled}"
        self.declare(f"{kind} {name}({self.ptr}, {mask_kind}, {kind})")
        mask = self.predicate()
        place, align = self.place(rng, 16, False, 4)
        loaded = self.value(
            f"call {kind} {name}({self.ptr} align {align} {place}, "
            f"{mask_kind} {mask}, {kind} zeroinitializer)")
        lane = self.value(f"extractelement {kind} {loaded}, i32 0")
        self.mix(self.as_i64(lane, "i32", rng), rng)

    # --- Other statements ---------------------------------------------------

    def other_observe(self, rng):
        self.put(f"call void @observe(i64 {self.acc})")

    def other_compute(self, rng):
        shift = self.value(f"lshr i64 {self.acc}, {rng.randrange(1, 60)}")
        self.mix(shift, rng)

    def other_store_elsewhere(self, rng):
        self.put(f"store i64 {self.acc}, ptr {self.buffer}, align 8")

    def other_load_q(self, rng):
        if self.function.flags & Q_MAY_BE_NULL:
            self.other_compute(rng)
            return
        place = self.value(f"getelementptr i8, {self.ptr} %q, "
                           f"i64 {8 * rng.randrange(40)}")
        self.mix(self.value(f"load i64, {self.ptr} {place}, align 8"), rng)

    def other_fence(self, rng):
        self.put(rng.choice(("fence seq_cst", "fence acquire")))
