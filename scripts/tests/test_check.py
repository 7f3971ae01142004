"""scripts/check: counting, going on after failures, and the last line."""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from lit_toy import ToySuites
from managed.check import command as check
from managed.check.command import Outcome, Stage
from managed.littests import run as lit_run
from managed.ui import Failure

CHECK = Path(__file__).parents[1] / "check"
LAST_LINE = re.compile(r"^\d+ passed, \d+ failed, \d+ skipped$")


class Suite(ToySuites):
    """Runs the frame with toy stages, and the real stages on toy input."""

    def check(self, *stages, argv=()):
        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output):
            code = check.main(list(argv), stages, self.layout, groups=())
        lines = output.getvalue().splitlines()
        self.assertRegex(lines[-1], LAST_LINE)
        return code, lines

    def context(self):
        return check.Context(self.layout, 1)

    def quietly(self, function, *arguments):
        with redirect_stdout(io.StringIO()):
            return function(*arguments)


def passing(name="good", count=3, skipped=0, **options):
    return Stage(name, "toy", lambda c: Outcome(count, skipped), **options)


def raising(error, name="bad"):
    def function(context):
        raise error
    return Stage(name, "toy", function)


class Frame(Suite):

    def test_sums_all_stages(self):
        code, lines = self.check(passing(), passing("more", 4, 2))
        self.assertEqual(code, 0)
        self.assertEqual(lines[-1], "7 passed, 0 failed, 2 skipped")

    def test_goes_on_after_each_kind_of_failure(self):
        errors = (Failure("what to do"), OSError(28, "No space left"),
                  KeyError("bug"))
        for error in errors:
            code, lines = self.check(raising(error), passing())
            self.assertEqual(code, 1)
            self.assertEqual(lines[-1], "3 passed, 1 failed, 0 skipped")
            self.assertTrue(any(l.startswith("FAILED bad: ") for l in lines))

    def test_every_failure_is_listed(self):
        stage = Stage("s", "toy", lambda c: Outcome(
            1, 0, ["first broke", "second broke"]))
        code, lines = self.check(stage)
        self.assertEqual(code, 1)
        self.assertIn("FAILED s: first broke", lines)
        self.assertIn("FAILED s: second broke", lines)
        self.assertEqual(lines[-1], "1 passed, 2 failed, 0 skipped")

    def test_quick_leaves_out_the_long_ones(self):
        code, lines = self.check(passing(), passing("long", quick=False),
                                 argv=["--quick"])
        self.assertEqual(lines[-1], "3 passed, 0 failed, 0 skipped")

    def test_only(self):
        code, lines = self.check(
            passing(), passing("other", 5, quick=False),
            argv=["--only", "other", "-j", "1"])
        self.assertEqual(lines[-1], "5 passed, 0 failed, 0 skipped")

    def test_bad_command_lines(self):
        for argv, message in ((["--only", "moon"], "invalid choice: 'moon'"),
                              (["--nonsense"], "unrecognized arguments"),
                              (["-j", "0"], "1 or more"),
                              (["-j", "two"], "invalid int"),
                              (["--quick", "--only", "good"],
                               "not allowed with")):
            with self.assertRaisesRegex(Failure, message):
                check.main(argv, (passing(),), self.layout, groups=())

    def test_packages_missing_without_root(self):
        def refuse(*groups):
            raise Failure("packages are missing; run: apt-get install x")
        original, check.packages.ensure = check.packages.ensure, refuse
        self.addCleanup(setattr, check.packages, "ensure", original)
        code, lines = self.check(passing())
        self.assertEqual(code, 1)
        self.assertIn("FAILED packages: packages are missing; run: apt-get "
                      "install x", lines)
        self.assertEqual(lines[-1], "0 passed, 1 failed, 0 skipped")

    def test_stages_have_distinct_names(self):
        names = [stage.name for stage in check.STAGES]
        self.assertEqual(len(names), len(set(names)))
        self.assertTrue(any(stage.quick for stage in check.STAGES))


class Commands(Suite):

    def log(self):
        return self.top / "logs/x.log"

    def test_exit_code_and_log(self):
        code = check.run_logged(["sh", "-c", "echo out; exit 3"], self.log())
        self.assertEqual(code, 3)
        self.assertEqual(self.log().read_text(), "out\n")

    def test_too_long(self):
        with redirect_stdout(io.StringIO()):
            with self.assertRaisesRegex(Failure, "took longer than"):
                check.run_logged(["sleep", "100"], self.log(), limit=0.2,
                                 every=0.1)

    def test_says_that_it_is_still_at_it(self):
        output = io.StringIO()
        with redirect_stdout(output):
            check.run_logged(["sleep", "0.4"], self.log(), every=0.1)
        self.assertIn("still running", output.getvalue())

    def test_no_input(self):
        code = check.run_logged(["sh", "-c", "read line"], self.log())
        self.assertNotEqual(code, 0)

    def test_failing_command_is_one_failure(self):
        outcome = self.quietly(check.command_stage, self.context(), "x",
                               ["false"])
        self.assertEqual((outcome.passed, outcome.failed), (0, 1))
        outcome = self.quietly(check.command_stage, self.context(), "x",
                               ["true"])
        self.assertEqual((outcome.passed, outcome.failed), (1, 0))


