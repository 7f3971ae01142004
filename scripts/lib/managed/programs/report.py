"""The table and the JSON of all cells."""

from dataclasses import asdict
from statistics import geometric_mean

from .. import results
from ..counting import TRANSFERS
from .compare import DIFFERS, REFERENCE, RIGHT, SKIPPED, Verdict
from .measure import Result
from .sides import SIDES, Cell


def _count(number: int) -> str:
    return f"{number:,}"


def baseline(cell: Cell, found: dict) -> Result:
    """What ratios are to: the same variant compiled by the unpatched clang, or
    the first of the program and target there is."""
    reference = cell.reference()
    plain = Cell(cell.program, cell.target, reference.variant, "clang")
    if plain in found and not found[plain].error:
        return found[plain]
    if reference in found and not found[reference].error:
        return found[reference]
    return None


def row(cell: Cell, result: Result, verdict: Verdict, base: Result) -> list:
    words = [cell.program, cell.target, cell.variant, cell.side, verdict.kind]
    if result is None or result.error:
        return [*words, *["-"] * 6]
    instructions = result.total("instructions")
    base = base or result
    checks = "-"
    if SIDES[cell.side].implicit:
        checks = f"{_count(result.implicit)} of {_count(result.marked)}"
    return [*words, _count(instructions),
            results.ratio(instructions, base.total("instructions")),
            _count(result.indirect),
            results.ratio(result.indirect, base.indirect),
            results.ratio(result.text, base.text), checks]


HEADER = ["program", "target", "variant", "side", "result", "instructions",
          "ratio", "indirect", "ratio", "text", "implicit checks"]


def table(found: dict, verdicts: dict) -> str:
    """All cells; ratios are to those of the unpatched clang."""
    return results.table(HEADER, [
        row(cell, found.get(cell), verdict, baseline(cell, found))
        for cell, verdict in verdicts.items()], left=5)


def means_table(found: dict, verdicts: dict) -> str:
    """The geometric means of the ratios, and the sums of null checks, of what
    is right, by side."""
    groups = {}
    for cell, verdict in verdicts.items():
        result = found.get(cell)
        if verdict.kind in (REFERENCE, RIGHT) and result and not result.error:
            groups.setdefault((cell.target, cell.variant, cell.side), []) \
                .append((result, baseline(cell, found) or result))
    lines = []
    for (target, variant, side), pairs in groups.items():
        means = []
        for count in (lambda r: r.total("instructions"),
                      lambda r: r.indirect, lambda r: r.text):
            ratios = [count(r) / count(b) for r, b in pairs
                      if count(r) and count(b)]
            means.append(f"{geometric_mean(ratios):.3f}" if ratios else "-")
        checks = "-"
        if SIDES[side].implicit:
            implicit = sum(r.implicit for r, _ in pairs)
            marked = sum(r.marked for r, _ in pairs)
            checks = f"{_count(implicit)} of {_count(marked)} " \
                     f"({results.percent(implicit, marked)})"
        lines.append([target, variant, side, str(len(pairs)), *means, checks])
    return results.table(["target", "variant", "side", "programs", "ratio",
                          "indirect", "text", "implicit checks"], lines,
                         left=3) if lines else ""


def _compile_ratios(found: dict, verdicts: dict):
    """(cell, file, instructions, those of the unpatched compiler) for each file
    that was compiled."""
    for cell in verdicts:
        result = found.get(cell)
        if result:
            base = baseline(cell, found) or result
            for name, count in result.compiler.items():
                yield cell, name, count, base.compiler.get(name, 0)


def compile_table(found: dict, verdicts: dict) -> str:
    """What the compilers execute for the largest files, and their sum."""
    lines, sums = [], {}

    def add(cell, name, count, base):
        lines.append([cell.program, name, cell.target, cell.variant, cell.side,
                      _count(count), results.ratio(count, base)])

    for cell, name, count, base in _compile_ratios(found, verdicts):
        add(cell, name, count, base)
        sums.setdefault(cell, []).append((count, base))
    for cell, pairs in sums.items():
        counts, bases = zip(*pairs)
        if len(pairs) > 1 and all(bases):
            add(cell, f"{len(pairs)} files", sum(counts), sum(bases))
    return results.table(["program", "file", "target", "variant", "side",
                          "compiler's instructions", "ratio"], lines,
                         left=5) if lines else ""


