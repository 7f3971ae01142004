"""Tools that change objects before and programs after they are linked."""

import itertools
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages  # noqa: E402
from managed.demo.programs import TARGETS  # noqa: E402
from managed.linktest import cells, run, stackmaps  # noqa: E402
from managed.paths import LLVM_PREFIX  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402

PROGRAMS = {"checks": run.Work, "stackmaps": stackmaps.StackMapWork}


def tool(family: str, name: str, target) -> str:
    """The path of a tool of binutils or of LLVM."""
    if family == "LLVM":
        return str(LLVM_PREFIX / f"bin/llvm-{name}")
    runtime = next(t for t in managed_runtime.TARGETS.values()
                   if t.machine == target.machine)
    return runtime.tool(name)


class Changed:
    """A cell whose objects and program are changed in place."""

    change_object = change_image = None

    def compile_module(self, name: str) -> Path:
        path = super().compile_module(name)
        if self.change_object:
            self.change_object(path)
        return path

    def link(self, *words, output: Path) -> None:
        super().link(*words, output=output)
        if self.change_image and output == self.program:
            self.change_image(output)


CHANGED = {name: type(f"Changed{name}", (Changed, kind), {})
           for name, kind in PROGRAMS.items()}


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run", "linkers", "post-link")

    def work(self, program: str, target, linker="lld", way="gc-sections",
             owner=None):
        directory = tempfile.TemporaryDirectory(prefix="post-link-")
        (owner.addClassCleanup if owner
         else self.addCleanup)(directory.cleanup)
        cell = cells.Cell(next(w for w in cells.WAYS if w.name == way), linker,
                          target)
        return CHANGED[program](cell, run.Tools(),
                                managed_runtime.build(target.machine),
                                Path(directory.name))


class Tools(Case):
    def each(self, name, check):
        """Calls `check` with each program, target and tool."""
        for target in TARGETS.values():
            for family in ("GNU", "LLVM"):
                for program in PROGRAMS:
                    with self.subTest(f"{target.name} {family} {program}"):
                        check(program, target, tool(family, name, target))

    def test_strip(self):
        """Sections that are loaded stay, and fragments stay linked to their
        code."""
        def check(program, target, strip):
            work = self.work(program, target)
            work.change_object = lambda path: work.call(
                strip, "--strip-unneeded", path)
            # Without symbols, the verifier does not know the functions.
            work.change_image = lambda path: work.call(strip, path)
            work.verify = lambda: None
            work.run()
        self.each("strip", check)

    def test_objcopy(self):
        def check(program, target, objcopy):
            work = self.work(program, target, linker="bfd")
            work.change_object = work.change_image = lambda path: work.call(
                objcopy, "--strip-debug", path)
            work.run()
        self.each("objcopy", check)

    def removing(self, name, program, target):
        """Commands that take a map out: each needs the file and the result."""
        path = tool(name[0], name[1], target)
        sections = (run.SECTIONS if program == "checks"
                    else stackmaps.SECTIONS)
        options = ["--strip-unneeded"] if name[1] == "strip" else []
        output = ["-o"] if name[1] == "strip" else []
        return sections, lambda names, source, result: [
            path, *options, *(word for n in names for word in ("-R", n)),
            source, *output, result]

    def each_removal(self, check):
        for target in TARGETS.values():
            for name in itertools.product(("GNU", "LLVM"),
                                          ("objcopy", "strip")):
                for program in PROGRAMS:
                    with self.subTest(f"{target.name} {name} {program}"):
                        check(program, target,
                              *self.removing(name, program, target))

    def test_removal_from_images(self):
        """The runtime notices it at start, in programs and shared objects."""
        def check(program, target, sections, remove):
            for way in ("gc-sections", "shared"):
                work = self.built(program, target, way)
                kept = work.directory / "kept"
                work.image.rename(kept)
                try:
                    work.call(*remove(sections, kept, work.image))
                    done = subprocess.run([*target.run, work.program],
                                          capture_output=True, text=True)
                finally:
                    kept.replace(work.image)
                self.assertIn("map was not registered: its section was "
                              "removed after linking", done.stderr)
                self.assertNotEqual(done.returncode, 0)
        self.each_removal(check)

    def test_removal_from_objects(self):
        """The tool refuses it, or the verifier the object, by the marks in the
        code."""
        def check(program, target, sections, remove):
            work = self.built(program, target, "gc-sections")
            module = work.directory / "first.o"
            for names in ([name] for name in sections), [list(sections)]:
                for removed in names:
                    result = work.directory / "changed.o"
                    result.unlink(missing_ok=True)
                    try:
                        work.call(*remove(removed, module, result))
                    except run.Wrong as problem:
                        self.assertRegex(str(problem), "llvm_gcmap")
                        continue
                    with self.assertRaisesRegex(run.Wrong, "the entries need"):
                        work.call(work.tools["llvm-managed-maps"], "verify",
                                  result)
        self.each_removal(check)

    def test_only_a_section(self):
        """A map is not copied without its code; what has nothing but code is
        not loaded; and what also has the maps is still true."""
        def check(program, target, objcopy):
            maps = (run.SECTIONS if program == "checks"
                    else stackmaps.SECTIONS)
            for way in ("gc-sections", "shared"):
                work = self.built(program, target, way)
                changed = work.directory / "changed"

                def only(*names):
                    work.call(objcopy, *(f"--only-section={name}"
                                         for name in names), work.image,
                              changed)
                changed.unlink(missing_ok=True)
                with self.assertRaisesRegex(run.Wrong, "exit code 1"):
                    only(*maps)
                self.assertFalse(changed.exists())
                only(".text")
                self.assertEqual(self.entries(work, changed), 0)
                changed.chmod(0o755)
                if way == "shared":
                    program_of_it = [work.program]
                    kept = work.directory / "kept"
                    work.image.rename(kept)
                    changed.rename(work.image)
                else:
                    program_of_it = [changed]
                try:
                    done = subprocess.run([*target.run, *program_of_it],
                                          capture_output=True)
                    self.assertNotEqual(done.returncode, 0)
                except OSError:
                    # The system does not take it for a program.
                    pass
                finally:
                    if way == "shared":
                        kept.replace(work.image)
                only(".text", ".eh_frame", *maps)
                self.assertEqual(self.entries(work, changed),
                                 self.entries(work, work.image))
        self.each("objcopy", check)

    def test_debug_information_apart(self):
        """The program keeps its map, and the other file has none."""
        def check(program, target, objcopy):
            work = self.built(program, target, "gc-sections")
            debug = work.directory / "program.debug"
            kept = work.directory / "kept"
            work.call(objcopy, "--only-keep-debug", work.program, debug)
            with self.assertRaisesRegex(run.Wrong, "has no bytes in this file"):
                work.call(work.tools["llvm-managed-maps"], "verify", debug)
            work.program.rename(kept)
            try:
                work.call(objcopy, "--strip-all",
                          f"--add-gnu-debuglink={debug}", kept, work.program)
                work.check(work.execute())
            finally:
                kept.replace(work.program)
        self.each("objcopy", check)

    def entries(self, work, file) -> int:
        """How many entries and safepoints a file has."""
        [dump] = json.loads(work.call(work.tools["llvm-managed-maps"], "dump",
                                      "--json", file))
        return (sum(len(section["entries"]) for section in dump["sections"])
                + len(dump.get("stackMaps", {}).get("safepoints", [])))

    def built(self, program, target, way):
        """A cell that is built once, and whose files tests leave as they
        are."""
        key = program, target.name, way
        if key not in self.cells:
            work = self.work(program, target, way=way, owner=type(self))
            work.build()
            self.cells[key] = work
        return self.cells[key]

    cells = {}


