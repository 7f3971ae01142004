"""Makes up programs in C whose objects have a word that is a reference in one
class and an integer in the other, and which test the class before they load.

They are linked with llvm/benchmarks/ManagedCode/Main.cpp.
"""

import random

PRELUDE = """#include "Managed.h"

typedef struct Value MANAGED *ValueRef;
struct Value {
  unsigned long Header;
  union {
    ValueRef Reference;
    long Number;
  };
  long A, B;
};

static int isReference(ValueRef V) { return V->Header >> 32 != 0; }

static ValueRef createNumber(long Number) {
  ValueRef V = managed_allocate(0, 3);
  V->Number = Number;
  V->A = Number & 1023;
  return V;
}

static ValueRef createReference(ValueRef To) {
  ValueRef V = managed_allocate(1, 2);
  V->Reference = To;
  V->A = 5;
  return V;
}

static NOINLINE OBJECTS long loadIf(ValueRef V, long Is) {
  managed_poll();
  return Is ? V->Reference->A : 3;
}
"""
VARIABLES = 3
FUNCTIONS = 4


class Function:
    """Writes the statements of one function."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.lines = []
        self.loops = 0

    def variable(self) -> str:
        return f"V{self.rng.randrange(VARIABLES)}"

    def use(self, of: str) -> str:
        """What is done with the word of `of`, which is a reference."""
        return self.rng.choice([
            f"S += {of}->Reference->A;",
            f"S ^= {of}->Reference->B + {self.rng.randrange(99)};",
            f"{of}->Reference->B += S & 15;",
            f"{of}->Reference = {self.variable()};",
            f"{{ ValueRef R = {of}->Reference; managed_poll(); "
            "S = S * 3 + R->A; }",
        ])

    def statement(self, depth: int, indent: str) -> None:
        a, b = self.variable(), self.variable()
        kind = self.rng.randrange(10 if depth else 8)
        number = self.rng.randrange(1, 64)
        if kind <= 1:
            line = "managed_poll();"
        elif kind == 2:
            line = f"if (isReference({a})) {self.use(a)}"
        elif kind == 3:
            line = (f"S += isReference({a}) ? {a}->Reference->A"
                    f" : {a}->Number & {number};")
        elif kind == 4:
            line = (f"{{ ValueRef P = S & {number} ? {a} : {b}; "
                    f"if (isReference(P)) {self.use('P')} }}")
        elif kind == 5:
            line = f"S += loadIf({a}, isReference({a}));"
        elif kind == 6:
            line = f"{a}->A += S & {number};"
        elif kind == 7:
            line = (f"{{ ValueRef D = isReference({a}) ? {a}->Reference : {b}; "
                    f"managed_poll(); S += D->A; }}")
        else:
            self.loop(depth, indent)
            return
        self.lines.append(indent + line)

    def loop(self, depth: int, indent: str) -> None:
        counter = f"I{self.loops}"
        self.loops += 1
        self.lines.append(f"{indent}for (long {counter} = 0; {counter} < N; "
                          f"++{counter}) {{")
        for _ in range(self.rng.randint(1, 4)):
            self.statement(depth - 1, indent + "  ")
        if self.rng.random() < 0.3:
            a = self.variable()
            self.lines.append(f"{indent}  if (!isReference({a})) break;")
            self.lines.append(f"{indent}  {self.use(a)}")
        self.lines.append(indent + "}")

    def text(self, name: str) -> str:
        for _ in range(3):
            self.loop(2, "  ")
        parameters = ", ".join(f"ValueRef V{i}" for i in range(VARIABLES))
        return "\n".join([
            f"static NOINLINE OBJECTS long {name}({parameters}, long N) {{",
            "  long S = 1;", *self.lines, "  return S;", "}"])


def source(seed: str) -> str:
    """A program. The same seed makes the same."""
    rng = random.Random(f"variants {seed}")
    names = [f"f{i}" for i in range(FUNCTIONS)]
    functions = [Function(rng).text(name) for name in names]
    main = ["long benchmark(long Size) {", "  long Sum = 0;",
            "  for (long I = 0; I < 1 << 3; ++I) {"]
    for name in names:
        # Afresh for each, as functions change objects.
        for i in range(VARIABLES):
            number = f"createNumber(I * {rng.randrange(1 << 40)} + 9)"
            main += [f"    ValueRef {name}{i} = {number};",
                     f"    if (I >> {i} & 1)",
                     f"      {name}{i} = createReference({name}{i});"]
        arguments = ", ".join(f"{name}{i}" for i in range(VARIABLES))
        main.append(f"    Sum = Sum * 31 + {name}({arguments}, Size);")
    main += ["  }", "  return Sum;", "}", ""]
    return "\n\n".join([PRELUDE, *functions, "\n".join(main)])
