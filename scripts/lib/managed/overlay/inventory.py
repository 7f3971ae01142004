"""What the overlay can build: libraries, units, generated files, changes.

Paths of source files are written relative to the top of the source tree
("llvm/lib/IR/Core.cpp") throughout, so that one name means the same file in
upstream/, in tree/ and in a full checkout.

The libraries are read from upstream's CMakeLists.txt files as text; that is
enough because those lists are flat. Which units a library really has is taken
from the distribution's archive: a unit it was built without (another
operating system's, say) needs no replacement. A library that the distribution
does not package, such as lld's, is compiled whole, and those lists say what
that is.
"""

import os
import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path

from ..ui import Failure

# Where units that end up in archives live. The optimiser's driver is the one
# library that upstream keeps with a tool.
LIBRARY_ROOTS = ("llvm/lib", "clang/lib", "llvm/tools/opt", "lld/Common",
                 "lld/ELF")
# Those compiled whole when there is no archive. Of lld's linkers it is the
# one for ELF: cmake/OtherFlavors.cpp stands in for the others.
WHOLE_ROOTS = ("lld/Common", "lld/ELF")
UNITTEST_ROOTS = ("llvm/unittests", "clang/unittests")
EXAMPLE_ROOTS = ("llvm/examples",)
# Everything that a unit can see through an include.
SCAN_ROOTS = ("llvm/include", "llvm/lib", "llvm/tools", "clang/include",
              "clang/lib", "clang/tools/clang-repl", "clang/tools/driver",
              "lld/include", "lld/Common", "lld/ELF", "lld/tools/lld",
              *UNITTEST_ROOTS, *EXAMPLE_ROOTS)
PUBLIC_ROOTS = ("llvm/include", "clang/include")
UNIT_SUFFIXES = (".cpp", ".c", ".S")
HEADER_SUFFIXES = (".h", ".def", ".inc", ".td", ".hpp", ".inl", ".gen")

# Directories below SCAN_ROOTS that no unit of ours can see.
_SKIPPED = ("clang/lib/Headers", "clang/lib/CIR", "llvm/lib/Testing")


@dataclass
class Library:
    """One static library: upstream's name for it and where it lives.

    `units` are those its archive holds, or those that the CMake file lists if
    the library is compiled `whole`; `unplaced` are archive members that no
    source file of the directory answers to. `retired` are upstream's units that
    the series takes out of the library, because others take their place.
    """

    name: str
    directory: str
    archive: Path = None
    units: list = field(default_factory=list)
    unplaced: list = field(default_factory=list)
    retired: list = field(default_factory=list)
    whole: bool = False

    @property
    def family(self) -> str:
        """The project it belongs to: llvm, clang or lld."""
        return self.directory.split("/")[0]


@dataclass(frozen=True)
class Generated:
    """A file that TableGen writes: `path` from `source` with `arguments`.

    `extra` is what the same command writes beside `path`.
    """

    path: str
    source: str
    arguments: tuple
    includes: tuple
    clang: bool
    extra: tuple = ()

    @property
    def outputs(self) -> tuple:
        """All files that the command writes."""
        return (self.path,) + self.extra


def list_files(top: Path, roots=SCAN_ROOTS) -> set:
    """All units and headers below `roots` of `top`, as relative paths."""
    found = set()
    suffixes = UNIT_SUFFIXES + HEADER_SUFFIXES
    for root in roots:
        for where, directories, names in os.walk(top / root):
            relative = posixpath.relpath(where, top)
            directories[:] = [d for d in directories
                              if f"{relative}/{d}" not in _SKIPPED]
            found.update(f"{relative}/{name}" for name in names
                         if name.endswith(suffixes))
    return found


def list_cmake(top: Path, roots=SCAN_ROOTS) -> list:
    """All CMakeLists.txt below `roots` of `top`, as relative paths."""
    found = []
    for root in roots:
        for where, directories, names in os.walk(top / root):
            directories.sort()
            if "CMakeLists.txt" in names:
                found.append(posixpath.relpath(where, top))
    return [f"{d}/CMakeLists.txt" for d in found]


def _same(one: Path, two: Path) -> bool:
    first, second = one.stat(), two.stat()
    if first.st_ino == second.st_ino and first.st_dev == second.st_dev:
        return True
    if first.st_size != second.st_size:
        return False
    if first.st_mtime_ns == second.st_mtime_ns:
        return True
    return one.read_bytes() == two.read_bytes()


