"""scripts/bench roots: what late root placement costs over the size of a
function.

Frames are placed and lowered, for collectors that move objects and for those
that do not, and with stores at the least cost and as late as possible. Upstream
has nothing to compare with. Figures are those of the whole tool, which also
reads the function; the slope is of the instructions that the passes add to a
tool that does nothing. With --executed, the stores to slots are counted that
programs of scripts/stress gc execute instead, and those that no placement can
do without.
"""

import re
import tempfile
from pathlib import Path

from ..gcstress import run as stress
from ..parallel import in_parallel
from ..runtime.programs import TARGETS
from ..ui import Failure, run, step
from .curves import Curve, CurveBenchmark, as_json, problems
from .rewriting_shapes import (HEAD, REF, cold_throws, diamonds, invokes,
                               loops, many_live, phi_chain, straight_line)
from .roots_bound import count_first_stores

# Strategy and pass, by what a column is called.
COLUMNS = {
    "moving": ("managed-frames", "place-gc-roots"),
    "non-moving": ("managed-frames-non-moving", "place-gc-roots"),
    "lazy": ("managed-frames-non-moving", "place-gc-roots<lazy>"),
}


def _function(lines: list) -> str:
    return (HEAD + f"define {REF} @f({REF} %a, {REF} %b, i1 %c) "
            'gc "statepoint-example" {\nentry:\n' + "\n".join(lines) + "\n}\n")


def all_live(size: int) -> str:
    """As many references as a quarter of the instructions, all live over as
    many calls."""
    count = size // 4
    lines = [f"  %v{i} = load {REF}, {REF} %a" for i in range(count)]
    lines += ["  call void @poll()"] * count
    lines += [f"  call void @use({REF} %v{i})" for i in range(count)]
    return _function([*lines, f"  ret {REF} %a"])


def live_diamonds(size: int) -> str:
    """The same as diamonds, with 16 references that are live over all calls."""
    lines = [f"  %l{i} = load {REF}, {REF} %a" for i in range(16)]
    lines.append("  br label %b0")
    count = size // 6
    for i in range(count):
        lines += [f"b{i}:", f"  %t{i} = call i1 @test({REF} %a)",
                  f"  br i1 %t{i}, label %call{i}, label %b{i + 1}",
                  f"call{i}:", f"  %v{i} = load {REF}, {REF} %b",
                  "  call void @poll()", f"  call void @use({REF} %v{i})",
                  f"  br label %b{i + 1}"]
    lines.append(f"b{count}:")
    lines += [f"  call void @use({REF} %l{i})" for i in range(16)]
    return _function([*lines, f"  ret {REF} %b"])


SHAPES = {"straight line": straight_line, "many live": many_live,
          "all live": all_live, "diamonds": diamonds,
          "live diamonds": live_diamonds, "cold throws": cold_throws,
          "loops": loops, "phi chain": phi_chain, "invokes": invokes}


# A store to a slot, before frames are lowered.
_STORE = re.compile(r"^  store .*, ptr %gc_slot_addr_\S+,.*$", re.MULTILINE)
_COUNT = "\n  call void @gcstress_stored()"


def count_stores(native: stress.Bench, seed: int, place: str,
                 trips: int = 3, only_first: bool = False) -> int:
    """How many stores to slots one module executes, whose loops are left after
    as many `trips`; `only_first` of each reference that is made."""
    mode = stress.Mode(place, "managed-frames-non-moving", moves=False,
                       place=place, is_simple=True)
    level = stress.LEVELS["O2"]
    source = native.work / f"{seed}-{place}.source.ll"
    source.write_text(stress.write(str(seed), mode, 4, trips,
                                   only_values=True))
    text = run([native.bin / "opt", "-S", f"-mtriple={native.triple}",
                f"-passes={level.prepare},{place}", source],
               what=f"placing roots of module {seed}")
    if only_first:
        text, count = count_first_stores(text)
        text += ("\ndeclare void @gcstress_first(i1 zeroext) "
                 '"gc-leaf-function"\n')
    else:
        text, count = _STORE.subn(lambda match: match[0] + _COUNT, text)
        text += '\ndeclare void @gcstress_stored() "gc-leaf-function"\n'
    if not count:
        raise Failure(f"module {seed} has no stores to slots")
    object_ = native.compile(text, level, mode, f"{seed}-{place}-{only_first}",
                             pipeline="lower-gc-frame")
    return native.count_stores(native.link(object_, mode))


class Roots(CurveBenchmark):
    """Time and memory to place roots in frames."""

    name = "roots"
    shapes = SHAPES

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument("--executed", type=int, metavar="N",
                            help="count the stores that N modules execute "
                            "instead")
        parser.add_argument("--trips", type=int, default=30, metavar="N",
                            help="how often loops of these are run at most "
                            "(30)")

    def start(self, counter):
        return {column: Curve(self.opt, self.options.timeout,
                              f"{name},lower-gc-frame", counter)
                for column, (_, name) in COLUMNS.items()}

    def module(self, shape, size, column):
        return self.shapes[shape](size).replace("statepoint-example",
                                                COLUMNS[column][0])

    def measure(self, options):
        self.opt = self.patched_tools() / "opt"
        if options.executed:
            return measure_executed(self.opt.parent, options.executed,
                                    options.trips)
        drawn = self.draw()
        self.complain([f"{column}, {problem}"
                       for shape, curves in drawn.items()
                       for column, curve in curves.items()
                       for problem in problems({shape: curve})],
                      fail=options.check)
        return as_json(drawn)


def measure_executed(tools: Path, count: int, trips: int) -> dict:
    with tempfile.TemporaryDirectory(prefix="roots-") as folder:
        native = stress.Bench(TARGETS["x86-64"], Path(folder), tools)
        with step(f"stores of {count} modules"):
            found = in_parallel(
                lambda seed: [count_stores(native, seed, *way) for way in (
                    ("place-gc-roots", trips), ("place-gc-roots<lazy>", trips),
                    ("place-gc-roots<lazy>", trips, True))],
                range(1, count + 1))
    least, lazy, first = (sum(column) for column in zip(*found))
    more = sum(row[0] > row[1] for row in found)
    print(f"\nstores executed by {count} modules without profiles, whose loops "
          f"are run {trips} times at most: {least:,} "
          f"at the least cost, {lazy:,} as late as possible, ratio "
          f"{least / lazy:.3f}; in {more} modules more.\nOf those as late as "
          f"possible, {first:,} ({first / lazy:.3f}) are the first one of a "
          f"reference since it was made.")
    return {"least": least, "lazy": lazy, "first": first, "more": more}
