"""LLVM's components: which library needs which others.

The dependencies of upstream's libraries are in the distribution's CMake
package. Those that the series adds, and those of our libraries, are in the
CMakeLists.txt files of the patched source. llvm-config is compiled with them:

  python3 -m managed.prefix.components --prefix DIR --tree DIR --upstream DIR \\
      --output DIR
"""

import argparse
import re
import sys
from dataclasses import replace
from pathlib import Path

from .. import version
from ..overlay import inventory
from ..ui import Failure, main, run
from . import exports

_LIBRARY = re.compile(
    r"^\s*add_(?:llvm_component|lld)_library\(\s*(\w+)([^)]*)\)", re.M)
_LISTED = re.compile(
    r"(?:set|list)\((?:APPEND )?LLVM_LINK_COMPONENTS\s+([^)]*)\)")
# All lists count, also those under conditions that hold on every host.
_VARIABLE = re.compile(r"^\s*(?:set\(|list\(APPEND )(\w+)\s*([^)]*)\)",
                       re.M)
# Some components are in capitals, too: LTO, MC.
_KEYWORD = re.compile(r"^(?:DEPENDS|[A-Z]+_[A-Z_]+)$")
# Libraries of a target, which its name stands for.
OF_TARGET = ("CodeGen", "AsmParser", "Disassembler", "Desc", "Info",
              "TargetMCA", "Utils", "Analysis")
# Libraries whose shared library -l would find first, and their other names.
STATIC = {"LLVMManagedRuntime": "LLVMManagedRuntimeStatic"}
# What some components need and llvm-config of upstream does not print. Only
# programs that use them are linked with them.
_MORE = ("-Wl,--push-state,--as-needed -lffi -ledit -lcurl -Wl,--pop-state")


def link_components(text: str) -> dict:
    """{library: the components that it links} in a CMake file."""
    text = inventory.strip_comments(text)
    lists = {}
    for name, value in _VARIABLE.findall(text):
        lists[name] = f"{lists.get(name, '')} {value}"
    for name, value in lists.items():
        text = text.replace(f"${{{name}}}", value)
    general = [word for words in _LISTED.findall(text)
               for word in words.split()]
    found = {}
    for name, rest in _LIBRARY.findall(text):
        words, inside = [], False
        for word in rest.split():
            if _KEYWORD.match(word):
                inside = word == "LINK_COMPONENTS"
            elif inside:
                words.append(word)
        found[name] = words + general
    return found


def declared(top: Path) -> dict:
    """The same for all libraries of the source `top`."""
    found = {}
    for name in inventory.list_cmake(top, ("llvm/lib",)):
        path = top / name
        text = path.read_text()
        more = path.with_name("Managed.cmake")
        if more.exists():
            text += more.read_text()
        found.update(link_components(text))
    return found


def _dependencies(words: list, names: dict, library: str) -> tuple:
    unknown = [w for w in words if "llvm" + w.lower() not in names]
    if unknown:
        raise Failure(f"{library} links the component {unknown[0]}, which "
                      "no library is")
    return tuple(dict.fromkeys(names["llvm" + w.lower()] for w in words))


def read(prefix: Path, tree: Path, upstream: Path) -> list:
    """The targets of the distribution's LLVM and our libraries, with what the
    series adds to their dependencies."""
    targets = [replace(t, depends=tuple(
        re.sub(r"^/.*/lib(\w+)\.so$", r"\1", d) for d in t.depends))
        for t in exports.read(prefix, "LLVM")]
    ours, theirs = declared(tree), declared(upstream)
    known = {t.name for t in targets}
    new = [name for name in ours if name not in theirs and name not in known]
    names = {name.lower(): name for name in [*known, *new]}
    found = []
    for target in targets:
        more = [w for w in ours.get(target.name, ())
                if w not in theirs.get(target.name, ())]
        # A variable names what the distribution's dependencies have, too.
        more = [w for w in more if "$" not in w]
        found.append(replace(target, depends=(
            *target.depends, *_dependencies(more, names, target.name))))
    for name in sorted(new):
        found.append(exports.Target(
            name, "STATIC", _dependencies(ours[name], names, name)))
    return found


def component(library: str) -> str:
    return library.removeprefix("LLVM").lower()


def groups(libraries: list, targets: list, native: str) -> dict:
    """{component: what it needs} of those that are no library."""
    found = {"all": [component(name) for name in libraries]}
    for target in targets:
        found[target.lower()] = [
            component(f"LLVM{target}{suffix}") for suffix in OF_TARGET
            if f"LLVM{target}{suffix}" in libraries]
    found["all-targets"] = [t.lower() for t in targets]
    found["native"] = [native.lower()]
    found["nativecodegen"] = [f"{native.lower()}codegen"]
    found["engine"] = ["mcjit", "native"]
    return found


