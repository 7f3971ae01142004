"""The data layout of modules with references."""

import functools
import os
import re

from .paths import LLVM_PREFIX
from .ui import run


@functools.cache
def layout_with_references(triple: str) -> str:
    """That of a target, with non-integral pointers of address space 1."""
    text = run([LLVM_PREFIX / "bin/clang", f"--target={triple}", "-S",
                "-emit-llvm", "-x", "c", os.devnull, "-o", "-"],
               what=f"asking for the data layout of {triple}")
    layout = re.search(r'^target datalayout = "([^"]*)"', text, re.M)[1]
    return layout + "-ni:1"
