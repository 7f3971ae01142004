"""Makes up modules as a front end for Julia writes them.

A function has boxes of a number, pairs of a box, a pair or null, and a number,
and frozen pairs, which never change. It keeps them in variables, which are
turned into values in most modules. What a function does depends on what it was
given and on nothing else: never on an address.
"""

import random
from contextlib import contextmanager
from pathlib import Path

from .statements import Statements
from .types import (BOX, COUNT, DERIVED, FROZEN, INT, MAYBE, PAIR, PLACES, REF,
                    RESULTS, VECTOR, passed_place)

FUNCTIONS = 6

# What all modules have in common.
COMMON = Path(__file__).with_name("Common.ll")


class Function(Statements):
    """One function; `text` holds it once it is made."""

    STATEMENTS, DEPTH = 12, 3

    def __init__(self, seed: str, number: int, results: list):
        """`results` are the kinds of the functions before it."""
        self.random = random.Random(f"{seed}/{number}")
        self.number, self.callable = number, results
        self.result = self.random.choice(list(RESULTS))
        self.lines, self.allocas, self.counter = [], [], 0
        self.block = "entry"
        self.names = {kind: [f"%{kind}.{i}" for i in range(count)]
                      for kind, count in COUNT.items()}
        self.kinds = {name: weight for name, weight in self.WEIGHTS.items()
                      if self.random.random() < 0.7 or weight > 5}
        self.text = self.make()

    # --- Code ----------------------------------------------------------------

    def put(self, line: str) -> None:
        self.lines.append("  " + line)

    def value(self, expression: str) -> str:
        """A new value."""
        self.counter += 1
        name = f"%t{self.counter}"
        self.put(f"{name} = {expression}")
        return name

    def label(self) -> str:
        self.counter += 1
        return f"b{self.counter}"

    def start(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.block = label

    def place(self, kind: str) -> str:
        """A new object on the stack."""
        self.counter += 1
        name = f"%s{self.counter}"
        self.allocas.append(f"  {name} = alloca {kind}, align 8")
        return name

    # --- Variables -----------------------------------------------------------

    def get(self, kind: str) -> str:
        return self.value(f"load {self.type_of(kind)}, ptr "
                          + self.random.choice(self.names[kind]))

    def set(self, kind: str, value: str) -> None:
        self.put(f"store {self.type_of(kind)} {value}, ptr "
                 + self.random.choice(self.names[kind]))

    @staticmethod
    def type_of(kind: str) -> str:
        return {INT: "i64", VECTOR: f"<2 x {REF}>"}.get(kind, REF)

    def mix(self, value: str) -> None:
        """Lets the result depend on an i64."""
        old = self.value("load i64, ptr %acc")
        times = self.value(f"mul i64 {old}, 31")
        self.put(f"store i64 {self.value(f'add i64 {times}, {value}')}, "
                 "ptr %acc")

    def digest(self, ref: str) -> None:
        self.mix(self.value(f"call i64 @stress_digest({REF} {ref})"))

    def condition(self) -> str:
        x = self.get(INT)
        bit = self.value(f"and i64 {x}, {1 << self.random.randrange(3)}")
        return self.value(f"icmp eq i64 {bit}, 0")

    # --- Structure -----------------------------------------------------------

    @contextmanager
    def nested(self):
        self.depth += 1
        yield
        self.depth -= 1

    def some_statements(self, most: int = 3) -> None:
        for _ in range(self.random.randint(1, most)):
            self.statement()

    def statement(self) -> None:
        names = [name for name in self.kinds
                 if self.depth < self.DEPTH or name not in self.NESTING]
        name = self.random.choices(
            names, [self.kinds[name] for name in names])[0]
        with self.nested():
            getattr(self, "do_" + name)()

    def make(self) -> str:
        self.depth = 0
        for kind, names in self.names.items():
            self.allocas += [f"  {name} = alloca {self.type_of(kind)}"
                             for name in names]
        for number, name in enumerate(self.names[INT]):
            value = self.value(f"add i64 %x, {number * 3}")
            self.put(f"store i64 {value}, ptr {name}")
        for number, name in enumerate(self.names[BOX]):
            box = "%b" if not number else self.new_box(str(number))
            self.put(f"store {REF} {box}, ptr {name}")
        for number, name in enumerate(self.names[PAIR]):
            pair = "%a" if not number else self.new_pair()
            self.put(f"store {REF} {pair}, ptr {name}")
        for name in self.names[FROZEN]:
            self.put(f"store {REF} {self.new_frozen()}, ptr {name}")
        for name in self.names[MAYBE]:
            self.put(f"store {REF} null, ptr {name}")
        for name in self.names[VECTOR]:
            self.put(f"store <2 x {REF}> {self.new_vector()}, ptr {name}")
        for _ in range(self.STATEMENTS):
            self.statement()
        for kind in (BOX, PAIR, FROZEN, MAYBE):
            for name in self.names[kind]:
                self.digest(self.value(f"load {REF}, ptr {name}"))
        self.mix(self.value("load i64, ptr addrspace(11) %p"))
        getattr(self, "return_" + self.result)()
        kind, parameter = RESULTS[self.result]
        attribute = self.random.choice(("", " noinline"))
        return "\n".join([
            f'define {kind} @f{self.number}({parameter}ptr "gcstack" %s, '
            f"{REF} %a, {REF} %b, {DERIVED} %p, i64 %x, "
            f"{{ {REF}, i64 }} %g){attribute} {{",
            "entry:", "  %acc = alloca i64", *self.allocas,
            "  store i64 %x, ptr %acc", *self.lines, "}", ""])

    def return_number(self) -> None:
        self.put(f"ret i64 {self.value('load i64, ptr %acc')}")

    def return_box(self) -> None:
        # The box holds all that the function computed.
        self.put(f"ret {REF} "
                 f"{self.new_box(self.value('load i64, ptr %acc'))}")

    def return_group(self) -> None:
        acc = self.value("load i64, ptr %acc")
        group = self.value(f"insertvalue {{ {REF}, i64 }} poison, "
                           f"{REF} {self.get(BOX)}, 0")
        full = self.value(f"insertvalue {{ {REF}, i64 }} {group}, "
                          f"i64 {acc}, 1")
        self.put(f"ret {{ {REF}, i64 }} {full}")

    def return_roots(self) -> None:
        self.put(f"store {REF} {self.get(BOX)}, ptr %out")
        self.return_second()
        self.put(f"ret i64 {self.value('load i64, ptr %acc')}")

    def return_memory(self) -> None:
        self.put(f"store i64 {self.get(INT)}, ptr %out")
        self.return_second()
        self.put("ret void")

    def return_second(self) -> None:
        """A box in the second word, which nobody but the caller keeps."""
        second = self.value("getelementptr i8, ptr %out, i64 8")
        box = self.new_box(self.value("load i64, ptr %acc"))
        self.put(f"store {REF} {box}, ptr {second}")
        if self.random.random() < 0.5:
            self.put("call void @grow_old()")


def caller(results: list) -> str:
    """What calls each function, and says what it returned."""
    lines = ["define i64 @run(i64 %n) {",
             "  %s = call ptr @julia.get_pgcstack()",
             *(f"  %{result} = alloca {places[0]}, align 8"
               for result, places in PLACES.items())]
    for number, result in enumerate(results):
        n = f"n{number}"
        kind, parameter = RESULTS[result]
        passed = passed_place(result, f"%{result}")
        result_name = "" if kind == "void" else f"%{n}.r = "
        lines += [
            f"  %{n}.b = call {REF} @make_box(ptr %s, i64 {number})",
            f"  %{n}.c = call {REF} @make_box(ptr %s, i64 {number + 70})",
            f"  %{n}.a = call {REF} @make_pair(ptr %s, {REF} %{n}.b, i64 5)",
            f"  %{n}.p = addrspacecast {REF} %{n}.c to {DERIVED}",
            f"  %{n}.g0 = insertvalue {{ {REF}, i64 }} poison, {REF} "
            f"%{n}.c, 0",
            f"  %{n}.g = insertvalue {{ {REF}, i64 }} %{n}.g0, i64 3, 1",
            f"  {result_name}call {kind} @f{number}({passed}ptr %s, "
            f"{REF} %{n}.a, {REF} %{n}.b, {DERIVED} %{n}.p, i64 {number}, "
            f"{{ {REF}, i64 }} %{n}.g)"]
        ref = {"box": f"%{n}.r", "group": f"%{n}.ref",
               "roots": f"%{n}.ref", "memory": f"%{n}.ref"}.get(result)
        if result == "group":
            lines += [f"  %{n}.ref = extractvalue {kind} %{n}.r, 0",
                      f"  %{n}.num = extractvalue {kind} %{n}.r, 1",
                      f"  call void @stress_report(i64 %{n}.num)"]
        elif result in PLACES:
            lines += [f"  %{n}.at = getelementptr i8, ptr %{result}, i64 8",
                      f"  %{n}.ref = load {REF}, ptr %{n}.at"]
        if kind == "i64":
            lines.append(f"  call void @stress_report(i64 %{n}.r)")
        for what in filter(None, (ref, f"%{n}.a")):
            name = f"%{n}.d{len(lines)}"
            lines += [f"  {name} = call i64 @stress_digest({REF} {what})",
                      f"  call void @stress_report(i64 {name})"]
    lines += ["  ret i64 0", "}", "define i64 @run_features() {",
              "  ret i64 0", "}", ""]
    return "\n".join(lines)


def module(seed: str) -> str:
    results, texts = [], []
    for number in range(FUNCTIONS):
        made = Function(seed, number, list(results))
        results.append(made.result)
        texts.append(made.text)
    return "\n".join([f"; Made by scripts/stress julia, seed {seed}.",
                      COMMON.read_text(), *texts, caller(results)])
