"""scripts/bench references: null checks of references that become implicit.

Puts a marked null check in front of each field access of modules of managed
code (llvm/benchmarks/MarkedChecks), rewrites them to statepoints, and
generates code with the unpatched tools and with ours; with ours also with
promises, and with references in registers and in frames. Compared is how many
of the marked branches become implicit, and why the others do not. Branches that
code generation folds, since an earlier check has the answer, are not counted.
With promises, the marks say that 8 bytes of each reference can be read. The
modules are those of the command line; without one, the programs of
llvm/benchmarks/ManagedCode.
"""

import re
import subprocess
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .. import results as tables, tools
from ..demo.figures import parse_remarks
from ..layout import layout_with_references
from ..parallel import in_parallel
from ..paths import BUILD, LLVM_PREFIX, REPO
from ..runtime.programs import TARGETS
from ..ui import Failure, run, step
from .benchmark import DISTRIBUTION, Benchmark
from .managed_code import INPUTS, UPSTREAM, Compiler, Variant, with_strategy

PLUGIN = REPO / "llvm/benchmarks/MarkedChecks/MarkedChecks.cpp"
SUFFIXES = (".bc", ".ll")
PROMISED = 90  # Percent of the marked branches.
STATEPOINTS = "rewrite-statepoints-for-gc"


@dataclass(frozen=True)
class Side:
    """Whose tools, and which strategy instead of that of the modules."""

    name: str
    is_ours: bool = True
    # Whether our tools rewrite for the unpatched llc.
    takes_ours: bool = False
    strategy: str = ""
    passes: str = STATEPOINTS
    # Whether the marks promise that references can be read from.
    promises: bool = False


SIDES = (Side("upstream", False), Side("upstream's llc, our opt", False, True),
         Side("ours"), Side("ours, promises", promises=True),
         Side("ours, registers", strategy="managed"),
         Side("ours, frames", strategy="managed-frames",
              passes="place-gc-roots,lower-gc-frame"))


@dataclass
class Share:
    """Marked branches of machine code, and how they end."""

    marked: int = 0
    # Those that code generation folds first.
    folded: int = 0
    implicit: int = 0
    # How many stay explicit, by the name of the remark.
    reasons: Counter = field(default_factory=Counter)

    def add(self, other: "Share") -> None:
        self.marked += other.marked
        self.folded += other.folded
        self.implicit += other.implicit
        self.reasons += other.reasons

    @property
    def percent(self) -> float:
        return 100 * self.implicit / self.marked if self.marked else 0.0


def build_plugin(directory: Path) -> Path:
    """The pass that marks, for the distribution's opt."""
    output = directory / "MarkedChecks.so"
    run([LLVM_PREFIX / "bin/clang++", "-std=c++17", "-O1", "-fPIC", "-shared",
         "-fno-rtti", f"-I{LLVM_PREFIX}/include", PLUGIN, "-o", output],
        what="compiling the plugin")
    return output


def count_marks(module: str) -> int:
    return len(re.findall(r"^ +br .*!make\.implicit ", module, re.M))


def with_promises(module: str) -> str:
    """The module, whose marks say that references can be read from."""
    numbers = [int(n) for n in re.findall(r"^!(\d+) = ", module, re.M)]
    node = f"!{max(numbers, default=-1) + 1}"
    return (re.sub(r"!make\.implicit !\d+", f"!make.implicit {node}", module)
            + f"{node} = !{{i32 0, i64 8}}\n")


