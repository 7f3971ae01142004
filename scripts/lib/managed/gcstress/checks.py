"""Statements about references that are null now and then, for program.py, and
about null checks, whose branches are marked (docs/ImplicitNullChecks.md).

A *maybe* is an object or null. A *node* is null or has references that may be
null: the next node, and two maybes. A *pair* is a maybe and a pointer to an
integer that is derived from it before it is checked. No other reference is
null. What is accessed after a check is in the object that was checked.

The null path of a check uses references, collects, throws or returns. It first
tells the driver its site id, which has to be that of the fault that led there,
unless other checks share the path.
"""

REF = "ptr addrspace(1)"
WORD = 8
# As in program.py: an object's references, its integers, and its size.
REFS, INTS, SIZE = (1, 2, 3), (4, 5, 6), 7
# A node's references: the next node, and maybes.
NEXT, ITEMS = 1, (2, 3)

# Site ids of a function, and the least one that no null path tells.
SITES, SHARED = 1 << 12, 1 << 24
# The site ids of the functions below.
FIXED = SHARED - SITES
MARK = ", !make.implicit !{{i32 {}}}"
# Objects and nodes have a header and three more words.
PROMISE = ", !make.implicit !{{i32 {}, i64 32}}"

DECLARATIONS = f"""
; Safepoints: a list of nodes, which may be empty, and what throws an int.
declare {REF} @gcstress_allocate_list(i64)
declare void @gcstress_throw(i64) noreturn
; What a null path tells.
declare void @gcstress_null(i64) "gc-leaf-function"
"""


def field(word: int, base: str) -> str:
    return f"getelementptr inbounds i8, {REF} {base}, i64 {WORD * word}"


# Functions that need no frame unless what they are given is null, and a loop
# that null ends.IMPLICIT stands for the attribute.
CALLEES = f"""
define i64 @gcstress_get({REF} %m, i64 %x) noinlineIMPLICIT gc "STRATEGY" {{
  %condition = icmp eq {REF} %m, null
  br i1 %condition, label %null, label %go{PROMISE.format(FIXED)}
go:
  %place = {field(INTS[0], "%m")}
  %value = load i64, {REF} %place
  %sum = add i64 %value, %x
  ret i64 %sum
null:
  call void @gcstress_null(i64 {FIXED})
  call void @gcstress_throw(i64 %x)
  unreachable
}}

define {REF} @gcstress_put({REF} %m, {REF} %a, i64 %x)IMPLICIT
    gc "STRATEGY" {{
  %condition = icmp ne {REF} %m, null
  br i1 %condition, label %go, label %null{PROMISE.format(FIXED + 1)}
go:
  %place = {field(INTS[1], "%m")}
  store i64 %x, {REF} %place
  ret {REF} %m
null:
  call void @gcstress_null(i64 {FIXED + 1})
  call void @gcstress_poll()
  %new = call {REF} @gcstress_allocate()
  %first = {field(REFS[0], "%new")}
  store {REF} %a, {REF} %first
  ret {REF} %new
}}

define {REF} @gcstress_next({REF} %n, {REF} %a, i64 %x) noinlineIMPLICIT
    gc "STRATEGY" {{
  %condition = icmp eq {REF} %n, null
  br i1 %condition, label %null, label %go{PROMISE.format(FIXED + 2)}
go:
  %place = {field(NEXT, "%n")}
  %next = load {REF}, {REF} %place
  ret {REF} %next
null:
  call void @gcstress_null(i64 {FIXED + 2})
  %list = call {REF} @gcstress_allocate_list(i64 %x)
  %first = {field(INTS[2], "%a")}
  store i64 %x, {REF} %first
  ret {REF} %list
}}

define i64 @gcstress_walk({REF} %n, {REF} %a, i64 %x)IMPLICIT
    gc "STRATEGY" {{
entry:
  %derived = {field(INTS[1], "%a")}
  br label %loop
loop:
  %node = phi {REF} [ %n, %entry ], [ %next, %go ]
  %sum = phi i64 [ %x, %entry ], [ %mixed, %go ]
  %left = phi i64 [ 4, %entry ], [ %less, %go ]
  %less = sub i64 %left, 1
  %enough = icmp eq i64 %left, 0
  br i1 %enough, label %done, label %check
check:
  %condition = icmp eq {REF} %node, null
  br i1 %condition, label %null, label %go{PROMISE.format(FIXED + 3)}
go:
  %place = {field(INTS[0], "%node")}
  %value = load i64, {REF} %place
  %link = {field(NEXT, "%node")}
  %next = load {REF}, {REF} %link
  %mixed = call i64 @gcstress_mix(i64 %sum, i64 %value)
  call void @gcstress_poll()
  br label %loop
null:
  call void @gcstress_null(i64 {FIXED + 3})
  store i64 %sum, {REF} %derived
  br label %done
done:
  ret i64 %sum
}}
"""

