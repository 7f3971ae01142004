"""scripts/bench: the project's figures, each as a ratio taken in one run.

Two questions. What do null checks cost when a program runs (the demo's
comparison), and what does the project cost when a program is compiled: the
instructions that the patched clang, opt and llc execute, against the same tools
built the same way without the series.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from .. import results as tables, tools
from ..counting import ToolCounter
from ..demo import command as demo
from ..demo.programs import CHECKS, PROGRAMS, TARGETS, Source, Target
from ..parallel import in_parallel
from ..paths import BUILD
from ..ui import Failure, run, say, step
from .benchmark import BUILT, Benchmark

PARTS = ("run", "compile")
# What is compiled: a file of a program, small and large.
INPUTS = [("lua5.4", "ltable.c"), ("lua5.4", "lgc.c"),
          ("tinyxml2", "tinyxml2.cpp")]


@dataclass(frozen=True)
class Job:
    """One comparison: the same work for the patched and the unpatched tool.

    `patched` and `baseline` are the flags of either, equal unless a feature
    is being compared with what it replaces.
    """

    title: str
    tool: str
    target: str
    patched: tuple
    baseline: tuple
    input: Path


def prepare_input(source: Source, name: str, target: Target, clang: Path,
                  directory: Path) -> Path:
    """The preprocessed file, so that the tools read one file and no more."""
    file = next((f for f in source.files() if f.name == name), None)
    if not file:
        raise Failure(f"{source.path} has no {name}; delete it and run this "
                      "again")
    suffix = ".ii" if file.suffix == ".cpp" else ".i"
    output = directory / f"{target.name}-{file.stem}{suffix}"
    (directory / "lua5.4-deb-multiarch.h").write_text(
        f'#define DEB_HOST_MULTIARCH "{target.multiarch}"\n')
    run([clang, f"--target={target.triple}", "-O2", "-E", "-P",
         f"-I{directory}", *source.expand(source.program.flags), file, "-o",
         output], what=f"preprocessing {name}")
    return output


def jobs_of(source: Source, name: str, target: Target, baseline: Path,
            directory: Path) -> list:
    text = prepare_input(source, name, target, baseline / "clang", directory)
    common = [f"--target={target.triple}", "-O2", "-w", "-c"]
    common += [flag for flag in source.program.flags
               if flag.startswith("-std=")]
    bitcode = text.with_suffix(".bc")
    run([baseline / "clang", *common, *CHECKS, "-emit-llvm", text, "-o",
         bitcode], what=f"compiling {name} to bitcode")
    unoptimized = text.with_suffix(".O0.bc")
    run([baseline / "clang", *common, "-Xclang", "-disable-llvm-passes",
         "-emit-llvm", text, "-o", unoptimized],
        what=f"compiling {name} to bitcode that is not optimized")
    opt = ("-passes=default<O2>",)
    llc = ("-O2", "-filetype=obj", f"-mtriple={target.triple}")
    explicit = (*common, *CHECKS)
    return [
        Job(f"{name}, no checks", "clang", target.name, tuple(common),
            tuple(common), text),
        Job(f"{name}, explicit checks", "clang", target.name, explicit,
            explicit, text),
        Job(f"{name}, implicit for explicit", "clang", target.name,
            (*explicit, "-fimplicit-null-checks"), explicit, text),
        Job(f"{name}, default<O2>", "opt", target.name, opt, opt, unoptimized),
        Job(f"{name}, code generation", "llc", target.name, llc, llc,
            bitcode),
    ]


def compile_times(targets: list, patched: Path, baseline: Path,
                  directory: Path) -> list:
    """[(job, baseline count, patched count)]"""
    for tools in (patched, baseline):
        for name in ("clang", "opt", "llc"):
            if not os.access(tools / name, os.X_OK):
                raise Failure(f"{tools / name} is missing; run scripts/build"
                              + (" --baseline" if tools is baseline else ""))
    directory.mkdir(parents=True, exist_ok=True)
    sources = {name: Source(PROGRAMS[name], BUILD / "demo/source")
               for name, _ in INPUTS}
    jobs = [job for target in targets for name, file in INPUTS
            for job in jobs_of(sources[name], file, target, baseline,
                               directory)]
    counter = ToolCounter(directory)

    def both(job: Job) -> tuple:
        base = counter.count(baseline / job.tool, job.baseline, job.input)
        ours = counter.count(patched / job.tool, job.patched, job.input)
        say(f"{job.tool} {job.target} {job.title}: "
            f"{tables.ratio(ours, base)}")
        return job, base, ours

    return in_parallel(both, jobs)


def compile_table(results: list) -> str:
    rows = [[job.target, job.tool, job.title, f"{base:,}", f"{ours:,}",
             tables.ratio(ours, base)] for job, base, ours in results]
    return tables.table(["target", "tool", "input", "baseline",
                              "patched", "ratio"], rows, left=3)


def compile_json(results: list) -> list:
    return [{"target": job.target, "tool": job.tool, "input": job.title,
             "baseline": base, "patched": ours,
             "ratio": round(ours / base, 4)} for job, base, ours in results]


class Checks(Benchmark):
    """Programs that run, and programs that are compiled."""

    groups = tools.GROUPS
    baseline = BUILT
    takes_tools = True
    closing = ("Instructions executed. Programs that run: against the build "
               "without checks;\nprograms that are compiled: against the "
               "tools without the series.")

    def add_arguments(self, parser):
        parser.add_argument("--target", action="append", choices=list(TARGETS),
                            help="just this target (may be repeated)")
        parser.add_argument("--only", choices=PARTS, help="just this part")

    def measure(self, options):
        tools.check_machine()
        targets = [TARGETS[name] for name in options.target or TARGETS]
        patched = self.patched_tools()
        content = {}
        if options.only != "compile":
            with step("Programs that run"):
                results = demo.compare(targets, demo.Tools(patched),
                                       BUILD / "demo")
            demo.print_comparison(results)
            print()
            content["run"] = demo.comparison_json(results)
        if options.only != "run":
            baseline = self.unpatched_tools()
            with step("Programs that are compiled"):
                results = compile_times(targets, patched, baseline,
                                        BUILD / "bench")
            print("\n" + compile_table(results))
            content["compile"] = compile_json(results)
        return content
