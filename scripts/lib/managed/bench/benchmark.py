"""What the parts of scripts/bench have in common."""

import argparse
import sys
from pathlib import Path

from .. import packages, results, tools
from ..paths import LLVM_PREFIX
from ..ui import Failure, Parser, elapsed

# Which unpatched tools a benchmark compares with: none, the distribution's,
# or those that scripts/build --baseline builds like the patched ones.
NO_BASELINE, DISTRIBUTION, BUILT = range(3)


class Benchmark:
    """A part of scripts/bench: its options, what it measures, what it prints.

    A subclass sets the attributes below and defines `measure`. Both sides of
    a comparison are measured in one run, because figures of two runs differ
    by more than what is compared.
    """

    # The word after scripts/bench; the part without a name runs by default.
    name = ""
    # Which groups of packages it needs.
    groups = ()
    baseline = NO_BASELINE
    # Whether --tools names the directory of the patched tools.
    takes_tools = False
    # What the figures are, for the last line.
    closing = ""
    # What --help says at its end.
    epilog = ""

    def __init__(self):
        # Whether the exit code says that something is not as promised.
        self.failed = False
        self.options = None

    def add_arguments(self, parser: Parser) -> None:
        """Adds the options that no other benchmark has."""

    def check(self, parser: Parser, options: argparse.Namespace) -> None:
        """Refuses options that do not go together, by parser.error."""

    def measure(self, options: argparse.Namespace):
        """Measures, prints the tables, and returns the figures for --json."""
        raise NotImplementedError

    def about(self) -> str:
        """What --help says: the description of the subclass's module."""
        text = sys.modules[type(self).__module__].__doc__
        text = text.partition(": ")[2]
        return text[0].upper() + text[1:]

    def parse(self, argv: list) -> argparse.Namespace:
        parser = Parser(prog=f"scripts/bench {self.name}".strip(),
                        description=self.about(), epilog=self.epilog)
        self.add_arguments(parser)
        if self.takes_tools:
            parser.add_argument("--tools", type=Path, metavar="DIR",
                                help="use the patched tools in DIR instead "
                                "of building them")
        if self.baseline == DISTRIBUTION:
            parser.add_argument("--baseline", type=Path, metavar="DIR",
                                default=LLVM_PREFIX / "bin",
                                help="use the unpatched tools in DIR "
                                "(default: the distribution's)")
        elif self.baseline == BUILT:
            parser.add_argument("--baseline", type=Path, metavar="DIR",
                                help="use the unpatched tools in DIR instead "
                                "of building them")
        parser.add_argument("--json", type=Path, metavar="FILE",
                            help="also write the figures to FILE")
        options = parser.parse_args(argv)
        self.check(parser, options)
        return options

    def main(self, argv: list) -> int:
        """Runs the benchmark; the exit code."""
        self.options = options = self.parse(argv)
        results.check_json(options.json)
        packages.ensure(*self.groups)
        figures = self.measure(options)
        if options.json:
            results.write_json(options.json, figures)
        print(f"\n{self.closing} ({elapsed()} minutes)".replace("\n ", "\n"))
        return 1 if self.failed else 0

    def patched_tools(self) -> Path:
        """The directory of the patched tools, built if need be."""
        return getattr(self.options, "tools", None) or tools.build_tools()

    def unpatched_tools(self) -> Path:
        """The directory of the unpatched tools, built if need be."""
        return self.options.baseline or tools.build_baseline()

    def promise(self, what: str, value: float, limit: float = None) -> None:
        """Prints a figure beside the most that is promised, if anything is.
        A higher one fails the benchmark."""
        line = f"{what}: {value:.3g}"
        if limit is not None:
            line += f", promised {limit:g}"
            if value > limit:
                line += ", MISSED"
                self.failed = True
        print(line)

    def complain(self, problems: list, fail: bool = True) -> None:
        """Prints what is not as promised, which fails the benchmark unless
        told otherwise."""
        for problem in problems:
            print(f"not as promised: {problem}")
        self.failed |= fail and bool(problems)


def native(targets: dict):
    """The target of `targets` that is this machine."""
    found = next((t for t in targets.values() if t.is_native), None)
    if not found:
        raise Failure("this machine is none of " + ", ".join(targets))
    return found
