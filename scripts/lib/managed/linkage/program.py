"""Makes up the text of a program: classes, structs with objects in them, and
functions of each part that call the objects of all parts."""

from dataclasses import dataclass, field
from random import Random

from . import classes as shapes
from . import parts
from .classes import Class
from .parts import Layout, source

PRELUDE = """\
#pragma once
extern "C" int printf(const char *, ...);
#include <typeinfo>
#define DEFAULT __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))
#define PROTECTED __attribute__((visibility("protected")))
"""
PUBLIC = "[[clang::lto_visibility_public]] "
ATTRIBUTES = {"": "", "default": "DEFAULT ", "hidden": "HIDDEN ",
              "protected": "PROTECTED "}
# How often a loop calls.
TRIPS = 3
MEMBERS = ("object", "object", "array", "reference", "pointer", "table")


@dataclass(eq=False)
class Holder:
    """A struct with objects, of which there is one."""

    index: int
    owner: str
    visibility: str
    constructor: str
    # Tuples of the name, its kind, the class and the declared one.
    members: list = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"H{self.index}"


@dataclass
class Program:
    """Files by name; a statement that may be left out is a pair of its number
    and its text."""

    seed: int
    layout: Layout
    files: dict
    pieces: int

    def render(self, dropped=frozenset()) -> dict:
        return {name: "".join(
            line if isinstance(line, str)
            else line[1] * (line[0] not in dropped) for line in lines)
            for name, lines in self.files.items()}


