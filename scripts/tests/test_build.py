"""scripts/build and the checks that CMake makes before anything else."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import paths, version  # noqa: E402
from managed.overlay import (driver, emit, inventory, plan,  # noqa: E402
                             programs)
from managed.ui import Failure  # noqa: E402

NEEDED = ("bin/clang", "bin/clang++", "bin/ld.lld", "bin/llvm-tblgen",
          "include/llvm/Config/llvm-config.h",
          "include/clang/Config/config.h", "lib/libLLVMCore.a",
          "lib/libclangBasic.a", "lib/libPolly.a", "lib/LLVMgold.so")


@unittest.skipUnless(shutil.which("cmake"), "cmake is not installed")
class ToolchainTest(unittest.TestCase):
    """A distribution's LLVM that is not good enough."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = Path(temporary.name)
        self.prefix = self.where / "prefix"

    def install(self, version: str, without: str = "") -> None:
        for name in (*NEEDED, "bin/llvm-config"):
            if name != without:
                path = self.prefix / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"#!/bin/sh\necho {version}\n")
                path.chmod(0o755)

    def error(self) -> str:
        done = subprocess.run(
            ["cmake", "-S", str(paths.REPO), "-B", str(self.where / "build"),
             "-G", "Ninja", f"-DMANAGED_LLVM_PREFIX={self.prefix}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertNotEqual(done.returncode, 0)
        error = driver.cmake_error(done.stderr, done.stdout)
        self.assertEqual(len(error.splitlines()), 1, error)
        return error

    def test_nothing_installed(self):
        self.assertRegex(self.error(), "llvm-config is missing; run: sudo "
                         "apt-get install .*libpolly-22-dev")

    def test_one_package_missing(self):
        self.install("22.1.8", without="lib/libPolly.a")
        error = self.error()
        self.assertIn("libPolly.a is missing", error)
        self.assertIn("scripts/build --full builds all of LLVM", error)

    def test_other_version(self):
        self.install("21.1.0")
        self.assertRegex(self.error(), r"is 21\.1\.0, but the series is for "
                         r"22\.1\.8; install that version or set")


@unittest.skipUnless(shutil.which("cmake") and shutil.which("ninja"),
                     "cmake or ninja is not installed")
class CompleteTest(unittest.TestCase):
    """A complete build, of a toy in the place of LLVM."""

    TOY = """\
cmake_minimum_required(VERSION 3.20)
project(LLVM C CXX)
file(WRITE "${CMAKE_BINARY_DIR}/said" "${LLVM_ENABLE_PROJECTS}|\
${LLVM_TARGETS_TO_BUILD}|${PACKAGE_VENDOR}|${LLVM_ENABLE_ASSERTIONS}")
add_custom_target(llc ALL COMMAND "${CMAKE_COMMAND}" -E touch made)
install(FILES "${CMAKE_BINARY_DIR}/made" DESTINATION lib/cmake/llvm)
"""

    def test_names_follow_the_version(self):
        """Those of an earlier version are in the cache."""
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "names.cmake")
            script.write_text(
                'set(PACKAGE_VENDOR "Managed LLVM 0.0.1," CACHE STRING "")\n'
                f'include("{paths.REPO}/cmake/ManagedNames.cmake")\n'
                'message("${PACKAGE_VENDOR}")\n')
            done = subprocess.run(["cmake", "-P", script], text=True,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.stderr,
                         f"Managed LLVM {version.version()},\n")

    def test_without_the_distributions_llvm(self):
        with tempfile.TemporaryDirectory() as folder:
            where = Path(folder)
            (where / "source/llvm").mkdir(parents=True)
            (where / "source/llvm/CMakeLists.txt").write_text(self.TOY)
            build = where / "build"
            for command in (
                    ["cmake", "-G", "Ninja", "-S", paths.REPO, "-B", build,
                     f"-DMANAGED_LLVM_FULL={where}/source",
                     "-DMANAGED_LLVM_FULL_OPTIONS=-DLLVM_ENABLE_ASSERTIONS=ON",
                     f"-DMANAGED_LLVM_PREFIX={where}/none"],
                    ["cmake", "--build", build],
                    ["env", f"DESTDIR={where}/stage", "cmake", "--install",
                     build, "--prefix", "/usr/toy"]):
                done = subprocess.run(command, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True)
                self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual(
                (build / "llvm/said").read_text(), "clang;lld|X86;AArch64|"
                f"Managed LLVM {version.version()},|ON")
            packages = where / "stage/usr/toy/lib/cmake"
            self.assertTrue((packages / "llvm/made").is_file())
            self.assertIn(version.version(), (
                packages / "ManagedLLVM/ManagedLLVMConfigVersion.cmake"
                ).read_text())


    def test_own_source_follows_before_each_build(self):
        """The one in the build directory; here it is none that we made."""
        with tempfile.TemporaryDirectory() as folder:
            build = Path(folder, "build")
            (build / "source/llvm").mkdir(parents=True)
            (build / "source/llvm/CMakeLists.txt").write_text(self.TOY)
            subprocess.run(
                ["cmake", "-G", "Ninja", "-S", paths.REPO, "-B", build,
                 f"-DMANAGED_LLVM_FULL={build}/source",
                 f"-DMANAGED_LLVM_PREFIX={folder}/none"],
                stdout=subprocess.DEVNULL, check=True)
            done = subprocess.run(
                ["cmake", "--build", build], stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("is not a git repository that prepare --full made",
                          done.stdout)
            self.assertFalse((build / "llvm/made").exists())


class CommandTest(unittest.TestCase):
    def run_build(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, SCRIPTS / "build", *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)

    def test_unknown_option(self):
        done = self.run_build("--fast")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unrecognized arguments: --fast", done.stderr)

    def test_unknown_preset(self):
        done = self.run_build("--preset", "fast")
        self.assertEqual(done.returncode, 2)
        self.assertIn("invalid choice: 'fast'", done.stderr)

    def test_no_jobs(self):
        done = self.run_build("-j", "0")
        self.assertEqual(done.returncode, 2)
        self.assertIn("-j takes a number from 1 on", done.stderr)

    def test_baseline_of_a_complete_build(self):
        done = self.run_build("--full", "--baseline")
        self.assertEqual(done.returncode, 2)
        self.assertIn("a complete build has no baseline", done.stderr)

    def test_where_tools_are(self):
        for preset, where in (("quick", paths.BUILD / "bin"),
                              ("full", paths.REPO / "build-full/llvm/bin")):
            self.assertEqual(driver.Build(preset, 1).tools, where)

    def test_presets_are_complete(self):
        presets = json.loads(
            (paths.REPO / "CMakePresets.json").read_text())
        names = {p["name"] for p in presets["configurePresets"]}
        self.assertEqual(names, {"overlay", "quick", "full"})
        for preset in presets["buildPresets"]:
            self.assertIn(preset["configurePreset"], names)


class ErrorTest(unittest.TestCase):
    def test_error_of_a_script(self):
        self.assertEqual(driver.cmake_error(
            "closure: error: tree/ is missing; run scripts/fork sync\n"
            "CMake Error at cmake/X.cmake:1 (message):\n  no closure\n", ""),
            "tree/ is missing; run scripts/fork sync")

    def test_error_of_cmake(self):
        self.assertEqual(driver.cmake_error(
            "CMake Error at cmake/X.cmake:1 (message):\n  one line\n"
            "  and another\nCall Stack (most recent call first):\n  y\n", ""),
            "CMake failed: one line and another")

    def test_progress_names_the_failed_step(self):
        progress = driver.Progress()
        with contextlib.redirect_stdout(io.StringIO()):
            progress.line("[1/9] Building CXX object a/b.o")
            progress.line("FAILED: a/b.cpp.o ")
        self.assertEqual((progress.steps, progress.failed), (1, "b.cpp.o"))


class ConfigureTest(unittest.TestCase):
    """What scripts/build shows of CMake."""

    def configure(self, script: str) -> str:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        where = Path(temporary.name)
        cmake = where / "cmake"
        cmake.write_text("#!/bin/sh\n" + script)
        cmake.chmod(0o755)
        build = driver.Build("overlay", 1)
        build.directory = where
        shown = io.StringIO()
        with (contextlib.redirect_stdout(shown),
              unittest.mock.patch.dict("os.environ", PATH=f"{where}:/bin")):
            build.configure()
        return shown.getvalue()

    def test_progress_is_shown_and_the_rest_is_not(self):
        shown = self.configure("echo '[ 0:07] unpacking'\n"
                               "echo '-- Detecting CXX compiler'\n")
        self.assertIn("[ 0:07] unpacking", shown)
        self.assertNotIn("Detecting", shown)

    def test_failure_names_the_reason(self):
        with self.assertRaisesRegex(Failure, "^no network$"):
            self.configure("echo 'fork: error: no network' >&2\nexit 1\n")


class ProgramsTest(unittest.TestCase):
    def test_tool(self):
        found = programs.programs_in(
            "set(LLVM_LINK_COMPONENTS Support)\nadd_llvm_tool(llvm-x\n"
            "  llvm-x.cpp\n  Sub/Other.cpp\n  DEPENDS\n  XOpts\n"
            "  GENERATE_DRIVER\n  )\nadd_llvm_tool_symlink(llvm-y llvm-x)\n"
            "if(INSTALL_BINUTILS)\n  add_llvm_tool_symlink(x llvm-x)\n"
            "endif()\n", "llvm/tools/llvm-x")
        self.assertEqual(len(found), 1)
        tool = found[0]
        self.assertEqual(tool.units, ["llvm/tools/llvm-x/llvm-x.cpp",
                                      "llvm/tools/llvm-x/Sub/Other.cpp"])
        self.assertEqual(tool.links, ["llvm-y"])
        self.assertTrue(tool.driver)
        self.assertFalse(tool.exports or tool.test)

    def test_unit_test(self):
        found = programs.programs_in("add_llvm_unittest(ATests\n  A.cpp\n)\n",
                                 "llvm/unittests/A")
        self.assertEqual((found[0].name, found[0].test), ("ATests", True))

    def test_private_headers_of_a_target(self):
        found = programs.programs_in(
            "include_directories(\n  ${LLVM_MAIN_SRC_DIR}/lib/Target/X86\n"
            "  ${LLVM_BINARY_DIR}/lib/Target/X86\n  )\n"
            "add_llvm_tool(llvm-x llvm-x.cpp)\n", "llvm/tools/llvm-x")
        self.assertEqual(found[0].search(),
                         ("llvm/tools/llvm-x", "llvm/lib/Target/X86"))

    def test_packages(self):
        found = programs.programs_in(
            "if(PkgConfig_FOUND)\n  pkg_check_modules(zip QUIET "
            "IMPORTED_TARGET libzip x>=2)\nendif()\n"
            "add_llvm_example(x x.cpp)\n", "llvm/examples/x")
        self.assertEqual((found[0].kind, found[0].packages),
                         ("example", ("libzip", "x>=2")))

    @unittest.skipUnless(shutil.which("cmake") and shutil.which("pkg-config"),
                         "not installed: cmake, pkg-config")
    def test_packages_that_are_missing(self):
        """CMake leaves the program out, and says so."""
        rules = paths.REPO / "cmake/ManagedRules.cmake"
        with tempfile.TemporaryDirectory() as work:
            Path(work, "here.pc").write_text(
                "Name: here\nDescription: x\nVersion: 1\nLibs: -lhere\n")
            Path(work, "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\n"
                f"include({rules})\n"
                "_managed_packages(x here)\n"
                "message(STATUS \"${libraries_found} ${libraries}\")\n"
                "_managed_packages(x here nowhere)\n"
                "message(STATUS \"${libraries_found}\")\n")
            done = subprocess.run(
                ["cmake", "-S", work, "-B", f"{work}/build"],
                env=dict(os.environ, PKG_CONFIG_PATH=work), text=True,
                capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(
            done.stdout, "-- ON PkgConfig::managed_here\n(?:.*\n)*"
            "-- x is left out: pkg-config does not know nowhere\n-- OFF\n")

    def test_plugin(self):
        found = programs.programs_in(
            "set(LLVM_EXPORTED_SYMBOL_FILE\n"
            "    ${CMAKE_CURRENT_SOURCE_DIR}/x.exports)"
            "\nif( PIC )\n  add_llvm_library(LLVMx MODULE INSTALL\n"
            "    x-plugin.cpp\n    )\nendif()\n", "llvm/tools/x")
        self.assertEqual(
            [(p.name, p.kind, p.family, p.units, p.symbols) for p in found],
            [("LLVMx", "plugin", "llvm", ["llvm/tools/x/x-plugin.cpp"],
              "llvm/tools/x/x.exports")])

    def test_pass_plugin(self):
        found = programs.programs_in(
            "set(LLVM_EXPORTED_SYMBOL_FILE\n"
            "    ${CMAKE_CURRENT_SOURCE_DIR}/x.exports)\n"
            "add_llvm_pass_plugin(LLVMx\n  X.cpp\n  ../../lib/Y/Y.cpp\n  )\n",
            "llvm/tools/x")
        self.assertEqual(
            [(p.name, p.kind, p.units, p.symbols) for p in found],
            [("LLVMx", "pass-plugin",
              ["llvm/tools/x/X.cpp", "llvm/lib/Y/Y.cpp"],
              "llvm/tools/x/x.exports")])

    def test_units_of_a_pass_plugin(self):
        """What a library compiles, too, is not compiled for the plugin."""
        units = ["llvm/tools/x/X.cpp", "llvm/lib/Y/Y.cpp"]
        plugin = programs.Program("LLVMx", "llvm/tools/x", units, plugin=True,
                                  passes=True)
        self.assertEqual(plan.own_units(plugin, set(units)), units[:1])
        with self.assertRaisesRegex(Failure, "^llvm/lib/Y/Y.cpp is upstream's"):
            plan.own_units(plugin, set(units[:1]))

    def test_objects_that_a_pass_plugin_takes(self):
        """Those of units that see no header which the series changes."""
        new, changed = "llvm/include/llvm/New.h", "llvm/include/llvm/Old.h"
        names = [f"llvm/lib/Y/{name}.cpp" for name in "ABC"]
        units = [plan.Unit(names[0], "LLVMY", [], new=True, shadows=[new]),
                 plan.Unit(names[1], "LLVMY", [], new=True,
                           shadows=[new, changed]),
                 plan.Unit(names[2], "LLVMY", [], new=True)]
        made = unittest.mock.Mock(units=units, new=[new, *names])
        plugin = programs.Program("LLVMx", "llvm/tools/x", names[:2],
                                  plugin=True, passes=True)
        self.assertEqual(emit.shared_objects(made, plugin),
                         {names[0]: "LLVMY"})
        tool = programs.Program("x", "llvm/tools/x", names)
        self.assertEqual(emit.shared_objects(made, tool), {})

    def test_our_pass_plugin_has_the_whole_library(self):
        """What places roots in frames and the preset for Julia, which need
        no patch of LLVM."""
        gc, plugin = "llvm/lib/Transforms/GC", "llvm/tools/managed-gc-roots"
        found = programs.programs_in(
            (paths.REPO / plugin / "CMakeLists.txt").read_text(), plugin)
        for library, folders in (
                (gc, ("Frames", "Normalization", "Polls", "Rewriting",
                      "Verification")),
                (f"{gc}/Julia", (".",))):
            listed = inventory.libraries_in(
                (paths.REPO / library / "CMakeLists.txt").read_text(),
                library)[0].units
            there = {str(path.relative_to(paths.REPO)) for folder in folders
                     for path in (paths.REPO / library / folder).glob("*.cpp")}
            self.assertGreater(len(there), 3)
            self.assertEqual(set(listed), there)
            self.assertLessEqual(
                {unit for unit in there if unit.startswith(
                    (f"{gc}/Frames/", f"{gc}/Julia/"))},
                set(found[0].units))

    def test_library_beside_a_tool(self):
        found = programs.programs_in(
            "add_llvm_library(LLVMOptDriver\n  optdriver.cpp)\n"
            "add_llvm_tool(opt\n  opt.cpp)\n", "llvm/tools/opt")
        self.assertEqual([(p.name, p.kind) for p in found],
                         [("opt", "tool")])

    def test_linker(self):
        found = programs.programs_in(
            "add_lld_tool(lld\n  lld.cpp\n\n  SUPPORT_PLUGINS\n"
            "  GENERATE_DRIVER\n  )\n", "lld/tools/lld")
        self.assertEqual([(p.name, p.family, p.driver) for p in found],
                         [("lld", "lld", True)])

    def test_comments_do_not_count(self):
        self.assertEqual(programs.programs_in("# add_llvm_tool(x x.cpp)\n",
                                          "llvm/tools/x"), [])


if __name__ == "__main__":
    unittest.main()
