"""The overlay's plan: what to compile, from where, and with what in sight.

`make_plan` compares tree/ with upstream/, computes the closure and decides
which generated files and shadow headers the units need; `write_cmake` turns
the plan into a file of plain calls that CMake includes.

Directories below the build directory that the plan uses:

  overlay/include   shadow headers: links to changed, new and regenerated
                    public headers, searched before the installed ones
  overlay/gen       private generated files that the series leaves alone
  overlay/tree, overlay/upstream
                    private generated files that it changes, both versions
"""

import hashlib
import json
import os
import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path

from . import closure, inventory, layouts, tblgen
from ..ui import Failure

# Upstream's tools that the overlay always links, and where they live.
TOOLS = ("clang", "opt", "llc", "llvm-objdump", "llvm-readobj", "lli",
         "llvm-jitlink")
BASELINE_TOOLS = ("clang", "opt", "llc")
_DIRECTORIES = {"clang": "clang/tools/driver"}
# Links beside the tools: those upstream's CMake files name only in variables.
_LINKS = {"clang": ("clang++", "clang-cpp", "clang-cl")}
_TOOL = re.compile(
    r"^\s*add_(llvm_tool|llvm_utility|clang_tool|clang_executable|"
    r"llvm_unittest|clang_unittest|llvm_target_unittest)"
    r"\(\s*(\w[\w+.-]*)([^)]*)\)", re.M)
_LINK = re.compile(
    r"^\s*add_(?:llvm_tool|clang)_symlink\(\s*([\w+.-]+)\s+([\w+.-]+)", re.M)


# Units that make -debug-only and -stats work in the units with assertions:
# the archives' versions answer that these options need assertions.
ASSERTION_UNITS = ("llvm/lib/Support/Debug.cpp",
                   "llvm/lib/Support/Statistic.cpp")


@dataclass
class Program:
    """An executable: a tool or a unit test."""

    name: str
    directory: str
    units: list
    links: list = field(default_factory=list)
    exports: bool = False
    driver: bool = False
    test: bool = False

    @property
    def clang(self) -> bool:
        return self.directory.startswith("clang/")


@dataclass
class Unit:
    """One translation unit of the overlay.

    `why` is the chain of includes that leads from it to a change. `generated`
    are the private generated files it sees, `shadows` the shadow headers.
    """

    path: str
    library: str
    why: list
    new: bool = False
    generated: list = field(default_factory=list)
    shadows: list = field(default_factory=list)
    search: tuple = ()
    sees: set = field(default_factory=set)
    # Why it may not have assertions; empty if it may.
    ndebug: str = ""


@dataclass
class Plan:
    """Everything CMake needs to know."""

    upstream: Path
    tree: Path
    prefix: Path
    build: Path
    changed: list
    new: list
    regenerated: list
    units: list
    program_units: list
    programs: list
    shadow: list
    commands: dict
    libraries: dict
    graph: closure.Graph
    flags: layouts.Flags = None


def describe(plan: Plan, every_unit: bool = False) -> str:
    """The closure as text: causes with their costs, then the totals."""
    lines = []
    costs = {}
    for unit in plan.units:
        if len(unit.why) > 1:
            costs.setdefault(unit.why[-1], []).append(unit)
    headers = [f for f in plan.changed
               if not f.endswith(inventory.UNIT_SUFFIXES)]
    for path in headers + plan.regenerated:
        count = len(costs.get(path, ()))
        what = "regenerated" if path in plan.regenerated else "changed"
        lines.append(f"{what} {path}: {count} more units")
    if every_unit:
        for unit in plan.units:
            why = ("new" if unit.new else
                   "patched" if unit.path in plan.changed else
                   "for -debug-only and -stats" if len(unit.why) == 1 else
                   "includes " + " > ".join(unit.why[1:]))
            if plan.flags and unit.ndebug:
                why += f"; no assertions because of {unit.ndebug}"
            lines.append(f"{unit.path}: {why}")
        for unit in plan.program_units:
            lines.append(f"{unit.path}: part of {unit.library}")
    lines.append(totals(plan))
    if plan.flags:
        lines.append(assertion_totals(plan))
    return "\n".join(lines)


def totals(plan: Plan) -> str:
    """The size of the closure, in one line."""
    new = sum(u.new for u in plan.units)
    patched = sum(u.path in plan.changed for u in plan.units)
    reached = sum(len(u.why) > 1 for u in plan.units)
    return (f"closure: {len(plan.units)} library units ({patched} patched, "
            f"{new} new, {reached} through headers, "
            f"{len(plan.units) - new - patched - reached} for assertions) and "
            f"{len(plan.program_units)} units of {len(plan.programs)} "
            "programs")


