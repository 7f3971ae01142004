"""An archive that can be unpacked anywhere."""

import hashlib
import os
import platform
import subprocess
from pathlib import Path

from .. import version
from ..ui import Failure, say, step
from . import staging


def name() -> str:
    """Of the directory in the archive."""
    return (f"managed-llvm-{version.version()}-linux-"
            f"{platform.machine()}")


def _compress(top: Path, archive: Path) -> None:
    """Packs all that is in `top` in one order, with one time and owner."""
    tar = subprocess.Popen(
        ["tar", "--sort=name", f"--mtime=@{staging.epoch()}", "--owner=0",
         "--group=0", "--numeric-owner", "--format=gnu", "-C", top, "-cf",
         "-", name()], stdout=subprocess.PIPE,
        env=dict(os.environ, LC_ALL="C"))
    # More than one thread, so that their number makes no difference.
    zstd = subprocess.run(["zstd", "-q", "-f", "-T0", "-12", "-o", archive],
                          stdin=tar.stdout)
    tar.stdout.close()
    if tar.wait() or zstd.returncode:
        archive.unlink(missing_ok=True)
        raise Failure(f"{archive} could not be written")


def make(directory: Path, work: Path, output: Path) -> Path:
    """Makes the archive of the build in `directory`, and its checksum."""
    size = staging.stage(directory, work / name())
    output.mkdir(parents=True, exist_ok=True)
    archive = output / f"{name()}.tar.zst"
    with step(f"writing {archive.name}"):
        _compress(work, archive)
    with open(archive, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    sums = output / "SHA256SUMS"
    lines = sums.read_text().splitlines() if sums.exists() else []
    lines = [line for line in lines if not line.endswith(archive.name)]
    sums.write_text("\n".join(sorted(
        [*lines, f"{digest}  {archive.name}"])) + "\n")
    say(f"{archive}: {archive.stat().st_size / 1e6:.0f} MB, "
        f"{size / 1e6:.0f} MB unpacked")
    return archive
