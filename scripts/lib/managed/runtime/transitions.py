"""scripts/stress transitions: threads that call native code and are stopped.

The program (scripts/tests/managed_runtime/stress/Transitions.cpp) keeps a
reference in a register over each call, and a collector that stops all threads
moves it: what it misses, or moves while managed code runs, is an error. It
counts in which of six situations each thread was stopped. It is built with the
runtime as it is released and with sanitizers, and runs on both targets.
"""

import argparse
import random
import shutil
from pathlib import Path

from .. import packages, results
from ..paths import BUILD
from ..ui import Failure, Parser, run, say
from . import programs as managed_runtime
from .programs import TARGETS, VARIANTS, Target
from .stress import CONFIGURATIONS, SOURCES

INTERLEAVINGS = ("managed", "entering", "native", "leaving", "blocked",
                 "detaching")
# A collection waits for threads that others keep from running.
LIMIT = 4 * 60 * 60


def build(target: Target, variant: str, directory: Path = None) -> Path:
    """Builds the program."""
    runtime = managed_runtime.build(target.machine, variant)
    directory = directory or BUILD / f"stress/{target.name}-{variant}"
    directory.mkdir(parents=True, exist_ok=True)
    program = directory / "transitions"
    run([target.tool("g++"), "-std=c++17", "-O2", "-g", "-Wall", "-Wextra",
         f"-I{runtime.include}", *VARIANTS[variant].split(), "-pthread",
         SOURCES / "stress/Transitions.cpp", runtime.static, "-o", program],
        what="building the stress program")
    return program


def execute(target: Target, program: Path, transitions: int, collections: int,
            least: int, threads: int, seed: int) -> dict:
    """Runs it; returns its totals. What goes wrong is a Failure."""
    command = [program, transitions, collections, least, threads, seed]
    where = f"{target.name}, {threads} threads, seed {seed}"
    output = managed_runtime.execute(target, command, where, LIMIT)
    return {name: int(value) for name, value in
            (line.split() for line in output.splitlines())}


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress transitions",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--transitions", type=int, default=1_000_000,
                        metavar="N", help="at least N of them (1000000)")
    parser.add_argument("--collections", type=int, default=1000, metavar="N",
                        help="stop the threads at least N times (1000)")
    parser.add_argument("--least", type=int, default=10, metavar="N",
                        help="go on until each interleaving was seen N times "
                        "(10)")
    parser.add_argument("--threads", type=int, default=4, metavar="N",
                        help="threads beside the collector (4)")
    parser.add_argument("--target", action="append", choices=list(TARGETS),
                        help="just this target (may be repeated)")
    parser.add_argument("--variant", action="append", choices=list(VARIANTS),
                        help="just this build (may be repeated)")
    parser.add_argument("--seed", type=int, help="makes a run repeatable, as "
                        "far as threads are")
    options = parser.parse_args(argv)
    if options.threads < 1:
        parser.error("--threads takes 1 or more")
    return options


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("run")
    if not shutil.which("cmake"):
        packages.ensure("build")
    failed, rows = 0, []
    for name, variant in CONFIGURATIONS:
        if (options.target and name not in options.target
                or options.variant and variant not in options.variant):
            continue
        target = TARGETS[name]
        seed = (random.randrange(1 << 30) if options.seed is None
                else options.seed)
        what = f"{name}, {variant}, {options.threads} threads, seed {seed}"
        program = build(target, variant)
        say(what)
        try:
            totals = execute(target, program, options.transitions,
                             options.collections, options.least,
                             options.threads, seed)
        except Failure as failure:
            say(f"FAILED {variant}, {failure}")
            failed += 1
            continue
        rows.append([what, *(f"{totals[word]:,}" for word in (
            "transitions", "collections", "threads", "callbacks",
            "exceptions", "references", *INTERLEAVINGS))])
    if rows:
        print("\n" + results.table(
            ["", "transitions", "collections", "threads", "callbacks",
             "exceptions", "references", *INTERLEAVINGS], rows))
    print(f"\n{failed} failed")
    return 1 if failed else 0