class Writer:
    def __init__(self, rng: Random, layout: Layout, classes: list):
        self.rng, self.layout, self.classes = rng, layout, classes
        self.pieces = 0
        self.header = [PRELUDE]
        self.files = {name: ['#include "classes.h"\n']
                      for name in layout.sources()}
        self.made = [c for c in classes if not c.is_abstract()]
        self.holders, self.makers, self.users = [], [], []
        self.globals, self.takers = [], []

    # --- Help ---------------------------------------------------------------

    def somewhere(self, part: str) -> list:
        """The text of a file of the part."""
        return self.files[source(self.layout.parts[part], self.rng.randrange(
            self.layout.parts[part].units))]

    def can(self, part: str, symbols) -> bool:
        return self.layout.all_reach(part, symbols)

    def sees(self, part: str, owner: str) -> bool:
        """Whether the part can name an exported function of the other."""
        return self.can(part, {("function", None, "default", owner)})

    def declare(self, head: str) -> None:
        self.header.append(f'extern "C" DEFAULT {head};\n')

    # --- Classes ------------------------------------------------------------

    def body(self, cls: Class, slot: int) -> str:
        i, kind, number = cls.index, cls.methods[slot], cls.index * 7 + slot
        if kind == "counter":
            return (f"static int n = 0; return ++n * 100 + v * 2 + k{i} "
                    f"+ {number};")
        if kind == "self":
            return f"return f{cls.next_slot(slot)}(v + 1) * 3 + {number};"
        if kind == "helper":
            return f"return helper_{i}(v) + {number};"
        return f"return v * {slot + 2} + k{i} + {number};"

    def define(self, cls: Class) -> None:
        i, name = cls.index, cls.name
        plain = ("T" if cls.is_template else "C") + str(i)
        outside = []
        bases = ", ".join("virtual " * virtual + base.name
                          for base, virtual in cls.bases)
        # With -fwhole-program-vtables, other linkage units may not have classes
        # that are hidden, unless these say so.
        public = PUBLIC * (parts.WHOLE in self.layout.lto_flags)
        lines = [f"struct {public}{ATTRIBUTES[cls.visibility]}{plain}"
                 f"{' final' * cls.is_final}{' : ' * bool(bases)}{bases} {{\n",
                 f"  int k{i} = {self.rng.randrange(1, 50)};\n"]
        if cls.constructor == "unit":
            lines.append(f"  {plain}();\n")
            outside.append(("", f"{plain}()",
                            f"k{i} += {self.rng.randrange(9)};"))
        shown = f'printf("~{name}\\n");'
        lines += {"implicit": [], "defaulted": [f"  virtual ~{plain}() = "
                                                "default;\n"],
                  "inline": [f"  virtual ~{plain}() {{ {shown} }}\n"],
                  "unit": [f"  virtual ~{plain}();\n"]}[cls.destructor]
        if cls.destructor == "unit":
            outside.append(("", f"~{plain}()", shown))
        for slot, kind in cls.methods.items():
            head = f"f{slot}(int v)"
            seen = ATTRIBUTES["hidden"] * (slot in cls.hidden_methods)
            final = " final" * (slot in cls.final_methods)
            end = f" {{ {self.body(cls, slot)} }}\n"
            if kind in ("unit", "pure"):
                end = " = 0;\n" if kind == "pure" else ";\n"
            lines.append(f"  {seen}virtual int {head}{final}{end}")
            if kind == "unit":
                outside.append(("int ", head, self.body_of_unit(cls, slot)))
        if "helper" in cls.methods.values():
            self.header.append('extern "C" '
                               f"{ATTRIBUTES[cls.helper_visibility]}"
                               f"int helper_{i}(int);\n")
            self.somewhere(cls.owner).append(
                f"int helper_{i}(int v) {{ return v * 5 + {i}; }}\n")
        text = "".join(lines) + "};\n"
        if cls.is_template:
            text = (f"template <class T> {text}"
                    f"extern template struct {plain}<int>;\n"
                    f"using {name} = {plain}<int>;\n")
        self.header.append(text)
        self.define_outside(cls, plain, outside)

    def define_outside(self, cls: Class, plain: str, outside: list) -> None:
        """What is not in the class. Members of templates are in one file."""
        unit = self.somewhere(cls.owner) if cls.owner else None
        for result, head, body in outside:
            if cls.is_template:
                unit.append(f"template <class T> {result}{plain}<T>::{head} "
                            f"{{ {body} }}\n")
            else:
                self.somewhere(cls.owner).append(
                    f"{result}{plain}::{head} {{ {body} }}\n")
        if cls.is_template:
            unit.append(f"template struct {ATTRIBUTES[cls.visibility]}"
                        f"{plain}<int>;\n")

    def body_of_unit(self, cls: Class, slot: int) -> str:
        number = cls.index * 11 + slot
        if self.layout.is_repeated(cls.owner):
            # Which copy is called may depend on what is inlined.
            return f"return v * 3 + {number};"
        return f"static int n = 0; return ++n * 1000 + v * 3 + {number};"

    # --- Objects ------------------------------------------------------------

    def owners(self, cls: Class) -> list:
        """Parts that can create and destroy an object of the class."""
        needs = cls.of_constructor() | cls.of_destructor()
        return [part for part in self.layout.parts if self.can(part, needs)]

    def define_makers(self) -> None:
        """Functions that create objects."""
        for cls in self.made:
            owners = self.owners(cls)
            if not owners:
                continue
            for n in range(self.rng.choice((1, 1, 2))):
                owner = (cls.owner if not n and cls.owner in owners
                         else self.rng.choice(owners))
                result = self.rng.choice(
                    [cls, cls, self.rng.choice(cls.unique_bases())])
                # A base class needs a virtual destructor, which all have.
                name = f"make_{len(self.makers)}"
                self.declare(f"{result.name} *{name}()")
                self.somewhere(owner).append(
                    f"{result.name} *{name}() {{ return new {cls.name}; }}\n")
                self.makers.append((name, result, owner))

    def define_holders(self) -> None:
        for index in range(self.rng.choice((1, 2, 2, 3))):
            owner = self.rng.choice(("a", "a", "b", "host", "host"))
            known = [c for c in self.made if owner in self.owners(c)]
            if not known:
                continue
            holder = Holder(index, owner,
                            self.rng.choice(("", "default", "default",
                                             "hidden", "protected")),
                            self.rng.choice(("implicit", "unit")))
            for n in range(self.rng.randint(1, 4)):
                cls, kind = self.rng.choice(known), self.rng.choice(MEMBERS)
                base = self.rng.choice(cls.unique_bases())
                seen = {"object": cls, "array": cls, "table": base}.get(
                    kind, self.rng.choice((cls, base)))
                holder.members.append((f"m{n}", kind, cls, seen))
            self.define_holder(holder)
            self.holders.append(holder)

    def define_holder(self, holder: Holder) -> None:
        lines, starts = [], []
        later = holder.constructor == "unit"
        for name, kind, cls, seen in holder.members:
            fresh = f"new {cls.name}"
            text = {"object": f"{cls.name} {name}",
                    "array": f"{cls.name} {name}[2]",
                    "reference": f"{seen.name} &{name}",
                    "pointer": f"{seen.name} *const {name}",
                    "table": f"{seen.name} *const {name}[2]"}[kind]
            start = {"reference": f"{{*{fresh}}}", "pointer": f"{{{fresh}}}",
                     "table": f"{{{fresh}, {fresh}}}"}.get(kind, "")
            if start and later and self.rng.random() < .5:
                starts.append(name + start)
            else:
                text += start
            lines.append(f"  {text};\n")
        if later:
            lines.append(f"  {holder.name}();\n")
            self.somewhere(holder.owner).append(
                f"{holder.name}::{holder.name}()"
                f"{' : ' * bool(starts)}{', '.join(starts)} {{}}\n")
        else:
            lines.append(f"  {holder.name}() = default;\n")
        self.header.append(f"struct {ATTRIBUTES[holder.visibility]}"
                           f"{holder.name} {{\n{''.join(lines)}}};\n")
        head = f"{holder.name} &hold_{holder.index}()"
        self.declare(head)
        create = self.rng.choice((f"static {holder.name} h; return h;",
                                  f"static {holder.name} *h = new "
                                  f"{holder.name}; return *h;"))
        self.somewhere(holder.owner).append(f"{head} {{ {create} }}\n")

    def define_globals(self) -> None:
        """Variables, which a repeated part must not have: it would create and
        destroy one object twice."""
        for n in range(self.rng.choice((0, 1, 2, 3))):
            owner = self.rng.choice(("a", "b", "host", "a"))
            known = [c for c in self.made if owner in self.owners(c)]
            if not known or self.layout.is_repeated(owner):
                continue
            cls, unit = self.rng.choice(known), self.somewhere(owner)
            name = self.rng.choice((f"global_{n}", f"G{n}::global_it"))
            if "::" in name:
                self.header.append(f"struct DEFAULT G{n} {{ static "
                                   f"{cls.name} global_it; }};\n")
                unit.append(f"{cls.name} {name};\n")
                # Version scripts export plain names.
                if any(u.script == "local"
                       for u in self.layout.containing(owner)):
                    owner += "!"
            else:
                self.header.append(f'extern "C" DEFAULT {cls.name} {name};\n')
                unit.append(f"{cls.name} {name};\n")
            self.globals.append((name, cls, owner))

    def define_functions(self) -> None:
        """Functions that call objects of others."""
        for cls in self.classes:
            if not cls.is_final and not cls.final_methods | {
                    s for a in cls.ancestors() for s in a.final_methods}:
                calls = " + ".join(f"o.f{slot}({slot + 1}) * {10 ** n}"
                                   for n, slot in enumerate(cls.slots()))
                self.header.append(f"inline int total_{cls.index}"
                                   f"({cls.name} &o) {{ return {calls}; }}\n")
                self.users.append((f"total_{cls.index}", cls, ""))
                owner = self.rng.choice(list(self.layout.parts)[:3])
                name = f"use_{cls.index}"
                self.declare(f"int {name}({cls.name} &)")
                self.somewhere(owner).append(
                    f"int {name}({cls.name} &o) {{ int s = 0; for (int i = 0; "
                    f"i < {TRIPS}; ++i) s += "
                    f"o.f{self.rng.choice(cls.slots())}(i); return s; }}\n")
                self.users.append((name, cls, owner))
        for cls in self.made:
            self.define_values(cls)

    def define_values(self, cls: Class) -> None:
        """Functions with an object as parameter, or as result."""
        needs = cls.of_copy() | cls.of_destructor()
        known = [part for part in self.owners(cls)[:3]
                 if self.can(part, needs)]
        users = [u for u in self.users if u[1] in cls.unique_bases()]
        if not known or not users or self.rng.random() < .5:
            return
        owner, i = self.rng.choice(known), cls.index
        user = self.rng.choice([u for u in users if not u[2]])
        self.declare(f"int take_{i}({cls.name} o)")
        self.declare(f"{cls.name} give_{i}()")
        self.somewhere(owner).append(
            f"int take_{i}({cls.name} o) {{ return {user[0]}(o); }}\n")
        self.somewhere(owner).append(
            f"{cls.name} give_{i}() {{ return {cls.name}(); }}\n")
        self.takers.append((cls, owner))

    # --- Scenes -------------------------------------------------------------

    def define_world(self) -> None:
        """What all parts can get at without any symbol."""
        lines = [f"  {h.name} *h{h.index};\n" for h in self.holders]
        lines += [f"  {cls.name} *(*{name})();\n"
                  for name, cls, _ in self.makers]
        lines += [f"  {cls.name} *g{n};\n"
                  for n, (_, cls, _) in enumerate(self.globals)]
        self.header.append(f"struct DEFAULT World {{\n{''.join(lines)}"
                           "  int none;\n};\n")

    def world(self) -> str:
        """The initializer of the struct."""
        found = [f"&hold_{h.index}()" if self.sees("host", h.owner) else "0"
                 for h in self.holders]
        found += [name if self.sees("host", owner) else "0"
                  for name, _, owner in self.makers]
        found += [f"&{name}" if self.sees_global("host", owner) else "0"
                  for name, _, owner in self.globals]
        return ", ".join([*found, "0"])

    def sees_global(self, part: str, owner: str) -> bool:
        if owner.endswith("!"):
            return part == owner[:-1]
        return self.sees(part, owner)

    def receivers(self, part: str) -> list:
        """Expressions that name objects: pairs of a kind and a text, the class
        that they are of, and what releases them."""
        found = []
        for h in self.holders:
            if self.sees("host", h.owner):
                self.add_members(found, h, f"w.h{h.index}->")
            if self.sees(part, h.owner):
                self.add_members(found, h, f"hold_{h.index}().")
        for name, cls, owner in self.makers:
            if self.sees("host", owner):
                found.append(("world-maker", f"(*w.{name}())", cls, "delete"))
            if self.sees(part, owner):
                found.append(("maker", f"(*{name}())", cls, "delete"))
        for n, (name, cls, owner) in enumerate(self.globals):
            if self.sees_global("host", owner):
                found.append(("world-global", f"(*w.g{n})", cls, ""))
            if self.sees_global(part, owner):
                found.append(("global", name, cls, ""))
        for cls in self.made:
            if part in self.owners(cls):
                found.append(("new", f"(*new {cls.name})", cls, "delete"))
                found.append(("local", f"x{cls.index}", cls,
                              f"{cls.name} x{cls.index};"))
        return found

    @staticmethod
    def add_members(found: list, holder: Holder, prefix: str) -> None:
        for name, kind, _, seen in holder.members:
            text = prefix + name
            if kind in ("array", "table"):
                text += "[1]"
            if kind in ("pointer", "table"):
                text = f"(*{text})"
            found.append((f"member-{kind}", text, seen, ""))

    def statement(self, part: str, number: int) -> str:
        rng = self.rng
        known = self.receivers(part)
        if not known:
            return ""
        kind, text, cls, extra = rng.choice(known)
        bases = [b for b in cls.unique_bases()
                 if not b.is_final or self.can(part, b.of_methods())]
        bases = [b for b in bases if self.is_callable(part, b)]
        if not bases:
            return ""
        base = rng.choice(bases)
        call, how = self.call(part, base)
        start = extra if extra.startswith("C") else ""
        end = ""
        if extra == "delete" and cls.is_final and not self.can(
                part, cls.of_destructor()):
            extra = ""
        if extra == "delete":
            start, end = f"{cls.name} *p = &{text};", " delete p;"
            text = "*p"
        return (f"  {{ {start} {base.name} &b = {text}; int r = {call}; "
                f'printf("{part} {number} {kind} {how} %d\\n", r);{end} }}\n')

    def is_callable(self, part: str, cls: Class) -> bool:
        """Whether all calls through the class are virtual, or can be
        direct."""
        return all(not cls.is_called_directly(slot)
                   or self.can(part, cls.overrider(slot).of_method(slot))
                   for slot in cls.slots())

    def call(self, part: str, base: Class) -> tuple:
        """An expression that calls `b`."""
        rng = self.rng
        found = [("call", f"b.f{rng.choice(base.slots())}(3)")] * 2
        both = [f"b.f{slot}({slot})" for slot in base.slots()]
        found.append(("calls", " * 3 + ".join(both)))
        for name, cls, owner in self.users:
            if cls in base.unique_bases() and (
                    not owner or self.sees(part, owner)):
                found.append(("inline" if not owner else "passed",
                              f"{name}(b)"))
        for cls in self.classes:
            if not self.can(part, cls.of_typeinfo()):
                continue
            found.append(("typeid", f"typeid(b) == typeid({cls.name})"))
            if self.can(part, base.of_typeinfo()):
                found.append(
                    ("cast", f"dynamic_cast<{cls.name} *>(&b) ? "
                     f"b.f{base.slots()[0]}(2) : 7"))
        for cls, owner in self.takers:
            if cls is base and self.sees(part, owner) and self.can(
                    part, cls.of_copy() | cls.of_destructor()):
                slot = cls.slots()[0]
                found += [("by-value", f"take_{cls.index}(b)")]
                if self.can(part, cls.overrider(slot).of_method(slot)):
                    found += [("result", f"give_{cls.index}().f{slot}(4)")]
                user = next((u for u in self.users if u[1] is cls
                             and not u[2]), None)
                if user:
                    found += [("result-passed",
                               f"[] {{ {cls.name} o = give_{cls.index}(); "
                               f"return {user[0]}(o); }}()")]
        return tuple(reversed(rng.choice(found)))

    def define_scenes(self) -> list:
        """The functions of all files; their names, and the parts."""
        self.define_world()
        scenes, number = [], 0
        for part in self.layout.parts.values():
            for unit in range(part.units):
                name = f"scene_{part.name}{unit}"
                self.declare(f"void {name}(World &w)")
                lines = [f"void {name}(World &w) {{\n"]
                for _ in range(self.rng.randint(4, 9)):
                    text = self.statement(part.name, number)
                    if text:
                        lines.append((number, text))
                        number += 1
                self.files[source(part, unit)] += [*lines, "}\n"]
                scenes.append((name, part.name))
        self.pieces = number
        return scenes

    def define_main(self, scenes: list) -> None:
        mode = "RTLD_NOW | " + ("RTLD_GLOBAL" if self.layout.is_global
                                else "RTLD_LOCAL")
        calls = [f"    {name}(w);\n" for name, part in scenes
                 if part != "plugin" and self.sees("host", part)]
        found = "".join(
            f'    reinterpret_cast<void (*)(World &)>(dlsym(p, "{name}"))(w);'
            "\n" for name, part in scenes if part == "plugin")
        self.files["host0.cpp"] += [
            "#include <dlfcn.h>\nint main(int, char **arguments) {\n",
            f"  void *p = dlopen(arguments[1], {mode});\n",
            '  if (!p) {\n    printf("%s\\n", dlerror());\n    return 1;\n'
            "  }\n",
            f"  static World w = {{{self.world()}}};\n",
            "  for (int i = 0; i < 2; ++i) {\n", *calls, found, "  }\n}\n"]

    # --- All of it ----------------------------------------------------------

    def write(self, seed: int) -> Program:
        for cls in self.classes:
            self.define(cls)
        self.define_makers()
        self.define_holders()
        self.define_globals()
        self.define_functions()
        self.define_main(self.define_scenes())
        files = {"classes.h": self.header, **self.files}
        for unit in self.layout.units.values():
            if unit.script:
                files[f"{unit.name}.map"] = [parts.script_text(unit)]
        return Program(seed, self.layout, files, self.pieces)


def make(seed: int, is_aarch64: bool = False) -> Program:
    rng = Random(f"linkage {seed}")
    while True:
        layout = parts.make(rng, is_aarch64)
        classes = shapes.make(rng, layout)
        parts.choose_scripts(rng, layout, classes)
        writer = Writer(rng, layout, classes)
        if len(classes) > 1 and any(
                writer.owners(cls) for cls in writer.made):
            return writer.write(seed)
