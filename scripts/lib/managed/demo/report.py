"""The tables of programs with null checks, and their JSON."""

from ..results import percent, ratio, table
from .figures import Figures


def target_table(results: dict) -> str:
    """The table of one target: results is {program: {variant: Figures}}."""
    header = ["program", "null checks", "marked", "implicit", "hit rate",
              "instructions", "ratio", "text bytes", "ratio", "map bytes"]
    rows = []
    for program, variants in results.items():
        base = variants["none"]
        for variant, figures in variants.items():
            counted = variant == "implicit"
            rows.append([
                program, variant,
                f"{figures.checks:,}" if counted else "",
                f"{figures.implicit:,}" if counted else "",
                percent(figures.implicit, figures.checks) if counted else "",
                f"{figures.instructions:,}",
                ratio(figures.instructions, base.instructions),
                f"{figures.text_bytes:,}",
                ratio(figures.text_bytes, base.text_bytes),
                f"{figures.map_bytes:,}" if counted else "",
            ])
    return table(header, rows, left=2)


def reasons_table(results: dict) -> str:
    """Why checks stayed explicit: results is {(target, program): Figures}."""
    names = {}
    for figures in results.values():
        for name, count in figures.reasons.items():
            names[name] = names.get(name, 0) + count
    columns = list(results)
    rows = []
    for name in sorted(names, key=lambda name: (-names[name], name)):
        rows.append([name] + [f"{results[c].reasons.get(name, 0):,}"
                              for c in columns])
    rows.append(["all"] + [f"{sum(results[c].reasons.values()):,}"
                           for c in columns])
    return table(["left explicit because"] +
                 [f"{program} {target}" for target, program in columns], rows)


def null_table(outcomes: list) -> str:
    """Where each program that met null ended up."""
    rows = [[o.target, o.language, o.form, o.image, o.checking, o.recovered,
             o.place] for o in outcomes]
    header = ["target", "language", "form", "linked as", "null checks",
              "recovered", "null path that ran"]
    # The number is aligned right, the places are of about equal length.
    return table(header, rows, left=5)


def java_table(outcomes: list) -> str:
    """What happened while the Java program ran."""
    rows = [[o.target, f"{o.collections:,}", f"{o.bytes_moved:,}",
             f"{o.recovered:,}"] for o in outcomes]
    return table(["target", "collections", "bytes moved",
                  "null checks failed by a fault"], rows)


def figures_json(figures: Figures, base: Figures) -> dict:
    """The figures of one build, for --json."""
    return {
        "checks": figures.checks,
        "implicit": figures.implicit,
        "hit_rate": round(figures.hit_rate, 4),
        "reasons": figures.reasons,
        "map_entries": figures.entries,
        "map_bytes": figures.map_bytes,
        "text_bytes": figures.text_bytes,
        "text_ratio": round(figures.text_bytes / base.text_bytes, 4),
        "instructions": figures.instructions,
        "instruction_ratio":
            round(figures.instructions / base.instructions, 4),
    }