class PythonTests(Suite):

    def outcome(self, text=None):
        directory = self.top / "python"
        directory.mkdir()
        if text is not None:
            self.write(directory / "test_x.py",
                       "import unittest\nclass T(unittest.TestCase):\n"
                       + text)
        return self.quietly(check.python_tests, self.context(), "x",
                            directory)

    def test_counts(self):
        outcome = self.outcome(
            "  def test_a(self): pass\n"
            "  def test_b(self): self.fail('x')\n"
            "  def test_c(self): self.skipTest('no moon')\n"
            "  def test_d(self): 1 / 0\n"
            "  def test_e(self):\n"
            "    for i in range(3):\n"
            "      with self.subTest(i=i): self.fail('x')\n")
        self.assertEqual((outcome.passed, outcome.failed, outcome.skipped),
                         (1, 3, 1))
        self.assertTrue(any("no moon" in note for note in outcome.notes))

    def test_a_file_that_does_not_load_fails(self):
        self.assertEqual(self.outcome("  nonsense(\n").failed, 1)

    def test_a_file_without_tests_fails(self):
        self.assertEqual(self.outcome("  pass\n").failed, 1)

    def test_tests_that_end_the_process_fail(self):
        outcome = self.outcome(
            "  def test_a(self):\n    import os; os._exit(0)\n")
        self.assertEqual((outcome.passed, outcome.failed), (0, 1))

    def test_files_are_apart(self):
        """Each has a process of its own, and a report."""
        directory = self.top / "python"
        for name, lines in (("test_x", "import os; os._exit(3)"),
                            ("test_y", "pass"), ("test_z", "self.fail()")):
            self.write(directory / f"{name}.py",
                       "import unittest\nclass T(unittest.TestCase):\n"
                       f"  def test_a(self): {lines}\n")
        outcome = self.quietly(check.python_tests, self.context(), "x",
                               directory)
        self.assertEqual((outcome.passed, outcome.failed), (1, 2))
        text = "\n".join(outcome.failures)
        self.assertIn("test_x.py, which stopped with exit code 3, failed",
                      text)
        self.assertIn("test_a (test_z.T.test_a) failed", text)

    def test_no_files(self):
        outcome = self.outcome()
        self.assertEqual((outcome.passed, outcome.failed), (0, 0))


class OwnTests(Suite):

    def outcome(self):
        return self.quietly(check.stage_own, self.context())

    def test_pass_and_fail(self):
        self.own("a.test", "tool new")
        self.own("b.test", "tool old")
        outcome = self.outcome()
        self.assertEqual((outcome.passed, outcome.failed), (1, 1))

    def test_none_at_all_fails(self):
        self.assertEqual(self.outcome().failed, 1)

    def test_silently_unsupported_fails(self):
        self.own("a.test", "REQUIRES: moon", "tool new")
        outcome = self.outcome()
        self.assertEqual((outcome.passed, outcome.failed), (0, 1))
        self.assertIn("unsupported", outcome.failures[0])

    def test_assertions_are_a_reason_to_skip(self):
        self.own("a.test", "REQUIRES: asserts", "tool new")
        outcome = self.outcome()
        self.assertEqual((outcome.passed, outcome.failed, outcome.skipped),
                         (0, 0, 1))

    def test_a_test_lit_did_not_run_fails(self):
        outcome = check.own_outcome(["llvm/test/a.test"], lit_run.Results(),
                                    self.layout.repo)
        self.assertEqual(outcome.failures,
                         ["llvm/test/a.test: lit did not run it"])


class UnitTests(Suite):

    def program(self, text):
        path = self.write(self.layout.build / "unittests/llvm/ToyTests",
                          "#!/bin/sh\n" + text)
        path.chmod(0o755)

    def outcome(self):
        return self.quietly(check.stage_unit, self.context())

    def test_counts(self):
        self.program(
            "cat >\"${1#--gtest_output=json:}\" <<'END'\n"
            '{"testsuites": [{"name": "S", "testsuite": ['
            '{"name": "a", "status": "RUN", "result": "COMPLETED"},'
            '{"name": "b", "status": "RUN", "result": "COMPLETED",'
            ' "failures": [{"failure": "x"}]},'
            '{"name": "c", "status": "RUN", "result": "SKIPPED"},'
            '{"name": "d", "status": "NOTRUN", "result": "SUPPRESSED"}]}]}\n'
            "END\nexit 1\n")
        outcome = self.outcome()
        self.assertEqual((outcome.passed, outcome.failed, outcome.skipped),
                         (1, 1, 2))

    def test_a_program_that_crashes_fails(self):
        self.program("kill -SEGV $$\n")
        self.assertEqual(self.outcome().failed, 1)

    def test_sources_without_programs_fail(self):
        self.write(self.layout.repo / "llvm/unittests/X/XTest.cpp", "")
        self.assertEqual(self.outcome().failed, 1)

    def test_nothing_to_test(self):
        self.assertEqual(self.outcome(), Outcome())


