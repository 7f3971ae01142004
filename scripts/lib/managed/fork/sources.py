"""Finding upstream's source: a given path, the cache, the distribution's
source archive, the project's public home, in this order.

Whatever it is, it is checked before it is used: a tarball by its sha256, and
a source without a recorded one (a git clone, a directory, the release
tarball) by the digest of its contents. A bad file in the cache is removed.
"""

import os
import shutil
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from .. import aptsource, paths
from ..ui import Failure, say, step
from .contents import (DIRECTORIES, Damaged, content_digest, file_digest,
                       remove, source_version, unpack)
from .git import Git, clean_environment, run_git

# How to hand over a source by hand; ends every error about finding one.
_BY_HAND = "give the source with --source PATH (a tarball, a directory or " \
           "a git clone)"


def obtain(upstream, directory: Path, source: str = None,
           wanted=DIRECTORIES) -> Path:
    """Puts the verified `wanted` directories of upstream (all of it if
    None) into the empty `directory`; returns where they come from."""
    path = given(source)
    if path:
        _from_path(upstream, path, directory, wanted)
        return path
    reasons = []
    for find in (_cached, _cached_release, _distribution, _public_home):
        try:
            tarball = find(upstream)
        except Failure as failure:
            reasons.append(str(failure))
            continue
        if not tarball:
            continue
        try:
            _from_tarball(upstream, tarball, directory, wanted)
            return tarball
        except Damaged as failure:
            say(str(failure))
            reasons.append(str(failure))
            for entry in list(directory.iterdir()):
                remove(entry)
    raise Failure(f"the source of {upstream.tag} was not found "
                  f"({'; '.join(reasons)}); {_BY_HAND}")


def given(source: str = None):
    """The place that the user names: --source or MANAGED_LLVM_SOURCE."""
    source = source or os.environ.get("MANAGED_LLVM_SOURCE")
    return Path(source).expanduser().absolute() if source else None


def is_clone(path: Path) -> bool:
    return (path / ".git").exists() or (path / "objects").is_dir()


def _from_path(upstream, path: Path, directory: Path, wanted) -> None:
    if path.is_file():
        _from_tarball(upstream, path, directory, wanted)
    elif is_clone(path):
        _from_clone(upstream, path, directory, wanted)
    elif (path / "llvm").is_dir():
        _from_directory(upstream, path, directory, wanted)
    else:
        raise Failure(f"{path} is no tarball, git clone or directory "
                      f"of upstream's source; {_BY_HAND}")


def _from_tarball(upstream, tarball: Path, directory: Path, wanted) -> None:
    with step(f"unpacking {tarball.name}"):
        try:
            known = upstream.sha256 and file_digest(tarball) == upstream.sha256
            if upstream.sha256 and tarball.name == upstream.tarball \
                    and not known:
                raise Damaged(f"{tarball} is truncated or altered: it does "
                              "not have the sha256 of patches/upstream.json; "
                              "get it again")
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


def tagged_commit(upstream, path: Path) -> str:
    """The release's commit in the clone `path`."""
    git = Git(path)
    commit = git.commit_id(f"refs/tags/{upstream.tag}")
    if not commit:
        raise Failure(f"{path} has no tag {upstream.tag}; fetch it with: "
                      f"git -C {path} fetch origin tag {upstream.tag}")
    if upstream.commit and commit != upstream.commit:
        raise Failure(f"the tag {upstream.tag} of {path} is {commit}, not "
                      f"{upstream.commit}; fetch the tag again")
    return commit


def _from_clone(upstream, path: Path, directory: Path, wanted) -> None:
    commit = tagged_commit(upstream, path)
    with step(f"copying {upstream.tag} from {path}"):
        with tempfile.TemporaryFile(dir=directory.parent) as archive:
            _archive(Git(path), commit, wanted or (), archive)
            archive.seek(0)
            done = subprocess.run(["tar", "-x", "-C", directory],
                                  stdin=archive, stderr=subprocess.PIPE)
        if done.returncode:
            raise Failure(f"unpacking {upstream.tag} from {path} failed; is "
                          f"the disk of {directory.parent} full?")
        check_contents(upstream, directory, path)


