"""The project's version, from cmake/ManagedVersion.cmake."""

import json
import re

from .paths import REPO

FILE = REPO / "cmake/ManagedVersion.cmake"
PARTS = ("MAJOR", "MINOR", "PATCH")


def version() -> str:
    """Such as 0.9.0."""
    text = FILE.read_text()
    numbers = dict(re.findall(
        r"^set\(MANAGED_LLVM_VERSION_(\w+) (\d+)\)$", text, re.M))
    missing = [part for part in PARTS if part not in numbers]
    if missing:
        raise ValueError(f"{FILE} does not set MANAGED_LLVM_VERSION_"
                         f"{missing[0]}")
    return ".".join(numbers[part] for part in PARTS)


def describe() -> str:
    """What --version says."""
    base = json.loads((REPO / "patches/upstream.json").read_text())["version"]
    return f"Managed LLVM {version()} for LLVM {base}"
