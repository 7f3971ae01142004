"""Several images with maps and several copies of the managed runtime in a
process, and maps that cannot be registered."""

import itertools
import subprocess
import unittest

from managed_runtime_toy import (
    ABRT, LINKERS, LINKS, LLD, SEGV, SOURCES, Programs, add_for_each_target,
    no_core)


class Images(Programs):
    """Several images, and several copies of the runtime."""

    def library(self, name, *words):
        late = self.compile("liblate.so", "-shared", "-fPIC",
                            SOURCES / "late.c")
        return self.compile(
            name, "-shared", "-fPIC", "-Wl,--no-as-needed",
            SOURCES / "library.c", *words, late, f"-Wl,-rpath,{self.dir}")

    def program(self, *words):
        return self.compile("program", SOURCES / "images.c", *words, "-ldl")

    def test_program_serves_shared_objects(self):
        for name, linker in LINKERS.items():
            with self.subTest(name):
                library = self.library("lib.so", *linker, *self.image)
                program = self.program(
                    *linker, "-rdynamic", "-DWITH_PROBES", *self.auto,
                    *self.static)
                self.check((0, "own -1\nlib -1\ngone\nown -1\n"), program,
                           "own", f"open={library}", "lib", "close", "own")
                self.check((0, "churn 50\n"), program, "threads=2",
                           f"churn={library},50")
                self.check((SEGV, "foreign\n"), program, f"open={library}",
                           "foreign")

    def test_shared_runtime_serves_all(self):
        for name, linker in LINKERS.items():
            with self.subTest(name):
                library = self.library("lib.so", *linker, *self.image,
                                       *self.shared)
                program = self.program(*linker, "-DWITH_PROBES", *self.auto,
                                       *self.shared)
                self.check((0, "own -1\nlib -1\ngone\nown -1\n"), program,
                           "own", f"open={library}", "lib", "close", "own")
                self.check((0, "churn 50\n"), program, "threads=2",
                           f"churn={library},50")

    def test_several_copies_chain(self):
        """Each copy serves its image; the later one passes on."""
        for name, linker in LINKERS.items():
            with self.subTest(name):
                library = self.library("lib.so", *linker, *self.auto,
                                       *self.static)
                other = self.library("other.so", *linker, *self.auto,
                                     *self.static)
                program = self.program(
                    *linker, "-rdynamic", "-DWITH_PROBES", *self.auto,
                    *self.static)
                # What has the handler cannot be unloaded any more.
                self.check(
                    (0, "own -1\nlib -1\nown -1\nstays\nlib -1\nown -1\n"),
                    program, "own", f"open={library}", "lib", "own", "close",
                    f"open={other}", "lib", "own")
                self.check((SEGV, "foreign\n"), program, f"open={library}",
                           f"open={other}", "foreign")

    def test_program_that_knows_nothing(self):
        program = self.program()
        library = self.library("lib.so", *self.auto, *self.static)
        self.check((0, "lib -1\nstays\nlib -1\n"), program,
                   f"open={library}", "lib", "close", "lib")
        library = self.library("lib.so", *self.auto, *self.shared)
        self.check((0, "lib -1\ngone\nchurn 20\n"), program,
                   f"open={library}", "lib", "close", f"churn={library},20")

    def test_threads_fault_until_the_end_of_the_process(self):
        library = self.library("lib.so", *self.image, *self.shared)
        program = self.program("-DWITH_PROBES", *self.auto, *self.shared)
        for _ in range(3):
            self.check((0, ""), program, "threads=2", f"open={library}",
                       "exit")

    def test_threads_fault_in_what_a_program_without_checks_needs(self):
        """Nobody but the loader knows that these are never unloaded."""
        for name in ("lib.so", "$ORIGIN/lib.so"):
            with self.subTest(name):
                self.check_needed(name)

    def check_needed(self, name):
        library = self.library("lib.so", f"-Wl,-soname,{name}", *self.auto,
                               *self.shared)
        links = ["-Wl,--no-as-needed", library, f"-Wl,-rpath,{self.dir}"]
        middle = self.compile(
            "middle.so", "-shared", "-fPIC", SOURCES / "late.c", *links)
        for needed in (library, middle):
            program = self.program(links[0], needed, links[2])
            with self.subTest(needed.name):
                for _ in range(3):
                    self.check((0, ""), program, "exit")

    def test_threads_fault_in_what_is_preloaded(self):
        library = self.library("lib.so", *self.auto, *self.shared)
        program = self.program()
        variable = f"LD_PRELOAD=nowhere.so:{library}"
        command = ([*self.target.prefix, "-E", variable] if self.target.prefix
                   else ["env", variable])
        for _ in range(3):
            done = subprocess.run([*command, program, "exit"],
                                  preexec_fn=no_core, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_constructors_of_what_the_program_needs(self):
        """They run before those of the program, which therefore cannot be what
        installs the handler for them."""
        for copy in (self.shared, self.static):
            links = [f"-Wl,-rpath,{self.dir}", *copy]
            if copy == self.static:
                links.append("-rdynamic")
            for objects, expected in ((self.auto, (0, "lib -1\nown -1\n")),
                                      (self.image, (SEGV, ""))):
                with self.subTest(f"{copy[0]}, {len(objects)}"):
                    library = self.library(
                        "lib.so", *objects,
                        *(copy if copy == self.shared else ()))
                    program = self.program(
                        "-DWITH_PROBES", *self.auto, "-Wl,--no-as-needed",
                        library, *links)
                    self.check(expected, program, "lib", "own")

    def test_program_below_its_link_address(self):
        if "lld" not in LINKERS:
            self.skipTest("lld is not installed")
        program = self.program(*LINKERS["lld"], "-pie", "-DWITH_PROBES",
                               "-Wl,--image-base=0x600000000000", *self.auto,
                               *self.static)
        self.check((0, "own -1\n"), program, "own")

    def test_namespaces(self):
        library = self.library("lib.so", *self.image, *self.shared)
        program = self.program("-DWITH_PROBES", *self.auto, *self.shared)
        # Each has a runtime of its own, without a handler here: the object's
        # constructor ends the process.
        self.check((SEGV, ""), program, f"space={library}")
        library = self.library("lib.so", *self.auto, *self.shared)
        self.check((0, "lib -1\ngone\nlib -1\ngone\nown -1\n"), program,
                   f"space={library}", "lib", "close", f"space={library}",
                   "lib", "close", "own")

    def test_reporter_stays_loaded(self):
        """Its thread executes the copy of the runtime that started it."""
        program = self.program()
        for define, expected in (("-UWITH_REPORTER", "gone\n"),
                                 ("-DWITH_REPORTER", "stays\n")):
            with self.subTest(define):
                plugin = self.compile("plugin.so", "-shared", "-fPIC", define,
                                      SOURCES / "reporter.c", *self.static)
                self.check((0, expected), program, f"open={plugin}", "close")

    def test_default_action_that_cannot_be_set(self):
        program = self.compile("program", SOURCES / "refused.c",
                               "-Wl,--wrap=sigaction", *self.static)
        self.check((139, ""), program)

    def test_options_are_no_tables(self):
        options = self.dir / "options.c"
        options.write_text(
            '#include "llvm-c/ManagedRuntime.h"\n'
            "const LLVMManagedFaultTables LLVMManagedImageOptions = {\n"
            "  .StructSize = 1, .V1Begin = (void *)8, .V1End = (void *)16,\n"
            "  .CodeBegin = 1, .CodeEnd = 2, .LongBegin = (void *)4};\n")
        program = self.program("-DWITH_PROBES", options, *self.auto,
                               *self.static)
        self.check((0, "own -1\n"), program, "own")

    def test_image_without_checks(self):
        for name, words in LINKS.items():
            with self.subTest(name):
                program = self.program(*words, *self.auto, *self.static)
                self.check((SEGV, "foreign\n"), program, "foreign")

    def test_shared_object_without_checks(self):
        """In one that gold links, what nobody defines is not null at all."""
        empty = self.dir / "empty.c"
        empty.write_text("int Nothing;")
        program = self.program()
        for name, words in LINKS.items():
            if not name.endswith(", PIE"):
                continue
            with self.subTest(name):
                library = self.compile(
                    "lib.so", *words[:-1], "-shared", "-fPIC", empty,
                    *self.auto, *self.static)
                self.check((0, ""), program, f"open={library}")

    def test_malformed_map_is_reported(self):
        handler = self.dir / "handler.c"
        handler.write_text("""
            #include "llvm-c/ManagedRuntime.h"
            #include <stdio.h>
            void LLVMManagedHandleImageError(const LLVMManagedImageError *E) {
              printf("%d %d %d %d %u\\n", E->StructSize == sizeof(*E),
                     E->IsStackMap,
                     E->Status == LLVMManagedUnknownVersion,
                     E->Table.Where != NULL, E->Table.Version);
            }
            """)
        for kind, section, words, expected in (
                ("fault", "llvm_faultmaps", "0, 0x3f", 0),
                ("stack", "llvm_gcidx", "0, 7", ABRT)):
            with self.subTest(kind):
                bad = self.dir / "bad.s"
                bad.write_text(f'.section {section}, "a", %progbits\n'
                               f".p2align 3\n.long {words}\n")
                program = self.program(bad, *self.image, *self.static)
                self.check((expected,
                            f"LLVMManagedRuntime: a {kind} map was not "
                            "registered: a table has an unknown version\n"),
                           program)
                program = self.program(bad, handler, *self.image,
                                       *self.static)
                self.check((0, f"1 {int(kind == 'stack')} 1 1 "
                               f"{3 if kind == 'fault' else 7}\n"), program)

    def test_program_without_its_map_recovers_nothing(self):
        """It goes on to the access that faults."""
        program = self.program("-DWITH_PROBES", *self.auto, *self.static)
        changed = self.dir / "changed"
        subprocess.run([self.target.tool("objcopy"), "-R", "llvm_faultmaps",
                        program, changed], check=True)
        self.check((0, "own -1\n"), program, "own")
        code, output = self.execute(changed, "own")
        self.assertEqual(code, SEGV)
        self.assertIn("its section was removed after linking", output)


class Removed(Programs):
    """Sections that are taken out of a linked file leave zeros behind."""

    SECTIONS = {"llvm_faultmaps": "fault", "llvm_faultsites": "fault",
                "llvm_gcidx": "stack", "llvm_gcmap": "stack"}

    def commands(self):
        """Each tool that takes out a section, and the section."""
        tools = [[self.target.tool("objcopy")], [self.target.tool("strip")]]
        if (LLD / "llvm-objcopy").exists():
            tools += [[LLD / "llvm-objcopy"], [LLD / "llvm-strip"]]
        for tool, section in itertools.product(tools, self.SECTIONS):
            with self.subTest(f"{tool[0]} {section}"):
                # strip of LLVM would write the input without -o.
                output = (["-o", self.dir / "changed"]
                          if "strip" in str(tool[0]) else [])
                yield [*tool, "-R", section, *output], self.SECTIONS[section]

    def remove(self, command, file):
        """The file without the section."""
        changed = self.dir / "changed"
        words = [*command, file]
        if "-o" not in command:
            words.append(changed)
        subprocess.run(words, check=True)
        return changed

    def outcomes(self, kind):
        """What the runtime does without a map, and what a handler is told."""
        others = {"fault": "stack", "stack": "fault"}[kind]
        message = (f"LLVMManagedRuntime: a {kind} map was not registered: its "
                   "section was removed after linking\n")
        return ((0, f"{others}\n{message}") if kind == "fault"
                else (ABRT, message),
                (0, f"no {kind} map: its section was removed after linking; "
                    f"as a whole, 0\n{others}\n"))

    def test_program(self):
        programs = [self.compile(f"program{define}", "-pie", define,
                                 SOURCES / "sections.c", *self.image,
                                 *self.static)
                    for define in ("-UHANDLER", "-DHANDLER")]
        for program in programs:
            self.check((0, "fault stack\n"), program)
        for command, kind in self.commands():
            for program, outcome in zip(programs, self.outcomes(kind)):
                self.check(outcome, self.remove(command, program))

    def test_shared_object(self):
        """Each decides for itself, and not for the program that loads it."""
        host = self.dir / "host.c"
        host.write_text("""
            #include <dlfcn.h>
            #include <stdio.h>
            int main(int Count, char **Words) {
              void *Plugin = dlopen(Words[Count - 1], RTLD_NOW);
              if (!Plugin)
                return puts(dlerror()), 1;
              puts(((const char *(*)(void))dlsym(Plugin, "registeredMaps"))());
              return dlclose(Plugin);
            }
            """)
        program = self.compile("program", host, "-ldl")
        for copy in (self.static, self.shared):
            plugins = [self.compile(f"plugin{define}.so", "-shared", "-fPIC",
                                    "-DPLUGIN", define, SOURCES / "sections.c",
                                    *self.image, *copy)
                       for define in ("-UHANDLER", "-DHANDLER")]
            for plugin in plugins:
                self.check((0, "fault stack\n"), program, plugin)
            for command, kind in self.commands():
                for plugin, outcome in zip(plugins, self.outcomes(kind)):
                    self.check(outcome, program,
                               self.remove(command, plugin))


def load_tests(loader, suite, pattern):
    return add_for_each_target(loader, suite, (Images, Removed))


if __name__ == "__main__":
    unittest.main()