def dependencies_inc(targets: list, built: list, native: str) -> str:
    """LibraryDependencies.inc, which llvm-config includes."""
    mine = {t.name: t for t in targets
            if t.kind == "STATIC" and t.name.startswith("LLVM")}
    rows = [(component(name), f'"{STATIC.get(name, name)}"',
             [component(d) for d in map(exports.plain, target.depends)
              if d in mine])
            for name, target in mine.items()]
    rows += [(name, "nullptr", needs) for name, needs in
             groups(list(mine), built, native).items()]
    size = max(len(needs) for _, _, needs in rows) + 1
    lines = ["struct AvailableComponent {", "  const char *Name;",
             "  const char *Library;", "  bool IsInstalled;",
             f"  const char *RequiredLibraries[{size}];",
             f"}} AvailableComponents[{len(rows)}] = {{"]
    for name, library, needs in sorted(rows):
        quoted = ", ".join(f'"{n}"' for n in needs)
        lines.append(f'    {{"{name}", {library}, true, {{{quoted}}}}},')
    return "\n".join(lines) + "\n};\n"


def extensions_inc(targets: list) -> str:
    """ExtensionDependencies.inc: Polly, whose functions are called by name when
    passes are registered. llvm-config prints the list from its end."""
    polly = next(t for t in targets if t.name == "Polly")
    needs = [component(d) for d in map(exports.plain, polly.depends)
             if d.startswith("LLVM")]
    quoted = ", ".join(f'"{name}"' for name in
                       (*dict.fromkeys(needs), "PollyISL", "Polly"))
    return ("struct ExtensionDescriptor {\n  const char *Name;\n"
            f"  const char *RequiredLibraries[{len(needs) + 3}];\n"
            "} AvailableExtensions[1] = {\n"
            f'    {{"Polly", {{{quoted}}}}},\n}};\n')


def variable(config: str, name: str) -> str:
    """The value of a variable in LLVMConfig.cmake."""
    match = re.search(rf'^set\({name} "?(.*?)"?\)$', config, re.M)
    if not match:
        raise Failure(f"LLVMConfig.cmake does not set {name}")
    return match[1]


def build_variables_inc(prefix: Path, config: str) -> str:
    """BuildVariables.inc, which llvm-config includes."""
    base = variable(config, "LLVM_PACKAGE_VERSION")
    definitions = variable(config, "LLVM_DEFINITIONS")
    system = run([prefix / "bin/llvm-config", "--link-static",
                  "--system-libs"], what="llvm-config").strip()
    system = re.sub(r"/\S*/lib(\w+)\.so\b", r"-l\1", system)
    values = {
        "PACKAGE_VERSION": f"{base}+managed{version.version()}",
        "LLVM_SRC_ROOT": "", "LLVM_OBJ_ROOT": "/nonexistent",
        "LLVM_CPPFLAGS": definitions, "LLVM_CFLAGS": definitions,
        "LLVM_CXXFLAGS": f"-std=c++17 {definitions} -fno-exceptions",
        "LLVM_LDFLAGS": "", "LLVM_BUILDMODE": "Release",
        "LLVM_LIBDIR_SUFFIX": "", "LLVM_INSTALL_INCLUDEDIR": "include",
        "LLVM_INSTALL_PACKAGE_DIR": "lib/cmake/llvm",
        "LLVM_TARGETS_BUILT":
            variable(config, "LLVM_TARGETS_TO_BUILD").replace(";", " "),
        "LLVM_SYSTEM_LIBS": f"{system} {_MORE}",
        "LLVM_BUILD_SYSTEM": "cmake", "LLVM_DYLIB_COMPONENTS": "all",
        "LLVM_DYLIB_VERSION": "none", "LLVM_TOOLS_INSTALL_DIR": "bin",
        "LLVM_SHARED_LIBRARY_PREFIX": "lib",
    }
    lines = ["#undef PACKAGE_VERSION"]
    lines += [f'#define {name} "{value}"' for name, value in values.items()]
    lines += ["#define LLVM_HAS_RTTI 1", "#define LLVM_ENABLE_DYLIB 0",
              "#define LLVM_LINK_DYLIB 0", "#define LLVM_ENABLE_SHARED 0"]
    return "\n".join(lines) + "\n"


def write(argv: list) -> int:
    parser = argparse.ArgumentParser(prog="components")
    for name in ("prefix", "tree", "upstream", "output"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    options = parser.parse_args(argv)
    config = (options.prefix / "lib/cmake/llvm/LLVMConfig.cmake").read_text()
    built = variable(config, "LLVM_TARGETS_TO_BUILD").split(";")
    native = variable(config, "LLVM_NATIVE_ARCH")
    targets = read(options.prefix, options.tree, options.upstream)
    options.output.mkdir(parents=True, exist_ok=True)
    for name, text in (
            ("LibraryDependencies.inc",
             dependencies_inc(targets, built, native)),
            ("ExtensionDependencies.inc", extensions_inc(targets)),
            ("BuildVariables.inc",
             build_variables_inc(options.prefix, config))):
        path = options.output / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.argv[0] = "components"
    main(write)