def compile_means_table(found: dict, verdicts: dict) -> str:
    """The geometric means of the ratios, by side."""
    ratios = {}
    for cell, _, count, base in _compile_ratios(found, verdicts):
        if base:
            ratios.setdefault((cell.target, cell.variant, cell.side),
                              []).append(count / base)
    lines = [[*key, str(len(some)), f"{geometric_mean(some):.3f}"]
             for key, some in ratios.items()]
    return results.table(["target", "variant", "side", "files", "ratio"],
                         lines, left=3) if lines else ""


# Functions with less than this share of a program's instructions do not matter.
LEAST_SHARE = 0.01
# Nor does a difference of less than this part.
LEAST_DIFFERENCE = 0.001


def _function_ratios(found: dict, verdicts: dict):
    """(cell, function, its share in the reference, instructions, those in the
    reference) for each function that matters. A function that is inlined on
    one side only is left out, as what it is inlined into executes more."""
    for cell in verdicts:
        reference = found.get(cell.reference())
        result = found.get(cell)
        if not result or not reference or cell.reference() == cell:
            continue
        total = sum(reference.functions.values())
        for name, base in reference.functions.items():
            count = result.functions.get(name, 0)
            if base >= LEAST_SHARE * total and count:
                yield cell, name, base / total, count, base


def _compare(count: int, base: int) -> int:
    """Less, as much or more: -1, 0 or 1."""
    if abs(count - base) < LEAST_DIFFERENCE * base:
        return 0
    return 1 if count > base else -1


def functions_table(found: dict, verdicts: dict) -> str:
    """The functions that matter and execute more than in the reference."""
    lines = [[cell.program, name, cell.target, cell.variant, cell.side,
              f"{100 * share:.1f} %", _count(count),
              results.ratio(count, base)]
             for cell, name, share, count, base
             in _function_ratios(found, verdicts)
             if _compare(count, base) > 0]
    return results.table(["program", "function", "target", "variant", "side",
                          "share", "instructions", "ratio"], lines,
                         left=5) if lines else ""


def functions_sums_table(found: dict, verdicts: dict) -> str:
    """How many functions matter, by side, and how many of them execute less,
    the same and more."""
    sums = {}
    for cell, _, _, count, base in _function_ratios(found, verdicts):
        counts = sums.setdefault((cell.target, cell.variant, cell.side),
                                 [0, 0, 0])
        counts[_compare(count, base) + 1] += 1
    lines = [[*key, str(sum(counts)), *map(str, counts)]
             for key, counts in sums.items()]
    return results.table(["target", "variant", "side", "functions", "less",
                          "same", "more"], lines, left=3) if lines else ""


def reasons_table(found: dict, verdicts: dict) -> str:
    """Why null checks stayed explicit, in all programs, by side."""
    totals = {}
    for cell in verdicts:
        result = found.get(cell)
        if result and SIDES[cell.side].implicit:
            counts = totals.setdefault((cell.target, cell.side), {})
            for name, count in result.reasons.items():
                counts[name] = counts.get(name, 0) + count
    lines = [[target, side, name, _count(count)]
             for (target, side), counts in totals.items()
             for name, count in sorted(counts.items(), key=lambda c: -c[1])]
    return results.table(["target", "side", "reason", "checks"], lines,
                         left=3) if lines else ""


def notes(found: dict) -> list:
    """What cannot be compared: runs of references that do something else in the
    emulator, as they do when they print times or addresses."""
    return [f"not compared: {cell}: {name}: {one.emulated}"
            for cell, result in found.items() if cell.reference() == cell
            for name, one in result.runs.items() if one.emulated]


def not_compiled(found: dict) -> list:
    """What the unpatched compiler does not compile either is told nowhere
    else."""
    return [f"not compiled: {cell}: {result.error}"
            for cell, result in found.items()
            if result.error and cell.reference() == cell]


def problems(verdicts: dict) -> list:
    """A line for each reason of what differs."""
    return [f"{cell}: {line}" for cell, verdict in verdicts.items()
            if verdict.kind == DIFFERS
            for reason in verdict.reasons
            for line in reason.splitlines()]


def summary(verdicts: dict) -> str:
    counts = {}
    for verdict in verdicts.values():
        counts[verdict.kind] = counts.get(verdict.kind, 0) + 1
    counts.setdefault(DIFFERS, 0)
    counts.setdefault(SKIPPED, 0)
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def as_json(found: dict, verdicts: dict) -> list:
    rows = []
    for cell, verdict in verdicts.items():
        entry = {**asdict(cell), "result": verdict.kind,
                 "reasons": verdict.reasons}
        result = found.get(cell)
        if result and not result.error:
            entry.update(asdict(result))
            entry.update({name: result.total(name) for name in TRANSFERS},
                         indirect=result.indirect)
        rows.append(entry)
    return rows
