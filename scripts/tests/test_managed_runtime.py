"""The managed runtime on both targets, in programs linked in every way.

The programs in managed_runtime/ have fault maps written in assembly, so
neither the overlay nor a compiler with the pass is needed.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from managed_runtime_toy import (
    LINKERS, LINKS, SEGV, SOURCES, Programs, add_for_each_target, no_core)
from managed import paths
from managed.runtime import (programs as managed_runtime, stress,
                             transitions)


class Recovery(Programs):
    """One program, one copy of the runtime."""

    def check_all(self, source):
        for name, words in LINKS.items():
            with self.subTest(name):
                program = self.compile(
                    "program", *words, SOURCES / source, *self.image,
                    *self.static)
                self.check((0, "all passed\n"), program)
        for linker in LINKERS:
            with self.subTest(f"{linker}, shared runtime"):
                program = self.compile(
                    "program", *LINKERS[linker], SOURCES / source,
                    *self.image, *self.shared)
                self.check((0, "all passed\n"), program)

    def test_recovers(self):
        self.check_all("recover.c")

    def test_passes_on(self):
        self.check_all("chain.c")

    def test_later_handlers(self):
        """Those of the program and of a shared object are chained."""
        for linker, words in LINKERS.items():
            library = self.compile("liblater.so", *words, "-shared", "-fPIC",
                                   "-DIS_LIBRARY", SOURCES / "sigchain.c")
            for copy in (self.shared, self.static):
                with self.subTest(f"{linker}, {copy}"):
                    program = self.compile(
                        "program", *words, "-pie", SOURCES / "sigchain.c",
                        library, f"-Wl,-rpath,{self.dir}",
                        self.prefix / "lib/LLVMManagedSigChain.o", *self.auto,
                        *copy, "-ldl")
                    self.check((0, "all passed\n"), program)


class Walks(Programs):
    """Frames in assembly that are walked; their stack map is generated."""

    def check_all(self, compiler, *words):
        for name, link in LINKS.items():
            with self.subTest(name):
                program = self.compile("program", *link, *words, *self.static,
                                       compiler=compiler)
                self.check((0, "all passed\n"), program)
        for linker in LINKERS:
            with self.subTest(f"{linker}, shared runtime"):
                # Frames are looked up by CFI only if there is an unwinder.
                program = self.compile("program", *LINKERS[linker], *words,
                                       *self.shared, "-Wl,--no-as-needed",
                                       "-lgcc_s", compiler=compiler)
                self.check((0, "all passed\n"), program)

    def test_walks(self):
        self.check_all("gcc", SOURCES / "walk.c")

    def test_exceptions_leave_frames(self):
        self.check_all("g++", "-std=c++17", SOURCES / "throw.cpp")

    def test_entries_of_a_shared_object(self):
        """Managed code in the program, and the language runtime it calls in a
        shared object: with one copy of this library, wherever it is."""
        for linker, words in LINKERS.items():
            for copy in (self.shared, self.static):
                with self.subTest(f"{linker}, {copy}"):
                    library = self.compile(
                        "libentries.so", *words, "-shared", "-fPIC",
                        "-fvisibility=hidden", SOURCES / "entries.c",
                        *(copy if copy == self.shared else ()))
                    exported = subprocess.run(
                        [self.target.tool("nm"), "-D", "--defined-only",
                         library], capture_output=True, text=True,
                        check=True).stdout
                    self.assertEqual(
                        set(re.findall(r" T (enter\w+)", exported)),
                        {"enterVisited", "enterWithAnother"})
                    program = self.compile(
                        "program", *words, "-pie", "-DENTRY_IS_ELSEWHERE",
                        SOURCES / "walk.c", library,
                        f"-Wl,-rpath,{self.dir}", *copy,
                        *(() if copy == self.shared else ["-rdynamic"]),
                        "-Wl,--no-as-needed", "-lgcc_s")
                    self.check((0, "all passed\n"), program)

    def test_entries_among_globals(self):
        """Variables around entries stay where they belong, even if the
        compiler keeps the order of everything."""
        source = self.dir / "globals.c"
        source.write_text("""
            #include "llvm-c/ManagedNativeEntry.h"
            #include <stdio.h>
            int Before = 1;
            int firstTarget(int X) { return X + Before; }
            int first(int);
            LLVM_MANAGED_NATIVE_ENTRY(first, firstTarget);
            int Between = 2;
            int secondTarget(int X) { return X + Between; }
            int second(int);
            LLVM_MANAGED_NATIVE_ENTRY(second, secondTarget);
            int After = 3;
            int main(void) {
              Before = 10, Between = 20, After = 30;
              printf("%d\\n", first(1) + second(2) + After);
              return 0;
            }
            """)
        for level in ("-O0", "-O2"):
            for order in ("-fno-toplevel-reorder", "-ftoplevel-reorder"):
                program = self.compile("globals", level, order, source,
                                       *self.static)
                self.check((0, "63\n"), program)

    def test_entries_for_arguments_in_registers(self):
        """An entry whose target may have arguments on the stack is an error."""
        integers = 8 if self.target.machine == "aarch64" else 6

        def target(*words, result="void", ellipsis=""):
            return f"{result} target({', '.join(words)}{ellipsis})"

        def errors(declaration, standard="c++11"):
            source = self.dir / "entry.cpp"
            source.write_text(f"""
                #include "llvm-c/ManagedNativeEntry.h"
                struct Pair {{ long First, Second; }};
                struct Large {{ long Words[5]; }};
                enum Kind {{ A, B }};
                typedef int Vector __attribute__((vector_size(16)));
                extern "C" {declaration};
                extern "C" void entry();
                LLVM_MANAGED_CHECKED_NATIVE_ENTRY(entry, target);
                __thread LLVMManagedAnchor *Anchors;
                LLVM_MANAGED_CHECKED_NATIVE_ENTRY_WITH(other, target, Anchors);
                LLVM_MANAGED_CHECKED_EXPORTED_NATIVE_ENTRY(third, target);
                LLVM_MANAGED_CHECKED_EXPORTED_NATIVE_ENTRY_WITH(fourth, target,
                                                                Anchors);
                """)
            done = subprocess.run(
                [self.target.tool("g++"), f"-std={standard}", "-fsyntax-only",
                 f"-I{self.prefix}/include", source],
                capture_output=True, text=True)
            return done.stderr.count("target may have arguments on the stack, "
                                     "which do not pass through an entry")

        for fitting in (
                target(), target(*["long"] * integers),
                target(*["double"] * 8, *["char"] * integers),
                target("float", "Pair *", "Pair &", "Kind", "bool", "short",
                       "int &&", result="double"),
                target(*["int"] * integers, result="char *"),
                target(*["int"] * (integers - 1), result="Large")):
            for standard in ("c++11", "c++17"):
                self.assertEqual(errors(fitting, standard), 0, fitting)
        self.assertEqual(errors(target("int") + " noexcept", "c++17"), 0)
        for lost in (
                target(*["long"] * (integers + 1)),
                target(*["char &"] * (integers + 1)),
                target(*["float"] * 9),
                target(*["int"] * integers, result="Large"),
                target("int", ellipsis=", ..."),
                target("Pair"), target("Large"), target("long double"),
                target("__int128"), target("Vector"),
                target("int", "Large", "int")):
            self.assertEqual(errors(lost, "gnu++17"), 4, lost)

    def test_others_need_no_unwinder(self):
        for source, expected in (("recover.c", False), ("walk.c", True)):
            program = self.compile("program", "-pie", SOURCES / source,
                                   *self.image, *self.static)
            symbols = subprocess.run(
                [self.target.tool("nm"), str(program)], check=True,
                capture_output=True, text=True).stdout
            self.assertEqual("_Unwind_Find_FDE" in symbols, expected, source)


CONSUMER = """
cmake_minimum_required(VERSION 3.20)
project(Consumer LANGUAGES C)
find_package(LLVMManagedRuntime 1.0 REQUIRED)
add_library(later SHARED @SOURCES@/sigchain.c)
target_compile_definitions(later PRIVATE IS_LIBRARY)
foreach(kind "" Shared)
  add_library(check${kind} MODULE @SOURCES@/library.c)
  target_link_libraries(check${kind} LLVM::ManagedImage
                        LLVM::ManagedRuntime${kind})
  add_executable(program${kind} @SOURCES@/images.c)
  target_compile_definitions(program${kind} PRIVATE WITH_PROBES)
  target_link_libraries(program${kind} LLVM::ManagedAuto
                        LLVM::ManagedRuntime${kind} ${CMAKE_DL_LIBS})
  add_executable(chained${kind} @SOURCES@/sigchain.c)
  target_link_libraries(chained${kind} later LLVM::ManagedSigChain
                        LLVM::ManagedAuto LLVM::ManagedRuntime${kind})
