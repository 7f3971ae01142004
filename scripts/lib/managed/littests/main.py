"""Runs lit with our site configurations: main.py LIT SUITES ARGS...

LIT is the directory of lit's package. SUITES lists, one a line, a suite's
lit.cfg.py and, after a tab, the site configuration to load in its place.

This is a process of its own because lit keeps its state in module globals and
leaves through sys.exit.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from pathlib import Path

# The exit code when some tests did not run; lit itself uses 0, 1 and 2.
INCOMPLETE = 3
# Seconds between two lines of progress.
EVERY = 30


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


class Progress:
    """Follows a run: says how far it is, and ends it when it cannot finish.

    lit waits for ever for a test whose worker process was killed, and leaves
    tests out, without a word in its report, when a test's program dies of an
    interrupt. Neither may pass for a complete run.
    """

    def __init__(self, spoken: bool, patience: float):
        self._spoken = spoken
        self._patience = patience
        self._begin = self._printed = self._moved = time.monotonic()
        self._total = self._done = self._failed = 0
        self._workers = 0
        self._started = multiprocessing.Value("i", 0)

    def follow(self, display_module, worker_module) -> None:
        """Has lit tell this object of each finished test and new worker."""
        create = display_module.create_display
        initialize = worker_module.initialize

        def initialize_counted(*arguments):
            with self._started.get_lock():
                self._started.value += 1
            initialize(*arguments)

        def create_followed(opts, tests, total, workers):
            display = create(opts, tests, total, workers)
            update = display.update
            self._total, self._workers = len(tests), workers
            # As an exception, it may get lost or leave lit waiting for ever.
            signal.signal(signal.SIGINT,
                          lambda *_: self._give_up("it was interrupted"))
            threading.Thread(target=self._watch, daemon=True).start()

            def followed_update(test):
                update(test)
                self._finished(test)

            display.update = followed_update
            return display

        display_module.create_display = create_followed
        worker_module.initialize = initialize_counted

    @property
    def complete(self) -> bool:
        return self._done == self._total

    def _finished(self, test) -> None:
        self._done += 1
        self._failed += bool(test.isFailure())
        self._moved = now = time.monotonic()
        if self._spoken and now - self._printed >= EVERY:
            self._printed = now
            spent = int(now - self._begin)
            print(f"        {self._done} of {self._total} tests after "
                  f"{spent // 60}:{spent % 60:02d}, {self._failed} failing",
                  flush=True)

    def _watch(self) -> None:
        while not self.complete:
            time.sleep(1)
            # Workers last as long as there are tests; a new one replaces
            # one that was killed.
            if self._started.value > self._workers:
                self._give_up("one of its processes was killed")
            if time.monotonic() - self._moved > self._patience:
                self._give_up("no test has ended for "
                              f"{self._patience:.0f} seconds")

    def _give_up(self, why: str) -> None:
        print(f"lit: {why}; {self._done} of {self._total} tests have run",
              file=sys.stderr, flush=True)
        for child in multiprocessing.active_children():
            _kill_tree(child.pid)
        os._exit(INCOMPLETE)


def _time_limit(arguments: list) -> int:
    """The seconds one test may take; a day if there is no limit."""
    for option, value in zip(arguments, arguments[1:]):
        if option == "--timeout":
            return int(value) or 86400
    return 86400


def main() -> None:
    lit_directory, suites, *arguments = sys.argv[1:]
    sys.path.insert(0, lit_directory)
    sys.argv = ["lit", *arguments]
    with open(suites, encoding="utf-8") as table:
        config_map = dict(line.rstrip("\n").split("\t") for line in table)
    import lit.display
    import lit.main
    import lit.util
    import lit.worker
    multiprocessing.set_start_method("fork")
    _allow_timeouts(lit.util)
    progress = Progress("-s" not in arguments, _time_limit(arguments) + 60)
    progress.follow(lit.display, lit.worker)
    if "--terse-summary" in arguments:
        # Whoever started this reads the report and prints what is in it.
        lit.main.print_results = lambda tests, elapsed, opts: None
    try:
        lit.main.main(builtin_params={"config_map": config_map})
    finally:
        if not progress.complete:
            sys.exit(INCOMPLETE)


if __name__ == "__main__":
    main()
