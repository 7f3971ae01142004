"""scripts/bench statepoints --conformance: what code generation makes of
statepoints, upstream's and ours.

Each row is an input that is hard to get right, in
llvm/benchmarks/StatepointConformance; docs/Statepoints.md says what is
supported. Silently wrong code, crashes and invalid IR of our tools fail.
"""

from .. import results as tables
from ..parallel import in_parallel
from ..paths import BUILD, LLVM_PREFIX, REPO
from ..ui import Failure, step
from .benchmark import Benchmark
from .statepoints_rows import DIAGNOSED, OUTCOMES, WORKS, Judge, read_all

ROWS = REPO / "llvm/benchmarks/StatepointConformance"
# What passes make of calls that are no statepoints yet, and not what code
# generation makes of statepoints.
REWRITING = "Rewriting"
# At most this share of the rows of code generation may be resolved by a
# diagnostic alone.
DIAGNOSED_LIMIT = 0.1


def problems(results: list) -> list:
    """What is not as promised: results are (row, upstream's, ours)."""
    found = [f"{row.path.stem}, {row.target}: {ours.outcome}"
             for row, _, ours in results
             if ours.outcome not in (WORKS, DIAGNOSED)]
    found += [f"{row.path.stem}, {row.target}: diagnosed without a reason why "
              "it cannot work" for row, _, ours in results
              if ours.outcome == DIAGNOSED and not row.diagnosed]
    found += [f"{row.path.stem}, {row.target}: works although it says that it "
              "cannot" for row, _, ours in results
              if ours.outcome == WORKS and row.diagnosed]
    # A row is a file, whatever number of targets it has.
    lowering = [(row.path, ours.outcome) for row, _, ours in results
                if row.path.parent.name != REWRITING]
    files = {path for path, _ in lowering}
    alone = {path for path, outcome in lowering if outcome == DIAGNOSED}
    if len(alone) > DIAGNOSED_LIMIT * len(files):
        found.append(f"{len(alone)} of {len(files)} rows of code generation "
                     "are resolved by a diagnostic alone")
    return found


def table(results: list) -> str:
    return tables.table(
        ["row", "target", "upstream", "ours"],
        [[row.title, row.target, upstream.outcome, ours.outcome]
         for row, upstream, ours in results], left=4)


def totals(results: list) -> str:
    return tables.table(
        ["outcome", "upstream", "ours"],
        [[outcome, *(sum(result[side].outcome == outcome
                         for result in results) for side in (1, 2))]
         for outcome in OUTCOMES])


def reasons(results: list) -> str:
    lines = []
    for row, upstream, ours in results:
        for name, result in (("upstream", upstream), ("ours", ours)):
            if result.outcome != WORKS:
                lines.append(f"{row.path.stem}, {row.target}, {name}, "
                             f"{result.command}: {result.reason}")
    return "\n".join(lines)


class Statepoints(Benchmark):
    """Inputs for statepoints, compiled by both tools."""

    name = "statepoints"
    groups = ("test", "run")
    takes_tools = True

    def add_arguments(self, parser):
        parser.add_argument("--conformance", action="store_true",
                            help="what is right, wrong and diagnosed (the "
                            "default)")
        parser.add_argument("--only", metavar="WORD",
                            help="rows whose file name contains WORD")
        parser.add_argument("--reasons", action="store_true",
                            help="also say why each row is not right")

    def measure(self, options):
        rows = [row for row in read_all(ROWS)
                if not options.only or options.only in row.path.stem]
        if not rows:
            raise Failure(f"no row is named {options.only}")
        scratch = BUILD / "bench/statepoints"
        upstream = Judge(LLVM_PREFIX / "bin", scratch / "upstream")
        ours = Judge(self.patched_tools(), scratch / "ours")
        with step(f"{len(rows)} inputs for statepoints"):
            results = in_parallel(
                lambda row: (row, upstream.judge(row), ours.judge(row)), rows)
        print(f"\n{table(results)}\n\n{totals(results)}")
        if options.reasons:
            print(f"\n{reasons(results)}")
        self.complain(problems(results))
        return [{"row": row.path.stem, "title": row.title,
                 "target": row.target, "upstream": theirs.outcome,
                 "ours": own.outcome} for row, theirs, own in results]
