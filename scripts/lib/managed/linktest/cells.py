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
    # Whether functions that nobody calls, and their entries, must be gone.
    drops_dead: bool = False
    # Whether the linker folds functions with the same code and fault map.
    folds: bool = False
    # Why the way does not exist with a linker.
    not_with: tuple = ()


GC = ("-pie", "-Wl,--gc-sections")

WAYS = (
    Way("static", link=("-static",)),
    Way("pie"),
    Way("no-pie", compile=(), link=("-no-pie",)),
    Way("static-pie", link=("-static-pie",)),
    Way("shared", steps="shared"),
    # What makes the linker refuse anything to relocate in read-only sections.
    Way("z-text", link=("-pie", "-Wl,-z,text", "-Wl,-z,now")),
    Way("gc-sections", link=GC, drops_dead=True),
    Way("icf", link=("-pie", "-Wl,--icf=all"), folds=True,
        not_with=(("bfd", "GNU ld does not fold identical code"),)),
    # The second object file comes first, so that its body is taken.
    Way("comdat", steps="reversed"),
    # Through one object file that has everything.
    Way("relocatable", link=GC, steps="relocatable"),
    Way("full-lto", link=("-pie", "-O2"), lto="full", drops_dead=True),
    Way("thin-lto", link=("-pie", "-O2"), lto="thin", drops_dead=True),
    Way("basic-block-sections", link=GC, drops_dead=True,
        compile=("-function-sections", "-basic-block-sections=all")),
    Way("split-functions", link=GC, drops_dead=True,
        compile=("-function-sections", "-split-machine-functions")),
)
LINKERS = ("bfd", "lld")


@dataclass(frozen=True)
class Cell:
    way: Way
    linker: str
    target: Target

    def __str__(self):
        return f"{self.target.name} {self.linker} {self.way.name}"

    def inapplicable(self) -> str:
        """Why there is nothing to try, or nothing."""
        return dict(self.way.not_with).get(self.linker, "")


def all_cells() -> list:
    return [Cell(way, linker, target) for target in TARGETS.values()
            for linker in LINKERS for way in WAYS]
