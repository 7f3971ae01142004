"""scripts/bench corpus: modules of managed code, upstream and ours.

Rewrites the modules of a directory to statepoints and compiles them: with the
unpatched tools, with ours and the same strategy, and with ours and references
in registers. Compared are how many modules compile, the bytes of code and of
stack maps, and the instructions that opt and llc execute; and llvm-managed-maps
verifies the maps of ours. Each side replaces the strategy of the modules by its
own. The project has no such modules; the
directory is that of the command line.
"""

import json
import re
import subprocess
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .. import results as tables, tools
from ..counting import ToolCounter
from ..layout import layout_with_references
from ..parallel import in_parallel
from ..paths import BUILD, LLVM_PREFIX
from ..runtime.programs import TARGETS
from ..ui import Failure, run, step
from .benchmark import DISTRIBUTION, Benchmark
from .references import find_modules

SHF_EXECINSTR = 4
MAPS = (".llvm_stackmaps", "llvm_gcidx", "llvm_gcmap")
# Seconds that a tool has for a module.
PATIENCE = 300


@dataclass(frozen=True)
class Side:
    """Whose tools, and the strategy in place of that of the modules."""

    name: str
    strategy: str
    is_ours: bool = True


UPSTREAM = Side("upstream, coreclr", "coreclr", False)
SIDES = (UPSTREAM, Side("ours, coreclr", "coreclr"),
         Side("ours, managed", "managed"))


@dataclass
class Outcome:
    """Of modules on a side: how many compile, are refused with a message, or
    end a tool otherwise; and what those have that compile on all sides."""

    compiled: int = 0
    refused: int = 0
    crashed: int = 0
    text: int = 0
    maps: int = 0
    # That opt and llc execute, without what an empty module takes.
    instructions: int = 0
    # In all modules of ours that compile.
    safepoints: int = 0
    unproved: int = 0
    suspicions: int = 0


@dataclass
class Verified:
    """What llvm-managed-maps verify says of the stack maps of a module."""

    safepoints: int = 0
    unproved: int = 0
    suspicions: int = 0
    messages: list = field(default_factory=list)


@dataclass
class Built:
    """What became of one module."""

    outcome: str
    text: int = 0
    maps: int = 0
    verified: "Verified" = None
    # What is given to opt and to llc.
    source: Path = None
    lowered: Path = None


def with_strategy(text: str, strategy: str) -> str:
    """The module with another strategy on all functions that have one, for the
    target of the command line."""
    text = re.sub(r'^target (?:triple|datalayout) = .*\n', "", text,
                  flags=re.M)
    return re.sub(r' gc "[^"]*"', f' gc "{strategy}"', text)


def measure_object(path: Path) -> tuple:
    """Bytes of code, in whichever section it is, and of stack maps."""
    [file] = json.loads(run(
        [LLVM_PREFIX / "bin/llvm-readobj", "--elf-output-style=JSON",
         "--sections", path], what="llvm-readobj"))
    found = [item["Section"] for item in file["Sections"]]
    return (sum(section["Size"] for section in found
                if section["Flags"]["Value"] & SHF_EXECINSTR),
            sum(section["Size"] for section in found
                if section["Name"]["Name"] in MAPS))


def verify(path: Path) -> Verified:
    """Verifies the stack maps of an object file."""
    done = subprocess.run([BUILD / "bin/llvm-managed-maps", "verify", "--json",
                           path], capture_output=True, text=True, check=False)
    try:
        [file] = json.loads(done.stdout)
    except ValueError as error:
        raise Failure(f"llvm-managed-maps cannot read {path}: "
                      f"{done.stderr.strip()}") from error
    maps = file.get("stackMaps",
                    {"safepoints": 0, "proved": 0, "findings": []})
    return Verified(
        maps["safepoints"], maps["safepoints"] - maps["proved"],
        sum(f["level"] == "suspicious" for f in maps["findings"]),
        [f"{f['message']} [{f['rule']}]" for f in maps["findings"]])


