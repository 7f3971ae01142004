"""Tools that change objects before and programs after they are linked."""

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

    def work(self, program: str, target, linker="lld", way="gc-sections"):
        directory = tempfile.TemporaryDirectory(prefix="post-link-")
        self.addCleanup(directory.cleanup)
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

    def test_objcopy_that_takes_maps_out(self):
        """The runtime notices that of a program, and the verifier that of an
        object, by the marks in the code."""
        def check(program, target, objcopy):
            removed = [word for name in (run.SECTIONS if program == "checks"
                                         else stackmaps.SECTIONS)
                       for word in ("-R", name)]
            work = self.work(program, target)
            work.build()
            work.call(objcopy, *removed, work.program)
            done = subprocess.run(
                [*target.run, work.program], capture_output=True, text=True)
            self.assertIn("map was not registered: its section was removed "
                          "after linking", done.stderr)
            self.assertNotEqual(done.returncode, 0)
            module = work.compile_module("first")
            work.call(objcopy, *removed, module)
            with self.assertRaisesRegex(run.Wrong, "the entries need 0"):
                work.call(work.tools["llvm-managed-maps"], "verify", module)
        self.each("objcopy", check)


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
