"""Builds one cell of the link matrix, runs it, and looks at what was linked."""

import json
import os
import re
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from ..paths import BUILD, LLVM_PREFIX, REPO
from ..runtime.programs import Runtime
from ..ui import Failure
from .cells import Cell

INPUTS = REPO / "scripts/linktest.d"
MODULES = ("first", "second")
SECTIONS = {"llvm_faultmaps": 8, "llvm_faultsites": 16}
# Functions of the modules that nobody calls.
DEAD = {"dead_first", "dead_second"}
# The calls of main.c with null.
CALLS = 13
# Seconds for a program that does nothing but this.
PATIENCE = 120


@dataclass(frozen=True)
class Tools:
    """The tools under test."""

    bin: Path = BUILD / "bin"

    def __getitem__(self, name: str) -> Path:
        path = self.bin / name
        if not os.access(path, os.X_OK):
            raise Failure(f"{path} is missing; run scripts/build")
        return path


class Wrong(Exception):
    """What a cell did that it should not."""


class Shared:
    """What cells have in common, made once, by threads that each work on one
    cell."""

    def __init__(self):
        self.lock = threading.Lock()
        self.made = {}

    def get(self, key, make):
        """What make() returns, the first time that it is asked for."""
        with self.lock:
            lock, results = self.made.setdefault(key, (threading.Lock(), []))
        with lock:
            if not results:
                results.append(make())
            return results[0]


