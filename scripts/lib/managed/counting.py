"""Counts the instructions that commands execute.

callgrind counts them on x86-64, and on AArch64 a plugin of qemu's user-mode
emulator does, demo.d/count_transfers.c.
"""

import functools
import hashlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from .hashes import hash_file
from .paths import LLVM_PREFIX, REPO
from .ui import Failure, run

PLUGIN = REPO / "scripts/demo.d/count_transfers.c"
# What the plugin counts, in the order of its output.
TRANSFERS = ("instructions", "calls", "plt", "jumps")
# Seconds after which a workload counts as hanging.
PATIENCE = 600


def parse_callgrind(text: str) -> int:
    """The number of instructions in a file callgrind wrote."""
    found = re.search(r"^(?:summary|totals): (\d+)", text, flags=re.M)
    if not found:
        raise Failure("callgrind wrote no count of instructions; is valgrind "
                      "able to run programs on this machine?")
    return int(found[1])


def execute(command, what: str, cwd: Path = None) -> str:
    """Runs a workload and returns what it printed."""
    try:
        done = subprocess.run(
            [str(word) for word in command], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", timeout=PATIENCE, cwd=cwd,
            # The size of the environment moves the stack, and so the counts.
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"})
    except FileNotFoundError:
        raise Failure(f"'{command[0]}' is not installed") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"{what} did not end in {PATIENCE} s") from None
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise Failure(f"{what} failed (exit code {done.returncode})"
                      + "".join(f": {line}" for line in last))
    return done.stdout


def build_plugin(directory: Path) -> Path:
    """The plugin, built in `directory`."""
    plugin = directory / f"{PLUGIN.stem}.so"
    directory.mkdir(parents=True, exist_ok=True)
    part = plugin.with_suffix(".part")
    run([LLVM_PREFIX / "bin/clang", "-O2", "-shared", "-fPIC", PLUGIN, "-o",
         part], what=f"compiling {PLUGIN.name}")
    part.rename(plugin)
    return plugin


def _start_counting(plugin: Path, result: Path, start,
                    more: str = "") -> tuple:
    """(what `start` returns, the lines of the plugin's result)."""
    for shared in ("", ",shared=on"):
        result.unlink(missing_ok=True)
        done = start(["-plugin", f"{plugin},out={result}{shared}{more}"])
        lines = result.read_text().splitlines() if result.exists() else []
        # Inline counters are for one thread.
        if not any(line.split()[-1] != "0" for line in lines
                   if not line.startswith("=")):
            break
    return done, lines


def count_transfers(plugin: Path, result: Path, start) -> tuple:
    """(what `start` returns, {name of TRANSFERS: count}). `start` gets options
    of the emulator and runs a command in it; there are no counts if a signal
    ended it."""
    done, lines = _start_counting(plugin, result, start)
    counts = [map(int, line.split()) for line in lines]
    return done, dict(zip(TRANSFERS, map(sum, zip(*counts))))


def count_functions(plugin: Path, result: Path, start) -> tuple:
    """(what `start` returns, {function of the program: instructions}), like
    count_transfers."""
    done, lines = _start_counting(plugin, result, start, ",functions=on")
    counts = {}
    for line in lines:
        if line.startswith("="):
            _, count, name = line.split(None, 2)
            counts[name] = counts.get(name, 0) + int(count)
    return done, counts


class Counters:
    """Counts the instructions a command executes."""

    def __init__(self, directory: Path):
        self.plugin = build_plugin(directory)

    def count(self, command: list, prefix: tuple, scratch: Path,
              what: str, cwd: Path = None) -> tuple:
        """(instructions, output) of `command`, which `prefix` runs here."""
        result = scratch / "count"
        result.unlink(missing_ok=True)
        if prefix:
            output, counts = count_transfers(
                self.plugin, result,
                lambda plugin: execute([*prefix, *plugin, *command], what,
                                       cwd))
            if not counts:
                raise Failure(f"{prefix[0]} wrote no count of instructions; "
                              "it must be the distribution's qemu-user")
            return counts["instructions"], output
        # Debug info of version 5 is more than valgrind reads.
        stripped = scratch / "stripped"
        run([LLVM_PREFIX / "bin/llvm-objcopy", "--strip-debug", command[0],
             stripped], what="llvm-objcopy")
        output = execute(["valgrind", "-q", "--tool=callgrind",
                          f"--callgrind-out-file={result}", stripped,
                          *command[1:]], what, cwd)
        count = parse_callgrind(result.read_text())
        result.unlink()
        stripped.unlink()
        return count, output


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
        self.counters = Counters(directory)

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
