"""scripts/demo: what it reads, prints and refuses; nothing is built here."""

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import (aptsource, counting, packages,  # noqa: E402
                     results, tools)
from managed.demo import (command as demo,  # noqa: E402
                          figures as demo_figures, java as demo_java,
                          null as demo_null, programs as demo_programs,
                          report as demo_report)
from managed.demo.figures import Figures  # noqa: E402
from managed.demo.null import Outcome  # noqa: E402
from managed.java.execution import Result  # noqa: E402
from managed.java.library import PROGRAMS  # noqa: E402
from managed.parallel import in_parallel  # noqa: E402
from managed.results import write_json  # noqa: E402
from managed.ui import Failure  # noqa: E402

REMARKS = """\
--- !Passed
Pass:            implicit-null-checks
Name:            ImplicitNullCheck
DebugLoc:        { File: 'a dir/a.c', Line: 3, Column: 7 }
Function:        first
Args:
  - String:          'made implicit: Name: no, Pass: no'
...
--- !Missed
Pass:            implicit-null-checks
Name:            NoAccess
Function:        first
...
--- !Missed
Pass:            'implicit-null-checks'
Name:            "NoAccess"
Function:        '---'
...
--- !Missed
Pass:            inline
Name:            NoDefinition
Function:        first
...
--- !Analysis
Pass:            implicit-null-checks
Name:            Window
Function:        second
...
--- !Missed
Pass:            implicit-null-checks
Name:            OffsetTooLarge
Function:        second
...
"""


class TestCase(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.dir = Path(directory.name)

    def fails(self, pattern, function, *arguments, **named):
        """Expects a one-line Failure."""
        with self.assertRaisesRegex(Failure, pattern) as caught:
            function(*arguments, **named)
        self.assertNotIn("\n", str(caught.exception))

    def script(self, name, body):
        """An executable shell script in the test's directory."""
        path = self.dir / name
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)
        return path


class Remarks(TestCase):
    def test_counts(self):
        passed, missed = demo_figures.parse_remarks(REMARKS)
        self.assertEqual(passed, 1)
        self.assertEqual(missed, {"NoAccess": 2, "OffsetTooLarge": 1})

    def test_empty(self):
        self.assertEqual(demo_figures.parse_remarks(""), (0, {}))

    def test_malformed(self):
        for text in ("--- !Passed\nName: X\n...\n",
                     "--- !Passed\nPass: implicit-null-checks\n...\n",
                     "--- Passed\nPass: a\nName: b\n"):
            self.fails("malformed: ", demo_figures.parse_remarks, text)

    def test_units(self):
        """A unit without checks has no file."""
        (self.dir / "a.yaml").write_text(REMARKS)
        build = mock.Mock()
        build.remarks.return_value = [self.dir / "a.yaml",
                                      self.dir / "b.yaml",
                                      self.dir / "a.yaml"]
        passed, missed = demo_figures.read_remarks(build)
        self.assertEqual((passed, missed["NoAccess"]), (2, 4))


class Readers(TestCase):
    def test_sections(self):
        def section(name, size, *flags):
            return {"Section": {"Name": {"Name": name}, "Size": size,
                                "Flags": {"Flags": [{"Name": f}
                                                    for f in flags]}}}
        text = json.dumps([
            {"Sections": [section(".text", 10, "SHF_ALLOC", "SHF_EXECINSTR"),
                          section(".rodata", 100, "SHF_ALLOC"),
                          section("llvm_faultmaps", 40, "SHF_ALLOC"),
                          section("llvm_faultsites", 32, "SHF_ALLOC")]},
            {"Sections": [section(".text.f", 7, "SHF_EXECINSTR")]}])
        self.assertEqual(demo_figures.parse_sections(text), (17, 72, 7))

    def test_callgrind(self):
        text = "events: Ir\nfn=(1)\n1 5\n\ntotals: 123\n"
        self.assertEqual(counting.parse_callgrind(text), 123)
        self.fails("no count of instructions", counting.parse_callgrind,
                   "events: Ir\n")

    def test_workload_that_fails(self):
        bad = self.script("bad", "echo one >&2; echo two >&2; exit 3\n")
        self.fails(r"^the load failed \(exit code 3\): two$",
                   counting.execute, [bad], "the load")

    def test_workload_that_hangs(self):
        slow = self.script("slow", "exec sleep 60\n")
        with mock.patch.object(counting, "PATIENCE", 0.2):
            self.fails("did not end", counting.execute, [slow], "it")

    def test_tool_missing(self):
        self.fails("^'no-such-qemu' is not installed$", counting.execute,
                   ["no-such-qemu", "x"], "it")
        self.fails("^'no-such-qemu' is not installed$", demo_null.execute,
                   ["no-such-qemu", "x"])


