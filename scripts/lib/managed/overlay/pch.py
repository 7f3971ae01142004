"""Precompiles a header, and says what it was made of.

  python3 -m managed.overlay.pch --base DIR --output FILE -- COMPILER FLAG...

FILE.sum identifies FILE for ccache (its option pch_external_checksum): it
depends on the contents of all headers and on the flags, but neither on where
the clone is nor on time. Paths below DIR count as relative to it.
"""

import argparse
import hashlib
import re
import subprocess
import sys
from pathlib import Path

from ..ui import Failure, main


def dependencies(text: str) -> list:
    """The files that a make rule names as prerequisites."""
    _, _, words = text.replace("\\\n", " ").partition(":")
    return [word.replace("\\ ", " ")
            for word in re.findall(r"(?:\\ |\S)+", words)]


def identity(files: list, command: list, base: str) -> str:
    """What ccache takes for the precompiled header: a line of text."""
    digest = hashlib.sha256()
    for word in command:
        digest.update(word.replace(base, ".").encode() + b"\0")
    # In an order that does not depend on where the clone is, either.
    for name, path in sorted({(path.replace(base, "."), path)
                              for path in files}):
        digest.update(name.encode() + b"\0")
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest() + "\n"


def discard_stale(overlay: Path, prefix: Path) -> None:
    """Deletes the overlay's precompiled headers that include installed headers
    which are shadowed now.

    Headers that changed or are gone make the build system precompile again;
    it cannot know of one that would be found first. The unpatched tools see no
    shadow.
    """
    installed = str(prefix / "include") + "/"
    for rule in sorted((overlay / "pch").glob("*-overlay-*.pch.d")):
        if any((overlay / "include" / name[len(installed):]).exists()
               for name in dependencies(rule.read_text())
               if name.startswith(installed)):
            rule.with_suffix("").unlink(missing_ok=True)
            rule.unlink()


def precompile(argv: list) -> int:
    parser = argparse.ArgumentParser(prog="pch", description=__doc__)
    parser.add_argument("--base", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args(argv)
    output = options.output
    output.parent.mkdir(parents=True, exist_ok=True)
    rule = Path(f"{output}.d")
    # Without its time, the result depends on nothing but the headers.
    done = subprocess.run(
        [*options.command, "-Xclang", "-fno-pch-timestamp", "-MD", "-MF",
         str(rule), "-MT", str(output), "-o", str(output)], check=False)
    if done.returncode:
        output.unlink(missing_ok=True)
        raise Failure(f"{options.command[-1]} cannot be precompiled, see above")
    Path(f"{output}.sum").write_text(identity(
        dependencies(rule.read_text()), options.command, options.base))
    return 0


if __name__ == "__main__":
    sys.argv[0] = "pch"
    main(precompile)
