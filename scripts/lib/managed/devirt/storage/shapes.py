"""Classes with virtual functions, and types that contain an object of one.

A Family is a base class and three classes derived from it, the leaves. A shape
makes a type that contains an object of another type: as a base class, member,
element of an array, capture of a closure and so on. The innermost one is a
leaf. A Type knows how to write an object's initializer, and the lvalue of the
leaf in an object.
"""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Callable

LEAVES = 3
NOINLINE = "__attribute__((noinline)) "


@dataclass(frozen=True)
class Type:
    """A type whose objects contain a leaf."""

    name: str
    leaf: str
    # The initializer's arguments, from an expression of type int.
    args: Callable
    # The lvalue of the leaf, from an lvalue of the type.
    part: Callable
    is_assignable: bool = True
    # Whether a class may be derived from it, and constructed as others are.
    may_be_base: bool = True
    # Whether the leaf is a base class of it, or the type itself.
    is_derived: bool = True
    shapes: tuple = ()

    def make(self, number: str) -> str:
        """A prvalue of the type."""
        return f"{self.name}({self.args(number)})"


# --- Classes with virtual functions -----------------------------------------

@dataclass
class Family:
    """`Base` and the leaves `A0` to `A2`."""

    # "virtual", "observed" (it prints what a virtual function returns) or
    # "none".
    destructor: str
    # "inline", "noinline" or "key" (defined in another unit).
    methods: str
    is_chain: bool
    has_side: bool
    is_pure: bool
    # Whether all leaves have the same members.
    is_even: bool
    # "inline", "noinline" or "unit" (defined in another unit).
    constructors: str
    text: str = ""
    # Definitions of another unit: methods and constructors.
    keys: str = ""
    leaves: list = field(default_factory=list)

    def has_virtual_destructor(self) -> bool:
        return self.destructor != "none"


def no_inline(name: str, text: str) -> str:
    """The text with a constructor whose calls are opaque: what it stores is
    known only to who loads it."""
    return text.replace(f"  {name}(int n) :", f"  {NOINLINE}{name}(int n) :")


def make_family(rng: Random) -> Family:
    family = Family(
        rng.choice(("virtual", "observed", "none")),
        rng.choice(("inline", "inline", "noinline", "key")),
        rng.random() < .3, rng.random() < .25, rng.random() < .4,
        rng.random() < .6,
        rng.choice(("inline", "inline", "noinline", "unit")))
    write_base(family)
    for number in range(LEAVES):
        write_leaf(rng, family, number)
    return family


def write_base(family: Family) -> None:
    destructor = {
        "virtual": "  virtual ~Base() {}\n",
        "observed": "  virtual ~Base() { put(g()); }\n",
        "none": ""}[family.destructor]
    pure = " = 0;" if family.is_pure else " { return n - v; }"
    # What is observed must not call a pure function.
    inner = "v" if family.destructor == "observed" else "f(v)"
    family.text = ("struct Base {\n  int v;\n  Base(int n) : v(n) {}\n"
                   f"{destructor}  virtual int f(int n){pure}\n"
                   f"  virtual int g() {{ return {inner} + 7; }}\n}};\n")
    if family.has_side:
        family.text += ("struct Side {\n  int w = 3;\n"
                        "  virtual int s() { return w; }\n};\n")


def write_leaf(rng: Random, family: Family, number: int) -> None:
    name = f"A{number}"
    bases, first = ["Base"], "Base(n)"
    if family.has_side:
        bases.insert(0, "Side")
    if family.is_chain and number == LEAVES - 1:
        bases, first = ["A1"], "A1(n)"
    more = 0 if family.is_even else rng.randrange(3)
    members = "".join(f"  int m{number}{i} = {i + 1};\n" for i in range(more))
    body = f"{{ return n * {number + 2} + v + {100 * (number + 1)}; }}"
    attribute = "  " + NOINLINE * (family.methods == "noinline") + "int"
    constructor = f"  {name}(int n) : {first} {{}}\n"
    if family.constructors == "unit":
        family.keys += f"{name}::{name}(int n) : {first} {{}}\n"
        constructor = f"  {name}(int n);\n"
    if family.methods == "key":
        function = "  int f(int n) override;\n"
        family.keys += f"int {name}::f(int n) {body}\n"
    else:
        function = f"{attribute} f(int n) override {body}\n"
    if rng.random() < .5:
        function += f"{attribute} g() override {{ return v + {number}; }}\n"
    family.text += (f"struct {name} : {', '.join(bases)} {{\n{members}"
                    f"{constructor}{function}}};\n")
    if family.constructors == "noinline":
        family.text = no_inline(name, family.text)
    family.leaves.append(Type(name, name, lambda n: n, lambda o: o))