def assertion_totals(plan: Plan) -> str:
    """How many units may have assertions, and what forbids the others."""
    units = plan.units + plan.program_units
    without = {}
    for unit in units:
        if unit.ndebug:
            without.setdefault(unit.ndebug, []).append(unit)
    count = sum(map(len, without.values()))
    causes = ", ".join(
        f"{posixpath.basename(h)} {len(u)}" for h, u in
        sorted(without.items(), key=lambda item: -len(item[1])))
    return (f"assertions: allowed in {len(units) - count} units, not in "
            f"{count}" + (f" (because of {causes})" if causes else ""))


def programs_in(text: str, directory: str) -> list:
    """The executables that the CMake file `text` of `directory` defines."""
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    found = []
    for kind, name, rest in _TOOL.findall(text):
        words = rest.split()
        units = [posixpath.normpath(f"{directory}/{w}") for w in words
                 if w.endswith(inventory.UNIT_SUFFIXES) and "${" not in w]
        links = [match[1] for match in _LINK.finditer(text)
                 if match[2] == name and _unconditional(text, match.start())]
        found.append(Program(
            name, directory, units, links,
            exports="EXPORT_SYMBOLS" in words or "SUPPORT_PLUGINS" in words,
            driver="GENERATE_DRIVER" in words,
            test=kind.endswith("unittest")))
    return found


def _unconditional(text: str, at: int) -> bool:
    """Whether position `at` of a CMake file is outside every if()."""
    before = text[:at]
    return (len(re.findall(r"^\s*if\s*\(", before, re.M))
            == len(re.findall(r"^\s*endif\s*\(", before, re.M)))


def find_programs(tree: Path, upstream: Path, new: set) -> list:
    """Upstream's tools of TOOLS and all new tools and unit tests."""
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
    for root in ("llvm/tools", "clang/tools", *inventory.UNITTEST_ROOTS):
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


def make_plan(upstream: Path, tree: Path, prefix: Path, build: Path,
              jobs: int = 2) -> Plan:
    """Compares `tree` with `upstream` and decides what to compile."""
    for top, what in ((upstream, "unmodified"), (tree, "patched")):
        if not (top / "llvm/include").is_dir():
            raise Failure(f"{top} does not hold the {what} source; run "
                          "scripts/fork sync")
    overlay = build / "overlay"
    scanner = closure.Scanner(overlay / "includes.json")
    files = inventory.list_files(tree)
    changed, new = inventory.changes(
        upstream, tree, inventory.list_files(upstream), files)
    libraries, generated, directories = inventory.find_libraries(
        tree, files, prefix)
    made = {}
    for command in generated:
        for path in command.outputs:
            made[path] = command
    graph = closure.Graph(tree, files, tblgen.generated_includes(
        generated, upstream, prefix, scanner), scanner)

    generator = tblgen.Generator(prefix, upstream, overlay / "tblgen", jobs)
    regenerated = _regenerate(graph, generated, changed | new, generator)
    seeds = changed | new | regenerated
    reasons = closure.units_affected(graph, libraries, seeds)

    programs = find_programs(tree, upstream, new)
    new_units = [f for f in sorted(new) if f.endswith(inventory.UNIT_SUFFIXES)
                 and f.startswith(inventory.LIBRARY_ROOTS)]
    owners = {u: l for l in libraries.values() for u in l.units}
    units = []
    for path, why in sorted(reasons.items()):
        units.append(Unit(path, owners[path].name, why))
    for path in ASSERTION_UNITS:
        if path in owners and path not in reasons:
            units.append(Unit(path, owners[path].name, [path]))
    for path in new_units:
        library = inventory.owner(path, directories)
        if library is None:
            raise Failure(f"no CMakeLists.txt above {path} defines a library "
                          "to put it in")
        units.append(Unit(path, library.name, [path], new=True))
    program_units = [Unit(path, program.name, [path], new=path in new)
                     for program in programs for path in program.units]
    missing = [u.path for u in program_units if u.path not in files]
    if missing:
        raise Failure(f"{missing[0]} is named in a CMakeLists.txt but does "
                      "not exist")

    shadow = closure.shadowed(graph, seeds)
    for path in sorted(set(made)):
        # A public generated file that the distribution does not install.
        if (path.startswith(inventory.PUBLIC_ROOTS) and path in new):
            shadow.add(path)
    where = {p.name: (p.directory,) for p in programs}
    for unit in units + program_units:
        if unit.library in where:
            dirs = where[unit.library]
        else:
            dirs = closure.search_path(libraries[unit.library])
        unit.search = dirs
        unit.sees = seen = graph.reach([unit.path], dirs)
        unit.shadows = sorted(seen & shadow)
        unit.generated = sorted(
            p for p in seen if p in made
            and not p.startswith(inventory.PUBLIC_ROOTS))
    scanner.save()
    needed = {p for u in units + program_units for p in u.generated}
    return Plan(
        upstream, tree, prefix, build, sorted(changed), sorted(new),
        sorted(regenerated), units, program_units, programs, sorted(shadow),
        {p: made[p] for p in sorted(needed)}, libraries, graph)


