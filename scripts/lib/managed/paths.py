"""Where things are: the one place that names the project's directories.

REPO is the checkout. The three directories our scripts make are ignored by
git; each can be moved with the environment variable named beside it.
"""

import os
from pathlib import Path

REPO = Path(__file__).resolve().parents[3]


def _directory(variable: str, default: Path) -> Path:
    value = os.environ.get(variable)
    return Path(value).expanduser().absolute() if value else default


# The unpacked, unmodified upstream source.
UPSTREAM = _directory("MANAGED_LLVM_UPSTREAM", REPO / "upstream")
# Upstream plus the series plus our new files; a git repository with one
# commit per patch, where patches are edited.
TREE = _directory("MANAGED_LLVM_TREE", REPO / "tree")
# The overlay build.
BUILD = _directory("MANAGED_LLVM_BUILD", REPO / "build")
# Downloads, kept between checkouts.
CACHE = _directory(
    "MANAGED_LLVM_CACHE",
    Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    / "managed-llvm",
)

PATCHES = REPO / "patches"
# The distribution's LLVM that the overlay links against.
LLVM_PREFIX = _directory("MANAGED_LLVM_PREFIX", Path("/usr/lib/llvm-22"))
