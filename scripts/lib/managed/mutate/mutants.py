"""Mutants of several subjects, made and judged on both processors."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator

from .files import NotApplicable


@dataclass
class Mutant:
    """A change of one class to a subject, and what the subject's verifier
    prints about it."""

    name: str
    number: int
    subject: Any
    text: str
    problem: str

    def keep(self, folder: Path, suffix: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.name}-{self.number}-{self.subject.name}.{suffix}"
         ).write_text(self.text)


def make_mutants(subjects: list, names: list, seed: int, count: int,
                 work: Path, suffix: str, retries: int = 60) -> Iterator:
    """Makes up to `count` mutants, each class of `names` as often. A number is
    left out if its class applies nowhere in as many tries."""
    def attempt(number: int):
        name = names[number % len(names)]
        for retry in range(retries):
            rng = random.Random(f"{seed}/{number}/{retry}")
            subject = rng.choice(subjects)
            try:
                text = subject.mutate(name, rng)
            except NotApplicable:
                continue
            path = work / f"mutant-{number}.{suffix}"
            problem = subject.verify(text, path)
            path.unlink()
            return Mutant(name, number, subject, text, problem)
        return None

    with ThreadPoolExecutor(2) as pool:
        yield from filter(None, pool.map(attempt, range(count)))
