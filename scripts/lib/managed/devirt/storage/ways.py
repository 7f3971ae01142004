"""Ways to reuse storage that the language itself has.

Formally, a pointer to bytes is no pointer to the object that was made there,
and a cast needs std::launder. Programs in use cast without it, all compilers
support that, and so do these programs at times; what they never do is to use a
pointer or name of an object after another replaced it, except where the
language transfers it ([basic.life]).
"""

from .cases import Case, fill, way
from .shapes import NOINLINE, Type

# --- Placement new ----------------------------------------------------------


@way()
def placement(c: Case) -> str:
    """One after the other, through what new returns."""
    before, room, after = c.room()

    def step(t: Type) -> str:
        return (f"auto *p = new ({room}) {t.make(c.n())};\n"
                + c.uses(t.part("(*p)")) + c.end("p", t))

    return before + c.steps(step) + after


@way()
def placement_over(c: Case) -> str:
    """In the storage that a pointer to the old object names."""
    before, room, after = c.room()
    a, b = c.two()
    body = fill("""\
auto *p = new ($room) $make;
$uses$end""", room=room, make=a.make(c.n()), uses=c.uses(a.part("(*p)")),
                end=c.end("p", a))
    where = c.rng.choice(("p", "static_cast<void *>(p)"))
    body += f"auto *q = new ({where}) {b.make(c.n())};\n"
    body += c.uses(b.part("(*q)")) + c.end("q", b)
    return before + body + after


@way()
def launder(c: Case) -> str:
    """What is left of the old object is a laundered pointer to it."""
    before, room, after = c.room()
    a, b = c.two()
    old = "p"
    body = f"{a.name} *p = new ({room}) {a.make(c.n())};\n"
    if c.maybe():
        body += f"void *bytes = p;\n{a.name} &r = *p;\n"
        old = c.rng.choice(("bytes", "&r", "p"))
    body += c.uses(a.part("(*p)")) + c.end("p", a)
    body += (f"new (static_cast<void *>({old})) {b.make(c.n())};\n"
             f"{b.name} *q = std::launder(reinterpret_cast<{b.name} *>("
             f"{old}));\n" + c.uses(b.part("(*q)")))
    if c.maybe():
        body += c.uses(b.part(f"(*std::launder(reinterpret_cast<{b.name} *>("
                              f"{old})))"))
    return before + body + c.end("q", b) + after


@way()
def launder_base(c: Case) -> str:
    """A pointer to a base class at the same place in both, laundered."""
    c.declare_once("heirs", """\
struct Heir0 : Base {
  Heir0(int n) : Base(n) {}
  int f(int n) override { return n + 1000; }
};
struct Heir1 : Base {
  Heir1(int n) : Base(n) {}
  int f(int n) override { return n * 2 + 2000; }
};
""")
    made = [f"new (room) {name}({c.n()})" for name in ("Heir0", "Heir1")]
    c.rng.shuffle(made)
    last = "p->~Base();\n" if c.family.has_virtual_destructor() else ""
    return fill("""\
alignas(16) unsigned char room[most(sizeof(Heir0), sizeof(Heir1))];
Base *p = $first;
$uses$last$second;
p = std::launder(p);
$again$last""", first=made[0], second=made[1], uses=c.uses("(*p)"),
                again=c.uses("(*p)"), last=last)


@way()
def same_type(c: Case) -> str:
    """The old pointer and name are those of the new object of the type."""
    t = c.rng.choice(c.types)
    body = (f"{t.name} o({t.args(c.n())});\n{t.name} *p = &o;\n"
            + c.uses(t.part("(*p)")) + c.end("p", t)
            + f"new (p) {t.make(c.n())};\n" + c.uses(t.part("(*p)")))
    return body + c.uses(t.part("o"))


@way()
def over_variable(c: Case) -> str:
    """A variable's storage has other objects until the variable's end."""
    if not c.is_even():
        return same_type(c)
    a, b = c.two()
    return fill("""\
$a o($first);
$uses
static_assert(sizeof($b) <= sizeof($a), "$b");
$end{
auto *q = new (static_cast<void *>(&o)) $second;
$others$last}
auto *p = new (static_cast<void *>(&o)) $third;
$again""", a=a.name, b=b.name, first=a.args(c.n()), uses=c.uses(a.part("o")),
                end=c.end("(&o)", a), second=b.make(c.n()),
                others=c.uses(b.part("(*q)")), last=c.end("q", b),
                third=a.make(c.n()), again=c.uses(a.part("(*p)")))