class Upstream(Suite):

    def compared(self, known=""):
        self.write(self.layout.repo / "ci/known-differences.txt", known)
        return self.quietly(check.compared, self.context(), "toy",
                            ["llvm/test"])

    def test_counts(self):
        self.upstream("a.test", "tool both")
        self.upstream("b.test", "tool old")
        self.upstream("c.test", "REQUIRES: moon", "tool both")
        self.upstream("d.test", "tool neither")
        outcome = self.compared()
        self.assertEqual((outcome.passed, outcome.failed, outcome.skipped),
                         (2, 1, 1))

    def test_own_tests_count_in_their_own_stage(self):
        self.upstream("a.test", "tool both")
        self.own("b.test", "tool neither")
        outcome = self.compared()
        self.assertEqual((outcome.passed, outcome.failed), (1, 0))

    def test_stale_entry_fails(self):
        name = self.upstream("a.test", "tool both")
        outcome = self.compared(f"{name} pass -> fail # the reason why\n")
        self.assertEqual((outcome.passed, outcome.failed), (0, 1))

    def test_malformed_list_fails(self):
        self.upstream("a.test", "tool both")
        with self.assertRaisesRegex(Failure, "known-differences.txt:1: "):
            self.compared("nonsense\n")


class Shell(unittest.TestCase):
    """The command itself, without a terminal and without input."""

    def run_check(self, *arguments, path=None, command=CHECK):
        environment = dict(os.environ, CI="true")
        if path:
            environment["PATH"] = path
        return subprocess.run(
            [command, *arguments], stdin=subprocess.DEVNULL, text=True,
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_help(self):
        done = self.run_check("--help")
        self.assertEqual(done.returncode, 0)
        for stage in check.STAGES:
            self.assertIn(f"  {stage.name}", done.stdout)

    def test_unknown_option_is_one_line(self):
        done = self.run_check("--nonsense")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("check: error: unrecognized", done.stderr)

    def bare_path(self, **commands):
        """A directory for PATH with no python3 but `commands` in it."""
        directory = Path(tempfile.mkdtemp(prefix="bare-"))
        self.addCleanup(shutil.rmtree, directory)
        for name in ("dirname", "env", "sh", "ln", "cat"):
            (directory / name).symlink_to(shutil.which(name))
        for name, text in commands.items():
            path = directory / name.replace("_", "-")
            path.write_text("#!/bin/sh\n" + text + "\n")
            path.chmod(0o755)
        return directory

    def test_no_python_and_no_root(self):
        done = self.run_check("--help", path=str(self.bare_path(
            id="echo 1000")))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "check: error: python3 is missing and "
                         "this is not root; run: sudo apt-get install "
                         "python3\n")

    def test_python_is_installed(self):
        directory = self.bare_path(id="echo 0")
        log = directory / "log"
        apt = directory / "apt-get"
        apt.write_text(f"#!/bin/sh\necho \"$@\" >>{log}\n"
                       f"[ $1 = update ] || ln -s {sys.executable} "
                       f"{directory}/python3\n")
        apt.chmod(0o755)
        done = self.run_check("--help", path=str(directory))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("installing packages: python3", done.stdout)
        self.assertEqual(
            log.read_text().splitlines()[-1],
            "install -q -y --no-install-recommends python3")

    def test_python_cannot_be_installed(self):
        done = self.run_check("--help", path=str(self.bare_path(
            id="echo 0", apt_get="exit 100")))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("could not be installed", done.stderr)

    def test_old_python(self):
        done = self.run_check("--help", path=str(self.bare_path(
            id="echo 0", python3="exit 1")))
        self.assertEqual(done.returncode, 1)
        self.assertIn("older than 3.11", done.stderr)

    def test_ci_run_passes_arguments_on(self):
        for directory in ("/", "/tmp"):
            done = subprocess.run(
                ["bash", CHECK.parents[1] / ".ci/run", "--nonsense"],
                cwd=directory, stdin=subprocess.DEVNULL, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("check: error: unrecognized", done.stderr)


if __name__ == "__main__":
    unittest.main()
