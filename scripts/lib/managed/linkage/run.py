"""Builds what program.py makes up, with and without the option, and compares
what is linked and printed."""

import hashlib
import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ..paths import BUILD, LLVM_PREFIX
from . import parts, program

OPTION = "-fdevirtualize"
COMMON = ("-std=c++17", "-w")
# Functions that do not exist are noticed when a shared object is loaded, not
# when they are called.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LD_BIND_NOW": "1"}
# Seconds that a program, and a compiler, may take.
LIMIT, COMPILER_LIMIT = 60, 300
# Arguments for each target, and what runs its programs.
TARGETS = {"x86-64": ((), (), "nm"), "AArch64": (
    ("--target=aarch64-linux-gnu",),
    ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
    "aarch64-linux-gnu-nm")}
# A variable as compilers make it for an inline function.
VARIABLE = """\t.section .bss.{name},"awG",@nobits,{name},comdat
\t.weak {name}
\t.type {name}, @object
\t.size {name}, 4
\t.p2align 2
{name}:
\t.zero 4
"""
LEFT_OUT = "copies of variables that nothing uses decide: "


class Problem(Exception):
    """Something does not compile, link, load or run."""

    def __init__(self, what: str, text: str):
        super().__init__(f"{what}: {telling(text)}")
        self.text = text


@dataclass(frozen=True)
class Result:
    """What became of a program: "agree", "dropped" or "failed"."""

    seed: int
    result: str
    why: str = ""