@way()
def made_elsewhere(c: Case) -> str:
    """Functions make and destroy objects of types that only run time says."""
    before, room, after = c.room()
    c.maker()
    kinds = len(c.types)
    return before + fill("""\
for (int i = 0; i < $count; ++i) {
Base *p = make($room, num(i) % $kinds, $n);
${uses}destroy($room, num(i) % $kinds);
}
""", room=room, kinds=kinds, n=c.n(), uses=c.uses("(*p)"),
                         count=kinds + 1) + after


@way()
def becomes(c: Case) -> str:
    """A method that puts another object in its own place."""
    state = c.fresh("State")
    names = [f"{state}On", f"{state}Off"]
    c.declare("""\
struct $state {
  int v;
  $state(int n) : v(n) {}
  virtual ~$state() {}
  virtual int f(int n) = 0;
  virtual $state *next() = 0;
};
struct $on;
struct $off;
""", state=state, on=names[0], off=names[1])
    for i, name in enumerate(names):
        c.declare("""\
struct $name : $state {
  $name(int n) : $state(n) {}
  int f(int n) override { return n * $k + v; }
  $state *next() override;
};
""", name=name, state=state, k=3 + i)
    for name, other in zip(names, names[::-1]):
        c.declare("""\
$inline $state *$name::next() {
  int n = v;
  this->~$name();
  return new (this) $other(n + 1);
}
""", inline=c.rng.choice(("inline", "__attribute__((noinline))")), name=name,
                  other=other, state=state)
    then = c.rng.choice(("s = s->next();", "s->next();\ns = std::launder(s);"))
    return fill("""\
static_assert(sizeof($on) == sizeof($off), "");
alignas(16) unsigned char room[sizeof($on)];
$state *s = new (room) $first($n);
for (int i = 0; i < 3; ++i) {
put(s->f(i));
$then
put(s->f(i));
}
s->~$state();
""", on=names[0], off=names[1], state=state, n=c.n(), then=then,
                first=c.rng.choice(names))


# --- operator new -----------------------------------------------------------

def allocated(c: Case, node: str) -> str:
    """Objects in classes that are derived from `node`."""
    names = {}
    for t in c.types:
        names[t.name] = c.fresh("Node")
        c.declare("struct $name : $node {\n  $t o;\n"
                  "  ${inline}$name(int n) : o($args) {}\n};\n",
                  inline=c.rng.choice(("", NOINLINE)),
                  name=names[t.name], node=node, t=t.name, args=t.args("n"))

    def step(t: Type) -> str:
        return (f"auto *p = new {names[t.name]}({c.n()});\n"
                + c.uses(t.part("p->o")) + "delete p;\n")

    return c.steps(step)


@way()
def class_new(c: Case) -> str:
    """A class has an operator new that knows storage that is free."""
    node = c.fresh("Allocated")
    c.declare("struct $node {\n$allocation};\n", node=node,
              allocation=c.allocation(512))
    return allocated(c, node)


@way()
def global_new(c: Case) -> str:
    """The global operator new is replaced by one that does."""
    c.needs.add("global new")

    def step(t: Type) -> str:
        return (f"auto *p = new {t.make(c.n())};\n" + c.uses(t.part("(*p)"))
                + "delete p;\n")

    return c.steps(step)


# --- Unions -----------------------------------------------------------------

def union_type(c: Case, is_array: bool = False) -> str:
    name, index = c.fresh("Union"), "[2]" if is_array else ""
    members = "".join(f"  {t.name} m{t.name}{index};\n" for t in c.types)
    c.declare("union $name {\n$members  $name() {}\n  ~$name() {}\n};\n",
              name=name, members=members)
    return name


def construct(c: Case, t: Type, lvalue: str) -> str:
    if c.standard >= 20 and c.maybe():
        c.needs.add("memory")
        return f"std::construct_at(&{lvalue}, {t.args(c.n())});\n"
    return f"new (&{lvalue}) {t.make(c.n())};\n"