# What sets or clears a variable of a caller.
CLEAR = f"""
define void @gcstress_clear(ptr %slot, {REF} %a, i64 %x) noinline
    gc "STRATEGY" {{
  store {REF} null, ptr %slot
  call void @gcstress_poll()
  %low = and i64 %x, 1
  %condition = icmp eq i64 %low, 0
  br i1 %condition, label %set, label %done
set:
  store {REF} %a, ptr %slot
  br label %done
done:
  ret void
}}
"""


class Checks:
    """Mixed into program.Function."""

    CHECK_WEIGHTS = {
        "maybe": 6, "check": 12, "check_again": 3, "row": 3, "walk": 3,
        "retry": 2, "protect": 4, "checked_result": 2, "ask": 4, "pair": 3,
        "use_pair": 3,
    }
    # Of functions with stack objects.
    CHECK_MEMORY_WEIGHTS = {"slot": 2}

    # What a null path does: outside of a try, and inside.
    NULL_PATHS = {"use": 6, "collect": 8, "allocate": 5, "block": 5,
                  "throw": 1, "leave": 1}
    GUARDED_NULL_PATHS = NULL_PATHS | {"throw": 15, "leave": 0}

    ACCESSES = {
        "load_int": 8, "load_narrow": 3, "load_header": 2, "load_vector": 1,
        "load_unordered": 2, "load_indexed": 1, "store_int": 6,
        "store_narrow": 1, "update_int": 3, "load_ref": 5, "store_ref": 4,
    }

    def make_checks(self) -> None:
        v = self.vars
        v.maybes = self.variables(REF, "m", 2, 4)
        v.nodes = self.variables(REF, "n", 1, 2)
        bases = self.variables(REF, "e", 1, 2)
        v.pairs = [(base, base.replace("e", "d")) for base in bases]
        self.allocas += [f"{derived} = alloca {REF}" for _, derived in v.pairs]
        self.sites = 0
        # Where the null paths of a try throw to.
        self.pad = None
        for name in v.maybes:
            self.store(REF, self.pick(["null", "%a", "%b"]), name)
        for name in v.nodes:
            self.store(REF, "null", name)
        self.do_list(None)
        for pair in v.pairs:
            self.set_pair(pair, self.pick(["null", "%a", "%b"]))

    def maybe(self) -> str:
        return self.load(REF, self.pick(self.vars.maybes))

    def set_maybe(self, value: str) -> None:
        self.store(REF, value, self.pick(self.vars.maybes))

    def node(self) -> str:
        return self.load(REF, self.pick(self.vars.nodes))

    def set_node(self, value: str) -> None:
        self.store(REF, value, self.pick(self.vars.nodes))

    def mix_in(self, value: str) -> None:
        """Makes an integer that was loaded matter."""
        variable = self.pick(self.vars.ints)
        operation = self.pick(["add", "xor", "sub"])
        old = self.load("i64", variable)
        self.store("i64", self.value(f"{operation} i64 {old}, {value}"),
                   variable)

    def is_odd(self) -> str:
        low = self.value(f"and i64 {self.int()}, 1")
        return self.value(f"icmp ne i64 {low}, 0")

    def choose(self, weights: dict) -> str:
        return self.random.choices(list(weights), list(weights.values()))[0]

    # --- Where nulls come from -----------------------------------------------

    def do_maybe(self, depth):
        getattr(self, "maybe_" + self.pick(
            ["null", "ref", "select", "vector", "list"]))(depth)

    def maybe_null(self, _):
        self.set_maybe("null")

    def maybe_ref(self, _):
        self.set_maybe(self.ref())

    def maybe_select(self, _):
        condition, a = self.is_odd(), self.ref()
        other = self.pick(["null", self.maybe()])
        self.set_maybe(self.value(f"select i1 {condition}, {REF} {a}, {REF} "
                                  f"{other}"))

    def maybe_vector(self, _):
        lanes = [self.pick(["null", self.maybe()]), self.ref()]
        self.random.shuffle(lanes)
        vector = "poison"
        for lane, value in enumerate(lanes):
            vector = self.value(f"insertelement <2 x {REF}> {vector}, {REF} "
                                f"{value}, i32 {lane}")
        self.do_poll(None)
        self.set_maybe(self.value(f"extractelement <2 x {REF}> {vector}, i32 "
                                  f"{self.random.randrange(2)}"))

    def maybe_list(self, depth):
        self.do_list(depth)

    def do_list(self, _):
        x = self.int()
        self.set_node(self.value(f"call {REF} @gcstress_allocate_list(i64 {x})"
                                 f"{self.deopt()}"))

    def do_slot(self, _):
        """A variable that a callee sets or clears."""
        name = self.name("c")
        self.allocas.append(f"{name} = alloca {REF}")
        self.store(REF, "null", name)
        a, x = self.ref(), self.int()
        self.emit(f"call void @gcstress_clear(ptr {name}, {REF} {a}, i64 {x})"
                  f"{self.deopt()}")
        maybe = self.load(REF, name)
        self.set_maybe(maybe)
        self.check(maybe, False, 0)

    # --- Checks --------------------------------------------------------------

    def branch(self, pointer: str, null: str, other: str, site: int) -> None:
        mark = MARK if self.random.random() < 0.05 else PROMISE
        mark = mark.format(site)
        if site < SHARED and self.random.random() < 0.05:
            mark = ", !make.implicit !{}"
        if self.random.random() < 0.5:
            condition = self.value(f"icmp eq {REF} {pointer}, null")
            first, second = null, other
        else:
            condition = self.value(f"icmp ne {REF} {pointer}, null")
            first, second = other, null
        self.emit(f"br i1 {condition}, label %{first}, label %{second}{mark}")

    def site(self) -> int:
        self.sites += 1
        return self.number * SITES + self.sites

    def check(self, pointer: str, is_node: bool, depth: int) -> None:
        """A check of `pointer`, and accesses."""
        null, other, join = self.label(), self.label(), self.label()
        site = self.site()
        self.branch(pointer, null, other, site)
        self.begin(other)
        self.use_checked(pointer, is_node, depth)
        self.emit(f"br label %{join}")
        self.null_path(null, site, join, depth)
        self.begin(join)

    def use_checked(self, pointer: str, is_node: bool, depth: int) -> None:
        self.access(pointer, is_node)
        if not is_node and self.random.random() < 0.4:
            self.set_ref(pointer)
        if self.random.random() < 0.3:
            self.do_poll(None)
            self.access(pointer, is_node)
        if depth > 0 and self.random.random() < 0.3:
            self.block(depth - 1, self.random.randrange(1, 3))

    def null_path(self, null: str, site: int, join: str, depth: int) -> None:
        self.begin(null)
        if site < SHARED:
            self.emit(f"call void @gcstress_null(i64 {site})")
        getattr(self, "null_" + self.choose(
            self.GUARDED_NULL_PATHS if self.pad else self.NULL_PATHS))(
                depth, join)

    def null_use(self, _, join):
        self.do_load_int(None)
        self.do_store_ref(None)
        self.emit(f"br label %{join}")

    def null_collect(self, _, join):
        a, place = self.ref(), self.load(REF, self.pick(self.vars.ints_in))
        self.emit(f"call void @gcstress_poll(){self.id()}{self.deopt()}")
        self.emit(f"store i64 {self.int()}, {REF} {place}")
        self.set_maybe(a)
        self.emit(f"br label %{join}")

    def null_allocate(self, _, join):
        self.set_maybe(self.value(
            f"call {REF} @gcstress_allocate(){self.id()}{self.deopt()}"))
        self.emit(f"br label %{join}")

    def null_block(self, depth, join):
        self.block(max(depth - 1, 0), self.random.randrange(1, 4))
        self.emit(f"br label %{join}")

    def null_throw(self, _, join):
        """Thrown to the try that this is in, or to somebody else."""
        self.do_use_int(None)
        self.do_store_ref(None)
        call = f"void @gcstress_throw(i64 {self.int()}){self.deopt()}"
        if self.pad:
            never = self.label()
            self.emit(f"invoke {call} to label %{never} unwind label "
                      f"%{self.pad}")
            self.begin(never)
        else:
            self.emit(f"call {call}")
        self.emit("unreachable")

    def null_leave(self, _, join):
        digest = self.value(f"call i64 @gcstress_digest({REF} {self.ref()})")
        result = self.value(f"call {REF} @gcstress_allocate()")
        place = self.value(field(INTS[0], result))
        self.emit(f"store i64 {digest}, {REF} {place}")
        self.emit(f"ret {REF} {result}")

    def do_check(self, depth):
        is_node = self.random.random() < 0.3
        pointer = self.node() if is_node else self.maybe()
        if self.random.random() < 0.2:
            self.do_poll(None)
        self.check(pointer, is_node, depth)

    def do_check_again(self, depth):
        """Twice, with a safepoint in between."""
        variable = self.pick(self.vars.maybes)
        self.check(self.load(REF, variable), False, 0)
        self.do_poll(None)
        self.check(self.load(REF, variable), False, depth)

    def do_row(self, depth):
        """Several checks with one null path."""
        null, join = self.label(), self.label()
        for _ in range(self.random.randrange(2, 4)):
            other = self.label()
            pointer = self.maybe()
            self.branch(pointer, null, other, SHARED + self.site())
            self.begin(other)
            self.access(pointer, False)
        self.emit(f"br label %{join}")
        self.null_path(null, SHARED, join, depth)
        self.begin(join)

    def do_walk(self, depth):
        """A loop over a list, which null ends."""
        cursor, counter = self.name("w"), self.name("i")
        self.allocas += [f"{cursor} = alloca {REF}", f"{counter} = alloca i64"]
        head, check, other, null, join = (self.label() for _ in range(5))
        self.store(REF, self.node(), cursor)
        self.store("i64", str(self.random.randint(1, self.max_trips + 1)),
                   counter)
        self.emit(f"br label %{head}")
        self.begin(head)
        left = self.load("i64", counter)
        done = self.value(f"icmp eq i64 {left}, 0")
        self.emit(f"br i1 {done}, label %{join}, label %{check}")
        self.begin(check)
        self.store("i64", self.value(f"sub i64 {left}, 1"), counter)
        node, site = self.load(REF, cursor), self.site()
        self.branch(node, null, other, site)
        self.begin(other)
        self.access(node, True)
        link = self.value(field(NEXT, node))
        self.store(REF, self.value(f"load {REF}, {REF} {link}"), cursor)
        self.block(max(depth - 1, 0), self.random.randrange(3))
        self.emit(f"br label %{head}")
        self.null_path(null, site, join, depth)
        self.begin(join)

    def do_retry(self, _):
        """The null path makes an object and checks again."""
        variable = self.pick(self.vars.maybes)
        head, other, null = self.label(), self.label(), self.label()
        self.emit(f"br label %{head}")
        self.begin(head)
        pointer, site = self.load(REF, variable), self.site()
        self.branch(pointer, null, other, site)
        self.begin(null)
        self.emit(f"call void @gcstress_null(i64 {site})")
        self.store(REF, self.value(f"call {REF} @gcstress_allocate()"
                                   f"{self.deopt()}"), variable)
        self.emit(f"br label %{head}")
        self.begin(other)
        self.access(pointer, False)

    def do_protect(self, depth):
        """A try, to which null paths throw, and a handler with checks."""
        if depth <= 0:
            return self.do_check(0)
        pad, join, begin = self.label(), self.label(), self.label()
        outer, self.pad = self.pad, pad
        result = self.name()
        self.emit(f"{result} = invoke {REF} @gcstress_allocate_or_throw(i64 "
                  f"{self.int()}){self.deopt()} to label %{begin} unwind "
                  f"label %{pad}")
        self.begin(begin)
        self.set_maybe(result)
        self.do_check(depth - 1)
        self.block(depth - 1, self.random.randrange(1, 4))
        self.do_check(0)
        self.pad = outer
        self.emit(f"br label %{join}")
        self.begin(pad)
        _, thrown = self.land("catch ptr null")
        if self.random.random() < 0.5:
            self.check(self.maybe(), False, 0)
        self.value(f"call ptr @__cxa_begin_catch(ptr {thrown})")
        self.do_check(depth - 1)
        self.body(depth - 1)
        self.emit("call void @__cxa_end_catch()")
        self.emit(f"br label %{join}")
        self.begin(join)

    def do_checked_result(self, depth):
        """What an invoke returns, and what was live across it."""
        normal, pad, join = self.label(), self.label(), self.label()
        live, x = self.maybe(), self.int()
        callee = self.pick(["get", "next"])
        result = self.name()
        call = (f"i64 @gcstress_get({REF} {self.maybe()}, i64 {x})"
                if callee == "get" else
                f"{REF} @gcstress_next({REF} {self.node()}, {REF} "
                f"{self.ref()}, i64 {x})")
        self.emit(f"{result} = invoke {call}{self.deopt()} to label %{normal} "
                  f"unwind label %{pad}")
        self.begin(normal)
        if callee == "get":
            self.set_int(result)
            self.check(live, False, depth)
        else:
            self.check(result, True, depth)
        self.emit(f"br label %{join}")
        self.begin(pad)
        _, thrown = self.land("cleanup catch ptr null")
        self.value(f"call ptr @__cxa_begin_catch(ptr {thrown})")
        self.emit("call void @__cxa_end_catch()")
        self.check(live, False, 0)
        self.emit(f"br label %{join}")
        self.begin(join)

    def do_ask(self, _):
        """A small function that checks its argument."""
        x = self.int()
        callee = self.pick(["put", "next", "walk"])
        if callee == "put":
            self.set_ref(self.value(
                f"call {REF} @gcstress_put({REF} {self.maybe()}, {REF} "
                f"{self.ref()}, i64 {x}){self.deopt()}"))
        elif callee == "next":
            self.set_node(self.value(
                f"call {REF} @gcstress_next({REF} {self.node()}, {REF} "
                f"{self.ref()}, i64 {x}){self.deopt()}"))
        else:
            self.set_int(self.value(
                f"call i64 @gcstress_walk({REF} {self.node()}, {REF} "
                f"{self.ref()}, i64 {x}){self.deopt()}"))

    # --- Derived pointers ----------------------------------------------------

    def set_pair(self, pair: tuple, base: str) -> None:
        self.store(REF, base, pair[0])
        # Null plus a number is no address, but not poison either.
        offset = WORD * self.pick(INTS)
        self.store(REF, self.value(f"getelementptr i8, {REF} {base}, i64 "
                                   f"{offset}"), pair[1])

    def do_pair(self, _):
        self.set_pair(self.pick(self.vars.pairs),
                      self.pick([self.maybe, self.ref])())

    def do_use_pair(self, depth):
        self.use_pair(self.pick(self.vars.pairs), depth)

    def use_pair(self, pair: tuple, depth: int) -> None:
        base, derived = (self.load(REF, name) for name in pair)
        if self.random.random() < 0.3:
            self.do_poll(None)
        null, other, join = self.label(), self.label(), self.label()
        site = self.site()
        self.branch(base, null, other, site)
        self.begin(other)
        # The derived pointer alone may be in a register that does not show what
        # it has to do with the one that was checked.
        if self.random.random() < 0.6:
            self.access(base, False)
        if self.random.random() < 0.5:
            self.mix_in(self.value(f"load i64, {REF} {derived}"))
        else:
            self.emit(f"store i64 {self.int()}, {REF} {derived}")
        self.set_maybe(base)
        self.emit(f"br label %{join}")
        self.null_path(null, site, join, depth)
        self.begin(join)

    # --- Accesses ------------------------------------------------------------

    def access(self, pointer: str, is_node: bool) -> None:
        getattr(self, "access_" + self.choose(self.ACCESSES))(pointer, is_node)

    def int_place(self, pointer: str) -> str:
        return self.value(field(self.pick(INTS), pointer))

    def access_load_int(self, pointer, _):
        place = self.int_place(pointer)
        self.mix_in(self.value(f"load i64, {REF} {place}"))

    def access_load_narrow(self, pointer, _):
        place, kind = self.int_place(pointer), self.pick(["i8", "i16", "i32"])
        narrow = self.value(f"load {kind}, {REF} {place}")
        extend = self.pick(["zext", "sext"])
        self.mix_in(self.value(f"{extend} {kind} {narrow} to i64"))

    def access_load_header(self, pointer, _):
        # It is the same for all objects.
        self.mix_in(self.value(f"load i64, {REF} {pointer}"))

    def access_load_vector(self, pointer, _):
        place = self.value(field(INTS[0], pointer))
        both = self.value(f"load <2 x i64>, {REF} {place}, align 8")
        first, second = (self.value(f"extractelement <2 x i64> {both}, i32 "
                                    f"{lane}") for lane in range(2))
        self.mix_in(self.value(f"xor i64 {first}, {second}"))

    def access_load_unordered(self, pointer, _):
        place = self.int_place(pointer)
        self.mix_in(self.value(f"load atomic i64, {REF} {place} unordered, "
                                "align 8"))

    def access_load_indexed(self, pointer, _):
        low = self.value(f"and i64 {self.int()}, 1")
        index = self.value(f"add i64 {low}, {INTS[0]}")
        place = self.value(f"getelementptr inbounds i64, {REF} {pointer}, i64 "
                           f"{index}")
        self.mix_in(self.value(f"load i64, {REF} {place}"))

    def access_store_int(self, pointer, _):
        x = self.int()
        self.emit(f"store i64 {x}, {REF} {self.int_place(pointer)}")

    def access_store_narrow(self, pointer, _):
        kind = self.pick(["i8", "i16", "i32"])
        narrow = self.value(f"trunc i64 {self.int()} to {kind}")
        self.emit(f"store {kind} {narrow}, {REF} {self.int_place(pointer)}")

    def access_update_int(self, pointer, _):
        x, place = self.int(), self.int_place(pointer)
        value = self.value(f"load i64, {REF} {place}")
        value = self.value(f"add i64 {value}, {x}")
        self.emit(f"store i64 {value}, {REF} {place}")

    def access_load_ref(self, pointer, is_node):
        word = self.pick(REFS)
        place = self.value(field(word, pointer))
        value = self.value(f"load {REF}, {REF} {place}")
        if not is_node:
            self.set_ref(value)
        elif word == NEXT:
            self.set_node(value)
        else:
            self.set_maybe(value)

    def access_store_ref(self, pointer, is_node):
        word = self.pick(REFS)
        if not is_node:
            value = self.ref()
        elif word == NEXT:
            value = self.node()
        else:
            value = self.maybe()
        self.emit(f"store {REF} {value}, {REF} "
                  f"{self.value(field(word, pointer))}")
