"""LLVM as a program that our clang compiles, with all features switched on.

llvm-tblgen, FileCheck, opt and the tools that their tests use are compiled
with -fdevirtualize and implicit null checks, and with assertions. That
llvm-tblgen writes the sources of the rest. What it writes has to be what
another compiler's llvm-tblgen writes, and tests have to do the same with these
tools as with those of the other compiler.
"""

from pathlib import Path

from ..littests import run as lit_run, selection as lit_select
from ..littests.config import Layout
from ..ui import Failure, say
from . import complete_tree as tree
from .command import Outcome

NULL = "-fsanitize=null -fsanitize-trap=null -fimplicit-null-checks"

OPTIONS = {
    "CMAKE_C_FLAGS": NULL,
    "CMAKE_CXX_FLAGS": f"-fdevirtualize {NULL}",
    "CMAKE_C_FLAGS_RELEASE": "-O2",
    "CMAKE_CXX_FLAGS_RELEASE": "-O2",
    "LLVM_INCLUDE_EXAMPLES": "OFF",
}

# The tests of the programs that the tree is built for.
DIRECTORIES = ("llvm/test/TableGen", "llvm/test/FileCheck",
               "llvm/test/Transforms", "llvm/test/Analysis",
               "llvm/test/Assembler", "llvm/test/Bitcode",
               "llvm/test/Verifier")
PROGRAMS = ("llvm-tblgen", *tree.ALWAYS)


def written_sources(build: Path) -> list:
    """The files that llvm-tblgen wrote in `build`, relative to it."""
    found = sorted(str(p.relative_to(build)) for top in ("include", "lib")
                   for p in (build / top).rglob("*.inc"))
    if not found:
        raise Failure(f"{build} has no files of llvm-tblgen; remove it, and "
                      "start again")
    return found


def different_sources(names: list, build: Path, other: Path) -> list:
    """Those of the files `names` in `build` that are different, or not there,
    in `other`."""
    return [name for name in names
            if not (other / name).is_file()
            or (other / name).read_bytes() != (build / name).read_bytes()]


def judge(codes: dict, others: dict) -> Outcome:
    """A test has to do what it does with the tools of the other compiler,
    whose results are needed for those only that do not pass."""
    outcome = Outcome()
    for test, code in sorted(codes.items()):
        if code in lit_run.PASSED or code == others.get(test):
            skipped = code in lit_run.SKIPPED
            outcome.skipped += skipped
            outcome.passed += not skipped
            if code not in lit_run.PASSED and not skipped:
                outcome.notes.append(f"{test}: {code} with both compilers")
        else:
            outcome.failures.append(
                f"{test}: {code}, and {others.get(test, 'no result')} with "
                "the tools of the other compiler")
    return outcome


def check(source: Path, build: Path, other: Path, jobs: int,
          tools: Path) -> Outcome:
    """Builds `source` in `build` with the clang in `tools`, and runs the
    tests. `other` is a build of the same source by another compiler."""
    compiler = tools / "clang++"
    if not compiler.is_file():
        raise Failure(f"{compiler} does not exist; run scripts/build, or name "
                      "a directory with --tools")
    ours, theirs = (Layout(tree=source, build=b) for b in (build, other))
    tree.configure(source, build, {
        **OPTIONS, "CMAKE_C_COMPILER": str(tools / "clang"),
        "CMAKE_CXX_COMPILER": str(compiler)})
    names = [name for directory in DIRECTORIES
             for name in lit_run.tests_below(directory, source)]
    programs = tree.programs(tree.targets(build))
    wanted = sorted({*PROGRAMS,
                     *lit_select.tools_used(names, source, programs)})
    say(f"compiling {len(wanted)} programs with our clang; see "
        f"{build.with_suffix('.log')}")
    tree.make(build, wanted, jobs)
    say(f"{len(names)} tests with what our clang made ...")
    codes = tree.run_lit(ours, names, jobs)
    doubtful = sorted(test for test, code in codes.items()
                      if code not in lit_run.PASSED)
    written = written_sources(build)
    say("the sources that the other llvm-tblgen writes; see "
        f"{other.with_suffix('.log')}")
    tree.make(other, written, jobs)
    others = {}
    if doubtful:
        say(f"the same programs by the other compiler, for {len(doubtful)} of "
            "the tests ...")
        tree.make(other, wanted, jobs)
        others = tree.run_lit(theirs, doubtful, jobs)
    outcome = judge(codes, others)
    different = different_sources(written, build, other)
    outcome.failures += [f"{name}: llvm-tblgen wrote something else than that "
                         "of the other compiler" for name in different]
    outcome.passed += not different
    return outcome