@way()
def union_member(c: Case) -> str:
    name = union_type(c)
    of = "u" if c.maybe() else "p->"
    start = f"{name} u;\n" + (f"{name} *p = &u;\n" if of != "u" else "")

    def step(t: Type) -> str:
        lvalue = f"{of}{'' if of != 'u' else '.'}m{t.name}"
        return (construct(c, t, lvalue) + c.uses(t.part(lvalue))
                + c.end(f"(&{lvalue})", t))

    return start + c.steps(step)


@way()
def union_anonymous(c: Case) -> str:
    name = c.fresh("Tagged")
    members = "".join(f"    {t.name} m{t.name};\n" for t in c.types)
    c.declare("struct $name {\n  int tag = 0;\n  union {\n    int none;\n"
              "$members  };\n  $name() : none(0) {}\n  ~$name() {}\n};\n",
              name=name, members=members)

    def step(t: Type) -> str:
        return (construct(c, t, f"u.m{t.name}") + c.uses(
            t.part(f"u.m{t.name}")) + c.end(f"(&u.m{t.name})", t))

    return f"{name} u;\n" + c.steps(step)


@way()
def union_array(c: Case) -> str:
    name = union_type(c, True)

    def step(t: Type) -> str:
        made = "".join(construct(c, t, f"u.m{t.name}[{i}]") for i in (0, 1))
        body = made + c.uses(t.part(f"u.m{t.name}[1]"))
        if c.maybe():
            body += (f"for ({t.name} &o : u.m{t.name}) {{\n"
                     + c.uses(t.part("o"), 1) + "}\n")
        return body + "".join(c.end(f"(&u.m{t.name}[{i}])", t)
                              for i in (1, 0))

    return f"{name} u;\n" + c.steps(step)


@way()
def union_through_pointers(c: Case) -> str:
    """Pointers to members, and references to members."""
    name = union_type(c)

    def step(t: Type) -> str:
        if c.maybe():
            body = f"{t.name} {name}::*m = &{name}::m{t.name};\n"
            lvalue = c.rng.choice(("(u.*m)", "((&u)->*m)"))
        else:
            body, lvalue = f"{t.name} &m = u.m{t.name};\n", "m"
        return (body + construct(c, t, lvalue) + c.uses(t.part(lvalue))
                + c.end(f"(&{lvalue})", t))

    return f"{name} u;\n" + c.steps(step)


@way()
def union_assigned(c: Case) -> str:
    """A class with a union, to which objects of its types are assigned."""
    name = c.fresh("Either")
    members = "".join(f"    {t.name} m{t.name};\n" for t in c.types)
    assign = "".join(fill("""\
  $name &operator=(const $t &o) {
    clear();
    new (&m$t) $t(o);
    tag = $i;
    return *this;
  }
""", name=name, t=t.name, i=i + 1) for i, t in enumerate(c.types))
    clear = "".join(f"    case {i + 1}: m{t.name}.~{t.name}(); break;\n"
                    for i, t in enumerate(c.types))
    c.declare("""\
struct $name {
  int tag = 0;
  union {
    int none;
$members  };
  $name() : none(0) {}
  ~$name() { clear(); }
  void clear() {
    switch (tag) {
$clear    }
    tag = 0;
  }
$assign};
""", name=name, members=members, assign=assign, clear=clear)

    def step(t: Type) -> str:
        return f"u = {t.make(c.n())};\n" + c.uses(t.part(f"u.m{t.name}"))

    return f"{name} u;\n" + c.steps(step)


# --- Bytes ------------------------------------------------------------------

