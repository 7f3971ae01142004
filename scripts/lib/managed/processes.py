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


def _stopped(pids) -> list:
    """`pids` and all their descendants, parents first. Each is stopped before
    its children are listed, so that none gets away."""
    found, todo = [], list(pids)
    while todo:
        process = todo.pop(0)
        _send(process, signal.SIGSTOP)
        found.append(process)
        todo += children(process)
    return found


def _end(roots, grace: float) -> None:
    """Ends the processes that roots() lists, and their descendants."""
    seen = _stopped(roots())
    # A parent must not see its child end, and start another, before it is
    # asked itself.
    for number in (signal.SIGTERM, signal.SIGCONT):
        for process in seen:
            _send(process, number)
    deadline = time.monotonic() + grace
    while time.monotonic() < deadline:
        running = _parents()
        # Orphans count, too.
        if not any(process in running for process in seen):
            break
        time.sleep(0.05)
    running = _parents()
    for process in _stopped(p for p in {*seen, *roots()} if p in running):
        _send(process, signal.SIGKILL)


def end_descendants(pid: int, grace: float = GRACE) -> None:
    """Asks all descendants of `pid` to end, and kills those that still run
    after `grace` seconds."""
    _end(lambda: children(pid), grace)


def end(pid: int, grace: float = GRACE) -> None:
    """The same, and `pid` itself."""
    _end(lambda: [pid], grace)
