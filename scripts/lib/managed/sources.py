"""Finding upstream's source: a given path, the cache, the distribution's
source archive, the project's public home, in this order.

Whatever it is, it is checked before it is used: a tarball by its sha256, and
a source without a recorded one (a git clone, a directory, the release
tarball) by the digest of its contents. A bad file in the cache is removed.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from . import paths
from .git import Git, GitError, clean_environment
from .ui import Failure, say, step
from .upstream import (DIRECTORIES, Damaged, content_digest, file_digest,
                       source_version, unpack)

# How to hand over a source by hand; ends every error about finding one.
_BY_HAND = "give the source with --source PATH (a tarball, a directory or " \
           "a git clone)"


def obtain(upstream, directory: Path, source: str = None,
           wanted=DIRECTORIES) -> None:
    """Puts the verified `wanted` directories of upstream (all of it if
    None) into the empty `directory`."""
    source = source or os.environ.get("MANAGED_LLVM_SOURCE")
    if source:
        _from_path(upstream, Path(source).expanduser(), directory, wanted)
        return
    reasons = []
    for find in (_cached, _distribution, _public_home):
        try:
            tarball = find(upstream)
            if tarball:
                _from_tarball(upstream, tarball, directory, wanted)
                return
        except Damaged as failure:
            reasons.append(str(failure))
            for entry in list(directory.iterdir()):
                shutil.rmtree(entry)
        except Failure as failure:
            if "free some space" in str(failure):
                raise
            reasons.append(str(failure))
    raise Failure(f"the source of {upstream.tag} was not found "
                  f"({'; '.join(reasons)}); {_BY_HAND}")


def _from_path(upstream, path: Path, directory: Path, wanted) -> None:
    if path.is_file():
        _from_tarball(upstream, path, directory, wanted)
    elif (path / ".git").exists() or (path / "objects").is_dir():
        _from_clone(upstream, path, directory, wanted)
    elif (path / "llvm").is_dir():
        _from_directory(upstream, path, directory, wanted)
    else:
        raise Failure(f"{path} is not a tarball, a git clone or a directory "
                      f"of upstream's source; {_BY_HAND}")


def _from_tarball(upstream, tarball: Path, directory: Path, wanted) -> None:
    with step(f"unpacking {tarball.name}"):
        known = file_digest(tarball) == upstream.sha256
        if tarball.name == upstream.tarball and not known:
            _forget(tarball)
            raise Damaged(f"{tarball} does not have the sha256 that "
                          "patches/upstream.json names")
        try:
            unpack(tarball, directory, wanted)
            if not known:
                check_contents(upstream, directory, tarball)
        except Damaged:
            _forget(tarball)
            raise


def _forget(path: Path) -> None:
    """Removes a bad file if it is one of ours."""
    if path.parent == paths.CACHE:
        path.unlink(missing_ok=True)


def _from_clone(upstream, path: Path, directory: Path, wanted) -> None:
    git = Git(path)
    commit = git.commit_id(f"refs/tags/{upstream.tag}")
    if not commit:
        raise Failure(f"{path} has no tag {upstream.tag}; fetch it with: "
                      f"git -C {path} fetch origin tag {upstream.tag}")
    if upstream.commit and commit != upstream.commit:
        raise Failure(f"the tag {upstream.tag} of {path} is {commit}, not "
                      f"{upstream.commit}; fetch the tag again")
    with step(f"copying {upstream.tag} from {path}"):
        with tempfile.TemporaryFile(dir=directory.parent) as archive:
            _archive(git, commit, wanted or (), archive)
            archive.seek(0)
            done = subprocess.run(["tar", "-x", "-C", directory],
                                  stdin=archive, stderr=subprocess.PIPE)
        if done.returncode:
            raise Failure(f"unpacking {upstream.tag} from {path} failed; is "
                          f"the disk of {directory.parent} full?")
        check_contents(upstream, directory, path)


def _archive(git: Git, commit: str, wanted, archive) -> None:
    environment = dict(clean_environment(), GIT_DIR=str(git.dir))
    done = subprocess.run(["git", "archive", "--format=tar", commit, "--",
                           *wanted], stdout=archive, stderr=subprocess.PIPE,
                          env=environment, cwd=git.directory)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()
        raise Failure(f"git archive failed in {git.directory}: "
                      f"{reason[-1] if reason else 'no reason given'}")


def _from_directory(upstream, path: Path, directory: Path, wanted) -> None:
    with step(f"copying {path}"):
        check_contents(upstream, path, path)
        names = wanted or [e.name for e in path.iterdir() if e.name != ".git"]
        for name in names:
            if (path / name).is_dir():
                shutil.copytree(path / name, directory / name, symlinks=True)
            else:
                shutil.copy2(path / name, directory / name)


def check_contents(upstream, root: Path, origin: Path) -> None:
    """Checks that `root` holds upstream's source, whatever its packaging."""
    for name in DIRECTORIES:
        if not (root / name).is_dir():
            raise Damaged(f"{origin} holds no directory {name}; it is not "
                          "the whole source")
    version = source_version(root)
    if version != upstream.version:
        raise Damaged(f"{origin} is version {version or 'unknown'}, not "
                      f"{upstream.version}; get {upstream.tag}")
    if content_digest(root) != upstream.content:
        raise Damaged(f"{origin} is not an unmodified {upstream.tag}: its "
                      "contents differ")


