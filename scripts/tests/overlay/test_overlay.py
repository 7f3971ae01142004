"""The overlay on the real source: closure, assertions, symbols, rebuilds.

Needs upstream/, tree/ and the built overlay (scripts/build). The compiler is
the judge in each test: what it includes, how it lays records out, what its
objects define. MANAGED_LLVM_TEST_ALL_UNITS=1 compares the layouts of every
unit of the overlay instead of a sample; that takes half an hour.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import paths  # noqa: E402
from managed.overlay import (closure, emit, inventory,  # noqa: E402
                             layouts, plan, programs, symbols)

JOBS = os.cpu_count() or 1
X86 = "llvm/lib/Target/X86"
BUILT = (paths.BUILD / "overlay" / "units.json").exists()
# Units that crash when they have assertions and the archives do not.
KNOWN = (f"{X86}/X86TargetMachine.cpp",
         "llvm/lib/Target/AArch64/AArch64TargetMachine.cpp",
         "llvm/lib/CodeGen/MachineScheduler.cpp",
         "llvm/lib/Target/AArch64/GISel/AArch64LegalizerInfo.cpp")
# Records that are known to differ, and a unit that sees each.
RECORDS = {
    "llvm::ScheduleDAG": "llvm/lib/CodeGen/MachineScheduler.cpp",
    "llvm::SwingSchedulerDAG": "llvm/lib/CodeGen/MachinePipeliner.cpp",
    "llvm::LegalizeRuleSet":
        "llvm/lib/Target/AArch64/GISel/AArch64LegalizerInfo.cpp",
    "llvm::OverflowTracking": "llvm/lib/Transforms/Utils/Local.cpp",
    "clang::UnsafeBufferUsageHandler":
        "clang/lib/Sema/AnalysisBasedWarnings.cpp",
}


def setUpModule():
    if not BUILT:
        raise AssertionError("there is no overlay; run scripts/build first")


class ScratchTree:
    """A copy of upstream's sources as hard links, free to be edited."""

    def __init__(self, where: Path):
        self.top = where / "tree"
        for root in inventory.SCAN_ROOTS:
            (self.top / root).parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(paths.UPSTREAM / root, self.top / root,
                            copy_function=os.link)
        self.build = where / "build"

    def edit(self, path: str, old: str, new: str) -> None:
        text = (self.top / path).read_text()
        assert old in text, f"{old!r} is not in {path}"
        (self.top / path).unlink()
        (self.top / path).write_text(text.replace(old, new, 1))

    def restore(self, path: str) -> None:
        (self.top / path).unlink()
        os.link(paths.UPSTREAM / path, self.top / path)

    def plan(self) -> plan.Plan:
        return plan.make_plan(paths.UPSTREAM, self.top, paths.LLVM_PREFIX,
                              self.build, JOBS)


def compiler_includes(top: Path, unit: str, dirs: tuple) -> set:
    """What the compiler itself says that `unit` includes from `top`.

    Generated files need not exist.
    """
    output = subprocess.run(
        [paths.LLVM_PREFIX / "bin" / "clang++", "-std=c++17", "-MM", "-MG",
         "-w", *(f"-I{top / d}" for d in dirs), f"-I{top}/llvm/include",
         f"-I{top}/clang/include", f"-I{paths.BUILD}/overlay/config",
         f"-I{paths.LLVM_PREFIX}/include", top / unit],
        stdout=subprocess.PIPE, check=True, text=True).stdout
    names = output.split(":", 1)[1].replace("\\\n", " ").split()
    prefix = str(top) + "/"
    return {os.path.normpath(n)[len(prefix):] for n in names
            if os.path.normpath(n).startswith(prefix)}


def changing(made: plan.Plan) -> list:
    """The units that are compiled because of the series."""
    return [u.path for u in made.units if not u.whole]


# Those that are compiled although nothing has changed.
ALWAYS = [*plan.ASSERTION_UNITS, *plan.NAMING_UNITS]


class ClosureTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.tree = ScratchTree(Path(cls.temporary.name))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def closure_after(self, path: str, old: str, new: str) -> plan.Plan:
        self.tree.edit(path, old, new)
        self.addCleanup(self.tree.restore, path)
        return self.tree.plan()

    def test_nothing_changed(self):
        made = self.tree.plan()
        self.assertEqual(made.changed + made.new, [])
        self.assertEqual(changing(made), ALWAYS)

    def test_private_header_against_the_compiler(self):
        """A member added to a class that all of the X86 backend knows."""
        header = f"{X86}/X86InstrInfo.h"
        made = self.closure_after(
            header, "  const X86RegisterInfo RI;",
            "  const X86RegisterInfo RI;\n  unsigned Added = 0;")
        ours = {unit.path for unit in made.units if len(unit.why) > 1}
        libraries = [l for l in made.libraries.values()
                     if l.directory.startswith(X86) and l.units]
        jobs = [(unit, closure.search_path(l.directory)) for l in libraries
                for unit in l.units if unit.endswith(".cpp")]
        self.assertGreater(len(jobs), 80)
        with ThreadPoolExecutor(JOBS) as pool:
            seen = list(pool.map(lambda job: compiler_includes(
                self.tree.top, *job), jobs))
        theirs = {unit for (unit, _), files in zip(jobs, seen)
                  if header in files}
        self.assertGreater(len(theirs), 40)
        self.assertEqual(theirs - ours, set(), "missed by the closure")
        extra = {u for u in ours if u.startswith(X86)} - theirs
        self.assertLessEqual(len(extra), 3, f"not affected: {extra}")
        for unit in made.units:
            if unit.path in ours:
                self.assertEqual((unit.why[0], unit.why[-1]),
                                 (unit.path, header))

    def test_graph_against_the_compiler(self):
        """Whatever a unit includes, the graph has it."""
        made = self.tree.plan()
        jobs = [(unit, closure.search_path(l.directory))
                for l in made.libraries.values() for unit in l.units[::40]
                if unit.endswith(".cpp")]
        self.assertGreater(len(jobs), 150)

        def missed(job):
            unit, dirs = job
            return (compiler_includes(self.tree.top, unit, dirs)
                    - made.graph.reach([unit], dirs))

        with ThreadPoolExecutor(JOBS) as pool:
            for job, files in zip(jobs, pool.map(missed, jobs)):
                self.assertEqual(files, set(), f"missed from {job[0]}")

    def test_definition_that_generates_the_same(self):
        made = self.closure_after(
            "clang/include/clang/Options/Options.td", "include ",
            "// Only a comment.\ninclude ")
        self.assertEqual(made.regenerated, [])
        self.assertEqual(changing(made), ALWAYS)

    def test_definition_that_generates_something_else(self):
        made = self.closure_after(
            "clang/include/clang/Options/Options.td", "implicit-none",
            "implicit-added")
        self.assertEqual(made.regenerated,
                         ["clang/include/clang/Options/Options.inc"])
        self.assertGreater(len(changing(made)), 50)
        emit.write_shadow(made)
        shadow = (self.tree.build / "overlay" / "include" / "clang"
                  / "Options" / "Options.inc")
        self.assertIn("implicit-added", shadow.read_text())

    def test_installed_neighbour_is_shadowed_too(self):
        """A header that names a changed one beside itself moves along."""
        made = self.closure_after(
            "llvm/include/llvm/ADT/ilist_node_options.h", "namespace llvm {",
            "namespace llvm {\n")
        self.assertIn("llvm/include/llvm/ADT/ilist_node_options.h",
                      made.shadow)
        emit.write_shadow(made)
        link = self.tree.build / "overlay/include/llvm/ADT"
        self.assertTrue((link / "ilist_node_options.h").samefile(
            self.tree.top / "llvm/include/llvm/ADT/ilist_node_options.h"))

    def test_plan_has_every_unit(self):
        made = self.closure_after("llvm/include/llvm/IR/GCStrategy.h",
                                  "namespace llvm {", "namespace llvm {\n")
        self.assertGreater(len(changing(made)), 15)
        emit.write_shadow(made)
        emit.write_cmake(made)
        text = (self.tree.build / "overlay" / "plan.cmake").read_text()
        for unit in made.units:
            for top in (self.tree.top, paths.UPSTREAM):
                # The baseline has no linker, and does not have our names.
                self.assertEqual(f'managed_unit("{top / unit.path}"' in text,
                                 top != paths.UPSTREAM
                                 or not (unit.whole or unit.names))

    def test_linker_is_compiled_whole(self):
        """All that upstream's CMake files list, whatever the series does."""
        made = self.closure_after("lld/ELF/Config.h", "namespace lld::elf {",
                                  "namespace lld::elf {\n")
        ours = {u.path: u for u in made.units
                if u.library in ("lldELF", "lldCommon")}
        found = {str(p.relative_to(self.tree.top)) for d in ("ELF", "Common")
                 for p in (self.tree.top / "lld" / d).rglob("*.cpp")}
        self.assertGreater(len(found), 50)
        self.assertEqual(set(ours), found)
        # Units that see the change are not counted as part of the whole.
        self.assertFalse(ours["lld/ELF/Writer.cpp"].whole)
        self.assertEqual(ours["lld/ELF/Writer.cpp"].why[-1],
                         "lld/ELF/Config.h")
        self.assertTrue(ours["lld/Common/Strings.cpp"].whole)