@way()
def bytes_cast(c: Case) -> str:
    """Casts of pointers and references, used at once or kept."""
    before, room, after = c.room()

    def step(t: Type) -> str:
        casts = [f"*reinterpret_cast<{t.name} *>({room})",
                 f"*({t.name} *)({room})",
                 f"*static_cast<{t.name} *>(static_cast<void *>({room}))",
                 f"*std::launder(reinterpret_cast<{t.name} *>({room}))",
                 f"*reinterpret_cast<{t.name} *>("
                 f"reinterpret_cast<Size>({room}))"]
        if not after:
            casts.append(f"reinterpret_cast<{t.name} &>({room})")
            casts.append(f"({t.name} &)({room})")
        body = f"new ({room}) {t.make(c.n())};\n"
        for cast in c.rng.sample(casts, 2):
            style = c.rng.randrange(3)
            if style == 0:
                body += c.uses(t.part(f"({cast})"), 2)
            elif style == 1:
                name = c.fresh("r")
                body += (f"{t.name} &{name} = {cast};\n"
                         + c.uses(t.part(name), 2))
            else:
                name = c.fresh("p")
                body += (f"{t.name} *{name} = &{cast};\n"
                         + c.uses(t.part(f"(*{name})"), 2))
        return body + c.end(f"reinterpret_cast<{t.name} *>({room})", t)

    return before + c.steps(step) + after


@way()
def bytes_method(c: Case) -> str:
    """A class whose template of a method casts its bytes."""
    name = c.fresh("Slot")
    launders = c.maybe()
    cast = "reinterpret_cast<T *>(bytes)"
    c.declare("""\
struct $name {
  alignas(16) unsigned char bytes[$size];
  template <class T> T &as() { return *$cast; }
  template <class T> T *pointer() { return $cast; }
};
""", name=name, size=c.sizes(),
              cast=f"std::launder({cast})" if launders else cast)

    def step(t: Type) -> str:
        as_ = c.rng.choice((f"s.as<{t.name}>()", f"(*s.pointer<{t.name}>())"))
        return (f"new (s.bytes) {t.make(c.n())};\n" + c.uses(t.part(as_))
                + c.end(f"s.pointer<{t.name}>()", t))

    return f"{name} s;\n" + c.steps(step)


@way(headers=("type_traits",))
def bytes_aligned_storage(c: Case) -> str:
    def step(t: Type) -> str:
        return (f"new (&s) {t.make(c.n())};\n"
                f"auto &o = reinterpret_cast<{t.name} &>(s);\n"
                + c.uses(t.part("o")) + c.end("(&o)", t))

    return (f"std::aligned_storage_t<{c.sizes()}, 16> s;\n" + c.steps(step))


@way()
def bytes_array(c: Case) -> str:
    """Bytes that are cast to arrays, and to arrays of arrays."""
    rows = c.maybe(.4)
    count = 4 if rows else 2

    def step(t: Type) -> str:
        array = "[2][2]" if rows else "[2]"
        index = "[1][0]" if rows else "[1]"
        made = "".join(f"new (room + {i} * sizeof({t.name})) "
                       f"{t.make(c.n())};\n" for i in range(count))
        kind = c.rng.randrange(2)
        cast = (f"reinterpret_cast<{t.name} (&){array}>(room)",
                f"(*reinterpret_cast<{t.name} (*){array}>(room))")[kind]
        if c.maybe():
            return (made + f"auto &a = {cast};\n" + c.uses(t.part("a" + index))
                    + c.uses(t.part("a" + index.replace("1", "0")), 1))
        return made + c.uses(t.part(cast + index))

    return (f"alignas(16) unsigned char room[{count} * {c.sizes()}];\n"
            + c.steps(step))


@way()
def copied_bytes(c: Case) -> str:
    """Bytes of trivially copyable classes are copied into the storage, and
    classes that point to objects are copied as bytes."""
    before, room, after = c.room()
    raw, handle = c.fresh("Raw"), c.fresh("Handle")
    copy = c.rng.choice(("__builtin_memcpy", "__builtin_memmove"))
    c.declare("struct $raw {\n  int a, b;\n};\n"
              "struct $handle {\n  Base *p;\n  int n;\n};\n",
              raw=raw, handle=handle)

    def step(t: Type) -> str:
        return fill("""\
$raw raw{$n, num(1)}, back;
$copy($room, &raw, sizeof raw);
$copy(&back, $room, sizeof back);
put(back.a + back.b);
auto *o = new ($room) $make;
$handle made{&$part, back.a};
$copy(&h, &made, sizeof h);
$uses$end""", raw=raw, handle=handle, copy=copy, room=room, n=c.n(),
                    make=t.make(c.n()), part=t.part("(*o)"),
                    uses=c.uses("(*h.p)"), end=c.end("o", t))

    return before + f"{handle} h;\n" + c.steps(step) + after


