"""Makes mutants of functions with frames, verifies them, and counts."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .files import NotApplicable
from .gcroots import MUTATIONS


class Tally:
    """Mutants by class: how many there are, and how many are noticed."""

    def __init__(self):
        self.made, self.found = Counter(), Counter()
        self.survivors = []

    def rate(self) -> float:
        return self.found.total() / max(self.made.total(), 1)

    def print(self) -> None:
        print(f"  {'class':28} {'mutants':>8} {'noticed':>8} {'unnoticed':>10}")
        rows = [(n, self.made[n], self.found[n])
                for n in MUTATIONS if self.made[n]]
        rows.append(("all", self.made.total(), self.found.total()))
        for name, made, found in rows:
            print(f"  {name:28} {made:8} {found:8} {made - found:10}")
        print(f"  noticed: {100 * self.rate():.1f} %")


def run_mutations(subjects: list, seed: int, count: int, work: Path,
                  names: list = None, keep: Path = None) -> Tally:
    """Makes `count` mutants, each class as often."""
    names = names or list(MUTATIONS)

    def attempt(number: int):
        name = names[number % len(names)]
        for retry in range(60):
            rng = random.Random(f"{seed}/{number}/{retry}")
            subject = rng.choice(subjects)
            try:
                mutant = subject.mutate(name, rng)
            except NotApplicable:
                continue
            path = work / f"mutant-{number}.ll"
            problem = subject.verify(mutant, path)
            path.unlink()
            return name, number, subject, mutant, problem
        return None

    tally = Tally()
    with ThreadPoolExecutor(2) as pool:
        for result in pool.map(attempt, range(count)):
            if result is None:
                continue
            name, number, subject, mutant, problem = result
            tally.made[name] += 1
            if problem:
                tally.found[name] += 1
                continue
            tally.survivors.append((name, number, subject.name))
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{name}-{number}-{subject.name}.ll").write_text(mutant)
                (keep / f"{subject.name}.ll").write_text(subject.text)
    return tally
