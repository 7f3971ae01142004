"""Real programs as a suite.

Builds programs and libraries from Debian's source packages with each side - the
unpatched clang, ours, and ours with what the fork adds - runs their tests or a
workload on each, and compares exit codes and output with those of the side's
reference. It also counts executed instructions and indirect calls, code and
null checks. With --compile, it counts the instructions of the compiler instead,
and with --functions those of each function.

What was measured is kept, under a hash of the compilers, the package, the
recipe and the options, so that a run that was interrupted goes on. Packages
that cannot be had, as without a network, are counted as skipped.

Exit code 1 says that something differs from its reference.
"""

import hashlib
import os
import threading
import time
from pathlib import Path

from .. import packages, results
from ..counting import PLUGIN, Counters
from ..hashes import hash_file
from ..parallel import in_parallel
from ..paths import BUILD, LLVM_PREFIX
from ..tools import check_machine
from ..ui import Failure, Parser, alone, elapsed, is_ending, say
from . import pins, report
from .build import DoesNotBuild, Tools, Workshop
from .catalogue import PROGRAMS
from .compare import DIFFERS, SKIPPED, Verdict, judge
from .measure import Measurement, Result, dump, load
from .recipe import WORKLOADS
from .sides import (SIDES, TARGETS, USUAL, VARIANTS, cells)

GROUPS = ("test", "run")
# What is counted: the usual, or just one thing.
USUALLY, COMPILER, FUNCTIONS = "", "compiler", "functions"
# What the results depend on, as it was when this started.
CODE = [hash_file(Path(__file__).with_name(f"{name}.py")) for name in
        ("build", "measure", "wrapper", "recipe", "execute")]