@way()
def cast_from_base(c: Case) -> str:
    """static_cast from a base class without virtual functions."""
    link = c.fresh("Link")
    c.declare("struct $link {\n  int key = 1;\n};\n", link=link)
    # The names of the classes, and whether the base class is at their start.
    names, is_first = {}, {}
    for t in c.types:
        names[t.name] = c.fresh("Linked")
        bases = link
        if c.maybe(.3) and t.may_be_base:
            bases = f"{t.name}, {link}"
        is_first[names[t.name]] = bases == link
        owner = "" if bases != link else f"  {t.name} o;\n"
        first = t.name if bases != link else "o"
        c.declare("struct $name : $bases {\n$owner"
                  "  ${inline}$name(int n) : $first($args) {}\n"
                  "  $t &get() { return $object; }\n};\n", name=names[t.name],
                  bases=bases, owner=owner, first=first, args=t.args("n"),
                  t=t.name, inline=c.rng.choice(("", NOINLINE)),
                  object="o" if bases == link else "*this")
    sizes = "most(" + ", ".join(f"sizeof({n})" for n in names.values()) + ")"

    def step(t: Type) -> str:
        name = names[t.name]
        body = f"{link} *l = new (room) {name}({c.n()});\n"
        if is_first[name] and c.maybe(.7):
            body += f"l = std::launder(reinterpret_cast<{link} *>(room));\n"
        cast = (f"static_cast<{name} *>(l)->get()",
                f"static_cast<{name} &>(*l).get()")[c.rng.randrange(2)]
        body += c.uses(t.part(cast))
        if c.maybe():
            body += (f"auto *d = static_cast<{name} *>(l);\n"
                     + c.uses(t.part("d->get()")))
        if c.maybe(.75):
            body += f"static_cast<{name} *>(l)->~{name}();\n"
        return body

    return (f"alignas(16) unsigned char room[{sizes}];\n" + c.steps(step))


# --- Arenas -----------------------------------------------------------------

@way()
def arena(c: Case) -> str:
    """Objects one after another in a block, which is reset."""
    name = c.fresh("Arena")
    c.declare("""\
struct $name {
  alignas(16) unsigned char bytes[1024];
  Size used = 0;
  template <class T, class... Args> T *make(Args &&...args) {
    Size at = (used + alignof(T) - 1) / alignof(T) * alignof(T);
    used = at + sizeof(T);
    return new (bytes + at) T(static_cast<Args &&>(args)...);
  }
  void reset() { used = 0; }
};
""", name=name)

    def step(t: Type) -> str:
        return (f"auto *o = a.make<{t.name}>({t.args(c.n())});\n"
                + c.uses(t.part("(*o)")) + c.end("o", t) + "a.reset();\n")

    return (f"static_assert({c.sizes()} <= 1024, \"\");\n{name} a;\n"
            + c.steps(step))


@way()
def pool(c: Case) -> str:
    """Slots with numbers, and a list of those that are free."""
    name = c.fresh("Pool")
    c.declare("""\
struct $name {
  alignas(16) unsigned char slots[2][($size + 15) / 16 * 16];
  int next[2] = {1, -1}, first = 0;
  int take() {
    int slot = first;
    first = next[slot];
    return slot;
  }
  void give(int slot) {
    next[slot] = first;
    first = slot;
  }
  $inline void *at(int slot) { return slots[slot]; }
  template <class T> T &get(int slot) { return *static_cast<T *>(at(slot)); }
};
""", name=name, size=c.sizes(),
              inline=c.rng.choice(("", "__attribute__((noinline))")))

    def step(t: Type) -> str:
        return (f"int slot = a.take();\nnew (a.at(slot)) {t.make(c.n())};\n"
                + c.uses(t.part(f"a.get<{t.name}>(slot)"))
                + c.end(f"(&a.get<{t.name}>(slot))", t) + "a.give(slot);\n")

    return f"{name} a;\n" + c.steps(step)
