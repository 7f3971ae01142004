"""The link matrix of stack maps: a program whose objects move at each call."""

import json
from pathlib import Path

from ..paths import REPO
from .run import DEAD, Work, Wrong

INPUTS = REPO / "scripts/linktest.d/stackmaps"
COLLECTOR = REPO / "llvm/examples/MovingCollector"
SECTIONS = ("llvm_gcidx", "llvm_gcmap")
# Safepoints of the functions that are called, but for shared(), which has one
# or three, and of each that is not.
CALLED, OF_SHARED, OF_DEAD = 16, {1, 3}, 2
# The same if functions of both modules are one, and same_*, and those that are
# not called; and if shared() has one, it is one with plain_*().
FOLDED, OF_SHARED_FOLDED = 9 + OF_DEAD, {0, 3}
# The frames of deep_first(20), each of which waits for the next.
DEEP = 21


class StackMapWork(Work):
    """The work on one cell."""

    def source(self, name: str) -> Path:
        """The module with its references made explicit."""
        lowered = self.objects / f"{name}.ll"
        self.call(self.tools["opt"], f"-mtriple={self.cell.target.triple}",
                  "-passes=rewrite-statepoints-for-gc", "-S",
                  INPUTS / f"{name}.ll", "-o", lowered)
        return lowered

    def compile_main(self) -> list:
        objects = []
        for file in (INPUTS / "main.cpp", COLLECTOR / "Collector.cpp",
                     COLLECTOR / "Heap.cpp"):
            objects.append(self.objects / f"{file.stem}.o")
            self.clang("-std=c++17", "-O2", "-fPIC",
                       f"-I{self.runtime.include}", f"-I{COLLECTOR}", "-c",
                       file, "-o", objects[-1])
        return objects

    def compile_helpers(self) -> list:
        entries = self.objects / "entries.o"
        self.clang("-O2", "-fPIC", f"-I{self.runtime.include}", "-c",
                   INPUTS / "entries.c", "-o", entries)
        return [entries]

    def link(self, *words, output: Path) -> None:
        library = [] if "-nostdlib" in words else ["-lstdc++", "-pthread"]
        super().link(*words, *library, output=output)

    def count_safepoints(self) -> int:
        dump = json.loads(self.call(self.tools["llvm-managed-maps"], "dump",
                                    "--json", self.image))
        return sum(len(file["stackMaps"]["safepoints"]) for file in dump)

    def look(self) -> None:
        sections, places, symbols = self.read_image()
        for name in SECTIONS:
            if not sections.get(name):
                raise Wrong(f"there is no {name}")
            for section in sections[name]:
                begin = section["Address"]
                inside = [p for p in places
                          if begin <= p < begin + section["Size"]]
                if inside:
                    raise Wrong(f"{name} has {len(inside)} relocations")
        dead = DEAD & symbols
        if self.cell.drops_dead and dead:
            raise Wrong(f"{', '.join(sorted(dead))} is there")
        expected, rest = CALLED + OF_DEAD * len(dead), OF_SHARED
        if self.cell.way.folds:
            expected, rest = FOLDED, OF_SHARED_FOLDED
        found = self.count_safepoints()
        if found - expected not in rest:
            raise Wrong(f"{found} safepoints, not {expected} and one of "
                        f"{sorted(rest)}")

    def check(self, result: dict) -> None:
        if result.get("deep") != DEEP:
            raise Wrong(f"{result.get('deep')} frames, not {DEEP}")
        if result["folded-twins"]:
            raise Wrong("the twin functions are one")
        if result["folded-same"] != self.cell.way.folds:
            raise Wrong("the same functions are "
                        + ("two" if self.cell.way.folds else "one"))
