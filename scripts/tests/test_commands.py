"""What all commands have: --help, --version, and how they end."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import processes, version  # noqa: E402
from managed.parallel import in_parallel  # noqa: E402

COMMANDS = sorted(path.name for path in SCRIPTS.iterdir() if path.is_file())


def parts(command: str) -> list:
    """The words after which a command has options of its own."""
    text = run(command, "--help").stdout
    if command == "fork":
        return re.findall(r"^    (\w+) ", text, re.M)
    if command == "bench":
        return re.findall(r"^  (\w+) +[A-Z]", text, re.M)
    if command == "stress":
        return re.search(r"PROGRAM +(\w+(?:, \w+)+)$", text, re.M)[1].split(
            ", ")
    return []


def run(*words):
    return subprocess.run([SCRIPTS / words[0], *words[1:]], text=True,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=120)


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.all = [(command, *part) for command in COMMANDS
                   for part in ([], *([p] for p in parts(command)))]

    def test_there_are_parts(self):
        for words in (("check",), ("fork", "verify"), ("fork", "drift"),
                      ("bench", "walk"), ("stress", "gc")):
            self.assertIn(words, self.all)

    def test_help(self):
        for words, done in zip(self.all, in_parallel(
                lambda words: run(*words, "--help"), self.all)):
            with self.subTest(words):
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertRegex(done.stdout, "^usage: scripts/"
                                 + " ".join(words) + r"\b")
                self.assertIn("--version", done.stdout)

    def test_version(self):
        for words, done in zip(self.all, in_parallel(
                lambda words: run(*words, "--version"), self.all)):
            with self.subTest(words):
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(
                    done.stdout, f"scripts/{' '.join(words)}, Managed LLVM "
                    f"{version.version()} for LLVM 22.1.8\n")

    def test_wrong_usage(self):
        for words, done in zip(self.all, in_parallel(
                lambda words: run(*words, "--no-such-option"), self.all)):
            with self.subTest(words):
                self.assertEqual(done.returncode, 2, done)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                # An option that scripts/fork does not have either is its.
                self.assertRegex(done.stderr, rf"^{words[0]}: error: .*; see "
                                 rf"scripts/{words[0]}\b.* --help$")

    def test_version_header(self):
        header = (version.REPO / "llvm/include/llvm/Config/managed-llvm.h"
                  ).read_text()
        numbers = version.version().split(".")
        for part, number in zip(version.PARTS, numbers):
            self.assertIn(f"#define MANAGED_LLVM_VERSION_{part} {number}\n",
                          header)
        self.assertIn("#define MANAGED_LLVM_VERSION_STRING "
                      f'"{version.version()}"\n', header)

    def test_version_file(self):
        self.assertRegex(version.version(), r"^\d+\.\d+\.\d+$")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "v.cmake"
            path.write_text("set(MANAGED_LLVM_VERSION_MAJOR 1)\n")
            old, version.FILE = version.FILE, path
            self.addCleanup(setattr, version, "FILE", old)
            with self.assertRaisesRegex(ValueError, "VERSION_MINOR"):
                version.version()


# A command whose child has a child, in the main thread or in others.
PROGRAM = """\
import subprocess, sys, tempfile, time
sys.path.insert(0, {lib!r})
from managed import parallel, ui

def work(name):
    # The shell ignores what it can, so that it has to be killed.
    ui.run(["sh", "-c", "{trap}sleep 1000 & echo $! >" + name + "; wait; "
            "sleep 1000"])

def main(argv):
    with tempfile.TemporaryDirectory(dir=argv[0]) as scratch:
        if {threads}:
            parallel.in_parallel(work, [argv[0] + "/a", argv[0] + "/b",
                                        argv[0] + "/c", argv[0] + "/d"])
        else:
            work(argv[0] + "/a")

ui.main(main)
"""


class Signals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)

    def ended(self, number, threads=False, trap="", start=()) -> str:
        """Sends a signal to a command that runs others, and returns what the
        command prints."""
        program = self.top / "program.py"
        program.write_text(PROGRAM.format(lib=str(SCRIPTS / "lib"),
                                          threads=threads, trap=trap))
        (self.top / "work").mkdir()
        command = subprocess.Popen(
            [*start, sys.executable, program, self.top / "work"], text=True,
            stderr=subprocess.PIPE)
        self.addCleanup(command.stderr.close)
        # Where there are fewer processors, fewer run.
        wanted = len(os.sched_getaffinity(0)) if threads else 1
        deadline = time.monotonic() + 60
        while len(found := [p for p in (self.top / "work").glob("?")
                            if p.read_text().strip()]) < min(wanted, 4):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        below = processes.descendants(command.pid)
        self.assertGreaterEqual(len(below), 2 * len(found))
        command.send_signal(number)
        error = command.communicate(timeout=60)[1]
        self.assertEqual(command.returncode, -number, error)
        alive = [pid for pid in below if Path(f"/proc/{pid}").exists()
                 and " Z " not in Path(f"/proc/{pid}/stat").read_text()]
        self.assertEqual(alive, [])
        # No other began, and nothing is left.
        self.assertEqual(sorted((self.top / "work").iterdir()), sorted(found))
        self.assertEqual(error.count("\n"), 1 + (number == signal.SIGINT))
        return error

    def test_child_and_its_child_end(self):
        self.assertEqual(self.ended(signal.SIGTERM),
                         "program.py: ended by SIGTERM\n")

    def test_those_of_threads_end(self):
        self.ended(signal.SIGTERM, threads=True)

    def test_closed_terminal(self):
        self.assertIn("SIGHUP", self.ended(signal.SIGHUP))

    def test_interrupt(self):
        self.assertIn("interrupted; run it again",
                      self.ended(signal.SIGINT))

    def test_what_does_not_end_is_killed(self):
        self.ended(signal.SIGTERM, trap="trap : TERM; ")

    def test_shell_script_that_runs_several(self):
        script = self.top / "several.sh"
        script.write_text(textwrap.dedent(f"""\
            set -eu
            . {SCRIPTS}/lib/python3.sh
            run true
            run sleep 1000
            echo not reached
            """))
        command = subprocess.Popen(["sh", script], stdout=subprocess.PIPE,
                                   text=True)
        deadline = time.monotonic() + 60
        below = []
        while not any(b"sleep" in Path(f"/proc/{pid}/cmdline").read_bytes()
                      for pid in below):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
            below = processes.children(command.pid)
        command.send_signal(signal.SIGTERM)
        output = command.communicate(timeout=60)[0]
        # A shell may also exit as it says of others that a signal ended them.
        self.assertIn(command.returncode,
                      (-signal.SIGTERM, 128 + signal.SIGTERM))
        self.assertEqual(output, "")
        self.assertEqual([p for p in below if Path(f"/proc/{p}").exists()], [])

    def test_failure_of_one_of_several(self):
        done = subprocess.run(
            ["sh", "-euc", f". {SCRIPTS}/lib/python3.sh; run sh -c 'exit 3'; "
             "echo not reached"], text=True, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (3, ""))


if __name__ == "__main__":
    unittest.main()
