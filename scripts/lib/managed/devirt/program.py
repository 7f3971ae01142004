"""Writes programs of the classes that hierarchy.py makes up.

A program is a header and some units, of which the last one has main. Each
method mixes what it sees into a checksum, which is printed after each scene
(scenes.py). What may be left out to reduce a program is a piece: it stands
between marks, and render() takes the marks, and some pieces, away.

How programs stay defined, beyond the rules of hierarchy.py:

 1. Constructors get a number. One from 1000 on names the object: a global, or
    its member, whose number is made of that. Base classes get the same number.
    peekN(number) calls an object of class N, or one with that base class,
    under construction or destruction, by its name ([class.cdtor]p3).
 2. Methods use members that are objects only as long as `r` is set, which
    the constructor does last and the destructor first resets.
 3. Constructors and methods name globals only while `up` is set: when main
    runs and no global is being replaced.
 4. Constructors throw before anything else.
"""

import re
from dataclasses import dataclass, field
from random import Random

from . import hierarchy, scenes
from .hierarchy import Class

BEGIN, MIDDLE, END = "\x01", "\x02", "\x03"
PIECE = re.compile(f"{BEGIN}(\\d+){MIDDLE}(.*?){END}\n?", re.S)

PRELUDE = """\
#include <new>
#include <typeinfo>
{more}
extern unsigned long sum;
extern int up;
inline void mix(long v) {{ sum = sum * 31 + (unsigned long)v; }}
inline long next(long t, int id) {{
  return t >= 1000 ? t * 64 + id : (t * 7 + id) & 63;
}}
template <class T> struct Opt {{
  union {{
    char none;
    T value;
  }};
  bool has = false;
  Opt() : none(0) {{}}
  Opt(const Opt &other) : none(0) {{
    if (other.has) {{
      new (&value) T(other.value);
      has = true;
    }}
  }}
  ~Opt() {{ reset(); }}
  void reset() {{
    if (has) {{
      has = false;
      value.~T();
    }}
  }}
  template <class... A> void emplace(A... a) {{
    reset();
    new (&value) T(a...);
    has = true;
  }}
  T *operator->() {{ return &value; }}
}};
template <class From, class To> int where(From *from, To *to) {{
  return to ? int((char *)to - (char *)from) + 7 : 3;
}}
template <class... T> constexpr unsigned long largest() {{
  unsigned long size = 0;
  ((size = sizeof(T) > size ? sizeof(T) : size), ...);
  return size;
}}
"""
STATE = """\
unsigned long sum = 1;
int up = 0;
struct Printer {
  ~Printer() { std::printf("end %lx\\n", sum); }
} printer;
"""


@dataclass
class Program:
    """Files by name, with marks."""

    seed: str
    files: dict
    # Numbers of the pieces.
    pieces: list

    @property
    def units(self) -> list:
        return [name for name in self.files if name.endswith(".cpp")]

    def render(self, dropped: set = frozenset()) -> dict:
        return {name: PIECE.sub(lambda found: "" if int(found[1]) in dropped
                                else found[2] + "\n", text)
                for name, text in self.files.items()}