endforeach()
"""


class Installed(Programs):
    """Programs that find the runtime where it was installed."""

    def setUp(self):
        super().setUp()
        # What is installed may be moved.
        self.moved = self.dir / "moved"
        shutil.copytree(self.prefix, self.moved, symlinks=True)

    def run_command(self, *words, **environment):
        done = subprocess.run([str(word) for word in words],
                              capture_output=True, text=True,
                              env=dict(os.environ, **environment))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.strip()

    def check_recovers(self, program, *arguments):
        self.check((0, "own -1\n"), program, "own", *arguments)
        self.check((SEGV, "foreign\n"), program, "foreign")

    def test_cmake(self):
        source = self.dir / "consumer"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            CONSUMER.replace("@SOURCES@", str(SOURCES)))
        build = source / "build"
        self.run_command(
            "cmake", "-S", source, "-B", build, "-G", "Ninja",
            f"-DCMAKE_PREFIX_PATH={self.moved}",
            f"-DCMAKE_FIND_ROOT_PATH={self.moved}",
            *self.target.cmake)
        self.run_command("cmake", "--build", build)
        for kind in ("", "Shared"):
            self.check_recovers(build / f"program{kind}")
            self.check((0, "all passed\n"), build / f"chained{kind}")
        # A shared object finds the shared runtime of the program.
        self.check((0, "own -1\nlib -1\ngone\n"), build / "programShared",
                   "own", f"open={build}/libcheckShared.so", "lib", "close")

    def test_cmake_refuses_another_major_version(self):
        source = self.dir / "consumer"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            CONSUMER.replace("1.0 REQUIRED", "2.0 REQUIRED"))
        done = subprocess.run(
            ["cmake", "-S", source, "-B", source / "build", "-G", "Ninja",
             f"-DCMAKE_PREFIX_PATH={self.moved}",
             f"-DCMAKE_FIND_ROOT_PATH={self.moved}",
             *self.target.cmake],
            capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('compatible with requested version "2.0"',
                      " ".join(done.stderr.split()))

    def test_pkg_config(self):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is not installed")
        lib = self.moved / "lib"

        def ask(*words):
            return self.run_command(
                "pkg-config", "--define-prefix", *words,
                PKG_CONFIG_PATH=f"{lib}/pkgconfig").split()

        self.assertEqual(ask("--modversion", "llvm-managed-runtime"), ["1.0"])
        program = self.compile(
            "program", "-DWITH_PROBES", SOURCES / "images.c",
            *ask("--cflags", "--libs", "llvm-managed-auto"), "-ldl",
            f"-Wl,-rpath,{lib}")
        self.check_recovers(program)
        later = self.compile("liblater.so", "-shared", "-fPIC", "-DIS_LIBRARY",
                             SOURCES / "sigchain.c")
        program = self.compile(
            "program", SOURCES / "sigchain.c", later,
            f"-Wl,-rpath,{lib}:{self.dir}",
            *ask("--cflags", "--libs", "llvm-managed-sigchain",
                 "llvm-managed-auto"), "-ldl")
        self.check((0, "all passed\n"), program)
        program = self.compile(
            "program", "-DWITH_PROBES", "-static", SOURCES / "images.c",
            *ask("--static", "--cflags", "--libs", "llvm-managed-auto"),
            "-ldl", "-Wno-error")
        self.check_recovers(program)

    def test_plain_compiler(self):
        lib = self.moved / "lib"
        program = self.dir / "program"
        self.run_command(
            self.target.tool("gcc"), f"-I{self.moved}/include", "-DWITH_PROBES",
            SOURCES / "images.c", lib / "LLVMManagedAuto.o",
            lib / "LLVMManagedImage.o", f"-L{lib}", "-lLLVMManagedRuntime",
            f"-Wl,-rpath,{lib}", "-pthread", "-ldl", "-o", program)
        self.check_recovers(program)

    def test_header_alone(self):
        for words in (["-x", "c", "-std=c99"], ["-x", "c++", "-std=c++17"]):
            self.run_command(
                self.target.tool("gcc"), *words, "-Wall", "-Wextra",
                "-Wpedantic", "-Werror", "-fsyntax-only",
                f"-I{self.moved}/include",
                self.moved / "include/llvm-c/ManagedRuntime.h",
                self.moved / "include/llvm-c/ManagedNativeEntry.h",
                self.moved / "include/llvm-c/ManagedSignalChain.h",
                self.moved / "include/llvm-c/ManagedThreads.h")

    def test_protected(self):
        """A program with protected branches and returns keeps them."""
        feature = "BTI, PAC" if self.target.machine == "aarch64" \
            else "IBT, SHSTK"
        for name in ("libLLVMManagedRuntime.a", "LLVMManagedImage.o",
                     "LLVMManagedAuto.o", "LLVMManagedGuard.o",
                     "LLVMManagedSigChain.o"):
            notes = subprocess.run(
                [self.target.tool("readelf"), "-nW", self.moved / "lib" / name],
                capture_output=True, text=True, check=True).stdout
            objects = max(notes.count("File: "), 1)
            self.assertEqual(notes.count(f"feature: {feature}\n"), objects,
                             name)

    def test_needs_only_the_c_library(self):
        """So that programs in C link with it."""
        for name in ("libLLVMManagedRuntime.a", "libLLVMManagedRuntime.so",
                     "LLVMManagedImage.o", "LLVMManagedAuto.o"):
            flags = ["-D"] if name.endswith(".so") else []
            nm = self.target.tool("nm")
            symbols = self.run_command(nm, "-P", *flags,
                                       self.prefix / "lib" / name)
            defined, used = set(), set()
            for line in symbols.splitlines():
                words = line.split()
                if len(words) < 2 or words[1] in "tbdr":
                    continue
                word = words[0].partition("@")[0]
                # What nobody needs is taken from an unwinder that is there.
                if words[1] == "w" and word.startswith("_Unwind"):
                    continue
                (used if words[1] in "UwvV" else defined).add(word)
            foreign = {w for w in used - defined
                       if w.startswith(("_Z", "__cxa", "__gxx", "_Unwind"))}
            # What a shared object registers its destructors with.
            foreign -= {"__cxa_atexit", "__cxa_finalize"}
            # For programs that walk by CFI: a member of its own.
            if name.endswith(".a"):
                foreign -= {"_Unwind_Find_FDE"}
            self.assertEqual(foreign, set())
            if name.endswith(".so"):
                self.assertTrue(all(w.startswith("LLVMManaged")
                                    for w in defined), defined)


class SignalPath(Programs):
    """What the handler may reach when it recovers a fault, as compiled."""

    FLAGS = ["-std=c++17", "-O2", "-fPIC", "-fno-plt", "-fno-exceptions",
             "-fno-rtti", "-fvisibility=hidden", "-fcallgraph-info=su"]

    def call_graph(self):
        """(stack of each function in bytes, callees of each function)."""
        flags = list(self.FLAGS)
        if self.target.name == "AArch64":
            flags.append("-mno-outline-atomics")
        stack, calls = {}, {}
        for source in sorted(managed_runtime.SOURCE.glob("*.cpp")):
            output = self.dir / f"{source.stem}.o"
            done = subprocess.run(
                [self.target.tool("g++"), *flags,
                 f"-I{paths.REPO}/llvm/include", "-c", source, "-o", output],
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            graph = output.with_suffix(".ci").read_text()
            for name, size in re.findall(
                    r'node: { title: "(?:[^":]*:)?(\w+)" label: '
                    r'"[^"]*\\n(\d+) bytes \(static\)"', graph):
                stack[name] = int(size)
            for caller, callee in re.findall(
                    r'edge: { sourcename: "(?:[^":]*:)?(\w+)" '
                    r'targetname: "(?:[^":]*:)?(\w+)"', graph):
                calls.setdefault(caller, set()).add(callee)
        return stack, calls

    def depth(self, name, stack, calls, leave_out=()):
        """The most stack that `name` and what it calls need."""
        if name not in stack:
            self.fail(f"{name} is not a function of the library, or one "
                      "without a fixed frame")
        return stack[name] + max(
            (self.depth(callee, stack, calls, leave_out)
             for callee in calls.get(name, ()) if callee not in leave_out),
            default=0)

    def test_recovery_calls_nothing_and_needs_little_stack(self):
        stack, calls = self.call_graph()
        functions = {re.sub(r"^_ZL?\d+|^_ZN4llvm7managed\d+", "", name): name
                     for name in stack}

        def find(prefix):
            return next(name for word, name in functions.items()
                        if word.startswith(prefix))

        handler, pass_on = find("handleSignal"), find("passOn")
        self.assertIn(pass_on, calls[handler])
        polls = find("handlePoll")
        self.assertLess(self.depth(handler, stack, calls, {pass_on, polls}),
                        256)
        self.assertLess(self.depth("LLVMManagedTryHandleFault", stack, calls,
                                   {polls}), 256)
        # A thread that waits at a poll needs more.
        self.assertEqual(calls[polls], {"__indirect_call"})
        self.assertLess(stack[handler] + stack[polls]
                        + self.depth(find("waitAtPoll"), stack, calls), 768)
        self.assertLess(self.depth("LLVMManagedLookupFault", stack, calls),
                        256)
        # What comes before the previous handler and the C library.
        self.assertLess(stack[handler] + stack[pass_on], 512)


class Forks(Programs):
    """Processes that fork while others use the library."""

    def test_locks_of_the_embedder(self):
        program = self.compile("program", SOURCES / "fork.c", *self.static)
        self.check((0, "all passed\n"), program)


class Threads(Programs):
    """Threads that are stopped, and calls of native code meanwhile."""

    def check_all(self, source):
        for kind, words in (("PIE", ["-pie"]), ("static", ["-static"])):
            with self.subTest(kind):
                program = self.compile("program", *words, SOURCES / source,
                                       *self.static, compiler="g++")
                self.check((0, "all passed\n"), program)
        with self.subTest("shared runtime"):
            program = self.compile("program", "-O2", SOURCES / source,
                                   *self.shared, compiler="g++")
            self.check((0, "all passed\n"), program)

    def test_transitions(self):
        self.check_all("transitions.cpp")

    def test_threads(self):
        self.check_all("threads.cpp")


class SanitizedThreads(Programs):
    """The same with sanitizers, on the machine itself."""

    only_native = True

    def test_threads(self):
        for variant in ("asan", "tsan"):
            runtime = managed_runtime.build(self.target.machine, variant)
            for source in ("threads.cpp", "transitions.cpp"):
                with self.subTest(f"{source}, {variant}"):
                    program = self.compile(
                        "program", *managed_runtime.VARIANTS[variant].split(),
                        SOURCES / source, runtime.static, compiler="g++")
                    self.check((0, "all passed\n"), program)


class Memory(Programs):
    """Registration when there is no memory."""

    def test_running_out(self):
        program = self.compile(
            "program", SOURCES / "memory.c", "-Wl,--wrap=malloc",
            "-Wl,--wrap=calloc", *self.static)
        self.check((0, "all passed\n"), program)


class Coexistence(Programs):
    """Others who look at SIGSEGV, on the machine itself."""

    only_native = True

    SANITIZERS = {"address": "AddressSanitizer: SEGV", "thread":
                  "ThreadSanitizer: SEGV", "leak": "LeakSanitizer: SEGV",
                  "undefined": ""}

    def program(self, *words):
        return self.compile("program", "-DWITH_PROBES", SOURCES / "images.c",
                            *words, *self.auto, *self.static, "-ldl")

    def run_with(self, options, program, *arguments):
        done = subprocess.run(
            [str(program), *arguments], capture_output=True, text=True,
            preexec_fn=no_core, env=dict(os.environ, ASAN_OPTIONS=options))
        return done.returncode, done.stdout, done.stderr

    def test_sanitizers(self):
        """Null checks are recovered, everything else is reported."""
        for name, report in self.SANITIZERS.items():
            with self.subTest(name):
                program = self.program(f"-fsanitize={name}")
                self.assertEqual(self.run_with("", program, "own", "own"),
                                 (0, "own -1\nown -1\n", ""))
                code, output, errors = self.run_with("", program, "foreign")
                self.assertNotEqual(code, 0)
                self.assertEqual(output, "foreign\n")
                self.assertIn(report, errors)

    def test_sanitizer_that_keeps_the_signal(self):
        program = self.program("-fsanitize=address")
        for option in ("handle_segv=2", "allow_user_segv_handler=0"):
            code, _, errors = self.run_with(option, program, "own")
            self.assertNotEqual(code, 0)
            self.assertIn("the fault handler was not installed: the action "
                          "of SIGSEGV could not be set", errors)
            self.assertIn("AddressSanitizer: SEGV", errors)
        self.assertEqual(
            self.run_with("handle_segv=0", program, "own")[:2],
            (0, "own -1\n"))

    def test_debugger(self):
        if not shutil.which("gdb"):
            self.skipTest("gdb is not installed")
        program = self.program()

        def debug(*commands):
            words = [word for c in commands for word in ("-ex", c)]
            return subprocess.run(
                ["gdb", "-nx", "-q", "-batch", *words, str(program)],
                capture_output=True, text=True).stdout

        self.assertIn("received signal SIGSEGV", debug("run own"))
        output = debug("handle SIGSEGV nostop noprint pass", "run own own")
        self.assertIn("own -1\nown -1\n", output)
        self.assertIn("exited normally", output)
        # A breakpoint in the recovered code is hit.
        output = debug("handle SIGSEGV nostop noprint pass",
                       "break probeLoadNull", "run own", "continue")
        self.assertIn("Breakpoint 1, ", output)
        self.assertIn("own -1\n", output)

    def test_valgrind(self):
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed")
        done = subprocess.run(
            ["valgrind", "-q", "--vex-guest-chase=no", str(self.program()),
             "own"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "own -1\n"))


class Stress(unittest.TestCase):
    """A short run of scripts/stress in each configuration."""

    def test_no_fault_is_lost_or_misrouted(self):
        for name, variant in stress.CONFIGURATIONS:
            target = managed_runtime.TARGETS[name]
            if target.missing:
                continue
            with self.subTest(f"{name}, {variant}"), \
                    tempfile.TemporaryDirectory() as folder:
                built = stress.build(target, variant, Path(folder))
                for threads in (1, 3, 8):
                    stress.execute(target, built, 1500, threads, threads)

    def test_no_reference_is_lost_in_transitions(self):
        for name, variant in stress.CONFIGURATIONS:
            target = managed_runtime.TARGETS[name]
            if target.missing:
                continue
            with self.subTest(f"{name}, {variant}"), \
                    tempfile.TemporaryDirectory() as folder:
                program = transitions.build(target, variant, Path(folder))
                for threads in (1, 4):
                    totals = transitions.execute(target, program, 20_000, 200,
                                                 1, threads, threads)
                    self.assertGreaterEqual(totals["transitions"], 20_000)
                    self.assertGreaterEqual(totals["collections"], 200)
                    for word in transitions.INTERLEAVINGS:
                        self.assertGreaterEqual(totals[word], 1, word)


def load_tests(loader, suite, pattern):
    return add_for_each_target(loader, suite, (Recovery, Walks, Installed,
                                               SignalPath, Forks, Threads,
                                               SanitizedThreads, Memory,
                                               Coexistence))


if __name__ == "__main__":
    unittest.main()
