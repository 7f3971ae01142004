"""What a program consists of: two libraries, the program and a plugin, and
which of them are in which linkage unit.

A *part* is what is compiled with the same options: the libraries `a` and `b`,
`host` and `plugin`. A linkage unit is the program, the plugin or a shared
object, and has one or more parts in it: archives may be in several.
"""

from dataclasses import dataclass, field
from random import Random

LIBRARIES = ("a", "b")
LINKERS = ("bfd", "gold", "lld", "mold")
# What a version script can leave out, by the kinds of symbols of a class.
KINDS = ("vtable", "typeinfo", "ctor", "dtor", "method")
# Exported by all version scripts.
FUNCTIONS = ("make_*", "hold_*", "scene_*", "use_*", "take_*", "give_*",
             "global_*")


@dataclass(eq=False)
class Part:
    name: str
    # "shared", "archive", "program" or "plugin".
    kind: str
    units: int
    flags: list = field(default_factory=list)

    def hides(self) -> bool:
        return "-fvisibility=hidden" in self.flags


@dataclass(eq=False)
class Unit:
    """A linkage unit."""

    name: str
    parts: list
    # Names of the shared objects that it is linked with.
    links: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    # What symbols are without a rule: "global" or "local"; empty if there is
    # no version script.
    script: str = ""
    # The kinds of symbols of a class to which the opposite applies.
    others: dict = field(default_factory=dict)
    # The same for helpers.
    other_helpers: set = field(default_factory=set)

    def lists(self, cls, kind: str) -> bool:
        """Whether the version script exports such symbols of the class."""
        is_other = (cls in self.other_helpers if kind == "helper"
                    else kind in self.others.get(cls, ()))
        return (self.script != "local") != (bool(self.script) and is_other)


WHOLE = "-fwhole-program-vtables"
LTO_FLAGS = (("-flto",), ("-flto", WHOLE), ("-flto=thin",),
             ("-flto=thin", WHOLE), ("-flto=thin", WHOLE))


@dataclass
class Layout:
    parts: dict
    units: dict
    linker: str
    level: str
    is_pie: bool = True
    exports_all: bool = False
    is_global: bool = False
    # Names of source files that take part in LTO.
    lto: set = field(default_factory=set)
    lto_flags: tuple = ()
    # Names of source files that are compiled without the option.
    plain: set = field(default_factory=set)
    target: str = "x86-64"

    def containing(self, part: str) -> list:
        return [unit for unit in self.units.values() if part in unit.parts]

    def is_repeated(self, part: str) -> bool:
        return len(self.containing(part)) > 1

    def reaches(self, unit: Unit, symbol: tuple) -> bool:
        """Whether a linkage unit finds a symbol: (kind, class, visibility,
        part that defines it)."""
        kind, cls, visibility, part = symbol
        if part in unit.parts:
            return True
        # What linkers do with references to protected symbols differs.
        if visibility != "default":
            return False
        is_open = unit.name == "plugin" and "-Wl,-z,defs" not in unit.flags
        return any(other.lists(cls, kind)
                   and (other.name in unit.links
                        or is_open and (other.name != "program"
                                        or self.exports_all))
                   for other in self.containing(part)
                   if other.name != "plugin")

    def all_reach(self, part: str, symbols) -> bool:
        """Whether the part can name the symbols wherever it is linked."""
        return all(self.reaches(unit, symbol)
                   for unit in self.containing(part) for symbol in symbols)

    def sources(self) -> list:
        return [source(part, n) for part in self.parts.values()
                for n in range(part.units)]


def source(part: Part, number: int) -> str:
    return f"{part.name}{number}.cpp"


def make(rng: Random, is_aarch64: bool = False) -> Layout:
    kinds = {name: rng.choice(("shared", "shared", "archive"))
             for name in LIBRARIES}
    kinds |= {"host": "program", "plugin": "plugin"}
    parts = {name: Part(name, kind, rng.choice((1, 1, 2)))
             for name, kind in kinds.items()}
    for part in parts.values():
        # A style of many projects, and the options one by one.
        if rng.random() < .35:
            part.flags.append("-fvisibility=hidden")
        if rng.random() < .25:
            part.flags.append("-fvisibility-inlines-hidden")
    units = {}
    for name in LIBRARIES:
        if kinds[name] == "shared":
            units[name] = Unit(name, [name])
    if "b" in units:
        add(units["b"], "a", kinds)
    units["program"] = program = Unit("program", ["host"])
    units["plugin"] = plugin = Unit("plugin", ["plugin"])
    for name in LIBRARIES:
        add(program, name, kinds)
        if rng.random() < (.6 if kinds[name] == "shared" else .35):
            add(plugin, name, kinds)
    # What b needs of a, it finds there.
    if "b" in plugin.parts and "a" not in plugin.parts + plugin.links:
        add(plugin, "a", kinds)
    is_lto = rng.random() < .15
    linkers = ("bfd", "lld", "mold") if is_aarch64 else LINKERS
    layout = Layout(parts, units, "lld" if is_lto else rng.choice(linkers),
                    rng.choice(("-O1", "-O2", "-O2", "-O2", "-O3")),
                    is_pie=rng.random() < .7,
                    exports_all=rng.random() < .4,
                    is_global=rng.random() < .4,
                    target="AArch64" if is_aarch64 else "x86-64")
    choose_flags(rng, layout)
    sources = layout.sources()
    if is_lto:
        layout.lto = {name for name in sources if rng.random() < .7}
        layout.lto_flags = rng.choice(LTO_FLAGS)
    if rng.random() < .25:
        layout.plain = {name for name in sources if rng.random() < .4}
    return layout


