"""Modules whose references are in an address space that no strategy names, but
an attribute of their functions does."""

import re
import zlib

SPACE = 2
ATTRIBUTES = (f'"gc-address-spaces"="{SPACE}" '
              f'"implicit-null-check-address-spaces"="{SPACE}"')


def has_second_space(seed: str) -> bool:
    """Whether a module has its references there: one in four."""
    return zlib.crc32(f"spaces/{seed}".encode()) % 4 == 1


def move_references(text: str) -> str:
    """A module with references in address space 1, with them there."""
    text = text.replace("addrspace(1)", f"addrspace({SPACE})")
    # The types in the names of intrinsics.
    text = re.sub(r"(@llvm\.[\w.]*)", lambda name: re.sub(
        r"(\.(?:v\d+)?p)1\b", rf"\g<1>{SPACE}", name.group()), text)
    # What clang writes for functions in C.
    text = text.replace('"gc-address-spaces"="1"', "")
    return re.sub(r'(?<=[\s)])gc "', f'{ATTRIBUTES} gc "', text)
