"""The executables of the overlay: upstream's tools, our tools, tests, examples.

Like the libraries they are read from CMakeLists.txt files in upstream's style,
so that one and the same file serves the overlay and a complete build. The
plugin that GNU linkers load counts as one: it is linked like a tool. So does a
pass plugin, which contains new files only and takes LLVM from the program that
loads it.
"""

import os
import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path

from . import closure, inventory
from ..ui import Failure

# Upstream's tools that the overlay always links, and where they live.
TOOLS = ("clang", "clang-repl", "opt", "llc", "llvm-objdump", "llvm-readobj",
         "lli", "llvm-jitlink", "llvm-jitlink-executor", "llvm-config",
         "llvm-extract", "llvm-link", "llvm-lto", "llvm-lto2", "llvm-reduce",
         "lld", "LLVMgold")
BASELINE_TOOLS = ("clang", "opt", "llc")
_DIRECTORIES = {
    "clang": "clang/tools/driver", "clang-repl": "clang/tools/clang-repl",
    "lld": "lld/tools/lld",
    "LLVMgold": "llvm/tools/gold",
    "llvm-jitlink-executor": "llvm/tools/llvm-jitlink/llvm-jitlink-executor"}
# Links beside the tools: those upstream's CMake files name only in variables.
# Of lld's, that of the linker it contains.
_LINKS = {"clang": ("clang++", "clang-cpp", "clang-cl"), "lld": ("ld.lld",)}
_TOOL = re.compile(
    r"^\s*add_(llvm_tool|llvm_utility|clang_tool|clang_executable|lld_tool|"
    r"llvm_unittest|clang_unittest|llvm_target_unittest|llvm_library|"
    r"llvm_pass_plugin|llvm_example)"
    r"\(\s*(\w[\w+.-]*)([^)]*)\)", re.M)
_LINK = re.compile(
    r"^\s*add_(?:llvm_tool|clang)_symlink\(\s*([\w+.-]+)\s+([\w+.-]+)", re.M)
_SEARCH = re.compile(r"^\s*include_directories\(([^)]*)\)", re.M)
_EXPORTS = re.compile(
    r"^\s*export_executable_symbols_for_plugins\(\s*([\w+.-]+)\s*\)", re.M)
_PACKAGES = re.compile(r"^\s*pkg_check_modules\(\s*\w+\s+([^)]*)\)", re.M)
_SYMBOLS = re.compile(
    r"LLVM_EXPORTED_SYMBOL_FILE\s+\$\{CMAKE_CURRENT_SOURCE_DIR\}/([^\s)]+)")


@dataclass
class Program:
    """An executable: a tool, a unit test, an example or a plugin.

    A plugin has `passes` or is for linkers. `symbols` is the file that names
    what a plugin exports. `packages` are what pkg-config has to know; without
    them CMake leaves the program out.
    """

    name: str
    directory: str
    units: list
    links: list = field(default_factory=list)
    exports: bool = False
    driver: bool = False
    test: bool = False
    # Private directories that it asks for, such as those of a target.
    private: tuple = ()
    plugin: bool = False
    passes: bool = False
    symbols: str = ""
    packages: tuple = ()

    def search(self) -> tuple:
        """The private directories that its units search, in order."""
        return (*closure.search_path(self.directory), *self.private)

    @property
    def kind(self) -> str:
        if self.directory.startswith(inventory.EXAMPLE_ROOTS):
            return "example"
        if self.passes:
            return "pass-plugin"
        return "test" if self.test else "plugin" if self.plugin else "tool"

    @property
    def family(self) -> str:
        """The project it belongs to: llvm, clang or lld."""
        return self.directory.split("/")[0]


def programs_in(text: str, directory: str) -> list:
    """The executables that the CMake file `text` of `directory` defines."""
    text = inventory.strip_comments(text)
    symbols = _SYMBOLS.search(text)
    found = []
    # What TableGen writes below a source directory is searched with it.
    private = tuple(
        inventory.place(word, directory)
        for words in _SEARCH.findall(text) for word in words.split()
        if word.startswith("${LLVM_MAIN_SRC_DIR}/"))
    # Its options are in capitals.
    packages = tuple(word for words in _PACKAGES.findall(text)
                     for word in words.split() if not word.isupper())
    exporting = {"EXPORT_SYMBOLS", "SUPPORT_PLUGINS"}
    for kind, name, rest in _TOOL.findall(text):
        words = rest.split()
        passes = kind == "llvm_pass_plugin"
        plugin = passes or kind == "llvm_library"
        if kind == "llvm_library" and "MODULE" not in words:
            continue
        units = inventory.units_named(rest, directory)
        links = [match[1] for match in _LINK.finditer(text)
                 if match[2] == name and _unconditional(text, match.start())]
        found.append(Program(
            name, directory, units, links,
            exports=(not exporting.isdisjoint(words)
                     or name in _EXPORTS.findall(text)),
            driver="GENERATE_DRIVER" in words,
            test=kind.endswith("unittest"), plugin=plugin,
            passes=passes,
            symbols=(f"{directory}/{symbols[1]}" if plugin and symbols
                     else ""), private=private,
            packages=packages))
    return found


def _unconditional(text: str, at: int) -> bool:
    """Whether position `at` of a CMake file is outside every if()."""
    before = text[:at]
    return (len(re.findall(r"^\s*if\s*\(", before, re.M))
            == len(re.findall(r"^\s*endif\s*\(", before, re.M)))


def find_programs(tree: Path, upstream: Path, new: set) -> list:
    """Upstream's tools of TOOLS, all new tools, unit tests and examples."""
    found = []
    for tool in TOOLS:
        directory = _DIRECTORIES.get(tool, f"llvm/tools/{tool}")
        path = tree / directory / "CMakeLists.txt"
        if not path.exists():
            raise Failure(f"{path} is missing; run scripts/fork sync")
        programs = programs_in(path.read_text(), directory)
        mine = [p for p in programs if p.name == tool]
        if not mine:
            raise Failure(f"{path} does not define {tool}")
        mine[0].links += [l for l in _LINKS.get(tool, ())
                          if l not in mine[0].links]
        found += mine
    own = set()
    for root in ("llvm/tools", "clang/tools", *inventory.UNITTEST_ROOTS,
                 *inventory.EXAMPLE_ROOTS):
        if not (tree / root).is_dir():
            continue
        for where, directories, names in os.walk(tree / root):
            directories.sort()
            directory = posixpath.relpath(where, tree)
            if "CMakeLists.txt" not in names or (
                    upstream / directory / "CMakeLists.txt").exists():
                continue
            own.add(directory)
            found += programs_in(
                (tree / directory / "CMakeLists.txt").read_text(), directory)
    extra = {}
    for path in sorted(new):
        directory = posixpath.dirname(path)
        if (path.startswith(inventory.UNITTEST_ROOTS) and path.endswith(".cpp")
                and directory not in own):
            extra.setdefault(directory, []).append(path)
    for directory, units in extra.items():
        name = "Managed" + "".join(directory.split("/")[2:]) + "Tests"
        found.append(Program(name, directory, units, test=True))
    names = [p.name for p in found]
    for name in names:
        if names.count(name) > 1:
            raise Failure(f"two programs are called {name}; rename one of "
                          + ", ".join(p.directory for p in found
                                      if p.name == name))
    return found
