"""The fuzzers of the readers of maps and of class files: building and running
them.

Only our own sources are instrumented; the rest of LLVM is the distribution's
shared library. A fuzzer keeps its corpus in build/fuzz/corpus/NAME from run to
run, and what it finds in build/fuzz/findings. A short run, as scripts/check
does it, starts from the seeds alone and counts executions, not seconds, so
that it does the same each time.
"""

import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .. import paths
from ..ui import Failure, run
from . import seeds

FOLDER = paths.REPO / "llvm/tools/llvm-managed-map-fuzzer"
LIBRARY = paths.REPO / "llvm/lib/Object"
RUNTIME = paths.REPO / "llvm/lib/ExecutionEngine/ManagedRuntime"
ENCODER = paths.REPO / "llvm/lib/BinaryFormat/StackMapEncoder.cpp"
TARGETS = paths.REPO / "llvm/lib/TargetParser/ManagedTargetInfo.cpp"
JAVA = paths.REPO / "llvm/examples/ManagedJava"
# By what is fuzzed: the files that its fuzzers share.
SHARED = {"fault": [FOLDER / "ManagedMapFuzz.cpp", FOLDER / "FaultMapFuzz.cpp"],
          "stack": [FOLDER / "ManagedMapFuzz.cpp", FOLDER / "StackMapFuzz.cpp"],
          "runtime": [FOLDER / "RuntimeMapFuzz.cpp"],
          "java": [JAVA / "Fuzzers/ClassFileChecks.cpp"]}
# And the libraries that are not LLVM's.
LIBRARIES = {"java": ["-lzip"]}
COMPILER = paths.LLVM_PREFIX / "bin/clang++"
FLAGS = ["-std=c++17", "-O1", "-g", "-fno-exceptions", "-fno-rtti",
         "-fsanitize=fuzzer,address", "-Wno-deprecated-declarations"]
# An input that takes seconds or gigabytes is a finding too.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=512"]


@dataclass(frozen=True)
class Fuzzer:
    name: str
    title: str
    # Bytes of an input at most.
    length: int
    # Executions of a short run.
    runs: int
    # Which maps it is about, or "java".
    maps: str = "fault"

    @property
    def program(self) -> str:
        if self.maps == "java":
            return f"{self.name}-fuzzer"
        part = self.name.removeprefix(f"{self.maps}-")
        return f"{self.maps}-map-{part}-fuzzer"

    @property
    def source(self) -> Path:
        folder = JAVA / "Fuzzers" if self.maps == "java" else FOLDER
        return folder / f"{self.program}.cpp"


FUZZERS = {f.name: f for f in (
    Fuzzer("tables", "the parser of version 1", 4096, 200_000),
    Fuzzer("entries", "the parser of version 2", 4096, 200_000),
    Fuzzer("object", "the reader of object files", 32768, 150_000),
    Fuzzer("stack-tables", "the parser of stack maps, version 3", 4096,
           200_000, "stack"),
    Fuzzer("stack-runs", "the parser of stack maps, version 4", 4096, 200_000,
           "stack"),
    Fuzzer("stack-object", "the reader of stack maps in object files", 32768,
           100_000, "stack"),
    Fuzzer("runtime-stack", "the runtime: stack maps and walks by them", 4096,
           200_000, "runtime"),
    Fuzzer("java-class", "the reader of class files", 8192, 200_000, "java"),
    Fuzzer("java-archive", "the reader of jars and jmods", 8192, 50_000,
           "java"),
)}


@dataclass
class Result:
    """What a run did. `finding` is the file that broke the reader."""

    executions: int = 0
    coverage: int = 0
    corpus: int = 0
    finding: Path = None
    log: Path = None

    def __str__(self):
        return (f"{self.executions:,} executions, {self.coverage:,} edges, "
                f"corpus of {self.corpus:,}")


def _compile(source: Path, directory: Path) -> Path:
    # Files of two directories may have the same name.
    made = directory / f"{source.parent.name}-{source.name}.o"
    launcher = [shutil.which("ccache")] if shutil.which("ccache") else []
    run([*launcher, COMPILER, *FLAGS, "-c", source, "-o", made,
         "-I", paths.REPO / "llvm/include", "-I", JAVA,
         "-I", paths.LLVM_PREFIX / "include"], what=f"compiling {source.name}")
    return made


