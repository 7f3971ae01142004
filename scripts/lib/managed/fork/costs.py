"""What a change to a header costs: how many units have to be compiled again.

It is read from upstream's source alone, with the include graph of the
overlay's closure, so it needs no build and is the same on every machine. A
.td file costs what the files cost that TableGen makes of it. `scripts/closure`
tells what really has to be compiled, which may be less: it runs TableGen and
compares, and it knows which units the distribution's archives have.
"""

import hashlib
import json
import posixpath
from pathlib import Path

from ..overlay import closure, inventory, tblgen
from ..ui import say

# Beside upstream's files, since it depends on nothing else but this code.
_REMEMBERED = ".costs.json"


def header_costs(upstream, series) -> dict:
    """How many units of upstream include each header that `series` changes,
    directly or not."""
    wanted = [path for path in series.files if is_header(path)]
    place = upstream.root / _REMEMBERED
    key = _key(upstream)
    known = _remembered(place, key)
    missing = [path for path in wanted if path not in known]
    if missing:
        say("counting the units that include "
            + (missing[0] if len(missing) == 1 else f"{len(missing)} headers"))
        known.update(_count(upstream.root, missing))
        try:
            place.write_text(json.dumps({"key": key, "costs": known}))
        except OSError:
            # It takes some seconds again the next time.
            pass
    return {path: known[path] for path in wanted}


def is_header(path: str) -> bool:
    return path.endswith(inventory.HEADER_SUFFIXES) \
        and path.startswith(inventory.SCAN_ROOTS)


def _key(upstream) -> str:
    key = hashlib.sha256(upstream.stamp.encode())
    for module in (__file__, closure.__file__, inventory.__file__,
                   tblgen.__file__):
        key.update(Path(module).read_bytes())
    return key.hexdigest()


def _remembered(place: Path, key: str) -> dict:
    try:
        found = json.loads(place.read_text())
        return found["costs"] if found["key"] == key else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _count(top: Path, headers: list) -> dict:
    files = inventory.list_files(top)
    libraries, generated = _libraries(top, files, headers)
    scanner = closure.Scanner()
    # No installed headers are looked at.
    includes = tblgen.generated_includes(generated, top, top / "none", scanner)
    graph = closure.Graph(top, files, includes, scanner)
    found = {}
    for header in headers:
        changed = {header}
        for command in closure.affected_generated(graph, generated, changed):
            changed.update(command.outputs)
        found[header] = len(closure.units_affected(graph, libraries, changed))
    return found


def _libraries(top: Path, files: set, headers: list) -> tuple:
    """The libraries of upstream with all their units, and what TableGen
    makes. A program with a private header among `headers` is one of them."""
    directories, generated = {}, []
    for path in inventory.list_cmake(top):
        directory = posixpath.dirname(path)
        text = (top / path).read_text(errors="replace")
        generated += inventory.generated_in(text, directory)
        if directory.startswith(inventory.LIBRARY_ROOTS):
            for library in inventory.libraries_in(text, directory)[:1]:
                directories[directory] = library
    for header in headers:
        directory = posixpath.dirname(header)
        if not header.startswith(inventory.PUBLIC_ROOTS) \
                and not inventory.owner(header, directories):
            directories[directory] = inventory.Library(directory, directory)
    for library in directories.values():
        library.units = []
    for path in sorted(files):
        library = path.endswith(inventory.UNIT_SUFFIXES) \
            and inventory.owner(path, directories)
        if library:
            library.units.append(path)
    return directories, generated