def changes(upstream: Path, tree: Path, upstream_files: set,
            tree_files: set) -> tuple:
    """The files that differ, and those only in `tree`: (changed, new).

    A file that `tree` lacks is an error: a member cannot be taken out of the
    distribution's archive.
    """
    gone = sorted(upstream_files - tree_files)
    if gone:
        raise Failure(f"{gone[0]} is missing from {tree}: the overlay cannot "
                      "delete upstream files; restore it there")
    changed = {f for f in upstream_files
               if not _same(upstream / f, tree / f)}
    return changed, tree_files - upstream_files


# CMake files read as text.

_LIBRARY = re.compile(
    r"^\s*(?:add_llvm_component_library|add_llvm_library|add_clang_library|"
    r"add_lld_library|(add_llvm_target))\(\s*(\w+)([^)]*)", re.M)
# What llvm_process_sources does not miss in a library any more.
_OPTIONAL = re.compile(
    r"^\s*list\(\s*APPEND\s+LLVM_OPTIONAL_SOURCES\s([^)]*)\)", re.M)
_TABLEGEN = re.compile(
    r"^\s*(?:set\(\s*LLVM_TARGET_DEFINITIONS\s+(?P<source>[^\s)]+)\s*\)"
    r"|tablegen\(\s*LLVM\s+(?P<llvm>[^)]*)\)"
    r"|clang_(?:diag_gen|tablegen)\((?P<clang>[^)]*)\))", re.M)
# What upstream's macro clang_diag_gen makes of one component.
_DIAGNOSTIC_FILES = (
    ("Kinds", "-gen-clang-diags-defs"), ("Enums", "-gen-clang-diags-enums"),
    ("CompatIDs", "-gen-clang-diags-compat-ids"),
    ("Interface", "-gen-clang-diags-iface"))
_REGISTER_PARTS = ("Enums", "Header", "MCDesc", "TargetDesc")


def strip_comments(text: str) -> str:
    """A CMake file without its whole-line comments."""
    return re.sub(r"^\s*#.*$", "", text, flags=re.M)


def libraries_in(text: str, directory: str) -> list:
    """The libraries that the CMake file `text` of `directory` defines.

    Each with the units that stand in the call itself.
    """
    return [Library(("LLVM" if target else "") + name, directory,
                    units=units_named(rest, directory))
            for target, name, rest in _LIBRARY.findall(strip_comments(text))]


def units_named(words: str, directory: str) -> list:
    """The units among the arguments of a CMake call in `directory`."""
    return [posixpath.normpath(f"{directory}/{word}") for word in words.split()
            if word.endswith(UNIT_SUFFIXES) and "${" not in word]


def retired_in(directory: Path) -> set:
    """The names of the units that Managed.cmake in `directory` retires."""
    path = directory / "Managed.cmake"
    if not path.is_file():
        return set()
    return {name for names in _OPTIONAL.findall(
        strip_comments(path.read_text())) for name in names.split()}


def place(word: str, directory: str) -> str:
    """The path that `word` means in the CMake file of `directory`."""
    project = directory.split("/")[0]
    for variable in ("CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_BINARY_DIR"):
        word = word.replace("${%s}" % variable, directory)
    for variable in ("PROJECT_SOURCE_DIR", "CLANG_SOURCE_DIR",
                     "LLVM_MAIN_SRC_DIR", "CMAKE_SOURCE_DIR"):
        word = word.replace("${%s}" % variable, project)
    word = word.strip('"')
    if not word.startswith(("llvm/", "clang/", "lld/")):
        word = posixpath.join(directory, word)
    return posixpath.normpath(word)


def generated_in(text: str, directory: str) -> list:
    """The TableGen commands of the CMake file `text` of `directory`."""
    found = []
    definitions = None
    for match in _TABLEGEN.finditer(strip_comments(text)):
        if match["source"]:
            definitions = match["source"]
            continue
        clang = match["llvm"] is None
        words = (match["clang"] if clang else match["llvm"]).split()
        if not words:
            continue
        if "clang_diag_gen" in match[0]:
            for suffix, action in _DIAGNOSTIC_FILES:
                found.append(Generated(
                    f"{directory}/Diagnostic{words[0]}{suffix}.inc",
                    f"{directory}/Diagnostic.td",
                    (action, f"-clang-component={words[0]}"),
                    (directory, *reversed(PUBLIC_ROOTS)), True))
            continue
        command = _tablegen_call(words, definitions, directory, clang)
        if command:
            found.append(command)
    return found


