"""Ends processes together with those that they started."""

import os
import signal
import time
from pathlib import Path

# Seconds that processes have to end by themselves.
GRACE = 5


def _parents() -> dict:
    """{process: its parent} of all that run."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in parentheses can hold anything; the state and then
            # the parent follow it.
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if state not in "ZX":
            parents[int(stat.parent.name)] = int(parent)
    return parents


def children(pid: int) -> list:
    return [child for child, parent in _parents().items() if parent == pid]


def descendants(pid: int) -> list:
    """Children of `pid`, their children and so on, parents first."""
    below = {}
    for child, parent in _parents().items():
        below.setdefault(parent, []).append(child)
    found, todo = [], [pid]
    while todo:
        todo += (new := below.get(todo.pop(), []))
        found += new
    return found


def _send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def end_descendants(pid: int, grace: float = GRACE) -> None:
    """Asks all descendants of `pid` to end, and kills those that still run
    after `grace` seconds."""
    seen = set(descendants(pid))
    for child in seen:
        _send(child, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while time.monotonic() < deadline:
        running = _parents()
        # Orphans count, too.
        if not any(child in running for child in seen):
            break
        time.sleep(0.05)
    # Each is stopped before its children are listed, so that none gets away.
    todo = [child for child in {*seen, *descendants(pid)}
            if child in _parents()]
    while todo:
        child = todo.pop()
        _send(child, signal.SIGSTOP)
        todo += children(child)
        _send(child, signal.SIGKILL)


def end(pid: int, grace: float = GRACE) -> None:
    """The same, and `pid` itself."""
    below = descendants(pid)
    _send(pid, signal.SIGTERM)
    end_descendants(pid, grace)
    for process in (pid, *below):
        if process in _parents():
            _send(process, signal.SIGKILL)
