"""Which units a change reaches: the closure over the include graph.

The graph is read from the text of the files, without running a preprocessor.
It is an over-approximation in three ways, so that nothing is missed:

1. an #include counts whether or not the #if around it holds;
2. a name that several directories of the search path could provide stands
   for all of them;
3. `#include MACRO` stands for every file name that any file defines MACRO
   as, and if there is none, for every changed header. A file that defines
   such a macro includes what it names, because a private name means nothing
   to a public header.

A quoted name that exists beside the including file is that file and no other,
as the language says. Names that no file of the tree answers to are system
headers.
"""

import json
import os
import posixpath
import re
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from . import inventory

_INCLUDE = re.compile(
    rb'^[ \t]*#[ \t]*(?:include_next|include|import)\b[ \t]*'
    rb'(?:/\*[^\n]*?\*/[ \t]*)?(?:"([^"\n]+)"|<([^>\n]+)>|(\w+))', re.M)
_DEFINE = re.compile(
    rb'^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+["<]([\w./+-]+)[">]', re.M)
_TD_INCLUDE = re.compile(rb'^[ \t]*include[ \t]+"([^"\n]+)"', re.M)
_CACHE_VERSION = 1
# Macros that the configuration header defines as names of system headers.
_SYSTEM_MACROS = {"BACKTRACE_HEADER"}


class Scanner:
    """The #include lines of files, remembered by size and time of change.

    An include is (kind, name): kind is '"', '<' or 'm' for a macro.
    """

    def __init__(self, cache: Path = None):
        self._cache = cache
        self._known = {}
        self._used = {}
        if cache:
            try:
                saved = json.loads(cache.read_text())
                if saved["version"] == _CACHE_VERSION:
                    self._known = saved["files"]
            except (OSError, ValueError, KeyError, TypeError):
                pass

    def scan(self, path: Path) -> tuple:
        """The (includes, defines) of the file `path`."""
        key = str(path)
        if key in self._used:
            return self._used[key][2:]
        status = os.stat(path)
        entry = self._known.get(key)
        if not entry or entry[:2] != [status.st_size, status.st_mtime_ns]:
            entry = [status.st_size, status.st_mtime_ns,
                     *parse(path.read_bytes(), key.endswith(".td"))]
        self._used[key] = entry
        return entry[2:]

    def save(self) -> None:
        """Writes the cache, whole or not at all."""
        if not self._cache or self._used == self._known:
            return
        self._cache.parent.mkdir(parents=True, exist_ok=True)
        temporary = self._cache.with_suffix(".tmp")
        temporary.write_text(json.dumps(
            {"version": _CACHE_VERSION, "files": self._used}))
        temporary.replace(self._cache)


def parse(text: bytes, is_td: bool = False) -> tuple:
    """The includes and the file-name macros that `text` contains."""
    includes, defines = [], {}
    if is_td:
        for name in _TD_INCLUDE.findall(text):
            includes.append(['"', name.decode(errors="replace")])
        return includes, defines
    for quoted, angled, macro in _INCLUDE.findall(text):
        kind, name = (('"', quoted) if quoted else
                      ("<", angled) if angled else ("m", macro))
        includes.append([kind, name.decode(errors="replace")])
    if b"define" in text:
        for name, value in _DEFINE.findall(text):
            if b"." in value:
                defines.setdefault(name.decode(), []).append(value.decode())
    return includes, defines


def search_path(directory: str) -> tuple:
    """The private directories that units of `directory` search, in order.

    It is the directory of a library or a program.
    """
    found = [directory]
    parts = directory.split("/")
    if parts[:3] == ["llvm", "lib", "Target"] and len(parts) > 3:
        found.append("/".join(parts[:4]))
    elif parts[:3] == ["llvm", "lib", "ExecutionEngine"]:
        found.append("/".join(parts[:3]))
    elif parts[:4] == ["llvm", "lib", "Transforms", "GC"]:
        # The library of the preset for Julia is a part of this directory.
        found.append("/".join(parts[:4]))
    elif parts[0] == "lld":
        # The distribution does not install lld's headers.
        found.append("lld/include")
    return tuple(dict.fromkeys(found))