class Bolt(Case):
    """It moves code, and knows of no tables but those of the compiler."""

    def bolt(self, work, program, *words) -> Path:
        changed = work.directory / "changed"
        work.call(LLVM_PREFIX / "bin/llvm-bolt", *words, program, "-o",
                  changed)
        return changed

    def functions(self, work) -> set:
        """Those with a map, as docs/FaultMaps.md says how to find them."""
        [dump] = json.loads(work.call(work.tools["llvm-managed-maps"], "dump",
                                      "--json", work.program))
        places = [entry[key] for section in dump["sections"]
                  for entry in section["entries"]
                  for key in ("faulting", "handler")]
        places += [point["pc"] for point in
                   dump.get("stackMaps", {}).get("safepoints", [])]
        return {place["function"] for place in places}

    def test_bolt(self):
        for program in PROGRAMS:
            for option in ((), ("-Wl,--emit-relocs",)):
                with self.subTest(f"{program} {option}"):
                    self.check(program, option)

    def check(self, program, option):
        work = self.work(program, TARGETS["x86-64"], way="pie")
        link = work.link
        work.link = lambda *words, output: link(*words, *option, output=output)
        work.build()
        work.verify()
        original = work.program
        keep = work.directory / "keep"
        keep.write_text("\n".join(sorted(self.functions(work))) + "\n")

        work.image = work.program = self.bolt(work, original)
        if option:
            with self.assertRaisesRegex(run.Wrong, "pc-function"):
                work.verify()
            with self.assertRaises(run.Wrong):
                work.check(work.execute())
            with self.assertRaisesRegex(run.Wrong, "exit code"):
                self.bolt(work, original, "-strict")
        else:
            # Without relocations, it may leave code as it is.
            try:
                work.verify()
            except run.Wrong:
                pass
            else:
                work.check(work.execute())

        work.image = work.program = self.bolt(
            work, original, f"-skip-funcs-file={keep}")
        work.verify()
        work.check(work.execute())


if __name__ == "__main__":
    unittest.main()