class NewFilesTest(unittest.TestCase):
    """New files are built without being named anywhere but upstream's way."""

    TEST = ('#include "llvm/IR/LLVMContext.h"\n'
            '#include "llvm/IR/Module.h"\n#include "gtest/gtest.h"\n'
            "namespace llvm { int addedFunction(); }\n"
            "TEST(Added, Works) {\n  llvm::LLVMContext Context;\n"
            '  llvm::Module M("m", Context);\n'
            "  EXPECT_EQ(llvm::addedFunction(), 3);\n}\n")
    FILES = {
        "llvm/lib/IR/Added.cpp":
            "namespace llvm { int addedFunction() { return 3; } }\n",
        "llvm/tools/added-tool/CMakeLists.txt":
            "set(LLVM_LINK_COMPONENTS Core)\nadd_llvm_tool(added-tool\n"
            "  added-tool.cpp\n  )\n"
            "add_llvm_tool_symlink(added-link added-tool)\n",
        "llvm/tools/added-tool/added-tool.cpp":
            "#include <cstdio>\nnamespace llvm { int addedFunction(); }\n"
            'int main() { std::printf("%d\\n", llvm::addedFunction()); }\n',
        "llvm/unittests/Added/CMakeLists.txt":
            "set(LLVM_LINK_COMPONENTS Core)\n"
            "add_llvm_unittest(AddedTests\n  AddedTest.cpp\n  )\n",
        "llvm/unittests/Added/AddedTest.cpp": TEST,
        "llvm/unittests/CodeGen/AddedTest.cpp": TEST,
    }

    def run_in(self, *command) -> str:
        done = subprocess.run(list(map(str, command)), text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:])
        return done.stdout

    def test_new_files(self):
        with tempfile.TemporaryDirectory() as where:
            tree = ScratchTree(Path(where))
            for path, text in self.FILES.items():
                (tree.top / path).parent.mkdir(exist_ok=True)
                (tree.top / path).write_text(text)
            self.run_in("cmake", "-S", paths.REPO, "-B", tree.build, "-G",
                        "Ninja", "-DMANAGED_LLVM_SYNC=OFF",
                        f"-DMANAGED_LLVM_TREE={tree.top}",
                        f"-DMANAGED_LLVM_UPSTREAM={paths.UPSTREAM}",
                        f"-DMANAGED_LLVM_PREFIX={paths.LLVM_PREFIX}")
            tests = ["unittests/AddedTests", "unittests/ManagedCodeGenTests"]
            self.run_in("ninja", "-C", tree.build, "bin/added-tool", *tests)
            for tool in ("added-tool", "added-link"):
                self.assertEqual(
                    self.run_in(tree.build / "bin" / tool), "3\n")
            for test in tests:
                self.assertIn("[  PASSED  ] 1 test",
                              self.run_in(tree.build / test))
            # ninja notices by itself that an edit changes the closure.
            tree.edit("llvm/include/llvm/IR/GCStrategy.h",
                      "namespace llvm {", "namespace llvm {\n")
            wanted = set(changing(tree.plan()))
            self.run_in("ninja", "-C", tree.build, "build.ninja")
            commands = json.loads(
                (tree.build / "compile_commands.json").read_text())
            compiled = {c["file"] for c in commands}
            self.assertGreater(len(wanted), 15)
            self.assertEqual(
                {u for u in wanted if str(tree.top / u) not in compiled},
                set())


