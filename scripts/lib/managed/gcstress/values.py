"""Functions on value types with references, for memory.py: written in IR, or
compiled from C. Both have the same signatures. They are inlined where functions
are optimized, so that only copies of memory are left of them."""

import re
import tempfile
from pathlib import Path

from ..ui import run

REF = "ptr addrspace(1)"
WORD = 8
SOURCE = Path(__file__).with_name("Values.c")

# Value types of one word and of two.
VALUE, PAIR = f"{{ {REF} }}", f"{{ {REF}, i64 }}"

DECLARATIONS = f"""
declare void @llvm.memcpy.p0.p1.i64(ptr, {REF}, i64, i1)
declare void @llvm.memcpy.p1.p0.i64({REF}, ptr, i64, i1)
declare void @llvm.memcpy.p1.p1.i64({REF}, {REF}, i64, i1)
declare void @llvm.memmove.p1.p1.i64({REF}, {REF}, i64, i1)
"""

IR = f"""
define internal void @gcstress_value_get(ptr %to, {REF} %object, i64 %word)
    gc "STRATEGY" {{
  %from = getelementptr inbounds i64, {REF} %object, i64 %word
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %to, {REF} align 8 %from,
                                   i64 {WORD}, i1 false)
  ret void
}}

define internal void @gcstress_value_set({REF} %object, i64 %word, ptr %from)
    gc "STRATEGY" {{
  %to = getelementptr inbounds i64, {REF} %object, i64 %word
  call void @llvm.memcpy.p1.p0.i64({REF} align 8 %to, ptr align 8 %from,
                                   i64 {WORD}, i1 false)
  ret void
}}

define internal void @gcstress_value_move({REF} %a, i64 %i, {REF} %b, i64 %j)
    gc "STRATEGY" {{
  %to = getelementptr inbounds i64, {REF} %a, i64 %i
  %from = getelementptr inbounds i64, {REF} %b, i64 %j
  call void @llvm.memmove.p1.p1.i64({REF} align 8 %to, {REF} align 8 %from,
                                    i64 {WORD}, i1 false)
  ret void
}}

define internal {REF} @gcstress_value_pass({REF} %v) gc "STRATEGY" {{
  %here = alloca {VALUE}
  %copy = alloca {VALUE}
  store {REF} %v, ptr %here
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %here,
                                   i64 {WORD}, i1 false)
  call void @gcstress_poll()
  %result = load {REF}, ptr %copy
  ret {REF} %result
}}

define internal {PAIR} @gcstress_value_pair({REF} %v, i64 %n) gc "STRATEGY" {{
  %here = alloca {PAIR}
  %copy = alloca {PAIR}
  %second = getelementptr inbounds i8, ptr %here, i64 {WORD}
  store {REF} %v, ptr %here
  store i64 %n, ptr %second
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %here,
                                   i64 {2 * WORD}, i1 false)
  call void @gcstress_poll()
  %pair = load {PAIR}, ptr %copy
  %number = extractvalue {PAIR} %pair, 1
  %sum = add i64 %number, 1
  %result = insertvalue {PAIR} %pair, i64 %sum, 1
  ret {PAIR} %result
}}
"""


def from_c(clang: Path, triple: str) -> str:
    """The same functions, as clang compiles them."""
    with tempfile.TemporaryDirectory(prefix="values-") as folder:
        output = Path(folder) / "values.ll"
        run([clang, f"--target={triple}", "-O2", "-Xclang",
             "-disable-llvm-passes", "-fno-strict-aliasing",
             "-fgc-address-spaces=1", "-S", "-emit-llvm", SOURCE, "-o",
             output], what=f"compiling {SOURCE.name}")
        return extract(output.read_text())


def extract(text: str) -> str:
    """The types and functions of a module of clang's, with a strategy and
    without attribute groups and metadata."""
    types = re.findall(r"^%\S+ = type .*$", text, re.M)
    functions = re.findall(r"^define .*?^}$", text, re.M | re.S)
    body = "\n".join([*types, *functions])
    body = re.sub(r", !\w[\w.]* !\d+", "", body)
    body = re.sub(r" #\d+(?= \{$|$)", "", body, flags=re.M)
    body = re.sub(r"^define (?:dso_local )?(.*) \{$",
                  r'define internal \1 gc "STRATEGY" {', body, flags=re.M)
    return f"\n{body}\n"
