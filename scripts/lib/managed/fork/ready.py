"""Whether Ready patches are what they say: each applies to the tag alone,
what it changes then compiles, and its tests fail with the unpatched tools."""

import hashlib
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .. import paths
from ..littests import run as lit_run
from ..littests.config import Layout
from ..overlay import closure, inventory, tblgen
from ..ui import Failure, say, step
from .newfiles import new_files
from .plain import apply_plain, put_files
from .series import READY, Series, is_lit_test

_FLAGS = ("-fsyntax-only", "-w", "-fno-exceptions", "-D_GNU_SOURCE",
          "-D__STDC_CONSTANT_MACROS", "-D__STDC_FORMAT_MACROS",
          "-D__STDC_LIMIT_MACROS")


def ready(series: Series) -> list:
    return [patch for patch in series if patch.status == READY]


def problems(upstream, series: Series) -> list:
    """The Ready patches that need something else of the series, as far as
    their text tells."""
    found = []
    ours = set(new_files())
    for patch in ready(series):
        with tempfile.TemporaryDirectory() as scratch:
            put_files(upstream, patch.files, Path(scratch))
            try:
                apply_plain(patch, Path(scratch), f"{upstream.tag} alone")
            except Failure as failure:
                found.append(f"{failure}; it is not Ready")
        for line in patch.added_lines:
            name = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if name and any(f"/{path}".endswith(f"/{name[1]}")
                            for path in ours):
                found.append(f"patches/{patch.name} includes {name[1]}, which "
                             f"{upstream.tag} does not have; it is not Ready")
    return found


def compile_problems(upstream, series: Series, headers: Path) -> list:
    """The Ready patches that do not compile without the others."""
    chosen = ready(series)
    if not chosen:
        return []
    if not (headers / "llvm/Config/config.h").is_file():
        raise Failure(f"{headers} has no llvm/Config/config.h; run "
                      "scripts/build first, or name the include directory of "
                      "a build of upstream with --headers")
    compiler = _Compiler(upstream, headers)
    found = []
    for number, patch in enumerate(chosen, 1):
        say(f"compiling what Ready patch {number} of {len(chosen)} changes: "
            f"{patch.name}")
        found += [f"patches/{patch.name} is not Ready: {problem}"
                  for problem in compiler.problems(patch)]
    return found


class _Compiler:
    """Compiles files of upstream with one patch, against the installed
    headers and what TableGen makes of upstream's .td files."""

    def __init__(self, upstream, headers: Path):
        self._upstream, self._headers = upstream, headers
        self._prefix = paths.LLVM_PREFIX
        stamp = hashlib.sha256(upstream.stamp.encode()).hexdigest()[:12]
        self._generated = paths.BUILD / "ready" / stamp
        top = upstream.root
        files = inventory.list_files(top)
        _, commands, self._directories = inventory.find_libraries(
            top, files, self._prefix)
        self._made = {path: command for command in commands
                      for path in command.outputs}
        scanner = closure.Scanner()
        self._graph = closure.Graph(top, files, tblgen.generated_includes(
            commands, top, self._prefix, scanner), scanner)

    def problems(self, patch) -> list:
        found = []
        with tempfile.TemporaryDirectory() as name:
            scratch = Path(name)
            put_files(self._upstream, patch.files, scratch)
            apply_plain(patch, scratch, self._upstream.tag)
            for path in patch.files:
                if path.endswith(inventory.UNIT_SUFFIXES + (".h",)):
                    found += self._compile(path, scratch)
                elif path.endswith((".td", ".txt", ".cmake")):
                    found.append(f"whether {path} is right is not known "
                                 "without a build")
        return found

    def _compile(self, path: str, scratch: Path) -> list:
        library = inventory.owner(path, self._directories)
        directory = library.directory if library else os.path.dirname(path)
        search = closure.search_path(directory)
        self._generate(path, search)
        places = [top / d for d in (os.path.dirname(path), *search)
                  for top in (scratch, self._upstream.root, self._generated)]
        places += [scratch / d for d in inventory.PUBLIC_ROOTS]
        places += [self._prefix / "include", self._headers]
        language = ["-x", "c"] if path.endswith(".c") else \
            ["-x", "c++", "-std=c++17"]
        done = subprocess.run(
            [self._prefix / "bin/clang++", *_FLAGS, *language,
             *(f"-I{place}" for place in places), scratch / path],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace")
        if not done.returncode:
            return []
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        first = (errors or [f"exit code {done.returncode}"])[0]
        return [f"{path} does not compile with it alone: "
                + first.rpartition("error:")[2].strip()]

    def _generate(self, path: str, search: tuple) -> None:
        """Has TableGen make the private files that a unit sees."""
        seen = self._graph.reach([path], search)
        commands = {self._made[name] for name in seen if name in self._made
                    and not name.startswith(inventory.PUBLIC_ROOTS)
                    and not (self._generated / name).exists()}
        if not commands:
            return
        maker = tblgen.Generator(self._prefix, self._upstream.root,
                                 self._generated, os.cpu_count() or 1)
        tools = {clang: maker.clang_tblgen() if clang else maker.llvm_tblgen
                 for clang in {command.clang for command in commands}}

        def make(command):
            output = self._generated / command.path
            # What the command writes besides is named after its output.
            partial = output.with_name(f".{output.name}.part")
            partial.mkdir(parents=True, exist_ok=True)
            line = tblgen.command_line(command, tools[command.clang],
                                       self._upstream.root,
                                       partial / output.name)
            done = subprocess.run(line, stdin=subprocess.DEVNULL, text=True,
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE)
            if done.returncode:
                raise Failure(f"TableGen cannot make {command.path}: "
                              + (done.stderr.strip().splitlines() or ["?"])[0])
            for made in sorted(partial.iterdir(),
                               key=lambda path: path.name == output.name):
                made.replace(output.with_name(made.name))
            partial.rmdir()

        with step(f"running TableGen for {len(commands)} files of "
                  f"{os.path.dirname(path)}"), \
                ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(make, sorted(commands, key=lambda c: c.path)))


def test_problems(series: Series) -> list:
    """The Ready patches with a lit test that does not fail without them."""
    names = sorted({test for patch in ready(series) for test in patch.tests
                    if is_lit_test(test)})
    if not names:
        return []
    # scripts/fork has just made the tree what it should be.
    layout = Layout()
    cache = lit_run.BaselineCache(layout)
    codes = {name: cache.get(name) for name in names}
    missing = [name for name in names if codes[name] is None]
    if missing:
        with step(f"running {len(missing)} tests of Ready patches with the "
                  "unpatched tools"):
            results = lit_run.run_side("baseline", missing, layout,
                                       lit_run.QUIET, silent=True)
        cache.put(results)
        codes.update(results.codes)
    found = []
    for patch in ready(series):
        for test in filter(is_lit_test, patch.tests):
            below = {name: code for name, code in codes.items() if code
                     and (name == test or name.startswith(test + "/"))}
            if not any(code not in lit_run.PASSED + lit_run.SKIPPED
                       for code in below.values()):
                said = ", ".join(sorted(set(below.values()))) or "not run"
                found.append(f"patches/{patch.name} is not Ready: {test} does "
                             f"not fail with the unpatched tools ({said})")
    return found
