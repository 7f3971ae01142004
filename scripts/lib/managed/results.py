"""Tables and JSON of what was measured."""

import json
import os
from pathlib import Path

from .ui import Failure

def table(header: list, rows: list, left: int = 1) -> str:
    """Columns padded to equal width; the first `left` are aligned left."""
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    lines = []
    for row in cells:
        lines.append("  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def ratio(value: int, base: int) -> str:
    return f"{value / base:.3f}" if base else "-"


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def check_json(path: Path) -> None:
    """Fails before the work rather than after it."""
    if path and not path.absolute().parent.is_dir():
        raise Failure(f"cannot write {path}: its directory does not exist")


def write_json(path: Path, content: dict) -> None:
    """Writes all of the file or nothing."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(json.dumps(content, indent=2) + "\n")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Failure(f"cannot write {path}: {error.strerror}") from None
