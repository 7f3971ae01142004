"""Programs that really dereference null, and where the fault ends up.

Two programs with a mistake, in C and in C++, run once with input that does not
meet the mistake and once with input that does, built with explicit and with
implicit checks, in both forms of the sanitizer, as a program and as a shared
library that the program is nothing without. Whatever the build, the
null path of that very check must run: file and line are those marked in the
source. With implicit checks the handler must have recovered one fault.
"""

import re
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from ..parallel import in_parallel
from ..paths import LLVM_PREFIX
from ..runtime import programs as managed_runtime
from ..ui import Failure, run
from .programs import INPUTS, PROGRAM, SHARED, Target, Tools

# The mark of the line with the mistake.
MARK = re.compile(r"// Null for ")
FORMS = {
    # The check calls a function with the place as data.
    "handler": ["-fno-sanitize-recover=null"],
    # The check executes a trap; its own one, to find the line by.
    "trap": ["-fsanitize-trap=null", "-fno-sanitize-merge=null"],
}
CHECKING = {"explicit": [], "implicit": ["-fimplicit-null-checks"]}
# How the code with the mistake is linked.
IMAGES = {"program": PROGRAM, "library": SHARED}
# What report.c exits with after a null.
EXIT_AT_NULL = 3


@dataclass(frozen=True)
class Case:
    language: str
    file: str
    flags: tuple
    # Arguments that do not and that do lead to the null pointer.
    good: tuple
    bad: tuple
    total: str


CASES = [
    Case("C", "orders.c", ("-std=c11",), ("ada", "eve"),
         ("ada", "eve", "mallory"), "total 330\n"),
    Case("C++", "shapes.cpp", ("-std=c++17",), ("box", "triangle"),
         ("box", "circle"), "total 51\n"),
]


@dataclass
class Outcome:
    """What one run with the mistake showed."""

    target: str
    language: str
    form: str
    image: str
    checking: str
    # "FILE:LINE:COLUMN" that the null path named, and faults recovered.
    place: str
    recovered: int


def marked_line(path: Path) -> int:
    """The line of a program that has the mistake."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if MARK.search(line):
            return number
    raise Failure(f"{path} has no line marked as the mistake")


def in_one_line(text: str) -> str:
    return "; ".join(text.split("\n")).strip("; ") or "nothing"


def parse_report(text: str) -> tuple:
    """(recovered, place or None, trap address or None) from what report.c
    prints."""
    recovered = re.search(r"^recovered (\d+)$", text, flags=re.M)
    place = re.search(r"^at (\S+:\d+:\d+)$", text, flags=re.M)
    trap = re.search(r"^trap (0x[0-9a-f]+)$", text, flags=re.M)
    if not recovered or not (place or trap):
        raise Failure("a program that meets null did not report it; it "
                      f"printed: {in_one_line(text)}")
    return int(recovered[1]), place and place[1], trap and trap[1]


def place_of(text: str) -> str:
    """The first real place in what llvm-symbolizer prints for an address.

    The trap itself is in an artificial frame at line 0, inlined into the
    function with the check.
    """
    for line in text.splitlines():
        found = re.fullmatch(r"(?:.*/)?([^/:]+):([1-9]\d*):(\d+)", line)
        if found:
            return ":".join(found.groups())
    raise Failure("llvm-symbolizer knows no line for the trap")


def execute(command: list) -> tuple:
    """(exit code, output)"""
    try:
        done = subprocess.run(
            [str(word) for word in command], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", timeout=60)
    except FileNotFoundError:
        raise Failure(f"'{command[0]}' is not installed") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"{Path(command[-1]).name} did not end") from None
    return done.returncode, done.stdout


def _compile_report(target: Target, tools: Tools, directory: Path) -> Path:
    report = directory / "report.o"
    runtime = managed_runtime.build(target.machine)
    run([tools["clang"], f"--target={target.triple}", "-O2", "-fPIE",
         f"-I{runtime.include}", "-c", INPUTS / "null/report.c", "-o",
         report], what="compiling report.c")
    return report


def _run_case(case: Case, form: str, image: str, checking: str,
              target: Target, tools: Tools, directory: Path,
              report: Path) -> Outcome:
    what = f"{case.file} ({target.name}, {form}, {image}, {checking})"
    source = INPUTS / "null" / case.file
    program = directory / f"{source.stem}-{form}-{image}-{checking}"
    runtime = managed_runtime.build(target.machine)
    # As the language's driver, so that C++ gets its library.
    clang = [tools["clang++" if source.suffix == ".cpp" else "clang"],
             f"--target={target.triple}"]
    run([*clang, "-O2", "-g", *case.flags, *IMAGES[image], "-fsanitize=null",
         *FORMS[form], *CHECKING[checking], "-c", source, "-o",
         f"{program}.o"], what=f"compiling {what}")
    code, linked = f"{program}.o", [report, runtime.static]
    if image == "library":
        # The library calls what the null path runs in the program.
        library = program.with_name(f"lib{program.name}.so")
        run([*clang, "-shared", code, runtime.image, runtime.shared, "-o",
             library], what=f"linking {what}")
        code = library
        linked = [report, runtime.shared, "-rdynamic",
                  f"-Wl,-rpath,{directory}:{runtime.shared.parent}"]
    run([*clang, "-pie", code, runtime.image, runtime.auto, *linked, "-o",
         program], what=f"linking {what}")

    status, output = execute([*target.run, program, *case.good])
    if status or output != case.total:
        raise Failure(f"{what} is wrong without a null pointer (exit code "
                      f"{status}); it printed: {in_one_line(output)}")
    status, output = execute([*target.run, program, *case.bad])
    if status != EXIT_AT_NULL:
        raise Failure(f"{what} did not reach its null check (exit code "
                      f"{status})")
    recovered, place, trap = parse_report(output)
    if trap:
        # An offset in the image that it is in.
        place = place_of(run(
            [LLVM_PREFIX / "bin/llvm-symbolizer", "--no-demangle", "-e",
             code if image == "library" else program, trap],
            what="llvm-symbolizer"))
    outcome = Outcome(target.name, case.language, form, image, checking,
                      place, recovered)
    check(outcome, f"{case.file}:{marked_line(source)}")
    return outcome


def check(outcome: Outcome, expected: str) -> None:
    """Fails unless the null path of the check at "FILE:LINE" ran."""
    what = (f"{outcome.language} ({outcome.target}, {outcome.form}, "
            f"{outcome.image}, {outcome.checking})")
    if outcome.place.rsplit(":", 1)[0] != expected:
        raise Failure(f"{what}: the null path of {outcome.place} ran, not "
                      f"that of {expected}")
    wanted = 1 if outcome.checking == "implicit" else 0
    if outcome.recovered != wanted:
        raise Failure(f"{what}: {outcome.recovered} faults were recovered, "
                      f"not {wanted}")


def show(targets: list, tools: Tools, directory: Path) -> list:
    """Builds and runs everything; the outcomes, in a fixed order."""
    jobs = []
    for target in targets:
        place = directory / target.name / "null"
        place.mkdir(parents=True, exist_ok=True)
        report = _compile_report(target, tools, place)
        jobs += [(case, form, image, checking, target, tools, place, report)
                 for case in CASES for form in FORMS for image in IMAGES
                 for checking in CHECKING]
    return in_parallel(lambda job: _run_case(*job), jobs)


def as_json(outcomes: list) -> list:
    return [asdict(outcome) for outcome in outcomes]