def decide_assertions(plan: Plan, jobs: int) -> None:
    """Says of each unit whether it may have assertions.

    The shadow headers must have been written: the compiler reads them.
    """
    overlay = plan.build / "overlay"
    checker = layouts.Checker(
        plan.graph, compiler_command(plan), plan.prefix,
        overlay / "layouts.json", jobs)
    units = plan.units + plan.program_units
    headers, directories = layouts.seen_headers(
        units, plan.graph.files)
    plan.flags = checker.judge(headers, directories)
    for unit in units:
        unit.ndebug = layouts.why_not(unit, plan.flags)
    checker.save()


def compiler_command(plan: Plan) -> list:
    """How the overlay compiles, as far as declarations depend on it."""
    overlay = plan.build / "overlay"
    return [plan.prefix / "bin" / "clang++", "-std=c++17", "-fno-exceptions",
            "-O2", "-D_GNU_SOURCE", "-D__STDC_CONSTANT_MACROS",
            "-D__STDC_FORMAT_MACROS", "-D__STDC_LIMIT_MACROS",
            f"-I{overlay / 'config'}", f"-I{overlay / 'include'}",
            f"-I{plan.prefix / 'include'}"]


def _regenerate(graph: closure.Graph, generated: list, changed: set,
                generator: tblgen.Generator) -> set:
    commands = closure.affected_generated(graph, generated, changed)
    if not commands:
        return set()

    def inputs(command, side):
        reached = graph.reach([command.source], command.includes)
        top = graph.top if side == "tree" else generator.upstream
        return {p for p in reached if (top / p).exists()}

    return generator.compare(commands, graph.top, inputs)


# Writing the plan.

def _update(path: Path, text: str) -> bool:
    """Writes `text` to `path` if it differs; says whether it did."""
    if path.exists() and path.read_text() == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text)
    temporary.replace(path)
    return True


def _link(link: Path, target: Path) -> None:
    if link.is_symlink() and os.readlink(link) == str(target):
        return
    link.parent.mkdir(parents=True, exist_ok=True)
    temporary = link.with_name(link.name + ".tmp")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    temporary.replace(link)


def write_shadow(plan: Plan) -> None:
    """Makes overlay/include and the changed private generated files."""
    overlay = plan.build / "overlay"
    wanted = {}
    regenerated = set(plan.regenerated)
    for path in plan.shadow:
        source = (overlay / "tblgen/tree" / path if path in regenerated
                  else plan.tree / path)
        wanted[overlay / "include" / path.split("/", 2)[2]] = source
    for path in plan.regenerated:
        if path.startswith(inventory.PUBLIC_ROOTS):
            continue
        for side in ("tree", "upstream"):
            made = overlay / "tblgen" / side / path
            if made.exists():
                wanted[overlay / side / path] = made
    for top in ("include", "tree", "upstream"):
        for where, directories, names in os.walk(overlay / top,
                                                 topdown=False):
            for name in names:
                if Path(where, name) not in wanted:
                    os.unlink(Path(where, name))
            if not os.listdir(where) and where != str(overlay / top):
                os.rmdir(where)
        (overlay / top).mkdir(parents=True, exist_ok=True)
    for link, target in wanted.items():
        _link(link, target)


def _quote(words) -> str:
    return "\n    ".join(f'"{w}"' for w in words)