# --- Shapes -----------------------------------------------------------------

def itself(_rng, _name, inner: Type) -> tuple:
    return "", inner


def made(name: str, inner: Type, part: Callable, is_derived: bool = False,
         **changes) -> Type:
    """A class with a constructor that takes a number."""
    changes = {"args": lambda n: n, "may_be_base": True, **changes}
    return replace(inner, name=name, part=lambda o: inner.part(part(o)),
                   is_derived=is_derived and inner.is_derived, **changes)


def base(rng, name, inner) -> tuple:
    override = ""
    if inner.name == inner.leaf and rng.random() < .6:
        override = (f"  int f(int n) override {{ return {inner.leaf}::f(n) + "
                    "more; }\n")
    text = (f"struct {name} : {inner.name} {{\n  int more;\n  {name}(int n) : "
            f"{inner.name}({inner.args('n')}), more(n + 1) {{}}\n{override}"
            "};\n")
    return text, made(name, inner, lambda o: f"static_cast<{inner.name} &>"
                      f"({o})", True)


def second_base(rng, name, inner) -> tuple:
    method = rng.choice(("", "  virtual int h() { return front; }\n"))
    text = (f"struct {name}Front {{\n  int front = 2;\n{method}}};\n"
            f"struct {name} : {name}Front, {inner.name} {{\n  {name}(int n) : "
            f"{inner.name}({inner.args('n')}) {{}}\n}};\n")
    return text, made(name, inner, lambda o: f"static_cast<{inner.name} &>"
                      f"({o})", True)


def virtual_base(_rng, name, inner) -> tuple:
    text = (f"struct {name} : virtual {inner.name} {{\n  int more = 4;\n"
            f"  {name}(int n) : {inner.name}({inner.args('n')}) {{}}\n}};\n")
    return text, made(name, inner, lambda o: f"static_cast<{inner.name} &>"
                      f"({o})", True, may_be_base=False)


def member(_rng, name, inner) -> tuple:
    text = (f"struct {name} {{\n  int before = 5;\n  {inner.name} m;\n"
            f"  {name}(int n) : m({inner.args('n')}) {{}}\n}};\n")
    return text, made(name, inner, lambda o: f"{o}.m")


def member_of_base(_rng, name, inner) -> tuple:
    text = (f"struct {name}Holder {{\n  {inner.name} m;\n"
            f"  {name}Holder(int n) : m({inner.args('n')}) {{}}\n}};\n"
            f"struct {name} : {name}Holder {{\n  int more = 6;\n"
            f"  {name}(int n) : {name}Holder(n) {{}}\n}};\n")
    return text, made(name, inner, lambda o: f"{o}.m")


def array(rng, name, inner) -> tuple:
    index = rng.randrange(2)
    text = (f"struct {name} {{\n  {inner.name} m[2];\n  {name}(int n) : "
            f"m{{{inner.make('n')}, {inner.make('n + 1')}}} {{}}\n}};\n")
    return text, made(name, inner, lambda o: f"{o}.m[{index}]")


def array_of_arrays(rng, name, inner) -> tuple:
    first, second = rng.randrange(2), rng.randrange(2)
    rows = ", ".join(f"{{{inner.make('n')}, {inner.make(f'n + {i}')}}}"
                     for i in (1, 2))
    text = (f"struct {name} {{\n  {inner.name} m[2][2];\n"
            f"  {name}(int n) : m{{{rows}}} {{}}\n}};\n")
    return text, made(name, inner, lambda o: f"{o}.m[{first}][{second}]")


