"""Objects under construction and destruction that others know: a constructor
of a base class stores `this`, and who calls functions through the stored
pointer later calls those of the class that is being constructed by then.

A Class in a chain has the base class's functions only, so all calls are to
what is constructed, or a base class of it ([class.cdtor]). Objects go in the
reverse order of their coming, so the stored pointer is that of the last one.
"""

from . import shapes
from .cases import Case, fill, way

# Where a constructor stores `this`: declarations, what it does, what the
# destructor does, and the lvalue of the last one.
PLACES = {
    "global": ("inline $root *last$root = nullptr;\n",
               "before = last$root;\nlast$root = this;\n",
               "last$root = before;\n", "(*last$root)"),
    "static": ("", "before = last;\nlast = this;\n", "last = before;\n",
               "(*$root::last)"),
    "vector": ("inline std::vector<$root *> all$root;\n",
               "before = nullptr;\nall$root.push_back(this);\n",
               "all$root.pop_back();\n", "(*all$root.back())"),
    "list": ("struct Links$root {\n  $root *first = nullptr;\n"
             "  __attribute__((noinline)) void add($root *r) { first = r; }\n"
             "};\ninline Links$root links$root;\n",
             "before = links$root.first;\nlinks$root.add(this);\n",
             "links$root.first = before;\n", "(*links$root.first)"),
}
METHODS = ("f(1)", "f(num(2))", "g()")


class Chain:
    """Writes classes, each derived from the one before or virtually from the
    root."""

    def __init__(self, c: Case, place: str):
        self.c, self.root = c, c.fresh("Root")
        self.inline = c.rng.choice(("", "__attribute__((noinline)) "))
        (self.declared, self.enter, self.leave, self.last) = (
            text.replace("$root", self.root) for text in PLACES[place])
        self.static = (f"  static inline {self.root} *last = nullptr;\n"
                       if place == "static" else "")
        self.is_pure = c.maybe(.4)
        self.names = [self.root]

    def call(self) -> str:
        """A use of the object that was stored, or of this one."""
        c, method = self.c, self.c.rng.choice(METHODS)
        return c.rng.choice((
            f"put({self.last}.{method});\n", f"put({self.last}.{method});\n",
            f"put({self.last}.{method});\n", f"put({method});\n",
            f"put(poke({self.last}));\n", "put(poke(*this));\n",
            f"put(touch(*this));\nput({self.last}.{method});\n",
            f"put(typeid({self.last}) == typeid(*this));\n",
            f"put(dynamic_cast<void *>(&{self.last}) == "
            "static_cast<void *>(this));\n"))

    def calls(self, probability: float = .6) -> str:
        return "".join(self.call() for _ in range(2)
                       if self.c.maybe(probability))

    def write_root(self) -> None:
        inner = "" if self.is_pure else self.calls(.4)
        body = "= 0;" if self.is_pure else "{ return n + v; }"
        self.c.declare("struct $root;\n" + self.declared + """\
int poke($root &r);
inline int touch($root &r);
struct $root {
  int v;
  $root *before;
$static  $root(int n) : v(n) {
$enter$first  }
  $root(const $root &) = delete;
  virtual ~$root() {
$last$leave  }
  ${inline}virtual int f(int n) $body
  virtual int g() { return $g; }
};
__attribute__((noinline)) int poke($root &r) { return r.f(3); }
inline int touch($root &r) { return r.f(4) + 1; }
""", root=self.root, static=self.static, enter=self.enter, leave=self.leave,
                       first=inner, last=inner and self.calls(.4),
                       inline=self.inline, body=body,
                       g="v" if self.is_pure else "f(v) + 5")

    def write_class(self, bases: list, is_virtual: bool = False,
                    throws: bool = False, overrides: bool = True) -> str:
        """A class derived from `bases`; its virtual base is the root."""
        c, name = self.c, self.c.fresh("Made")
        inits = [f"{base}(n)" for base in bases]
        if is_virtual and self.root not in bases:
            inits.insert(0, f"{self.root}(n)")
        listed = ", ".join(("virtual " if is_virtual and base == self.root
                            else "") + base for base in bases)
        k = 10 * (len(self.names) + 1)
        body = self.calls()
        if throws:
            body += "if (num(n) > 5) throw n;\n" + self.calls(.3)
        methods = ""
        if overrides:
            methods = (f"  {self.inline}int f(int n) override "
                       f"{{ return n * {k} + v; }}\n")
            if c.maybe() or len(bases) > 1:
                methods += (f"  int g() override {{ return v + {k}; }}\n")
        member, kind = "", c.rng.choice(("plain", "member", "delegating",
                                         "inherited"))
        if kind == "inherited" and not is_virtual and len(bases) == 1 \
                and bases[0] != self.root and not throws:
            member = f"  int m = {self.last}.{c.rng.choice(METHODS)};\n"
            constructor = f"  using {bases[0]}::{bases[0]};\n"
            # Inherited constructors have their base class's first parameter.
        elif kind == "delegating":
            constructor = (f"  {name}(int n, long) : {', '.join(inits)} {{\n"
                           f"{body}}}\n  {name}(int n) : {name}(n, 1L) {{\n"
                           f"{self.calls()}}}\n")
        else:
            if kind == "member":
                member = "  int m;\n"
                inits.append(f"m({self.last}.{c.rng.choice(METHODS)})")
                body += "put(m);\n"
            constructor = f"  {name}(int n) : {', '.join(inits)} {{\n{body}}}\n"
        if c.maybe(.3):
            constructor = shapes.no_inline(name, constructor)
        c.declare("struct $name : $bases {\n$member$constructor"
                  "  ~$name() {\n$calls}\n$methods};\n", name=name,
                  bases=listed, member=member, constructor=constructor,
                  calls=self.calls(), methods=methods)
        self.names.append(name)
        return name

    def write_lives(self, classes: list) -> str:
        """Objects of the classes, made in a place that is used again."""
        c = self.c
        made = [c.rng.choice(classes) for _ in range(c.rng.randint(1, 3))]
        kind = c.rng.choice(("room", "variables", "heap", "both"))
        uses = "".join(f"put({self.last}.{c.rng.choice(METHODS)});\n"
                       for _ in range(2))
        if kind == "variables":
            return "".join(f"{{\n{name} o({c.n()});\n{uses}"
                           f"put(poke(o));\n}}\n" for name in made)
        if kind == "heap":
            return "".join(f"{{\n{self.root} *p = new {name}({c.n()});\n"
                           f"{uses}put(p->g());\ndelete p;\n}}\n"
                           for name in made)
        if kind == "both":
            return (f"{made[0]} o({c.n()});\n{uses}{{\n{made[-1]} p({c.n()});"
                    f"\n{uses}put(o.g());\n}}\n{uses}put(o.f(2));\n")
        sizes = "most(" + ", ".join(f"sizeof({name})"
                                    for name in dict.fromkeys(made)) + ")"
        return (f"alignas(16) unsigned char room[{sizes}];\n" + "".join(
            f"{{\nauto *p = new (room) {name}({c.n()});\n{uses}"
            f"put(p->f(2));\np->~{name}();\n}}\n" for name in made))


