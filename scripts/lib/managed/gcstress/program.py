"""Makes up modules of functions that work on objects of a moving heap.

A function keeps its values in variables, which mem2reg turns into what is to be
tested: phis, selects and loops over references, derived pointers, pointers to
references and vectors of references. All objects have the same shape, so any
access is in bounds, and no field is ever null, but for what checks.py adds.
What a function returns depends on what it was given and on nothing else: never
on an address.
"""

import random
from dataclasses import dataclass, field

from . import checks as checking
from . import exceptions as throwing
from . import jumps as jumping
from . import memory, values

REF = "ptr addrspace(1)"
VECTOR = f"<2 x {REF}>"

# An object: a word of the collector's, its references, its integers.
NUM_REFS, NUM_INTS = 3, 3
FIRST_REF, FIRST_INT = 1, 1 + NUM_REFS
WORD = 8
OBJECT_SIZE = WORD * (1 + NUM_REFS + NUM_INTS)

# What makes the marked null checks of a function implicit.
IMPLICIT = ' "implicit-null-checks"'

DECLARATIONS = f"""
; Safepoints.
declare {REF} @gcstress_allocate()
declare void @gcstress_poll()
declare void @gcstress_check_deopt(i64, i64)
; These neither collect nor know of references.
declare i64 @gcstress_mix(i64, i64) "gc-leaf-function"
declare i64 @gcstress_may_throw(i64) "gc-leaf-function"
declare i64 @gcstress_fuel() "gc-leaf-function"
declare i64 @gcstress_digest({REF}) "gc-leaf-function"
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr) "gc-leaf-function"
declare void @__cxa_end_catch() "gc-leaf-function"
"""

# Arguments on the stack.
PASS = f"""
define {REF} @gcstress_pass({REF} %a, i64 %x, i64, i64, i64, i64, i64 %y,
    {REF} %b, {REF} %c) noinline gc "STRATEGY" {{
  call void @gcstress_poll()
  %condition = icmp slt i64 %x, %y
  %first = select i1 %condition, {REF} %b, {REF} %c
  %place = getelementptr inbounds i64, {REF} %first, i64 {FIRST_REF}
  store {REF} %a, {REF} %place
  ret {REF} %first
}}
"""


@dataclass
class Variables:
    """Names of the variables of each kind."""

    refs: list = field(default_factory=list)
    # Pointers to integers and to references in objects.
    ints_in: list = field(default_factory=list)
    refs_in: list = field(default_factory=list)
    vectors: list = field(default_factory=list)
    ints: list = field(default_factory=list)
    # What may be null; see checks.py.
    maybes: list = field(default_factory=list)
    nodes: list = field(default_factory=list)
    pairs: list = field(default_factory=list)


