"""scripts/bench devirt: what virtual calls are left in real programs.

Programs on top of libraries from Debian's source packages
(llvm/benchmarks/Devirtualization) are compiled by the unpatched clang, by ours
and by g++. Counted are the indirect calls and jumps that their own code
executes, all instructions, bytes of text, and the time of the compilers.

That time is the user time of the compiler's processes; where others use the
machine it tells little. --compile counts the instructions that clang takes for
the largest file of each program, which hardly differ from one time to the next.
"""

import os
from dataclasses import asdict

from .. import aptsource, results
from ..paths import BUILD, CACHE
from ..ui import Failure, step
from . import devirt_cases, devirt_standards
from .benchmark import DISTRIBUTION, Benchmark
from .devirt_programs import (COMPILED, PROGRAM_SIDES, PROGRAMS, VARIANTS,
                              count_compiler, measure, sides)


def compile_report(counts: dict) -> str:
    """counts is {(program, side): instructions}; each with its ratio to the
    first side with the program's and the side's compiler."""
    base, lines = {}, []
    for (program, side), count in counts.items():
        first = base.setdefault((program.name, side.compiler), count)
        lines.append([program.name, program.largest.rsplit("/", 1)[-1],
                      side.name, f"{count:,}",
                      results.ratio(count, first)])
    return results.table(
        ["program", "file", "compiler", "its instructions", "ratio"], lines,
        left=3)


def report(rows: list) -> str:
    """All figures, each with its ratio to the first side's of the program."""
    lines = []
    base = {}
    for row in rows:
        first = base.setdefault(row.program, row)
        if row.output != first.output:
            raise Failure(f"{row.program}, compiled by {row.side}, prints "
                          "something else")
        lines.append([row.program, row.side, f"{row.calls:,}",
                      results.ratio(row.calls, first.calls),
                      results.ratio(row.instructions, first.instructions),
                      results.ratio(row.text, first.text),
                      f"{row.seconds / first.seconds:.2f}"])
    return results.table(
        ["program", "compiler", "indirect calls", "ratio", "instructions",
         "text", "compile time"], lines, left=2)


class Devirt(Benchmark):
    """Virtual calls that compilers leave."""

    name = "devirt"
    groups = ("run", "test")
    baseline = DISTRIBUTION

    def add_arguments(self, parser):
        parser.add_argument("--program", action="append", metavar="NAME",
                            choices=[p.name for p in PROGRAMS],
                            help="just this one; may be given again "
                            f"({', '.join(p.name for p in PROGRAMS)})")
        parser.add_argument("--cases", nargs="*", metavar="NAME",
                            help="instead of programs, single functions, and "
                            "files of them (all of "
                            "llvm/benchmarks/Devirtualization/Cases)")
        parser.add_argument("--standards", nargs="*", metavar="NAME",
                            help="instead, small programs, and what direct "
                            "calls make of them")
        names = tuple(dict.fromkeys(PROGRAM_SIDES + COMPILED + VARIANTS))
        parser.add_argument("--side", action="append", metavar="NAME",
                            choices=names, help="just this compiler; may be "
                            "given again, and ratios are to the first "
                            f"({'; '.join(names)})")
        parser.add_argument("--compile", action="store_true",
                            help="count the instructions of the compilers; "
                            "ratios are to the same compiler's first")

    def check(self, parser, options):
        for side in options.side or ():
            if options.compile and side.startswith("g++"):
                parser.error(f"--compile does not count {side}'s instructions")
            if options.compile and side.endswith("LTO"):
                parser.error(f"--compile does not count what {side} links "
                             "with")

    def measure(self, options):
        if os.uname().machine != "x86_64":
            raise Failure("scripts/bench devirt counts calls on x86-64 only")
        ours = BUILD / "bin"
        if not (ours / "clang++").exists():
            raise Failure("there is no patched clang++; run scripts/build "
                          "first")
        work = BUILD / "bench/devirt"
        if options.cases is not None:
            return devirt_cases.show(ours, options.baseline, work / "cases",
                                     options.cases)
        if options.standards is not None:
            return devirt_standards.show(
                options.standards, sides(ours, options.baseline), work)
        rows, counts = [], {}
        columns = sides(ours, options.baseline, options.side or
                        (COMPILED if options.compile else PROGRAM_SIDES))
        for program in PROGRAMS:
            if options.program and program.name not in options.program:
                continue
            top = CACHE / "devirt" / program.package
            with step(f"fetching {program.package}"):
                aptsource.fetch(program.package, top)
            for side in columns:
                with step(f"{program.name}: {side.name}"):
                    if options.compile:
                        counts[program, side] = count_compiler(program, side,
                                                               top, work)
                    else:
                        rows.append(measure(program, side, top, work))
        print()
        if options.compile:
            print(compile_report(counts))
            return [{"program": program.name, "side": side.name,
                     "instructions": count}
                    for (program, side), count in counts.items()]
        print(report(rows))
        return [asdict(row) for row in rows]
