"""Makes up a program of cases, and draws how it is compiled.

Each case has a namespace of its own, and prints a line. Its text is left out if
CASE is defined and is not its number, so that a case can be compiled alone.
"""

from dataclasses import dataclass, field
from fnmatch import fnmatch
from random import Random

from . import construction, library, statics, ways  # noqa: F401
from .cases import WAYS, Case, fill
from .shapes import HEADERS as SHAPE_HEADERS

STANDARDS = (17, 20, 23)
LIBRARIES = ("libstdc++", "libc++")
TARGETS = ("x86-64", "AArch64")
# What a program may include; a few are enough for one, since each costs time.
HEADERS = sorted({header for way in WAYS.values() for header in way.headers}
                 | set(SHAPE_HEADERS.values()))
MOST_HEADERS = 5
# How often a way is drawn that needs headers, where there are some.
LIBRARY_SHARE = .25
LEVELS = {
    "O1": ("-O1",), "O2": ("-O2",), "O3": ("-O3",), "Os": ("-Os",),
    "lto": ("-O2", "-flto", "-fwhole-program-vtables"),
    "thinlto": ("-O2", "-flto=thin", "-fwhole-program-vtables"),
}
FEATURES = {"devirtualize": ("-fdevirtualize",),
            "strict": ("-fstrict-vtable-pointers",)}


@dataclass(frozen=True)
class Written:
    """What a case of a program is made of."""

    number: int
    ways: tuple
    shapes: frozenset


@dataclass
class Program:
    seed: int
    standard: int
    library: str
    target: str
    # How it is compiled: pairs of a level and a feature.
    builds: list = field(default_factory=list)
    cases: list = field(default_factory=list)
    files: dict = field(default_factory=dict)
    left_out: tuple = ()

    def describe(self) -> str:
        return f"C++{self.standard}, {self.library}, {self.target}"


def make(seed: int, count: int = 20, left_out: tuple = ()) -> Program:
    """Ways whose names match one of the patterns in `left_out` do not
    occur."""
    rng = Random(f"storage {seed}")
    target = "AArch64" if rng.random() < .25 else "x86-64"
    # Debian has libc++ for the machine itself only.
    library_ = rng.choice(LIBRARIES) if target == "x86-64" else LIBRARIES[0]
    made = Program(seed, rng.choice(STANDARDS), library_, target,
                   left_out=left_out)
    for level in rng.sample(sorted(LEVELS), 2):
        feature = "strict" if rng.random() < .15 else "devirtualize"
        made.builds.append((level, feature))
    Writer(rng, made).write(count)
    return made


