"""Ways to reuse the storage of a variable with static storage.

Its name, and pointers that were made from the name, say which class the object
has. An object of another type that replaces it is used through what `new`
returned, although that equals the older pointers.
"""

from .cases import Case, fill, way
from .shapes import NOINLINE, Type

# Where a variable is, and the expression that names it.
PLACES = (
    ("$t $name($first);\n", "$name"),
    ("static $t $name($first);\n", "$name"),
    ("inline $t $name($first);\n", "$name"),
    ("thread_local $t $name($first);\n", "$name"),
    ("struct In$name {\n  int before;\n  $t o;\n} $name{1, $make};\n",
     "$name.o"),
    ("$t $name[2] = {$make, $make};\n", "$name[0]"),
    ("struct Of$name {\n  static inline $t o{$first};\n};\n", "Of$name::o"),
    ("inline $t &get$name() {\n  static $t o($first);\n  return o;\n}\n",
     "get$name()"),
)

# Conditions that hold if two pointers, whose bits may be read, are equal.
EQUAL = (
    "static_cast<void *>(made) == static_cast<void *>(old)",
    "made == old",
    "reinterpret_cast<Number>(made) == reinterpret_cast<Number>(old)",
    "!memcmp(&made, &old, sizeof made)",
    "bits(made) == bits(old)",
    "std::less<>()(made, old) == std::less<>()(old, made)",
    "std::atomic<Base *>(made).compare_exchange_strong(expected, nullptr)",
)


def variable(c: Case, t: Type) -> str:
    """Declares a variable. Returns an expression that names it."""
    text, name = c.rng.choice(PLACES)
    words = {"t": t.name, "name": c.fresh("named"), "first": t.args("3"),
             "make": t.make("2")}
    c.declare(text, **words)
    return fill(name, **words)


def accessor(c: Case, leaf: str) -> str:
    """Declares a function that finds the base class of a lvalue. Returns an
    lvalue of the base class, by a pointer that is made from the name."""
    function = c.fresh("find")
    attribute = c.rng.choice(("inline", "inline", NOINLINE.strip()))
    if c.maybe():
        c.declare("$attribute Base &$function() { return $leaf; }\n",
                  attribute=attribute, function=function, leaf=leaf)
        return f"{function}()"
    c.declare("$attribute Base *$function() { return &$leaf; }\n",
              attribute=attribute, function=function, leaf=leaf)
    return f"(*{function}())"


def replaced(c: Case, check=None, is_flat: bool = False) -> str:
    """Another object takes the place of a variable for a while, and is used;
    `check` writes how, from an expression for the address. There, `made` is a
    pointer to the object's base class, `old` one to that of the variable, and
    `bytes` has the bytes of the former. If `is_flat`, both objects begin with
    their base class."""
    if is_flat:
        a, b = c.rng.sample(c.family.leaves, 2)
    else:
        a, b = c.two() if c.is_even() else [c.rng.choice(c.types)] * 2
    if c.family.destructor == "observed":
        return ""  # At exit, the order of such output is not the same.
    name = variable(c, a)
    found = accessor(c, a.part(name))
    where = c.fresh("place")
    c.declare("static void *const $where = &$name;\n", where=where, name=name)
    make = f"new (where) {b.make(c.n())}"
    made = f"auto *q = {make};\nBase *made = &{b.part('(*q)')};\n"
    if c.maybe():
        function = c.fresh("replace")
        c.declare("$noinline$b *$function(void *where) { return $make; }\n",
                  noinline=NOINLINE, b=b.name, function=function, make=make)
        made = made.replace(make, f"{function}(where)")
    return fill("""\
static_assert(sizeof($b) <= sizeof($a), "$b");
Base *old = &$found;
void *where = &$name;
${uses}static_cast<$a *>(where)->~$a();
{
${made}${others}${use}q->~$b();
}
auto *p = new (where) $third;
${again}""", a=a.name, b=b.name, name=name, found=found,
                uses=c.uses(found) + c.uses("(*old)", 1), made=made,
                others=c.uses("(*made)", 2) if c.maybe() else "",
                use=BITS + check(where) if check else "", third=a.make(c.n()),
                again=c.uses(a.part("(*p)"), 1) + c.uses(found))