class Tables(TestCase):
    def test_columns(self):
        self.assertEqual(
            results.table(["name", "n"], [["a", 1], ["longer", "1,000"]]),
            "name        n\n"
            "------  -----\n"
            "a           1\n"
            "longer  1,000")

    def test_nothing_to_divide_by(self):
        self.assertEqual(results.ratio(1, 0), "-")
        self.assertEqual(results.percent(0, 0), "-")
        self.assertEqual(results.ratio(1049, 1000), "1.049")
        self.assertEqual(results.percent(2, 3), "66.7 %")

    def variants(self):
        return {
            "none": Figures(instructions=1000, text_bytes=200, output="x"),
            "explicit": Figures(instructions=1100, text_bytes=250,
                                output="x"),
            "implicit": Figures(instructions=1010, text_bytes=220, checks=8,
                                implicit=6, reasons={"NoAccess": 2},
                                entries=6, map_bytes=96, output="x"),
        }

    def test_target(self):
        lines = demo_report.target_table({"p": self.variants()}).splitlines()
        self.assertEqual(lines[0].split()[:3], ["program", "null", "checks"])
        self.assertEqual(lines[2].split(), ["p", "none", "1,000", "1.000",
                                            "200", "1.000"])
        self.assertEqual(lines[3].split(), ["p", "explicit", "1,100", "1.100",
                                            "250", "1.250"])
        self.assertEqual(lines[4].split(),
                         ["p", "implicit", "8", "6", "75.0", "%", "1,010",
                          "1.010", "220", "1.100", "96"])

    def test_reasons(self):
        text = demo_report.reasons_table({
            ("x86-64", "p"): Figures(reasons={"A": 1, "B": 3}),
            ("aarch64", "p"): Figures(reasons={"C": 4, "A": 1})})
        rows = [line.split() for line in text.splitlines()]
        self.assertEqual(rows[2:], [["C", "0", "4"], ["B", "3", "0"],
                                    ["A", "1", "1"], ["all", "4", "5"]])

    def test_summary(self):
        self.assertEqual(
            demo.summarize({"x86-64": {"p": self.variants()}}),
            "p on x86-64: 6 of 8 null checks are implicit; checking costs "
            "1.0 % instead of 10.0 % more instructions.")

    def test_json(self):
        figures = demo.comparison_json({"x86-64": {"p": self.variants()}})
        implicit = figures["x86-64"]["p"]["implicit"]
        self.assertEqual(implicit["hit_rate"], 0.75)
        self.assertEqual(implicit["instruction_ratio"], 1.01)
        self.assertEqual(implicit["text_ratio"], 1.1)
        json.dumps(figures)

    def test_verify(self):
        demo_figures.verify(self.variants())
        for variant, field, value, message in (
                ("implicit", "output", "y", "with implicit null checks the "
                                            "program prints something else"),
                ("explicit", "output", "", "with explicit null checks"),
                ("implicit", "checks", 0, "no null check was marked"),
                ("implicit", "implicit", 0, "none of 8 null checks"),
                ("implicit", "entries", 0, "no fault map"),
                ("explicit", "entries", 1, "has a fault map"),
                ("none", "entries", 1, "has a fault map")):
            variants = self.variants()
            setattr(variants[variant], field, value)
            self.fails(message, demo_figures.verify, variants)
        silent = self.variants()
        for figures in silent.values():
            figures.output = "\n"
        self.fails("printed nothing", demo_figures.verify, silent)

    def test_verify_names_program_and_target(self):
        variants = self.variants()
        variants["implicit"].implicit = 0
        builds = []

        def build(source, target, variant, tools, directory):
            builds.append(mock.Mock(source=source, target=target,
                                    variant=variant, program=source.program))
            return builds[-1]

        with mock.patch.object(demo, "Build", build), \
                mock.patch.object(demo, "Source", lambda program, _: mock.Mock(
                    program=program, version="1")), \
                mock.patch.object(
                    demo_figures, "figures_of",
                    lambda builds, _: {b: variants[b.variant]
                                       for b in builds}), \
                contextlib.redirect_stdout(io.StringIO()):
            self.fails("^lua5.4 on x86-64: none of 8 null checks",
                       demo.compare, [demo_programs.TARGETS["x86-64"]], None,
                       self.dir)
        self.assertEqual(len(builds), 6)


