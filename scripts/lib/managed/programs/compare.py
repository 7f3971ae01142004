"""What the results of a cell say, compared with those of its reference.

A cell differs if it does not do the same as its reference. What the reference
cannot do either, such as a test that fails with the unpatched compiler, is told
apart: it is no fault of the fork. The reference itself is never wrong.
"""

from dataclasses import dataclass, field

from .measure import Result

RIGHT, DIFFERS, BOTH, REFERENCE, SKIPPED = (
    "right", "DIFFERS", "fails with both", "reference", "skipped")


@dataclass
class Verdict:
    """What a cell is, and why: a line for each reason."""

    kind: str
    reasons: list = field(default_factory=list)


def _failures(result: Result) -> list:
    return [f"{name}: {_how(one)}" for name, one in result.runs.items()
            if one.code != one.expected]


def _how(one) -> str:
    if one.code is None:
        return "does not end in time"
    if one.code < 0:
        return f"dies of signal {-one.code}"
    return f"exit code {one.code}"


def judge(result: Result, reference: Result = None) -> Verdict:
    """The verdict of a cell; `reference` is None for references."""
    if reference is None:
        if result.error:
            return Verdict(BOTH, [result.error])
        failures = _failures(result)
        return Verdict(BOTH if failures else REFERENCE, failures)
    if result.error:
        return Verdict(BOTH if reference.error else DIFFERS, [result.error])
    reasons = [result.maps] if result.maps else []
    if reference.error:
        # There is nothing to compare with.
        return Verdict(DIFFERS if reasons else BOTH,
                       reasons or [reference.error])
    for name, one in result.runs.items():
        other = reference.runs.get(name)
        if other is None:
            reasons.append(f"{name}: the reference did not run it")
        elif other.emulated and other.code != other.expected:
            # It fails in another manner each time.
            continue
        elif one.code != other.code:
            reasons.append(f"{name}: {_how(one)}, reference: {_how(other)}")
        elif other.emulated:
            # Its output differs from one time to the next.
            continue
        elif one.digest != other.digest:
            reasons.append(f"{name}: prints something else")
        elif one.emulated:
            reasons.append(f"{name}: in the emulator, {one.emulated}")
    if reasons:
        return Verdict(DIFFERS, reasons)
    failures = _failures(reference)
    return Verdict(BOTH if failures else RIGHT, failures)
