"""The CMake packages and pkg-config files of the prefix."""

import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from .. import version
from ..ui import Failure
from . import components, exports

# Said by each package that needs ours and finds another.
_SAME = """
if(NOT "${{MANAGED_LLVM_INSTALL_PREFIX}}" STREQUAL "${{{prefix}}}")
  message(FATAL_ERROR "{package} of Managed LLVM is in ${{{prefix}}}, but \
find_package(LLVM) found another LLVM in ${{LLVM_DIR}}; add \
-DLLVM_DIR=${{{prefix}}}/lib/cmake/llvm")
endif()
"""
_LLVM = """
# What only Managed LLVM sets.
set(MANAGED_LLVM_VERSION {version})
set(MANAGED_LLVM_INSTALL_PREFIX "${{LLVM_INSTALL_PREFIX}}")
"""
_FIRST = """\
if(TARGET LLVMSupport)
  get_target_property(_managed_found LLVMSupport IMPORTED_LOCATION)
  if(NOT _managed_found STREQUAL "${LLVM_INSTALL_PREFIX}/lib/libLLVMSupport.a")
    message(FATAL_ERROR "the targets of another LLVM exist already, and those \
of Managed LLVM in ${LLVM_INSTALL_PREFIX} have the same names")
  endif()
endif()
"""
_LLD = """\
# The libraries of lld: what all of its linkers share, and the one for ELF.

get_filename_component(LLD_INSTALL_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." \
REALPATH)
find_package(LLVM @VERSION@ EXACT REQUIRED CONFIG
             HINTS "${LLD_INSTALL_PREFIX}/lib/cmake/llvm")
@SAME@
set(LLD_EXPORTED_TARGETS "lldCommon;lldELF")
set(LLD_CMAKE_DIR "${CMAKE_CURRENT_LIST_DIR}")
set(LLD_INCLUDE_DIRS "${LLD_INSTALL_PREFIX}/include")
include("${CMAKE_CURRENT_LIST_DIR}/LLDTargets.cmake")

# Linkers that are not built: CMake names this missing target for each.
foreach(_managed_flavor COFF MachO MinGW Wasm)
  if(NOT TARGET lld${_managed_flavor})
    add_library(lld${_managed_flavor} INTERFACE IMPORTED)
    set_target_properties(lld${_managed_flavor} PROPERTIES
      INTERFACE_LINK_LIBRARIES "@ELF_ONLY@")
  endif()
endforeach()
unset(_managed_flavor)
"""
_MANAGED = """\
# Finds the LLVM of Managed LLVM and no other. Components: LLVM (always), Clang,
# LLD, LLVMManagedRuntime.

get_filename_component(_managed_cmake "${CMAKE_CURRENT_LIST_DIR}/.." REALPATH)
foreach(_managed_package LLVM ${ManagedLLVM_FIND_COMPONENTS})
  string(TOLOWER "${_managed_package}" _managed_directory)
  if(_managed_package STREQUAL "LLVMManagedRuntime")
    set(_managed_directory "LLVMManagedRuntime")
  endif()
  if(NOT EXISTS "${_managed_cmake}/${_managed_directory}")
    set(ManagedLLVM_NOT_FOUND_MESSAGE
        "Managed LLVM has no component ${_managed_package}")
    set(ManagedLLVM_FOUND FALSE)
    return()
  endif()
  set(${_managed_package}_DIR "${_managed_cmake}/${_managed_directory}")
  find_package(${_managed_package} REQUIRED CONFIG
    PATHS "${_managed_cmake}/${_managed_directory}" NO_DEFAULT_PATH)
endforeach()
"""
# As upstream's: releases of one minor version go together.
_MANAGED_VERSION = """\
set(PACKAGE_VERSION "@VERSION@")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION_MAJOR EQUAL @MAJOR@
   AND PACKAGE_FIND_VERSION_MINOR EQUAL @MINOR@
   AND NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
"""
_PKGCONFIG = """\
prefix=${{pcfiledir}}/../..
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: {name}
Description: {what}
Version: {version}
Cflags: -I${{includedir}} {cflags}
Libs: -L${{libdir}} {libs}
"""


def write_managed(target: Path, version: str) -> None:
    """Writes the CMake package ManagedLLVM into the prefix `target`, which has
    the packages that it finds."""
    directory = target / "lib/cmake/ManagedLLVM"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "ManagedLLVMConfig.cmake").write_text(_MANAGED)
    major, minor, _ = version.split(".")
    text = _MANAGED_VERSION
    for name, value in (("VERSION", version), ("MAJOR", major),
                        ("MINOR", minor)):
        text = text.replace(f"@{name}@", value)
    (directory / "ManagedLLVMConfigVersion.cmake").write_text(text)


