"""Running CMake and ninja with progress, for scripts/build."""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .. import paths
from ..ui import Failure, say

_ELAPSED = re.compile(r"\[ *\d+:\d\d\] ")
_STATUS = re.compile(r"^\[(\d+)/(\d+)\] (.*)")
# How often a line of progress is printed when nobody watches a terminal.
_INTERVAL = 15


class Build:
    """One build directory, made from one preset."""

    def __init__(self, preset: str, jobs: int):
        self.preset, self.jobs = preset, jobs
        self.directory = paths.BUILD
        self.tools = self.directory / "bin"
        if preset == "full":
            self.directory = paths.REPO / "build-full"
            self.tools = self.directory / "llvm/bin"
        self.log = self.directory / "build.log"

    def _cached(self, name: str) -> str:
        try:
            text = (self.directory / "CMakeCache.txt").read_text()
        except OSError:
            return ""
        match = re.search(rf"^{name}:\w+=(.*)$", text, re.M)
        return match[1] if match else ""

    def configure(self) -> None:
        """Runs CMake unless ninja will do so by itself."""
        if ((self.directory / "build.ninja").exists()
                and self._cached("MANAGED_LLVM_PRESET") == self.preset):
            return
        say(f"configuring {self.directory}")
        command = [
            "cmake", "--preset", self.preset, "-B", str(self.directory),
            f"-DMANAGED_LLVM_UPSTREAM={paths.UPSTREAM}",
            f"-DMANAGED_LLVM_TREE={paths.TREE}",
            f"-DMANAGED_LLVM_PREFIX={paths.LLVM_PREFIX}"]
        with (tempfile.TemporaryFile("w+", errors="replace") as errors,
              subprocess.Popen(
                  command, cwd=paths.REPO, text=True, errors="replace",
                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                  stderr=errors) as cmake):
            output = []
            for line in cmake.stdout:
                output.append(line)
                # What scripts/fork and scripts/closure say, not CMake.
                if _ELAPSED.match(line):
                    print(line, end="", flush=True)
            if cmake.wait():
                errors.seek(0)
                raise Failure(cmake_error(errors.read(), "".join(output)))

    def compile(self, targets: list) -> int:
        """Runs ninja on `targets`; says how many steps it took."""
        command = ["ninja", "-C", str(self.directory), f"-j{self.jobs}",
                   *targets]
        environment = dict(os.environ, NINJA_STATUS="[%f/%t] ")
        progress = Progress()
        with open(self.log, "w", errors="replace") as log:
            ninja = subprocess.Popen(
                command, env=environment, text=True, errors="replace",
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
            try:
                for line in ninja.stdout:
                    log.write(line)
                    log.flush()
                    progress.line(line.rstrip("\n"))
            except BaseException:
                # ninja has the interrupt too; let it clean up.
                ninja.wait()
                raise
            code = ninja.wait()
        progress.finish()
        if code:
            raise Failure(f"{progress.failed or 'the build'} failed; "
                          f"see {self.log}")
        return progress.steps

    def summary(self) -> list:
        """What was built, in a few lines."""
        path = self.directory / "overlay" / "summary.txt"
        if not path.exists():
            return []
        lines = path.read_text().splitlines()
        if self._cached("MANAGED_LLVM_ASSERTIONS") == "OFF":
            lines = [l for l in lines if not l.startswith("assertions:")]
            lines.append("assertions: off in all units")
        return lines


class Progress:
    """Shows ninja's output: one line on a terminal, otherwise now and then.

    From the first failed command on, everything that follows is shown.
    """

    def __init__(self):
        self.steps = 0
        self.failed = ""
        self._terminal = sys.stdout.isatty()
        self._last = time.monotonic()
        self._failing = False

    def line(self, text: str) -> None:
        match = _STATUS.match(text)
        if match:
            self._failing = False
            if "Re-checking" in match[3] or "Re-running" in match[3]:
                return
            self.steps = int(match[1])
            self._show(match[1], match[2], match[3])
        elif text.startswith("FAILED: "):
            self._failing = True
            if not self.failed:
                self.failed = Path(text.split()[1]).name
            self._clear()
            print(text, flush=True)
        elif self._failing and not text.startswith("/"):
            print(text, flush=True)
        elif "error:" in text or text.startswith(("CMake Error", "ninja: err")):
            self._clear()
            print(text, file=sys.stderr, flush=True)

    def _show(self, at: str, of: str, what: str) -> None:
        what = re.sub(r"^(Building \w+ object ).*/", r"\1", what)
        if self._terminal:
            print(f"\r\033[K[{at}/{of}] {what}"[:100], end="", flush=True)
        elif time.monotonic() - self._last >= _INTERVAL or at == of:
            self._last = time.monotonic()
            say(f"[{at}/{of}] {what}")

    def _clear(self) -> None:
        if self._terminal:
            print("\r\033[K", end="")

    def finish(self) -> None:
        self._clear()


def cmake_error(errors: str, output: str) -> str:
    """The first message of a failed CMake run, in one line."""
    for line in errors.splitlines():
        match = re.match(r"\w+: error: (.*)", line)
        if match:
            return match[1]
    text = errors.split("\n\n")[0].strip()
    match = re.search(r"CMake Error at [^\n]*\n(.*?)(?:\n\S|\nCall Stack|$)",
                      errors, re.S)
    if match:
        text = match[1]
    text = " ".join(text.split()) or (output.strip().splitlines() or ["?"])[-1]
    return f"CMake failed: {text}"
