"""A prefix below the build directory, for tests."""

import hashlib
import shutil
from pathlib import Path

from .. import paths
from ..ui import alone, run


def _state() -> str:
    """Changes when something that is installed changes."""
    files = [*(paths.BUILD / "bin").iterdir(),
             *(paths.BUILD / "lib").glob("*.so"),
             *(paths.BUILD / "overlay/lib").rglob("*.a"),
             *(paths.BUILD / "overlay/include").rglob("*.h"),
             *Path(__file__).parent.glob("*.py")]
    return hashlib.sha256("".join(
        f"{path} {path.stat().st_mtime_ns}\n"
        for path in sorted(files)).encode()).hexdigest()


def installed() -> Path:
    """The prefix, written anew if what it holds is out of date."""
    top = paths.BUILD / "prefix"
    target, stamp = top / "installed", top / "state"
    top.mkdir(exist_ok=True)
    with alone(top, "installation"):
        state = _state()
        if not stamp.exists() or stamp.read_text() != state:
            stamp.unlink(missing_ok=True)
            if target.exists():
                shutil.rmtree(target)
            run(["cmake", "--install", paths.BUILD, "--prefix", target],
                top / "install.log", "cmake --install")
            stamp.write_text(state)
    return target
