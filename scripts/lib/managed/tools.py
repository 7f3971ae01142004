"""The patched and the unpatched tools, built where needed."""

import platform
import subprocess
from pathlib import Path

from .paths import BUILD, REPO
from .ui import Failure, step

GROUPS = ("source", "build", "run")


def build_tools() -> Path:
    """Builds the overlay, or finds it up to date; the tools' directory."""
    with step("Building the tools (minutes the first time)"):
        code = subprocess.run([REPO / "scripts/build"],
                              stdin=subprocess.DEVNULL).returncode
    if code:
        raise Failure("the tools could not be built; see above")
    return BUILD / "bin"


def build_baseline() -> Path:
    with step("Building the unpatched tools (minutes the first time)"):
        code = subprocess.run([REPO / "scripts/build", "--baseline"],
                              stdin=subprocess.DEVNULL).returncode
    if code:
        raise Failure("the unpatched tools could not be built; see above")
    return BUILD / "baseline/bin"


def check_machine() -> None:
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        raise Failure("this runs on x86-64 Linux; AArch64 programs run here "
                      "under qemu")
