"""scripts/bench devirt --cases: what is left of virtual calls, case by case.

Each function `extern "C" long name(long N)` in a file of
llvm/benchmarks/Devirtualization/Cases is a case. Comments in front of it say
what should be known of its objects, and what our clang++ leaves:

    // calls: 0, left: 2

`calls` are the indirect calls that are executed when the function is called
once, by itself and by all code of its file, counted like those of programs.
`left` are those in the assembly of the function alone: guards have calls that
are not executed. Where another compiler executes fewer, the line
`// exception: REASON` in front of it says why.

Each file is a program of its own, so that no file's inline functions take the
place of another's. What nobody shall see (Opaque.cpp) and the calls of the
cases are compiled once for all, and nothing is counted there.
"""

import re
import subprocess
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from .. import results as tables
from ..parallel import in_parallel
from ..paths import LLVM_PREFIX
from ..ui import Failure, run
from .devirt_programs import CALL, COUNTER, DRIVERS, FLAGS, Side, count_calls

CASES = DRIVERS / "Cases"
OPAQUE = CASES / "Opaque.cpp"
STANDARD = "-std=c++20"
# What each case is called with.
ARGUMENT = 10
OURS = "ours"
FUNCTION = re.compile(r'((?:^//[^\n]*\n)*)^extern "C" long (\w+)\(', re.M)
COUNTS = re.compile(r"^// calls: (\d+), left: (\d+)$", re.M)
EXCEPTION = re.compile(r"^// exception:(.*(?:\n//   .*)*)$", re.M)


@dataclass(frozen=True)
class Case:
    """A function of a file, and what is said of it there."""

    name: str
    source: Path
    calls: int
    left: int
    exception: str = ""


@dataclass(frozen=True)
class Result:
    """What a compiler made of a case."""

    calls: int
    left: int
    value: int


def sides(ours: Path, theirs: Path) -> tuple:
    clang, strict = str(theirs / "clang++"), "-fstrict-vtable-pointers"
    return (
        Side(OURS, str(ours / "clang++"), ("-fdevirtualize",)),
        Side("clang", clang),
        Side("strict", clang, (strict,)),
        Side("forced", clang, (strict, "-fforce-emit-vtables")),
        Side("speculative", clang,
             ("-Xclang", "-fdevirtualize-speculatively")),
        Side("g++", "g++"),
        Side("g++ -O3", "g++", ("-O3",)),
    )


def parse(source: Path, text: str) -> list:
    """The cases of a file."""
    cases = []
    for comments, name in FUNCTION.findall(text):
        counts = COUNTS.search(comments)
        if not counts:
            raise Failure(f"{source.name}: in front of {name} is no line "
                          "'// calls: N, left: N'")
        reason = EXCEPTION.search(comments)
        words = reason[1].replace("//", " ").split() if reason else []
        if reason and not words:
            raise Failure(f"{source.name}: the exception {name} has no reason")
        cases.append(Case(name, source, int(counts[1]), int(counts[2]),
                          " ".join(words)))
    if len(COUNTS.findall(text)) != len(cases):
        raise Failure(f"{source.name}: counts that stand in front of no case")
    if not cases:
        raise Failure(f"{source.name} has no cases")
    return cases


def read(folder: Path = CASES) -> list:
    """The cases of all files."""
    cases = [case for source in sorted(folder.glob("*.cpp"))
             if source.name != OPAQUE.name
             for case in parse(source, source.read_text())]
    names = Counter(case.name for case in cases)
    for name, count in names.items():
        if count > 1:
            raise Failure(f"{count} cases are named {name}")
    return cases


def choose(cases: list, names: list) -> list:
    """Those named so, or in a file named so; all, if there are no names."""
    known = {case.name for case in cases} | {c.source.stem for c in cases}
    for name in names:
        if name not in known:
            raise Failure(f"there is no case or file of cases named {name}")
    return [case for case in cases
            if not names or {case.name, case.source.stem} & set(names)]


def main_program(cases: list) -> str:
    """C that calls each case and prints what it returns and counts."""
    lines = ["#include <stdio.h>", f"unsigned long {COUNTER};"]
    lines += [f"long {case.name}(long);" for case in cases]
    lines += ["int main(void) {", "unsigned long Before;", "long Value;"]
    for case in cases:
        lines += [f"Before = {COUNTER};", f"Value = {case.name}({ARGUMENT});",
                  f'printf("{case.name} %lu %ld\\n", {COUNTER} - Before, '
                  "Value);"]
    return "\n".join([*lines, "return 0;", "}", ""])