def _tablegen_call(words: list, source: str, directory: str, clang: bool):
    """The Generated for the words of one call, if they are plain text."""
    output, words = words[0], words[1:]
    arguments, includes = [], [directory]
    while words:
        word = words.pop(0)
        if word == "SOURCE":
            source = words.pop(0)
        elif word in ("TARGET", "DEPENDS"):
            words.pop(0)
        elif word in ("EXTRA_INCLUDES", "-I"):
            includes.append(place(words.pop(0), directory))
        elif word.startswith("-I"):
            includes.append(place(word[2:], directory))
        else:
            arguments.append(word.replace('"', ""))
    if source is None:
        return None
    source = place(source, directory)
    if "${" in "".join([output, source, *arguments]):
        return None
    path = posixpath.normpath(f"{directory}/{output}")
    extra = ()
    if "-gen-register-info" in arguments:
        stem = path[:-len(".inc")]
        extra = tuple(f"{stem}{part}.inc" for part in _REGISTER_PARTS)
    includes += reversed(PUBLIC_ROOTS) if clang else [PUBLIC_ROOTS[0]]
    return Generated(path, source, tuple(arguments),
                     tuple(dict.fromkeys(includes)), clang, extra)


# Archives.

def archive_members(path: Path) -> list:
    """The member names of a static archive, in order."""
    names, long_names = [], b""
    with open(path, "rb") as archive:
        if archive.read(8) != b"!<arch>\n":
            raise Failure(f"{path} is not a static archive; reinstall the "
                          "package it belongs to")
        while True:
            header = archive.read(60)
            if len(header) < 60:
                return names
            size = int(header[48:58])
            name = header[:16].rstrip()
            if name == b"//":
                long_names = archive.read(size)
            else:
                if name not in (b"/", b"/SYM64/"):
                    if name.startswith(b"/"):
                        start = int(name[1:])
                        name = long_names[start:long_names.index(
                            b"\n", start)]
                    names.append(name.rstrip(b"/").decode())
                archive.seek(size, os.SEEK_CUR)
            if size % 2:
                archive.seek(1, os.SEEK_CUR)


def owner(path: str, directories: dict):
    """The library that owns the unit `path`: that of the nearest directory."""
    where = posixpath.dirname(path)
    while where:
        if where in directories:
            return directories[where]
        where = posixpath.dirname(where)
    return None


def find_libraries(top: Path, files: set, prefix: Path) -> tuple:
    """What the CMake files of `top` define.

    Returns ({name: Library}, [Generated], {directory: Library}). `prefix` is
    the distribution's LLVM. Each library has the units that its archive there
    has. A library without an archive has none, unless it is below WHOLE_ROOTS.
    """
    libraries, generated, directories = {}, [], {}
    for path in list_cmake(top):
        directory = posixpath.dirname(path)
        text = (top / path).read_text(errors="replace")
        generated += generated_in(text, directory)
        if not directory.startswith(LIBRARY_ROOTS):
            continue
        for library in libraries_in(text, directory):
            if library.name in libraries:
                continue
            libraries[library.name] = library
            archive = prefix / "lib" / f"lib{library.name}.a"
            if archive.exists():
                library.archive = archive
            library.whole = (not library.archive
                             and directory.startswith(WHOLE_ROOTS))
            if not library.whole:
                library.units = []
            known = directories.get(directory)
            if known is None or (library.archive and not known.archive):
                directories[directory] = library
    by_directory = {}
    for path in files:
        if path.endswith(UNIT_SUFFIXES) and path.startswith(LIBRARY_ROOTS):
            library = owner(path, directories)
            if library:
                by_directory.setdefault(library.directory, {}).setdefault(
                    posixpath.basename(path), []).append(path)
    for library in libraries.values():
        if not library.archive:
            continue
        mine = by_directory.get(library.directory, {})
        retired = retired_in(top / library.directory)
        for member in archive_members(library.archive):
            base = member[:-2] if member.endswith(".o") else member
            places = sorted(mine.get(base, ()))
            if not places:
                library.unplaced.append(member)
            (library.retired if base in retired else library.units).extend(
                p for p in places if p not in library.units)
    return libraries, generated, directories
