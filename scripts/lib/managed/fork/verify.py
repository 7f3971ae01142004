"""`fork verify`: proves that patches/ is right, without the tree."""

import tempfile
from pathlib import Path

from .. import paths
from ..ui import Failure, say
from . import ready, series as patches
from .exchange import outputs, refuse
from .newfiles import refuse_collisions
from .plain import apply_plain, put_files
from .series import READY, Series
from .stack import composed, mails_of, round_trip_problems


def verify(upstream) -> Series:
    series = Series.load(paths.PATCHES)
    refuse(series.problems(paths.REPO), "the series is wrong")
    refuse(patches.differences(paths.PATCHES, outputs(upstream, series)),
           "the series is wrong; run scripts/fork export")
    files = refuse_collisions(upstream)
    refuse(round_trip_problems(upstream, series), "the series is wrong")
    refuse(ready.problems(upstream, series), "the series is wrong")
    _verify_plain(upstream, series)
    say(f"{len(series)} patches to {len(series.files)} files of "
        f"{upstream.tag} verified, {len(files)} new files in nobody's way")
    return series


def verify_ready(upstream, series: Series, headers: Path) -> None:
    """Proves of each Ready patch that what it changes compiles without the
    rest of the series, and that its tests fail with the unpatched tools."""
    refuse(ready.compile_problems(upstream, series, headers),
           "the series is wrong")
    refuse(ready.test_problems(series), "the series is wrong")
    count = sum(patch.status == READY for patch in series)
    say(f"{count} Ready patches compile alone, and their tests fail with the "
        "unpatched tools")


def _verify_plain(upstream, series: Series) -> None:
    """Applies the series with `git apply` to plain files, as someone with an
    unpacked tarball would, and compares with what git am makes of it."""
    with composed(upstream, mails_of(series)) as stack, \
            tempfile.TemporaryDirectory() as scratch:
        put_files(upstream, series.files, Path(scratch))
        for patch in series:
            apply_plain(patch, Path(scratch), upstream.tag)
        for path in series.files:
            if Path(scratch, path).read_bytes() != \
                    (stack.git.directory / path).read_bytes():
                raise Failure(f"git apply and git am make different files of "
                              f"{path}")
