"""Writing the plan down: for CMake, for the compiler, for scripts/build.

Directories below the build directory:

  overlay/include   shadow headers: links to changed, new and regenerated
                    public headers, searched before the installed ones
  overlay/new       links to the new ones alone, for pass plugins
  overlay/gen       private generated files that the series leaves alone
  overlay/tree, overlay/upstream
                    private generated files that it changes, both versions
"""

import hashlib
import json
import os
import posixpath
from pathlib import Path

from . import closure, inventory, pch, programs, tblgen
from .plan import Plan, assertion_totals, totals


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
    """Makes the directories of headers and of changed generated files."""
    overlay = plan.build / "overlay"
    wanted = {}
    regenerated, new = set(plan.regenerated), set(plan.new)
    for path in plan.shadow:
        source = (overlay / "tblgen/tree" / path if path in regenerated
                  else plan.tree / path)
        name = path.split("/", 2)[2]
        wanted[overlay / "include" / name] = source
        if path in new:
            wanted[overlay / "new" / name] = source
    for path in plan.regenerated:
        if path.startswith(inventory.PUBLIC_ROOTS):
            continue
        for side in ("tree", "upstream"):
            made = overlay / "tblgen" / side / path
            if made.exists():
                wanted[overlay / side / path] = made
    for top in ("include", "new", "tree", "upstream"):
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
    pch.discard_stale(overlay, plan.prefix)


# Which of cmake/pch the units below a directory include; the first that fits.
# Those of the runtime must not include LLVM. Those that read objects have names
# of their own that headers of code generation have, too.
_PCH = {
    "llvm/lib/BinaryFormat": "",
    "llvm/lib/ExecutionEngine/ManagedRuntime": "",
    "llvm/unittests/ExecutionEngine": "",
    "lld": "object",
    "llvm/lib/Object": "object",
    "llvm/tools/llvm-managed-map-fuzzer": "object",
    "llvm/tools/llvm-managed-maps": "object",
    "llvm/tools/llvm-readobj": "object",
    "llvm/unittests/Object": "object",
    "clang": "clang",
    "llvm": "llvm",
}


def _headers(directory: str) -> str:
    return next(headers for top, headers in _PCH.items()
                if directory.startswith(top))


def shared_objects(plan: Plan, program: programs.Program) -> dict:
    """{unit: its library} of those units of a pass plugin whose object the
    library has: they see no header that the series changes."""
    if not program.passes:
        return {}
    new = set(plan.new)
    return {unit.path: unit.library for unit in plan.units
            if unit.path in program.units and new.issuperset(unit.shadows)}


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

    def include_dirs(directories, top, side):
        found = []
        for d in directories:
            found += [top / d, overlay / side / d, overlay / "gen" / d]
        if side == "tree":
            found.append(overlay / "include")
        return found

    def unit_calls(units, top, side, variant, headers="", pic=False):
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
                 PCH=headers, PIC="ON" if pic else "OFF",
                 KIND="new" if unit.new else "upstream")

    for variant, top, side in (("overlay", plan.tree, "tree"),
                               ("baseline", plan.upstream, "upstream")):
        by_library = {}
        for unit in plan.units:
            if side == "upstream" and (
                    unit.new or unit.names
                    or plan.libraries[unit.library].whole):
                # No tool of the baseline has it, or it stays the
                # distribution's.
                continue
            by_library.setdefault(unit.library, []).append(unit)
        for name, units in sorted(by_library.items()):
            library = plan.libraries[name]
            unit_calls(units, top, side, variant,
                       _headers(library.directory), pic=True)
            call("managed_library", name, VARIANT=variant,
                 FAMILY=library.family, ARCHIVE=library.archive or "",
                 INCLUDES=include_dirs(
                     closure.search_path(library.directory), top, side),
                 UNITS=[top / u.path for u in units])
        for program in plan.programs:
            if (variant == "baseline"
                    and program.name not in programs.BASELINE_TOOLS):
                continue
            mine = [u for u in plan.program_units
                    if u.library == program.name]
            unit_calls(mine, top, side, variant,
                       "" if program.plugin else
                       _headers(program.directory))
            includes = ([overlay / "new", *(top / d for d in program.private)]
                        if program.passes else
                        include_dirs(program.search(), top, side))
            shared = shared_objects(plan, program)
            call("managed_program", program.name, VARIANT=variant,
                 KIND=program.kind, FAMILY=program.family,
                 EXPORTS="ON" if program.exports else "OFF",
                 DRIVER="ON" if program.driver else "OFF",
                 SYMBOLS=top / program.symbols if program.symbols else "",
                 LINKS=program.links, PACKAGES=program.packages,
                 INCLUDES=includes,
                 OBJECTS=[f"{variant}_{library}:{path}"
                          for path, library in shared.items()],
                 UNITS=[top / path for path in program.units
                        if path not in shared])
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
        "replaced": replaced,
        "retired": {
            str(l.archive): [posixpath.basename(unit) + ".o"
                             for unit in l.retired]
            for l in plan.libraries.values() if l.retired}}, indent=1))
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
         "ndebug": u.ndebug, "search": u.search, "shadows": u.shadows}
        for u in plan.units + plan.program_units], indent=1))
