"""The overlay's closure on toy source trees."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.overlay import closure, inventory  # noqa: E402
from managed.ui import Failure  # noqa: E402


class Toy(unittest.TestCase):
    """A source tree in a temporary directory."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.top = Path(temporary.name)

    def write(self, files: dict, top: Path = None) -> None:
        for path, text in files.items():
            place = (top or self.top) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)

    def graph(self, files: dict, generated=()) -> closure.Graph:
        self.write(files)
        if not isinstance(generated, dict):
            generated = {path: [] for path in generated}
        return closure.Graph(self.top, set(files), generated,
                             closure.Scanner())

    def units(self, files: dict, changed: set, generated=()) -> dict:
        """The closure of `changed`; every .cpp is a unit of its directory."""
        graph = self.graph(files, generated)
        libraries = {}
        for path in sorted(files):
            if path.endswith(".cpp"):
                directory = path.rsplit("/", 1)[0]
                library = libraries.setdefault(
                    directory, inventory.Library(directory, directory))
                library.units.append(path)
        return closure.units_affected(graph, libraries, changed)


class ScanTest(unittest.TestCase):
    def test_forms_of_include(self):
        includes, _ = closure.parse(
            b'#include "a.h"\n  #  include <b/c.h>\n#include"d.h"\n'
            b'#import "e.h"\n#include_next <f.h>\n#include MACRO\n'
            b'#include /* why */ "g.h"\n')
        self.assertEqual([tuple(i) for i in includes], [
            ('"', "a.h"), ("<", "b/c.h"), ('"', "d.h"), ('"', "e.h"),
            ("<", "f.h"), ("m", "MACRO"), ('"', "g.h")])

    def test_what_is_no_include(self):
        includes, _ = closure.parse(
            b'// #include "a.h"\nint include;\n"#include <b.h>"\n')
        self.assertEqual(includes, [])

    def test_tablegen_includes(self):
        includes, _ = closure.parse(b'include "x/y.td"\n//include "z.td"\n',
                                    True)
        self.assertEqual(includes, [['"', "x/y.td"]])

    def test_defines_that_name_files(self):
        _, defines = closure.parse(
            b'#define WHERE "x.def"\n#define THERE <y/z.h>\n#define N 1\n'
            b'#define TEXT "no file"\n')
        self.assertEqual(defines, {"WHERE": ["x.def"], "THERE": ["y/z.h"]})