def leaked(c: Case, place: str, throws: bool = False) -> str:
    chain = Chain(c, place)
    chain.write_root()
    middle = chain.write_class([chain.root])
    classes = [middle, chain.write_class([middle])]
    classes.append(chain.write_class(
        [c.rng.choice(classes)], throws=throws))
    if not throws:
        return chain.write_lives(classes)
    return thrown(c, chain, classes[-1]) + chain.write_lives(classes[:2])


def thrown(c: Case, chain: Chain, name: str) -> str:
    uses = f"put({chain.last}.{c.rng.choice(METHODS)});\n"
    return fill("""\
for (int i = 3; i < 9; i += 2) try {
$name o(i);
$uses} catch (int n) {
put(n);
}
""", name=name, uses=uses)


@way()
def leaked_to_global(c: Case) -> str:
    return leaked(c, "global")


@way()
def leaked_to_static(c: Case) -> str:
    return leaked(c, "static")


@way(headers=("vector",))
def leaked_to_vector(c: Case) -> str:
    return leaked(c, "vector")


@way()
def leaked_to_list(c: Case) -> str:
    return leaked(c, "list")


@way()
def leaked_and_thrown(c: Case) -> str:
    """The constructor throws, and the base class's has stored `this`."""
    return leaked(c, c.rng.choice(("global", "static", "list")), True)


@way()
def leaked_virtual_base(c: Case) -> str:
    """Classes derived from the same virtual base call the stored pointer."""
    chain = Chain(c, c.rng.choice(("global", "static", "list")))
    chain.write_root()
    left = chain.write_class([chain.root], True)
    right = chain.write_class([chain.root], True)
    both = chain.write_class([left, right], True)
    return chain.write_lives([left, both, both])


# A derived class's destructor may leave the pointer to those of base classes.
DESTRUCTORS = (
    "", "  ~$name() { put(f(1)); }\n", "  ~$name() { put($kept->f($n)); }\n",
    "  ~$name() { put($kept->f($n)); put(f(1)); }\n")


@way()
def leaked_when_complete(c: Case) -> str:
    """What was stored while the object was complete is used in destructors of
    its base classes."""
    root, kept, names = c.fresh("Root"), c.fresh("kept"), []
    is_pure = c.maybe(.4)
    c.declare("""\
struct $root;
inline $root *$kept = nullptr;
struct $root {
  int v;
  $root(int n) : v(n) {}
  virtual ~$root() {$last $kept = nullptr; }
  virtual int f(int n) $body
};
""", root=root, last="" if is_pure else f" if ({kept}) put({kept}->f(1));",
              body="= 0;" if is_pure else "{ return n + v; }", kept=kept)
    for k in range(c.rng.randint(1, 3)):
        names.append(c.fresh("Made"))
        destructor = fill(c.rng.choice(DESTRUCTORS), name=names[-1],
                          kept=kept, n=c.n())
        c.declare("""\
struct $name : $base {
  $name(int n) : $base(n) {}
$destructor  int f(int n) override { return n * $k + v; }
};
""", name=names[-1], base=([root] + names)[-2],
                  destructor=destructor, k=10 * (k + 2))
    stored = c.rng.choice((f"{kept} = &o;", f"{kept} = p;"))
    return "".join(fill("""\
{
$name o($n);
$root *p = &o;
put(p->f(2));
$stored
$between}
""", name=c.rng.choice(names), n=c.n(), root=root, stored=stored,
                        between=f"put({kept}->f(3));\n" if c.maybe() else "")
                   for _ in range(2))