class Writer:
    def __init__(self, rng: Random, made: Program):
        self.rng, self.made = rng, made
        self.headers = set(rng.sample(HEADERS, MOST_HEADERS))
        names = ["main", "other", "third"][:rng.choice((1, 1, 1, 2, 2, 3))]
        self.units = {name: [] for name in names}
        # What is in the header, and what it and each unit include.
        self.shared = []
        self.included = {name: set() for name in (*names, "cases.h")}
        self.needs = set()

    def draw_way(self):
        possible = self.possible_ways()
        library_ = [way for way in possible if way.headers]
        if library_ and self.rng.random() < LIBRARY_SHARE:
            return self.rng.choice(library_)
        return self.rng.choice(possible)

    def possible_ways(self) -> list:
        return [way for way in WAYS.values()
                if way.standard <= self.made.standard
                and set(way.headers) <= self.headers
                and not any(fnmatch(way.name, pattern)
                            for pattern in self.made.left_out)]

    def write(self, count: int) -> None:
        for number in range(1, count + 1):
            self.write_case(number)
        for name, texts in self.units.items():
            if name == "main":
                if "global new" in self.needs:
                    # Before the cases, so that it may be inlined there.
                    texts.insert(0, GLOBAL_NEW)
                texts.append(self.write_main(count))
            self.made.files[f"{name}.cpp"] = (
                '#include "cases.h"\n' + self.includes(name)
                + "\n" + "\n".join(texts))
        self.made.files["cases.h"] = (
            "#pragma once\n" + self.includes("cases.h") + PRELUDE
            + "\n".join(self.shared))

    def includes(self, name: str) -> str:
        return "".join(f"#include <{header}>\n"
                       for header in sorted(self.included[name]))

    def write_case(self, number: int) -> None:
        case = Case(self.rng, self.made.standard, self.headers)
        drawn, body = [], ""
        for _ in range(self.rng.choice((1, 1, 2))):
            text = ""
            while not text:
                way = self.draw_way()
                text = way.write(case)
            drawn.append(way)
            name = case.fresh("run")
            case.text += (self.rng.choice(("", "__attribute__((noinline)) "))
                          + f"void {name}() {{\n{text}}}\n")
            body += f"  {name}();\n"
        unit = self.rng.choice(list(self.units))
        self.needs |= case.needs
        self.included[unit] |= (case.needs - {"global new"}).union(
            self.shape_headers(case), *(way.headers for way in drawn))
        self.place(number, case, unit, body)
        self.made.cases.append(Written(
            number, tuple(way.name for way in drawn),
            frozenset(shape for t in case.types for shape in t.shapes)))

    @staticmethod
    def shape_headers(case: Case) -> set:
        used = {shape for t in case.types for shape in t.shapes}
        return {header for shape, header in SHAPE_HEADERS.items()
                if shape.__name__ in used}

    def place(self, number: int, case: Case, unit: str, body: str) -> None:
        """Puts the texts of a case into the files."""
        def chosen(text: str) -> str:
            return (f"#if !defined CASE || CASE == {number}\n"
                    f"namespace c{number} {{\n{text}}}\n#endif\n")

        others = [name for name in self.units if name != unit]
        keys = case.family.keys
        if keys and others:
            self.shared.append(chosen(case.shared))
            self.included["cases.h"] |= self.shape_headers(case)
            self.units[self.rng.choice(others)].append(chosen(keys))
        else:
            case.text = case.shared + case.text + keys
        self.units[unit].append(
            chosen(f"{case.text}void run() {{\n  start({number});\n{body}"
                   "  end();\n}\n"))

    def write_main(self, count: int) -> str:
        text = MAIN
        declared, calls = "", ""
        for number in range(1, count + 1):
            guard = f"#if !defined CASE || CASE == {number}\n"
            declared += (f"{guard}namespace c{number} {{ void run(); }}\n"
                         "#endif\n")
            calls += (f"{guard}  if (!only || only == {number})\n"
                      f"    c{number}::run();\n#endif\n")
        return text + declared + fill("""\
int main(int argc, char **argv) {
  int only = argc > 1 ? atoi(argv[1]) : 0;
$calls}
""", calls=calls)


PRELUDE = """\
#include <new>
#include <typeinfo>

using Size = decltype(sizeof 0);
// Zero when the program runs, which the compiler does not know.
extern volatile int source;
void start(int number);
void put(int number);
void end();

inline int num(int n) { return source + n; }
template <class T> T &as_reference(T &object) { return object; }
inline bool flip(int n) { return (source + n) & 1; }
constexpr Size most(Size a, Size b = 0, Size c = 0) {
  return a > b ? a > c ? a : c : b > c ? b : c;
}

"""
# With an argument, it runs the case of this number.
MAIN = """\
#include <stdio.h>
#include <stdlib.h>

volatile int source;
void start(int number) { printf("case %d:", number); }
__attribute__((noinline)) void put(int number) { printf(" %d", number); }
void end() {
  printf("\\n");
  fflush(nullptr);
}
"""
# The last storage of up to 256 bytes is kept, by its size, which stands before
# it; other storage is lost.
GLOBAL_NEW = """\
#include <stdlib.h>

void *spare[5];
void *operator new(Size n) {
  Size kind = (n + 63) / 64;
  if (kind < 5 && spare[kind]) {
    void *found = spare[kind];
    spare[kind] = nullptr;
    return found;
  }
  Size *made = static_cast<Size *>(malloc(kind * 64 + 16));
  *made = kind;
  return made + 2;
}
// It looks at what lies before the object that it is given.
__attribute__((no_sanitize("object-size"))) void operator delete(
    void *p) noexcept {
  if (!p)
    return;
  Size *made = static_cast<Size *>(p) - 2;
  if (*made < 5)
    spare[*made] = p;
  else
    free(made);
}
void operator delete(void *p, Size n) noexcept {
  Size kind = (n + 63) / 64;
  if (kind < 5)
    spare[kind] = p;
  else
    operator delete(p);
}
"""
