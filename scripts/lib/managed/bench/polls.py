"""scripts/bench polls: what polls cost in executed instructions.

The programs of llvm/benchmarks/ManagedCode, whose calls of a poll by hand are
removed, and loops that vectorize (llvm/benchmarks/ManagedPolls), without polls
and with polls of each form, at entries and back edges, that are never taken.
They are placed after optimization, and also in front of it in the loops. With
'page' and 'flag' the program has the runtime itself; with 'loaded' another
module has, and the address of the page or the offset of the thread is loaded.
In the columns 'each back edge', loops stay what they are.
"""

import re
from dataclasses import asdict, dataclass
from math import prod

from .. import results as tables, tools
from ..paths import BUILD, REPO
from ..runtime.programs import TARGETS
from ..ui import Failure, run, step
from .benchmark import NO_BASELINE, Benchmark, native
from .managed_code import (INPUTS, STRATEGY, Compiler, Variant, count, link,
                           with_strategy)

LOOPS = REPO / "llvm/benchmarks/ManagedPolls/Loops.c"
SYMBOLS = LOOPS.with_name("Polls.c")
ROUNDS = 40  # What is passed to benchmark() of the loops.
# What is promised of the loops and of the programs, relative to no polls.
VECTORIZED, PROGRAMS = 1.005, 1.01
AS_THEY_ARE = ("-spp-strip-mine=0", "-spp-version=0", "-spp-unroll=0")

# Of a program that has the runtime itself.
RUNTIME = {"page": """
@LLVMManagedPollPage = external dso_local global i8
@LLVMManagedPollAddress = available_externally constant ptr @LLVMManagedPollPage
""", "flag": """
@LLVMManagedThisThread = external dso_local thread_local(localexec) global i8
"""}

# The poll of the form 'call', as a front end would write it.
POLL = """
@polls_asked = internal global i32 0
define void @gc.safepoint_poll() {
  %asked = load atomic i32, ptr @polls_asked monotonic, align 4
  %is = icmp ne i32 %asked, 0
  br i1 %is, label %slow, label %fast, !prof !9999
slow:
  call void @managed_poll() cold
  br label %fast
fast:
  ret void
}
!9999 = !{!"branch_weights", i32 1, i32 1048575}
"""


@dataclass(frozen=True)
class Polls:
    """A way to place them."""

    name: str
    form: str = ""
    early: bool = False
    has_runtime: bool = False
    options: tuple = ()


NONE = Polls("none")
WAYS = (Polls("page", "page", has_runtime=True), Polls("page, loaded", "page"),
        Polls("flag", "flag", has_runtime=True), Polls("flag, loaded", "flag"),
        Polls("call", "call"),
        Polls("page, each back edge", "page", options=AS_THEY_ARE),
        Polls("flag, each back edge", "flag", options=AS_THEY_ARE),
        Polls("flag, before optimization", "flag", early=True))


def with_polls(text: str, polls: Polls) -> str:
    """The module, with a strategy and attributes for its polls."""
    text = re.sub(r"^.*call void @managed_poll\(\).*\n", "", text,
                  flags=re.MULTILINE)
    text = with_strategy(text, Variant("polls", STRATEGY, 4))
    attributes = (f'"gc-poll-form"="{polls.form}"' if polls.form
                  else '"gc-polls"=""')
    text = text.replace(f' gc "{STRATEGY}"', f' {attributes} gc "{STRATEGY}"')
    if polls.has_runtime:
        text += RUNTIME[polls.form]
    if polls.form == "call":
        text += POLL
        if "declare void @managed_poll()" not in text:
            text += "declare void @managed_poll()\n"
    return text


@dataclass
class Row:
    """Of one program: executed instructions by way, and the polls in it."""

    program: str
    instructions: dict
    polls: dict


