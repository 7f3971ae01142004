"""Building a complete upstream tree, and running its tests.

Only X86 and AArch64 are built, and with assertions.
"""

import re
import shutil
from pathlib import Path

from .. import paths, ui
from ..littests import options as lit_options, process, run as lit_run
from ..littests.config import Layout
from ..ui import Failure, say, step
from . import command as check

OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release",
    "LLVM_ENABLE_ASSERTIONS": "ON",
    "LLVM_TARGETS_TO_BUILD": "X86;AArch64",
    "LLVM_USE_LINKER": "lld",
    "LLVM_PARALLEL_LINK_JOBS": "1",
    "LLVM_ENABLE_BINDINGS": "OFF",
    "LLVM_INCLUDE_BENCHMARKS": "OFF",
    "LLVM_INCLUDE_DOCS": "OFF",
    "CMAKE_PROJECT_TOP_LEVEL_INCLUDES":
        str(paths.REPO / "cmake/ManagedFullPCH.cmake"),
    "MANAGED_LLVM_SOURCES": str(paths.REPO / "llvm"),
}

# What lit itself and the suite's configuration use, besides what RUN lines
# name.
ALWAYS = ("llc", "opt", "FileCheck", "not", "count", "split-file",
          "llvm-config", "llvm-readobj", "llvm-jitlink-executor")

# The configuration that a build of upstream writes for its tests.
THEIR_SITE = "test/lit.site.cfg.py"

HOURS = 3600


def configure(source: Path, build: Path, options: dict) -> None:
    """Configures `build`, also one that exists: the series may have added
    files."""
    options = {**OPTIONS, **options}
    if shutil.which("ccache"):
        options["LLVM_CCACHE_BUILD"] = "ON"
    with step(f"configuring {build}"):
        ui.run(["cmake", "-G", "Ninja", "-S", source / "llvm", "-B", build,
                *(f"-D{k}={v}" for k, v in options.items())],
               log=build.with_suffix(".configure.log"), what="cmake")


def targets(build: Path) -> str:
    """What ninja says that it can build, a line each."""
    return ui.run(["ninja", "-C", build, "-t", "targets", "all"])


def programs(listing: str) -> set:
    """The programs that a build makes, from what targets() says."""
    return set(re.findall(r"^(?:bin|unittests(?:/\w+)+)/([\w.+-]+): "
                          r"(?!phony)", listing, re.M))


def make(build: Path, names: list, jobs: int) -> None:
    """Builds the targets `names`; fails with the end of the log."""
    log = build.with_suffix(".log")
    code = check.run_logged(["ninja", "-C", build, f"-j{jobs}", *names], log,
                            limit=6 * HOURS, every=300)
    if code:
        print(check.tail(log))
        raise Failure(f"the build failed with exit code {code}; see {log}")


def write_site(build: Path, options: dict) -> Path:
    """Gives LLVM's tests the build's configuration and options of their own.

    Returns the directory below which lit is told to look for tests.
    """
    top = build / "managed-lit"
    site = top / "llvm/test/lit.site.cfg.py"
    site.parent.mkdir(parents=True, exist_ok=True)
    site.write_text("\n".join([
        f"lit_config.load_config(config, {str(build / THEIR_SITE)!r})",
        *lit_options.site_lines("llvm", options), ""]))
    return top


def run_lit(layout: Layout, names: list, jobs: int) -> dict:
    """Runs the tests `names` with the tools of `layout.build`; their
    codes."""
    build = layout.build
    top = write_site(build, lit_options.read(layout.options_list))
    report = build / "managed-report.json"
    report.unlink(missing_ok=True)
    listing = build / "managed-tests"
    listing.write_text("".join(f"{top / n}\n" for n in names))
    log = build / "managed-lit.log"
    code = check.run_logged(
        [process.interpreter(), "-c", process.START,
         layout.tree / "llvm/utils/lit", "-v", "-j", jobs, "-o", report,
         f"@{listing}"], log, every=300)
    codes = lit_run.read_report(report, code).codes
    say(f"what failing tests print is in {log}")
    return codes
