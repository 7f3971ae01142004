"""clang-tidy over the C++ files of this repository that a build compiles.

Each file takes some seconds, and there are hundreds. So a run of ci/lint.sh
looks at those that the last commit or the working tree changes, or a header of
which; at most at LIMIT of them. `everything` leaves none out.
"""

import hashlib
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

from .. import ui
from ..parallel import in_parallel

PROGRAM = "clang-tidy-22"
LIMIT = 8

# What the compiler of the build needs and clang-tidy does not: a cache in
# front of it, and headers that another compilation parsed.
_PREFIX = re.compile(r"^(?:\S+ )*?(?=(?:\S*/)?clang(?:\+\+)?(?:-\d+)? )")
_PCH = re.compile(r" -include-pch \S+")
_FINDING = re.compile(
    r"^(\S+?):(\d+):\d+: (?:warning|error): (.*) (\[[\w.,-]+\])$", re.M)
_INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


class Tidy:
    """`names` are our files, `tree` the directory from which `build` compiles
    them."""

    def __init__(self, repo: Path, names: list, tree: Path, build: Path):
        self.repo = repo
        self.tree = tree
        self.work = build / "tidy"
        self.database = build / "compile_commands.json"
        self.kept = self.work / "clean.json"
        # Of a run over everything, until it ends.
        self.progress = self.work / "progress.json"
        self.headers = [n for n in names if n.endswith(".h")
                        and "/test/" not in n]
        self.names = names

    def lacks(self) -> str:
        """What there has to be for it to run, or nothing."""
        if not shutil.which(PROGRAM):
            return PROGRAM
        return "" if self.database.is_file() else "a build"

    def write_commands(self) -> list:
        """Writes the commands of our files alone; the names of the files."""
        own, commands = set(self.names), {}
        for entry in json.loads(self.database.read_text()):
            path = Path(entry["directory"], entry["file"])
            if not path.is_relative_to(self.tree):
                continue
            name = path.relative_to(self.tree).as_posix()
            if name in own:
                # Those that are compiled in several ways count once.
                commands.setdefault(name, dict(
                    entry, command=_PCH.sub("", _PREFIX.sub(
                        "", entry["command"]))))
        self.work.mkdir(parents=True, exist_ok=True)
        (self.work / "compile_commands.json").write_text(
            json.dumps(list(commands.values())))
        return sorted(commands)

    def headers_of(self, name: str) -> list:
        """Those of our headers that a file includes."""
        included = {Path(path).name for path in _INCLUDE.findall(
            (self.repo / name).read_text())}
        return [header for header in self.headers
                if Path(header).name in included]

    def digest(self, name: str) -> str:
        """Changes with the file, with those of our headers that it includes,
        and with what is asked of them."""
        files = (name, ".clang-tidy", *self.headers_of(name))
        parts = [(self.repo / file).read_text() for file in files]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]

    def changed(self) -> list:
        """The names of files that the last commit or the working tree
        changes, if git knows."""
        done = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", self.repo, "diff",
             "--name-only", "HEAD~1"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        return done.stdout.splitlines() if not done.returncode else []

    def run(self, everything: bool) -> list:
        """The problems, one line each."""
        names = self.write_commands()
        if not names:
            return [f"{self.database} compiles none of our files"]
        digests = {name: self.digest(name) for name in names}
        clean, done = self._read(self.kept), {}
        if everything:
            # A run that was ended goes on.
            done = self._read(self.progress)
            names = [name for name in names if done.get(name) != digests[name]]
        else:
            changed = set(self.changed())
            names = [name for name in names if clean.get(name) != digests[name]
                     and changed & {name, *self.headers_of(name)}][:LIMIT]
        lock = threading.Lock()

        def check(name):
            problems = self.check(name)
            with lock:
                if not problems:
                    done[name] = digests[name]
                if everything:
                    self.progress.write_text(json.dumps(done))
            return problems

        found = in_parallel(check, names)
        self.progress.unlink(missing_ok=True)
        self.kept.write_text(json.dumps({**clean, **done}, indent=0,
                                        sort_keys=True))
        return sorted({line for problems in found for line in problems})

    @staticmethod
    def _read(path: Path) -> dict:
        try:
            return json.loads(path.read_text())
        except (OSError, ValueError):
            return {}

    def check(self, name: str) -> list:
        """The problems in a file, and in our headers where it is compiled."""
        # Others' headers cost minutes and are not ours to mend.
        headers = "|".join(map(re.escape, self.headers)) or "$^"
        try:
            done = subprocess.run(
                [PROGRAM, "-p", self.work, "--quiet",
                 f"--config-file={self.repo / '.clang-tidy'}",
                 f"--header-filter=/({headers})$", self.tree / name],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, errors="replace")
        except FileNotFoundError:
            raise ui.Failure(f"{PROGRAM} is not installed") from None
        problems = []
        for path, line, text, check in _FINDING.findall(done.stdout):
            place = Path(path)
            if place.is_relative_to(self.tree):
                place = place.relative_to(self.tree)
            elif place.is_relative_to(self.repo):
                place = place.relative_to(self.repo)
            problems.append(f"{place}:{line}: {text} {check}")
        if done.returncode and not problems:
            last = [*done.stderr.strip().splitlines(), "?"][-2:][0]
            problems.append(f"{name}: {PROGRAM} failed: {last}")
        return problems
