"""How a program is described: where it is from, how it is built, what it runs.

Words of commands and flags may use {source}, the unpacked package; {build}, the
directory in which it is built; {inputs}, WORKLOADS; {run}, the directory in
which a command runs, which is empty at first; and {NAME} for the package NAME
of Program.also.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from ..ui import Failure

WORKLOADS = Path(__file__).resolve().parent / "workloads"


@dataclass(frozen=True)
class Run:
    """A command whose exit code and output are compared."""

    name: str
    command: tuple
    # A file that it reads, or nothing.
    stdin: str = ""
    # What is taken out of its output: expressions.
    ignore: tuple = ()
    # Whether its instructions are counted. Commands that start others are
    # not, because the emulator executes just one program.
    counted: bool = True
    # Files below {run} that it writes, which are output as well.
    writes: tuple = ()
    # Files and directories that {run} has a copy of when it starts.
    copies: tuple = ()
    # The exit code with which it does not fail.
    expected: int = 0


@dataclass(frozen=True)
class Sources:
    """A library and programs that use it, from lists of sources.

    Patterns are relative to the package, or start with a placeholder.
    """

    # Patterns of the library's sources; without any there is no library.
    library: tuple = ()
    # Programs: {name: patterns}.
    programs: dict = field(default_factory=dict)
    # An expression for paths that are left out of what patterns with a * find.
    without: str = "^$"
    flags: tuple = ()
    c_flags: tuple = ()
    cxx_flags: tuple = ()
    # What is linked at last.
    libraries: tuple = ()
    # Files that the package's configure makes: {path below {build}: text}.
    files: dict = field(default_factory=dict)
    # Commands that make further files, executed once in {build}. {cc} is a
    # compiler for this machine.
    prepare: tuple = ()
    # Flags of some programs: {name: flags}.
    own_flags: dict = field(default_factory=dict)

    def __hash__(self):
        return hash(repr(self))


@dataclass(frozen=True)
class Cmake:
    """A package that CMake builds."""

    options: tuple = ()
    # What is built.
    targets: tuple = ("all",)
    # Where its CMakeLists.txt is.
    directory: str = "{source}"
    # What BUILD_SHARED_LIBS is called; {} is ON or OFF.
    shared: tuple = ("-DBUILD_SHARED_LIBS={}",)


@dataclass(frozen=True)
class Program:
    """A program, or a library with programs that use it."""

    name: str
    # The source package, which pins.py knows.
    package: str
    recipe: object
    runs: tuple
    # The ends of the paths of its largest sources, tables aside.
    largest: tuple
    cxx: bool = False
    # Further source packages that it needs.
    also: tuple = ()
    # Debian packages that it needs to be installed.
    needs: tuple = ()
    targets: tuple = ("x86-64", "aarch64")
    variants: tuple = ("static", "shared", "half", "lto", "thinlto",
                       "half lto", "half thinlto", "shared lto")

    def own_files(self) -> list:
        """The sources that are ours and no workloads."""
        programs = getattr(self.recipe, "programs", {})
        return [Path(name) for names in programs.values() for name in names
                if Path(name).is_absolute()]


def expand(words, places: dict) -> list:
    """`words` with placeholders replaced. Other braces stay as they are."""
    def replace(match):
        return str(places.get(match[1], match[0]))
    return [re.sub(r"\{([\w.+-]+)\}", replace, str(word)) for word in words]


def find(patterns, without: str, places: dict) -> list:
    """The sources that `patterns` stand for, each once, in order."""
    top = Path(places["source"])
    found = {}
    for pattern in expand(patterns, places):
        path = Path(pattern)
        base, relative = (Path("/"), path.relative_to("/")) \
            if path.is_absolute() else (top, path)
        # A file that is named is wanted.
        files = [p for p in sorted(base.glob(str(relative)))
                 if "*" not in pattern
                 or not re.search(without, _below(p, top))]
        if not files:
            raise Failure(f"{top} has no {pattern}")
        found.update(dict.fromkeys(files))
    return list(found)


def _below(path: Path, top: Path) -> str:
    return str(path.relative_to(top) if path.is_relative_to(top) else path)


RULES = """\
cc = {clang}
cxx = {clangxx}
ar = {ar}
rule c
  command = $cc -c $flags $in -o $out -MD -MF $out.d
  depfile = $out.d
rule cxx
  command = $cxx -c $flags $in -o $out -MD -MF $out.d
  depfile = $out.d
rule archive
  command = rm -f $out && $ar rcs $out $in
rule shared
  command = $link -shared $in -o $out -Wl,-soname,$soname $libraries
rule link
  command = $link $in -o $out -Wl,-rpath,{build} $libraries
"""
C_SUFFIXES = (".c", ".S", ".s")


def _quote(text: str) -> str:
    """A word of a command in a Ninja file, for the shell."""
    if re.search(r"[^\w@%+=:,./-]", text):
        text = "'" + text.replace("'", "'\"'\"'") + "'"
    return text.replace("$", "$$")


def _path(path) -> str:
    return re.sub(r"([$ :])", r"$\1", str(path))


def ninja(program: Program, shared: bool, places: dict, tools: dict) -> str:
    """The text of the Ninja file that builds `program` from its Sources."""
    recipe = program.recipe
    build = Path(places["build"])
    lines = [RULES.format(build=build, **tools)]

    def compile_all(files, folder, flags) -> list:
        objects = []
        for number, source in enumerate(files):
            # Some files have one name in several directories.
            output = f"obj/{folder}/{number}-{source.stem}.o"
            is_c = source.suffix in C_SUFFIXES
            own = recipe.c_flags if is_c else recipe.cxx_flags
            words = " ".join(map(_quote, expand((*flags, *own), places)))
            lines.append(f"build {output}: {'c' if is_c else 'cxx'} "
                         f"{_path(source)}\n  flags = {words}")
            objects.append(output)
        return objects

    link = "$cxx" if program.cxx else "$cc"
    libraries = " ".join(map(_quote, expand(recipe.libraries, places)))
    library = ""
    if recipe.library:
        files = find(recipe.library, recipe.without, places)
        flags = ("-fPIC", *recipe.flags) if shared else recipe.flags
        objects = compile_all(files, "library", flags)
        library = f"lib{program.name}.so" if shared else f"lib{program.name}.a"
        lines.append(f"build {library}: {'shared' if shared else 'archive'} "
                     + " ".join(objects)
                     + f"\n  soname = {library}\n  link = {link}"
                     f"\n  libraries = {libraries}")
    for name, patterns in recipe.programs.items():
        files = find(patterns, recipe.without, places)
        objects = compile_all(
            files, name, (*recipe.flags, *recipe.own_flags.get(name, ())))
        lines.append(f"build {name}: link " + " ".join([*objects, library])
                     + f"\n  link = {link}\n  libraries = {libraries}")
    return "\n".join(lines) + "\n"
