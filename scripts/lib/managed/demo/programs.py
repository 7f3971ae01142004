"""The two real programs the demo and the benchmark use, and how to build them.

Each is built from the distribution's source package, for each target, in the
three variants of VARIANTS: without null checks, with explicit ones, and with
implicit ones. The second and the third differ in one flag.
"""

import hashlib
import os
import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

from .. import aptsource, counting
from ..hashes import hash_file, hash_files
from ..paths import REPO
from ..runtime import programs as managed_runtime
from ..ui import Failure, run

INPUTS = REPO / "scripts/demo.d"

CHECKS = ["-fsanitize=null", "-fsanitize-trap=null"]
VARIANTS = {
    "none": [],
    "explicit": CHECKS,
    "implicit": [*CHECKS, "-fimplicit-null-checks"],
}
COMMON = ["-O2", "-gline-tables-only", "-w"]
# What else differs for a shared library and for a program.
SHARED, PROGRAM = ["-fPIC"], ["-fPIE"]


@dataclass(frozen=True)
class Target:
    """A target, and the prefix of a command that runs its programs here."""

    name: str
    triple: str
    run: tuple
    multiarch: str

    @property
    def machine(self) -> str:
        return self.triple.split("-")[0]


TARGETS = {
    "x86-64": Target("x86-64", "x86_64-linux-gnu", (), "x86_64-linux-gnu"),
    "aarch64": Target("aarch64", "aarch64-linux-gnu",
                      ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
                      "aarch64-linux-gnu"),
}


@dataclass(frozen=True)
class Program:
    """A program: its source package, what of it is compiled, what it does.

    `sources` are relative to the unpacked package; `own` to INPUTS.
    `arguments` may use {inputs} and {source} for those two directories.
    """

    name: str
    package: str
    sources: str
    leave_out: tuple
    own: tuple
    flags: tuple
    libraries: tuple
    arguments: tuple
    # What the workload is, for the reader of the table.
    workload: str
    # Whether the package's sources become a shared library, not a part of the
    # program.
    is_library: bool = False


PROGRAMS = {
    "lua5.4": Program(
        "lua5.4", "lua5.4", "src/*.c", ("luac.c",), (),
        # A fixed seed for string hashes: the same work in every run.
        ("-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX",
         "-Dluai_makeseed(L)=42u"),
        ("-lm",), ("{inputs}/lua/main.lua", "{inputs}/lua", "10"),
        "eight Lua modules: tables, objects, strings, JSON, closures, "
        "garbage, coroutines, errors"),
    "tinyxml2": Program(
        "tinyxml2", "tinyxml2", "tinyxml2.cpp", (), ("tinyxml2/driver.cpp",),
        ("-std=c++17", "-I{source}"), (),
        ("{source}/resources/dream.xml", "30"),
        "a play of 145 KB: parse, query, edit, print, parse again",
        is_library=True),
}


class Tools:
    """The compiler under test and what goes with it.

    `directory` holds what NAMES says.
    """

    NAMES = ("clang", "clang++", "llvm-readobj", "llvm-managed-maps")


    def __init__(self, directory: Path):
        self.directory = directory
        for name in self.NAMES:
            if not os.access(directory / name, os.X_OK):
                raise Failure(f"{directory / name} is missing; run "
                              "scripts/build")
        self._key = None

    def __getitem__(self, name: str) -> Path:
        return self.directory / name

    def key(self) -> str:
        """Changes whenever the compiler does."""
        if self._key is None:
            self._key = hash_file(self["clang"].resolve())
        return self._key


class Source:
    """The unpacked source package of a program."""

    def __init__(self, program: Program, directory: Path):
        self.program = program
        self.path = directory / program.package
        self.version = aptsource.fetch(program.package, self.path)
        self._key = None

    def key(self) -> str:
        if self._key is None:
            self._key = hash_files([self.path])
        return self._key

    def library_files(self) -> list:
        """Those of the package; their names differ."""
        found = [file for file in sorted(self.path.glob(self.program.sources))
                 if file.name not in self.program.leave_out]
        if not found:
            raise Failure(f"{self.path} has no {self.program.sources}; "
                          "delete it and run this again")
        return found

    def files(self) -> list:
        """Every file to compile; their names differ."""
        return self.library_files() + [INPUTS / name
                                       for name in self.program.own]

    def expand(self, words) -> list:
        return [word.format(inputs=INPUTS, source=self.path)
                for word in words]


