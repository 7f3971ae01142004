"""scripts/stress java: Java programs in all ways to compile and to collect.

Each run compiles one program of llvm/examples/ManagedJava in a mode that a seed
draws: target, level, where references are, null checks, polls, card marks, and
how strings are concatenated. It has to print what it prints with OpenJDK, with
each collector.
"""

import argparse
import os
import random
import tempfile
from pathlib import Path

from .. import packages
from ..parallel import in_parallel
from ..runtime.programs import TARGETS
from ..ui import Failure, Parser, say
from . import execution, library
from .execution import Mode

COLLECTORS = ("full", "always", "concurrent")


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress java",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--runs", type=int, default=100, metavar="N",
                        help="how many (100)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first run (1)")
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--program", action="append",
                        choices=library.program_names())
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="work there and leave everything")
    options = parser.parse_args(argv)
    if options.runs < 1:
        parser.error("--runs must be positive")
    return options


class Stress:
    def __init__(self, options: argparse.Namespace, work: Path):
        self.options, self.work = options, work
        self.names = options.program or library.program_names()
        self.targets = options.target or list(TARGETS)
        made = {kind: library.compile_both(work / kind, flags)
                for kind, flags in (("dynamic", []),
                                    ("inline", library.INLINE_CONCATENATION))}
        self.classes = {kind: of.ours for kind, of in made.items()}
        self.wanted = {
            name: library.run_program(made["dynamic"].theirs, name,
                                      library.SMALL.get(name, []))
            for name in self.names}

    def run(self, seed: int) -> list:
        """What went wrong."""
        draw = random.Random(seed)
        name = draw.choice(self.names)
        mode = Mode(draw.choice(self.targets), draw.choice(execution.ROOTS),
                    draw.choice(execution.CHECKS),
                    draw.choice(execution.POLLS), draw.randrange(4),
                    draw.random() < 0.3)
        kind = draw.choice(list(self.classes))
        what = f"seed {seed}: {name}, {kind}, {mode}"
        program = self.work / f"{name}-{seed}"
        try:
            execution.compile_program(self.classes[kind], name, mode, program,
                                      ["--verify"])
        except Failure as error:
            return [f"{what}: {error}"]
        # Without polls, a second thread waits until the program ends.
        problems = []
        for collector in COLLECTORS[:2 if mode.polls == "none" else 3]:
            try:
                done = execution.execute(
                    program, mode.target, library.SMALL.get(name, []),
                    {"JAVA_GC": collector, "JAVA_VERIFY": "1",
                     "JAVA_HEAP": "8"})
            except Failure as error:
                problems.append(f"{what}, {collector}: {error}")
                continue
            if done.code or done.output != self.wanted[name]:
                problems.append(
                    f"{what}, {collector}: exit code {done.code}, "
                    f"{'other' if done.output != self.wanted[name] else 'same'}"
                    f" output; {done.errors.strip()[-200:]}")
        if not problems and not self.options.keep:
            for path in self.work.glob(program.name + "*"):
                path.unlink()
        return problems

    def run_all(self) -> int:
        first, last = self.options.seed, self.options.seed + self.options.runs
        step, failed = 2 * len(os.sched_getaffinity(0)), 0
        for begin in range(first, last, step):
            seeds = range(begin, min(begin + step, last))
            for problems in in_parallel(self.run, seeds):
                failed += bool(problems)
                for problem in problems:
                    say(f"FAILED {problem}")
            say(f"{seeds.stop - first} of {last - first} runs, {failed} failed")
        return failed


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("build", "test", "java")
    if not execution.COMPILER.is_file():
        raise Failure(f"{execution.COMPILER} does not exist; run scripts/build")
    with tempfile.TemporaryDirectory() as scratch:
        work = options.keep or Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        return 1 if Stress(options, work).run_all() else 0
