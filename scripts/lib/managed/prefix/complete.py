"""What the prefix of a complete build has besides what upstream installs: the
CMake package ManagedLLVM.

  python -m managed.prefix.complete PREFIX
"""

import sys
from pathlib import Path

from .. import ui, version
from . import packages


def main(argv: list) -> int:
    parser = ui.Parser(prog="managed.prefix.complete", description=__doc__)
    parser.add_argument("prefix", metavar="PREFIX", type=Path)
    packages.write_managed(parser.parse_args(argv).prefix, version.version())
    return 0


if __name__ == "__main__":
    sys.argv[0] = "complete"
    ui.main(main)