def _cached(upstream):
    path = paths.CACHE / upstream.tarball
    return path if path.is_file() else None


# The distribution's source archive.

def _distribution(upstream):
    """Gets the tarball from the distribution, without touching its
    configuration: sources and lists of our own, and its mirror and key."""
    record = upstream.record.get("distribution")
    if not record:
        raise Failure("no distribution package is known")
    if not shutil.which("apt-get"):
        raise Failure("this machine has no apt-get")
    mirrors = apt_mirrors()
    if not mirrors:
        raise Failure("no Debian mirror is configured in /etc/apt")
    paths.CACHE.mkdir(parents=True, exist_ok=True)
    reasons = []
    for mirror in mirrors:
        for suite in record["suites"]:
            with tempfile.TemporaryDirectory(dir=paths.CACHE,
                                             prefix="fetch-") as scratch:
                apt = PrivateApt(Path(scratch), mirror, suite)
                try:
                    found = apt.fetch(record["source"], upstream)
                    target = paths.CACHE / upstream.tarball
                    found.replace(target)
                    return target
                except Damaged:
                    raise
                except Failure as failure:
                    reasons.append(f"{suite}: {failure}")
    raise Failure("the distribution's source archive: "
                  + "; ".join(dict.fromkeys(reasons)))


def apt_mirrors(root: Path = Path("/etc/apt")) -> list:
    """The Debian mirrors that the machine is configured with, as (address,
    key file or None), read from both formats of sources."""
    found = []
    lists = [root / "sources.list", *sorted(root.glob("sources.list.d/*"))]
    for path in lists:
        if not path.is_file():
            continue
        text = path.read_text(errors="replace")
        if path.suffix == ".list":
            found += _one_line_sources(text)
        elif path.suffix == ".sources":
            found += _deb822_sources(text)
    return list(dict.fromkeys(
        (uri.rstrip("/"), key) for uri, key in found
        if re.fullmatch(r"(https?|file|mirror\S*):\S*/debian/?", uri)))


def _one_line_sources(text: str) -> list:
    found = []
    for line in text.splitlines():
        entry = re.match(r"\s*deb(?:-src)?\s+(?:\[(.*?)\]\s+)?(\S+)\s", line)
        if entry:
            key = re.search(r"signed-by=(\S+)", entry[1] or "")
            found.append((entry[2], key[1] if key else None))
    return found


def _deb822_sources(text: str) -> list:
    found = []
    for stanza in re.split(r"\n\s*\n", text):
        fields, name = {}, None
        for line in stanza.splitlines():
            if line.startswith("#"):
                continue
            if line[:1] in (" ", "\t"):
                if name:
                    fields[name] += " " + line.strip()
                continue
            name, _, value = line.partition(":")
            name = name.strip().lower()
            fields[name] = value.strip()
        if fields.get("enabled", "yes").lower() == "no":
            continue
        key = fields.get("signed-by", "")
        key = key if key.startswith("/") else None
        found += [(uri, key) for uri in fields.get("uris", "").split()]
    return found