class Function(memory.Memory, throwing.Exceptions, jumping.Jumps,
               checking.Checks):
    """One function; `text` holds it once it is made."""

    # Statements in the body, also of functions with null checks, which take
    # more code, and how deep ifs and loops are nested.
    STATEMENTS, STATEMENTS_WITH_CHECKS, DEPTH = 14, 10, 3

    def __init__(self, seed: str, number: int, total: int, deopt: bool = True,
                 only_values: bool = False, exceptions: bool = True,
                 jumps: bool = False, max_trips: int = 3,
                 in_frames: bool = False, checks: bool = False):
        self.random = random.Random(f"{seed}/{number}")
        self.has_deopt, self.has_checks = deopt, checks
        self.number, self.total = number, total
        self.max_trips = max_trips
        self.lines, self.allocas = [], []
        self.counter = 0
        self.vars = Variables()
        # A frame with objects is always in the list, others are not.
        self.objects, self.has_objects = [], not only_values and not (
            in_frames and self.random.random() < 0.5)
        weights = dict(self.WEIGHTS)
        if self.has_objects:
            weights |= {name: weight
                        for name, weight in self.MEMORY_WEIGHTS.items()
                        if not in_frames or name not in self.NOT_IN_FRAMES}
        if exceptions:
            weights |= self.EXCEPTION_WEIGHTS
        if jumps:
            weights |= self.JUMP_WEIGHTS
        if checks:
            weights |= self.CHECK_WEIGHTS
        if checks and self.has_objects:
            weights |= self.CHECK_MEMORY_WEIGHTS
        self.statements = [(name, getattr(self, "do_" + name), weight)
                           for name, weight in weights.items()]
        self.make()

    WEIGHTS = {
        "allocate": 6, "poll": 5, "pass_on": 3, "call": 5, "check_deopt": 3,
        "load_ref": 5, "store_ref": 4, "load_int": 4, "store_int": 4,
        "derive_int": 6, "derive_ref": 3, "step_int": 3, "use_int": 7,
        "use_ref": 3, "select": 4, "swap": 3, "vector_insert": 2,
        "vector_extract": 2, "vector_derive": 1, "mix": 4, "invoke": 2,
        "branch": 5, "loop": 4,
    }

    # --- Writing -------------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append("  " + line)

    def name(self, prefix: str = "t") -> str:
        self.counter += 1
        return f"%{prefix}{self.counter}"

    def value(self, expression: str) -> str:
        """Emits an instruction and returns its result."""
        result = self.name()
        self.emit(f"{result} = {expression}")
        return result

    def label(self) -> str:
        return self.name("b")[1:]

    def begin(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def load(self, kind: str, variable: str) -> str:
        return self.value(f"load {kind}, ptr {variable}")

    def store(self, kind: str, value: str, variable: str) -> None:
        self.emit(f"store {kind} {value}, ptr {variable}")

    def pick(self, names: list) -> str:
        return self.random.choice(names)

    def ref(self) -> str:
        return self.load(REF, self.pick(self.vars.refs))

    def int(self) -> str:
        if self.random.random() < 0.3:
            return str(self.random.choice((-3, 0, 1, 2, 5, 77, 1 << 40)))
        return self.load("i64", self.pick(self.vars.ints))

    def set_ref(self, value: str) -> None:
        self.store(REF, value, self.pick(self.vars.refs))

    def set_int(self, value: str) -> None:
        self.store("i64", value, self.pick(self.vars.ints))

    def field(self, base: str, first: int, count: int) -> str:
        """The address of a field: a constant one, or one of `count`."""
        if self.random.random() < 0.6:
            offset = WORD * (first + self.random.randrange(count))
            return self.value(f"getelementptr inbounds i8, {REF} {base}, "
                              f"i64 {offset}")
        index = self.value(f"urem i64 {self.int()}, {count}")
        index = self.value(f"add i64 {index}, {first}")
        return self.value(f"getelementptr inbounds i64, {REF} {base}, "
                          f"i64 {index}")

    def deopt(self) -> str:
        """An operand bundle, or nothing."""
        if self.random.random() < 0.6 or not self.has_deopt:
            return ""
        choices = (
            lambda: f"i64 {self.int()}",
            lambda: f"i32 {self.random.randrange(-9, 9)}",
            lambda: f"i64 {(1 << 62) + self.random.randrange(9)}",
            lambda: f"{REF} {self.ref()}",
            lambda: f"{REF} null",
            lambda: "double " + self.value(
                f"sitofp i64 {self.int()} to double"),
            lambda: "i16 " + self.value(f"trunc i64 {self.int()} to i16"),
        )
        if self.has_checks:
            choices += (lambda: f"{REF} {self.maybe()}",)
        values = [self.random.choice(choices)()
                  for _ in range(self.random.randrange(5))]
        return f' [ "deopt"({", ".join(values)}) ]'

    def id(self) -> str:
        if self.random.random() < 0.8 or not self.has_deopt:
            return ""
        return f' "statepoint-id"="{self.random.randrange(1 << 20)}"'

    # --- Statements ----------------------------------------------------------

    def do_allocate(self, _):
        self.set_ref(self.value(
            f"call {REF} @gcstress_allocate(){self.id()}{self.deopt()}"))

    def do_poll(self, _):
        self.emit(f"call void @gcstress_poll(){self.id()}{self.deopt()}")

    def do_pass_on(self, _):
        ints = ", ".join(f"i64 {self.int()}" for _ in range(6))
        refs = ", ".join(f"{REF} {self.ref()}" for _ in range(2))
        self.set_ref(self.value(
            f"call {REF} @gcstress_pass({REF} {self.ref()}, {ints}, {refs})"
            f"{self.deopt()}"))

    def do_call(self, _):
        if self.number + 1 >= self.total:
            return self.do_poll(_)
        callee = self.random.randrange(self.number + 1, self.total)
        go, skip = self.label(), self.label()
        fuel = self.value("call i64 @gcstress_fuel()")
        condition = self.value(f"icmp ne i64 {fuel}, 0")
        a, b, x = self.ref(), self.ref(), self.int()
        self.emit(f"br i1 {condition}, label %{go}, label %{skip}")
        self.begin(go)
        result = self.value(f"call {REF} @gcstress_{callee}({REF} {a}, {REF} "
                            f"{b}, i64 {x}){self.deopt()}")
        self.set_ref(result)
        self.emit(f"br label %{skip}")
        self.begin(skip)

    def do_check_deopt(self, _):
        if not self.has_deopt:
            return
        a, b = self.int(), self.int()
        self.emit(f"call void @gcstress_check_deopt(i64 {a}, i64 {b}) "
                  f'[ "deopt"(i64 {a}, i64 {b}) ]')

    def do_load_ref(self, _):
        place = self.field(self.ref(), FIRST_REF, NUM_REFS)
        self.set_ref(self.value(f"load {REF}, {REF} {place}"))

    def do_store_ref(self, _):
        place = self.field(self.ref(), FIRST_REF, NUM_REFS)
        self.emit(f"store {REF} {self.ref()}, {REF} {place}")

    def do_load_int(self, _):
        place = self.field(self.ref(), FIRST_INT, NUM_INTS)
        self.set_int(self.value(f"load i64, {REF} {place}"))

    def do_store_int(self, _):
        place = self.field(self.ref(), FIRST_INT, NUM_INTS)
        self.emit(f"store i64 {self.int()}, {REF} {place}")

    def do_derive_int(self, _):
        place = self.field(self.ref(), FIRST_INT, NUM_INTS - 1)
        self.store(REF, place, self.pick(self.vars.ints_in))

    def do_derive_ref(self, _):
        place = self.field(self.ref(), FIRST_REF, NUM_REFS)
        self.store(REF, place, self.pick(self.vars.refs_in))

    def do_step_int(self, _):
        # To the field after, and back, so that it stays in the object.
        variable = self.pick(self.vars.ints_in)
        place = self.load(REF, variable)
        behind = self.value(f"getelementptr inbounds i64, {REF} {place}, i64 1")
        self.emit("call void @gcstress_poll()")
        value = self.value(f"load i64, {REF} {behind}")
        self.set_int(value)

    def do_use_int(self, _):
        place = self.load(REF, self.pick(self.vars.ints_in))
        value = self.value(f"load i64, {REF} {place}")
        if self.random.random() < 0.5:
            self.set_int(value)
            return
        value = self.value(f"add i64 {value}, {self.int()}")
        self.emit(f"store i64 {value}, {REF} {place}")

    def do_use_ref(self, _):
        place = self.load(REF, self.pick(self.vars.refs_in))
        if self.random.random() < 0.5:
            self.set_ref(self.value(f"load {REF}, {REF} {place}"))
        else:
            self.emit(f"store {REF} {self.ref()}, {REF} {place}")

    def do_select(self, _):
        names = self.pick([self.vars.refs, self.vars.ints_in,
                           self.vars.refs_in])
        condition = self.value(f"icmp slt i64 {self.int()}, {self.int()}")
        a, b = self.load(REF, self.pick(names)), self.load(REF,
                                                           self.pick(names))
        self.store(REF, self.value(f"select i1 {condition}, {REF} {a}, {REF} "
                                   f"{b}"), self.pick(names))

    def do_swap(self, _):
        names = self.pick([self.vars.refs, self.vars.ints_in])
        a, b = self.pick(names), self.pick(names)
        first, second = self.load(REF, a), self.load(REF, b)
        self.store(REF, first, b)
        self.store(REF, second, a)

    def do_vector_insert(self, _):
        variable = self.pick(self.vars.vectors)
        vector = self.load(VECTOR, variable)
        lane = self.random.randrange(2)
        self.store(VECTOR, self.value(
            f"insertelement {VECTOR} {vector}, {REF} {self.ref()}, i32 {lane}"),
            variable)

    def do_vector_extract(self, _):
        vector = self.load(VECTOR, self.pick(self.vars.vectors))
        self.set_ref(self.value(f"extractelement {VECTOR} {vector}, i32 "
                                f"{self.random.randrange(2)}"))

    def do_vector_derive(self, _):
        vector = self.load(VECTOR, self.pick(self.vars.vectors))
        places = self.value(f"getelementptr inbounds i64, {VECTOR} {vector}, "
                            f"i64 {FIRST_INT}")
        self.emit("call void @gcstress_poll()")
        self.store(REF, self.value(f"extractelement {VECTOR} {places}, i32 "
                                   f"{self.random.randrange(2)}"),
                   self.pick(self.vars.ints_in))

    def do_mix(self, _):
        if self.random.random() < 0.5:
            operation = self.random.choice(("add", "sub", "mul", "xor"))
            self.set_int(self.value(f"{operation} i64 {self.int()}, "
                                    f"{self.int()}"))
        else:
            self.set_int(self.value(f"call i64 @gcstress_mix(i64 {self.int()}, "
                                    f"i64 {self.int()})"))

    def do_invoke(self, _):
        normal, pad, join = self.label(), self.label(), self.label()
        result = self.name()
        self.emit(f"{result} = invoke i64 @gcstress_may_throw(i64 {self.int()})"
                  f" to label %{normal} unwind label %{pad}")
        self.begin(normal)
        self.set_int(result)
        self.emit(f"br label %{join}")
        self.begin(pad)
        landing = self.value("landingpad { ptr, i32 } catch ptr null")
        thrown = self.value(f"extractvalue {{ ptr, i32 }} {landing}, 0")
        self.value(f"call ptr @__cxa_begin_catch(ptr {thrown})")
        self.emit("call void @__cxa_end_catch()")
        self.do_load_int(None)
        self.emit(f"br label %{join}")
        self.begin(join)

    def do_branch(self, depth):
        if depth <= 0:
            return self.do_mix(None)
        then, other, join = self.label(), self.label(), self.label()
        low = self.value(f"and i64 {self.int()}, 3")
        condition = self.value(f"icmp eq i64 {low}, "
                               f"{self.random.randrange(4)}")
        self.emit(f"br i1 {condition}, label %{then}, label %{other}")
        for label in (then, other):
            self.begin(label)
            self.block(depth - 1, self.random.randrange(1, 5))
            self.emit(f"br label %{join}")
        self.begin(join)

    def do_loop(self, depth):
        if depth <= 0:
            return self.do_derive_int(None)
        head, body, after = self.label(), self.label(), self.label()
        counter = self.name("i")
        self.allocas.append(f"{counter} = alloca i64")
        self.store("i64", str(self.random.randint(1, self.max_trips)), counter)
        self.emit(f"br label %{head}")
        self.begin(head)
        left = self.load("i64", counter)
        done = self.value(f"icmp eq i64 {left}, 0")
        self.emit(f"br i1 {done}, label %{after}, label %{body}")
        self.begin(body)
        self.store("i64", self.value(f"sub i64 {left}, 1"), counter)
        self.block(depth - 1, self.random.randrange(2, 6))
        self.emit(f"br label %{head}")
        self.begin(after)

    def block(self, depth: int, count: int) -> None:
        names = [name for name, _, _ in self.statements]
        weights = [weight for _, _, weight in self.statements]
        for _ in range(count):
            name = self.random.choices(names, weights)[0]
            getattr(self, "do_" + name)(depth)

    # --- The whole -----------------------------------------------------------

    def variables(self, kind: str, prefix: str, least: int, most: int) -> list:
        names = [f"%{prefix}{i}"
                 for i in range(self.random.randint(least, most))]
        self.allocas += [f"{name} = alloca {kind}" for name in names]
        return names

    def make(self) -> None:
        v = self.vars
        v.refs = self.variables(REF, "r", 2, 9)
        v.ints_in = self.variables(REF, "p", 1, 4)
        v.refs_in = self.variables(REF, "q", 1, 2)
        v.vectors = self.variables(VECTOR, "v", 1, 1)
        v.ints = self.variables("i64", "x", 2, 5)
        for i, name in enumerate(v.refs):
            self.store(REF, ("%a", "%b")[i % 2], name)
        for i, name in enumerate(v.ints):
            self.store("i64", "%x" if i == 0 else str(i * 3), name)
        for name in v.ints_in:
            self.store(REF, self.field(self.ref(), FIRST_INT, NUM_INTS - 1),
                       name)
        for name in v.refs_in:
            self.store(REF, self.field(self.ref(), FIRST_REF, NUM_REFS), name)
        for name in v.vectors:
            vector = self.value(f"insertelement {VECTOR} poison, {REF} %a, "
                                "i32 0")
            self.store(VECTOR, self.value(f"insertelement {VECTOR} {vector}, "
                                          f"{REF} %b, i32 1"), name)
        if self.has_objects:
            self.make_objects()
        if self.has_checks:
            self.make_checks()
        self.block(self.DEPTH, self.STATEMENTS_WITH_CHECKS
                   if self.has_checks else self.STATEMENTS)
        self.finish()

    def finish(self) -> None:
        """Makes all variables matter to what is returned."""
        for pair in self.vars.pairs:
            self.use_pair(pair, 0)
        total = self.load("i64", self.vars.ints[0])
        for name in self.vars.ints[1:]:
            total = self.value(f"call i64 @gcstress_mix(i64 {total}, i64 "
                               f"{self.load('i64', name)})")
        for name in self.vars.ints_in:
            place = self.load(REF, name)
            value = self.value(f"load i64, {REF} {place}")
            total = self.value(f"call i64 @gcstress_mix(i64 {total}, i64 "
                               f"{value})")
        for name in self.vars.refs_in:
            place = self.load(REF, name)
            object_ = self.value(f"load {REF}, {REF} {place}")
            digest = self.value(f"call i64 @gcstress_digest({REF} {object_})")
            total = self.value(f"xor i64 {total}, {digest}")
        places = [self.value(memory.address(name, i))
                  for name in self.objects for i in range(3)]
        may_be_null = self.vars.maybes + self.vars.nodes
        for name in self.vars.refs + places + may_be_null:
            digest = self.value(
                f"call i64 @gcstress_digest({REF} {self.load(REF, name)})")
            total = self.value(f"call i64 @gcstress_mix(i64 {total}, i64 "
                               f"{digest})")
        result = self.value(f"call {REF} @gcstress_allocate()")
        place = self.value(f"getelementptr inbounds i8, {REF} {result}, i64 "
                           f"{WORD * FIRST_INT}")
        self.emit(f"store i64 {total}, {REF} {place}")
        place = self.value(f"getelementptr inbounds i8, {REF} {result}, i64 "
                           f"{WORD * FIRST_REF}")
        self.emit(f"store {REF} {self.ref()}, {REF} {place}")
        self.emit(f"ret {REF} {result}")

    def text(self, strategy: str, attribute: str = "") -> str:
        header = (f"define {REF} @gcstress_{self.number}({REF} %a, {REF} %b, "
                  f'i64 %x){attribute} gc "{strategy}" personality ptr '
                  "@__gxx_personality_v0 {\n")
        allocas = "".join(f"  {line}\n" for line in self.allocas)
        return header + allocas + "\n".join(self.lines) + "\n}\n"


def table(total: int) -> str:
    """The functions of a module, for the driver."""
    entries = ", ".join(f"ptr @gcstress_{i}" for i in range(total))
    return (f"@gcstress_functions = constant [{total} x ptr] [{entries}]\n"
            f"@gcstress_count = constant i64 {total}\n")


def module(seed: str, total: int, strategy: str, version: int,
           deopt: bool = True, only_values: bool = False,
           exceptions: bool = None, jumps: bool = False,
           max_trips: int = 3, in_frames: bool = False,
           checks: bool = False, implicit: bool = True,
           value_types: str = values.IR) -> str:
    """The text of a module with `total` functions. With `only_values` they have
    what upstream's tools can rewrite: no stack objects, no aggregates, and no
    landing pads without a token, unless there are `exceptions`. With `jumps`
    they have calls that return twice. Loops are left after `max_trips`. With
    `in_frames`, half of them have stack objects and aggregates, and none has
    what frames have no place for. With `checks` they have null checks, which
    are marked, and `implicit` if that is asked for. Value types are copied by
    `value_types`, the text of functions."""
    if exceptions is None:
        exceptions = not only_values
    attribute = IMPLICIT if checks and implicit else ""
    functions = [Function(seed, i, total, deopt, only_values,
                          exceptions, jumps, max_trips,
                          in_frames, checks).text(strategy, attribute)
                 for i in range(total)]
    flags = ('!llvm.module.flags = !{!0}\n!0 = !{i32 1, "stack-map-version"'
             f', i32 {version}}}\n').replace('"stack', '!"stack')
    callees = PASS if only_values else PASS + memory.CALLEES + value_types
    if not only_values and not in_frames:
        callees += memory.TAKE
    if jumps:
        callees += jumping.DECLARATIONS + jumping.CALLEE
    if checks:
        callees += checking.DECLARATIONS + checking.CALLEES
        if not only_values:
            callees += checking.CLEAR
    callees = callees.replace("STRATEGY", strategy).replace("IMPLICIT",
                                                            attribute)
    return "\n".join([DECLARATIONS, memory.DECLARATIONS,
                      throwing.DECLARATIONS, callees, table(total),
                      *functions, flags])
