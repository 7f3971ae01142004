"""scripts/bench java: class files of others, compiled.

Translates every method of the installed java.base and of jars of Debian's,
compiles each class for both targets with all verifiers, and proves the maps.
What is printed: methods that are translated, diagnosed by reason, and failed;
marked null checks that become implicit, and the reasons of the others; bytes
of the maps; code, relative to that without a collector; and, for some of the
classes, the instructions of the compiler, relative to the unpatched tools.

Classes are compiled some at a time. What is known of them is kept until the
compiler or the classes change, so that an interrupted run goes on where it was.
"""

import hashlib
import json
import re
import shutil
import subprocess
from argparse import Namespace
from collections import Counter
from pathlib import Path

from .. import results as tables, tools
from ..java.corpus import JAVA_BASE, NAMES, class_names, library
from ..parallel import in_parallel
from ..paths import BUILD
from ..runtime.programs import TARGETS
from ..ui import Failure, run, say, step
from . import corpus
from .benchmark import DISTRIBUTION, Benchmark

COMPILER = "managed-java"
# Classes that are compiled by one process.
CHUNK = 50
# Seconds for a chunk.
PATIENCE = 1800
# What is promised: of java.base's methods, of marked null checks, and bytes.
TRANSLATED, IMPLICIT, BYTES = 0.98, 0.97, 4.0
STACK_MAPS = ("llvm_gcidx", "llvm_gcmap")
FAULT_MAPS = ("llvm_faultmaps", "llvm_faultsites")
SHF_EXECINSTR = 4


def new_figures() -> dict:
    """Of classes: what they add up to. Lists are messages."""
    return {"classes": 0, "translated": 0, "diagnosed": {}, "failed": [],
            "marked": 0, "implicit": 0, "explicit": {}, "safepoints": 0,
            "gc_bytes": 0, "faults": 0, "fault_bytes": 0, "unproved": 0,
            "broken": 0, "suspicious": 0, "findings": [], "text": 0,
            "text_no_gc": 0}


def add_figures(total: dict, more: dict) -> dict:
    """Adds `more` to `total`."""
    for key, value in more.items():
        if isinstance(value, dict):
            total[key] = dict(Counter(total[key]) + Counter(value))
        else:
            total[key] = total[key] + value
    return total


def measure_sections(objects: list) -> dict:
    """{section name: bytes}, with all code under the name text."""
    found = Counter()
    if not objects:
        return found
    listing = json.loads(run(
        [BUILD / "bin/llvm-readobj", "--elf-output-style=JSON", "--sections",
         *objects], what="llvm-readobj"))
    for file in listing:
        for item in file["Sections"]:
            section = item["Section"]
            is_code = section["Flags"]["Value"] & SHF_EXECINSTR
            found["text" if is_code else section["Name"]["Name"]] += section[
                "Size"]
    return found


def verify_maps(objects: list) -> dict:
    """What llvm-managed-maps says of objects."""
    figures = new_figures()
    if not objects:
        return figures
    done = subprocess.run([BUILD / "bin/llvm-managed-maps", "verify",
                           "--strict", "--json", *objects],
                          capture_output=True, text=True, check=False)
    try:
        files = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise Failure("llvm-managed-maps cannot read objects: "
                      + done.stderr.strip()[-300:]) from None
    for file in files:
        for maps, count in (("faultMaps", "entries"),
                            ("stackMaps", "safepoints")):
            found = file.get(maps, {count: 0, "findings": []})
            figures["faults" if maps == "faultMaps" else
                    "safepoints"] += found[count]
            for finding in found["findings"]:
                figures[finding["level"]] += 1
                figures["findings"].append(
                    f"{Path(file['file']).stem}: {finding['message']} "
                    f"[{finding['rule']}]")
    return figures


def why(messages: str) -> str:
    """The line that says why a compiler ended."""
    found = re.search(r"Bad machine code: .*|.*Assertion .*|LLVM ERROR: .*"
                      r"|error: .*", messages)
    return found[0].strip() if found else "no message"


