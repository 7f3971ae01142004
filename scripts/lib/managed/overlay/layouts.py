"""May a unit be compiled with assertions? Comparing record layouts.

The distribution's archives are compiled with NDEBUG. A unit with assertions
may be linked with them only if every type both sides know has the same layout
either way. A header is "flagged" when that cannot be said of it; a unit may
have assertions if it sees no flagged header. Headers are judged in two steps.

1. Their text. Only headers with a declaration that depends on NDEBUG, or on
   a name that does, can be flagged (headertext.py). Flagged at once are those
   where a layout dump would not show the difference: a virtual function under
   such a condition (it moves the virtual table), a dependent member of a
   template (a dump shows instantiations only), and a lambda in a template
   that captures by default and contains an assertion (what it captures
   depends on the assertion). A file that cannot stand alone is flagged too.
2. The compiler. The other headers that depend are compiled with and without
   NDEBUG, and the layouts of all complete records are compared. The headers
   that define a record that differs are flagged.

A record that contains or derives from a differing one is defined in a header
that includes the other's, so every unit that sees it is found either way.
"""

import hashlib
import json
import posixpath
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import closure, headertext, inventory
from ..ui import Failure

_CACHE_VERSION = 1
_DUMP = "*** Dumping AST Record Layout"
_PLACE = re.compile(r"\((?:lambda|unnamed|anonymous)[^()]* at (.*?):\d+:\d+\)")
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]*(\S*)", re.M)
# The headers whose macros are fixed for both sides.
_CONFIGURATION = ("llvm/Config/llvm-config.h", "llvm/Config/abi-breaking.h")


def parse_dump(text: str) -> dict:
    """The layouts in the output of -fdump-record-layouts-complete.

    Maps each record's name to the set of its layouts: unnamed records of
    different functions can share a name.
    """
    found = {}
    for block in text.split(_DUMP)[1:]:
        block = block.strip()
        first = block.split("\n", 1)[0]
        name = first.split("|", 1)[-1].strip()
        name = name.removesuffix(" (empty)")
        digest = hashlib.blake2b(block.encode(), digest_size=8).hexdigest()
        found.setdefault(name, set()).add(digest)
    return found


def differing(one: dict, two: dict) -> list:
    """The records that both dumps have, with different layouts."""
    return sorted(n for n in one if n in two and one[n] != two[n])


def plain_name(name: str) -> str:
    """The last component of a record's name, without template arguments."""
    while True:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    name = re.sub(r"^(?:class|struct|union)\s+", "", name)
    return name.split("::")[-1].strip()


@dataclass
class Flags:
    """Which headers forbid assertions, and why.

    `records` are the differing records that the compiler found. `probed` are
    the headers it was asked about.
    """

    why: dict = field(default_factory=dict)
    records: list = field(default_factory=list)
    probed: list = field(default_factory=list)


