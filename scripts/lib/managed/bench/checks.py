"""scripts/bench: the project's figures, each as a ratio taken in one run.

Two questions. What do null checks cost when a program runs (the demo's
comparison), and what does the project cost when a program is compiled: the
instructions that the patched clang and llc execute, against the same tools
built the same way without the series.
"""

import argparse
import functools
import hashlib
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .. import packages
from ..demo import (command as demo, figures as demo_figures,
                    report as demo_report)
from ..demo.programs import (CHECKS, PROGRAMS, TARGETS, Source, Target,
                             hash_file, in_parallel)
from ..paths import BUILD, REPO
from ..ui import Failure, elapsed, run, say, step

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


def parse(argv: list) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench", description="Measures what null checks cost when "
        "programs run, and what the project costs when they are compiled. "
        "'bench faults' measures faults, see 'bench faults --help'.")
    parser.add_argument("--target", action="append", choices=list(TARGETS),
                        help="just this target (may be repeated)")
    parser.add_argument("--only", choices=PARTS, help="just this part")
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="also write the figures to FILE")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        help="use the patched tools in DIR instead of "
                             "building them")
    parser.add_argument("--baseline", type=Path, metavar="DIR",
                        help="use the unpatched tools in DIR instead of "
                             "building them")
    return parser.parse_args(argv)


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
    llc = ("-O2", "-filetype=obj", f"-mtriple={target.triple}")
    explicit = (*common, *CHECKS)
    return [
        Job(f"{name}, no checks", "clang", target.name, tuple(common),
            tuple(common), text),
        Job(f"{name}, explicit checks", "clang", target.name, explicit,
            explicit, text),
        Job(f"{name}, implicit for explicit", "clang", target.name,
            (*explicit, "-fimplicit-null-checks"), explicit, text),
        Job(f"{name}, code generation", "llc", target.name, llc, llc,
            bitcode),
    ]


@functools.cache
def _tool_key(tool: Path) -> str:
    """Changes with the tool, which is large, so it is read just once."""
    return hash_file(tool)


class ToolCounter:
    """Counts the instructions a tool executes; remembers what it counted.

    What a tool executes depends on the tool, its flags and its input, so a
    count is kept under a hash of the three. The emulator counts the same as
    callgrind, within a thousandth, in a tenth of the time for large programs.
    """

    def __init__(self, directory: Path):
        self.directory = directory
        self.kept = directory / "counts"
        self.kept.mkdir(parents=True, exist_ok=True)
        self.counters = demo_figures.Counters(directory)

    def count(self, tool: Path, flags: tuple, source: Path) -> int:
        words = "\0".join([_tool_key(tool.resolve()), hash_file(source),
                           *flags])
        name = hashlib.sha256(words.encode()).hexdigest()[:32]
        kept = self.kept / name
        if kept.exists() and kept.read_text().strip().isdigit():
            return int(kept.read_text())
        # Named like the tool's output, in a place of its own.
        with tempfile.TemporaryDirectory(dir=self.directory) as scratch:
            count, _ = self.counters.count(
                [tool, *flags, source, "-o", Path(scratch) / "output.o"],
                ("qemu-x86_64",), Path(scratch),
                f"{tool.name} on {source.name}")
        part = kept.with_suffix(".part")
        part.write_text(f"{count}\n")
        part.rename(kept)
        return count


def compile_times(targets: list, patched: Path, baseline: Path,
                  directory: Path) -> list:
    """[(job, baseline count, patched count)]"""
    for tools in (patched, baseline):
        for name in ("clang", "llc"):
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
            f"{demo_report.ratio(ours, base)}")
        return job, base, ours

    return in_parallel(both, jobs)


def compile_table(results: list) -> str:
    rows = [[job.target, job.tool, job.title, f"{base:,}", f"{ours:,}",
             demo_report.ratio(ours, base)] for job, base, ours in results]
    return demo_report.table(["target", "tool", "input", "baseline",
                              "patched", "ratio"], rows, left=3)


def compile_json(results: list) -> list:
    return [{"target": job.target, "tool": job.tool, "input": job.title,
             "baseline": base, "patched": ours,
             "ratio": round(ours / base, 4)} for job, base, ours in results]


def build_baseline() -> Path:
    with step("Building the unpatched tools (minutes the first time)"):
        code = subprocess.run([REPO / "scripts/build", "--baseline"],
                              stdin=subprocess.DEVNULL).returncode
    if code:
        raise Failure("the unpatched tools could not be built; see above")
    return BUILD / "baseline/bin"


def bench(argv: list) -> int:
    arguments = parse(argv)
    demo.check_machine()
    demo.check_json(arguments.json)
    targets = [TARGETS[name] for name in arguments.target or TARGETS]
    packages.ensure(*demo.GROUPS)
    patched = arguments.tools or demo.build_tools()
    content = {}
    if arguments.only != "compile":
        with step("Programs that run"):
            results = demo.compare(targets, demo.Tools(patched),
                                   BUILD / "demo")
        demo.print_comparison(results)
        print()
        content["run"] = demo.comparison_json(results)
    if arguments.only != "run":
        baseline = arguments.baseline or build_baseline()
        with step("Programs that are compiled"):
            results = compile_times(targets, patched, baseline,
                                    BUILD / "bench")
        print("\n" + compile_table(results))
        content["compile"] = compile_json(results)
    if arguments.json:
        demo.write_json(arguments.json, content)
    print("\nInstructions executed. Programs that run: against the build "
          "without checks;\nprograms that are compiled: against the tools "
          f"without the series. ({elapsed()} minutes)")
    return 0