class Suite:
    """Makes the results of cells, or finds them."""

    def __init__(self, tools: Tools, work: Path, programs: dict, jobs: int,
                 counted: str = USUALLY, again: bool = False):
        self.tools, self.work, self.jobs = tools, work, jobs
        self.programs = programs
        self.counted, self.again = counted, again
        self.pins = pins.pins()
        self.sources, self.missing = {}, {}
        self.found = {}
        self.stop = threading.Event()
        self._counters = None
        self._lock = threading.Lock()

    def fetch(self, program) -> None:
        """Fetches what a program needs. One at a time, as apt has a lock."""
        for package in (program.package, *program.also):
            if package in self.sources:
                continue
            pin = self.pins.get(package)
            if not pin:
                raise Failure(f"pins.txt has no {package}")
            try:
                self.sources[package] = pins.fetch(pin)
            except pins.Unavailable as unavailable:
                self.missing[program.name] = str(unavailable)
                return
        lacking = packages.not_installed(program.needs)
        if lacking:
            try:
                packages.install(lacking)
            except Failure as failure:
                self.missing[program.name] = str(failure)

    def key(self, cell) -> str:
        """Changes with everything that the results of `cell` depend on."""
        program, side = self.programs[cell.program], SIDES[cell.side]
        parts = [self.tools.key(side.tools), repr(program), repr(side),
                 repr(VARIANTS[cell.variant]), repr(TARGETS[cell.target]),
                 *(repr(self.pins[name])
                   for name in (program.package, *program.also)),
                 *CODE, hash_file(PLUGIN),
                 *(hash_file(path) for path in sorted(WORKLOADS.rglob("*"))
                   if path.is_file() and path.name in repr(program)),
                 *(hash_file(path) for path in program.own_files())]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def _kept(self, cell) -> Path:
        kind = self.counted and f".{self.counted}"
        return self.work / "results" / cell.program / \
            f"{cell.file_name}{kind}.json"

    def known(self, cell) -> Result:
        """What an earlier run found, or None."""
        try:
            key, _, text = self._kept(cell).read_text().partition("\n")
            if key == self.key(cell):
                result = load(text)
                # What failed may have been interrupted, or lacked something.
                if not result.error:
                    return result
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return None

    def _keep(self, cell, key: str, result: Result) -> None:
        path = self._kept(cell)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(key + "\n" + dump(result) + "\n")
        os.replace(part, path)

    def counters(self) -> Counters:
        """Whose plugin is built once."""
        with self._lock:
            if not self._counters:
                self._counters = Counters(self.work / "plugins")
        return self._counters

    def run_group(self, group: list) -> None:
        """The results of the cells of one program."""
        program = self.programs[group[0].program]
        folder = self.work / program.name
        folder.mkdir(parents=True, exist_ok=True)
        with alone(folder, f"build of {program.name}"):
            for cell in group:
                if self.stop.is_set():
                    return
                workshop = Workshop(
                    program, TARGETS[cell.target],
                    VARIANTS[cell.variant].shared, self.tools, self.sources,
                    self.work, self.jobs)
                self.found[cell] = self._run(cell, workshop)

    def _describe(self, result: Result) -> str:
        if result.error:
            return "does not build"
        if self.counted == COMPILER:
            return f"{sum(result.compiler.values()):,} instructions to compile"
        if self.counted == FUNCTIONS:
            return f"{sum(result.functions.values()):,} instructions in " \
                f"{len(result.functions):,} functions"
        return (f"{result.total('instructions'):,} instructions, "
                f"{result.indirect:,} indirect calls")

    def _run(self, cell, workshop: Workshop) -> Result:
        known = None if self.again else self.known(cell)
        if known:
            return known
        counters = self.counters()
        key, begin = self.key(cell), time.monotonic()
        outputs = self.work / "outputs" / cell.program / cell.file_name
        try:
            commands = workshop.make(
                cell, workshop.program.largest if self.counted == COMPILER
                else ())
            built = time.monotonic() - begin
            measurement = Measurement(workshop, cell, commands, counters,
                                      outputs)
            if self.counted == COMPILER:
                result = Result(compiler=measurement.compiler())
            elif self.counted == FUNCTIONS:
                result = Result(functions=measurement.functions())
            else:
                result = measurement.measure()
        except (DoesNotBuild, Failure) as problem:
            # Others go on.
            built, result = time.monotonic() - begin, Result(str(problem))
        if is_ending():
            raise Failure(f"{cell} was ended")
        if key != self.key(cell):
            raise Failure(f"a compiler or a script changed while {cell} was "
                          "built; run this again")
        result.seconds = time.monotonic() - begin
        self._keep(cell, key, result)
        say(f"{cell}: {self._describe(result)} (built in {built:.0f} s, "
            f"{result.seconds:.0f} s in all)")
        return result


def groups(wanted: list) -> list:
    """The cells of each program."""
    found = {}
    for cell in wanted:
        found.setdefault(cell.program, []).append(cell)
    return list(found.values())


def verdicts(wanted: list, found: dict, missing: dict) -> dict:
    judged = {}
    for cell in wanted:
        if cell.program in missing:
            judged[cell] = Verdict(SKIPPED, [missing[cell.program]])
            continue
        reference = cell.reference()
        judged[cell] = judge(
            found[cell], None if reference == cell else found[reference])
    return judged


def split(text: str) -> list:
    return [word.strip() for word in text.split(";" if ";" in text else ",")]


