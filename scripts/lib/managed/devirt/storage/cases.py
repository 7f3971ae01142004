"""A case: what a function of a generated program is made of."""

from dataclasses import dataclass
from random import Random
from string import Template
from typing import Callable

from . import shapes
from .shapes import Family, Type


@dataclass(frozen=True)
class Way:
    """A way in which another object comes to be where one was. It writes the
    statements of a block into a Case."""

    name: str
    write: Callable
    # The first standard that has it, and what it includes.
    standard: int = 17
    headers: tuple = ()


# All ways, by name.
WAYS = {}


def way(standard: int = 17, headers: tuple = ()) -> Callable:
    """Declares a function to be a way of its name."""
    def declare(function):
        name = function.__name__
        WAYS[name] = Way(name, function, standard, headers)
        return function

    return declare


def fill(text: str, **words) -> str:
    """The text with the words in place of their $names."""
    return Template(text).substitute(words)


class Case:
    """Draws what ways need, and collects the declarations that they need."""

    def __init__(self, rng: Random, standard: int, headers: set):
        self.rng, self.standard = rng, standard
        self.family: Family = shapes.make_family(rng)
        text, self.types = shapes.make_types(rng, self.family, headers)
        # What all units that use the family need, and only this one.
        self.shared = self.family.text + text
        self.text = HELPERS
        self.needs = set()
        self.count = 0
        self.declared = set()

    # --- Names and numbers --------------------------------------------------

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def maybe(self, probability: float = .5) -> bool:
        return self.rng.random() < probability

    def n(self) -> str:
        """A number that is known to the compiler, or is not."""
        number = self.rng.randrange(1, 9)
        return f"num({number})" if self.maybe(.3) else str(number)

    def flip(self) -> str:
        """A condition that the compiler does not know."""
        return f"flip({self.rng.randrange(2)})"

    # --- Types --------------------------------------------------------------

    def sequence(self, least: int = 2, most: int = 4) -> list:
        """Types of objects that follow each other."""
        found = [self.rng.choice(self.types)]
        while len(found) < self.rng.randint(least, most):
            others = [t for t in self.types if t is not found[-1]]
            found.append(self.rng.choice(others) if self.maybe(.8)
                         else found[-1])
        return found

    def two(self) -> list:
        return self.sequence(2, 2)

    def is_assignable(self) -> bool:
        return all(t.is_assignable for t in self.types)

    def is_even(self) -> bool:
        """Whether all types have the same size; what is before a second base
        class has one of two sizes."""
        return self.family.is_even and not any(
            "second_base" in t.shapes for t in self.types)

    def sizes(self) -> str:
        return ("most(" + ", ".join(f"sizeof({t.name})" for t in self.types)
                + ")")

    # --- Declarations -------------------------------------------------------

    def declare(self, text: str, **words) -> None:
        self.text += fill(text, **words)

    def declare_once(self, key: str, text: str) -> None:
        if key not in self.declared:
            self.declared.add(key)
            self.text += text

    def bases(self) -> None:
        """Declares `base(o)`, a `Base &` of an object of each type."""
        self.declare_once("bases", "".join(
            f"inline Base &base({t.name} &o) {{ return {t.part('o')}; }}\n"
            for t in self.types))

    def maker(self) -> None:
        """Declares `make(room, kind, n)` and `destroy(room, kind)`."""
        makes, destroys = "", ""
        for number, t in enumerate(self.types):
            label = f"  case {number}:" if number else "  default:"
            makes += (f"{label} {{ auto *o = new (room) {t.make('n')}; "
                      f"return &{t.part('(*o)')}; }}\n")
            destroys += (f"{label} {{ std::launder(static_cast<{t.name} *>("
                         f"room))->~{t.name}(); break; }}\n")
        attribute = "__attribute__((noinline))" if self.maybe(.3) else "inline"
        self.declare_once("maker", (
            f"{attribute} Base *make(void *room, int kind, int n) {{\n"
            f"  switch (kind) {{\n{makes}  }}\n}}\n"
            f"{attribute} void destroy(void *room, int kind) {{\n"
            f"  switch (kind) {{\n{destroys}  }}\n}}\n"))

    def alternatives(self, types: list = None) -> str:
        names = ", ".join(t.name for t in types or self.types)
        self.bases()
        return f"std::variant<{names}>"

    def allocation(self, most: int) -> str:
        """operator new and delete, for a class."""
        return fill(self.rng.choice(ALLOCATION), most=most,
                    inline=self.rng.choice(("", shapes.NOINLINE)))

    # --- Statements ---------------------------------------------------------

    def uses(self, lvalue: str, most: int = 3) -> str:
        return "".join(self.use(lvalue)
                       for _ in range(self.rng.randint(1, most)))

    def use(self, e: str) -> str:
        """Calls functions of the object, or asks for its type. Names of its
        own end in an underscore, so that it may stand in any block."""
        if self.maybe(.8):
            # Clang itself calls what a member or variable has directly.
            e = f"as_reference({e})"
        leaf = f"A{self.rng.randrange(shapes.LEAVES)}"
        return self.rng.choice((
            f"put({e}.f({self.n()}));\n", f"put({e}.f({self.n()}));\n",
            f"put({e}.g());\n",
            f"put(far({e}, {self.n()}));\n", f"put(near({e}, {self.n()}));\n",
            f"{{ Base &b_ = {e}; put(b_.f({self.n()})); put(b_.g()); }}\n",
            f"for (int k_ = 0; k_ < 2; ++k_) put({e}.f(k_));\n",
            f"{{ Base *b_ = same(&{e}); put(b_->f({self.n()})); }}\n",
            f"put(typeid({e}) == typeid({leaf}));\n",
            f"{{ Base &b_ = {e}; auto *a_ = dynamic_cast<{leaf} *>(&b_); "
            f"put(a_ ? a_->f({self.n()}) : -1); }}\n",
            f"put(({e}.*(&Base::f))({self.n()}));\n",
            f"put({e}.v);\n"))

    def steps(self, step: Callable) -> str:
        """Does `step(type)`, the statements that make an object, use it and
        destroy it, with several types."""
        style = self.rng.choice(("row", "row", "loop", "choice"))
        if style == "row":
            return "".join(f"{{\n{step(t)}}}\n" for t in self.sequence())
        if style == "choice":
            first, second, third = (step(t) for t in self.sequence(3, 3))
            return (f"if ({self.flip()}) {{\n{first}}} else {{\n{second}}}\n"
                    f"{{\n{third}}}\n")
        types = self.sequence(2, 3)
        blocks = "".join(f"case {number}: {{\n{step(t)}break; }}\n"
                         for number, t in enumerate(types))
        return (f"for (int i = 0; i < {len(types) + 1}; ++i) "
                f"switch (num(i) % {len(types)}) {{\n{blocks}}}\n")

    def end(self, pointer: str, t: Type, probability: float = .75) -> str:
        """Calls the destructor, or does not: nothing depends on it."""
        return (f"{pointer}->~{t.name}();\n" if self.maybe(probability)
                else "")

    def room(self) -> tuple:
        """The statements that make room for an object of each type, the
        expression for a pointer to it, and what ends it."""
        name, kind = self.fresh("room"), self.rng.randrange(4)
        byte = "unsigned char"
        if self.maybe(.3):
            self.needs.add("cstddef")
            byte = "std::byte"
        bytes_ = f"alignas(16) {byte} {name}[{self.sizes()}]"
        if kind == 0:
            return (f"void *{name} = ::operator new({self.sizes()});\n", name,
                    f"::operator delete({name});\n")
        if kind == 1:
            self.declare(f"alignas(16) {byte} {name}[{self.sizes()}];\n")
            return "", name, ""
        if kind == 2:
            struct = self.fresh("Room")
            self.declare(f"struct {struct} {{\n  int before;\n  {bytes_};\n"
                         "};\n")
            return f"{struct} in{name};\n", f"in{name}.{name}", ""
        return f"{bytes_};\n", name, ""


# What a class's operator new and delete may do with storage of up to `most`
# bytes: the last pointer is kept, or storage that is free is in a list.
ALLOCATION = ("""\
  static inline void *spare = nullptr;
  ${inline}static void *operator new(Size n) {
    if (!spare || n > $most)
      return ::operator new(n < $most ? $most : n);
    void *found = spare;
    spare = nullptr;
    return found;
  }
  static void operator delete(void *p) { spare = p; }
""", """\
  struct Free {
    Free *next;
  };
  static inline Free *head = nullptr;
  ${inline}static void *operator new(Size n) {
    if (!head || n > $most)
      return ::operator new(n < $most ? $most : n);
    Free *found = head;
    head = found->next;
    return found;
  }
  static void operator delete(void *p) { head = new (p) Free{head}; }
""")
# What each case declares.
HELPERS = """\
__attribute__((noinline)) int far(Base &b, int n) { return b.f(n) + b.g(); }
inline int near(Base &b, int n) { return b.f(n) * 2 + b.g(); }
__attribute__((noinline)) Base *same(Base *b) { return b; }
"""
