"""Runs commands of packages: with an environment of our own, with a limit, and
with what they print as bytes."""

import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .. import processes

# More than this of an output is not kept.
LARGEST = 64 << 20


def describe_end(code: int) -> str:
    """How a command ended, by the exit code that Done has."""
    if code is None:
        return "it does not end in time"
    if code < 0:
        return f"it dies of signal {-code}"
    return f"its exit code is {code}"


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit code (negative for a signal), or None if it
    was ended after its limit; and what it printed."""

    code: int
    output: bytes

    @property
    def how(self) -> str:
        return describe_end(self.code)


def environment(home: Path, **more) -> dict:
    """The same for each side, and little of this machine: its size moves the
    stack, and so the counts."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C",
            "TZ": "UTC", "HOME": str(home), **more}


def execute(words: list, directory: Path, limit: float, stdin: Path = None,
            env: dict = None) -> Done:
    """Runs `words`; standard error is a part of the output."""
    with tempfile.TemporaryFile() as out, \
            open(stdin or os.devnull, "rb") as source:
        process = subprocess.Popen(
            [str(word) for word in words], cwd=directory, stdin=source,
            stdout=out, stderr=subprocess.STDOUT,
            env=env or environment(directory))
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            if process.poll() is None:
                processes.end(process.pid, 1)
                process.wait()
        out.seek(0)
        return Done(code, out.read(LARGEST))
