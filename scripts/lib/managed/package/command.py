"""Makes packages of the toolchain, and tries them in fresh systems.

  scripts/package tar            an archive that can be unpacked anywhere
  scripts/package deb            a Debian package
  scripts/package trial FILE     installs FILE in a fresh Debian, builds clients
                                 there and removes it (as root)

Packages are built without assertions, in a build directory of their own. The
order, times and owners of files do not depend on where, when and by whom.
"""

import os
import shutil
from pathlib import Path

from .. import packages, paths, ui
from ..ui import Failure
from . import debian, staging, tarball, trial


def _make(options) -> int:
    packages.ensure("source", "build", "install", "package")
    directory = options.build
    if directory is None:
        directory = paths.REPO / "build-package"
        staging.build(directory)
    elif not (directory / "cmake_install.cmake").exists():
        raise Failure(f"{directory} is no build directory")
    work = directory / "package"
    maker = {"tar": tarball, "deb": debian}[options.command]
    maker.make(directory.absolute(), work.absolute() / options.command,
               options.output.absolute())
    shutil.rmtree(work)
    return 0


def _try(options) -> int:
    if os.geteuid():
        raise Failure("a trial needs root, for chroot")
    if not options.file.is_file():
        raise Failure(f"there is no file {options.file}")
    if not options.file.name.endswith((".deb", ".tar.zst")):
        raise Failure(f"{options.file} is neither .deb nor .tar.zst")
    packages.ensure("trial")
    for suite in options.suite or trial.SUITES:
        root = options.root.absolute() / suite
        trial.try_package(options.file.absolute(), suite, root)
        shutil.rmtree(root)
    return 0


def main(argv: list) -> int:
    parser = ui.Parser(prog="scripts/package", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND",
                                     required=True)
    for name, what in (("tar", "Make an archive and its checksum."),
                       ("deb", "Make a Debian package.")):
        made = commands.add_parser(name, help=what, description=what)
        made.add_argument("--output", type=Path, metavar="DIR",
                          default=paths.REPO / "packages",
                          help="where to put it (default: packages)")
        made.add_argument("--build", type=Path, metavar="DIR",
                          help="package this build directory as it is, "
                          "instead of one without assertions")
    what = "Try a package in a fresh Debian."
    made = commands.add_parser("trial", help=what, description=what)
    made.add_argument("file", type=Path, metavar="FILE",
                      help="the archive or package")
    made.add_argument("--suite", action="append", choices=trial.SUITES,
                      help="which Debian; may be given again (default: all)")
    made.add_argument("--root", type=Path, metavar="DIR",
                      default=Path("/tmp/managed-llvm-trial"),
                      help="where to put it (default: %(default)s)")
    options = parser.parse_args(argv)
    return _try(options) if options.command == "trial" else _make(options)
