"""Benchmarks of processor time: google-benchmark, and Java beside it.

Everything runs several times in turn; what counts is the least time, since
other processes can only make a run slower.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

from .. import packages, results
from ..ui import Failure, run
from .benchmark import Benchmark


class TimeBenchmark(Benchmark):
    """A benchmark that runs in rounds."""

    def add_arguments(self, parser):
        parser.add_argument("--rounds", type=int, default=8, metavar="N",
                            help="how often everything is run in turn (8)")
        parser.add_argument("--seconds", type=float, default=0.1, metavar="S",
                            help="least time for each in a round (0.1)")

    def check(self, parser, options):
        if options.rounds < 1:
            parser.error("--rounds takes 1 or more")
        self.closing = ("Processor time, the least of "
                        f"{options.rounds} rounds.")


def java_version() -> str:
    """The version of the Java compiler, installed if possible, or None."""
    if not shutil.which("javac"):
        try:
            packages.ensure("java")
        except Failure:
            return None
    return re.search(r"\d+", run(["javac", "-version"]))[0]


def run_benchmarks(program: Path, filter_: str, seconds: float) -> dict:
    """What google-benchmark reports of one run of those that match."""
    done = subprocess.run(
        [program, f"--benchmark_filter={filter_}",
         f"--benchmark_min_time={seconds}", "--benchmark_format=json",
         "--benchmark_enable_random_interleaving=true"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Failure(f"the benchmark ended with {done.returncode}: "
                      + done.stderr.strip()[-200:])
    return json.loads(done.stdout)


def read_times(report: dict) -> dict:
    """{name: nanoseconds} from a report of google-benchmark.

    Registrations count what one object takes, in seconds.
    """
    return {entry["run_name"].removesuffix("/manual_time"):
            entry["each"] * 1e9 if "each" in entry else entry["cpu_time"]
            for entry in report["benchmarks"]
            if entry.get("run_type", "iteration") == "iteration"}


def keep_least(least: dict, times: dict) -> None:
    for name, time in times.items():
        least[name] = min(time, least.get(name, time))


def size_matrix(title: str, names: dict, times: dict) -> str:
    """A row for each benchmark, a column for each size."""
    found = {}
    for name, time in times.items():
        first, _, size = name.partition("/")
        if first in names:
            found[first, int(size)] = time
    sizes = sorted({size for _, size in found})
    return results.table(
        [title, *(f"{size:,}" for size in sizes)],
        [[text, *(f"{found[name, size]:,.1f}" if (name, size) in found else ""
                  for size in sizes)] for name, text in names.items()])