class ClosureTest(Toy):
    def test_chain_of_includes(self):
        why = self.units({
            "llvm/include/llvm/A.h": "",
            "llvm/include/llvm/B.h": '#include "llvm/A.h"\n',
            "llvm/lib/X/P.h": '#include "llvm/B.h"\n',
            "llvm/lib/X/One.cpp": '#include "P.h"\n',
            "llvm/lib/X/Two.cpp": "",
        }, {"llvm/include/llvm/A.h"})
        self.assertEqual(why, {"llvm/lib/X/One.cpp": [
            "llvm/lib/X/One.cpp", "llvm/lib/X/P.h", "llvm/include/llvm/B.h",
            "llvm/include/llvm/A.h"]})

    def test_changed_unit_is_its_own_reason(self):
        why = self.units({"llvm/lib/X/One.cpp": "", "llvm/lib/X/Two.cpp": ""},
                         {"llvm/lib/X/Two.cpp"})
        self.assertEqual(why, {"llvm/lib/X/Two.cpp": ["llvm/lib/X/Two.cpp"]})

    def test_cycle(self):
        why = self.units({
            "llvm/include/llvm/A.h": '#include "llvm/B.h"\n',
            "llvm/include/llvm/B.h": '#include "llvm/A.h"\n',
            "llvm/lib/X/P.h": '#include "Q.h"\n#include "llvm/A.h"\n',
            "llvm/lib/X/Q.h": '#include "P.h"\n',
            "llvm/lib/X/One.cpp": '#include "Q.h"\n',
        }, {"llvm/include/llvm/B.h"})
        self.assertEqual(list(why), ["llvm/lib/X/One.cpp"])
        self.assertEqual(why["llvm/lib/X/One.cpp"][-1],
                         "llvm/include/llvm/B.h")

    def test_inactive_includes_count(self):
        why = self.units({
            "llvm/include/llvm/A.h": "",
            "llvm/lib/X/One.cpp": '#if 0\n#include "llvm/A.h"\n#endif\n',
        }, {"llvm/include/llvm/A.h"})
        self.assertEqual(list(why), ["llvm/lib/X/One.cpp"])

    def test_neighbour_hides_the_search_path(self):
        files = {
            "llvm/lib/X/P.h": "",
            "llvm/lib/X/Sub/P.h": "",
            "llvm/lib/X/Sub/One.cpp": '#include "P.h"\n',
        }
        self.assertEqual(self.units(files, {"llvm/lib/X/P.h"}), {})
        self.assertEqual(list(self.units(files, {"llvm/lib/X/Sub/P.h"})),
                         ["llvm/lib/X/Sub/One.cpp"])

    def test_same_name_in_two_libraries(self):
        files = {f"llvm/lib/{lib}/{name}": text for lib in "XY"
                 for name, text in (("P.h", ""),
                                    ("One.cpp", '#include "P.h"\n'))}
        self.assertEqual(list(self.units(files, {"llvm/lib/Y/P.h"})),
                         ["llvm/lib/Y/One.cpp"])

    def test_target_directory_is_searched(self):
        why = self.units({
            "llvm/lib/Target/T/T.h": "",
            "llvm/lib/Target/T/AsmParser/P.cpp": '#include "T.h"\n',
        }, {"llvm/lib/Target/T/T.h"})
        self.assertEqual(list(why), ["llvm/lib/Target/T/AsmParser/P.cpp"])

    def test_generated_file(self):
        files = {
            "llvm/include/llvm/A.h": '#include "llvm/Gen.inc"\n',
            "llvm/lib/X/One.cpp": '#include "llvm/A.h"\n',
            "llvm/lib/X/Two.cpp": '#include "XGen.inc"\n',
        }
        made = {"llvm/include/llvm/Gen.inc", "llvm/lib/X/XGen.inc"}
        self.assertEqual(
            list(self.units(files, {"llvm/include/llvm/Gen.inc"}, made)),
            ["llvm/lib/X/One.cpp"])
        self.assertEqual(
            list(self.units(files, {"llvm/lib/X/XGen.inc"}, made)),
            ["llvm/lib/X/Two.cpp"])

    def test_generated_file_that_includes(self):
        why = self.units({
            "llvm/include/llvm/A.h": "",
            "llvm/lib/X/One.cpp": '#include "XGen.inc"\n',
        }, {"llvm/include/llvm/A.h"},
            {"llvm/lib/X/XGen.inc": [['"', "llvm/A.h"]]})
        self.assertEqual(why["llvm/lib/X/One.cpp"][1:],
                         ["llvm/lib/X/XGen.inc", "llvm/include/llvm/A.h"])

    def test_computed_include_with_a_known_macro(self):
        files = {
            "llvm/include/llvm/Passes.inc": "#include WHERE\n",
            "llvm/lib/X/XPasses.def": "",
            "llvm/lib/X/One.cpp": '#define WHERE "XPasses.def"\n'
                                  '#include "llvm/Passes.inc"\n',
            "llvm/lib/X/Two.cpp": "#include WHERE\n",
            "llvm/lib/Y/Three.cpp": "",
        }
        why = self.units(files, {"llvm/lib/X/XPasses.def"})
        self.assertIn("llvm/lib/X/Two.cpp", why)
        self.assertNotIn("llvm/lib/Y/Three.cpp", why)

    def test_computed_include_in_a_public_header(self):
        # What the macro names is private to the unit that defines it.
        why = self.units({
            "llvm/include/llvm/Passes.inc": "#include WHERE\n",
            "llvm/lib/X/XPasses.def": "",
            "llvm/lib/X/One.cpp": '#define WHERE "XPasses.def"\n'
                                  '#include "llvm/Passes.inc"\n',
        }, {"llvm/lib/X/XPasses.def"})
        self.assertIn("llvm/lib/X/One.cpp", why)

    def test_computed_include_of_anything(self):
        why = self.units({
            "llvm/include/llvm/A.h": "",
            "llvm/lib/X/One.cpp": "#include UNKNOWN\n",
            "llvm/lib/X/Two.cpp": "",
        }, {"llvm/include/llvm/A.h"})
        self.assertEqual(list(why), ["llvm/lib/X/One.cpp"])

    def test_nothing_changed(self):
        self.assertEqual(self.units({
            "llvm/lib/X/One.cpp": "#include UNKNOWN\n"}, set()), {})

    def test_shadowed_headers_bring_their_neighbours(self):
        graph = self.graph({
            "llvm/include/llvm/A.h": "",
            "llvm/include/llvm/B.h": '#include "A.h"\n',
            "llvm/include/llvm/C.h": '#include "llvm/A.h"\n',
            "llvm/include/llvm/D.h": '#include "B.h"\n',
            "llvm/lib/X/P.h": "",
        })
        self.assertEqual(
            closure.shadowed(graph, {"llvm/include/llvm/A.h",
                                     "llvm/lib/X/P.h"}),
            {f"llvm/include/llvm/{n}.h" for n in "ABD"})

    def test_tablegen_commands_that_read_a_change(self):
        graph = self.graph({
            "llvm/include/llvm/Base.td": "",
            "llvm/lib/Target/T/T.td": 'include "llvm/Base.td"\n'
                                      'include "TRegs.td"\n',
            "llvm/lib/Target/T/TRegs.td": "",
            "llvm/lib/Target/U/U.td": "",
        })
        commands = [inventory.Generated(
            f"llvm/lib/Target/{t}/{t}Gen.inc", f"llvm/lib/Target/{t}/{t}.td",
            ("-gen",), (f"llvm/lib/Target/{t}", "llvm/include"), False)
            for t in "TU"]
        for changed in ("llvm/include/llvm/Base.td",
                        "llvm/lib/Target/T/TRegs.td"):
            found = closure.affected_generated(graph, commands, {changed})
            self.assertEqual([c.path for c in found],
                             ["llvm/lib/Target/T/TGen.inc"])


