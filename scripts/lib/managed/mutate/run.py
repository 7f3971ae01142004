"""Makes mutants, verifies them, and counts."""

import json
import random
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..paths import BUILD
from ..ui import Failure
from . import mutations, stackmutations
from .files import Disassembly, Image, NotApplicable, read_entries
from .stackmaps import read_runs

VERIFIER = BUILD / "bin/llvm-managed-maps"
READOBJ = BUILD / "bin/llvm-readobj"
SUSPICION = ", suspicious]"


@dataclass(frozen=True)
class Maps:
    """What is damaged."""

    title: str
    mutations: dict
    # Reads what mutations take from an image.
    read: callable
    # How llvm-readobj prints them, and the key in its JSON.
    option: str
    key: str
    # Classes that leave the table alone and do not count.
    code: tuple


FAULT = Maps("fault map", mutations.MUTATIONS, read_entries, "--fault-maps",
             "FaultMaps", ("damage-the-code",))
STACK = Maps("stack map", stackmutations.MUTATIONS, read_runs, "--stackmap",
             "StackMaps", ("damage-the-code", "damage-the-unwind-table"))


def table_of(path: Path, maps: Maps = FAULT):
    """What another program reads in the table of `path`; nothing if it does
    not."""
    done = subprocess.run(
        [READOBJ, maps.option, "--elf-output-style=JSON", path],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if done.returncode:
        return None
    [printed] = json.loads(done.stdout)
    return printed.get(maps.key)


class Subject:
    """A file that is sound, and copies of it that are not."""

    def __init__(self, path: Path, verifier: Path = VERIFIER,
                 maps: Maps = FAULT):
        self.path, self.verifier, self.maps = path, verifier, maps
        self.data = path.read_bytes()
        self.code = Disassembly(path)
        if not maps.read(Image(self.data)):
            raise Failure(f"{path} has no {maps.title}")
        self.table = table_of(path, maps)
        if self.table is None:
            raise Failure(f"{READOBJ.name} cannot read {path}")
        code, self.suspicions = self.verify(path)
        if code:
            raise Failure(f"{path} is not sound to begin with")

    def verify(self, path: Path) -> tuple:
        """The exit code, and what is suspected."""
        done = subprocess.run([self.verifier, "verify", path],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=600)
        if done.returncode not in (0, 1):
            raise Failure(f"the verifier ended with code {done.returncode} "
                          f"on {path}")
        start = f"llvm-managed-maps: warning: '{path}': "
        return done.returncode, {line.removeprefix(start) for line in
                                 done.stderr.splitlines()
                                 if line.endswith(SUSPICION)}

    def mutate(self, name: str, rng: random.Random) -> bytes:
        """A mutant; raises NotApplicable."""
        image = Image(self.data)
        self.maps.mutations[name](rng, image, self.maps.read(image), self.code)
        if image.data == self.data:
            raise NotApplicable
        return bytes(image.data)


class Tally:
    """Mutants by class: how many there are, how many do not pass, how many
    others the verifier suspects, and in how many of the rest the table still
    says what it did."""

    def __init__(self, maps: Maps = FAULT):
        self.maps = maps
        self.made, self.flagged, self.suspected, self.same = \
            Counter(), Counter(), Counter(), Counter()
        self.survivors = []

    def rate(self, *names) -> float:
        """The share of tables that say something else and are flagged or
        suspected."""
        names = names or [n for n in self.made if n not in self.maps.code]
        total = sum(self.made[n] - self.same[n] for n in names)
        noticed = sum(self.flagged[n] + self.suspected[n] for n in names)
        return noticed / max(total, 1)

    def print(self) -> None:
        print(f"  {'class':34} {'mutants':>8} {'flagged':>8} "
              f"{'suspected':>10} {'same':>6} {'unnoticed':>10}")
        rows = [(name, self.made[name], self.flagged[name],
                 self.suspected[name], self.same[name])
                for name in self.maps.mutations if self.made[name]]
        rows.append(("all", self.made.total(), self.flagged.total(),
                     self.suspected.total(), self.same.total()))
        for name, made, flagged, suspected, same in rows:
            left = made - flagged - suspected - same
            print(f"  {name:34} {made:8} {flagged:8} {suspected:10} {same:6} "
                  f"{left:10}")
        print(f"  noticed of the tables that say something else: "
              f"{100 * self.rate():.1f} %")


def run_mutations(paths: list, seed: int, count: int, work: Path,
                  names: list = None, verifier: Path = VERIFIER,
                  keep: Path = None, maps: Maps = FAULT) -> Tally:
    """Makes `count` mutants of the files, each class as often."""
    subjects = [Subject(Path(path), verifier, maps) for path in paths]
    tally = Tally(maps)
    names = names or list(maps.mutations)
    for number in range(count):
        name = names[number % len(names)]
        subject, mutant = choose(subjects, name, f"{seed}/{number}")
        if mutant is None:
            continue
        path = work / "mutant"
        path.write_bytes(mutant)
        code, suspicions = subject.verify(path)
        tally.made[name] += 1
        if code:
            tally.flagged[name] += 1
        elif suspicions - subject.suspicions:
            tally.suspected[name] += 1
        elif (name not in maps.code
              and table_of(path, maps) == subject.table):
            tally.same[name] += 1
        else:
            tally.survivors.append((name, number, subject.path))
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{name}-{number}-{subject.path.name}").write_bytes(
                    mutant)
                (keep / subject.path.name).write_bytes(subject.data)
    return tally


def choose(subjects: list, name: str, seed: str) -> tuple:
    """A file to which the mutation applies, and the mutant, if there are
    any."""
    for attempt in range(20):
        rng = random.Random(f"{seed}/{attempt}")
        subject = rng.choice(subjects)
        try:
            return subject, subject.mutate(name, rng)
        except NotApplicable:
            continue
    return None, None