class Compiler:
    """Compiles modules for a target."""

    def __init__(self, target, options, directory: Path):
        self.options = options
        self.triple = f"{target.machine}-unknown-linux-gnu"
        self.layout = layout_with_references(self.triple)
        self.directory = directory / target.name
        self.directory.mkdir(parents=True, exist_ok=True)

    def tools(self, side: Side) -> Path:
        return BUILD / "bin" if side.is_ours else self.options.baseline

    def commands(self, side: Side) -> tuple:
        """opt and llc with their options."""
        passes = "rewrite-statepoints-for-gc"
        if self.options.optimize:
            passes = f"default<O2>,{passes}"
        bin_ = self.tools(side)
        return ([bin_ / "opt", f"-mtriple={self.triple}",
                 f"-data-layout={self.layout}", f"-passes={passes}"],
                [bin_ / "llc", f"-mtriple={self.triple}",
                 f"-O{self.options.level}", "-relocation-model=pic",
                 "-filetype=obj"])

    def read(self, module: Path) -> str:
        """The text of a module; nothing if it is not valid or has no function
        with a strategy."""
        done = subprocess.run([LLVM_PREFIX / "bin/opt", "-passes=verify", "-S",
                               module, "-o", "-"], capture_output=True,
                              text=True, errors="surrogateescape", check=False)
        return done.stdout if ' gc "' in done.stdout else ""

    def build(self, text: str, side: Side, stem: str) -> Built:
        stem = f"{stem}.{side.name.replace(', ', '-')}"
        source, lowered, output = (self.directory / f"{stem}{suffix}"
                                   for suffix in (".ll", ".bc", ".o"))
        source.write_text(with_strategy(text, side.strategy),
                          errors="surrogateescape")
        opt, llc = self.commands(side)
        for command in ([*opt, source, "-o", lowered],
                        [*llc, lowered, "-o", output]):
            try:
                done = subprocess.run(command, capture_output=True,
                                      timeout=PATIENCE, check=False)
            except subprocess.TimeoutExpired:
                return Built("crashed")
            if done.returncode:
                return Built("refused" if done.returncode == 1
                             and b"Stack dump" not in done.stderr
                             else "crashed")
        return Built("compiled", *measure_object(output),
                     verify(output) if side.is_ours else None, source, lowered)

    def measure(self, module: Path, number: int) -> dict:
        """{side: Built}; nothing of a module that is left out."""
        text = self.read(module)
        if not text:
            return {}
        return {side: self.build(text, side, f"{number}-{module.stem}")
                for side in SIDES}


class Instructions:
    """Counts what the tools execute."""

    def __init__(self, compiler: Compiler, directory: Path):
        self.compiler = compiler
        self.counter = ToolCounter(directory)
        empty = directory / "empty.ll"
        empty.write_text("")
        self.empty = {side: self.total(side, empty, empty) for side in SIDES}

    def total(self, side: Side, source: Path, lowered: Path) -> int:
        return sum(self.counter.count(tool, tuple(map(str, flags)), path)
                   for (tool, *flags), path in zip(
                       self.compiler.commands(side), (source, lowered)))

    def of(self, side: Side, built: Built) -> int:
        return (self.total(side, built.source, built.lowered)
                - self.empty[side])


def add_up(rows: list) -> dict:
    """{side name: Outcome} of [{side: Built}]."""
    totals = {side.name: Outcome() for side in SIDES}
    for row in rows:
        is_common = all(built.outcome == "compiled" for built in row.values())
        for side, built in row.items():
            total = totals[side.name]
            setattr(total, built.outcome, getattr(total, built.outcome) + 1)
            if built.verified:
                total.safepoints += built.verified.safepoints
                total.unproved += built.verified.unproved
                total.suspicions += built.verified.suspicions
            if is_common:
                total.text += built.text
                total.maps += built.maps
    return totals


