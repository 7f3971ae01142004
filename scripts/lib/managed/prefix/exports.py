"""The CMake packages of the prefix: LLVM, Clang, Polly and LLD.

What upstream's packages say is taken from the distribution's, whose files its
own build wrote: modules and variables as they are, targets by their
dependencies. The files with the targets are written anew, without shared
libraries and with the paths of the prefix.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from ..ui import Failure

_ADD = re.compile(r"^add_(library|executable)\((\S+) (?:(\w+) )?IMPORTED\)",
                  re.M)
_PROPERTIES = re.compile(r"^set_target_properties\((\S+) PROPERTIES\n(.*?)\n\)",
                         re.M | re.S)
_DEPENDS = re.compile(r'INTERFACE_LINK_LIBRARIES "(.*)"')
# Libraries of one tool, which upstream's shared library does not have. They
# need libraries of the system that nobody else needs.
_OF_TOOLS = ("LLVMBOLT", "LLVMExegesis")
# A target that CMake refuses to link, and says its name.
ELF_ONLY = "ManagedLLVM::lld_for_ELF_only"


@dataclass(frozen=True)
class Target:
    """One imported target: `kind` is STATIC, SHARED, MODULE or "" for a
    program; `depends` is what it links, as CMake writes it."""

    name: str
    kind: str
    depends: tuple


def parse(text: str) -> list:
    """The targets in a file that install(EXPORT) wrote."""
    depends = {}
    for match in _PROPERTIES.finditer(text):
        found = _DEPENDS.search(match[2])
        depends[match[1]] = tuple(found[1].split(";")) if found else ()
    return [Target(match[2], match[3] or "", depends.get(match[2], ()))
            for match in _ADD.finditer(text)]


def plain(name: str) -> str:
    """A dependency without the generator expression around it."""
    return re.sub(r"^\\?\$<LINK_ONLY:(.*)>$", r"\1", name)


def read(prefix: Path, package: str) -> list:
    """The targets of the distribution's LLVM or Clang."""
    file = {"LLVM": "llvm/LLVMExports.cmake",
            "Clang": "clang/ClangTargets.cmake"}[package]
    path = prefix / "lib/cmake" / file
    targets = parse(path.read_text())
    if not targets:
        raise Failure(f"{path} names no targets")
    return targets


_HEAD = """\
# The targets of Managed LLVM's prefix. They are in one place with this file.

get_filename_component(_managed_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." \
REALPATH)
"""


def _library(target: Target) -> list:
    lines = [f"  add_library({target.name} STATIC IMPORTED)",
             f"  set_target_properties({target.name} PROPERTIES",
             "    IMPORTED_LINK_INTERFACE_LANGUAGES CXX",
             f'    IMPORTED_LOCATION "${{_managed_prefix}}/lib/'
             f'lib{target.name}.a"']
    if target.depends:
        lines.append('    INTERFACE_LINK_LIBRARIES "'
                     + ";".join(target.depends) + '"')
    lines[-1] += ")"
    return lines


def _program(target: Target) -> list:
    return [f"  add_executable({target.name} IMPORTED)",
            f"  set_target_properties({target.name} PROPERTIES",
            '    IMPORTED_LOCATION "${_managed_prefix}/bin/'
            f'{target.name}")']


def _whole(name: str, targets: list) -> list:
    """A target in the place of a shared library: all archives that it has."""
    libraries = [t.name for t in targets if t.kind == "STATIC"
                 and not t.name.startswith(_OF_TOOLS)]
    return [f"  add_library({name} INTERFACE IMPORTED)",
            f"  set_target_properties({name} PROPERTIES",
            '    INTERFACE_LINK_LIBRARIES "' + ";".join(libraries) + '")']


def write(path: Path, targets: list, whole: str = "") -> None:
    """Writes the file with `targets`; `whole` names the one for all archives
    among them, if others link it."""
    lines = [_HEAD]
    blocks = [(t.name, _library(t) if t.kind == "STATIC" else _program(t))
              for t in targets]
    if whole:
        blocks.append((whole, _whole(whole, targets)))
    for name, block in blocks:
        lines += [f"if(NOT TARGET {name})", *block, "endif()"]
    lines.append("unset(_managed_prefix)")
    path.write_text("\n".join(lines) + "\n")


def kept(targets: list, prefix: Path) -> list:
    """Those of `targets` that `prefix` has."""
    found = []
    for target in targets:
        file = {"STATIC": f"lib/lib{target.name}.a",
                "": f"bin/{target.name}"}.get(target.kind)
        if file and (prefix / file).exists():
            found.append(target)
    return found


def set_variable(text: str, name: str, value: str) -> str:
    """A Config.cmake with another value of a variable."""
    changed, count = re.subn(rf"^set\({name} .*\)$",
                             lambda _: f"set({name} {value})", text,
                             flags=re.M)
    if count != 1:
        raise Failure(f"the package file sets {name} {count} times")
    return changed
