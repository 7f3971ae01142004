"""Changes modules of LLVM IR as text."""

import re


def next_node(text: str) -> int:
    """A number that no metadata of the module has."""
    return 1 + max(map(int, re.findall(r"^!(\d+) =", text, re.M)), default=-1)


def add_flag(text: str, name: str, value: int) -> tuple:
    """(the module `text` with a node for a flag, which is in its list of flags
    if it has one; the node; whether it has)"""
    number = 1 + max((int(n) for n in re.findall(r"^!(\d+) =", text, re.M)),
                     default=-1)
    text, count = re.subn(r"^(!llvm\.module\.flags = !\{[^}]*)\}",
                          rf"\1, !{number}}}", text, flags=re.M)
    return (text + f'!{number} = !{{i32 1, !"{name}", i32 {value}}}\n',
            f"!{number}", count == 1)