def _archive(git: Git, commit: str, wanted, archive) -> None:
    environment = dict(clean_environment(), GIT_DIR=str(git.dir))
    done = run_git(["archive", "--format=tar", commit, "--", *wanted],
                   stdout=archive, env=environment, cwd=git.directory)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()
        raise Failure(f"git archive failed in {git.directory}: "
                      f"{reason[-1] if reason else 'no reason given'}")


def _from_directory(upstream, path: Path, directory: Path, wanted) -> None:
    with step(f"copying {path}"):
        check_contents(upstream, path, path)
        names = wanted or [e.name for e in path.iterdir() if e.name != ".git"]
        for name in names:
            _copy(path / name, directory / name)


def _copy(source: Path, target: Path) -> None:
    """Copies a file or a directory; stops at the first error, as
    shutil.copytree does not."""
    if source.is_dir() and not source.is_symlink():
        target.mkdir()
        for entry in source.iterdir():
            _copy(entry, target / entry.name)
    else:
        shutil.copy2(source, target, follow_symlinks=False)


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
    if upstream.content and content_digest(root) != upstream.content:
        raise Damaged(f"{origin} is not an unmodified {upstream.tag}: its "
                      "contents differ")


def _cached(upstream):
    path = paths.CACHE / upstream.tarball
    return path if path.is_file() else None


def _cached_release(upstream):
    path = paths.CACHE / upstream.release.rpartition("/")[2]
    return path if path.is_file() else None


def _distribution(upstream):
    """Gets the tarball from the distribution's source archive."""
    record = upstream.record.get("distribution")
    if not record:
        raise Failure("no distribution package is known")
    if not shutil.which("apt-get"):
        raise Failure("this machine has no apt-get")
    paths.CACHE.mkdir(parents=True, exist_ok=True)
    reasons = []
    for suite in record["suites"]:
        with tempfile.TemporaryDirectory(dir=paths.CACHE,
                                         prefix="fetch-") as scratch:
            path = Path(scratch, upstream.tarball)
            try:
                with step(f"downloading {upstream.tarball} from the "
                          f"source archive of {suite}"), _watch(path.parent):
                    aptsource.download(record["source"], path.parent,
                                       suite=suite, tar_only=True,
                                       release=upstream.version)
            except Failure as failure:
                reasons.append(f"{suite}: {failure}")
                continue
            if not path.is_file():
                reasons.append(f"{suite} has another version of "
                               f"{record['source']}")
            elif upstream.sha256 and file_digest(path) != upstream.sha256:
                reasons.append(f"{suite} has another {upstream.tarball}")
            else:
                return path.replace(paths.CACHE / upstream.tarball)
    raise Failure("; ".join(reasons))


@contextmanager
def _watch(directory: Path):
    """Says now and then how much of a download is there."""
    done = threading.Event()

    def report():
        while not done.wait(10):
            size = sum(f.stat().st_size for f in directory.rglob("*")
                       if f.is_file())
            say(f"  {size // 1000000} MB so far")

    thread = threading.Thread(target=report, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _public_home(upstream):
    url = upstream.release
    if not url:
        raise Failure("no public address is known")
    paths.CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=paths.CACHE,
                                     prefix="fetch-") as scratch:
        path = Path(scratch, url.rpartition("/")[2])
        with step(f"downloading {url}"), _watch(path.parent):
            _download(url, path)
        return path.replace(paths.CACHE / path.name)


def _download(url: str, target: Path) -> None:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer, \
                open(target, "wb") as out:
            expected = answer.headers.get("Content-Length")
            shutil.copyfileobj(answer, out, 1 << 20)
            size = out.tell()
    except urllib.error.URLError as error:
        raise Failure(f"the project's public home: {error.reason}") from None
    except (TimeoutError, ConnectionError):
        raise Failure("the project's public home: no answer") from None
    if expected and size != int(expected):
        raise Damaged(f"{url} broke off after {size} of {expected} bytes")