@dataclass
class Writer:
    """The text of one program while it is made."""

    rng: Random
    classes: list
    header: list = field(default_factory=list)
    # Lines of each unit.
    units: list = field(default_factory=list)
    # Globals: name and class.
    globals: list = field(default_factory=list)
    # What pokeN calls.
    poked: dict = field(default_factory=dict)
    pieces: int = 0
    # How often constructors, destructors and methods do something.
    noise: float = 0

    @property
    def shared(self) -> list:
        return [cls for cls in self.classes if cls.unit is None]

    def piece(self, text: str) -> str:
        self.pieces += 1
        return f"{BEGIN}{self.pieces - 1}{MIDDLE}{text}{END}"

    def somewhere(self) -> list:
        """The lines of a unit."""
        return self.rng.choice(self.units)

    # --- What code in classes does ------------------------------------------

    def calls(self, cls: Class, limit: int) -> list:
        """Calls of what is below `limit`, on the object itself and on others,
        that are right while it is under construction."""
        rng, found = self.rng, []
        v = rng.randrange(8)
        safe = [slot for slot in cls.safe_slots() if slot < limit]
        if safe:
            found.append(f"mix(f{rng.choice(safe)}({v}));")
            through = (set(safe).intersection(cls.self_slots())
                       if cls.has_self() else ())
            for slot in through:
                found.append(f"mix(self()->f{slot}({v}));")
        for base in cls.ancestors():
            if base is cls or not cls.has_unique(base):
                continue
            safe = [slot for slot in base.safe_slots() if slot < limit]
            if safe:
                slot = rng.choice(safe)
                found += [f"mix({base.name}::f{slot}({v}));",
                          f"mix(static_cast<{base.name} &>(*this)"
                          f".f{slot}({v}));"]
        for base in cls.ancestors():
            if (base.unit is None and cls.has_unique(base)
                    and max(self.poked[base], default=-1) < limit):
                found.append(f"mix(poke{base.index}(*this, {v}));")
        for number, (_, other) in enumerate(self.globals):
            if max(other.slots()) < limit:
                found.append(f"if (up) mix(useGlobal{number}({v}));")
        if cls.unit is None:
            found.append(f"mix(typeid(*this) == typeid({cls.name}));")
        return found

    def construction(self, cls: Class) -> str:
        """What a constructor or destructor does."""
        rng, lines = self.rng, []
        choices = self.calls(cls, hierarchy.SLOTS)
        for base in self.shared:
            if base.is_registered:
                choices.append(f"visit{base.index}({rng.randrange(8)});")
        for _ in range(rng.choice((1, 2, 3))):
            if rng.random() < self.noise:
                lines.append(self.piece("  " + rng.choice(choices)))
        if cls.unit is None and rng.random() < self.noise:
            lines.append(self.piece(f"  peek{cls.index}(tag{cls.index});"))
        return "".join(line + "\n" for line in lines)

    def member_calls(self, cls: Class, limit: int) -> list:
        found, rng = [], self.rng
        for m in cls.members:
            slots = [slot for slot in m.cls.slots() if slot < limit]
            if not slots:
                continue
            call = f"f{rng.choice(slots)}(v + {rng.randrange(4)})"
            found.append({
                "object": f"s += {m.name}.{call};",
                "array": f"s += {m.name}[v & 1].{call};",
                "optional": f"if ({m.name}.has) s += {m.name}.value.{call};",
                "pointer": f"s += {m.name}->{call};"}[m.kind])
        return found

    def method_body(self, cls: Class, slot: int) -> str:
        rng, i = self.rng, cls.index
        n = " + N" if cls.is_template else ""
        lines = [f"  int s = v + {rng.randrange(100)}{n};",
                 f"  mix({i * 8 + slot} + d{i});"]
        if rng.random() < .5:
            lines.append(f"  d{i} += {rng.randrange(1, 5)};")
        if cls.has_user_constructor() and cls.has_user_destructor():
            for call in self.member_calls(cls, slot):
                lines.append(self.piece(f"  if (r{i}) {{ {call} }}"))
        choices = self.calls(cls, slot)
        for _ in range(2):
            if choices and rng.random() < max(.3, self.noise):
                lines.append(self.piece("  " + rng.choice(choices)))
        return "\n".join([*lines, "  return s & 1023;"]) + "\n"

    # --- Classes ------------------------------------------------------------

    def initializers(self, cls: Class) -> str:
        i, found = cls.index, []
        bases = {**dict.fromkeys(cls.virtual_bases()),
                 **dict.fromkeys(base for base, _ in cls.bases)}
        for base in bases:
            found.append(f"{base.name}({scenes.number(base, 't')})")
        if cls.destructor in ("inline", "unit", "pure"):
            found.append(f"tag{i}(t)")
        for m in cls.members:
            made = [f"{m.cls.name}"
                    f"({scenes.number(m.cls, f'next(t, {m.id + n})')})"
                    for n in (0, 32)]
            if m.kind == "object":
                found.append(m.name + made[0].removeprefix(m.cls.name))
            elif m.kind == "array":
                found.append(f"{m.name}{{{', '.join(made)}}}")
            elif m.kind == "pointer":
                found.append(f"{m.name}(new {made[0]})")
        return " : " + ", ".join(found) if found else ""

    def constructor_body(self, cls: Class) -> str:
        i, text = cls.index, ""
        if cls.throws:
            text += f"  if (t == {70 + i % 8}) throw {i};\n"
        if cls.is_registered:
            text += f"  enter{i}(this);\n"
        for m in cls.members:
            if m.kind == "optional":
                made = scenes.number(m.cls, f"next(t, {m.id})")
                text += f"  {m.name}.emplace({made});\n"
        text += self.construction(cls) if cls.has_user_destructor() else ""
        return f"{text}  r{i} = 1;\n"

    def destructor_body(self, cls: Class) -> str:
        i = cls.index
        leave = f"  leave{i}(this);\n" if cls.is_registered else ""
        return f"  r{i} = 0;\n{self.construction(cls)}{leave}"

    def function(self, cls: Class, where: str, head: str, body: str,
                 result: str = "", behind: str = "", mid: str = "") -> str:
        """A member function, in the class or in a unit; what is in the class.
        `mid` is between head and body, `behind` is said in the class."""
        if where == "unit" and not cls.is_template:
            lines = (self.somewhere() if cls.unit is None
                     else self.units[cls.unit])
            name = head.replace("long t = 5", "long t")
            lines.append(f"{result}{cls.name}::{name}{mid} {{\n{body}}}\n")
            return f"{head}{behind};\n"
        return f"{head}{behind}{mid} {{\n{body}}}\n"

    def declare(self, cls: Class) -> list:
        """The members of the class that are functions."""
        rng, i, name = self.rng, cls.index, cls.declared_name
        lines = []
        if cls.has_user_constructor():
            # The out-of-line name of a template's constructor is not needed.
            lines.append(self.function(
                cls, cls.constructor, f"{name}(long t = 5)",
                self.constructor_body(cls), mid=self.initializers(cls)))
        elif cls.constructor == "inherited":
            base = cls.bases[0][0].name
            lines.append(f"using {base}::{base};\n")
        head = f"~{name}()"
        if cls.destructor in ("inline", "unit"):
            lines.append("virtual " + self.function(
                cls, cls.destructor, head, self.destructor_body(cls)))
        elif cls.destructor == "pure":
            lines.append(f"virtual {head} = 0;\n")
            body = f"::{head} {{\n{self.destructor_body(cls)}}}\n"
            if cls.is_template:
                self.header.append((cls, f"template <int N> {name}<N>{body}"))
            else:
                lines_of = (self.somewhere() if cls.unit is None
                            else self.units[cls.unit])
                lines_of.append(f"{cls.name}{body}")
        elif cls.destructor == "defaulted-unit" and not cls.is_template:
            lines.append(f"virtual {head};\n")
            where = (self.somewhere() if cls.unit is None
                     else self.units[cls.unit])
            where.append(f"{cls.name}::{head} = default;\n")
        elif cls.destructor != "implicit":
            lines.append(f"virtual {head} = default;\n")
        for slot, where in cls.methods.items():
            head = f"f{slot}(int v)"
            if where == "pure":
                lines.append(f"virtual int {head} = 0;\n")
                continue
            final = " final" if slot in cls.final_methods else ""
            lines.append("virtual int " + self.function(
                cls, where, head, self.method_body(cls, slot), "int ", final))
        if cls.has_own_self:
            where = rng.choice(("inline", "unit"))
            lines.append(f"virtual {name} *" + self.function(
                cls, where, "self()", "  return this;\n", f"{cls.name} *"))
        return lines

    def define(self, cls: Class) -> str:
        """The definition of the class."""
        i = cls.index
        bases = ", ".join("virtual " * virtual + base.name
                          for base, virtual in cls.bases)
        fields = [f"int r{i} = 0;",
                  f"int d{i} = {self.rng.randrange(100)};"]
        if cls.has_user_destructor():
            fields.append(f"long tag{i} = 0;")
        if self.rng.random() < self.noise and cls.unit is None:
            fields.append(self.piece(f"int e{i} = poke{i}(*this, 3);"))
        for m in cls.members:
            fields.append({
                "object": f"{m.cls.name} {m.name};",
                "array": f"{m.cls.name} {m.name}[2];",
                "optional": f"Opt<{m.cls.name}> {m.name};",
                "pointer": f"std::unique_ptr<{m.cls.name}> {m.name};",
            }[m.kind])
            if m.kind == "pointer" and not cls.has_user_constructor():
                fields[-1] = fields[-1].replace(
                    ";", f" = std::unique_ptr<{m.cls.name}>"
                    f"(new {m.cls.name}());")
        seen = (f'__attribute__((visibility("{cls.visibility}"))) '
                if cls.visibility else "")
        text = (f"struct {seen}{cls.declared_name}"
                f"{' final' * cls.is_final}"
                f"{' : ' * bool(bases)}{bases} {{\n"
                + "\n".join(fields) + "\n" + "".join(self.declare(cls))
                + "};\n")
        if cls.is_template:
            text = f"template <int N> {text}"
            if self.rng.random() < .5:
                text += f"extern template struct {cls.name}T<{i}>;\n"
                self.somewhere().append(f"template struct {cls.name}T<{i}>;\n")
        return text

    # --- Functions beside classes -------------------------------------------

    def write_poke(self, cls: Class) -> None:
        """A function of another unit that gets objects under construction."""
        rng, lines = self.rng, ["  int s = v;"]
        for slot in self.poked[cls]:
            lines.append(self.piece(f"  s += o.f{slot}(v);"))
        for other in rng.sample(self.shared, min(3, len(self.shared))):
            if rng.random() < .3:
                lines.append(self.piece(
                    f"  s = s * 2 + (typeid(o) == typeid({other.name}));"))
            elif not cls.derives_from(other):
                lines.append(self.piece(
                    "  s = s * 3 + "
                    f"where(&o, dynamic_cast<{other.name} *>(&o));"))
        if cls.has_self():
            lines += [self.piece(f"  s += o.self()->f{slot}(1);")
                      for slot in self.poked[cls][:1]
                      if slot in cls.self_slots()]
        self.somewhere().append(
            f"int poke{cls.index}({cls.name} &o, int v) {{\n"
            + "\n".join(lines) + "\n  return s & 1023;\n}\n")

    def write_registry(self, cls: Class) -> None:
        i, name = cls.index, cls.name
        calls = "".join(self.piece(f"    mix(all{i}[i]->f{slot}(v));") + "\n"
                        for slot in cls.safe_slots())
        self.somewhere().append(f"""\
static {name} *all{i}[16];
static int count{i} = 0;
void enter{i}({name} *o) {{
  if (count{i} < 16)
    all{i}[count{i}++] = o;
}}
void leave{i}({name} *o) {{
  for (int i = 0; i < count{i}; ++i)
    if (all{i}[i] == o) {{
      all{i}[i] = all{i}[--count{i}];
      return;
    }}
}}
void visit{i}(int v) {{
  for (int i = 0; i < count{i}; ++i) {{
{calls}  }}
}}
""")

    def named_objects(self) -> list:
        """Expressions that name an object, its class and its number."""
        found = []

        def add(expression, cls, number, depth):
            found.append((expression, cls, number))
            for owner in cls.ancestors():
                if (depth > 1 or not cls.is_named_in_base(owner)
                        or not owner.has_user_constructor()):
                    continue
                for m in owner.members:
                    inner = f"{expression}.{m.name}"
                    tag = number * 64 + m.id
                    if m.kind == "object":
                        add(inner, m.cls, tag, depth + 1)
                    elif m.kind == "array":
                        add(f"{inner}[0]", m.cls, tag, depth + 1)
                        add(f"{inner}[1]", m.cls, tag + 32, depth + 1)

        for number, (name, cls) in enumerate(self.globals):
            add(name, cls, 1000 + number, 0)
        return found

    def write_peek(self, cls: Class) -> None:
        cases = []
        for expression, owner, number in self.named_objects():
            if not owner.is_named_in_base(cls) or not cls.safe_slots():
                continue
            slot, start = self.rng.choice(cls.safe_slots()), ""
            if owner is cls:
                call = f"{expression}.f{slot}(2)"
            elif self.rng.random() < .5:
                # Clang would take a cast of the object for the object.
                call = f"x.f{slot}(2)"
                start = f" {{\n    {cls.name} &x = {expression};"
            else:
                call = f"poke{cls.index}({expression}, 2)"
            end = "\n  }" * bool(start)
            cases.append(self.piece(f"  case {number}:{start}\n"
                                    f"    mix({call});\n    break;{end}"))
        # The sanitizer takes the name for a use of the complete object.
        self.somewhere().append(
            '__attribute__((no_sanitize("vptr")))\n'
            f"void peek{cls.index}(long t) {{\n  switch (t) {{\n"
            + "\n".join(cases) + "\n  }\n}\n")

    # --- All of it ----------------------------------------------------------

    def write(self, seed: str) -> Program:
        rng = self.rng
        for cls in self.shared:
            safe = cls.safe_slots()
            self.poked[cls] = sorted(rng.sample(safe, min(2, len(safe))))
        made = [cls for cls in self.shared if not cls.is_abstract()]
        self.globals = [(f"g{n}", rng.choice(made))
                        for n in range(rng.choice((1, 2, 3)))]
        definitions, functions = [], []
        for cls in self.shared:
            definitions.append(self.define(cls))
            definitions += [text for owner, text in self.header]
            self.header.clear()
        local = {unit: [] for unit in range(len(self.units))}
        outside = [len(lines) for lines in self.units]
        for cls in self.classes:
            if cls.unit is not None:
                local[cls.unit].append(
                    "namespace {\n" + self.define(cls) + "}\n")
                # Functions of the class are after the class.
                local[cls.unit] += self.units[cls.unit][outside[cls.unit]:]
                del self.units[cls.unit][outside[cls.unit]:]
        for cls in self.shared:
            self.write_poke(cls)
            self.write_peek(cls)
            if cls.is_registered:
                self.write_registry(cls)
        for unit, lines in local.items():
            self.units[unit] += lines
        menu = scenes.Scenes(self)
        menu.write_helpers()
        for cls in self.shared:
            functions.append(f"int poke{cls.index}({cls.name} &, int);")
            functions.append(f"void peek{cls.index}(long);")
            functions += menu.declarations(cls)
            if cls.is_registered:
                functions += [f"void enter{cls.index}({cls.name} *);",
                              f"void leave{cls.index}({cls.name} *);",
                              f"void visit{cls.index}(int);"]
        calls = menu.write_scenes()
        return self.assemble(seed, functions, definitions, calls)

    def assemble(self, seed: str, functions: list, definitions: list,
                 calls: list) -> Program:
        uses = self.rng.random() < .5
        has_pointers = any(m.kind == "pointer" for cls in self.classes
                           for m in cls.members)
        forward = [f"template <int> struct {c.declared_name};\n"
                   f"using {c.name} = {c.declared_name}<{c.index}>;"
                   if c.is_template else f"struct {c.name};"
                   for c in self.shared]
        heads = [f"int useGlobal{n}(int v)" for n in range(len(self.globals))]
        names = ", ".join(c.name for c in self.shared)
        ends = [f"extern {cls.name} {name};" for name, cls in self.globals]
        bodies = []
        for head, (name, cls) in zip(heads, self.globals):
            bodies.append(f"{'inline ' * uses}{head} {{ return "
                          f"{name}.f{self.rng.choice(cls.slots())}(v); }}")
        ends += bodies if uses else []
        header = "\n".join([
            "#pragma once",
            PRELUDE.format(more="#include <memory>\n" * has_pointers),
            *forward, *functions,
            *("inline " * uses + head + ";" for head in heads),
            *definitions, *ends,
            "struct alignas(16) Room {\n"
            f"  unsigned char bytes[largest<{names}>()];\n}};",
            *(f"void scene{n}();" for n in range(len(calls))), ""])
        owner = self.units[self.rng.randrange(len(self.units))]
        created = "".join(
            f"{cls.name} {name}{scenes.arguments(cls, str(1000 + n))};\n"
            for n, (name, cls) in enumerate(self.globals))
        owner.insert(0, f"#include <cstdio>\n{STATE}{created}"
                     + "" .join(b + "\n" for b in bodies if not uses))
        self.units[-1].append(
            "#include <cstdio>\nint main() {\n  up = 1;\n"
            + "".join(self.piece(
                f'  {call}\n  std::printf("{n} %lx\\n", sum);') + "\n"
                for n, call in enumerate(calls))
            + "  up = 0;\n}\n")
        files = {"classes.h": header}
        for n, lines in enumerate(self.units):
            name = "main" if n + 1 == len(self.units) else f"unit{n}"
            files[f"{name}.cpp"] = '#include "classes.h"\n' + "".join(lines)
        return Program(seed, files, list(range(self.pieces)))


def make(seed: str) -> Program:
    rng = Random(seed)
    units = rng.choice((3, 3, 4))
    classes = hierarchy.make(rng, rng.randint(3, 10), units)
    writer = Writer(rng, classes, units=[[] for _ in range(units)],
                    noise=rng.choice((0, .2, .5)))
    return writer.write(seed)
