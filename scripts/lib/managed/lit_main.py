"""Runs lit with our site configurations: lit_main.py LIT SUITES ARGS...

LIT is the directory of lit's package. SUITES lists, one a line, a suite's
lit.cfg.py and, after a tab, the site configuration to load in its place.

This is a process of its own because lit keeps its state in module globals and
leaves through sys.exit.
"""

import os
import signal
import sys
import time
from pathlib import Path


def _children(pid: int) -> list:
    children = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in parentheses can hold anything; the state and then
            # the parent follow it.
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent == pid:
            children.append(int(stat.parent.name))
    return children


def _kill_tree(pid: int) -> None:
    """Kills process `pid` and its descendants.

    Each is stopped before its children are listed, so none gets away.
    """
    try:
        os.kill(pid, signal.SIGSTOP)
        for child in _children(pid):
            _kill_tree(child)
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _allow_timeouts(util_module) -> None:
    """Lets lit end slow tests without the module psutil."""
    util_module.killProcessAndChildren = _kill_tree
    util_module.killProcessAndChildrenIsSupported = lambda: (True, "")


def _report_progress(display_module, seconds: float = 30) -> None:
    """Prints how far the run is every `seconds`, whatever lit prints."""
    create = display_module.create_display
    begin = time.monotonic()

    def create_reporting(opts, tests, total, workers):
        display = create(opts, tests, total, workers)
        update = display.update
        state = {"last": begin, "done": 0, "failed": 0}

        def reporting_update(test):
            update(test)
            state["done"] += 1
            state["failed"] += bool(test.isFailure())
            now = time.monotonic()
            if now - state["last"] >= seconds:
                state["last"] = now
                passed = int(now - begin)
                print(f"        {state['done']} of {len(tests)} tests after "
                      f"{passed // 60}:{passed % 60:02d}, "
                      f"{state['failed']} failing", flush=True)

        display.update = reporting_update
        return display

    display_module.create_display = create_reporting


def main() -> None:
    lit_directory, suites, *arguments = sys.argv[1:]
    sys.path.insert(0, lit_directory)
    sys.argv = ["lit", *arguments]
    with open(suites, encoding="utf-8") as table:
        config_map = dict(line.rstrip("\n").split("\t") for line in table)
    import lit.display
    import lit.main
    import lit.util
    _allow_timeouts(lit.util)
    if "-s" not in arguments:
        _report_progress(lit.display)
    if "--terse-summary" in arguments:
        # Whoever started this reads the report and prints what is in it.
        lit.main.print_results = lambda tests, elapsed, opts: None
    lit.main.main(builtin_params={"config_map": config_map})


if __name__ == "__main__":
    main()
