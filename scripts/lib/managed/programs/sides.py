"""What is compared: sides, variants and targets, each a row of a table.

A side is a compiler with options. All sides have COMMON in common. Later
options get a row in SIDES. A cell is one side of one variant of a program for
one target; the cell that it is compared with is its reference.
"""

from dataclasses import dataclass

# The options that every side gives after those of the package. Jump tables are
# off, so that every indirect jump of a program's own code is a call.
COMMON = ("-O2", "-w", "-fno-jump-tables")

UNPATCHED, OURS = "unpatched", "ours"
NULL = ("-fsanitize=null", "-fsanitize-trap=null")
UNDEFINED = ("-fsanitize=undefined", "-fno-sanitize=vptr,function",
             "-fsanitize-trap=undefined")


@dataclass(frozen=True)
class Side:
    """A compiler with options."""

    name: str
    # Which tools: UNPATCHED or OURS.
    tools: str
    # The name of the side that it has to do the same as; its own if none.
    reference: str
    # What it has besides COMMON, and what else half of the files have in the
    # variant `half`, and all files otherwise.
    base: tuple = ()
    feature: tuple = ()
    # Whether the feature is one of C++ alone.
    cxx_only: bool = False
    # Whether null checks may be implicit: programs then need the runtime.
    implicit: bool = False


SIDES = {side.name: side for side in (
    Side("clang", UNPATCHED, "clang"),
    Side("ours", OURS, "clang"),
    Side("devirtualize", OURS, "clang", feature=("-fdevirtualize",),
         cxx_only=True),
    Side("null", UNPATCHED, "null", NULL),
    Side("null, ours", OURS, "null", NULL),
    Side("null, implicit", OURS, "null", NULL, ("-fimplicit-null-checks",),
         implicit=True),
    Side("null, wide", OURS, "null", NULL, ("-fimplicit-null-checks=wide",),
         implicit=True),
    Side("undefined", UNPATCHED, "undefined", UNDEFINED),
    Side("undefined, implicit", OURS, "undefined", UNDEFINED,
         ("-fimplicit-null-checks",), implicit=True),
    Side("devirtualize, implicit", OURS, "null", NULL,
         ("-fdevirtualize", "-fimplicit-null-checks"), cxx_only=True,
         implicit=True),
)}
# Those that are built unless --side says otherwise.
USUAL = ("clang", "ours", "devirtualize", "null", "null, ours",
         "null, implicit")


@dataclass(frozen=True)
class Variant:
    """A way of building a program."""

    name: str
    # Whether libraries are shared, as packages ship them.
    shared: bool = False
    # Whether only half of the files are compiled with the side's feature.
    half: bool = False
    # What is added to all sides when compiling and when linking.
    compile: tuple = ()
    link: tuple = ()
    # The variant in which the reference is built.
    reference: str = ""

    @property
    def lto(self) -> bool:
        return any(word.startswith("-flto") for word in self.compile)


# Files in C have it as well: all have to agree on how they are split.
VTABLES = "-fwhole-program-vtables"
FULL = (("-flto", VTABLES), ("-flto", "-fuse-ld=lld", "-O2"))
THIN = (("-flto=thin", VTABLES), ("-flto=thin", "-fuse-ld=lld", "-O2"))

VARIANTS = {variant.name: variant for variant in (
    Variant("static"),
    Variant("shared", True),
    Variant("half", half=True, reference="static"),
    Variant("lto", False, False, *FULL),
    Variant("thinlto", False, False, *THIN),
    Variant("half lto", False, True, *FULL, "lto"),
    Variant("half thinlto", False, True, *THIN, "thinlto"),
    Variant("shared lto", True, False, *FULL),
)}


@dataclass(frozen=True)
class Target:
    """What programs are built for, and the emulator that counts for it."""

    name: str
    machine: str
    emulator: tuple
    # The prefix of the GNU tools.
    prefix: str = ""

    @property
    def is_native(self) -> bool:
        return not self.prefix

    @property
    def triple(self) -> str:
        return f"{self.machine}-linux-gnu"


TARGETS = {target.name: target for target in (
    Target("x86-64", "x86_64", ("qemu-x86_64",)),
    Target("aarch64", "aarch64",
           ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
           "aarch64-linux-gnu-"),
)}


@dataclass(frozen=True)
class Cell:
    """One side of one variant of a program for one target."""

    program: str
    target: str
    variant: str
    side: str

    def __str__(self) -> str:
        return f"{self.program} ({self.target}, {self.variant}): {self.side}"

    @property
    def file_name(self) -> str:
        words = f"{self.target} {self.variant} {self.side}"
        return words.replace(",", "").replace(" ", "-")

    def reference(self) -> "Cell":
        """The cell that this one is compared with, or itself."""
        side = SIDES[self.side]
        variant = VARIANTS[self.variant].reference or self.variant
        return Cell(self.program, self.target, variant, side.reference)


def cells(programs: list, targets: list, variants: list, sides: list) -> list:
    """The cells of all of these that make sense, and their references; those
    of a program that are built in one directory follow each other, each after
    its reference."""
    found = {}
    for program in programs:
        for target in targets:
            if target not in program.targets:
                continue
            for variant in variants:
                for side in sides:
                    cell = Cell(program.name, target, variant, side)
                    if not _makes_sense(program, cell):
                        continue
                    found[cell.reference()] = None
                    found[cell] = None
    order = list(VARIANTS)
    names = [program.name for program in programs]
    return sorted(found, key=lambda cell: (
        names.index(cell.program), list(TARGETS).index(cell.target),
        VARIANTS[cell.variant].shared, order.index(cell.variant),
        list(SIDES).index(cell.side)))


def _makes_sense(program, cell: Cell) -> bool:
    side, variant = SIDES[cell.side], VARIANTS[cell.variant]
    if side.cxx_only and not program.cxx:
        return False
    # Half of the files without the feature are as those of other sides.
    if variant.half and not side.feature:
        return False
    return cell.variant in program.variants