class Work:
    """The work on one cell, in a directory of its own: a program with implicit
    null checks, all of which meet null. With `shared`, cells that differ only
    in how they are linked are linked from the same objects."""

    def __init__(self, cell: Cell, tools: Tools, runtime: Runtime,
                 directory: Path, shared: Shared = None):
        self.cell, self.tools, self.runtime = cell, tools, runtime
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        self.shared = shared
        # Where object files go.
        self.objects = directory
        self.program = directory / "program"
        # The file that has the fault map.
        self.image = self.program

    def call(self, *words) -> str:
        """Runs a command; what it prints, or Wrong."""
        words = [str(word) for word in words]
        try:
            done = subprocess.run(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, errors="replace",
                timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise Wrong(f"{Path(words[0]).name} did not end") from None
        if done.returncode:
            what = done.stdout.strip().splitlines() or ["(no output)"]
            raise Wrong(f"{' '.join(words)}: exit code {done.returncode}: "
                        + "; ".join(what[:3]))
        return done.stdout

    # --- Building -----------------------------------------------------------

    def clang(self, *words) -> None:
        self.call(self.tools["clang"], f"--target={self.cell.target.triple}",
                  "-Wno-override-module", *words)

    def source(self, name: str) -> Path:
        return INPUTS / f"{name}.ll"

    def compile_main(self) -> list:
        main = self.objects / "main.o"
        self.clang("-O2", "-fPIC", f"-I{self.runtime.include}", "-c",
                   INPUTS / "main.c", "-o", main)
        return [main]

    def compile_helpers(self) -> list:
        """What has to be in the same image as the modules."""
        return []

    def compile_module(self, name: str) -> Path:
        source, target = self.source(name), self.objects / f"{name}.o"
        way = self.cell.way
        if way.lto:
            self.clang("-O2", "-fPIC", f"-flto={way.lto}", "-c", source, "-o",
                       target)
        else:
            self.call(self.tools["llc"], "-O2",
                      f"-mtriple={self.cell.target.triple}",
                      "-relocation-model=pic", "-verify-machineinstrs",
                      *way.compile, "-filetype=obj", source, "-o", target)
        return target

    def link(self, *words, output: Path) -> None:
        linker = (f"--ld-path={self.tools['ld.lld']}"
                  if self.cell.linker == "lld"
                  else f"-fuse-ld={self.cell.linker}")
        lto = [f"-flto={self.cell.way.lto}"] if self.cell.way.lto else []
        # The flag is for what it adds to the linker's command line.
        self.clang(linker, "-fimplicit-null-checks", *lto, *words, "-o",
                   output)

    def compile(self) -> tuple:
        """The objects: main, modules, helpers."""
        return (self.compile_main(),
                [self.compile_module(name) for name in MODULES],
                self.compile_helpers())

    def compile_shared(self) -> tuple:
        way = self.cell.way
        key = (type(self).__name__, self.cell.target.name, *way.compile,
               way.lto)

        def make():
            self.objects = self.directory.parent / "-".join(("objects", *key))
            self.objects.mkdir(parents=True, exist_ok=True)
            return self.compile()
        return self.shared.get(key, make)

    def build(self) -> None:
        way = self.cell.way
        main, modules, helpers = (self.compile_shared() if self.shared
                                  else self.compile())
        if way.steps == "reversed":
            modules = modules[::-1]
        modules = modules + helpers
        if way.steps == "relocatable":
            both = self.directory / "both.o"
            self.link("-r", "-nostdlib", *modules, output=both)
            modules = [both]
        if way.steps == "shared":
            self.image = self.directory / "libchecks.so"
            # Functions that the program has, such as cold(), are found when
            # it starts.
            self.link("-shared", *modules, self.runtime.image,
                      self.runtime.shared, output=self.image)
            self.link("-pie", "-rdynamic", *main, self.image,
                      self.runtime.shared, f"-Wl,-rpath,{self.directory}",
                      f"-Wl,-rpath,{self.runtime.shared.parent}",
                      output=self.program)
        else:
            self.link(*way.link, *main, *modules, self.runtime.image,
                      self.runtime.static, output=self.program)

    # --- Looking ------------------------------------------------------------

    def execute(self) -> dict:
        """Runs the program; the numbers of its last line."""
        output = self.call(*self.cell.target.run, self.program)
        return {name: int(number) for name, number in
                re.findall(r"(\S+) (\d+)", output.splitlines()[-1])}

    def read_image(self) -> tuple:
        """(sections by name, places of relocations, names of symbols)"""
        text = self.call(LLVM_PREFIX / "bin/llvm-readobj",
                         "--elf-output-style=JSON", "-S", "-r", "-s",
                         "--dynamic-table", self.image)
        file = json.loads(text)[0]
        sections = {}
        for item in file["Sections"]:
            section = item["Section"]
            sections.setdefault(section["Name"]["Name"], []).append(section)
        places = [relocation["Relocation"]["Offset"]
                  for group in file["Relocations"]
                  for relocation in group["Relocs"]]
        symbols = {item["Symbol"]["Name"]["Name"] for item in file["Symbols"]}
        return sections, places, symbols

    def look(self) -> None:
        sections, places, symbols = self.read_image()
        entries = 0
        for name, size in SECTIONS.items():
            for section in sections.get(name, []):
                begin = section["Address"]
                end = begin + section["Size"]
                if section["Size"] % size:
                    raise Wrong(f"{name} has {section['Size']} bytes")
                entries += section["Size"] // size
                inside = [p for p in places if begin <= p < end]
                if inside:
                    raise Wrong(f"{name} has {len(inside)} relocations")
        dead = DEAD & symbols
        if self.cell.drops_dead and dead:
            raise Wrong(f"{', '.join(sorted(dead))} is there")
        # One for each function that meets null or is not called.
        expected = CALLS + len(dead)
        if self.cell.way.folds:
            # plain_* and dead_* become one function, and same_* another.
            expected -= 4
        if entries != expected:
            raise Wrong(f"{entries} entries, not {expected}")

    def verify(self) -> None:
        self.call(self.tools["llvm-managed-maps"], "verify", self.image)

    def run(self) -> None:
        """Raises Wrong unless everything is as it should be."""
        self.build()
        self.look()
        if (self.tools.bin / "llvm-managed-maps").exists():
            self.verify()
        self.check(self.execute())

    def check(self, result: dict) -> None:
        """Raises Wrong unless the program printed what it should."""
        if result.get("recovered") != CALLS:
            raise Wrong(f"{result.get('recovered')} faults were recovered, "
                        f"not {CALLS}")
        for pair, may_fold in (("same", self.cell.way.folds),
                               ("twins", False), ("checks", False)):
            if result[f"folded-{pair}"] != may_fold:
                raise Wrong(f"the {pair} functions are "
                            + ("two" if may_fold else "one"))