@way()
def replaced_variable(c: Case) -> str:
    """An object in the place of a variable, used by what new returned."""
    return replaced(c)


@way()
def equal_to_name(c: Case) -> str:
    """The same, where that equals a pointer made from the name: in this
    function, or in one that gets both pointers, or the bits of one."""
    c.needs |= {"string.h", "atomic", "functional"}
    c.declare_once("bits", """\
using Number = __UINTPTR_TYPE__;
inline Number bits(Base *p) {
  Number n;
  memcpy(&n, &p, sizeof n);
  return n;
}
inline Base *pointer(Number n) {
  Base *p;
  memcpy(&p, &n, sizeof p);
  return p;
}
""")
    text = fill("""\
Base *expected = old;
Number number = bits(made);
if ($equal) {
${uses}Base *again = pointer(number);
${again}}
put(!!expected);
""", equal=c.rng.choice(EQUAL), uses=c.uses("(*made)", 2),
                again=c.uses("(*again)", 2))
    is_flat = c.family.is_even and not c.family.has_side and c.maybe()
    text = c.rng.choice((text, NUMBERS, BRIDGE if is_flat else text)).replace(
        "$uses", c.uses("(*chosen)", 2))

    def check(where: str) -> str:
        if c.maybe(.3):
            return carried(c)
        body = text.replace("where", where)
        if c.maybe(.4):
            return body
        function = c.fresh("compare")
        c.declare("$attribute void $function(Base *made, Base *old, "
                  "const unsigned char *bytes) {\n$body}\n",
                  attribute=c.rng.choice(("inline", "static", "static",
                                          NOINLINE.strip())),
                  function=function, body=body)
        return f"{function}(made, old, bytes);\n"

    return replaced(c, check, is_flat)


def carried(c: Case) -> str:
    """A function returns the pointer in something else, after a comparison."""
    kind = c.rng.choice(("union", "closure"))
    function = c.fresh("carry")
    if kind == "union":
        c.declare_once("Carried", """\
struct Carried {
  union {
    long number;
    Base *pointer;
  };
  bool is;
};
""")
        c.declare("""\
$attribute Carried $function(Base *made, Base *old) {
  Carried found;
  found.is = made == old;
  found.pointer = nullptr;
  if (found.is) {
    put(1);
    found.pointer = made;
  }
  return found;
}
""", attribute=c.rng.choice(("inline", "static")), function=function)
        use = f"Carried found = {function}(made, old);\n" \
              "Base *chosen = found.is ? found.pointer : made;\n"
    else:
        c.needs.add("functional")
        c.declare("""\
$attribute std::function<Base *()> $function(Base *made, Base *old) {
  if (made == old) {
    put(1);
    return [made] { return made; };
  }
  return {};
}
""", attribute=c.rng.choice(("inline", "static")), function=function)
        use = f"auto found = {function}(made, old);\n" \
              "Base *chosen = found ? found() : made;\n"
    return use + c.uses("(*chosen)", 2)


# Two pointers that equal a third, and numbers that are loaded as pointers.
BRIDGE = """\
Base *chosen = old;
if (old == where && made == where)
  chosen = made;
$uses"""
BITS = """\
unsigned char bytes[sizeof made];
memcpy(bytes, &made, sizeof made);
"""
NUMBERS = """\
Number first = bits(old), second;
memcpy(&second, bytes, sizeof second);
if (first == second) {
Base *chosen;
memcpy(&chosen, bytes, sizeof chosen);
$uses}
"""


@way()
def bound_early(c: Case) -> str:
    """References and pointers that are made before the object is, and used
    while it exists, before and after it is made anew."""
    t = c.rng.choice(c.types)
    if c.family.destructor == "observed" or "virtual_base" in t.shapes:
        return ""
    c.declare("extern $t $name;\nBase *early$name = &$part;\n"
              "Base &bound$name = $part;\n$t $name($first);\n",
              t=t.name, name=(name := c.fresh("late")), part=t.part(name),
              first=t.args("4"))
    return (c.uses(f"(*early{name})") + c.uses(f"bound{name}")
            + f"{name}.~{t.name}();\nnew (&{name}) {t.make(c.n())};\n"
            + c.uses(f"bound{name}") + c.uses(t.part(name)))