class Cache(TestCase):
    def build(self, key):
        build = mock.Mock(directory=self.dir, executable=self.dir / "program")
        build.key.return_value = key
        return build

    def test_kept_until_the_key_changes(self):
        build, figures = self.build("k"), Figures(checks=5, output="x")
        self.assertIsNone(demo_figures.load(build))
        demo_figures.save(build, figures)
        self.assertIsNone(demo_figures.load(build))  # No executable.
        build.executable.touch()
        self.assertEqual(demo_figures.load(build), figures)
        self.assertIsNone(demo_figures.load(self.build("other")))

    def test_damaged(self):
        build = self.build("k")
        build.executable.touch()
        for text in ("", "{", "[]", '"k"', '{"key": "k", "unknown": 1}',
                     '{"checks": 1}'):
            (self.dir / "figures.json").write_text(text)
            self.assertIsNone(demo_figures.load(build), text)

    def test_hash_sees_names_and_contents(self):
        one, two = self.dir / "one", self.dir / "two"
        for path in (one, two):
            path.mkdir()
            (path / "a").write_text("a")
        hash_files = demo_programs.hash_files
        self.assertEqual(hash_files([one]), hash_files([two]))
        (two / "a").write_text("b")
        self.assertNotEqual(hash_files([one]), hash_files([two]))
        (two / "a").rename(two / "b")
        (two / "b").write_text("a")
        self.assertNotEqual(hash_files([one]), hash_files([two]))


class Parallel(TestCase):
    def test_order(self):
        self.assertEqual(
            in_parallel(lambda n: n * n, range(20)),
            [n * n for n in range(20)])

    def test_first_error_ends_it(self):
        started = []
        lock = threading.Lock()

        def job(number):
            with lock:
                started.append(number)
            time.sleep(0.01)
            raise Failure(f"job {number}")

        stop = threading.Event()
        self.fails("^job 0$", in_parallel, job, range(1000),
                   stop)
        self.assertLess(len(started), 1000)
        self.assertTrue(stop.is_set())

    def test_a_build_stops_between_files(self):
        build = mock.Mock()
        build.compile_jobs.return_value = [("a", ["false"]), ("b", ["false"])]
        stop = threading.Event()
        stop.set()
        self.fails("^a was not begun$", demo_programs.Build.compile, build,
                   stop)