class PrivateApt:
    """apt with its own list of sources and its own state, in `scratch`."""

    def __init__(self, scratch: Path, mirror: tuple, suite: str):
        self.scratch, self.suite = scratch, suite
        uri, key = mirror
        for name in ("lists/partial", "cache/archives/partial", "download"):
            (scratch / name).mkdir(parents=True)
        options = f"[signed-by={key}] " if key else ""
        (scratch / "sources.list").write_text(
            f"deb-src {options}{uri} {suite} main\n")
        self.options = [word for setting in (
            f"Dir::Etc::sourcelist={scratch}/sources.list",
            "Dir::Etc::sourceparts=/dev/null",
            f"Dir::State::lists={scratch}/lists",
            f"Dir::Cache={scratch}/cache",
            "Acquire::Languages=none",
            "Acquire::Retries=1",
            "Acquire::http::Timeout=20",
            "Acquire::https::Timeout=20",
            "APT::Sandbox::User=root",
        ) for word in ("-o", setting)]

    def fetch(self, package: str, upstream) -> Path:
        """Downloads upstream's tarball, or says why not."""
        self._run("apt-get", "update", "-qq", "--error-on=any")
        version = self._version(package, upstream)
        size = f"downloading {upstream.tarball} from Debian {self.suite}"
        with step(size):
            self._run("apt-get", "source", "-qq", "--download-only",
                      "--tar-only", f"{package}={version}")
        path = self.scratch / "download" / upstream.tarball
        if not path.is_file() or file_digest(path) != upstream.sha256:
            raise Damaged(f"the {upstream.tarball} that Debian {self.suite} "
                          "has is not the recorded one")
        return path

    def _version(self, package: str, upstream) -> str:
        records = self._run("apt-cache", "showsrc", "--only-source", package)
        for record in records.split("\n\n"):
            version = re.search(r"^Version: (\S+)", record, re.M)
            if version and upstream.sha256 in record:
                return version[1]
        raise Failure(f"it no longer has {upstream.tarball}")

    def _run(self, program: str, *arguments) -> str:
        log = self.scratch / "log"
        with open(self.scratch / "out", "w+b") as out, \
                open(log, "wb") as errors:
            process = subprocess.Popen(
                [program, *self.options, *arguments], stdout=out,
                stderr=errors, stdin=subprocess.DEVNULL,
                cwd=self.scratch / "download",
                env=dict(os.environ, LC_ALL="C"))
            _watch(process, self.scratch / "download")
            out.seek(0)
            text = out.read().decode(errors="replace")
        if process.returncode:
            lines = [l[3:].strip() for l in
                     log.read_text(errors="replace").splitlines()
                     if l.startswith("E: ")]
            if any("No space left" in line for line in lines):
                raise Failure("downloading failed, the disk of "
                              f"{self.scratch.parent} is full; free some "
                              "space and run it again")
            raise Failure(lines[0] if lines else f"{program} failed")
        return text


def _watch(process, directory: Path) -> None:
    """Waits for a download, saying now and then how far it is."""
    try:
        while True:
            try:
                process.wait(timeout=10)
                return
            except subprocess.TimeoutExpired:
                size = sum(f.stat().st_size for f in directory.iterdir()
                           if f.is_file())
                say(f"  {size // 1000000} MB so far")
    except BaseException:
        process.kill()
        process.wait()
        raise


# The project's public home.

def _public_home(upstream):
    url = upstream.record.get("release")
    if not url:
        raise Failure("no public address is known")
    target = paths.CACHE / url.rsplit("/", 1)[1]
    if target.is_file():
        return target
    paths.CACHE.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    with step(f"downloading {url}"):
        try:
            _download(url, partial)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    return target


def _download(url: str, target: Path) -> None:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer, \
                open(target, "wb") as out:
            expected = answer.headers.get("Content-Length")
            size, said = 0, time.monotonic()
            while block := answer.read(1 << 20):
                out.write(block)
                size += len(block)
                if time.monotonic() - said > 10:
                    said = time.monotonic()
                    say(f"  {size // 1000000} MB so far")
    except urllib.error.URLError as error:
        raise Failure(f"the project's public home: {error.reason}") from None
    except TimeoutError:
        raise Failure("the project's public home: no answer") from None
    if expected and size != int(expected):
        raise Damaged(f"{url} broke off after {size} of {expected} bytes")
