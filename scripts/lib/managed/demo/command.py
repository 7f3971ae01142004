"""scripts/demo: sets everything up and does the project's job on real input.

Two real programs are built with explicit and with implicit null checks and
compared; then programs that really dereference null show that the null path
of the very check runs; and last, a Java program is compiled ahead of time and
run with a moving collector. docs/Demo.md tells how the figures are made.
"""

import argparse
import shutil
import textwrap
from pathlib import Path

from .. import packages
from ..paths import BUILD
from ..results import check_json, write_json
from ..tools import GROUPS, build_tools, check_machine
from ..ui import Failure, Parser, elapsed, main, say, step
from . import (figures as demo_figures, java as demo_java, null as demo_null,
               report as demo_report)
from .programs import PROGRAMS, TARGETS, VARIANTS, Build, Source, Tools


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(
        prog="scripts/demo", description=textwrap.fill(
            "Builds the project if needed, then two real programs without, "
            "with explicit and with implicit null checks, and compares "
            "them; and a Java program, which runs with a moving collector."))
    parser.add_argument("--target", action="append", choices=list(TARGETS),
                        help="just this target (may be repeated)")
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="also write the figures to FILE")
    parser.add_argument("--clean", action="store_true",
                        help="throw away what earlier runs built and measured")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        help="use clang and the other tools in DIR instead of "
                             "building them")
    return parser.parse_args(argv)


def compare(targets: list, tools: Tools, directory: Path,
            programs=tuple(PROGRAMS.values())) -> dict:
    """{target: {program: {variant: Figures}}}, verified."""
    sources = [Source(program, directory / "source") for program in programs]
    for source in sources:
        say(f"{source.program.name}: source package {source.program.package} "
            f"{source.version}")
    builds = [Build(source, target, variant, tools, directory)
              for target in targets for source in sources
              for variant in VARIANTS]
    known = demo_figures.figures_of(builds, directory)
    results = {}
    for build in builds:
        results.setdefault(build.target.name, {}).setdefault(
            build.program.name, {})[build.variant] = known[build]
    for target, by_program in results.items():
        for program, variants in by_program.items():
            try:
                demo_figures.verify(variants)
            except Failure as failure:
                raise Failure(f"{program} on {target}: {failure}") from None
    return results


def print_comparison(results: dict) -> None:
    for target, by_program in results.items():
        print(f"\n{target}\n" + demo_report.target_table(by_program))
    print("\n" + demo_report.reasons_table(
        {(target, program): variants["implicit"]
         for target, by_program in results.items()
         for program, variants in by_program.items()}))


def comparison_json(results: dict) -> dict:
    return {target: {program: {
        variant: demo_report.figures_json(figures, variants["none"])
        for variant, figures in variants.items()}
        for program, variants in by_program.items()}
        for target, by_program in results.items()}


def summarize(results: dict) -> str:
    """The last lines: what it came to, in plain words."""
    lines = []
    for target, by_program in results.items():
        for program, variants in by_program.items():
            base = variants["none"].instructions
            explicit = variants["explicit"].instructions / base - 1
            implicit = variants["implicit"].instructions / base - 1
            figures = variants["implicit"]
            lines.append(
                f"{program} on {target}: {figures.implicit:,} of "
                f"{figures.checks:,} null checks are implicit; checking costs "
                f"{100 * implicit:.1f} % instead of {100 * explicit:.1f} % "
                "more instructions.")
    return "\n".join(lines)


def demo(argv: list) -> int:
    arguments = parse(argv)
    check_machine()
    directory = BUILD / "demo"
    targets = [TARGETS[name] for name in arguments.target or TARGETS]
    check_json(arguments.json)
    packages.ensure(*GROUPS, "java")
    if arguments.clean:
        shutil.rmtree(directory, ignore_errors=True)
    tools = Tools(arguments.tools or build_tools())
    directory.mkdir(parents=True, exist_ok=True)

    with step("Real programs, built three ways"):
        results = compare(targets, tools, directory)
    with step("Programs that dereference null"):
        outcomes = demo_null.show(targets, tools, directory)
    compiler = demo_java.find_compiler(tools.directory)
    ran = []
    if compiler:
        with step("A Java program with a moving collector"):
            ran = demo_java.show(targets, compiler, directory / "java")

    print_comparison(results)
    print("\nPrograms that dereference null: each line names the check whose "
          "null path ran.\n" + demo_report.null_table(outcomes))
    if ran:
        print(f"\n{demo_java.PROGRAM}.java prints, on each target as with "
              f"OpenJDK:\n{ran[0].output}\n" + demo_report.java_table(ran))
    else:
        say(f"the Java program was left out: {tools.directory} has no "
            "managed-java")
    if arguments.json:
        write_json(arguments.json, {
            "compare": comparison_json(results),
            "null": demo_null.as_json(outcomes),
            "java": demo_java.as_json(ran)})
    print("\nRatios are to the build without checks.\n"
          + summarize(results))
    print(f"All outputs agree, and all {len(outcomes)} null pointers ended in "
          f"the path of their own check ({elapsed()} minutes).")
    return 0


def command() -> None:
    main(demo)