def build(names: list, directory: Path) -> dict:
    """Builds the fuzzers `names` in `directory`; where each of them is."""
    objects = directory / "objects"
    objects.mkdir(parents=True, exist_ok=True)
    chosen = [FUZZERS[name] for name in names]
    readers = [ENCODER, TARGETS, *sorted([*LIBRARY.glob("ManagedMaps*.cpp"),
                                 *LIBRARY.glob("ManagedStackMaps*.cpp")])]
    runtime = sorted(set(RUNTIME.glob("*.cpp")) - {RUNTIME / "Elsewhere.cpp"})
    parts = {"fault": readers, "stack": readers, "runtime": runtime,
             "java": sorted((JAVA / "ClassFile").glob("*.cpp"))}
    library = {fuzzer.maps: parts[fuzzer.maps] for fuzzer in chosen}
    for maps in library:
        library[maps] = [*SHARED[maps], *library[maps]]
    sources = [*dict.fromkeys(sum(library.values(), [])),
               *(fuzzer.source for fuzzer in chosen)]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        made = dict(zip(sources, pool.map(
            lambda source: _compile(source, objects), sources)))
    built = {}
    for fuzzer in chosen:
        built[fuzzer.name] = directory / fuzzer.program
        run([COMPILER, *FLAGS, made[fuzzer.source],
             *(made[source] for source in library[fuzzer.maps]), "-o",
             built[fuzzer.name], *LIBRARIES.get(fuzzer.maps, []),
             "-L", paths.LLVM_PREFIX / "lib", "-lLLVM-22",
             f"-Wl,-rpath,{paths.LLVM_PREFIX / 'lib'}"],
            what=f"linking {fuzzer.program}")
    return built


def read_log(text: str) -> Result:
    """What libFuzzer says that it did."""
    result = Result()
    done = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
    if done:
        result.executions = int(done[1])
    states = re.findall(r"cov: (\d+) ft: \d+ corp: (\d+)", text)
    if states:
        result.coverage, result.corpus = map(int, states[-1])
    found = re.search(r"Test unit written to (.+)", text)
    if found:
        result.finding = Path(found[1])
    return result


def fuzz(program: Path, fuzzer: Fuzzer, corpora: list, directory: Path,
         limit: list, log: str) -> Result:
    """Runs `program` until `limit`, an option of libFuzzer.

    The first of `corpora` is where new inputs go; `log` is a file name in
    `directory`. A Failure if the fuzzer stops early without a finding.
    """
    findings = directory / "findings"
    findings.mkdir(parents=True, exist_ok=True)
    log = directory / log
    with open(log, "wb") as out:
        code = subprocess.run(
            [program, *limit, *LIMITS, f"-max_len={fuzzer.length}",
             "-print_final_stats=1", f"-artifact_prefix={findings}/",
             *corpora],
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        ).returncode
    result = read_log(log.read_text(errors="replace"))
    result.log = log
    if code and not result.finding:
        raise Failure(f"the fuzzer '{fuzzer.name}' stopped with exit code "
                      f"{code}; see {log}")
    if not code and not result.executions:
        raise Failure(f"the fuzzer '{fuzzer.name}' executed nothing; "
                      f"see {log}")
    return result


def long_run(names: list, limit: list, directory: Path = None) -> dict:
    """Runs each of `names` until `limit`, and keeps the corpora."""
    directory = directory or paths.BUILD / "fuzz"
    built = build(names, directory)
    results = {}
    with tempfile.TemporaryDirectory(prefix="seeds-") as made:
        start = seeds.make(Path(made))
        for name in names:
            corpus = directory / "corpus" / name
            corpus.mkdir(parents=True, exist_ok=True)
            results[name] = fuzz(built[name], FUZZERS[name],
                                 [corpus, start[name]], directory, limit,
                                 f"{name}.log")
            yield name, results[name]


def short_run(directory: Path = None):
    """Runs all fuzzers from their seeds for a fixed number of executions."""
    directory = directory or paths.BUILD / "fuzz"
    built = build(list(FUZZERS), directory)
    with tempfile.TemporaryDirectory(prefix="seeds-") as made:
        start = seeds.make(Path(made))
        for name, fuzzer in FUZZERS.items():
            # New inputs go among the seeds, which are thrown away.
            yield name, fuzz(built[name], fuzzer, [start[name]], directory,
                             [f"-runs={fuzzer.runs}", "-seed=1"],
                             f"{name}-short.log")
