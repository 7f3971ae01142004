"""Compiles modules with and without polls, and runs them."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from ..paths import BUILD
from ..runtime.programs import Target
from . import functions

# Functions of a module.
BATCH = 100
# What runs before polls are placed, in turn.
EARLY = ("function(mem2reg)", "default<O1>", "default<O2>",
         "function(sroa,loop(loop-rotate),loop(indvars),loop-vectorize)",
         "default<O3>", "")
# What runs after them. Where loops change, the bounds may get lost.
PLACE = "function(place-safepoints,verify<safepoint-polls>),verify"
LATE = ("rewrite-statepoints-for-gc", "rewrite-statepoints-for-gc,"
        "function(verify<safepoint-polls>)")
TIMEOUT = 120


@dataclass
class Tally:
    functions: int = 0
    # Of modules that optimization in front of polls crashes at.
    unclean: int = 0
    polls: int = 0
    chunks: int = 0
    taken: int = 0
    runs: int = 0
    problems: list = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.functions += other.functions
        self.unclean += other.unclean
        self.polls += other.polls
        self.chunks += other.chunks
        self.taken += other.taken
        self.runs += other.runs
        self.problems += other.problems


class Failure(Exception):
    """A tool or a program did not do what it should."""


def execute(command: list) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"{command[0]} takes too long: "
                      f"{' '.join(map(str, command))}") from error
    if done.returncode:
        said = " ".join(done.stderr.split("\n")[:1])[:600]
        raise Failure(f"{' '.join(map(str, command))}: exit code "
                      f"{done.returncode}: {said}")
    return done.stdout


def compile_program(source: Path, passes: str, level: str,
                    target: Target) -> Path:
    tools = BUILD / "bin"
    bitcode, program = source.with_suffix(".bc"), source.with_suffix("")
    execute([tools / "opt", f"-passes={passes}", source, "-o", bitcode])
    execute([tools / "llc", level, "-relocation-model=pic", "-filetype=obj",
             bitcode, "-o", source.with_suffix(".o")])
    execute([target.tool("g++"), source.with_suffix(".o"), "-o", program])
    return program


def may_optimize(source: Path, passes: str) -> bool:
    """Whether upstream's passes get to their end."""
    try:
        execute([BUILD / "bin/opt", f"-passes={passes}", "-disable-output",
                 source])
    except Failure:
        return False
    return True


def without_polls(text: str) -> str:
    for places in functions.PLACES:
        text = text.replace(f'"gc-polls"="{places}"', '"gc-polls"=""')
    return text


def split_taken(output: str) -> tuple:
    """What functions returned, and how many polls were taken."""
    *lines, last = output.splitlines()
    return lines, int(last.split()[1], 16)


def test(first: int, count: int, work: Path, target: Target) -> Tally:
    tally = Tally(functions=count)
    number = first // BATCH
    early = EARLY[number % len(EARLY)]
    passes = ",".join(p for p in (early, PLACE, LATE[number % 2]) if p)
    plain = ",".join(p for p in (early, LATE[0]) if p)
    level = f"-O{(0, 2, 2, 3)[number % 4]}"
    stem = work / f"m{first}"
    work.mkdir(parents=True, exist_ok=True)
    try:
        results = []
        for asked in (False, True):
            text = functions.make_module(first, count, asked, target.name)
            source = stem.with_name(f"{stem.name}-{int(asked)}.ll")
            source.write_text(text)
            if not asked:
                without = stem.with_name(f"{stem.name}-without.ll")
                without.write_text(without_polls(text))
                if early and not may_optimize(without, early):
                    tally.unclean = count
                    return tally
                program = compile_program(without, plain, level, target)
                results.append(split_taken(execute([*target.prefix,
                                                    program])))
            program = compile_program(source, passes, level, target)
            results.append(split_taken(execute([*target.prefix, program])))
            tally.runs += 1
        placing = ",".join(p for p in (early, PLACE) if p)
        placed = execute([BUILD / "bin/opt", "-S", f"-passes={placing}",
                          source])
        tally.polls = sum(placed.count(what) for what in (
            "call void @LLVMManagedPoll()", "call void @slow()",
            "call void %poll.page()"))
        tally.chunks = placed.count("chunk.count =")
        (expected, none), (lines, taken0), (lines1, tally.taken) = results
        if none or taken0:
            raise Failure("a poll was taken that nobody asked for")
        for what, got in (("polls", lines), ("polls that are taken", lines1)):
            for before, after in zip(expected, got, strict=True):
                if before != after:
                    raise Failure(f"with {what}, '{after}' instead of "
                                  f"'{before}'")
    except Failure as failure:
        tally.problems.append(f"functions {first} to {first + count - 1}: "
                              f"{failure}")
    return tally
