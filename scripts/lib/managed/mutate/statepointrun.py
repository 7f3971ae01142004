"""Makes mutants of machine functions, verifies them, and counts."""

import random
import re
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..gcstress import program
from ..gcstress.run import LEVELS
from ..layout import layout_with_references
from ..paths import BUILD
from ..ui import Failure, run
from . import statepointir
from .files import NotApplicable
from .mutants import make_mutants
from .statepointmutations import MUTATIONS, OF_HANDLERS
from .statepointuses import is_read

LLC, OPT = BUILD / "bin/llc", BUILD / "bin/opt"
TARGETS = {"x86-64": "x86_64-unknown-linux-gnu",
           "AArch64": "aarch64-unknown-linux-gnu"}
# Where references are during a call.
MODES = {"slots": "statepoint-example", "registers": "managed"}
# After registers were allocated, and after the frame was laid out.
STAGES = ("fixup-statepoint-caller-saved", "prologepilog")
# The same of programs with null checks, where code is optimized.
CHECK_STAGE = "implicit-null-checks"
# What says that a statepoint is wrong, and not merely the code.
_OURS = re.compile(r"Bad machine code: .*statepoint|unrelocated value found|"
                   r"wrong base found|not a statepoint found|"
                   r"is not listed found", re.I)


@dataclass
class Subject:
    """The machine code of a module that is sound."""

    name: str
    triple: str
    text: str
    llc: Path
    has_handlers: bool = False

    def functions(self) -> list:
        """The beginning and the end of each machine function."""
        starts = [m.start() for m in re.finditer(r"^--- *$", self.text, re.M)]
        return list(zip(starts, starts[1:] + [len(self.text)]))

    def verify(self, text: str, path: Path) -> str:
        """What the verifier prints; nothing if it finds no error."""
        path.write_text(text)
        done = subprocess.run(
            [self.llc, f"-mtriple={self.triple}", "-x", "mir",
             "-run-pass=none", "-verify-machineinstrs", path, "-o",
             "/dev/null"], capture_output=True, text=True, timeout=600)
        if done.returncode and "Bad machine code" not in done.stderr:
            raise Failure(f"{path} is no machine code: {done.stderr[:2000]}")
        return done.stderr if done.returncode else ""

    def mutate(self, name: str, rng: random.Random) -> str:
        """A mutant; raises NotApplicable."""
        if (name in OF_HANDLERS) != self.has_handlers:
            raise NotApplicable
        functions = self.functions()
        # Each statepoint is as likely as any other.
        weights = [self.text.count("STATEPOINT", a, b) for a, b in functions]
        [(start, end)] = rng.choices(functions, weights)
        lines = self.text[start:end].split("\n")
        differences = MUTATIONS[name](rng, lines)
        if differences and not is_read(lines, differences):
            raise NotApplicable
        mutant = self.text[:start] + "\n".join(lines) + self.text[end:]
        if mutant == self.text:
            raise NotApplicable
        return mutant


def make_subjects(work: Path, seeds: range, functions: int = 3,
                  llc: Path = LLC) -> list:
    """Machine code of generated modules, in all ways."""
    jobs = [(target, mode, level, seed, checks) for target in TARGETS
            for mode in MODES for level in LEVELS for seed in seeds
            for checks in (False, True)
            if LEVELS[level].option != "-O0" or not checks]
    with ThreadPoolExecutor(2) as pool:
        made = pool.map(lambda job: _make(work, *job, functions, llc), jobs)
        return [subject for some in made for subject in some]


def _make(work: Path, target: str, mode: str, level: str, seed: int,
          checks: bool, functions: int, llc: Path) -> list:
    triple = TARGETS[target]
    name = f"{target}-{mode}-{level}-{seed}" + "-checks" * checks
    source, lowered = work / f"{name}.ll", work / f"{name}.statepoints.ll"
    source.write_text(program.module(str(seed), functions, MODES[mode], 4,
                                     checks=checks))
    run([OPT, f"-mtriple={triple}",
         f"-data-layout={layout_with_references(triple)}", "-S",
         f"-passes={LEVELS[level].pipeline}", source, "-o", lowered],
        what=f"placing statepoints in {name}")
    found = []
    for stage in [CHECK_STAGE] if checks else STAGES:
        path = work / f"{name}-{stage}.mir"
        run([llc, f"-mtriple={triple}", LEVELS[level].option,
             "-relocation-model=pic", f"-stop-after={stage}", lowered, "-o",
             path], what=f"compiling {name}")
        # Some directives about the frame have no text that can be read again.
        text = re.sub(r"^ *CFI_INSTRUCTION <unserializable.*\n", "",
                      path.read_text(), flags=re.M)
        subject = Subject(path.stem, triple, text, llc, checks)
        problem = subject.verify(subject.text, path)
        if problem:
            raise Failure(f"{path.name} is not sound to begin with: "
                          f"{problem[:2000]}")
        found.append(subject)
    return found


class Tally:
    """Mutants by class: how many there are, and in how many a statepoint or
    something else is found to be wrong."""

    def __init__(self):
        self.made, self.found, self.other = Counter(), Counter(), Counter()
        self.survivors = []

    def rate(self, *names) -> float:
        names = names or list(self.made)
        noticed = sum(self.found[n] + self.other[n] for n in names)
        return noticed / max(sum(self.made[n] for n in names), 1)

    def print(self) -> None:
        print(f"  {'class':32} {'mutants':>8} {'statepoint':>11} "
              f"{'other':>6} {'unnoticed':>10}")
        rows = [(n, self.made[n], self.found[n], self.other[n])
                for n in [*MUTATIONS, *statepointir.MUTATIONS]
                if self.made[n]]
        rows.append(("all", self.made.total(), self.found.total(),
                     self.other.total()))
        for name, made, found, other in rows:
            print(f"  {name:32} {made:8} {found:11} {other:6} "
                  f"{made - found - other:10}")
        print(f"  noticed: {100 * self.rate():.1f} %")


def run_mutations(subjects: list, seed: int, count: int, work: Path,
                  names: list = None, keep: Path = None) -> Tally:
    """Makes `count` mutants of machine code or of IR, each class as often."""
    is_ir = isinstance(subjects[0], statepointir.Subject)
    suffix = "ll" if is_ir else "mir"
    names = names or list(statepointir.MUTATIONS if is_ir else MUTATIONS)

    tally = Tally()
    for mutant in make_mutants(subjects, names, seed, count, work, suffix):
        tally.made[mutant.name] += 1
        if _OURS.search(mutant.problem):
            tally.found[mutant.name] += 1
        elif mutant.problem:
            tally.other[mutant.name] += 1
        else:
            tally.survivors.append((mutant.name, mutant.number,
                                    mutant.subject.name))
            if keep:
                mutant.keep(keep, suffix)
                (keep / f"{mutant.subject.name}.{suffix}").write_text(
                    mutant.subject.text)
    return tally
