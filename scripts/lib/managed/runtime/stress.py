"""scripts/stress faults: threads that fault while code comes and goes.

The program (scripts/tests/managed_runtime/stress) knows of each fault whether
it has to be recovered and where, or passed on, and stops at the first that is
lost or goes elsewhere. It is built with the runtime as it is released and with
sanitizers, and runs on both targets.
"""

import argparse
import random
import shutil
from pathlib import Path

from .. import packages
from ..paths import BUILD, REPO
from ..ui import Failure, Parser, run, say
from . import programs as managed_runtime
from .programs import TARGETS, VARIANTS, Target

SOURCES = REPO / "scripts/tests/managed_runtime"
# Sanitizers are for the machine itself: emulated, they take too long.
CONFIGURATIONS = [(target, variant) for target in TARGETS
                  for variant in VARIANTS
                  if variant == "release" or TARGETS[target].is_native]
# A fault is a matter of microseconds, of a hundred if it is emulated.
LIMIT = 60 * 60


def build(target: Target, variant: str, directory: Path = None) -> tuple:
    """Builds the program and the shared object that it loads."""
    runtime = managed_runtime.build(target.machine, variant)
    directory = directory or BUILD / f"stress/{target.name}-{variant}"
    directory.mkdir(parents=True, exist_ok=True)
    program, library = directory / "stress", directory / "library.so"
    flags = ["-O1", "-g", "-Wall", "-Wextra", f"-I{runtime.include}",
             *VARIANTS[variant].split()]
    run([target.tool("gcc"), *flags, "-shared", "-fPIC",
         SOURCES / "library.c", runtime.image, "-o", library],
        what="building the shared object")
    # The program has the only copy of the runtime, for the object too. Its own
    # handler runs on small stacks, and calls functions of libc: to look one up
    # at the first call, the dynamic linker saves all vector registers there.
    run([target.tool("g++"), "-std=c++17", *flags, "-rdynamic", "-pthread",
         SOURCES / "stress/Stress.cpp", runtime.static, "-ldl",
         "-Wl,-z,now", "-o", program],
        what="building the stress program")
    return program, library


def execute(target: Target, built: tuple, cycles: int, threads: int,
            seed: int) -> str:
    """Runs it; returns its line of totals. What goes wrong is a Failure."""
    program, library = built
    command = [program, cycles, threads, seed, library]
    where = f"{target.name}, {threads} threads, seed {seed}"
    return managed_runtime.execute(target, command, where, LIMIT).strip()


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress faults",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--cycles", type=int, default=1_000_000, metavar="N",
                        help="faults for each number of threads (1000000)")
    parser.add_argument("--threads", type=int, action="append", metavar="N",
                        help="this many threads (1 to 8; may be repeated)")
    parser.add_argument("--target", action="append", choices=list(TARGETS),
                        help="just this target (may be repeated)")
    parser.add_argument("--variant", action="append", choices=list(VARIANTS),
                        help="just this build (may be repeated)")
    parser.add_argument("--seed", type=int, help="makes a run repeatable, as "
                        "far as threads are")
    return parser.parse_args(argv)


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("run")
    if not shutil.which("cmake"):
        packages.ensure("build")
    failed = 0
    for name, variant in CONFIGURATIONS:
        if (options.target and name not in options.target
                or options.variant and variant not in options.variant):
            continue
        target = TARGETS[name]
        built = build(target, variant)
        for threads in options.threads or range(1, 9):
            seed = (random.randrange(1 << 30) if options.seed is None
                    else options.seed)
            what = f"{name}, {variant}, {threads} threads, seed {seed}"
            try:
                say(f"{what}: "
                    + execute(target, built, options.cycles, threads, seed))
            except Failure as failure:
                say(f"FAILED {variant}, {failure}")
                failed += 1
    print(f"{failed} failed")
    return 1 if failed else 0
