"""Another release of upstream than the one that the series is made for."""

import json
import re
from pathlib import Path

from ..ui import Failure
from .upstream import Upstream

_TAG = re.compile(r"llvmorg-(\d+)\.(\d+\.\d+)")


def is_release(tag: str) -> bool:
    return bool(_TAG.fullmatch(tag))


def other_release(old: Upstream, tag: str, root: Path) -> Upstream:
    """The release `tag`, as far as it is known before its source is seen."""
    found = _TAG.fullmatch(tag)
    if not found:
        raise Failure(f"'{tag}' is not a release tag such as {old.tag}")
    version = f"{found[1]}.{found[2]}"
    package = f"llvm-toolchain-{found[1]}"
    record = json.loads(json.dumps(old.record).replace(old.version, version))
    record.update(tag=tag, version=version, content=None)
    record.pop("commit", None)
    record["tarball"] = {"name": f"{package}_{version}.orig.tar.xz",
                         "sha256": None}
    if "distribution" in record:
        record["distribution"].update(source=package, packages=None)
    return Upstream(record, root)