@dataclass
class Packages:
    """Writes the packages for what `target`, the prefix, has.

    `theirs` is the distribution's prefix; `tree` and `upstream` are the
    patched and the unpatched source.
    """

    theirs: Path
    tree: Path
    upstream: Path
    target: Path

    def __post_init__(self):
        self.version = version.version()
        self.llvm = exports.kept(
            components.read(self.theirs, self.tree, self.upstream),
            self.target)

    def _copy(self, directory: str, left_out) -> None:
        source = self.theirs / "lib/cmake" / directory
        target = self.target / "lib/cmake" / directory
        if target.exists():
            shutil.rmtree(target)
        shutil.copytree(source, target, copy_function=shutil.copyfile,
                        ignore=shutil.ignore_patterns(*left_out))

    def _change(self, file: str, change) -> None:
        path = self.target / "lib/cmake" / file
        path.write_text(change(path.read_text()))

    def _same(self, package: str, prefix: str) -> str:
        return _SAME.format(package=package, prefix=prefix)

    def write_llvm(self) -> None:
        self._copy("llvm", ["LLVMExports*"])
        exports.write(self.target / "lib/cmake/llvm/LLVMExports.cmake",
                      self.llvm, whole="LLVM")
        libraries = [t.name for t in self.llvm if t.kind == "STATIC"]

        def change(text: str) -> str:
            for name, value in (
                    ("LLVM_AVAILABLE_LIBS", ";".join(libraries)),
                    ("LLVM_LINK_LLVM_DYLIB", "OFF"),
                    ("LLVM_BUILD_TYPE", "Release"),
                    ("LLVM_PACKAGE_BUGREPORT",
                     '"the issue tracker of Managed LLVM"'),
                    ("LLVM_HAVE_OPT_VIEWER_MODULES", "OFF")):
                text = exports.set_variable(text, name, value)
            anchor = "if(NOT TARGET LLVMSupport)\n"
            if text.count(anchor) != 1:
                raise Failure("LLVMConfig.cmake does not include its targets "
                              "as expected")
            text = text.replace(anchor, _FIRST + anchor)
            return text + _LLVM.format(version=self.version)

        self._change("llvm/LLVMConfig.cmake", change)

    def write_clang(self) -> None:
        self._copy("clang", ["ClangTargets*"])
        targets = [replace(t, depends=tuple(
            d for d in t.depends if d != "clang-cpp"))
            for t in exports.read(self.theirs, "Clang")]
        mine = exports.kept(targets, self.target)
        exports.write(self.target / "lib/cmake/clang/ClangTargets.cmake", mine)

        def change(text: str) -> str:
            text = exports.set_variable(
                text, "CLANG_EXPORTED_TARGETS",
                '"' + ";".join(t.name for t in mine) + '"')
            text = exports.set_variable(text, "CLANG_LINK_CLANG_DYLIB",
                                        '"OFF"')
            return re.sub(r"(find_package\(LLVM [^)]*\)\n)",
                          lambda m: m[1] + self._same("Clang",
                                                      "CLANG_INSTALL_PREFIX"),
                          text)

        self._change("clang/ClangConfig.cmake", change)

    def write_lld(self) -> None:
        directory = self.target / "lib/cmake/lld"
        directory.mkdir(parents=True, exist_ok=True)
        names = {t.name.lower(): t.name for t in self.llvm}
        targets = []
        for name, where in (("lldCommon", "Common"), ("lldELF", "ELF")):
            words = components.link_components(
                (self.tree / "lld" / where / "CMakeLists.txt").read_text())
            depends = ["lldCommon"] if name == "lldELF" else []
            for word in words[name]:
                if word == "${LLVM_TARGETS_TO_BUILD}":
                    depends += [t.name for t in self.llvm
                                if t.kind == "STATIC" and t.name.endswith(
                                    components.OF_TARGET)]
                else:
                    depends.append(names["llvm" + word.lower()])
            targets.append(exports.Target(name, "STATIC", tuple(depends)))
        exports.write(directory / "LLDTargets.cmake", targets)
        config = (self.target / "lib/cmake/llvm/LLVMConfig.cmake").read_text()
        text = _LLD.replace("@SAME@", self._same("LLD", "LLD_INSTALL_PREFIX"))
        for name, value in (
                ("VERSION", components.variable(config,
                                                "LLVM_PACKAGE_VERSION")),
                ("ELF_ONLY", exports.ELF_ONLY)):
            text = text.replace(f"@{name}@", value)
        (directory / "LLDConfig.cmake").write_text(text)
        shutil.copyfile(
            self.target / "lib/cmake/llvm/LLVMConfigVersion.cmake",
            directory / "LLDConfigVersion.cmake")

    def write_managed(self) -> None:
        write_managed(self.target, self.version)

    def write_pkgconfig(self) -> None:
        """managed-llvm: all of LLVM; managed-clang and managed-lld: more."""
        directory = self.target / "lib/pkgconfig"
        directory.mkdir(parents=True, exist_ok=True)
        made = self.tool("--cxxflags")
        flags = " ".join(w for w in made.split() if not w.startswith("-I"))
        libraries = self.tool("--libs", "all", "extensions")
        system = self.tool("--system-libs").strip()
        for name, what, more in (
                ("managed-llvm", "LLVM's libraries", ""),
                ("managed-clang", "clang's libraries", self._clang_flags()),
                ("managed-lld", "the linker for ELF", "-llldELF -llldCommon")):
            (directory / f"{name}.pc").write_text(_PKGCONFIG.format(
                name=name, what=f"{what}, of Managed LLVM",
                version=self.version, cflags=flags,
                libs=" ".join(f"{more} {libraries} {system}".split())))

    def tool(self, *arguments: str) -> str:
        """What the llvm-config of the prefix prints."""
        return components.run([self.target / "bin/llvm-config", *arguments],
                              what="llvm-config").strip()

    def _clang_flags(self) -> str:
        """-l for clang's libraries, each before those that it needs."""
        mine = {t.name: t for t in exports.kept(
            exports.read(self.theirs, "Clang"), self.target)
            if t.kind == "STATIC"}
        done, order = set(), []

        def visit(name: str) -> None:
            if name in done or name not in mine:
                return
            done.add(name)
            for dependency in map(exports.plain, mine[name].depends):
                visit(dependency)
            order.append(name)

        for name in sorted(mine):
            visit(name)
        return " ".join(f"-l{name}" for name in reversed(order))

    def write(self) -> None:
        self.write_llvm()
        self.write_clang()
        self.write_lld()
        self.write_managed()
        self.write_pkgconfig()
