"""patches/README.md: what each patch is for, as tables."""

import posixpath
import re
from collections import Counter

# No reason in the table is longer than this.
REASON = 120

_INTRO = """\
# The patch series

These {total} patches to {files} files of {tag} call the new files below
`llvm/`, `clang/` and `lld/`, or change what upstream does. They apply in the
order below. `scripts/fork export` writes this page;
[docs/Patching.md](../docs/Patching.md) tells how to change a patch.

| status | patches | meaning |
|---|---:|---|
| Ready | {Ready} | one repair of upstream, which applies to the tag alone |
| Feature | {Feature} | changes what upstream does, for a feature of ours |
| Hook | {Hook} | registers or builds our new files |

The last column of the tables is what a patch costs to compile: the units that
it changes, and for each header the units that include it.
"""


def table(patches: list, tag: str, costs: dict) -> str:
    """The contents of README.md. `costs` says how many units include each
    header."""
    counts = Counter(patch.status for patch in patches)
    out, feature = [_INTRO.format(
        total=len(patches), tag=tag,
        files=len({path for patch in patches for path in patch.files}),
        **{name: counts[name] for name in ("Ready", "Feature", "Hook")})], None
    for patch in patches:
        if patch.feature != feature:
            feature = patch.feature
            out.append(f"\n## {feature}\n\n| patch | why | status | "
                       "compiles |\n|---|---|---|---|\n")
        row = [f"[{_cell(patch.subject)}]({patch.name})",
               _cell(first_sentence(patch.body)), _cell(patch.status),
               cost(patch.files, costs)]
        out.append("| " + " | ".join(row) + " |\n")
    if not patches:
        out.append("\nThe series is empty.\n")
    return "".join(out)


def first_sentence(text: str) -> str:
    """The first sentence of `text`, cut between words if it is long."""
    sentence = re.match(r".*?[.!?](?=\s+[^\sa-z]|\s*$)|.*", text)[0]
    if len(sentence) <= REASON:
        return sentence
    return sentence[:REASON].rpartition(" ")[0].rstrip(",;:") + " …"


def cost(files: list, costs: dict) -> str:
    """What a change to `files` compiles again."""
    edited = sum(path.endswith((".cpp", ".c", ".S")) for path in files)
    said = [_units(edited)] if edited else []
    said += [f"{posixpath.basename(path)}: {_units(costs[path])}"
             for path in files if path in costs]
    return "; ".join(said) or "build files"


def _units(number: int) -> str:
    return f"{number} unit" + "s" * (number != 1)


def _cell(text: str) -> str:
    return re.sub(r"([\[\]|<>*_`])", r"\\\1", text)
