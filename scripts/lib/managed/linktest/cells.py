"""The ways of linking that are tried, and what is special about each."""

from dataclasses import dataclass

from ..demo.programs import TARGETS, Target


@dataclass(frozen=True)
class Way:
    """One way of compiling and linking the program.

    `compile` are options of llc for the two modules with checks, `link` of
    clang. With `lto` they are compiled to bitcode instead. `steps` names what
    the runner does differently.
    """

    name: str
    compile: tuple = ("-function-sections",)
    link: tuple = ("-pie",)
    lto: str = ""
    steps: str = ""
    # Whether functions that nobody calls, and their entries, must be gone,
    # but for linkers that keep all code with a map.
    drops_dead: bool = False
    # Whether the linker folds functions with the same code and fault map.
    folds: bool = False
    # Why the way does not exist with a linker.
    not_with: tuple = ()


GC = ("-pie", "-Wl,--gc-sections")
# Why clang refuses what it does.
KEEPS_FOLDED = "the maps of folded functions stay, so clang refuses it"
LOSES_LINKS = "maps lose the link to their code, so clang refuses it"

WAYS = (
    Way("static", link=("-static",)),
    Way("pie"),
    Way("no-pie", compile=(), link=("-no-pie",)),
    Way("static-pie", link=("-static-pie",),
        not_with=(("gold", "gold links none, so clang refuses it"),)),
    Way("shared", steps="shared"),
    # What makes the linker refuse anything to relocate in read-only sections.
    Way("z-text", link=("-pie", "-Wl,-z,text", "-Wl,-z,now")),
    Way("gc-sections", link=GC, drops_dead=True),
    Way("icf", link=("-pie", "-Wl,--icf=all"), folds=True,
        not_with=(("bfd", "GNU ld does not fold identical code"),
                  ("gold", KEEPS_FOLDED), ("mold", KEEPS_FOLDED))),
    # The second object file comes first, so that its body is taken.
    Way("comdat", steps="reversed"),
    # Through one object file that has everything.
    Way("relocatable", link=GC, steps="relocatable",
        not_with=(("gold", LOSES_LINKS), ("mold", LOSES_LINKS))),
    Way("full-lto", link=("-pie", "-O2"), lto="full", drops_dead=True),
    Way("thin-lto", link=("-pie", "-O2"), lto="thin", drops_dead=True),
    Way("basic-block-sections", link=GC, drops_dead=True,
        compile=("-function-sections", "-basic-block-sections=all")),
    Way("split-functions", link=GC, drops_dead=True,
        compile=("-function-sections", "-split-machine-functions")),
)
LINKERS = ("bfd", "lld", "gold", "mold")
# Linkers that keep all code with a map, since the bounds of the map's section
# are referred to. With LTO it is not the linker that drops functions.
KEEPING_DEAD = ("gold", "mold")


@dataclass(frozen=True)
class Cell:
    way: Way
    linker: str
    target: Target

    def __str__(self):
        return f"{self.target.name} {self.linker} {self.way.name}"

    @property
    def drops_dead(self) -> bool:
        return self.way.drops_dead and bool(
            self.way.lto or self.linker not in KEEPING_DEAD)

    def inapplicable(self) -> str:
        """Why there is nothing to try, or nothing."""
        return dict(self.way.not_with).get(self.linker, "")


def all_cells() -> list:
    return [Cell(way, linker, target) for target in TARGETS.values()
            for linker in LINKERS for way in WAYS]