@dataclass
class Graph:
    """The include graph of one source tree.

    `files` are the files that exist, `generated` maps those that TableGen
    writes to what they include, as the scanner would say it. Resolution
    depends on the private directories a unit searches; public headers see
    none, so their part is shared.
    """

    top: Path
    files: set
    generated: dict
    scanner: Scanner
    macros: dict = field(default_factory=dict)
    _computed: set = field(default_factory=set)
    _edges: dict = field(default_factory=dict)

    def __post_init__(self):
        self._have = self.files | set(self.generated)
        for path in sorted(self.files):
            if not path.endswith(".td"):
                includes, defines = self.scanner.scan(self.top / path)
                self._computed.update(n for k, n in includes if k == "m")
                for name, values in defines.items():
                    self.macros.setdefault(name, set()).update(values)

    def _resolve(self, path: str, kind: str, name: str, dirs: tuple) -> list:
        if kind == '"':
            beside = posixpath.normpath(
                posixpath.join(posixpath.dirname(path), name))
            if beside in self._have:
                return [beside]
        found = []
        for directory in dirs:
            candidate = posixpath.normpath(f"{directory}/{name}")
            if candidate in self._have:
                found.append(candidate)
        return found

    def includes(self, path: str, dirs: tuple = ()) -> list:
        """The files that `path` includes, for a unit that searches `dirs`.

        `None` among them stands for "any header at all".
        """
        if path not in self._have:
            return []
        if path.startswith(inventory.PUBLIC_ROOTS):
            dirs = ()
        key = (path, dirs)
        if key not in self._edges:
            where = dirs + inventory.PUBLIC_ROOTS
            found = []
            if path in self.files:
                includes, defines = self.scanner.scan(self.top / path)
            else:
                includes, defines = self.generated[path], {}
            for name in sorted(self._computed & set(defines)):
                includes = includes + [['"', v] for v in defines[name]]
            for kind, name in includes:
                if kind != "m":
                    found += self._resolve(path, kind, name, where)
                    continue
                values = self.macros.get(name)
                if not values and name not in _SYSTEM_MACROS:
                    found.append(None)
                for value in values or ():
                    found += self._resolve(path, '"', value, where)
            self._edges[key] = list(dict.fromkeys(found))
        return self._edges[key]

    def reach(self, starts, dirs: tuple = ()) -> set:
        """`starts` and everything they include, directly or not."""
        seen, todo = set(starts), list(starts)
        while todo:
            for target in self.includes(todo.pop(), dirs):
                if target is not None and target not in seen:
                    seen.add(target)
                    todo.append(target)
        return seen

    def affected(self, changed: set, candidates, dirs: tuple = ()) -> dict:
        """The files reachable from `candidates` that see a changed file.

        Maps each to the include it sees it through, or to itself when it is
        changed. Following the map from a unit gives the chain of includes.
        """
        users, everything = {}, self.reach(candidates, dirs)
        for path in everything:
            for target in self.includes(path, dirs):
                users.setdefault(target, []).append(path)
        why = {path: path for path in sorted(everything & changed)}
        todo = deque(why)
        if changed:
            for path in sorted(users.get(None, ())):
                if path not in why:
                    why[path] = sorted(changed)[0]
                    todo.append(path)
        while todo:
            path = todo.popleft()
            for user in sorted(users.get(path, ())):
                if user not in why:
                    why[user] = path
                    todo.append(user)
        return why


def chain(why: dict, path: str) -> list:
    """The includes that lead from `path` to the change, both included."""
    found = [path]
    while why.get(path, path) != path:
        path = why[path]
        found.append(path)
    return found


def affected_generated(graph: Graph, generated: list, changed: set) -> list:
    """The TableGen commands that read a changed .td file."""
    changed_td = {f for f in changed if f.endswith(".td")}
    if not changed_td:
        return []
    found = []
    for command in generated:
        if command.source in graph.files and changed_td & graph.reach(
                [command.source], command.includes):
            found.append(command)
    return found


def units_affected(graph: Graph, libraries: dict, changed: set) -> dict:
    """The units of `libraries` that see a changed file.

    Maps each unit to the chain of includes that leads to the change.
    """
    found = {}
    public = None
    for library in libraries.values():
        if not library.units:
            continue
        if public is None:
            public = _public_affected(graph, changed)
        dirs = search_path(library.directory)
        why = _library_affected(graph, library.units, dirs, changed, public)
        for unit in library.units:
            if unit in why:
                found.setdefault(unit, chain({**public, **why}, unit)
                                 if why[unit] != unit else [unit])
    return found


def _public_affected(graph: Graph, changed: set) -> dict:
    headers = [f for f in graph.files | set(graph.generated)
               if f.startswith(inventory.PUBLIC_ROOTS)
               and not f.endswith(".td")]
    return graph.affected(changed, headers)


def _library_affected(graph: Graph, units: list, dirs: tuple, changed: set,
                      public: dict) -> dict:
    """As Graph.affected, but stops at public headers, done once for all."""
    users, seen, todo = {}, set(units), list(units)
    while todo:
        path = todo.pop()
        for target in graph.includes(path, dirs):
            users.setdefault(target, []).append(path)
            if (target is not None and target not in seen
                    and not target.startswith(inventory.PUBLIC_ROOTS)):
                seen.add(target)
                todo.append(target)
    why = {path: path for path in seen & changed}
    queue = deque(sorted(why))
    for target, includers in users.items():
        through = target
        if target is None:
            if not changed:
                continue
            through = sorted(changed)[0]
        elif target not in public:
            continue
        for path in sorted(includers):
            if path not in why:
                why[path] = through
                queue.append(path)
    while queue:
        path = queue.popleft()
        for user in users.get(path, ()):
            if user not in why:
                why[user] = path
                queue.append(user)
    return why


def shadowed(graph: Graph, changed: set) -> set:
    """The public headers that must come before the installed ones.

    These are the changed and new ones, and those that name one of them
    relative to their own directory: an installed header would find the
    installed neighbour.
    """
    found = {f for f in changed if f.startswith(inventory.PUBLIC_ROOTS)
             and not f.endswith(".td")}
    beside = {}
    for path in graph.files:
        if not path.startswith(inventory.PUBLIC_ROOTS) or path.endswith(".td"):
            continue
        for kind, name in graph.scanner.scan(graph.top / path)[0]:
            if kind == '"':
                target = posixpath.normpath(
                    posixpath.join(posixpath.dirname(path), name))
                if target in graph.files or target in graph.generated:
                    beside.setdefault(target, []).append(path)
    todo = list(found)
    while todo:
        for user in beside.get(todo.pop(), ()):
            if user not in found:
                found.add(user)
                todo.append(user)
    # A shadowed header in turn needs the neighbours it names.
    for target, users in beside.items():
        if target in graph.files and any(u in found for u in users):
            found.add(target)
    return found