def telling(text: str) -> str:
    """One line of what a tool said."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = ("undefined", "hidden symbol", "protected symbol", "error")
    for word in words:
        for line in lines:
            if word in line:
                return line
    return lines[-1] if lines else "it says nothing"


def kind(why: str) -> str:
    """The reason without what differs from program to program."""
    why = re.sub(r"/\S*/", "", why)
    why = re.sub(r"^.*?(undefined|protected|hidden)", r"\1", why)
    return re.sub(r"(?<=[A-Za-z_'])\d+|\b\d+\b", "#", why)


class Bench:
    """One program in a directory."""

    def __init__(self, tools: Path, work: Path, made: program.Program):
        self.work, self.made, self.layout = work, made, made.layout
        self.compilers = {"ours": tools / "clang++"}
        self.theirs = LLVM_PREFIX / "bin/clang++"
        self.target, self.prefix, self.nm = TARGETS[self.layout.target]
        self.commands = []

    def write(self, dropped=frozenset()) -> None:
        self.work.mkdir(parents=True, exist_ok=True)
        self.commands = []
        self.files = self.made.render(dropped)
        for name, text in self.files.items():
            (self.work / name).write_text(text)

    def call(self, what: str, words: list) -> str:
        words = [str(word) for word in words]
        self.commands.append(shlex.join(words))
        try:
            done = subprocess.run(words, cwd=self.work, capture_output=True,
                                  text=True, errors="replace",
                                  timeout=COMPILER_LIMIT)
        except subprocess.TimeoutExpired:
            raise Problem(what, "it does not end") from None
        if done.returncode:
            raise Problem(what, done.stderr or done.stdout)
        return done.stdout

    # --- Building -----------------------------------------------------------

    def flags(self, part: parts.Part, source: str, side: str) -> list:
        level = "-O0" if side == "O0" else self.layout.level
        position = "-fPIC"
        if part.kind == "program":
            position = "-fPIE" if self.layout.is_pie else "-fno-pie"
        found = [*self.target, *COMMON, level, position, *part.flags]
        if source in self.layout.lto and side != "O0":
            found += self.layout.lto_flags
        if side == "ours" and source not in self.layout.plain:
            found.append(OPTION)
        return found

    def compile(self, part: parts.Part, source: str, side: str) -> str:
        words = [self.compilers.get(side, self.theirs),
                 *self.flags(part, source, side), "-c", source]
        # Objects stay while a program is reduced.
        text = self.files["classes.h"] + self.files[source]
        stamp = hashlib.sha256((text + repr(words)).encode()).hexdigest()[:12]
        name = f"{side}/{Path(source).stem}-{stamp}.o"
        words += ["-o", name]
        if (self.work / name).exists():
            self.commands.append(shlex.join(map(str, words)))
        else:
            self.call(f"compiling {source}", words)
        return name

    def link(self, unit: parts.Unit, side: str, objects: dict,
             added: tuple = ()) -> None:
        linker = self.layout.linker
        level = "-O0" if side == "O0" else self.layout.level
        words = [self.compilers.get(side, self.theirs), *self.target, level,
                 f"-fuse-ld={linker}"]
        if side != "O0" and self.layout.lto:
            words += self.layout.lto_flags
        name = f"{side}/{file_name(unit.name)}"
        if unit.name == "program":
            words.append("-pie" if self.layout.is_pie else "-no-pie")
        else:
            words += ["-shared", f"-Wl,-soname,{file_name(unit.name)}"]
        if unit.script:
            words.append(f"-Wl,--version-script={unit.name}.map")
        words += [*unit.flags, "-o", name]
        # Archives are after what needs them, and may need each other: which
        # symbols their members need depends on the optimizer.
        first, *others = [p for p in ("host", "plugin", "b", "a")
                          if p in unit.parts]
        words += objects[first]
        if others:
            words += ["-Wl,--start-group",
                      *(f"{side}/lib{part}.a" for part in others),
                      "-Wl,--end-group"]
        words += added
        words += [f"{side}/{file_name(link)}"
                  for link in reversed(unit.links)]
        words += ["-Wl,-rpath,$ORIGIN"]
        self.call(f"linking {file_name(unit.name)}", words)

    def build(self, side: str, added: dict) -> None:
        (self.work / side).mkdir(exist_ok=True)
        objects = {}
        for part in self.layout.parts.values():
            objects[part.name] = [
                self.compile(part, parts.source(part, n), side)
                for n in range(part.units)]
            if part.kind == "archive":
                archive = f"{side}/lib{part.name}.a"
                (self.work / archive).unlink(missing_ok=True)
                self.call("archiving", [LLVM_PREFIX / "bin/llvm-ar", "rcs",
                                        archive, *objects[part.name]])
        for unit in self.layout.units.values():
            self.link(unit, side, objects, added.get(unit.name, ()))

    def run(self, side: str, added: dict | None = None) -> str:
        """What the program prints if each linkage unit has the objects that
        `added` has for it, too."""
        self.build(side, added or {})
        words = [*self.prefix, f"./{side}/program", f"./{side}/plugin.so"]
        self.commands.append("LD_BIND_NOW=1 " + shlex.join(words))
        environment = dict(ENVIRONMENT)
        if self.prefix:
            environment["QEMU_SET_ENV"] = "LD_BIND_NOW=1"
        try:
            done = subprocess.run(words, cwd=self.work, capture_output=True,
                                  text=True, errors="replace", timeout=LIMIT,
                                  env=environment)
        except subprocess.TimeoutExpired:
            raise Problem("running", "it does not end") from None
        if done.returncode:
            last = (done.stderr or done.stdout.splitlines()[-1:]
                    or ["nothing"])
            raise Problem(f"exit code {done.returncode}",
                          last if isinstance(last, str) else last[0])
        return done.stdout

    # --- Comparing ----------------------------------------------------------

    def test(self) -> Result:
        seed = self.made.seed
        try:
            wanted = self.run("O0")
            output = self.run("reference")
        except Problem as problem:
            return Result(seed, "dropped", str(problem))
        if output != wanted:
            return Result(seed, "dropped", "-O0 and the level differ: "
                          + difference(wanted, output))
        try:
            output = self.run("ours")
        except Problem as problem:
            return Result(seed, "failed", str(problem))
        if output == wanted:
            return Result(seed, "agree")
        why = difference(wanted, output)
        if self.needs_what_is_left_out(wanted):
            return Result(seed, "dropped", LEFT_OUT + why)
        return Result(seed, "failed", why)

    def variables(self, side: str, unit: str) -> set:
        """The static variables of inline functions that the linker may have
        exported from a linkage unit."""
        done = subprocess.run([self.nm, self.work / side / file_name(unit)],
                              capture_output=True, text=True)
        found = re.findall(r" [VWu] (_ZZ\S+)$", done.stdout, re.M)
        return set(found)

    def needs_what_is_left_out(self, wanted: str) -> bool:
        """Whether the program prints `wanted` once each linkage unit has all
        variables that it has without the option. A unit that optimization
        leaves without a method is left without its variables, and linkers
        export those of a program only if a shared object has them, too."""
        added = {}
        for unit in self.layout.units:
            names = (self.variables("reference", unit)
                     - self.variables("ours", unit))
            if names:
                stem = f"ours/added-{unit}"
                (self.work / f"{stem}.s").write_text("".join(
                    VARIABLE.format(name=name) for name in sorted(names)))
                self.call("assembling", [self.theirs, *self.target, "-c",
                                         f"{stem}.s", "-o", f"{stem}.o"])
                added[unit] = (f"{stem}.o",)
        try:
            return bool(added) and self.run("ours", added) == wanted
        except Problem:
            return False

    def undefined(self, side: str) -> dict:
        """Strong undefined symbols of the objects, by source."""
        found = {}
        for path in sorted((self.work / side).glob("*.o")):
            done = subprocess.run([self.nm, "-u", "--demangle", path],
                                  capture_output=True, text=True)
            names = found.setdefault(path.name.split("-")[0], set())
            names.update(line.split(None, 1)[1]
                         for line in done.stdout.splitlines()
                         if line.strip().startswith("U "))
        return found

    def only_ours(self) -> list:
        """Undefined symbols that only the option's build has."""
        theirs, ours = self.undefined("reference"), self.undefined("ours")
        return [f"{name}: {symbol}" for name in ours
                for symbol in sorted(ours[name] - theirs.get(name, set()))]

    def defined(self, side: str) -> set:
        """The dynamic symbols that each linkage unit defines."""
        found = set()
        for unit in self.layout.units:
            path = self.work / side / file_name(unit)
            if path.exists():
                done = subprocess.run(
                    [self.nm, "-D", "--demangle", "--defined-only", path],
                    capture_output=True, text=True)
                found |= {f"{unit}: {line.split(None, 2)[2]}"
                          for line in done.stdout.splitlines()}
        return found

    def reduce(self, wanted: str, budget: int) -> set:
        """Statements that may be left out while it fails alike."""
        dropped = set()
        size = max(1, self.made.pieces // 2)
        while budget > 0 and size:
            for at in range(0, self.made.pieces, size):
                some = dropped.union(range(at, at + size))
                if some == dropped or budget <= 0:
                    continue
                budget -= 1
                self.write(some)
                found = self.test()
                if found.result == "failed" and alike(found.why, wanted):
                    dropped = some
            size //= 2
        return dropped


def alike(one: str, other: str) -> bool:
    """Whether two reasons are of the same sort."""
    def sort(why):
        return ("undefined" in why, "instead of" in why, "exit code" in why)

    return sort(one) == sort(other)


def file_name(unit: str) -> str:
    return {"program": "program", "plugin": "plugin.so"}.get(unit,
                                                             f"lib{unit}.so")


def difference(wanted: str, output: str) -> str:
    for one, other in zip(wanted.splitlines(), output.splitlines()):
        if one != other:
            return f"'{other}' instead of '{one}'"
    return "it printed more or less than it should"


def clear(folder: Path) -> None:
    """Removes what a program has left in its directory."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()


def test_program(tools: Path, seed: int, faults: Path,
                 is_aarch64: bool = False, budget: int = 0) -> Result:
    """Tests the program of a seed, and keeps it if it fails."""
    made = program.make(seed, is_aarch64)
    work = faults / str(seed)
    if work.exists():
        clear(work)
    bench = Bench(tools or BUILD / "bin", work, made)
    bench.write()
    found = bench.test()
    if found.result != "failed":
        clear(work)
        return found
    dropped = bench.reduce(found.why, budget) if budget else set()
    for path in work.glob("*/*"):
        path.unlink()
    bench.write(dropped)
    again = bench.test()
    (work / "commands").write_text("\n".join(bench.commands) + "\n")
    (work / "README").write_text("\n".join([
        f"seed {seed}: {again.why}", "",
        "Undefined symbols that only the option's build has:",
        *bench.only_ours(), "",
        "Dynamic symbols that only the option's build defines:",
        *sorted(bench.defined("ours") - bench.defined("reference")), ""]))
    return Result(seed, "failed", again.why)
