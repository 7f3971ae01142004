"""Source packages from the distribution, without touching /etc/apt.

apt-get runs with a list of sources and a state directory of its own, both
below CACHE, so neither root nor a deb-src line is needed. The mirrors are the
ones this machine is configured with; apt checks what it downloads against the
archive's signature.
"""

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

from .paths import CACHE
from .ui import Failure, run

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


def codename(release: Path = Path("/etc/os-release")) -> str:
    """The suite this machine runs, such as "bookworm"."""
    try:
        lines = release.read_text().splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, _, value = line.partition("=")
        if name == "VERSION_CODENAME":
            return value.strip('"')
    raise Failure(f"{release} does not name a suite; this needs Debian")


def mirrors(suite: str) -> list:
    """The URIs from which this machine takes `suite`, in order."""
    if not shutil.which("apt-get"):
        raise Failure("apt-get is not installed; this needs Debian")
    listed = run(["apt-get", "indextargets", "--format",
                  "$(REPO_URI)|$(RELEASE)|$(COMPONENT)",
                  "Created-By: Packages"], what="apt-get indextargets")
    found = []
    for line in listed.splitlines():
        uri, _, rest = line.partition("|")
        if rest == f"{suite}|main" and uri not in found:
            found.append(uri)
    return found


def _options(state: Path, lines: list) -> list:
    """The apt-get options that make it use `lines` and keep to `state`."""
    for part in ("lists/partial", "cache/archives/partial"):
        (state / part).mkdir(parents=True, exist_ok=True)
    sources = state / "sources.list"
    sources.write_text("".join(line + "\n" for line in lines))
    settings = {
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State::lists": state / "lists",
        "Dir::Cache": state / "cache",
        "APT::Get::List-Cleanup": "true",
        "APT::Sandbox::User": "",
        "Acquire::Retries": "2",
    }
    return [f"-o{name}={value}" for name, value in settings.items()]


def download(package: str, to: Path, suite: str = None, own: str = None,
             tar_only: bool = False, release: str = "",
             exact: str = "") -> None:
    """Downloads the source package `package` of `suite` into `to`: the version
    `exact`, or of upstream's version `release`, or else the newest.

    The mirrors are those this machine uses for the suite `own` (the one it
    runs, unless told otherwise), asked for `suite`. With `tar_only`, just
    upstream's tarball. What is there already and whole is not fetched again.
    """
    own = own or codename()
    suite = suite or own
    uris = mirrors(own)
    if not uris:
        raise Failure(f"no package source for {own} is configured; see "
                      "/etc/apt/sources.list")
    signed = f"[signed-by={KEYRING}] " if KEYRING.exists() else ""
    options = _update(suite, tuple(f"deb-src {signed}{uri} {suite} main"
                                   for uri in uris), package)
    to.mkdir(parents=True, exist_ok=True)
    wanted = f"{package}={exact}" if exact else package
    if release and shutil.which("apt-cache"):
        wanted += _version_option(package, release, options)
    _apt_get(package, [*options, "source", "--download-only",
                       *(["--tar-only"] if tar_only else []), wanted], to)


@functools.cache
def _update(suite: str, lines: tuple, package: str) -> list:
    """Reads the mirrors' lists; the options for what follows."""
    options = _options(CACHE / "apt" / suite, lines)
    _apt_get(package, [*options, "update", "-oAPT::Update::Error-Mode=any"])
    return options


def _apt_get(package: str, arguments: list, directory: Path = None) -> None:
    try:
        run(["apt-get", "-q", "-q", *arguments],
            what="apt-get " + ("source " + package if directory else "update"),
            env=dict(os.environ, LC_ALL="C.UTF-8"), cwd=directory)
    except Failure as failure:
        raise Failure(f"cannot download the source of {package} ({failure}); "
                      "check the network and run this again") from None


def _version_option(package: str, release: str, options: list) -> str:
    """What makes apt-get take the version of `package` that packs `release`.
    A suite may have several at a time."""
    listed = run(["apt-cache", *options, "showsrc", "--only-source", package],
                 what=f"apt-cache showsrc {package}")
    versions = re.findall(r"^Version: (\S+)", listed, re.M)
    for version in versions:
        if re.fullmatch(rf"(\d+:)?{re.escape(release)}(-[^-]+)?", version):
            return f"={version}"
    others = f", but {', '.join(versions)}" if versions else ""
    raise Failure(f"there is no {package} {release}{others}")


def unpack(package: str, downloads: Path, to: Path) -> None:
    """Unpacks the downloaded source of `package` as the directory `to`.

    dpkg-source compares every file with the sizes and hashes of the .dsc; a
    package that does not match is deleted, so that the next run fetches it
    anew.
    """
    found = sorted(downloads.glob(f"{package}_*.dsc"))
    if not found:
        raise Failure(f"{downloads} has no {package}_*.dsc")
    part = to.with_name(to.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    to.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["dpkg-source", "--no-copy", "-q", "-x", found[-1], part],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        shutil.rmtree(part, ignore_errors=True)
        if "No space left" in done.stdout:
            raise Failure(f"there is no space left to unpack {package} in "
                          f"{to.parent}; make some and run this again")
        for file in downloads.glob(f"{package}_*"):
            file.unlink()
        lines = [l for l in done.stdout.splitlines() if "error:" in l]
        reason = lines[-1].split("error:", 1)[1].strip() if lines else \
            f"dpkg-source failed (exit code {done.returncode})"
        raise Failure(f"the source package {package} is damaged and was "
                      f"deleted ({reason}); run this again to fetch it")
    shutil.rmtree(to, ignore_errors=True)
    part.rename(to)


def version(package: str, downloads: Path) -> str:
    """The version of the downloaded source package."""
    found = sorted(downloads.glob(f"{package}_*.dsc"))
    return found[-1].name[len(package) + 1:-len(".dsc")] if found else ""


def fetch(package: str, to: Path) -> str:
    """Makes `to` the unpacked source of `package`; returns its version.

    Downloads are kept in CACHE, so a second call needs no network.
    """
    downloads = CACHE / "sources" / package
    if not version(package, downloads):
        download(package, downloads)
    stamp = to.with_name(to.name + ".version")
    wanted = version(package, downloads)
    if not (to.is_dir() and stamp.exists() and
            stamp.read_text() == wanted):
        unpack(package, downloads, to)
        stamp.write_text(wanted)
    return wanted
