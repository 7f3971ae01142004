"""The source packages: exact versions and hashes, and fetching them.

pins.txt has, for each package, a line `package version`, and an indented line
`sha256 file` for each file of the source package, the .dsc included.
scripts/programs --pin PACKAGE prints these lines. What is fetched is compared
with them, whatever the mirror says. A package that cannot be had is skipped.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from .. import aptsource
from ..hashes import hash_file
from ..paths import CACHE
from ..ui import Failure, alone

FILE = Path(__file__).with_name("pins.txt")
DOWNLOADS = CACHE / "programs"
# All packages are of this suite, on whatever machine.
SUITE = "bookworm"


class Unavailable(Exception):
    """The reason why a package cannot be had here."""


@dataclass(frozen=True)
class Pin:
    package: str
    version: str
    # Pairs of a file and its hash.
    files: tuple

    @property
    def name(self) -> str:
        """The name of the unpacked directory."""
        return f"{self.package}_{self.version.partition(':')[2]}" \
            if ":" in self.version else f"{self.package}_{self.version}"


def parse(text: str) -> dict:
    """{package: Pin}"""
    pins, package, version, files = {}, "", "", {}

    def finish():
        if not package:
            return
        if sum(name.endswith(".dsc") for name in files) != 1 \
                or len(files) < 2:
            raise Failure(f"{FILE.name}: {package} needs one .dsc and what "
                          "it names")
        if package in pins:
            raise Failure(f"{FILE.name}: {package} is there twice")
        pins[package] = Pin(package, version, tuple(files.items()))

    for number, line in enumerate(text.splitlines(), 1):
        if match := re.fullmatch(r"  ([0-9a-f]{64}) (\S+)", line):
            files[match[2]] = match[1]
        elif match := re.fullmatch(r"([a-z0-9][a-z0-9.+-]+) (\S+)", line):
            finish()
            package, version, files = match[1], match[2], {}
        elif line and not line.startswith("#"):
            raise Failure(f"{FILE.name}:{number}: expected 'package version' "
                          "or '  sha256 file'")
    finish()
    return pins


def pins() -> dict:
    return parse(FILE.read_text())


def damaged(pin: Pin, directory: Path) -> list:
    """The files of `pin` that `directory` has with another hash."""
    return [name for name, wanted in pin.files
            if (directory / name).exists()
            and hash_file(directory / name) != wanted]


def missing(pin: Pin, directory: Path) -> list:
    return [name for name, _ in pin.files if not (directory / name).exists()]


def fetch(pin: Pin, downloads: Path = DOWNLOADS) -> Path:
    """The directory of the unpacked package. Fetched once."""
    target = downloads / pin.name / "source"
    if not (target / ".unpacked").exists():
        files = downloads / pin.name / "files"
        files.mkdir(parents=True, exist_ok=True)
        with alone(files.parent, f"download of {pin.package}"):
            _fetch(pin, files, target)
    return target


def _fetch(pin: Pin, files: Path, target: Path) -> None:
    if (target / ".unpacked").exists():
        return
    if missing(pin, files):
        try:
            aptsource.download(pin.package, files, SUITE, exact=pin.version)
        except Failure as failure:
            raise Unavailable(str(failure)) from None
    wrong = damaged(pin, files)
    for name in wrong:
        (files / name).unlink()
    if wrong:
        raise Failure(f"{wrong[0]} is not the file that {FILE.name} names; "
                      "it was deleted")
    if lacking := missing(pin, files):
        raise Unavailable(f"the mirror has no {lacking[0]}")
    aptsource.unpack(pin.package, files, target)
    (target / ".unpacked").write_text(pin.version + "\n")


def describe(package: str, downloads: Path = DOWNLOADS) -> str:
    """The lines for pins.txt of the newest version of `package`."""
    folder = downloads / "pin" / package
    aptsource.download(package, folder, SUITE)
    dsc = sorted(folder.glob(f"{package}_*.dsc"),
                 key=lambda path: path.stat().st_mtime)
    if not dsc:
        raise Failure(f"no .dsc of {package} was downloaded")
    text = dsc[-1].read_text(errors="replace")
    version = re.search(r"^Version: (\S+)", text, re.M)[1]
    listed = re.search(r"^Checksums-Sha256:\n((?: .*\n)+)", text, re.M)[1]
    lines = [f"{package} {version}",
             f"  {hash_file(dsc[-1])} {dsc[-1].name}"]
    lines += [f"  {words[0]} {words[2]}"
              for words in map(str.split, listed.splitlines())]
    return "\n".join(lines)
