"""Static libraries, one archive per component, without the members that our
objects replace.

A client that links both our archives and the distribution's depends on their
order, and groups of GNU ld mix their members. In a merged archive there is one
definition of each symbol, so that no order can mix.

A member is replaced if it defines a symbol that one of our objects defines, by
whatever name; libclangCodeGen.a has eleven names twice. A member without strong
symbols is replaced by its name.

Every object that includes LLVM's headers refers to a variable with
which LLVM tells apart libraries with and without checks that change layouts. In
our archives it is called differently: see abi.py.
"""

import json
import posixpath
import shutil
from dataclasses import dataclass
from pathlib import Path

from ..overlay import symbols
from ..parallel import in_parallel
from ..ui import Failure, run, step
from . import abi


# How the libraries begin that belong to LLVM, clang and Polly.
PROJECTS = ("LLVM", "Polly", "clang", "findAllSymbols")


@dataclass(frozen=True)
class Gone:
    """A member that is not in a merged archive: the `number`th of its name."""

    name: str
    number: int
    symbols: frozenset


def _numbered(listing: list) -> list:
    """The members of a listing of symbols.read(), as Gone."""
    count = {}
    found = []
    for name, strong in listing:
        name = posixpath.basename(name)
        count[name] = count.get(name, 0) + 1
        found.append(Gone(name, count[name], frozenset(strong)))
    return found


def replaced(ours: list, theirs: list, retired=()) -> list:
    """The members of `theirs` whose place one of `ours` takes, or that are
    `retired`. Both are listings of symbols.read()."""
    strong = {symbol for _, names in ours for symbol in names}
    named = {posixpath.basename(name) for name, _ in ours}
    return [member for member in _numbered(theirs)
            if member.symbols & strong or member.name in retired
            or not member.symbols and member.name in named]


def compare(archive: str, gone: list, expected: list, retired: list) -> None:
    """Fails unless exactly the members that the plan names are `gone`."""
    mine = sorted(member.name for member in gone)
    planned = sorted([*expected, *retired])
    if mine != planned:
        odd = sorted(set(mine) ^ set(planned)) or ["one that is there twice"]
        raise Failure(f"{archive}: {len(mine)} members share a symbol with "
                      f"our objects, but {len(planned)} are replaced; the "
                      f"first that differs is {odd[0]}")


@dataclass
class Merger:
    """Merges the archives of `build`, the overlay's directory, with those of
    the distribution's `prefix`, into `target`."""

    build: Path
    prefix: Path
    target: Path

    def __post_init__(self):
        plan = json.loads((self.build / "replaced.json").read_text())
        self.expected = plan["replaced"]
        self.retired = plan["retired"]

    def _tool(self, name: str) -> str:
        return str(self.prefix / "bin" / f"llvm-{name}")

    def ours(self) -> dict:
        """{name: path} of our archives, such as LLVMCore."""
        return {path.name[3:-2]: path for path in
                sorted((self.build / "lib/overlay").glob("lib*.a"))}

    def theirs(self) -> dict:
        """The same of the distribution's, without its other projects'."""
        return {path.name[3:-2]: path for path in
                sorted((self.prefix / "lib").glob("lib*.a"))
                if path.name[3:].startswith(PROJECTS)}

    def _delete(self, path: Path, gone: list) -> None:
        """Those of one name from the last on, so that the numbers stay."""
        first = [member.name for member in gone if member.number == 1]
        for member in sorted(gone, key=lambda m: -m.number):
            if member.number > 1:
                run([self._tool("ar"), "dN", str(member.number), path,
                     member.name], what=f"changing {path.name}")
        if first:
            run([self._tool("ar"), "d", path, *first],
                what=f"changing {path.name}")

    def _merge(self, name: str) -> int:
        """Writes one archive; says how many members it replaced."""
        ours, theirs = self.ours().get(name), self.theirs().get(name)
        path = self.target / f"lib{name}.a"
        path.unlink(missing_ok=True)
        gone = []
        if theirs:
            shutil.copyfile(theirs, path)
        if ours and theirs:
            retired = self.retired.get(str(theirs), [])
            nm = self._tool("nm")
            gone = replaced(symbols.read(nm, ours), symbols.read(nm, theirs),
                            retired)
            compare(theirs.name, gone, self.expected.get(str(theirs), []),
                    retired)
            self._delete(path, gone)
        if name == abi.LIBRARY:
            self._delete(path, [Gone(abi.MEMBER, 1, frozenset())])
        if ours:
            run([self._tool("ar"), "qcL", path, ours],
                what=f"writing {path.name}")
        run([self._tool("objcopy"), "--strip-debug",
             f"--redefine-sym={abi.UPSTREAM}={abi.ours()}", path],
            what=f"writing {path.name}")
        if name == abi.LIBRARY:
            # Not before: they name both symbols.
            run([self._tool("ar"), "qcL", path, abi.objects(self.build)],
                what=f"writing {path.name}")
        return len(gone)

    def merge(self, names=None) -> int:
        """Writes all archives, or those of `names`; says how many."""
        self.target.mkdir(parents=True, exist_ok=True)
        if names is None:
            names = sorted({*self.ours(), *self.theirs()})
        with step(f"merging {len(names)} libraries"):
            in_parallel(self._merge, names)
        return len(names)
