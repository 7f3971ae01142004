"""lit as a process, followed by the results that it prints.

lit waits for ever for a test whose worker process was killed, and leaves
tests out of its report when it is interrupted. Neither may pass for a
complete run, so the results are counted as they appear.
"""

import os
import re
import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path

from .. import processes
from ..ui import Failure

# Seconds between two lines of progress.
EVERY = 30
# Seconds that lit may take for no test beyond a test's own limit.
PATIENCE = 60
# Seconds without a result and without a process of a test, after which there
# will be none.
IDLE = 30
# What bin/lit of the distribution does.
START = ("import sys; sys.path.insert(0, sys.argv[1]); "
         "sys.argv[:2] = ['lit']; from lit.main import main; main()")

_HEADER = re.compile(r"-- Testing: (\d+)(?: of \d+)? tests, (\d+) workers --$")
_RESULT = re.compile(r"(\w+): \S.* \(\d+ of \d+(?:, .*)?\)$")
_GOOD = ("PASS", "FLAKYPASS", "XFAIL", "UNSUPPORTED")


@cache
def interpreter() -> str:
    """A python3 that has psutil, without which lit ends no slow test."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            done = subprocess.run([python, "-c", "import psutil"],
                                  stdin=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        except OSError:
            continue
        if not done.returncode:
            return python
    raise Failure("no python3 has the module psutil, which lit needs; "
                  "run: sudo apt-get install python3-psutil")


class Run:
    """One run of lit with `arguments`, which are lit's.

    `shown` says which tests' output is printed: "none", "failed" or "all";
    with `silent` there is no progress either. `limit` is the number of
    seconds that one test may take, 0 for any.
    """

    def __init__(self, package: Path, arguments: list, environment: dict,
                 shown: str, silent: bool, limit: int):
        self._shown = shown
        self._silent = silent
        self._limit = limit
        self._total = self._done = self._failed = self._workers = 0
        self._begin = self._printed = time.monotonic()
        # When a result came last, and when a test had a process.
        self._moved = self._busy = self._begin
        self._process = subprocess.Popen(
            # Unbuffered, to learn of results when they are there.
            [interpreter(), "-u", "-c", START, package, *arguments,
             "--print-result-after=all"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if silent else None, text=True,
            errors="replace", env=environment)

    def wait(self) -> int:
        """lit's exit code. A run that is not complete is an error."""
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        workers = set()
        why = ""
        try:
            while not why:
                try:
                    self._process.wait(0.2)
                    break
                except subprocess.TimeoutExpired:
                    why = self._trouble(workers)
        finally:
            if self._process.poll() is None:
                processes.end(self._process.pid)
                self._process.wait()
        reader.join(PATIENCE)
        self._process.stdout.close()
        self._clear()
        code = self._process.returncode
        if not why and code in (0, 1) and self._done < self._total:
            why = "it was interrupted"
        if why:
            raise Failure(f"lit: {why}; {self._done} of {self._total} tests "
                          "have run")
        return code

    def _trouble(self, workers: set) -> str:
        """Why the run cannot end, or nothing. `workers` are those seen."""
        if not self._total or self._done == self._total:
            return ""
        # Workers last as long as there are tests; a new one replaces one that
        # was killed.
        now = time.monotonic()
        workers.update(processes.children(self._process.pid))
        if len(processes.descendants(self._process.pid)) > self._workers:
            self._busy = now
        # The first one may be gone before it is seen.
        if len(workers) > self._workers \
                or now - max(self._busy, self._moved) > IDLE:
            return "one of its processes was killed"
        spent = now - self._moved
        if self._limit and spent > self._limit + PATIENCE:
            return f"no test has ended for {spent:.0f} seconds"
        return ""

    def _read(self) -> None:
        for line in self._process.stdout:
            text = line.rstrip("\n")
            header = _HEADER.match(text)
            result = _RESULT.match(text)
            if header and not self._total:
                self._total, self._workers = map(int, header.groups())
            elif result:
                self._done += 1
                self._failed += result[1] not in _GOOD
                self._moved = time.monotonic()
                self._progress()
                good = result[1] in _GOOD
                if self._shown == "all" or self._shown == "failed" \
                        and not good:
                    self._print(text)
            elif self._shown != "none":
                self._print(text)

    def _print(self, text: str) -> None:
        if not self._silent:
            self._clear()
            print(text, flush=True)

    def _progress(self) -> None:
        now = time.monotonic()
        lively = sys.stdout.isatty()
        if self._silent or now - self._printed < (0.2 if lively else EVERY):
            return
        self._printed = now
        spent = int(now - self._begin)
        text = (f"        {self._done} of {self._total} tests after "
                f"{spent // 60}:{spent % 60:02d}, {self._failed} failing")
        print(f"\r{text}" if lively else text, end="" if lively else "\n",
              flush=True)

    def _clear(self) -> None:
        """Takes the line of progress off the terminal."""
        if not self._silent and sys.stdout.isatty():
            print("\r\x1b[K", end="", flush=True)


def environment() -> dict:
    """What lit gets: nothing that changes what tests do."""
    kept = {k: v for k, v in os.environ.items()
            if not k.startswith(("LIT_", "FILECHECK_"))}
    return dict(kept, PYTHONDONTWRITEBYTECODE="1")
