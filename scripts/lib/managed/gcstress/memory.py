"""Statements about references in stack objects, in aggregates and in value
types, for program.py. A stack object may be passed by its address, by value or
as the place of a result, be copied, captured, or live in a part of the function
only."""

from . import values

REF = "ptr addrspace(1)"
WORD = 8

# Of objects and of aggregates. References are at 8, 16 and 24.
STRUCT = f"{{ i64, {REF}, [2 x {REF}] }}"
STRUCT_SIZE, STRUCT_REFS = 32, (8, 16, 24)

DECLARATIONS = f"""
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
{values.DECLARATIONS}"""


def place(index: int) -> str:
    """The indices of a reference in a STRUCT."""
    return ("i32 1", "i32 2, i32 0", "i32 2, i32 1")[index]


def address(name: str, index: int) -> str:
    return f"getelementptr {STRUCT}, ptr {name}, i32 0, {place(index)}"


# A callee that fills part of an object between safepoints, one whose result is
# in memory, and one that takes and returns an aggregate.
CALLEES = f"""
define void @gcstress_fill(ptr %s, {REF} %a) noinline gc "STRATEGY" {{
  %new = call {REF} @gcstress_allocate()
  %first = {address("%s", 0)}
  store {REF} %new, ptr %first
  call void @gcstress_poll()
  %second = {address("%s", 1)}
  %old = load {REF}, ptr %second
  store {REF} %a, ptr %second
  %third = {address("%s", 2)}
  store {REF} %old, ptr %third
  call void @gcstress_poll()
  ret void
}}

define void @gcstress_give(ptr sret({STRUCT}) align 8 %s, {REF} %a, i64 %x)
    noinline gc "STRATEGY" {{
  store i64 %x, ptr %s
  %third = {address("%s", 2)}
  store {REF} %a, ptr %third
  %new = call {REF} @gcstress_allocate()
  %first = {address("%s", 0)}
  store {REF} %new, ptr %first
  call void @gcstress_poll()
  %again = load {REF}, ptr %third
  %second = {address("%s", 1)}
  store {REF} %again, ptr %second
  ret void
}}

define {STRUCT} @gcstress_turn({STRUCT} %v, {REF} %a) noinline
    gc "STRATEGY" {{
  %old = extractvalue {STRUCT} %v, 1
  %part = extractvalue {STRUCT} %v, 2
  call void @gcstress_poll()
  %new = insertvalue {STRUCT} %v, {REF} %a, 1
  %turned = insertvalue [2 x {REF}] %part, {REF} %old, 0
  call void @gcstress_poll()
  %result = insertvalue {STRUCT} %new, [2 x {REF}] %turned, 2
  ret {STRUCT} %result
}}
"""

# One that has a copy.
TAKE = f"""
define {REF} @gcstress_take(ptr byval({STRUCT}) align 8 %s, i64 %x) noinline
    gc "STRATEGY" {{
  call void @gcstress_poll()
  %number = load i64, ptr %s
  %sum = add i64 %number, %x
  %low = and i64 %sum, 1
  %first = {address("%s", 0)}
  %a = load {REF}, ptr %first
  call void @gcstress_poll()
  %other = getelementptr {STRUCT}, ptr %s, i32 0, i32 2, i64 %low
  %b = load {REF}, ptr %other
  %field = getelementptr inbounds i8, {REF} %a, i64 8
  store {REF} %b, {REF} %field
  ret {REF} %a
}}
"""


