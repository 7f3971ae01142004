"""Running TableGen: does a changed .td file change what is generated?

Most edits of a .td file reach only some of the files made from it. For each
command that reads a changed .td, both the pristine and the patched output are
made and compared; only those that differ count as changed headers.
"""

import hashlib
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import inventory
from ..ui import Failure, run, say

# Sources of clang's own TableGen, which the distribution does not package.
_CLANG_TBLGEN = "clang/utils/TableGen"
_CLANG_SUPPORT = "clang/lib/Support"


# What emitters write: the names of actions and of included headers.
_ACTION = re.compile(r'"(gen-[\w-]+)"')
_EMITTED = re.compile(r'#include \\"([^"\\]+)\\"')


def emitted_includes(upstream: Path) -> dict:
    """The headers that generated files include, by TableGen action.

    Read from the text of the emitters. None stands for any action: the name
    of the action is in another file.
    """
    found = {}
    for directory in ("llvm/utils/TableGen", _CLANG_TBLGEN):
        for path in sorted((upstream / directory).rglob("*.cpp")):
            text = path.read_text(errors="replace")
            headers = _EMITTED.findall(text)
            if headers:
                for action in _ACTION.findall(text) or [None]:
                    found.setdefault(action, []).extend(headers)
    return found


def generated_includes(commands: list, upstream: Path, prefix: Path,
                       scanner) -> dict:
    """What each generated file includes, as closure.parse would say it.

    The distribution installs the public ones. Of the private ones it is read
    from the emitters.
    """
    emitted = emitted_includes(upstream)
    found = {}
    for command in commands:
        actions = [a.lstrip("-") for a in command.arguments] + [None]
        private = [['"', name] for action in actions
                   for name in emitted.get(action, ())]
        private += [['"', Path(e).name] for e in command.extra]
        for path in command.outputs:
            installed = prefix / "include" / path.split("/", 2)[2]
            if (path.startswith(inventory.PUBLIC_ROOTS)
                    and installed.exists()):
                found[path] = scanner.scan(installed)[0]
            else:
                found[path] = private
    return found


def command_line(command: inventory.Generated, tool, top: Path,
                 output: Path) -> list:
    """The TableGen invocation of `command` in the source tree `top`."""
    includes = [f"-I{top / d}" for d in command.includes]
    return [str(tool), *command.arguments, *includes,
            str(top / command.source), "-o", str(output)]


class Generator:
    """Makes generated files below `where`, each only when its inputs change.

    `where`/tree and `where`/upstream hold the two versions.
    """

    def __init__(self, prefix: Path, upstream: Path, where: Path, jobs: int):
        self.prefix, self.upstream, self.where = prefix, upstream, where
        self.jobs = jobs
        self.llvm_tblgen = prefix / "bin" / "llvm-tblgen"

    def made(self, path: str) -> Path:
        """Where `compare` left the new version of `path`."""
        return self.where / "tree" / path

    def clang_tblgen(self) -> Path:
        """clang's TableGen, compiled from the pristine source if need be."""
        binary = self.where / "clang-tblgen"
        if binary.exists():
            return binary
        say("compiling clang-tblgen, which a changed clang .td file needs")
        objects = self.where / "clang-tblgen.objects"
        objects.mkdir(parents=True, exist_ok=True)
        units = sorted((self.upstream / _CLANG_TBLGEN).glob("*.cpp"))
        units += sorted((self.upstream / _CLANG_SUPPORT).glob("*.cpp"))
        if not units:
            raise Failure(f"{self.upstream / _CLANG_TBLGEN} is missing; run "
                          "scripts/fork sync")
        compiler = str(self.prefix / "bin" / "clang++")
        if shutil.which("ccache"):
            compiler = "ccache " + compiler
        flags = ["-std=c++17", "-O1", "-w", "-fno-exceptions",
                 f"-I{self.upstream / _CLANG_TBLGEN}",
                 f"-I{self.upstream / 'clang/include'}",
                 f"-I{self.prefix / 'include'}"]

        def compile_unit(unit: Path) -> Path:
            done = objects / (unit.stem + ".o")
            if not done.exists():
                partial = done.with_suffix(".tmp.o")
                run([*compiler.split(), *flags, "-c", unit, "-o", partial],
                    what=f"compiling {unit.name}")
                partial.replace(done)
            return done

        with ThreadPoolExecutor(self.jobs) as pool:
            done = list(pool.map(compile_unit, units))
        library = self.prefix / "lib"
        system = run([self.prefix / "bin" / "llvm-config", "--link-static",
                      "--system-libs", "support"]).split()
        partial = binary.with_suffix(".tmp")
        run([*compiler.split()[-1:], "-fuse-ld=lld", *done,
             *(library / f"lib{name}.a" for name in
               ("LLVMTableGen", "LLVMSupport", "LLVMTargetParser",
                "LLVMDemangle")),
             *system, "-lpthread", "-o", partial],
            what="linking clang-tblgen")
        partial.replace(binary)
        return binary

    def _make(self, command: inventory.Generated, top: Path, side: str,
              inputs: list) -> None:
        tool = self.clang_tblgen() if command.clang else self.llvm_tblgen
        output = self.where / side / command.path
        key = hashlib.sha256(repr((
            command, os.stat(tool).st_mtime_ns)).encode())
        for path in inputs:
            key.update((top / path).read_bytes())
        stamp = output.with_name(output.name + ".key")
        if stamp.exists() and stamp.read_text() == key.hexdigest():
            return
        stamp.unlink(missing_ok=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(command_line(command, tool, top, output),
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode:
            errors = [l for l in done.stderr.splitlines() if "error:" in l]
            raise Failure("TableGen cannot make "
                          f"{command.path}: {(errors or ['?'])[0]}")
        stamp.write_text(key.hexdigest())

    def compare(self, commands: list, tree: Path, inputs) -> set:
        """The files of `commands` that differ between upstream and `tree`.

        `inputs(command, side)` lists the .td files a command reads. A command
        that upstream lacks differs always.
        """
        if any(c.clang for c in commands):
            self.clang_tblgen()
        jobs = []
        for command in commands:
            for side, top in (("tree", tree), ("upstream", self.upstream)):
                if (top / command.source).exists():
                    jobs.append((command, top, side,
                                 sorted(inputs(command, side))))
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(lambda job: self._make(*job), jobs))
        differ = set()
        for command in commands:
            for path in command.outputs:
                new = self.made(path)
                old = self.where / "upstream" / path
                if not old.exists() or new.read_bytes() != old.read_bytes():
                    differ.add(path)
        return differ