class Build:
    """One variant of one program for one target, below `directory`."""

    def __init__(self, source: Source, target: Target, variant: str,
                 tools: Tools, directory: Path):
        self.source = source
        self.program = source.program
        self.target = target
        self.variant = variant
        self.tools = tools
        self.directory = directory / target.name / self.program.name / variant
        self.executable = self.directory / self.program.name
        self.library = self.directory / f"lib{self.program.name}.so"

    def images(self) -> list:
        """What has the program's code, linked."""
        return ([self.library] if self.program.is_library else []) + [
            self.executable]

    def describe(self) -> str:
        return f"{self.program.name} {self.target.name} {self.variant}"

    def flags(self) -> list:
        return [f"--target={self.target.triple}", *COMMON,
                *self.source.expand(self.program.flags),
                *VARIANTS[self.variant]]

    def key(self) -> str:
        """Changes with everything the figures depend on."""
        digest = hashlib.sha256()
        for part in (self.tools.key(), self.source.key(),
                     hash_files([INPUTS, managed_runtime.SOURCE]),
                     hash_file(Path(__file__)),
                     hash_file(Path(__file__).with_name("figures.py")),
                     hash_file(Path(counting.__file__)),
                     *self.flags(), *self.program.libraries,
                     *self.program.arguments):
            digest.update(part.encode() + b"\0")
        return digest.hexdigest()

    def objects(self) -> list:
        """The objects of the program, without the runtime."""
        return [self.directory / (file.name + ".o")
                for file in self.source.files()]

    def remarks(self) -> list:
        return [self.directory / (file.name + ".yaml")
                for file in self.source.files()]

    def prepare(self) -> None:
        """Starts from an empty directory."""
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        if self.program.package == "lua5.4":
            # The package makes this file when it is built.
            (self.directory / "lua5.4-deb-multiarch.h").write_text(
                f'#define DEB_HOST_MULTIARCH "{self.target.multiarch}"\n')

    def compile_jobs(self) -> list:
        """The commands that compile: pairs of (title, words)."""
        jobs = []
        for file in self.source.files():
            output = self.directory / (file.name + ".o")
            words = [*self.flags(), f"-I{self.directory}",
                     *(SHARED if self._is_library(file) else PROGRAM)]
            if self.variant == "implicit":
                words += ["-fsave-optimization-record=yaml",
                          "-foptimization-record-passes=implicit-null-checks",
                          "-foptimization-record-file="
                          f"{self.directory / file.name}.yaml"]
            jobs.append((f"compiling {file.name} for {self.describe()}",
                         [self._compiler(file), *words, "-c", file, "-o",
                          output]))
        return jobs

    def compile(self, stop: threading.Event) -> None:
        """Compiles everything anew, unless told to stop."""
        self.prepare()
        for title, words in self.compile_jobs():
            if stop.is_set():
                raise Failure(f"{title} was not begun")
            run(words, what=title)

    def link(self) -> None:
        """Links everything as the driver does by default: position
        independent, with the target's own linker."""
        # Without implicit checks the runtime finds no fault map. It is there
        # all the same, so that all variants do the same at start-up.
        runtime = managed_runtime.build(self.target.machine)
        compiler = self._compiler(self.source.files()[-1])
        target = f"--target={self.target.triple}"
        what = f"linking {self.describe()}"
        objects = {file: self.directory / (file.name + ".o")
                   for file in self.source.files()}
        linked = [runtime.static]
        if self.program.is_library:
            library = [objects.pop(file)
                       for file in self.source.library_files()]
            # One runtime for both images.
            linked = [self.library, runtime.shared,
                      f"-Wl,-rpath,{self.directory}",
                      f"-Wl,-rpath,{runtime.shared.parent}"]
            run([compiler, target, "-shared", *library, runtime.image,
                 runtime.shared, "-o", self.library], what=what)
        run([compiler, target, "-pie", *objects.values(), runtime.image,
             runtime.auto, *linked, *self.program.libraries, "-o",
             self.executable], what=what)

    def _is_library(self, file: Path) -> bool:
        return (self.program.is_library
                and file in self.source.library_files())

    def _compiler(self, file: Path) -> Path:
        return self.tools["clang++" if file.suffix == ".cpp" else "clang"]

    def command(self) -> list:
        """The command that runs the workload here."""
        return [*self.target.run, self.executable,
                *self.source.expand(self.program.arguments)]
