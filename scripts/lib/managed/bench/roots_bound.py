"""What no placement of roots can do without: one store for each reference that
is made and that a safepoint finds live.

A store that is as late as possible is in front of a safepoint that needs it.
The first one of a reference since that was made is therefore one that every
placement has, wherever it is, unless the slot holds the reference of another
value that has become this one. All others could be left out if one knew the way
that the program will take.
"""

import re

NAME = r"%(?:\"[^\"]*\"|[-\w.$]+)"
_STORE = re.compile(rf"^  store ptr addrspace\(\d+\) ({NAME}), "
                    rf"ptr %gc_slot_addr_\S+,")
_FUNCTION = re.compile(r"^define .*\{$")
_DEFINITION = re.compile(rf"^  ({NAME}) = ")


def count_first_stores(text: str) -> tuple:
    """The module with a call of gcstress_first at each store to a slot, which
    says whether the reference was stored before; and how many these are."""
    out, count = [], 0
    lines = text.splitlines()
    start = 0
    while start < len(lines):
        end = start + 1
        if _FUNCTION.match(lines[start]):
            end = lines.index("}", start) + 1
            made, number = _function(lines[start:end])
            out += made
            count += number
        else:
            out.append(lines[start])
        start = end
    return "\n".join(out) + "\n", count


def _function(lines: list) -> tuple:
    stored = {m[1] for m in map(_STORE.match, lines) if m}
    flags = {name: f"%first.{i}" for i, name in enumerate(sorted(stored))}
    out, phis, count = [lines[0]], [], 0
    if not lines[1].startswith("  "):  # The label of the entry block.
        out.append(lines[1])
    for flag in flags.values():
        out += [f"  {flag} = alloca i1", f"  store i1 false, ptr {flag}"]
    for line in lines[len(out) - 2 * len(flags):]:
        definition = _DEFINITION.match(line)
        name = definition[1] if definition else None
        if " = phi " in line:
            phis += [name] if name in flags else []
            out.append(line)
            continue
        # A phi has its value after all phis, another value in front of what
        # makes it: nobody sees the old one in between. A landing pad has to
        # come first.
        if phis and " = landingpad " not in line and line.startswith("  "):
            out += [f"  store i1 false, ptr {flags[phi]}" for phi in phis]
            phis = []
        if name in flags:
            out.append(f"  store i1 false, ptr {flags[name]}")
        out.append(line)
        store = _STORE.match(line)
        if store:
            flag = flags[store[1]]
            out += [f"  {flag}.{count} = load i1, ptr {flag}",
                    f"  call void @gcstress_first(i1 zeroext {flag}.{count})",
                    f"  store i1 true, ptr {flag}"]
            count += 1
    return out, count
