"""What the unpatched tools do, as this repository records it.

It does not change as long as the packages and upstream's source are the same,
and running it takes as long as running the patched tools. So whole directories
of upstream's tests are recorded in ci/unpatched-results.json: those that do
not pass, by their result. All others pass.

Who compares takes a result from the record only if the patched tools do the
same; where they differ, the unpatched ones run. scripts/lit --compare
--no-cache runs them all, and compares the record with what it finds; --record
writes it.
"""

import json
import re
from pathlib import Path

from ..ui import Failure
from . import config as lit_config
from .config import Layout
from .run import BaselineCache, own_tests

FILE = "ci/unpatched-results.json"
_KEYS = {"packages", "source", "directories", "results"}
# Patches that edit upstream's tests or their inputs.
_EDITS_TESTS = re.compile(r"^\+\+\+ b/\w+/(test|utils)/", re.M)


def _circumstances(layout: Layout) -> dict:
    """What the results depend on, as the record names it."""
    upstream = layout.repo / "patches/upstream.json"
    return {
        "packages": lit_config.package_version(layout.prefix).splitlines(),
        "source": json.loads(upstream.read_text())["content"]
                  if upstream.is_file() else "",
    }


class Record:
    """The recorded results; none if they are of other packages or of another
    source."""

    def __init__(self, layout: Layout):
        self._directories, self._results = (), {}
        path = layout.repo / FILE
        if not path.is_file() or any(
                _EDITS_TESTS.search(patch.read_text(errors="replace"))
                for patch in (layout.repo / "patches").glob("*.patch")):
            return
        data = self._read(path)
        here = _circumstances(layout)
        if any(data[key] != value for key, value in here.items()):
            return
        self._directories = tuple(d + "/" for d in data["directories"])
        self._results = data["results"]

    @staticmethod
    def _read(path: Path) -> dict:
        try:
            data = json.loads(path.read_text())
        except ValueError as error:
            raise Failure(f"{path} is no JSON: {error}") from None
        if not isinstance(data, dict) or set(data) != _KEYS \
                or not isinstance(data["results"], dict) \
                or not isinstance(data["directories"], list):
            raise Failure(f"{path}: it has to have "
                          f"{', '.join(sorted(_KEYS))}; restore it with git")
        return data

    def get(self, test: str):
        """The code of `test`, or None if it is not recorded."""
        if not test.startswith(self._directories or ("\0",)):
            return None
        return self._results.get(test, "PASS")

    def differences(self, codes: dict) -> list:
        """A line for each test that does something else than is recorded.
        Where a test is supported differs between machines."""
        return [f"{test}: {code} with the unpatched tools, but {FILE} has "
                f"{recorded}; use --record"
                for test, code in sorted(codes.items())
                if code in BaselineCache.KEPT
                and (recorded := self.get(test)) and recorded != code
                and "UNSUPPORTED" not in (recorded, code)]


def write(layout: Layout, directories: list, codes: dict) -> None:
    """Records `codes`, the results of all tests in `directories`, but not
    those of tests of this repository."""
    own = set(own_tests(layout))
    data = {**_circumstances(layout), "directories": sorted(directories),
            "results": {test: code for test, code in sorted(codes.items())
                        if code != "PASS" and test not in own}}
    (layout.repo / FILE).write_text(json.dumps(data, indent=1) + "\n")
