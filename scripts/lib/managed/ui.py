"""What every command prints: steps with elapsed time, and one-line errors."""

import argparse
import errno
import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from . import processes, version

# Commands that a command runs go on counting from its start.
_START = float(os.environ.setdefault("MANAGED_LLVM_STARTED",
                                     str(time.monotonic())))


class Failure(Exception):
    """An error the user can act on: one line that says what to do."""


class UsageError(Failure):
    """A command line that makes no sense; the exit code is 2."""


def elapsed() -> str:
    """Time since the command started, as m:ss."""
    seconds = int(time.monotonic() - _START)
    return f"{seconds // 60}:{seconds % 60:02d}"


def say(message: str) -> None:
    """Prints one progress line with the elapsed time in front of it."""
    print(f"[{elapsed():>5}] {message}", flush=True)


@contextmanager
def step(title: str):
    """Announces a step and says how long it took."""
    say(f"{title} ...")
    begin = time.monotonic()
    yield
    say(f"{title}: done in {time.monotonic() - begin:.0f} s")


def counted(items, what: str, every: float = 3):
    """The items one by one. Says now and then how many are done."""
    items = list(items)
    said = time.monotonic()
    for number, item in enumerate(items):
        if time.monotonic() - said >= every:
            said = time.monotonic()
            say(f"  {number} of {len(items)} {what}")
        yield item


@contextmanager
def alone(directory: Path, what: str):
    """Keeps two runs from changing what is in `directory` at once.

    The second waits, and says for `what`.
    """
    handle = os.open(directory, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting for another {what} to finish")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def run(command, log: Path = None, what: str = None, **kwargs) -> str:
    """Runs `command` and returns its standard output.

    With `log`, everything it prints goes to that file instead, and a failure
    shows the end of it. `what` names the command in the error.
    """
    if _ending.is_set():
        raise Failure("the command is about to end")
    command = [str(word) for word in command]
    what = what or " ".join(command[:3])
    try:
        if log:
            log.parent.mkdir(parents=True, exist_ok=True)
            with open(log, "ab") as out:
                code = subprocess.run(
                    command, stdout=out, stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL, **kwargs
                ).returncode
            output = ""
        else:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL, text=True, errors="replace", **kwargs
            )
            code, output = done.returncode, done.stdout
    except FileNotFoundError:
        raise Failure(f"'{command[0]}' is not installed") from None
    if code:
        if log:
            tail = log.read_text(errors="replace").splitlines()[-15:]
            print("\n".join(tail), file=sys.stderr)
            raise Failure(f"{what} failed (exit code {code}); see {log}")
        last = [l for l in done.stderr.splitlines() if l.strip()]
        reason = f": {last[-1].strip()}" if last else ""
        raise Failure(f"{what} failed (exit code {code}){reason}")
    return output


class _Version(argparse.Action):
    """Prints the version; it is read only then."""

    def __init__(self, option_strings, dest, **options):
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0,
                         help="print the version and exit")

    def __call__(self, parser, *_):
        print(f"{parser.prog}, {version.describe()}")
        parser.exit()


class Parser(argparse.ArgumentParser):
    """An argument parser that has --version, and whose errors are one line.

    Descriptions are printed as they are, less the lines' common indentation.
    """

    def __init__(self, **options):
        super().__init__(**{
            "allow_abbrev": False,
            "formatter_class": argparse.RawDescriptionHelpFormatter,
            **options})
        self.add_argument("--version", action=_Version)

    def error(self, message):
        raise UsageError(f"{message}; see {self.prog} --help")


class Ended(BaseException):
    """A signal asked the command to end."""

    def __init__(self, number: int):
        super().__init__(number)
        self.number = number


# Set when no process may start any more.
_ending = threading.Event()


def is_ending() -> bool:
    """Whether a signal ended what the command runs: no result of it counts."""
    return _ending.is_set()


def _end(number: int, _frame) -> None:
    """Handles a signal: first ends what the command runs, since nobody knows
    the processes of a process that is gone."""
    if _ending.is_set():
        return
    _ending.set()
    processes.end_descendants(os.getpid())
    raise KeyboardInterrupt if number == signal.SIGINT else Ended(number)


def _die_of(number: int) -> None:
    """Ends this process as the signal does by default."""
    processes.end_descendants(os.getpid())
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def main(function) -> None:
    """Runs `function(argv)` as a command.

    A `Failure`, a full disk and an interrupt become one line on standard
    error and a non-zero exit code: 2 for a wrong command line, otherwise 1.
    SIGINT, SIGTERM and SIGHUP also end all processes that the command runs.
    """
    name = Path(sys.argv[0]).name
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Who starts a command may have it ignore some.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)
    try:
        sys.exit(function(sys.argv[1:]) or 0)
    except Failure as failure:
        print(f"{name}: error: {failure}", file=sys.stderr)
        sys.exit(2 if isinstance(failure, UsageError) else 1)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        advice = "; free some space and run it again" if full else ""
        print(f"{name}: error: {error.strerror or error}{where}{advice}",
              file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print(f"\n{name}: interrupted; run it again to go on",
              file=sys.stderr)
        _die_of(signal.SIGINT)
    except Ended as ended:
        print(f"{name}: ended by {signal.Signals(ended.number).name}",
              file=sys.stderr)
        _die_of(ended.number)
