"""The overlay's plan: what to compile, from where, and with what in sight.

`make_plan` compares tree/ with upstream/, computes the closure and decides
which generated files and shadow headers the units need. emit.py writes it
down.
"""

import posixpath
from dataclasses import dataclass, field
from pathlib import Path

from . import closure, inventory, layouts, programs, tblgen
from ..ui import Failure

# Units that make -debug-only and -stats work in the units with assertions: the
# archives' versions answer that these options need assertions. LiveInterval.cpp
# has a function for MachineVerifier.cpp that the archives' version lacks.
ASSERTION_UNITS = ("llvm/lib/Support/Debug.cpp",
                   "llvm/lib/Support/Statistic.cpp",
                   "llvm/lib/CodeGen/LiveInterval.cpp")

# Units that say what they are part of, and where to report faults of it.
NAMING_UNITS = ("clang/lib/Basic/Version.cpp",
                "llvm/lib/ProfileData/InstrProf.cpp",
                "llvm/lib/Support/CommandLine.cpp",
                "llvm/lib/Support/PrettyStackTrace.cpp")


# lit asks it whether tests that need assertions can run, and some units have
# none.
LLVM_CONFIG = "llvm/tools/llvm-config/llvm-config.cpp"


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
    # Whether it is compiled because its whole library is.
    whole: bool = False
    # Whether it is compiled for the names in it alone.
    names: bool = False
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

    def unused(self) -> list:
        """Patched units that no library or program of the overlay has."""
        mine = {u.path for u in self.units + self.program_units}
        return [f for f in self.changed
                if f.endswith(inventory.UNIT_SUFFIXES) and f not in mine]


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
                   f"{unit.library} is in no package" if unit.whole else
                   "says what tools are part of" if unit.names else
                   "for -debug-only and -stats" if len(unit.why) == 1 else
                   "includes " + " > ".join(unit.why[1:]))
            if plan.flags and unit.ndebug:
                why += f"; no assertions because of {unit.ndebug}"
            lines.append(f"{unit.path}: {why}")
        for unit in plan.program_units:
            lines.append(f"{unit.path}: part of {unit.library}")
    lines.append(totals(plan))
    if plan.unused():
        lines.append("patched, but in no tool of the overlay: "
                     + ", ".join(plan.unused()))
    if plan.flags:
        lines.append(assertion_totals(plan))
    return "\n".join(lines)


def totals(plan: Plan) -> str:
    """The size of the closure, in one line."""
    whole = sum(u.whole for u in plan.units)
    count = len(plan.units) - whole
    new = sum(u.new for u in plan.units)
    patched = sum(u.path in plan.changed for u in plan.units)
    reached = sum(len(u.why) > 1 for u in plan.units)
    names = sum(u.names for u in plan.units)
    rest = count - new - patched - reached - names
    return (f"closure: {count} library units ({patched} patched, {new} new, "
            f"{reached} through headers, {rest} for assertions, {names} for "
            f"names), {whole} of libraries that are in no package, "
            f"and {len(plan.program_units)} units of {len(plan.programs)} "
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
    for path in regenerated:
        graph.generated[path] = scanner.scan(generator.made(path))[0]
    seeds = changed | new | regenerated
    reasons = closure.units_affected(graph, libraries, seeds)

    executables = programs.find_programs(tree, upstream, new)
    new_units = [f for f in sorted(new) if f.endswith(inventory.UNIT_SUFFIXES)
                 and f.startswith(inventory.LIBRARY_ROOTS)]
    owners = {u: l for l in libraries.values() for u in l.units}
    units = []
    for path, why in sorted(reasons.items()):
        units.append(Unit(path, owners[path].name, why))
    for library in libraries.values():
        if library.whole:
            units += [Unit(path, library.name, [path], whole=True)
                      for path in library.units if path not in reasons]
    for path in ASSERTION_UNITS + NAMING_UNITS:
        if path in owners and path not in reasons:
            units.append(Unit(path, owners[path].name, [path],
                              names=path in NAMING_UNITS))
    for path in new_units:
        library = inventory.owner(path, directories)
        if library is None:
            raise Failure(f"no CMakeLists.txt above {path} defines a library "
                          "to put it in")
        units.append(Unit(path, library.name, [path], new=True))
    program_units = [Unit(path, program.name, [path], new=path in new)
                     for program in executables
                     for path in own_units(program, new)]
    missing = [u.path for u in program_units if u.path not in files]
    if missing:
        raise Failure(f"{missing[0]} is named in a CMakeLists.txt but does "
                      "not exist")

    shadow = closure.shadowed(graph, seeds)
    where = {l.name: closure.search_path(l.directory)
             for l in libraries.values()}
    where.update((p.name, p.search()) for p in executables)
    for unit in units + program_units:
        unit.search = dirs = where[unit.library]
        unit.sees = seen = graph.reach([unit.path], dirs)
        unit.shadows = sorted(seen & shadow)
        unit.generated = sorted(
            p for p in seen if p in made
            and not p.startswith(inventory.PUBLIC_ROOTS))
    scanner.save()
    needed = {p for u in units + program_units for p in u.generated}
    return Plan(
        upstream, tree, prefix, build, sorted(changed), sorted(new),
        sorted(regenerated), units, program_units, executables, sorted(shadow),
        {p: made[p] for p in sorted(needed)}, libraries, graph)


def own_units(program: programs.Program, new: set) -> list:
    """The units that no library compiles, too.

    Those of a library in a pass plugin are compiled in the same way there, but
    must do without the series, so they are new.
    """
    if not program.passes:
        return program.units
    for path in program.units:
        if path not in new:
            raise Failure(f"{path} is upstream's, so the pass plugin "
                          f"{program.name} cannot contain it")
    return [path for path in program.units
            if not path.startswith(inventory.LIBRARY_ROOTS)]


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
        if unit.path == LLVM_CONFIG:
            unit.ndebug = unit.path
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