class Memory:
    """Mixed into program.Function."""

    MEMORY_WEIGHTS = {
        "object_store": 4, "object_load": 4, "object_copy": 2,
        "object_fill": 3, "object_take": 2, "object_give": 2, "scope": 3,
        "bytes": 2, "aggregate": 3, "aggregate_call": 2,
        "aggregate_choice": 2, "value": 8, "value_move": 4,
    }
    # What frames have no place for: references in arguments by value, and in
    # memory whose type does not say so.
    NOT_IN_FRAMES = {"object_take", "bytes"}

    def make_objects(self) -> None:
        self.objects = self.variables(STRUCT, "s", 1, 3)
        # Its address gets to where nobody can follow it.
        holder = self.variables("ptr", "h", 1, 1)[0]
        for number, name in enumerate(self.objects):
            self.fill_object(name, range(3))
            if number == 1:
                self.store("ptr", name, holder)
                self.emit(f"call void asm sideeffect \"\", "
                          f"\"r,~{{memory}}\"(ptr {holder}) "
                          "\"gc-leaf-function\"")

    def fill_object(self, name: str, order) -> None:
        self.store("i64", self.int(), name)
        for index in order:
            self.store(REF, self.ref(), self.value(address(name, index)))

    def object_place(self, name: str) -> str:
        """The address of a reference: a constant one, or one of two."""
        if self.random.random() < 0.7:
            return self.value(address(name, self.random.randrange(3)))
        low = self.value(f"and i64 {self.int()}, 1")
        return self.value(f"getelementptr {STRUCT}, ptr {name}, i32 0, i32 2, "
                          f"i64 {low}")

    # --- Stack objects -------------------------------------------------------

    def do_object_store(self, _):
        self.store(REF, self.ref(), self.object_place(self.pick(self.objects)))

    def do_object_load(self, _):
        self.set_ref(self.load(REF,
                               self.object_place(self.pick(self.objects))))

    def do_object_copy(self, _):
        a, b = self.pick(self.objects), self.pick(self.objects)
        if a == b:
            return
        if self.random.random() < 0.5:
            self.emit(f"call void @llvm.memcpy.p0.p0.i64(ptr {a}, ptr {b}, "
                      f"i64 {STRUCT_SIZE}, i1 false)")
        else:
            self.store(STRUCT, self.load(STRUCT, b), a)

    def do_object_fill(self, _):
        captures = self.pick(["", " captures(none)"])
        self.emit(f"call void @gcstress_fill(ptr{captures} "
                  f"{self.pick(self.objects)}, {REF} {self.ref()})"
                  f"{self.deopt()}")

    def do_object_take(self, _):
        name, x = self.pick(self.objects), self.int()
        self.set_ref(self.value(
            f"call {REF} @gcstress_take(ptr byval({STRUCT}) align 8 {name}, "
            f"i64 {x}){self.deopt()}"))

    def do_object_give(self, _):
        a, x = self.ref(), self.int()
        self.emit(f"call void @gcstress_give(ptr sret({STRUCT}) align 8 "
                  f"{self.pick(self.objects)}, {REF} {a}, i64 {x})"
                  f"{self.deopt()}")

    def do_scope(self, depth):
        """An object that begins and ends here, perhaps in a loop."""
        if depth <= 0:
            return self.do_object_store(None)
        name = self.name("o")
        self.allocas.append(f"{name} = alloca {STRUCT}")
        self.emit(f"call void @llvm.lifetime.start.p0(ptr {name})")
        order = self.random.sample(range(3), 3)
        for index in order:
            self.store(REF, self.ref(), self.value(address(name, index)))
            if self.random.random() < 0.5:
                self.block(0, 1)
        self.store("i64", self.int(), name)
        self.objects.append(name)
        self.block(depth - 1, self.random.randrange(1, 4))
        self.objects.remove(name)
        self.set_ref(self.load(REF, self.object_place(name)))
        self.emit(f"call void @llvm.lifetime.end.p0(ptr {name})")

    def do_bytes(self, _):
        """An object whose type does not say where references are."""
        name = self.name("y")
        self.allocas.append(f"{name} = alloca [24 x i8], align 8")
        place_ = self.value(f"getelementptr i8, ptr {name}, i64 "
                            f"{WORD * self.random.randrange(3)}")
        self.store(REF, self.ref(), place_)
        self.do_poll(None)
        self.set_ref(self.load(REF, place_))

    # --- Aggregates ----------------------------------------------------------

    def aggregate(self) -> str:
        if self.random.random() < 0.5:
            return self.load(STRUCT, self.pick(self.objects))
        value = "poison"
        for type_, member, indices in (
                ("i64", self.int(), "0"), (REF, self.ref(), "1"),
                (REF, self.ref(), "2, 0"), (REF, self.ref(), "2, 1")):
            value = self.value(f"insertvalue {STRUCT} {value}, {type_} "
                               f"{member}, {indices}")
        return value

    def use_aggregate(self, value: str) -> None:
        indices = self.pick(["1", "2, 0", "2, 1"])
        self.set_ref(self.value(f"extractvalue {STRUCT} {value}, {indices}"))
        if self.random.random() < 0.5:
            self.set_int(self.value(f"extractvalue {STRUCT} {value}, 0"))
        if self.random.random() < 0.3:
            self.store(STRUCT, value, self.pick(self.objects))

    def do_aggregate(self, _):
        value = self.aggregate()
        deopt = f' [ "deopt"({STRUCT} {value}) ]' if self.has_deopt else ""
        self.emit(f"call void @gcstress_poll(){deopt}")
        self.use_aggregate(value)

    def do_aggregate_call(self, _):
        kept, value, a = self.aggregate(), self.aggregate(), self.ref()
        result = self.value(f"call {STRUCT} @gcstress_turn({STRUCT} {value}, "
                            f"{REF} {a}){self.deopt()}")
        self.use_aggregate(result)
        self.use_aggregate(kept)

    def do_aggregate_choice(self, _):
        then, other, join = self.label(), self.label(), self.label()
        values = []
        condition = self.value(f"icmp slt i64 {self.int()}, {self.int()}")
        if self.random.random() < 0.3:
            a, b = self.aggregate(), self.aggregate()
            value = self.value(f"select i1 {condition}, {STRUCT} {a}, "
                               f"{STRUCT} {b}")
            self.do_poll(None)
            return self.use_aggregate(value)
        self.emit(f"br i1 {condition}, label %{then}, label %{other}")
        for label in (then, other):
            self.begin(label)
            value = self.aggregate()
            if self.random.random() < 0.5:
                self.do_poll(None)
            values.append(f"[ {value}, %{label} ]")
            self.emit(f"br label %{join}")
        self.begin(join)
        value = self.value(f"phi {STRUCT} {', '.join(values)}")
        self.do_poll(None)
        self.use_aggregate(value)

    # --- Value types ---------------------------------------------------------

    def value_word(self) -> int:
        """The index of a reference in an object of the heap."""
        return self.random.randrange(1, 4)

    def do_value(self, depth):
        """A variable that is assigned from an object and to another one."""
        name = self.name("v")
        self.allocas.append(f"{name} = alloca {values.VALUE}")
        self.emit(f"call void @gcstress_value_get(ptr {name}, "
                  f"{REF} {self.ref()}, i64 {self.value_word()})")
        if depth > 0 and self.random.random() < 0.5:
            self.block(0, 2)
        self.do_poll(None)
        if self.random.random() < 0.5:
            self.pass_value(name)
            self.do_poll(None)
        if self.random.random() < 0.7:
            self.emit(f"call void @gcstress_value_set({REF} {self.ref()}, "
                      f"i64 {self.value_word()}, ptr {name})")
        else:
            self.set_ref(self.load(REF, name))

    def pass_value(self, name: str) -> None:
        """By value, alone or with a number."""
        value = self.load(REF, name)
        if self.random.random() < 0.5:
            value = self.value(f"call {REF} @gcstress_value_pass({REF} {value})"
                               f"{self.deopt()}")
        else:
            pair = self.value(f"call {values.PAIR} @gcstress_value_pair({REF} "
                              f"{value}, i64 {self.int()}){self.deopt()}")
            self.set_int(self.value(f"extractvalue {values.PAIR} {pair}, 1"))
            value = self.value(f"extractvalue {values.PAIR} {pair}, 0")
        self.store(REF, value, name)

    def do_value_move(self, _):
        """From one object to another, between two safepoints."""
        a, b = self.ref(), self.ref()
        self.emit("call void @gcstress_value_move("
                  f"{REF} {a}, i64 {self.value_word()}, "
                  f"{REF} {b}, i64 {self.value_word()})")
        self.do_poll(None)