class Chunks:
    """Compiles the classes of a library for a target."""

    def __init__(self, compiler: Path, lib, target, options, directory: Path):
        self.compiler, self.library, self.target = compiler, lib, target
        self.level = options.level
        self.directory = directory / f"{lib.name}-{target.name}"
        self.directory.mkdir(parents=True, exist_ok=True)
        self.key = hashlib.sha256(
            (options.key + lib.digest + target.name
             + options.level).encode()).hexdigest()

    def command(self, names: Path, output: Path, *more) -> list:
        return [self.compiler, "-cp", self.library.path, "-d", output,
                f"--target={self.target.machine}-linux-gnu",
                f"-O{self.level}", "--stub-unsupported", *more, f"@{names}"]

    def compile(self, names: list, output: Path, *more) -> tuple:
        """Whether the compiler ends with an exit code, and what it says."""
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir()
        listed = output / "names"
        listed.write_text("\n".join(names) + "\n")
        try:
            done = subprocess.run(self.command(listed, output, *more),
                                  capture_output=True, timeout=PATIENCE,
                                  check=False)
        except subprocess.TimeoutExpired:
            return False, f"error: not done in {PATIENCE} seconds"
        return (done.returncode in (0, 1),
                done.stderr.decode(errors="replace"))

    def measure(self, names: list, number: int) -> dict:
        """The figures of some classes."""
        key = hashlib.sha256((self.key + "\n".join(names)).encode()
                             ).hexdigest()
        kept = self.directory / f"{key}.json"
        if kept.exists():
            return json.loads(kept.read_text())
        figures = self.measure_new(names, self.directory / str(number))
        tables.write_json(kept, figures)
        return figures

    def measure_new(self, names: list, output: Path) -> dict:
        statistics = output / "statistics.json"
        ended, messages = self.compile(names, output, "--verify",
                                       "-verify-machineinstrs",
                                       f"--statistics={statistics}")
        if not ended or not statistics.exists():
            if len(names) > 1:
                # Find out which one it is.
                total = new_figures()
                for name in names:
                    add_figures(total, self.measure_new([name], output))
                return total
            shutil.rmtree(output)
            return {**new_figures(), "classes": 1, "failed": [
                f"{names[0]}: {why(messages)}"]}
        figures = self.read(json.loads(statistics.read_text()))
        objects = sorted(output.glob("*.o"))
        add_figures(figures, verify_maps(objects))
        sizes = measure_sections(objects)
        figures["text"] = sizes["text"]
        figures["gc_bytes"] = sum(sizes[name] for name in STACK_MAPS)
        figures["fault_bytes"] = sum(sizes[name] for name in FAULT_MAPS)
        compiled = {path.name for path in objects}
        self.compile(names, output, "--no-collector", "--polls=none")
        figures["text_no_gc"] = measure_sections(
            [path for path in sorted(output.glob("*.o"))
             if path.name in compiled])["text"]
        shutil.rmtree(output)
        return figures

    @staticmethod
    def read(statistics: dict) -> dict:
        checks = statistics["null_checks"]
        return {**new_figures(), "classes": statistics["classes"],
                "translated": statistics["translated"],
                "diagnosed": statistics["diagnosed"],
                "failed": statistics["failed"] + statistics["failed_modules"],
                "marked": checks["marked"], "implicit": checks["implicit"],
                "explicit": checks["explicit"]}


def methods_table(figures: dict) -> str:
    """`figures`: {(library, target): figures}. Translation does not depend on
    the target."""
    rows = []
    for (name, target), of in figures.items():
        diagnosed = sum(of["diagnosed"].values())
        rows.append([name, target, f"{of['classes']:,}",
                     f"{of['translated'] + diagnosed:,}",
                     tables.percent(of["translated"],
                                    of["translated"] + diagnosed),
                     f"{diagnosed:,}", len(of["failed"])])
    return tables.table(["library", "target", "classes", "methods",
                         "translated", "diagnosed", "failed"], rows, left=2)


def code_table(figures: dict) -> str:
    def per(part, whole):
        return f"{part / whole:.2f}" if whole else "-"

    return tables.table(
        ["library", "target", "null checks", "implicit", "safepoints",
         "bytes each", "fault entries", "bytes each", "text",
         "to no collector", "broken", "unproved", "suspicious"],
        [[name, target, f"{of['marked']:,}",
          tables.percent(of["implicit"], of["marked"]),
          f"{of['safepoints']:,}", per(of["gc_bytes"], of["safepoints"]),
          f"{of['faults']:,}", per(of["fault_bytes"], of["faults"]),
          f"{of['text']:,}", tables.ratio(of["text"], of["text_no_gc"]),
          of["broken"], of["unproved"], of["suspicious"]]
         for (name, target), of in figures.items()], left=2)


def general(reason: str) -> str:
    """A reason without the names in it."""
    kind, _, rest = reason.partition(": ")
    if kind != "unsupported":
        return f"{kind}: {rest.rpartition(': ')[2]}"
    return f"{kind}: {rest}"


def reasons_table(figures: dict, key: str, most: int) -> str:
    """The most frequent reasons, of all libraries, by target."""
    targets = list(dict.fromkeys(target for _, target in figures))
    counts = {target: Counter() for target in targets}
    for (_, target), of in figures.items():
        for reason, count in of[key].items():
            counts[target][general(reason) if key == "diagnosed"
                           else reason] += count
    total = sum(counts.values(), Counter())
    return tables.table(
        ["reason", *targets],
        [[reason[:90], *(f"{counts[t][reason]:,}" for t in targets)]
         for reason, _ in total.most_common(most)])


