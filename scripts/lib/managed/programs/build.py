"""Builds the cells of programs.

A program is configured once for each target, and for static and for shared
libraries, with the unpatched compiler. Each side then builds in that same
directory, one after the other, so that paths, of which there are many in
programs, are the same for all. What differs is in the settings of the wrapper
that the build system takes for the compiler.
"""

import hashlib
import json
import shutil
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from ..hashes import hash_file
from ..paths import LLVM_PREFIX
from ..runtime import programs as managed_runtime
from ..ui import Failure
from . import wrapper
from .execute import environment, execute
from .recipe import WORKLOADS, Cmake, Program, Sources, expand, ninja
from .sides import (COMMON, OURS, SIDES, UNPATCHED, VARIANTS, Cell,
                    Target)

# Seconds for configuring and for building.
PATIENCE = 3600
DRIVERS = ("clang", "clang++")
STUB = """#!/bin/sh
exec {python} -I -S {wrapper} {settings} {driver} "$@"
"""


class DoesNotBuild(Exception):
    """The last lines of what the build printed."""


@dataclass(frozen=True)
class Tools:
    """The directories of both compilers."""

    unpatched: Path
    ours: Path

    def __getitem__(self, name: str) -> Path:
        return {UNPATCHED: self.unpatched, OURS: self.ours}[name]

    def compilers(self, name: str) -> dict:
        return {driver: str(self[name] / driver) for driver in DRIVERS}

    def key(self, name: str) -> str:
        """Changes with the compiler, or its linker."""
        return _key(self[name])


def _key(directory: Path) -> str:
    digest = hashlib.sha256()
    for tool in ("clang", "ld.lld", "llvm-managed-maps"):
        path = (directory / tool).resolve()
        if path.exists():
            status = path.stat()
            digest.update(_hash(path, status.st_mtime_ns,
                                status.st_size).encode())
    return digest.hexdigest()


_lock = threading.Lock()
_runtimes = {}


def runtime_for(machine: str):
    """The managed runtime, brought up to date once."""
    with _lock:
        if machine not in _runtimes:
            _runtimes[machine] = managed_runtime.build(machine)
        return _runtimes[machine]


_hashes = {}


def _hash(path: Path, *changes) -> str:
    if (path, changes) not in _hashes:
        _hashes[path, changes] = hash_file(path)
    return _hashes[path, changes]


def last_lines(text: bytes, count: int = 12) -> str:
    lines = text.decode(errors="replace").splitlines()
    wrong = [line for line in lines
             if " error: " in line or "undefined " in line
             or "multiple definition" in line or "PLEASE submit" in line]
    return "\n".join([*wrong[:4], *lines[-count:]])


