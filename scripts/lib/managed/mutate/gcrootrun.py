"""Makes mutants of functions with frames, verifies them, and counts."""

from collections import Counter
from pathlib import Path

from .mutants import make_mutants


class Tally:
    """Mutants by class: how many there are, and how many are noticed."""

    def __init__(self, names: list):
        self.names = names
        self.made, self.found = Counter(), Counter()
        self.survivors = []

    def rate(self) -> float:
        return self.found.total() / max(self.made.total(), 1)

    def print(self) -> None:
        print(f"  {'class':32} {'mutants':>8} {'noticed':>8} {'unnoticed':>10}")
        rows = [(n, self.made[n], self.found[n])
                for n in self.names if self.made[n]]
        rows.append(("all", self.made.total(), self.found.total()))
        for name, made, found in rows:
            print(f"  {name:32} {made:8} {found:8} {made - found:10}")
        print(f"  noticed: {100 * self.rate():.1f} %")


def run_mutations(subjects: list, names: list, seed: int, count: int,
                  work: Path, keep: Path = None) -> Tally:
    """Makes `count` mutants, each class of `names` as often."""
    tally = Tally(names)
    for mutant in make_mutants(subjects, names, seed, count if names else 0,
                               work, "ll", retries=60):
        tally.made[mutant.name] += 1
        if mutant.problem:
            tally.found[mutant.name] += 1
            continue
        tally.survivors.append((mutant.name, mutant.number,
                                mutant.subject.name))
        if keep:
            mutant.keep(keep, "ll")
    return tally
