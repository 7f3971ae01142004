"""What the results of a cell say, compared with those of its reference.

A cell differs if it does not do the same as its reference. What the reference
cannot do either, such as a test that fails with the unpatched compiler, is told
apart: it is no fault of the fork. The reference itself is never wrong.
"""

from dataclasses import dataclass, field

from .execute import describe_end
from .measure import Result

RIGHT, DIFFERS, BOTH, REFERENCE, SKIPPED = (
    "right", "DIFFERS", "fails with both", "reference", "skipped")


@dataclass
class Verdict:
    """What a cell is, and why: a line for each reason."""

    kind: str
    reasons: list = field(default_factory=list)


def _failures(result: Result) -> list:
    return [f"{name}: {describe_end(one.code)}"
            for name, one in result.runs.items() if one.code != one.expected]


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
            reasons.append(f"{name}: {describe_end(one.code)}, in the "
                           f"reference {describe_end(other.code)}")
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