class PollBench(Compiler):
    """Compiles with polls."""

    def early(self, name: str) -> str:
        """The loops, not optimized."""
        output = self.directory / f"{name}.early.ll"
        run([BUILD / "bin/clang", f"--target={self.triple}", "-O2", "-S",
             "-Xclang", "-disable-llvm-passes", "-emit-llvm", LOOPS, "-o",
             output], what=f"compiling {name}.c")
        return output.read_text()

    def late(self, name: str) -> str:
        if name != LOOPS.stem:
            return self.program(name)
        output = self.directory / f"{name}.ll"
        run([BUILD / "bin/clang", f"--target={self.triple}", "-O2", "-S",
             "-emit-llvm", LOOPS, "-o", output], what=f"compiling {name}.c")
        return output.read_text()

    def measure(self, name: str, polls: Polls) -> tuple:
        """(result, instructions, number of polls) of a program."""
        safe = polls.name.replace(", ", "-").replace(" ", "-")
        stem = self.directory / f"{name}-{safe}"
        source, placed = stem.with_suffix(".0.ll"), stem.with_suffix(".1.ll")
        text = self.early(name) if polls.early else self.late(name)
        source.write_text(with_polls(text, polls))
        place = "function(place-safepoints)"
        if polls.early:
            # Loops in their simplest form are what can be divided.
            passes = ("function(sroa,simplifycfg,instcombine,"
                      "loop(loop-rotate,indvars)),"
                      f"{place},default<O2>")
        else:
            passes = f"{place},function(verify<safepoint-polls>)"
        run([BUILD / "bin/opt", f"-mtriple={self.triple}", "-S",
             f"-passes={passes}", *polls.options, source, "-o", placed],
            what=f"placing polls in {name}")
        text = placed.read_text()
        number = sum(text.count(what) for what in (
            "call void @LLVMManagedPoll()", "call void @managed_poll()",
            "call void %poll.page()", "call void @LLVMManagedPollPage()"))
        rewritten, object_ = stem.with_suffix(".2.ll"), stem.with_suffix(".o")
        run([BUILD / "bin/opt", "-passes=rewrite-statepoints-for-gc", "-S",
             placed, "-o", rewritten], what=f"rewriting {name}")
        run([*self.llc(Variant("")), rewritten, "-o", object_],
            what=f"compiling {name}")
        size = ROUNDS if name == LOOPS.stem else INPUTS[name]
        symbols = self.directory / "Polls.o"
        run([BUILD / "bin/clang", f"--target={self.triple}", "-O2", "-fPIC",
             "-c", SYMBOLS, "-o", symbols], what="compiling Polls.c")
        result, instructions, *_ = count(
            self, link(self, object_, symbols), object_, size)
        if not instructions:
            raise Failure(f"{name}: callgrind counted no instructions")
        return result, instructions, number


class PollCosts(Benchmark):
    """Instructions that polls add to programs."""

    name = "polls"
    groups = tools.GROUPS
    baseline = NO_BASELINE

    def measure(self, options):
        tools.build_tools()
        bench = PollBench(native(TARGETS), None, BUILD / "bench/polls")
        rows = []
        for program in (*INPUTS, LOOPS.stem):
            with step(f"Compiling and running {program}"):
                rows.append(self.measure_program(bench, program))
        headings = ["program", "without, instructions"]
        print("\nExecuted instructions relative to no polls:\n\n"
              + tables.table(
                  [*headings, *(way.name for way in WAYS)],
                  [[row.program, f"{row.instructions[NONE.name]:,}",
                    *(self.ratio(row, way) for way in WAYS)]
                   for row in rows]) + "\n")
        programs = [row for row in rows if row.program != LOOPS.stem]
        for way in WAYS[:5]:
            self.promise(
                f"{way.name}, programs, geometric mean",
                prod(row.instructions[way.name] / row.instructions[NONE.name]
                     for row in programs) ** (1 / len(programs)),
                PROGRAMS if way == WAYS[0] else None)
            self.promise(f"{way.name}, loops",
                         rows[-1].instructions[way.name]
                         / rows[-1].instructions[NONE.name], VECTORIZED)
        return [asdict(row) for row in rows]

    @staticmethod
    def ratio(row: Row, way: Polls) -> str:
        if way.name not in row.instructions:
            return ""
        return tables.ratio(row.instructions[way.name],
                            row.instructions[NONE.name])

    @staticmethod
    def measure_program(bench: PollBench, program: str) -> Row:
        row = Row(program, {}, {})
        expected = None
        for way in (NONE, *WAYS):
            if way.early and program != LOOPS.stem:
                continue
            result, instructions, polls = bench.measure(program, way)
            if expected is None:
                expected = result
            if result != expected:
                raise Failure(f"{program}, polls {way.name}: {result} instead "
                              f"of {expected}")
            row.instructions[way.name] = instructions
            row.polls[way.name] = polls
        return row