class Checker:
    """Judges headers; remembers facts and dumps by content."""

    def __init__(self, graph: closure.Graph, compiler: list, prefix: Path,
                 cache: Path, jobs: int):
        self.graph, self.compiler, self.jobs = graph, compiler, jobs
        self.cache_path = cache
        self.known = configuration(prefix)
        self._text = {}
        self._facts, self._probes = {}, {}
        self._used_facts, self._used_probes = {}, {}
        try:
            saved = json.loads(cache.read_text())
            if saved["version"] == _CACHE_VERSION:
                self._facts, self._probes = saved["facts"], saved["probes"]
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def save(self) -> None:
        text = json.dumps({"version": _CACHE_VERSION,
                           "facts": self._used_facts,
                           "probes": self._used_probes})
        temporary = self.cache_path.with_suffix(".tmp")
        temporary.write_text(text)
        temporary.replace(self.cache_path)

    def text(self, path: str) -> str:
        if path not in self._text:
            self._text[path] = (self.graph.top / path).read_text(
                errors="replace")
        return self._text[path]

    def _digest(self, path: str) -> str:
        return hashlib.blake2b(self.text(path).encode(errors="replace"),
                               digest_size=16).hexdigest()

    def _read(self, path: str, tainted: set) -> headertext.Facts:
        mentioned = sorted(w for w in tainted if w in self.text(path))
        key = hashlib.blake2b(repr((
            self._digest(path), mentioned, sorted(self.known.items(),
                                                  key=str),
        )).encode(), digest_size=16).hexdigest()
        saved = self._facts.get(key) or self._used_facts.get(key)
        if saved is None:
            facts = headertext.read(self.text(path), self.known,
                                    set(mentioned))
            saved = {k: sorted(v) if isinstance(v, set) else v
                     for k, v in asdict(facts).items()}
        self._used_facts[key] = saved
        return headertext.Facts(
            [tuple(x) for x in saved["fields"]],
            [tuple(x) for x in saved["virtuals"]], set(saved["names"]),
            [tuple(x) for x in saved["uses"]], set(saved["captures"]),
            set(saved["records"]))

    def facts(self, headers: set) -> dict:
        """The facts of every header whose text could depend on NDEBUG."""
        found, tainted, fresh = {}, set(), {"NDEBUG"}
        while fresh:
            names = set()
            for header in sorted(headers):
                text = self.text(header)
                if any(name in text for name in fresh) or (
                        not tainted and "assert" in text
                        and headertext.captures_by_default(text)):
                    found[header] = self._read(header, tainted)
                    names |= found[header].names
            fresh = names - tainted
            tainted |= fresh
        return found

    def judge(self, headers: set, directories: dict) -> Flags:
        """Flags those of `headers` that forbid assertions.

        `directories` maps a private header to the private directories that
        units which see it search.
        """
        flags, ask = Flags(), []
        for header, facts in sorted(self.facts(headers).items()):
            reason = _at_once(facts)
            interesting = (facts.fields or facts.uses or facts.captures)
            if reason:
                flags.why[header] = reason
            elif interesting and not header.endswith(".h"):
                flags.why[header] = "depends on NDEBUG and cannot stand alone"
            elif interesting:
                ask.append(header)
        flags.probed = ask
        groups = {}
        for header in ask:
            dirs = directories.get(header, ())
            family = header.split("/")[0] if not dirs else ""
            groups.setdefault((family, dirs), []).append(header)
        with ThreadPoolExecutor(self.jobs) as pool:
            for result in pool.map(lambda g: self._probe(g[1], g[0][1]),
                                   sorted(groups.items())):
                records, why = result
                flags.records += records
                flags.why.update(why)
        flags.records = sorted(set(flags.records))
        return flags

    def _probe(self, headers: list, dirs: tuple) -> tuple:
        """The records of `headers` that differ, and the headers to flag."""
        names = self._differing(headers, dirs)
        if names is None and len(headers) > 1:
            records, why = [], {}
            for header in headers:
                some, reasons = self._probe([header], dirs)
                records += some
                why.update(reasons)
            return records, why
        if names is None:
            return [], {headers[0]: "depends on NDEBUG and cannot be "
                                    "compiled alone"}
        return names, self._definers(names, headers, dirs)

    def _differing(self, headers: list, dirs: tuple):
        """As `differing` for a unit that includes `headers`.

        None if it does not compile.
        """
        reached = sorted(f for f in self.graph.reach(headers, dirs)
                         if f in self.graph.files)
        command = self._command(dirs)
        key = hashlib.blake2b(repr((
            command, headers, [self._digest(f) for f in reached])).encode(),
            digest_size=16).hexdigest()
        saved = self._used_probes.get(key, self._probes.get(key, False))
        if saved is False:
            text = "".join(f'#include "{_spell(h)}"\n' for h in headers)
            dumps = [dump(command, text, flags)
                     for flags in (["-DNDEBUG"], ["-UNDEBUG"])]
            saved = (None if None in dumps else
                     differing(*map(parse_dump, dumps)))
        self._used_probes[key] = saved
        return saved

    def _command(self, dirs: tuple) -> list:
        where = [self.graph.top / d for d in dirs]
        return [*self.compiler, *(f"-I{d}" for d in where),
                f"-I{self.graph.top}"]

    def _definers(self, names: list, headers: list, dirs: tuple) -> dict:
        """The headers that define the records `names`."""
        why = {}
        reached = [f for f in self.graph.reach(headers, dirs)
                   if f in self.graph.files]
        for name in names:
            place = _PLACE.search(name)
            if place:
                mine = [f for f in reached if place[1].endswith(
                    f.split("/", 2)[2])]
            else:
                word = re.escape(plain_name(name))
                pattern = re.compile(
                    r"\b(?:class|struct|union)\b[^;{}()]*\b" + word
                    + r"\b[^;{}()]*(?:\([^)]*\)[^;{}()]*)*\{")
                mine = [f for f in headers if pattern.search(self.text(f))]
                mine = mine or [f for f in reached
                                if word in self.text(f)
                                and pattern.search(self.text(f))]
            for header in mine or headers:
                why.setdefault(header, f"layout of {name} depends on NDEBUG")
        return why


def _at_once(facts: headertext.Facts) -> str:
    """The reason why no dump is needed, if there is one."""
    if facts.virtuals:
        return (f"virtual function of {facts.virtuals[0][0]} depends on "
                "NDEBUG")
    for name, template in facts.fields + facts.uses:
        if template:
            return f"member of the template {name} depends on NDEBUG"
    if True in facts.captures:
        return "lambda in a template captures what an assertion uses"
    return ""


def _spell(header: str) -> str:
    """How a unit includes `header`: public ones by their public name."""
    for root in inventory.PUBLIC_ROOTS:
        if header.startswith(root + "/"):
            return header[len(root) + 1:]
    return header


def configuration(prefix: Path) -> dict:
    """The macros that the installed configuration headers fix."""
    found = {}
    for name in _CONFIGURATION:
        path = prefix / "include" / name
        if not path.exists():
            raise Failure(f"{path} is missing; reinstall llvm-22-dev")
        found.update((k, v or None) for k, v in
                     _MACRO.findall(path.read_text()))
    return found


def dump(command: list, source, flags: list):
    """The layouts of all complete records of a unit, as the compiler says.

    `source` is a path, or text for standard input. None if it has errors.
    """
    given = ["-x", "c++", "-"] if isinstance(source, str) else [str(source)]
    done = subprocess.run(
        [*map(str, command), *flags, "-w", "-fsyntax-only",
         "-Xclang", "-fdump-record-layouts-complete", *given],
        input=source if isinstance(source, str) else "",
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        errors="replace")
    return None if done.returncode else done.stdout


def seen_headers(units: list, files: set) -> tuple:
    """The headers that `units` see, and the directories for private ones.

    Those in `files` only: what TableGen writes declares nothing that depends
    on NDEBUG, and the test that compares whole units would notice.
    """
    headers, directories = set(), {}
    for unit in units:
        for path in unit.sees:
            if (path.endswith(inventory.UNIT_SUFFIXES + (".td",))
                    or path not in files):
                continue
            headers.add(path)
            if not path.startswith(inventory.PUBLIC_ROOTS):
                directories.setdefault(path, unit.search)
    return headers, directories


def why_not(unit, flags: Flags) -> str:
    """The flagged header that forbids assertions in `unit`, or ""."""
    own = posixpath.splitext(posixpath.basename(unit.path))[0]
    flagged = sorted(set(flags.why) & set(unit.sees),
                     key=lambda h: (own not in h, h))
    return flagged[0] if flagged else ""