class Null(TestCase):
    def test_programs_have_one_marked_line(self):
        for case in demo_null.CASES:
            path = demo_programs.INPUTS / "null" / case.file
            self.assertGreater(demo_null.marked_line(path), 20)
            marks = [l for l in path.read_text().splitlines()
                     if demo_null.MARK.search(l)]
            self.assertEqual(len(marks), 1)

    def test_no_mark(self):
        path = self.dir / "a.c"
        path.write_text("int main(void) {}\n")
        self.fails("no line marked", demo_null.marked_line, path)

    def test_report(self):
        self.assertEqual(
            demo_null.parse_report("recovered 1\nat a.c:3:4\nload\n"),
            (1, "a.c:3:4", None))
        self.assertEqual(demo_null.parse_report("recovered 0\ntrap 0x12ab\n"),
                         (0, None, "0x12ab"))
        for text in ("", "recovered 1\n", "at a.c:3:4\n",
                     "recovered 1\ntrap (nil)\n"):
            self.fails("did not report it", demo_null.parse_report, text)

    def test_place(self):
        text = ("__clang_trap_msg$x\n/a/b.c:0:0\nf\n/a/b.c:17:3\nmain\n"
                "/a/b.c:40:1\n")
        self.assertEqual(demo_null.place_of(text), "b.c:17:3")
        self.fails("no line", demo_null.place_of, "f\n??:0:0\n")

    def outcome(self, **changes):
        return Outcome(**dict(dict(
            target="x86-64", language="C", form="trap", image="library",
            checking="implicit", place="a.c:3:4", recovered=1), **changes))

    def test_check(self):
        demo_null.check(self.outcome(), "a.c:3")
        demo_null.check(self.outcome(checking="explicit", recovered=0),
                        "a.c:3")
        self.fails("of a.c:3:4 ran, not that of a.c:4", demo_null.check,
                   self.outcome(), "a.c:4")
        self.fails("0 faults were recovered, not 1", demo_null.check,
                   self.outcome(recovered=0), "a.c:3")
        self.fails("1 faults were recovered, not 0", demo_null.check,
                   self.outcome(checking="explicit"), "a.c:3")

    def test_table(self):
        lines = demo_report.null_table([self.outcome()]).splitlines()
        self.assertEqual(lines[2].split(),
                         ["x86-64", "C", "trap", "library", "implicit", "1",
                          "a.c:3:4"])


class Java(TestCase):
    OUTPUT = ("ada paid 7, at last for article 3\n"
              "mallory paid 0, and dereferenced null 12 times\n")
    ERRORS = ("3 collections, 456 bytes moved, 12 null checks failed by a "
              "fault\n")

    def outcome(self, output=OUTPUT, errors=ERRORS):
        return demo_java.parse("aarch64", Result(0, output, errors))

    def test_the_program_is_there(self):
        self.assertTrue((PROGRAMS / f"{demo_java.PROGRAM}.java").is_file())
        self.assertEqual(set(demo_java.NAMES), set(demo_programs.TARGETS))

    def test_compiler(self):
        tools = self.dir / "bin"
        tools.mkdir()
        self.assertIsNone(demo_java.find_compiler(tools))
        among = self.script("bin/managed-java", "")
        self.assertEqual(demo_java.find_compiler(tools), among)
        (self.dir / "examples").mkdir()
        beside = self.script("examples/managed-java", "")
        self.assertEqual(demo_java.find_compiler(tools), beside)

    def test_parse(self):
        self.assertEqual(
            self.outcome(),
            demo_java.Outcome("aarch64", 3, 456, 12, self.OUTPUT))
        for code, errors in ((1, self.ERRORS), (0, ""),
                             (0, "odd\n" + self.ERRORS)):
            self.fails(f"on aarch64 ended with exit code {code}",
                       demo_java.parse, "aarch64",
                       Result(code, self.OUTPUT, errors))

    def test_check(self):
        demo_java.check(self.outcome(), self.OUTPUT)
        self.fails("something else than with OpenJDK", demo_java.check,
                   self.outcome(), self.OUTPUT.replace("7", "8"))
        self.fails("no object was moved", demo_java.check,
                   self.outcome(errors=self.ERRORS.replace("456", "0")),
                   self.OUTPUT)
        self.fails("null 12 times, and 11 faults were", demo_java.check,
                   self.outcome(errors=self.ERRORS.replace("12", "11")),
                   self.OUTPUT)
        self.fails("null 0 times", demo_java.check,
                   self.outcome("ada\n", self.ERRORS.replace("12", "0")),
                   "ada\n")

    def test_table(self):
        lines = demo_report.java_table([self.outcome()]).splitlines()
        self.assertEqual(lines[2].split(), ["aarch64", "3", "456", "12"])