class Marker:
    """Compiles modules for a target."""

    def __init__(self, target, plugin: Path, options, directory: Path):
        self.target, self.plugin = target, plugin
        self.options = options
        self.triple = f"{target.machine}-unknown-linux-gnu"
        # References are not integers, as front ends for managed code say.
        self.layout = layout_with_references(self.triple)
        self.directory = directory / target.name
        self.directory.mkdir(parents=True, exist_ok=True)

    def opt(self, bin_: Path, passes: str, source: Path, output: Path,
            *words) -> None:
        run([bin_ / "opt", f"-passes={passes}", f"-mtriple={self.triple}",
             f"-data-layout={self.layout}", "-S", *words, source, "-o",
             output], what=f"{passes} of {source.name}")

    def mark(self, source: Path, stem: str) -> Path:
        output = self.directory / f"{stem}.marked.ll"
        self.opt(LLVM_PREFIX / "bin", "mark-null-checks,verify", source,
                 output, f"-load-pass-plugin={self.plugin}")
        return output

    def rewrite(self, marked: Path, side: Side) -> Path:
        """The module that code generation is given."""
        bin_ = (BUILD / "bin" if side.is_ours or side.takes_ours
                else self.options.baseline)
        passes = side.passes
        if self.options.optimize:
            passes = f"default<O2>,{passes}"
        stem = side.name.replace(" ", "-").replace(",", "").replace("'", "")
        if side.strategy:
            text = re.sub(r' gc "[^"]*"', f' gc "{side.strategy}"',
                          marked.read_text())
            marked = marked.with_suffix(f".{side.strategy}.ll")
            marked.write_text(text)
        if side.promises:
            text = with_promises(marked.read_text())
            marked = marked.with_suffix(".promises.ll")
            marked.write_text(text)
        output = marked.with_suffix(f".{stem}.ll")
        self.opt(bin_, passes, marked, output)
        return output

    def llc(self, bin_: Path) -> list:
        return [bin_ / "llc", "-O2", f"-mtriple={self.triple}",
                "-relocation-model=pic"]

    def unpatched(self, module: Path) -> Share:
        """Of the unpatched llc: the faulting instructions that it makes, one
        for each check. Which checks are left shows our llc."""
        done = subprocess.run(
            [*map(str, self.llc(self.options.baseline)),
             "-enable-implicit-null-checks", str(module),
             "-stop-after=implicit-null-checks", "-o", "-"],
            capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failure(f"the unpatched llc fails for {module}")
        left = self.ours(module)
        return Share(left.marked, left.folded,
                     done.stdout.count(" FAULTING_OP "))

    def ours(self, module: Path) -> Share:
        """Of ours: what the remarks say. What has none was folded."""
        remarks, output = (module.with_suffix(s) for s in (".yaml", ".o"))
        run([*self.llc(BUILD / "bin"), "-filetype=obj",
             f"-pass-remarks-output={remarks}",
             "-pass-remarks-filter=implicit-null-checks", module, "-o",
             output], what=f"compiling {module.name}")
        passed, missed = parse_remarks(remarks.read_text())
        marked = passed + missed.total()
        return Share(marked, count_marks(module.read_text()) - marked, passed,
                     missed)

    def measure(self, source: Path, number: int) -> dict:
        """{side: Share} of a module; nothing of one that is not valid."""
        if not is_valid(source):
            return {}
        marked = self.mark(source, f"{number}-{source.stem}")
        return {side.name: (self.ours if side.is_ours else self.unpatched)(
            self.rewrite(marked, side)) for side in SIDES}


def is_valid(module: Path) -> bool:
    """Whether the module can be read, and is what the verifier expects."""
    return subprocess.run([LLVM_PREFIX / "bin/opt", "-passes=verify",
                           "-disable-output", module],
                          stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


def find_modules(paths: list) -> list:
    """The files, and those in the directories, that are modules."""
    found = []
    for path in paths:
        if path.is_dir():
            found += sorted(file for file in path.rglob("*")
                            if file.suffix in SUFFIXES)
        elif path.exists():
            found.append(path)
        else:
            raise Failure(f"{path} does not exist")
    if not found:
        raise Failure("there are no modules in " + ", ".join(map(str, paths)))
    return found


class References(Benchmark):
    """Null checks of references that become implicit."""

    name = "references"
    groups = tools.GROUPS
    baseline = DISTRIBUTION

    def add_arguments(self, parser):
        parser.add_argument("modules", nargs="*", type=Path, metavar="PATH",
                            help="a module of managed code without marks, or "
                            "a directory of such (.bc, .ll)")
        parser.add_argument("--optimize", action="store_true",
                            help="run the pipeline of -O2 on what is marked")
        parser.add_argument("--target", choices=list(TARGETS),
                            help="only this target (default: both)")

    def programs(self, target, directory: Path) -> list:
        compiler = Compiler(target, self.options.baseline, directory)
        found = []
        for name in INPUTS:
            source = compiler.directory / f"{name}.input.ll"
            source.write_text(with_strategy(compiler.program(name),
                                            Variant("", UPSTREAM, 3)))
            found.append(source)
        return found

    def measure(self, options):
        tools.build_tools()
        directory = BUILD / "bench/references"
        directory.mkdir(parents=True, exist_ok=True)
        plugin = build_plugin(directory)
        figures = {}
        for target in TARGETS.values():
            if options.target not in (None, target.name):
                continue
            marker = Marker(target, plugin, options, directory)
            modules = (find_modules(options.modules) if options.modules
                       else self.programs(target, directory))
            with step(f"Compiling {len(modules)} modules for {target.name}"):
                shares = in_parallel(lambda job: marker.measure(*job[::-1]),
                                     list(enumerate(modules)))
            print(f"{shares.count({})} of them are not valid"
                  if {} in shares else "all of them are valid")
            total = {}
            for row in shares:
                for side, share in row.items():
                    total.setdefault(side, Share()).add(share)
            figures[target.name] = total
        self.report(figures)
        return {target: {side: asdict(share) for side, share in total.items()}
                for target, total in figures.items()}

    def report(self, figures: dict) -> None:
        print("\nMarked checks that become implicit:\n\n" + tables.table(
            ["target", "tools", "folded", "marked", "implicit", "share"],
            [[target, side, share.folded, share.marked, share.implicit,
              tables.percent(share.implicit, share.marked)]
             for target, total in figures.items()
             for side, share in total.items()], left=2))
        columns = [(target, side.name) for target in figures
                   for side in SIDES if side.is_ours]
        reasons = sorted({reason for target, side in columns
                          for reason in figures[target][side].reasons})
        print("\nWhy others stay explicit:\n\n" + tables.table(
            ["target", "tools", *reasons],
            [[target, side, *(figures[target][side].reasons[reason]
                              for reason in reasons)]
             for target, side in columns], left=2))
        for target, side in columns:
            total = figures[target]
            limit = max([PROMISED] + [total[other.name].percent
                                      for other in SIDES if not other.is_ours])
            if total[side].percent < limit:
                self.complain([f"{target}, {side}: {total[side].percent:.1f} %"
                               f" are implicit, fewer than {limit:.1f} %"])