class Workshop:
    """The directory in which the sides of a program are built, one by one."""

    def __init__(self, program: Program, target: Target, shared: bool,
                 tools: Tools, sources: dict, work: Path, jobs: int = 1):
        self.program, self.target, self.shared = program, target, shared
        self.tools, self.sources, self.jobs = tools, sources, jobs
        name = f"{target.name}-{'shared' if shared else 'static'}"
        self.directory = work / program.name / name
        self.build = self.directory / "build"
        self.places = {"build": self.build, "inputs": WORKLOADS,
                       "source": sources[program.package],
                       "run": self.directory / "run",
                       **{also: sources[also] for also in program.also}}

    @property
    def settings(self) -> Path:
        return self.directory / "compiler/settings.json"

    @property
    def log(self) -> Path:
        return self.directory / "commands.log"

    @property
    def remarks(self) -> Path:
        return self.directory / "remarks"

    def expand(self, words) -> list:
        return expand(words, self.places)

    def configure(self) -> None:
        """Once, for all sides."""
        stamp = self.directory / "configured"
        key = self._configuration()
        if stamp.exists() and stamp.read_text() == key:
            return
        shutil.rmtree(self.directory, ignore_errors=True)
        self.build.mkdir(parents=True)
        self._write_wrapper()
        self._write_settings(Cell(self.program.name, self.target.name,
                                  "static", "clang"), plain=True)
        recipe = self.program.recipe
        if isinstance(recipe, Sources):
            self._configure_sources(recipe)
        else:
            self._configure_cmake(recipe)
        stamp.write_text(key)

    def _configuration(self) -> str:
        parts = [repr(self.program.recipe), str(self.places), self.target.name,
                 *(hash_file(Path(__file__).with_name(name))
                   for name in ("build.py", "recipe.py", "wrapper.py"))]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def _write_wrapper(self) -> None:
        folder = self.directory / "compiler"
        folder.mkdir()
        for driver in DRIVERS:
            stub = folder / driver
            stub.write_text(STUB.format(
                python=sys.executable, wrapper=wrapper.__file__,
                settings=self.settings, driver=driver))
            stub.chmod(0o755)

    def _stub(self, driver: str) -> Path:
        return self.directory / "compiler" / driver

    def _configure_sources(self, recipe: Sources) -> None:
        for name, text in recipe.files.items():
            path = self.build / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        places = dict(self.places, cc=LLVM_PREFIX / "bin/clang")
        for command in recipe.prepare:
            self._do(expand(command, places), "preparing")
        (self.build / "build.ninja").write_text(ninja(
            self.program, self.shared, self.places,
            {"clang": self._stub("clang"), "clangxx": self._stub("clang++"),
             "ar": LLVM_PREFIX / "bin/llvm-ar"}))

    def _configure_cmake(self, recipe: Cmake) -> None:
        words = [
            "cmake", "-G", "Ninja", "-S", *self.expand([recipe.directory]),
            "-B", self.build, "-DCMAKE_BUILD_TYPE=None",
            f"-DCMAKE_C_COMPILER={self._stub('clang')}",
            f"-DCMAKE_CXX_COMPILER={self._stub('clang++')}",
            # Bitcode needs LLVM's own.
            *(f"-DCMAKE_{tool}={LLVM_PREFIX / 'bin/llvm-'}{tool.lower()}"
              for tool in ("AR", "RANLIB", "NM")),
            *(option.format("ON" if self.shared else "OFF")
              for option in recipe.shared), *self.expand(recipe.options)]
        if not self.target.is_native:
            words += ["-DCMAKE_SYSTEM_NAME=Linux",
                      f"-DCMAKE_SYSTEM_PROCESSOR={self.target.machine}"]
        self._do(words, "configuring")

    def _do(self, words: list, what: str) -> bytes:
        done = execute(words, self.build, PATIENCE,
                       env=environment(self.directory))
        if done.code:
            raise DoesNotBuild(f"{what} {self.program.name}: {done.how}\n"
                               + last_lines(done.output))
        return done.output

    def _write_settings(self, cell: Cell, plain: bool = False) -> None:
        side, variant = SIDES[cell.side], VARIANTS[cell.variant]
        base = [*COMMON, *side.base, *variant.compile]
        link = [*side.base, *variant.link, *side.feature]
        # Without implicit checks the runtime finds no fault map. It is there
        # all the same, so that all sides do the same at start-up.
        runtime = runtime_for(self.target.machine)
        library = [str(runtime.shared),
                   f"-Wl,-rpath,{runtime.shared.parent}"]
        last = {"shared": [str(runtime.image), *library],
                "program": [str(runtime.image), str(runtime.auto), *library]}
        settings = {
            "compilers": self.tools.compilers(side.tools),
            "always": [f"--target={self.target.triple}",
                       "-Qunused-arguments"],
            "compile": base, "feature": list(side.feature),
            "half": variant.half, "link": link, "link_last": last,
            "remarks": str(self.remarks) if side.implicit else "",
            "log": str(self.log)}
        if plain:
            # What configuring finds out holds for all sides.
            settings.update(compile=["-w"], link=[], feature=[])
        self.settings.write_text(json.dumps(settings, indent=1) + "\n")

    def _objects(self, ends: tuple) -> list:
        """The first object of each source whose path has one of `ends`."""
        rules = json.loads(self._do(["ninja", "-t", "compdb"], "listing"))
        found = []
        for end in ends:
            outputs = [rule["output"] for rule in rules
                       if rule["file"].endswith(end)
                       and rule["output"].endswith(".o")]
            if not outputs:
                raise Failure(f"{self.program.name}: no file {end} is "
                              "compiled")
            found.append(outputs[0])
        return found

    def make(self, cell: Cell, only: tuple = ()) -> list:
        """Builds `cell` anew, or just the objects of the sources whose paths
        have the ends `only`: the commands of the compiler that made it."""
        self.configure()
        self._write_settings(cell)
        shutil.rmtree(self.remarks, ignore_errors=True)
        self.remarks.mkdir()
        self.log.unlink(missing_ok=True)
        targets = self.program.recipe.targets \
            if isinstance(self.program.recipe, Cmake) else ()
        if only:
            targets = self._objects(only)
        self._do(["ninja", "-t", "clean"], "cleaning")
        output = self._do(["ninja", f"-j{self.jobs}", *targets], "building")
        (self.directory / "build.log").write_bytes(output)
        if not self.log.exists():
            raise Failure(f"{cell}: nothing was compiled")
        return [json.loads(line) for line in self.log.read_text().splitlines()]