def parse(argv: list):
    parser = Parser(prog="scripts/programs", description=__doc__)
    parser.add_argument("--only", metavar="NAME,...", action="append",
                        help="just these programs ("
                        + ", ".join(PROGRAMS) + ")")
    for name, rows, usual in (
            ("side", SIDES, USUAL), ("variant", VARIANTS, ["static"]),
            ("target", TARGETS, ["x86-64"])):
        parser.add_argument(f"--{name}", metavar="NAME", action="append",
                            choices=[*rows, "all"], default=[],
                            help=f"just this {name}, or all; may be given "
                            f"again ({'; '.join(rows)}; without: "
                            f"{'; '.join(usual)})")
    parser.add_argument("-j", "--jobs", type=int, metavar="N",
                        default=len(os.sched_getaffinity(0)),
                        help="programs at the same time (default: one for "
                        "each processor)")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--compile", action="store_const", const=COMPILER,
                         default=USUALLY, dest="counted",
                         help="count the instructions of the compiler for the "
                         "largest files instead, and build nothing else")
    instead.add_argument("--functions", action="store_const", const=FUNCTIONS,
                         dest="counted",
                         help="count the instructions of each function "
                         "instead, and name those that execute more than in "
                         "the reference and are 1 %% of it")
    parser.add_argument("--again", action="store_true",
                        help="measure what is known, too")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        help="use the patched tools in DIR (default: those "
                        "of scripts/build)")
    parser.add_argument("--baseline", type=Path, metavar="DIR",
                        default=LLVM_PREFIX / "bin",
                        help="use the unpatched tools in DIR (default: the "
                        "distribution's)")
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="also write the results to FILE")
    parser.add_argument("--list", action="store_true",
                        help="print the cells and end")
    parser.add_argument("--pin", metavar="PACKAGE",
                        help="print the lines of pins.txt for the newest "
                        "version of a source package, and end")
    options = parser.parse_args(argv)
    names = [name for text in options.only or () for name in split(text)]
    for name in names:
        if name not in PROGRAMS:
            parser.error(f"there is no program {name}")
    options.programs = [PROGRAMS[name] for name in PROGRAMS
                        if not names or name in names]
    for name, rows, usual in (
            ("side", SIDES, USUAL), ("variant", VARIANTS, ["static"]),
            ("target", TARGETS, ["x86-64"])):
        given = getattr(options, name)
        setattr(options, name + "s", list(rows) if "all" in given
                else given or list(usual))
    if options.jobs < 1:
        parser.error("-j needs a number from 1 on")
    return options


def main(argv: list) -> int:
    options = parse(argv)
    results.check_json(options.json)
    if options.pin:
        print(pins.describe(options.pin))
        return 0
    wanted = cells(options.programs, options.targets, options.variants,
                   options.sides)
    if options.list:
        print("\n".join(map(str, wanted)))
        return 0
    check_machine()
    packages.ensure(*GROUPS)
    # Builds run in other directories.
    tools = Tools(options.baseline.absolute(),
                  (options.tools or BUILD / "bin").absolute())
    for directory in (tools.unpatched, tools.ours):
        if not os.access(directory / "clang++", os.X_OK):
            raise Failure(f"{directory / 'clang++'} is missing; run "
                          "scripts/build, or name a directory with --tools")
    at_once = max(1, min(options.jobs, len(options.programs)))
    suite = Suite(tools, BUILD / "programs", PROGRAMS,
                  max(1, len(os.sched_getaffinity(0)) // at_once),
                  options.counted, options.again)
    return finish(suite, wanted, options)


def finish(suite: Suite, wanted: list, options) -> int:
    """Makes the results, and prints them."""
    for program in options.programs:
        suite.fetch(program)
    for name, reason in suite.missing.items():
        say(f"skipped: {name}: {reason}")
    todo = groups([cell for cell in wanted
                   if cell.program not in suite.missing])
    in_parallel(suite.run_group, todo, suite.stop, options.jobs)
    judged = verdicts(wanted, suite.found, suite.missing)
    print()
    tables = {
        USUALLY: (report.table, report.means_table, report.reasons_table),
        COMPILER: (report.compile_table, report.compile_means_table),
        FUNCTIONS: (report.functions_table, report.functions_sums_table),
    }[suite.counted]
    for text in (table(suite.found, judged) for table in tables):
        if text:
            print(text + "\n")
    notes = report.not_compiled if suite.counted == COMPILER else report.notes
    for line in notes(suite.found) + report.problems(judged):
        print(line)
    if options.json:
        results.write_json(options.json, report.as_json(suite.found, judged))
    print(f"{report.summary(judged)} ({elapsed()} minutes)")
    return 1 if any(verdict.kind == DIFFERS
                    for verdict in judged.values()) else 0
