"""scripts/bench devirt --standards: virtual calls of small programs.

Each program of llvm/benchmarks/Devirtualization/Standards is compiled as it is,
with virtual functions, and with direct calls that are written by hand
(-DDIRECT). How many instructions the first executes for one of the second says
how much of what virtual functions cost a compiler leaves.

Calls are counted without jump tables, as scripts/bench devirt does it. Direct
calls may use them.
"""

from dataclasses import asdict, dataclass
from pathlib import Path

from .. import results as tables
from ..parallel import in_parallel
from ..ui import Failure, step
from .devirt_programs import DRIVERS, Figures, Program, Side, measure

SOURCES = DRIVERS / "Standards"
DIRECT = ("-DDIRECT", "-fjump-tables")


@dataclass(frozen=True)
class Standard(Program):
    """A variant of a program that needs no library."""

    def files(self, top: Path) -> list:
        return [DRIVERS / self.driver]


@dataclass
class Row:
    """What one compiler makes of both variants of a program."""

    virtual: Figures
    direct: Figures


def names() -> list:
    return sorted(path.stem for path in SOURCES.glob("*.cpp"))


def variant(name: str, direct: bool) -> Standard:
    source = f"Standards/{name}.cpp"
    return Standard(f"{name}-direct" if direct else name, "", source, (), "^$",
                    ("-std=c++17", *(DIRECT if direct else ())), source)


def check_outputs(name: str, rows: list) -> None:
    """All compilers' variants print the same."""
    first = rows[0].virtual
    for figures in (f for row in rows for f in (row.virtual, row.direct)):
        if figures.output != first.output:
            raise Failure(
                f"{figures.program}, compiled by {figures.side}, prints "
                f"'{figures.output.strip()}', but {name}, compiled by "
                f"{first.side}, '{first.output.strip()}'")


def report(name: str, rows: list) -> str:
    """A column for each compiler."""
    check_outputs(name, rows)
    first = rows[0].virtual.instructions
    ratio = tables.ratio
    return tables.table(
        [name, *(row.virtual.side for row in rows)],
        [["indirect calls", *(f"{row.virtual.calls:,}" for row in rows)],
         ["instructions", *(f"{row.virtual.instructions:,}" for row in rows)],
         ["ratio to direct calls",
          *(ratio(row.virtual.instructions, row.direct.instructions)
            for row in rows)],
         [f"ratio to {rows[0].virtual.side}",
          *(ratio(row.virtual.instructions, first) for row in rows)]])


def measure_both(name: str, side: Side, work: Path) -> Row:
    # The variants' folders differ; sources need nothing from where they are.
    return Row(*(measure(variant(name, direct), side, SOURCES, work)
                 for direct in (False, True)))


def show(wanted: list, sides: tuple, work: Path) -> dict:
    """Measures the programs `wanted`, or all, and prints the tables."""
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        raise Failure(f"there is no {unknown[0]}; there are "
                      + ", ".join(names()))
    found = {}
    for name in wanted or names():
        with step(name):
            rows = in_parallel(
                lambda side, name=name: measure_both(name, side,
                                                     work / "standards"),
                sides)
        print(f"\n{report(name, rows)}\n", flush=True)
        found[name] = [asdict(row) for row in rows]
    return found