class SourcePackages(TestCase):
    def package(self):
        """A small source package, as apt-get leaves it."""
        downloads = self.dir / "downloads"
        downloads.mkdir()
        tree = self.dir / "toy-1.0"
        (tree / "debian").mkdir(parents=True)
        (tree / "toy.c").write_text("int toy;\n" * 1000)
        archive = downloads / "toy_1.0.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(tree, "toy-1.0")
        content = archive.read_bytes()
        (downloads / "toy_1.0.dsc").write_text(
            "Format: 3.0 (native)\nSource: toy\nVersion: 1.0\n"
            "Maintainer: Nobody <nobody@example.invalid>\nFiles:\n"
            f" {hashlib.md5(content).hexdigest()} {len(content)} "
            f"{archive.name}\nChecksums-Sha256:\n"
            f" {hashlib.sha256(content).hexdigest()} {len(content)} "
            f"{archive.name}\n")
        return downloads, archive

    @unittest.skipUnless(shutil.which("dpkg-source"), "needs dpkg-dev")
    def test_unpack(self):
        downloads, _ = self.package()
        self.assertEqual(aptsource.version("toy", downloads), "1.0")
        to = self.dir / "out"
        aptsource.unpack("toy", downloads, to)
        self.assertTrue((to / "toy.c").exists())
        self.assertFalse(to.with_name("out.part").exists())

    @unittest.skipUnless(shutil.which("dpkg-source"), "needs dpkg-dev")
    def test_damaged(self):
        for damage in (lambda b: b[:len(b) // 2],
                       lambda b: b[:100] + bytes([b[100] ^ 1]) + b[101:],
                       lambda b: b""):
            downloads, archive = self.package()
            archive.write_bytes(damage(archive.read_bytes()))
            to = self.dir / "out"
            self.fails("toy is damaged and was deleted .*run this again",
                       aptsource.unpack, "toy", downloads, to)
            self.assertEqual(list(downloads.iterdir()), [])
            self.assertFalse(to.exists())
            self.assertFalse(to.with_name("out.part").exists())
            shutil.rmtree(downloads)
            shutil.rmtree(self.dir / "toy-1.0")

    def test_nothing_downloaded(self):
        self.fails("has no toy_", aptsource.unpack, "toy", self.dir,
                   self.dir / "out")

    def apt(self, body):
        """apt-get, as a script; what it is called with goes to a file."""
        (self.dir / "bin").mkdir(exist_ok=True)
        self.script("bin/apt-get", f'echo "$@" >>{self.dir}/calls\n' + body)
        return mock.patch.dict(
            os.environ, PATH=f"{self.dir}/bin:{os.environ['PATH']}")

    LISTED = ('case "$1" in indextargets)\n'
              'echo "http://mirror.invalid/debian/|bookworm|main"\n'
              'echo "http://mirror.invalid/debian/|bookworm|contrib"\n'
              'echo "http://mirror.invalid/debian/|bookworm-updates|main"\n'
              'exit 0;; esac\n')

    def test_mirrors(self):
        with self.apt(self.LISTED):
            self.assertEqual(aptsource.mirrors("bookworm"),
                             ["http://mirror.invalid/debian/"])
            self.assertEqual(aptsource.mirrors("trixie"), [])

    def test_download_uses_its_own_state(self):
        with self.apt(self.LISTED), \
                mock.patch.object(aptsource, "CACHE", self.dir / "cache"):
            aptsource.download("toy", self.dir / "to", suite="trixie",
                               own="bookworm", tar_only=True)
        calls = (self.dir / "calls").read_text().splitlines()
        self.assertIn("--tar-only toy", calls[-1])
        for call in calls[1:]:
            for part in ("Dir::Etc::sourceparts=/dev/null",
                         f"Dir::State::lists={self.dir}/cache/apt/trixie"):
                self.assertIn(part, call)
        sources = (self.dir / "cache/apt/trixie/sources.list").read_text()
        self.assertRegex(sources, r"^deb-src .*http://mirror.invalid/debian/ "
                                  r"trixie main\n$")

    def test_one_release_of_several(self):
        (self.dir / "bin").mkdir()
        self.script("bin/apt-cache", "echo 'Package: toy'\n"
                    "echo 'Version: 1:1.0.1-2'\necho 'Version: 1:1.0.4-2'\n"
                    "echo 'Version: 1:1.0.14-2'\n")
        with self.apt(self.LISTED), \
                mock.patch.object(aptsource, "CACHE", self.dir / "cache"):
            aptsource.download("toy", self.dir / "to", own="bookworm",
                               release="1.0.4")
            self.assertIn("--download-only toy=1:1.0.4-2\n",
                          (self.dir / "calls").read_text())
            self.fails("there is no toy 1.0, but 1:1.0.1-2, 1:1.0.4-2, "
                       "1:1.0.14-2$", aptsource.download, "toy",
                       self.dir / "to", own="bookworm", release="1.0")

    def test_no_network(self):
        body = self.LISTED + "echo 'E: Unable to fetch' >&2; exit 100\n"
        with self.apt(body), \
                mock.patch.object(aptsource, "CACHE", self.dir / "cache"):
            self.fails("cannot download the source of toy .*Unable to fetch.*"
                       "check the network", aptsource.download, "toy",
                       self.dir / "to", own="bookworm")

    def test_no_mirror(self):
        with self.apt("exit 0\n"):
            self.fails("no package source for bookworm", aptsource.download,
                       "toy", self.dir / "to", own="bookworm")

    def test_codename(self):
        release = self.dir / "os-release"
        self.fails("this needs Debian", aptsource.codename, release)
        release.write_text('ID=debian\nVERSION_CODENAME="bookworm"\n')
        self.assertEqual(aptsource.codename(release), "bookworm")


class Command(TestCase):
    def run_demo(self, *arguments, **environment):
        return subprocess.run(
            [SCRIPTS / "demo", *arguments], text=True, capture_output=True,
            env=dict(os.environ, **environment), timeout=60)

    def one_line(self, done, pattern):
        self.assertEqual(done.returncode, 1, done)
        self.assertRegex(done.stderr, pattern)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_unknown_option(self):
        done = self.run_demo("--no-such-option")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--no-such-option", done.stderr)
        self.assertEqual(self.run_demo("--target", "mips").returncode, 2)

    def test_help(self):
        done = self.run_demo("--help")
        self.assertEqual(done.returncode, 0)
        for option in ("--target", "--json", "--clean", "--tools"):
            self.assertIn(option, done.stdout)

    def test_json_into_nowhere(self):
        self.one_line(self.run_demo("--json", f"{self.dir}/no/file"),
                      r"^demo: error: cannot write .*does not exist$")

    def test_tools_missing(self):
        with mock.patch.object(packages, "ensure"):
            self.fails("clang is missing; run scripts/build", demo.demo,
                       ["--tools", str(self.dir)])

    def test_packages_missing_without_root(self):
        def no_root(*_, **__):
            return mock.Mock(returncode=1)
        with mock.patch.object(packages, "_installed",
                               lambda name: name != "valgrind"), \
                mock.patch("os.geteuid", lambda: 1000), \
                mock.patch("subprocess.run", no_root):
            self.fails("sudo apt-get install valgrind$", demo.demo, [])

    def test_build_fails(self):
        build = self.script("build", "exit 1\n")
        (self.dir / "scripts").mkdir()
        build.rename(self.dir / "scripts/build")
        with mock.patch.object(tools, "REPO", self.dir), \
                contextlib.redirect_stdout(io.StringIO()):
            self.fails("could not be built", tools.build_tools)

    def test_other_machine(self):
        with mock.patch("platform.machine", lambda: "riscv64"):
            self.fails("x86-64 Linux", demo.demo, [])

    def test_json_is_written_whole_or_not(self):
        path = self.dir / "out.json"
        write_json(path, {"a": 1})
        self.assertEqual(json.loads(path.read_text()), {"a": 1})
        (self.dir / "directory").mkdir()
        self.fails("cannot write .*directory", write_json,
                   self.dir / "directory", {})
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()),
                         ["directory", "out.json"])


if __name__ == "__main__":
    unittest.main()
