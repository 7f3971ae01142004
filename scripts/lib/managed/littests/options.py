"""Upstream's tests that the patched tools run with an option.

Where our tools do something else than upstream's unless an option asks for
it, upstream's tests say more when they run with that option than as a known
difference. ci/test-options.txt lists them, one a line:

    llvm/test/CodeGen/X86/example.ll  -option=value  # what the test expects

The tools get the options from MANAGED_LLVM_ARGS, which the unpatched ones do
not read. An entry is an error if the test does the same without the option.
"""

import copy
import re
from dataclasses import dataclass
from pathlib import Path

from ..ui import Failure

FILE = "ci/test-options.txt"
VARIABLE = "MANAGED_LLVM_ARGS"

_ENTRY = re.compile(r"^(\S+)\s+((?:-[^\s#]+\s+)*-[^\s#]+)\s*(?:#\s*(.*?)\s*)?$")
# What the tools would not take as it stands when they split the variable.
_QUOTES = re.compile(r"[\"'\\]")
# A reason shorter than this explains nothing.
_REASON_LETTERS = 12


@dataclass(frozen=True)
class Entry:
    """One line of the list."""

    line: int
    options: str
    reason: str


def parse(text: str, name: str, projects=("llvm", "clang", "lld")) -> dict:
    """The list as {test: Entry}; `name` is for errors."""
    entries = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{name}:{number}"
        match = _ENTRY.match(line.strip())
        if not match:
            raise Failure(f"{where}: write 'TEST  OPTION...  # REASON', such "
                          "as 'llvm/test/a.ll  -option=value  # why'")
        test, options, reason = match.groups()
        if _QUOTES.search(options):
            raise Failure(f"{where}: an option has no quotes and backslashes")
        if len(reason or "") < _REASON_LETTERS:
            raise Failure(f"{where}: say after '#' why {test} needs options")
        parts = test.split("/")
        if len(parts) < 3 or parts[0] not in projects or parts[1] != "test":
            raise Failure(f"{where}: '{test}' is no test's path; it starts "
                          "with llvm/test/, clang/test/ or lld/test/")
        if test in entries:
            raise Failure(f"{where}: {test} is listed before, in line "
                          f"{entries[test].line}; keep one of the two")
        entries[test] = Entry(number, " ".join(options.split()), reason)
    return entries


def read(path: Path) -> dict:
    try:
        text = path.read_text()
    except FileNotFoundError:
        raise Failure(f"{path} does not exist; create it, empty if no test "
                      "needs options") from None
    except UnicodeDecodeError:
        raise Failure(f"{path} is not text; restore it with git") from None
    return parse(text, path.name)


def site_lines(project: str, entries: dict) -> list:
    """What a site configuration of `project` says, at its end, so that lit
    runs each test of `entries` with its options."""
    prefix = f"{project}/test/"
    mine = {test[len(prefix):]: entry.options
            for test, entry in sorted(entries.items())
            if test.startswith(prefix)}
    if not mine:
        return []
    top = Path(__file__).resolve().parents[2]
    return [
        "import sys",
        f"sys.path.append({str(top)!r})",
        f"from {__name__} import Format",
        f"config.test_format = Format(config.test_format, {mine!r})",
    ]


class Format:
    """A test format of lit: another one, and an environment variable for the
    tests that need it."""

    def __init__(self, format, options: dict):
        self._format = format
        self._options = options

    def getTestsForPath(self, *arguments):
        return self._format.getTestsForPath(*arguments)

    def getTestsInDirectory(self, *arguments):
        return self._format.getTestsInDirectory(*arguments)

    def execute(self, test, lit_config):
        options = self._options.get("/".join(test.path_in_suite))
        if options:
            # Tests of one directory share their configuration.
            test.config = copy.copy(test.config)
            test.config.environment = {**test.config.environment,
                                       VARIABLE: options}
        return self._format.execute(test, lit_config)
