"""Which of upstream's tests concern what the series changes.

They are found by what they say, never listed by hand, so a new upstream
release brings its new tests along.
"""

import os
import re
import subprocess
from pathlib import Path

from ..ui import Failure
from .config import Layout
from .run import is_test, own_tests

# What tests of our features mention, by project, as grep -E knows it.
MENTIONS = {
    "llvm": r'make\.implicit|implicit-null|faultmap|FAULTING_OP|statepoint'
            r'|stackmap|\<gc "|null_pointer_is_valid',
    "clang": r'make\.implicit|implicit-null|default-function-attr'
             r'|fsanitize=[a-z,-]*(null|undefined)\>',
}

# Whole directories whose tests all run through code of the series.
DIRECTORIES = ("llvm/test/CodeGen/X86", "llvm/test/CodeGen/AArch64")
# Those of code generation in the linker: lld and the plugin of GNU linkers.
LTO_DIRECTORIES = ("lld/test/ELF/lto", "llvm/test/tools/gold")


def feature_tests(layout: Layout, projects=tuple(MENTIONS)) -> list:
    """Upstream's tests that mention our features."""
    own = set(own_tests(layout))
    found = []
    for project in projects:
        # Links are our own tests, which -r leaves out.
        done = subprocess.run(
            ["grep", "-rlE", MENTIONS[project], f"{project}/test"],
            cwd=layout.tree, env=dict(os.environ, LC_ALL="C"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode > 1:
            raise Failure("searching upstream's tests failed: "
                          + done.stderr.strip().splitlines()[-1])
        found += [name for name in done.stdout.splitlines()
                  if Path(name).suffix not in (".inc", ".py", ".h")
                  and name not in own and is_test(name, layout.tree)]
    return sorted(found)


def tools_used(tests: list, root: Path, known: set) -> list:
    """The programs among `known` that RUN lines of `tests` name."""
    used = set()
    for test in tests:
        for line in (root / test).read_text(errors="replace").splitlines():
            if "RUN:" in line:
                words = re.findall(r"[\w.+-]+", line.split("RUN:")[1])
                used.update(known.intersection(words))
    return sorted(used)