def calls_of(assembly: str, name: str) -> int:
    """Indirect calls in the function `name`, and in what is split off it."""
    parts = re.findall(rf"^({re.escape(name)}(?:\.cold(?:\.\d+)?)?):(.*?)"
                       r"^\s+\.size\s+\1,", assembly, re.M | re.S)
    if not parts:
        raise Failure(f"the assembly has no function {name}")
    return sum(len(CALL.findall(body)) for _, body in parts)


def compile_opaque(work: Path) -> Path:
    work.mkdir(parents=True, exist_ok=True)
    run(["g++", "-O1", STANDARD, "-c", OPAQUE, "-o", work / "Opaque.o"],
        what=f"g++ on {OPAQUE.name}")
    return work / "Opaque.o"


def compile_main(cases: list, work: Path) -> Path:
    """The calls of the cases of a file."""
    source = work / f"{cases[0].source.stem}Main.c"
    source.write_text(main_program(cases))
    run(["gcc", "-c", source, "-o", source.with_suffix(".o")],
        what=f"gcc on {source.name}")
    return source.with_suffix(".o")


def measure(source: Path, side: Side, others: tuple, work: Path) -> dict:
    """{name: Result} for the cases of a file; `others` are linked to it."""
    folder = work / source.stem / re.sub(r"\W+", "-", side.name)
    folder.mkdir(parents=True, exist_ok=True)
    what = f"{side.name} on {source.name}"
    plain, counted = folder / "cases.s", folder / "counted.s"
    run([side.compiler, *FLAGS, STANDARD, *side.flags, "-S", source, "-o",
         plain], what=what)
    assembly = plain.read_text()
    counted.write_text(count_calls(assembly))
    # GNU as does not know what clang says of addresses. Of inline functions
    # that several files have, the first ones are taken: those that count.
    run([LLVM_PREFIX / "bin/clang++", counted, *others, "-o",
         folder / "program"], what=f"linking {what}")
    done = subprocess.run([folder / "program"], text=True, timeout=60,
                          capture_output=True, check=False)
    if done.returncode:
        raise Failure(f"{what}: the program failed with exit code "
                      f"{done.returncode}")
    return read_results(done.stdout, assembly)


def read_results(output: str, assembly: str) -> dict:
    results = {}
    for line in output.splitlines():
        name, calls, value = line.split()
        results[name] = Result(int(calls), calls_of(assembly, name),
                               int(value))
    return results


def measure_all(cases: list, columns: tuple, work: Path) -> dict:
    """{name: {side: Result}}"""
    opaque = compile_opaque(work)
    files = {}
    for case in cases:
        files.setdefault(case.source, []).append(case)
    mains = {source: compile_main(its, work) for source, its in files.items()}
    jobs = [(source, side) for source in files for side in columns]

    def one(job: tuple) -> dict:
        source, side = job
        return measure(source, side, (mains[source], opaque), work)

    results = {case.name: {} for case in cases}
    for (_, side), found in zip(jobs, in_parallel(one, jobs)):
        for name, result in found.items():
            results[name][side.name] = result
    return results


def best_of_others(row: dict) -> int:
    return min((r.calls for name, r in row.items() if name != OURS),
               default=row[OURS].calls)


def behind(results: dict) -> list:
    """The names of cases where another compiler executes fewer calls."""
    return [name for name, row in results.items()
            if row[OURS].calls > best_of_others(row)]


def different(results: dict) -> list:
    """The names of cases that do not return the same everywhere."""
    return [name for name, row in results.items()
            if len({result.value for result in row.values()}) > 1]


def report(cases: list, results: dict) -> str:
    """The table, and what it comes to."""
    losing = behind(results)
    lines = []
    for case in cases:
        row = results[case.name]
        lines.append([case.source.stem, case.name, row[OURS].left,
                      *(result.calls for result in row.values()),
                      "behind" if case.name in losing else ""])
    names = list(results[cases[0].name])
    sums = [sum(results[c.name][name].calls for c in cases) for name in names]
    lines.append(["all", "", sum(results[c.name][OURS].left for c in cases),
                  *sums, ""])
    text = tables.table(["file", "case", "left", *names, "remark"], lines,
                             left=2)
    text += (f"\n\n{len(cases)} cases; in {len(cases) - len(losing)} ours is "
             "best or equal.")
    for case in cases:
        if case.name in losing:
            reason = case.exception or "there is no reason in the source"
            text += f"\n{case.name}: {reason}"
    return text


def show(ours: Path, theirs: Path, work: Path, names: list) -> dict:
    """Measures the cases `names`, or all, and prints the table."""
    cases = choose(read(), names)
    results = measure_all(cases, sides(ours, theirs), work)
    if wrong := different(results):
        raise Failure(f"{wrong[0]} does not return the same with all "
                      "compilers")
    print(report(cases, results))
    return {name: {side: asdict(result) for side, result in row.items()}
            for name, row in results.items()}