def write_cmake(plan: Plan) -> bool:
    """Writes overlay/plan.cmake, the calls that CMake includes."""
    overlay = plan.build / "overlay"
    lines = ["# Written by scripts/closure; do not edit."]

    def call(name, first, **groups):
        lines.append(f'{name}("{first}"')
        for key, words in groups.items():
            words = [words] if isinstance(words, (str, Path)) else words
            if words:
                lines.append(f"  {key}\n    {_quote(words)}")
        lines.append(")")

    regenerated = set(plan.regenerated)
    tool = {False: plan.prefix / "bin" / "llvm-tblgen",
            True: overlay / "tblgen" / "clang-tblgen"}
    for command in dict.fromkeys(plan.commands.values()):
        if regenerated & set(command.outputs):
            continue
        output = overlay / "gen" / command.path
        call("managed_generated", output,
             EXTRA=[overlay / "gen" / e for e in command.extra],
             COMMAND=tblgen.command_line(
                 command, tool[command.clang], plan.upstream, output))

    def include_dirs(directory, dirs, top, side):
        found = []
        for d in dirs:
            found += [top / d, overlay / side / d, overlay / "gen" / d]
        if side == "tree":
            found.append(overlay / "include")
        return found

    def unit_calls(units, top, side, variant):
        for unit in units:
            depends = [
                overlay / (side if p in regenerated else "gen") / p
                for p in unit.generated]
            digest = ""
            if side == "tree" and unit.shadows:
                digest = hashlib.sha256(
                    "\n".join(unit.shadows).encode()).hexdigest()[:12]
            call("managed_unit", top / unit.path, VARIANT=variant,
                 DEPENDS=depends, SHADOW=digest,
                 ASSERTIONS="OFF" if unit.ndebug else "ON",
                 KIND="new" if unit.new else "upstream")

    for variant, top, side in (("overlay", plan.tree, "tree"),
                               ("baseline", plan.upstream, "upstream")):
        by_library = {}
        for unit in plan.units:
            if side == "tree" or not unit.new:
                by_library.setdefault(unit.library, []).append(unit)
        for name, units in sorted(by_library.items()):
            library = plan.libraries[name]
            unit_calls(units, top, side, variant)
            call("managed_library", name, VARIANT=variant,
                 ARCHIVE=library.archive or "",
                 INCLUDES=include_dirs(library.directory,
                                       closure.search_path(library), top,
                                       side),
                 UNITS=[top / u.path for u in units])
        for program in plan.programs:
            if variant == "baseline" and program.name not in BASELINE_TOOLS:
                continue
            mine = [u for u in plan.program_units
                    if u.library == program.name]
            unit_calls(mine, top, side, variant)
            call("managed_program", program.name, VARIANT=variant,
                 KIND="test" if program.test else "tool",
                 FAMILY="clang" if program.clang else "llvm",
                 EXPORTS="ON" if program.exports else "OFF",
                 DRIVER="ON" if program.driver else "OFF",
                 LINKS=program.links,
                 INCLUDES=include_dirs(program.directory,
                                       (program.directory,), top, side),
                 UNITS=[top / u.path for u in mine])
    call("managed_archives", "llvm", ARCHIVES=[
        l.archive for l in plan.libraries.values()
        if l.archive and l.directory.startswith("llvm/")])
    call("managed_archives", "clang", ARCHIVES=[
        l.archive for l in plan.libraries.values()
        if l.archive and l.directory.startswith("clang/")])
    replaced = {}
    for unit in plan.units:
        archive = plan.libraries[unit.library].archive
        if archive and not unit.new:
            replaced.setdefault(str(archive), []).append(
                posixpath.basename(unit.path) + ".o")
    _update(overlay / "replaced.json", json.dumps({
        "archives": [str(l.archive) for l in plan.libraries.values()
                     if l.archive],
        "replaced": replaced}, indent=1))
    # Editing any of these files, or adding one, can change the plan.
    watched = sorted(plan.graph.files | {
        posixpath.dirname(p) for p in plan.graph.files})
    lines.append("set_property(DIRECTORY APPEND PROPERTY "
                 "CMAKE_CONFIGURE_DEPENDS")
    lines += [f'  "{plan.tree / p}"' for p in watched]
    lines.append(")")
    return _update(overlay / "plan.cmake", "\n".join(lines) + "\n")


def write_summary(plan: Plan) -> None:
    """Writes the totals where scripts/build finds them, and every unit."""
    overlay = plan.build / "overlay"
    _update(overlay / "summary.txt",
            totals(plan) + "\n" + assertion_totals(plan) + "\n")
    _update(overlay / "units.json", json.dumps([
        {"path": u.path, "part_of": u.library, "why": u.why, "new": u.new,
         "ndebug": u.ndebug, "search": u.search}
        for u in plan.units + plan.program_units], indent=1))