def add(unit: Unit, name: str, kinds: dict) -> None:
    (unit.links if kinds[name] == "shared" else unit.parts).append(name)


def choose_flags(rng: Random, layout: Layout) -> None:
    for unit in layout.units.values():
        if rng.random() < .4:
            unit.flags.append("-Wl,--as-needed")
        if rng.random() < .2:
            unit.flags.append("-Wl,--gc-sections")
        if unit.name == "program":
            continue
        if rng.random() < .35:
            unit.flags.append("-Wl,-z,defs")
        if rng.random() < .25:
            unit.flags.append(rng.choice(
                ("-Wl,-Bsymbolic", "-Wl,-Bsymbolic-functions")))
    if layout.exports_all:
        layout.units["program"].flags.append("-rdynamic")


def choose_scripts(rng: Random, layout: Layout, classes: list) -> None:
    """Version scripts; classes have to be there before."""
    for unit in layout.units.values():
        if unit.name == "program":
            continue
        unit.script = rng.choice(("", "", "global", "local"))
        share = .5 if unit.script == "local" else .4
        for cls in classes if unit.script else ():
            if rng.random() < share:
                unit.others[cls] = rng.choice(
                    (KINDS, KINDS, KINDS, ("vtable",), ("vtable", "typeinfo"),
                     ("ctor", "dtor"), ("ctor", "dtor", "typeinfo"),
                     ("ctor", "dtor", "method"), ("method",)))
            if rng.random() < .4:
                unit.other_helpers.add(cls)
    for cls in classes:
        if cls.owner:
            export(layout, cls.owner, cls.of_owner())


def export(layout: Layout, part: str, symbols) -> None:
    """Changes version scripts so that the part finds the symbols."""
    for kind, cls, *_, owner in symbols:
        if layout.all_reach(part, [(kind, cls, *_, owner)]):
            continue
        for unit in layout.containing(owner):
            is_other = unit.script == "local"
            if kind == "helper":
                (unit.other_helpers.add if is_other
                 else unit.other_helpers.discard)(cls)
            elif unit.script:
                kinds = set(unit.others.get(cls, ()))
                kinds = kinds | {kind} if is_other else kinds - {kind}
                unit.others[cls] = tuple(k for k in KINDS if k in kinds)



def patterns(cls, kinds) -> list:
    """What matches symbols of a class."""
    name = cls.mangled
    found = {
        # lld wants names that are no patterns to be there.
        "vtable": [f"_ZTV{name}*", f"_ZTT{name}*", f"_ZTC{name}*"],
        "typeinfo": [f"_ZTI{name}*", f"_ZTS{name}*"],
        "ctor": [f"_ZN{name}C*"],
        "dtor": [f"_ZN{name}D*", f"_ZT[hv]*N{name}D*"],
        # With the static variables: if one unit hides them and exports the
        # method, inlining decides which variable a call uses.
        "method": [f"_ZN{name}2f*", f"_ZT[hv]*N{name}2f*",
                   f"_ZZN{name}2f*"],
    }
    return [pattern for kind in kinds for pattern in found[kind]]


def script_text(unit: Unit) -> str:
    listed = [pattern for cls, kinds in unit.others.items()
              for pattern in patterns(cls, kinds)]
    listed += [f"helper_{cls.index}*" for cls in sorted(
        unit.other_helpers, key=lambda cls: cls.index)]
    if unit.script == "global":
        shown, hidden = ["*"], listed
    else:
        shown, hidden = [*FUNCTIONS, *listed], ["*"]
    lines = ["  global:", *(f"    {name};" for name in shown)]
    if hidden:
        lines += ["  local:", *(f"    {name};" for name in hidden)]
    return "\n".join(["{", *lines, "};", ""])
