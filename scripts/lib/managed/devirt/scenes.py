"""What main does in the programs of program.py: makes objects in all ways, and
calls their methods in all ways, where the language says which are called.

Objects are complete here, so whatever their classes have may be called. An
object is a `kind_` method, which yields pieces; a use of one is in uses().
"""

from .hierarchy import Class


def number(cls: Class, text: str) -> str:
    """What the constructor gets."""
    return "" if cls.constructor == "implicit" else text


def arguments(cls: Class, text: str) -> str:
    """The same, for a declaration."""
    return "" if cls.constructor == "implicit" else f"({text})"


class Scenes:
    """Writes the scenes of a program.Writer."""

    def __init__(self, writer):
        self.writer, self.rng = writer, writer.rng
        self.kinds = [getattr(self, name) for name in sorted(dir(self))
                      if name.startswith("kind_")]
        # Classes that the unit at hand has.
        self.classes = writer.shared

    # --- Functions of other units -------------------------------------------

    def declarations(self, cls: Class) -> list:
        i, name = cls.index, cls.name
        found = [f"int ref{i}({name} &, int);", f"int loop{i}({name} **, int);",
                 f"int cast{i}({name} &);", f"int turns{i}({name} &, int);",
                 f"int ways{i}({name} &, int);"]
        if self.replacements(cls):
            found.append(f"{name} *replace{i}({name} *, long);")
        if not cls.is_abstract():
            found += [f"{name} make{i}(long);", f"{name} &keep{i}();"]
            if cls.is_copyable():
                found.append(f"int value{i}({name}, int);")
        return found

    def replacements(self, cls: Class) -> list:
        return [c for c in self.writer.shared
                if not c.is_abstract() and c.has_unique(cls)]

    def write_helpers(self) -> None:
        for cls in self.writer.shared:
            for text in self.helpers(cls):
                self.writer.somewhere().append(text)

    def helpers(self, cls: Class):
        rng, i, name = self.rng, cls.index, cls.name
        slots = cls.slots()
        first, second = rng.choice(slots), rng.choice(slots)
        yield (f"int ref{i}({name} &o, int v) {{\n"
               f"  return o.f{first}(v) * 3 + o.f{second}(v + 1);\n}}\n")
        yield (f"int loop{i}({name} **o, int n) {{\n  int s = 0;\n"
               "  for (int i = 0; i < n; ++i)\n"
               f"    s += o[i]->f{first}(i) + o[i]->f{second}(s & 7);\n"
               "  return s & 1023;\n}\n")
        # The first call of the object is after one that may do anything.
        yield (f"int turns{i}({name} &o, int n) {{\n  int s = 0;\n"
               "  for (int i = 0; i < n; ++i) {\n"
               f"    s += ref{i}(o, i);\n    s += o.f{first}(s & 7);\n  }}\n"
               "  return s & 1023;\n}\n")
        yield (f"int ways{i}({name} &o, int n) {{\n  int s = 0;\n"
               "  for (int i = 0; i < n; ++i) {\n    if ((n ^ i) & 1) {\n"
               f"      s += ref{i}(o, i);\n      s += o.f{first}(i);\n"
               "    } else {\n"
               f"      s ^= ref{i}(o, n);\n      s += o.f{second}(i);\n    }}\n"
               f"    s += o.f{first}(s & 7);\n  }}\n"
               "  return s & 1023;\n}\n")
        self.classes = self.writer.shared
        into = rng.sample(self.casts(cls), min(4, len(self.casts(cls))))
        casts = "".join(self.writer.piece(
            f"  s = s * 3 + where(&o, dynamic_cast<{other.name} *>(&o));")
            + "\n" for other in into)
        yield (f"int cast{i}({name} &o) {{\n  int s = 0;\n{casts}"
               "  return s & 1023;\n}\n")
        others = self.replacements(cls)
        if others:
            made = rng.choice(others)
            yield (f"{name} *replace{i}({name} *o, long t) {{\n"
                   "  void *room = dynamic_cast<void *>(o);\n"
                   f"  o->~{name}();\n  return new (room) {made.name}"
                   f"({number(made, 't')});\n}}\n")
        if cls.is_abstract():
            return
        yield (f"{name} make{i}(long t) {{ return {name}"
               f"({number(cls, 't')}); }}\n")
        yield (f"{name} &keep{i}() {{\n  static {name} kept"
               f"{arguments(cls, str(rng.randrange(64)))};\n"
               "  return kept;\n}\n")
        if cls.is_copyable():
            yield (f"int value{i}({name} o, int v) {{ return "
                   f"o.f{first}(v); }}\n")

    # --- Uses ---------------------------------------------------------------

    def v(self) -> int:
        return self.rng.randrange(8)

    def t(self) -> str:
        return str(self.rng.randrange(64))

    def slot(self, cls: Class) -> int:
        return self.rng.choice(cls.slots())

    def casts(self, cls: Class) -> list:
        """Classes that a pointer to `cls` may be cast to dynamically."""
        return [c for c in self.classes
                if not cls.derives_from(c) or cls.has_unique(c)]

    def use(self, e: str, cls: Class) -> str:
        """A statement that uses the lvalue `e` of type `cls`."""
        rng, v, f, name = self.rng, self.v(), f"f{self.slot(cls)}", cls.name
        found = [f"mix({e}.{f}({v}));"] * 3 + [
            f"for (int i = 0; i < 3; ++i) mix({e}.{f}(i));",
            f"{{ auto f = &{name}::{f}; mix(({e}.*f)({v})); }}",
            f"[&]({name} &x) {{ mix(x.{f}({v})); }}({e});",
            f"{{ auto f = [&](int n) {{ return {e}.{f}(n); }}; "
            f"mix(f({v})); }}",
            f"mix(typeid({e}) == typeid({rng.choice(self.classes).name}));",
            f"mix(dynamic_cast<void *>(&{e}) == (void *)&{e});"]
        for other in rng.sample(self.casts(cls), 1):
            found += [f"if (auto *x = dynamic_cast<{other.name} *>(&{e})) "
                      f"mix(x->f{self.slot(other)}({v}));"] * 2
        if cls.has_self():
            slot = rng.choice(cls.self_slots())
            found += [f"mix({e}.self()->f{slot}({v}));"] * 2
        for base in cls.ancestors():
            if not cls.has_unique(base):
                continue
            found.append(f"{{ {base.name} *x = &{e}; "
                         f"mix(x->f{self.slot(base)}({v})); }}")
            if base.unit is None:
                found.append(f"mix(ref{base.index}({e}, {v}));")
                found.append(f"mix(cast{base.index}({e}));")
                found.append(f"mix(turns{base.index}({e}, {v}));")
                found.append(f"mix(ways{base.index}({e}, {v}));")
                found.append(f"mix(poke{base.index}({e}, {v}));")
                if base.is_registered:
                    found.append(f"visit{base.index}({v});")
                if not base.is_abstract() and base.is_copyable():
                    found.append(f"mix(value{base.index}({e}, {v}));")
        found += [f"mix({member});" for member in self.member_uses(e, cls, v)]
        return rng.choice(found)

    def member_uses(self, e: str, cls: Class, v: int) -> list:
        found = []
        for owner in cls.ancestors():
            if not cls.has_unique(owner):
                continue
            for m in owner.members:
                what = {"object": m.name, "pointer": f"(*{e}.{m.name})",
                        "array": f"{m.name}[{v & 1}]"}.get(m.kind)
                if m.kind == "optional":
                    found.append(f"{e}.{m.name}.has ? {e}.{m.name}->"
                                 f"f{self.slot(m.cls)}({v}) : 1")
                elif m.kind == "pointer":
                    found.append(f"{e}.{m.name}->f{self.slot(m.cls)}({v})")
                else:
                    found.append(f"{e}.{what}.f{self.slot(m.cls)}({v})")
        return found * 2

    def uses(self, e: str, cls: Class, most: int = 4) -> list:
        return [self.writer.piece("  " + self.use(e, cls))
                for _ in range(self.rng.randint(1, most))]

    # --- Objects ------------------------------------------------------------

    def concrete(self) -> Class:
        return self.rng.choice([c for c in self.classes
                                if not c.is_abstract()])

    def base_of(self, cls: Class) -> Class:
        return self.rng.choice([c for c in cls.ancestors()
                                if cls.has_unique(c)])

    def kind_local(self) -> list:
        cls = self.concrete()
        return [f"  {cls.name} o{arguments(cls, self.t())};",
                *self.uses("o", cls)]

    def kind_heap(self) -> list:
        cls = self.concrete()
        base = self.base_of(cls)
        return [f"  {base.name} *p = new {cls.name}({number(cls, self.t())});",
                *self.uses("(*p)", base), "  delete p;"]

    def kind_array(self) -> list:
        cls = self.concrete()
        name = cls.name
        made = ", ".join(f"{name}({number(cls, self.t())})" for _ in range(3))
        if self.rng.random() < .5:
            lines = [f"  {name} a[3] = {{{made}}};", f"  {name} *p = a;"]
            end = []
        else:
            lines = [f"  {name} *p = new {name}[3]{{{made}}};",
                     f"  {name} *a = p;"]
            end = ["  delete[] p;"]
        call = f"mix(p[i].f{self.slot(cls)}(i))"
        return [*lines, *self.uses(f"a[{self.rng.randrange(3)}]", cls, 2),
                self.writer.piece(f"  for (int i = 0; i < 3; ++i) {call};"),
                *self.uses("p[1]", cls, 2), *end]

    def kind_pointers(self) -> list:
        base = self.rng.choice(self.writer.shared)
        made = [c for c in self.classes
                if not c.is_abstract() and c.has_unique(base)]
        if not made:
            return self.kind_global()
        new = ", ".join(
            f"new {c.name}({number(c, self.t())})"
            for c in (self.rng.choice(made) for _ in range(4)))
        f = f"f{self.slot(base)}"
        return [f"  {base.name} *a[] = {{{new}}};",
                self.writer.piece(f"  for (auto *p : a) mix(p->{f}(2));"),
                self.writer.piece(f"  mix(loop{base.index}(a, 4));"),
                # What was returned for the same classes before.
                self.writer.piece("  for (int i = 0; i < 8; ++i) "
                                  f"mix(cast{base.index}(*a[i % 4]));"),
                *self.uses("(*a[2])", base, 2), "  for (auto *p : a) delete p;"]

    def kind_returned(self) -> list:
        made = [c for c in self.writer.shared if not c.is_abstract()]
        if not made:
            return self.kind_local()
        cls = self.rng.choice(made)
        call = f"make{cls.index}({self.t()})"
        return [self.writer.piece(f"  mix({call}.f{self.slot(cls)}(3));"),
                self.rng.choice((f"  auto o = {call};", f"  auto &&o = {call};",
                                 f"  {cls.name} o({call});")),
                *self.uses("o", cls)]

    def kind_global(self) -> list:
        name, cls = self.rng.choice(self.writer.globals)
        return self.uses(name, cls)

    def kind_replaced_global(self) -> list:
        name, cls = self.rng.choice(self.writer.globals)
        at = self.writer.globals.index((name, cls)) + 1000
        return [*self.uses(name, cls, 1), "  up = 0;",
                f"  {name}.~{cls.name}();",
                f"  new (&{name}) {cls.name}({number(cls, str(at))});",
                "  up = 1;", *self.uses(name, cls, 2)]

    def kind_static(self) -> list:
        made = [c for c in self.writer.shared if not c.is_abstract()]
        cls = self.rng.choice(made)
        if self.rng.random() < .5:
            return self.uses(f"keep{cls.index}()", cls)
        return [f"  static {cls.name} o{arguments(cls, self.t())};",
                *self.uses("o", cls)]

    def kind_union(self) -> list:
        a, b = self.concrete(), self.concrete()
        lines = ["  union U {", f"    {a.name} a;", f"    {b.name} b;",
                 "    U() {}", "    ~U() {}", "  } u;"]
        for m, cls in (("a", a), ("b", b), ("a", a))[:self.rng.choice((2, 3))]:
            lines += [f"  new (&u.{m}) {cls.name}({number(cls, self.t())});",
                      *self.uses(f"u.{m}", cls, 2), f"  u.{m}.~{cls.name}();"]
        return lines

    def kind_storage(self) -> list:
        """One object, and another one in its place."""
        piece = self.writer.piece
        shared = [c for c in self.writer.shared if not c.is_abstract()]
        a = self.rng.choice(shared)
        base = self.base_of(a)
        b = self.rng.choice([c for c in shared if c.has_unique(base)])
        lines = self.rng.choice((
            ["  Room room;", "  void *w = room.bytes;"],
            ["  static Room room;", "  void *w = &room;"],
            ["  void *w = ::operator new(sizeof(Room));"]))
        heap = "operator new" in lines[0]
        f = self.slot(base)
        lines = [*lines, f"  auto *a = new (w) {a.name}"
                 f"({number(a, self.t())});", f"  {base.name} *p = a;",
                 *self.uses("(*p)", base, 2), f"  p->~{base.name}();",
                 f"  auto *b = new (w) {b.name}({number(b, self.t())});",
                 f"  {base.name} *q = b;", *self.uses("(*q)", base, 2)]
        if a is b:
            lines += [piece(f"  mix(p->f{f}(1));"),
                      piece(f"  mix(a->f{f}(1));")]
        lines += [
            piece(f"  if (p == q) mix(q->f{f}(2));"),
            piece(f"  if (p == q) mix(std::launder(p)->f{f}(3));"),
            piece(f"  mix(std::launder(reinterpret_cast<{b.name} *>(w))"
                  f"->f{f}(4));"),
            piece(f"  mix((void *)a == (void *)b ? q->f{f}(5) : 0);"),
            f"  q->~{base.name}();",
            *["  ::operator delete(w);"] * heap]
        return lines

    def kind_called(self) -> list:
        """Functions that are not inlined, and nobody else can call."""
        first = self.concrete()
        base = self.base_of(first)
        second = self.rng.choice([c for c in self.classes if c.has_unique(base)
                                  and not c.is_abstract()])
        new = [f"new {c.name}({number(c, 't')})" for c in (first, second)]
        made = self.rng.choice((new[0], f"t > 900 ? nullptr : {new[0]}",
                                f"t & 1 ? ({base.name} *){new[0]} : {new[1]}"))
        lines = ["  struct Called {",
                 f"    [[gnu::noinline]] static {base.name} *make(long t) {{",
                 f"      {base.name} *p = {made};",
                 "      mix(t);", "      return p;", "    }",
                 f"    [[gnu::noinline]] static int take({base.name} &o, "
                 "int v) {",
                 f"      return o.f{self.slot(base)}(v) * 3 + "
                 f"o.f{self.slot(base)}(v + 1);", "    }", "  };",
                 f"  {base.name} *p = Called::make({self.t()});",
                 f"  mix(Called::take(*p, {self.v()}));",
                 *self.uses("(*p)", base, 2), "  delete p;",
                 f"  {second.name} o{arguments(second, self.t())};"]
        return [*lines,
                self.writer.piece(f"  mix(Called::take(o, {self.v()}));")]

    def kind_owner(self) -> list:
        """Members that refer to the same objects for good."""
        made = self.concrete()
        base = self.base_of(made)
        more = [c for c in self.classes if c.has_unique(base)
                and not c.is_abstract()]
        other = self.rng.choice((made, self.rng.choice(more)))
        return ["  struct Owner {",
                f"    {base.name} *const p;", f"    {base.name} &r;",
                f"    Owner(long t) : p(new {made.name}({number(made, 't')})), "
                f"r(*new {made.name}({number(made, 't')})) {{}}",
                f"    Owner(int t) : p(new {made.name}({number(made, 't')})), "
                f"r(*new {other.name}({number(other, 't')})) {{}}",
                "    Owner(const Owner &) = delete;",
                "    ~Owner() { delete &r; delete p; }",
                f"    int call(int v) {{ return p->f{self.slot(base)}(v) + "
                f"r.f{self.slot(base)}(v); }}",
                "  };", f"  Owner a({self.t()}L), b({self.t()});",
                *self.uses("(*a.p)", base, 2), *self.uses("b.r", base, 2),
                *self.uses("(*b.p)", base, 1), *self.uses("a.r", base, 1),
                f"  mix(a.call({self.v()}) + b.call({self.v()}));"]

    def kind_opaque(self) -> list:
        """Another unit replaces the object."""
        shared = [c for c in self.writer.shared if not c.is_abstract()]
        a = self.rng.choice(shared)
        base = self.base_of(a)
        f = self.slot(base)
        replace = f"replace{base.index}"
        return ["  Room room;",
                f"  {base.name} *p = new (room.bytes) {a.name}"
                f"({number(a, self.t())});",
                self.writer.piece(f"  mix(p->f{f}(1));"),
                f"  {base.name} *q = {replace}(p, {self.t()});",
                self.writer.piece(f"  mix(q->f{f}(1));"),
                self.writer.piece(f"  if (p == q) mix(q->f{f}(1));"),
                self.writer.piece(f"  q = {replace}(q, {self.t()});"),
                self.writer.piece(f"  for (int i = 0; i < 3; ++i) {{ "
                                  f"q = {replace}(q, i); "
                                  f"mix(q->f{f}(i)); }}"),
                *self.uses("(*q)", base, 2), f"  q->~{base.name}();"]

    def kind_thrown(self) -> list:
        made = [c for c in self.classes if not c.is_abstract()
                and c.constructor != "implicit"
                and any(b.throws for b in c.ancestors())]
        if not made:
            return self.kind_local()
        cls = self.rng.choice(made)
        by = self.rng.choice([b for b in cls.ancestors() if b.throws])
        t, call = 70 + by.index % 8, f"f{self.slot(cls)}(1)"
        guard = self.concrete()
        body = self.rng.choice((
            f"{cls.name} o({t}); mix(o.{call});",
            f"{cls.name} *o = new {cls.name}({t}); mix(o->{call}); delete o;",
            f"{cls.name} a[2] = {{{cls.name}(1), {cls.name}({t})}}; "
            f"mix(a[1].{call});"))
        return ["  try {", f"    {guard.name} g{arguments(guard, self.t())};",
                f"  {self.writer.piece('  ' + self.use('g', guard))}",
                f"    {body}", "  } catch (int thrown) {",
                "    mix(thrown);", "  }"]

    # --- All of it ----------------------------------------------------------

    def write_scenes(self) -> list:
        """Writes them into the units; their calls."""
        calls = []
        for scene in range(self.rng.randint(4, 9)):
            unit = self.rng.randrange(len(self.writer.units))
            self.classes = [c for c in self.writer.classes
                            if c.unit in (None, unit)]
            lines = []
            for _ in range(self.rng.choice((1, 2, 3))):
                kind = self.rng.choice(self.kinds)
                body = "\n".join(kind())
                # Pieces are not in each other: a block remains.
                lines.append("  {\n" + body + "\n  }")
            self.writer.units[unit].append(
                f"void scene{scene}() {{\n" + "\n".join(lines) + "\n}\n")
            calls.append(f"scene{scene}();")
        return calls