def report(figures: dict, is_counted: bool) -> str:
    rows = []
    for target, totals in figures.items():
        base = totals[UPSTREAM.name]
        for name, total in totals.items():
            rows.append([
                target, name, total.compiled, total.refused, total.crashed,
                f"{total.text:,}", tables.ratio(total.text, base.text),
                f"{total.maps:,}", tables.ratio(total.maps, base.maps),
                tables.ratio(total.instructions, base.instructions)
                if is_counted else "-",
                *((f"{total.safepoints:,}", total.unproved, total.suspicions)
                  if name != UPSTREAM.name else ("-", "-", "-"))])
    return tables.table(["target", "tools", "compile", "refused", "crash",
                         "text", "ratio", "maps", "ratio", "compile time",
                         "safepoints", "unproved", "suspicions"],
                        rows, left=2)


class Corpus(Benchmark):
    """Modules of managed code: what compiles, code, maps, compile time."""

    name = "corpus"
    groups = tools.GROUPS
    baseline = DISTRIBUTION
    closing = ("Text and maps are those of the modules that compile on all "
               "sides. Compile time is in instructions. Safepoints are those "
               "of all modules whose maps are verified.")

    def add_arguments(self, parser):
        parser.add_argument("--corpus", type=Path, action="append",
                            required=True, metavar="DIR",
                            help="a directory with modules of managed code "
                            "(.bc, .ll); may be repeated")
        parser.add_argument("--every", type=int, default=1, metavar="N",
                            help="only each Nth module")
        parser.add_argument("--count-every", type=int, default=1, metavar="N",
                            help="count the instructions for each Nth of these "
                            "modules; for none with 0")
        parser.add_argument("--optimize", action="store_true",
                            help="run the pipeline of -O2 before rewriting")
        parser.add_argument("--level", default="2", choices=list("0123"),
                            help="the level of llc (default: 2)")
        parser.add_argument("--findings", action="store_true",
                            help="print what verifying the maps finds")
        parser.add_argument("--target", choices=list(TARGETS),
                            help="only this target (default: both)")

    def check(self, parser, options):
        if options.every < 1 or options.count_every < 0:
            parser.error("--every takes 1 or more, --count-every 0 or more")

    def count(self, compiler: Compiler, directory: Path, rows: list,
              totals: dict) -> None:
        common = [row for row in rows
                  if all(b.outcome == "compiled" for b in row.values())]
        counted = common[::self.options.count_every]
        with step(f"Counting instructions of {len(counted)} modules"):
            counting = Instructions(compiler, directory)
            for row in counted:
                for side, built in row.items():
                    totals[side.name].instructions += counting.of(side, built)

    def measure(self, options):
        tools.build_tools()
        directory = BUILD / "bench/corpus"
        modules = find_modules(options.corpus)[::options.every]
        figures = {}
        for target in TARGETS.values():
            if options.target not in (None, target.name):
                continue
            compiler = Compiler(target, options, directory)
            with step(f"Compiling {len(modules)} modules for {target.name}"):
                rows = in_parallel(lambda job: compiler.measure(*job[::-1]),
                                   list(enumerate(modules)))
            left_out, rows = rows.count({}), [row for row in rows if row]
            if not rows:
                raise Failure("no module has a function with a strategy")
            print(f"{len(rows)} modules; {left_out} are not valid or have no "
                  "function with a strategy")
            if options.findings:
                for row in rows:
                    for built in row.values():
                        for message in (built.verified or Verified()).messages:
                            print(f"{built.source.stem}: {message}")
            figures[target.name] = totals = add_up(rows)
            if options.count_every:
                self.count(compiler, directory, rows, totals)
        print("\n" + report(figures, options.count_every > 0))
        for target, totals in figures.items():
            for side in SIDES:
                if side.is_ours and totals[side.name].crashed:
                    self.complain([f"{target}, {side.name}: "
                                   f"{totals[side.name].crashed} modules end "
                                   "a tool without a message"])
                if totals[side.name].unproved:
                    self.complain([f"{target}, {side.name}: "
                                   f"{totals[side.name].unproved} safepoints "
                                   "are not proved"])
        return {target: {name: asdict(total) for name, total in totals.items()}
                for target, totals in figures.items()}