class AssertionsTest(unittest.TestCase):
    VIRTUAL = "llvm/lib/CodeGen/AsmPrinter/DwarfDebug.cpp"
    LAMBDA = "llvm/lib/Analysis/LoopInfo.cpp"

    @classmethod
    def setUpClass(cls):
        cls.plan = plan.make_plan(paths.UPSTREAM, paths.TREE,
                                  paths.LLVM_PREFIX, paths.BUILD, JOBS)
        cls.judged = cls.judge({*KNOWN, *RECORDS.values(), cls.VIRTUAL,
                                cls.LAMBDA})

    @classmethod
    def judge(cls, wanted) -> dict:
        """The decision for each unit, whether it is in the closure or not."""
        owners = {u: l for l in cls.plan.libraries.values() for u in l.units}
        units = []
        for path in sorted(wanted):
            dirs = closure.search_path(owners[path].directory)
            units.append(plan.Unit(
                path, owners[path].name, [path], search=dirs,
                sees=cls.plan.graph.reach([path], dirs)))
        with tempfile.TemporaryDirectory() as where:
            # The overlay's own caches stay as they are.
            checker = layouts.Checker(
                cls.plan.graph, plan.compiler_command(cls.plan),
                paths.LLVM_PREFIX, Path(where) / "layouts.json", JOBS)
            flags = checker.judge(*layouts.seen_headers(
                units, cls.plan.graph.files))
        return {u.path: (u, layouts.why_not(u, flags)) for u in units}

    def really_differing(self, unit) -> list:
        """The records that differ in the unit itself, but for local ones."""
        overlay = paths.BUILD / "overlay"
        command = plan.compiler_command(self.plan)
        for d in unit.search:
            command += [f"-I{paths.TREE / d}", f"-I{overlay / 'tree' / d}",
                        f"-I{overlay / 'gen' / d}"]
        unittest_top = paths.UPSTREAM / "third-party" / "unittest"
        command += [f"-I{unittest_top}/googletest/include",
                    f"-I{unittest_top}/googlemock/include"]
        dumps = [layouts.dump(command, paths.TREE / unit.path, [flag])
                 for flag in ("-DNDEBUG", "-UNDEBUG")]
        self.assertNotIn(None, dumps, f"{unit.path} does not compile")
        return [r for r in layouts.differing(*map(layouts.parse_dump, dumps))
                if unit.path not in r]

    def test_units_that_are_known_to_crash(self):
        for path in KNOWN:
            self.assertTrue(self.judged[path][1],
                            f"{path} would have assertions")

    def test_known_records(self):
        """Refused, and rightly so: the compiler says that they differ."""
        for record, path in RECORDS.items():
            unit, why = self.judged[path]
            with self.subTest(record=record):
                self.assertTrue(why, f"{path} would have assertions")
                generated = [p for p in unit.sees if p.endswith(".inc")
                             and p not in self.plan.graph.files
                             and not p.startswith(inventory.PUBLIC_ROOTS)]
                if not all((paths.BUILD / "overlay" / "gen" / p).exists()
                           for p in generated):
                    continue  # Nothing in the overlay needed them yet.
                names = [r.split(" ", 1)[1]
                         for r in self.really_differing(unit)]
                self.assertIn(record, names)

    def test_what_no_dump_shows(self):
        """A virtual function; what a lambda in a template captures."""
        for path in (self.VIRTUAL, self.LAMBDA):
            self.assertTrue(self.judged[path][1],
                            f"{path} would have assertions")

    def test_units_of_the_overlay(self):
        """No unit with assertions sees a record that differs."""
        plan.decide_assertions(self.plan, JOBS)
        units = [u for u in self.plan.units + self.plan.program_units
                 if u.path.endswith(".cpp") and not u.ndebug]
        self.assertGreater(len(units), 20)
        if os.environ.get("MANAGED_LLVM_TEST_ALL_UNITS") != "1":
            # Those that see the most, and a few more.
            units.sort(key=lambda u: -len(u.sees))
            units = units[:2] + units[2::100]
        with ThreadPoolExecutor(JOBS) as pool:
            for unit, found in zip(units, pool.map(self.really_differing,
                                                   units)):
                self.assertEqual(found, [], unit.path)


class ConfigTest(unittest.TestCase):
    def test_cxxabi_of_the_compilers_library(self):
        """Not that of libc++abi, which may be among LLVM's headers."""
        header = (paths.BUILD / "overlay/config/cxxabi.h").resolve()
        self.assertTrue(header.is_file(), header)
        self.assertNotIn(paths.LLVM_PREFIX.resolve(), header.parents)