def standard_array(rng, name, inner) -> tuple:
    index = rng.randrange(2)
    return (f"using {name} = std::array<{inner.name}, 2>;\n",
            made(name, inner, lambda o: f"{o}[{index}]", args=lambda n:
                 f"{name}{{{{{inner.make(n)}, {inner.make(n)}}}}}"))


def anonymous_union(_rng, name, inner) -> tuple:
    text = (f"struct {name} {{\n  struct Inner {{\n    {inner.name} m;\n"
            f"    Inner(int n) : m({inner.args('n')}) {{}}\n  }};\n"
            "  union {\n    Inner in;\n    long raw;\n  };\n"
            f"  {name}(int n) : in(n) {{}}\n"
            f"  {name}(const {name} &o) noexcept : in(o.in) {{}}\n"
            f"  ~{name}() {{ in.~Inner(); }}\n")
    if inner.is_assignable:
        text += (f"  {name} &operator=(const {name} &o) {{\n"
                 "    in = o.in;\n    return *this;\n  }\n")
    return text + "};\n", made(name, inner, lambda o: f"{o}.in.m")


def optional(_rng, name, inner) -> tuple:
    text = (f"struct {name} {{\n  std::optional<{inner.name}> m;\n"
            f"  {name}(int n) : m(std::in_place, {inner.args('n')}) {{}}\n"
            "};\n")
    return text, made(name, inner, lambda o: f"(*{o}.m)")


def closure(_rng, name, inner) -> tuple:
    text = (f"inline auto make{name}(int n) {{\n"
            f"  {inner.name} m({inner.args('n')});\n"
            f"  return [m]() mutable -> {inner.leaf} & {{ return "
            f"{inner.part('m')}; }};\n}}\n"
            f"using {name} = decltype(make{name}(0));\n")
    # The closure returns the leaf itself.
    leaf = replace(inner, part=lambda o: o)
    return text, made(name, leaf, lambda o: f"{o}()", is_assignable=False,
                      args=lambda n: f"make{name}({n})")


def pair(_rng, name, inner) -> tuple:
    return (f"using {name} = std::pair<int, {inner.name}>;\n",
            made(name, inner, lambda o: f"{o}.second",
                 args=lambda n: f"{n}, {inner.make(n)}"))


def standard_tuple(_rng, name, inner) -> tuple:
    return (f"using {name} = std::tuple<{inner.name}, int>;\n",
            made(name, inner, lambda o: f"std::get<0>({o})",
                 args=lambda n: f"{inner.make(n)}, {n}"))


# Which header a shape needs.
HEADERS = {standard_array: "array", optional: "optional",
           pair: "utility", standard_tuple: "tuple"}
BASES = (base, second_base, virtual_base)
SHAPES = (itself, *BASES, member, member_of_base, array, array_of_arrays,
          standard_array, anonymous_union, optional, closure, pair,
          standard_tuple)


def choose(rng: Random, headers: set, inner: Type):
    """A shape that may contain `inner`, and needs no more than `headers`."""
    return rng.choice([
        shape for shape in SHAPES
        if HEADERS.get(shape) in (None, *headers)
        and (inner.may_be_base or shape not in BASES)])


def make_types(rng: Random, family: Family, headers: set) -> tuple:
    """The text of a type for each leaf, and the types. All types of an even
    family have the same shape, and so the same size."""
    texts, types = [], []
    for depth in (1, 2):
        if depth == 2 and rng.random() < .6:
            break
        inside = types or family.leaves
        same = choose(rng, headers, inside[0])
        types = []
        for number, inner in enumerate(inside):
            shape = same if family.is_even else choose(rng, headers, inner)
            text, type_ = shape(rng, f"T{number}{'x' * (depth - 1)}", inner)
            texts.append(no_inline(type_.name, text) if rng.random() < .4
                         else text)
            types.append(replace(type_, shapes=(*inner.shapes,
                                                shape.__name__)))
    return "".join(texts), types