class JavaCorpus(Benchmark):
    """Class files: what compiles, null checks, maps, code, compile time."""

    name = "java"
    groups = (*tools.GROUPS, "java", "jars")
    baseline = DISTRIBUTION
    closing = ("Text is relative to code without safepoints and polls. "
               "Compile time is in instructions.")

    def add_arguments(self, parser):
        parser.add_argument("--library", action="append", choices=NAMES,
                            help="just this library (may be repeated)")
        parser.add_argument("--target", action="append", choices=list(TARGETS),
                            help="just this target (may be repeated)")
        parser.add_argument("--every", type=int, default=1, metavar="N",
                            help="only each Nth class")
        parser.add_argument("--count-every", type=int, default=100,
                            metavar="N", help="count the compiler's "
                            "instructions for each Nth of these classes; for "
                            "none with 0 (default: 100)")
        parser.add_argument("--level", default="2", choices=list("0123"),
                            help="optimization (default: 2)")
        parser.add_argument("--compiler", type=Path, metavar="FILE",
                            help=f"use this {COMPILER} instead of building it")
        parser.add_argument("--findings", action="store_true",
                            help="print failures, and what is wrong with maps")

    def check(self, parser, options):
        if options.every < 1 or options.count_every < 0:
            parser.error("--every takes 1 or more, --count-every 0 or more")

    def measure(self, options):
        compiler = options.compiler
        if not compiler:
            compiler = tools.build_tools().parent / "examples" / COMPILER
        if not compiler.exists():
            raise Failure(f"there is no {compiler}")
        options.key = hashlib.sha256(compiler.read_bytes()).hexdigest()
        directory = BUILD / "bench/java"
        figures, counted = {}, {}
        for name in options.library or NAMES:
            lib = library(name)
            names = class_names(lib.archive)[::options.every]
            for target_name in options.target or TARGETS:
                chunks = Chunks(compiler, lib, TARGETS[target_name], options,
                                directory)
                figures[name, target_name] = self.compile_all(chunks, names)
                if options.count_every and name == JAVA_BASE:
                    counted[target_name] = self.count(
                        chunks, names[::options.count_every])
        self.report(figures, counted, options)
        return {"figures": [{"library": name, "target": target, **of}
                            for (name, target), of in figures.items()],
                "compile": counted}

    @staticmethod
    def compile_all(chunks: Chunks, names: list) -> dict:
        jobs = [(names[at:at + CHUNK], at // CHUNK)
                for at in range(0, len(names), CHUNK)]
        total, done = new_figures(), []

        def compile_one(job):
            found = chunks.measure(*job)
            done.append(job)
            say(f"{chunks.library.name}, {chunks.target.name}: "
                f"{len(done)} of {len(jobs)}")
            return found

        with step(f"{len(names):,} classes of {chunks.library.name} for "
                  f"{chunks.target.name}"):
            for found in in_parallel(compile_one, jobs):
                add_figures(total, found)
        return total

    def count(self, chunks: Chunks, names: list) -> dict:
        """The instructions that compilers execute for some classes, and what
        else scripts/bench corpus measures."""
        output = chunks.directory / "translated"
        ended, messages = chunks.compile(names, output, "--emit-translation")
        if not ended:
            raise Failure(f"translation: {why(messages)}")
        options = Namespace(optimize=True, level=self.options.level,
                            baseline=self.options.baseline)
        compiler = corpus.Compiler(chunks.target, options,
                                   chunks.directory / "counted")
        modules = sorted(output.glob("*.ll"))
        with step(f"Compile time of {len(modules)} classes for "
                  f"{chunks.target.name}"):
            rows = [row for row in in_parallel(
                lambda job: compiler.measure(*job[::-1]),
                list(enumerate(modules))) if row]
            totals = corpus.add_up(rows)
            common = [row for row in rows
                      if all(b.outcome == "compiled" for b in row.values())]
            counting = corpus.Instructions(compiler, compiler.directory)
            for row in common:
                for side, built in row.items():
                    totals[side.name].instructions += counting.of(side, built)
        return {name: vars(total) for name, total in totals.items()}

    def report(self, figures: dict, counted: dict, options) -> None:
        print("\n" + methods_table(figures) + "\n\n" + code_table(figures))
        print("\nDiagnosed:\n\n" + reasons_table(figures, "diagnosed", 25))
        print("\nNull checks that stay explicit:\n\n"
              + reasons_table(figures, "explicit", 25) + "\n")
        if options.findings:
            for of in figures.values():
                print("\n".join([*of["failed"], *of["findings"]]))
        for target, sides in counted.items():
            base = sides[corpus.UPSTREAM.name]["instructions"]
            print(f"compile time, {target}, to the unpatched tools, "
                  f"{sides[corpus.UPSTREAM.name]['compiled']} classes that "
                  "compile with them: " + ", ".join(
                      f"{name} {tables.ratio(of['instructions'], base)}"
                      for name, of in sides.items()))
        for (name, target), of in figures.items():
            what = f"{name}, {target}"
            if name == JAVA_BASE:
                methods = of["translated"] + sum(of["diagnosed"].values())
                self.promise(f"methods not translated, {what}",
                             1 - of["translated"] / methods, 1 - TRANSLATED)
            self.promise(f"failed, {what}", len(of["failed"]), 0)
            self.promise(f"entries of maps that are not proved, {what}",
                         of["broken"] + of["unproved"], 0)
            self.promise(f"null checks that stay explicit, {what}",
                         1 - of["implicit"] / max(of["marked"], 1),
                         1 - IMPLICIT)
            self.promise(f"bytes of a safepoint, {what}",
                         of["gc_bytes"] / max(of["safepoints"], 1), BYTES)