class SymbolsTest(unittest.TestCase):
    def test_every_replaced_member(self):
        """What the build checked, checked once more without its stamps."""
        text = (paths.BUILD / "overlay" / "replaced.json").read_text()
        listing = json.loads(text)
        nm = str(paths.LLVM_PREFIX / "bin" / "llvm-nm")
        self.assertTrue(listing["replaced"])
        for archive, members in listing["replaced"].items():
            ours = paths.BUILD / "overlay/lib/overlay" / Path(archive).name
            lost = symbols.missing(symbols.read(nm, str(ours)),
                                   symbols.read(nm, archive), members)
            used = symbols.users(nm, {s for n in lost.values() for s in n},
                                 listing["archives"], listing["replaced"])
            self.assertEqual(used, [], archive)

    def toy(self, where: Path, ours: str) -> subprocess.CompletedProcess:
        """Checks an archive that replaces one.cpp beside a user of g."""
        sources = {"theirs/one.cpp": "int f() { return 1; }\n"
                                     "int g() { return 2; }\n",
                   "theirs/two.cpp": "int g(); int h() { return g(); }\n",
                   "ours/one.cpp": ours}
        for path, text in sources.items():
            unit = where / path
            unit.parent.mkdir(exist_ok=True)
            unit.write_text(text)
            subprocess.run(
                [paths.LLVM_PREFIX / "bin" / "clang++", "-c", unit, "-o",
                 str(unit) + ".o"], check=True)
        archives = {}
        for side in ("theirs", "ours"):
            archives[side] = str(where / f"{side}.a")
            subprocess.run(
                [paths.LLVM_PREFIX / "bin" / "llvm-ar", "qc", archives[side],
                 *sorted((where / side).glob("*.o"))], check=True)
        replaced = where / "replaced.json"
        replaced.write_text(json.dumps({
            "archives": [archives["theirs"]],
            "replaced": {archives["theirs"]: ["one.cpp.o"]}}))
        return subprocess.run(
            [sys.executable, "-m", "managed.overlay.symbols", "--nm",
             paths.LLVM_PREFIX / "bin" / "llvm-nm", "--replaced", replaced,
             "--stamp", where / "stamp", archives["ours"],
             archives["theirs"]],
            env=dict(os.environ, PYTHONPATH=str(SCRIPTS / "lib")),
            stderr=subprocess.PIPE, text=True)

    def test_lost_symbol_is_named(self):
        with tempfile.TemporaryDirectory() as where:
            done = self.toy(Path(where), "int f() { return 3; }\n")
            self.assertEqual(done.returncode, 1)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn("does not define _Z1gv, which two.cpp.o of "
                          "theirs.a needs", done.stderr)
            self.assertFalse((Path(where) / "stamp").exists())

    def test_lost_symbol_that_nobody_needs(self):
        with tempfile.TemporaryDirectory() as where:
            done = self.toy(Path(where), "int g() { return 3; }\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("_Z1fv", (Path(where) / "stamp").read_text())


class BuildTest(unittest.TestCase):
    def ninja(self, *arguments: str) -> str:
        return subprocess.run(
            ["ninja", "-C", str(paths.BUILD), *arguments], check=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True).stdout

    def test_second_build_does_nothing(self):
        self.ninja()
        self.assertIn("no work to do", self.ninja())

    def test_units_are_compiled_as_decided(self):
        commands = json.loads(
            (paths.BUILD / "compile_commands.json").read_text())
        flags = {c["file"]: c["command"] for c in commands}
        units = json.loads(
            (paths.BUILD / "overlay" / "units.json").read_text())
        cache = (paths.BUILD / "CMakeCache.txt").read_text()
        on = "MANAGED_LLVM_ASSERTIONS:BOOL=ON" in cache
        for unit in units:
            if unit["path"].endswith(".cpp"):
                command = flags[str(paths.TREE / unit["path"])].split()
                self.assertEqual("-UNDEBUG" in command,
                                 on and not unit["ndebug"], unit["path"])
                self.assertEqual("-DNDEBUG" in command,
                                 not on or bool(unit["ndebug"]), unit["path"])

    def test_compiler_works(self):
        with tempfile.TemporaryDirectory() as where:
            source = Path(where) / "hello.cpp"
            source.write_text("#include <stddef.h>\n#include <iostream>\n"
                              'int main() { std::cout << "hello\\n"; }\n')
            program = Path(where) / "hello"
            for flags in ([], ["-O2", "-flto", "-fuse-ld=lld"]):
                subprocess.run([paths.BUILD / "bin" / "clang++", *flags,
                                source, "-o", program], check=True)
                self.assertEqual(subprocess.run(
                    [program], stdout=subprocess.PIPE, text=True).stdout,
                    "hello\n")

    def test_tools_are_there(self):
        for tool in (*programs.TOOLS, "clang++", "llvm-readelf", "llvm-otool",
                     "ld.lld"):
            if tool in ("lld", "LLVMgold", "llvm-jitlink-executor"):
                continue  # They have no such option.
            done = subprocess.run([paths.BUILD / "bin" / tool, "--version"],
                                  stdout=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0, tool)
            self.assertIn("22.1.8", done.stdout, tool)


if __name__ == "__main__":
    unittest.main()