class CacheTest(Toy):
    def test_scan_is_repeated_when_the_file_changes(self):
        self.write({"a.h": '#include "b.h"\n'})
        cache = self.top / "cache.json"
        first = closure.Scanner(cache)
        self.assertEqual(first.scan(self.top / "a.h")[0], [['"', "b.h"]])
        first.save()
        second = closure.Scanner(cache)
        self.assertEqual(second.scan(self.top / "a.h")[0], [['"', "b.h"]])
        self.write({"a.h": '#include "longer.h"\n'})
        third = closure.Scanner(cache)
        self.assertEqual(third.scan(self.top / "a.h")[0], [['"', "longer.h"]])

    def test_damaged_cache_is_ignored(self):
        self.write({"a.h": "", "cache.json": "{ not json"})
        scanner = closure.Scanner(self.top / "cache.json")
        self.assertEqual(scanner.scan(self.top / "a.h")[0], [])


class InventoryTest(Toy):
    def test_libraries(self):
        found = inventory.libraries_in(
            "add_llvm_component_library(LLVMOne\n  A.cpp\n)\n"
            "# add_llvm_library(No)\nadd_llvm_target(XCodeGen ${sources})\n"
            "add_clang_library(clangTwo B.cpp)\n", "llvm/lib/X")
        self.assertEqual([l.name for l in found],
                         ["LLVMOne", "LLVMXCodeGen", "clangTwo"])

    def libraries(self, files: dict, archives=()) -> dict:
        self.write(files)
        for name in archives:
            self.write({f"lib/lib{name}.a": "!<arch>\n"})
        return inventory.find_libraries(self.top, set(files), self.top)[0]

    LLD = {
        "lld/ELF/CMakeLists.txt":
            "add_lld_library(lldELF\n  Arch/X.cpp\n  Writer.cpp\n\n"
            "  LINK_COMPONENTS\n  ${LLVM_TARGETS_TO_BUILD}\n  LTO\n  )\n",
        "lld/ELF/Writer.cpp": "", "lld/ELF/Arch/X.cpp": "",
        # Not in the list, so upstream does not compile it.
        "lld/ELF/Arch/Y.cpp": "",
        "llvm/lib/X/CMakeLists.txt": "add_llvm_library(LLVMX\n  X.cpp)\n",
        "llvm/lib/X/X.cpp": "",
    }

    def test_library_in_no_package(self):
        found = self.libraries(self.LLD)
        self.assertEqual(found["lldELF"].units,
                         ["lld/ELF/Arch/X.cpp", "lld/ELF/Writer.cpp"])
        self.assertEqual((found["lldELF"].whole, found["lldELF"].archive,
                          found["lldELF"].family), (True, None, "lld"))
        # A library that LLVM's packages lack is not linked.
        self.assertEqual((found["LLVMX"].units, found["LLVMX"].whole),
                         ([], False))

    def test_library_that_a_package_has(self):
        found = self.libraries(self.LLD, ["lldELF"])
        self.assertEqual((found["lldELF"].units, found["lldELF"].whole),
                         ([], False))

    def test_retired_units(self):
        def member(name):
            return (name + "/").encode().ljust(48) + b"0         `\n"
        self.write({**self.LLD, "llvm/lib/X/Y.cpp": "", "llvm/lib/X/Z.cpp": "",
                    "llvm/lib/X/Managed.cmake":
                        "# list(APPEND LLVM_OPTIONAL_SOURCES Z.cpp)\n"
                        "list(APPEND LLVM_OPTIONAL_SOURCES Y.cpp)\n",
                    "lib/libLLVMX.a": ""})
        (self.top / "lib/libLLVMX.a").write_bytes(
            b"!<arch>\n" + b"".join(map(member, (
                "X.cpp.o", "Y.cpp.o", "Z.cpp.o"))))
        files = {f"llvm/lib/X/{unit}.cpp" for unit in "XYZ"}
        library = inventory.find_libraries(self.top, files, self.top)[0][
            "LLVMX"]
        self.assertEqual(library.units,
                         ["llvm/lib/X/X.cpp", "llvm/lib/X/Z.cpp"])
        self.assertEqual(library.retired, ["llvm/lib/X/Y.cpp"])

    def test_headers_of_lld_are_searched(self):
        self.assertEqual(closure.search_path("lld/ELF"),
                         ("lld/ELF", "lld/include"))
        why = self.units({
            "lld/include/lld/Common/A.h": "",
            "lld/ELF/One.cpp": '#include "lld/Common/A.h"\n',
            "llvm/lib/X/Two.cpp": '#include "lld/Common/A.h"\n',
        }, {"lld/include/lld/Common/A.h"})
        self.assertEqual(list(why), ["lld/ELF/One.cpp"])

    def test_tablegen_commands(self):
        found = inventory.generated_in(
            "set(LLVM_TARGET_DEFINITIONS X.td)\n"
            "tablegen(LLVM XRegs.inc -gen-register-info)\n"
            "tablegen(LLVM XOps.inc -gen-ops\n   -flag=1)\n",
            "llvm/lib/Target/X")
        self.assertEqual([c.path for c in found], [
            "llvm/lib/Target/X/XRegs.inc", "llvm/lib/Target/X/XOps.inc"])
        self.assertIn("llvm/lib/Target/X/XRegsEnums.inc", found[0].extra)
        self.assertEqual(found[1].arguments, ("-gen-ops", "-flag=1"))
        self.assertEqual(found[1].source, "llvm/lib/Target/X/X.td")

    def test_clang_tablegen_command(self):
        found = inventory.generated_in(
            "clang_tablegen(N.inc -gen-n\n  -I ${CMAKE_CURRENT_SOURCE_DIR}/.."
            "\n  SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/../B/N.td\n"
            "  TARGET ClangN)\n", "clang/lib/A")
        self.assertEqual(found[0].source, "clang/lib/B/N.td")
        self.assertEqual(found[0].arguments, ("-gen-n",))
        self.assertEqual(found[0].includes[:2], ("clang/lib/A", "clang/lib"))
        self.assertTrue(found[0].clang)

    def test_unknown_variables_are_left_out(self):
        self.assertEqual(inventory.generated_in(
            "clang_tablegen(${out} -gen-n SOURCE N.td)\n", "clang/lib/A"), [])

    def test_changes(self):
        upstream, tree = self.top / "u", self.top / "t"
        for top in (upstream, tree):
            self.write({"llvm/lib/A.cpp": "a", "llvm/lib/B.h": "b"}, top)
        self.write({"llvm/lib/B.h": "c", "llvm/lib/N.cpp": ""}, tree)
        changed, new = inventory.changes(
            upstream, tree, inventory.list_files(upstream),
            inventory.list_files(tree))
        self.assertEqual((changed, new),
                         ({"llvm/lib/B.h"}, {"llvm/lib/N.cpp"}))

    def test_deleted_file_is_refused(self):
        with self.assertRaisesRegex(Failure, "A.cpp is missing"):
            inventory.changes(self.top, self.top, {"llvm/lib/A.cpp"}, set())

    def test_archive_members(self):
        long_name = b"AVeryLongUnitNameIndeed.cpp.o/\n"

        def member(name, data):
            return (name.ljust(16) + b"0".ljust(12) + b"0".ljust(6) * 2
                    + b"644".ljust(8) + str(len(data)).encode().ljust(10)
                    + b"`\n" + data + b"\n" * (len(data) % 2))

        archive = self.top / "x.a"
        archive.write_bytes(
            b"!<arch>\n" + member(b"/", b"abc") + member(b"//", long_name)
            + member(b"/0", b"12345") + member(b"Short.cpp.o/", b"1"))
        self.assertEqual(inventory.archive_members(archive), [
            "AVeryLongUnitNameIndeed.cpp.o", "Short.cpp.o"])

    def test_not_an_archive(self):
        self.write({"x.a": "text"})
        with self.assertRaisesRegex(Failure, "not a static archive"):
            inventory.archive_members(self.top / "x.a")


if __name__ == "__main__":
    unittest.main()
