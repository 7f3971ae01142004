"""Programs in C++. docs/Testing.md says how to add one."""

from ..bench import devirt_programs
from .recipe import Cmake, Program, Run, Sources

# Tests of googletest's kind, without times.
QUIET = ("--gtest_color=no", "--gtest_print_time=0", "--gtest_brief=1")
GOOGLETEST = tuple(f"-I{{googletest}}/{folder}" for folder in (
    "googletest/include", "googletest", "googlemock/include", "googlemock"))
# What prints how long something took.
TIMES = (r"\(\d+ ms( total)?\)", r"\d+(\.\d+)? ?[mun]?s\b")


def _run(name: str, *words: str, **more) -> Run:
    """A run of the program that is the first word."""
    return Run(name, ("{build}/" + words[0], *words[1:]), **more)


JSONCPP = Program(
    "jsoncpp", "libjsoncpp", Sources(
        library=("src/lib_json/*.cpp",),
        programs={"jsoncpp_test": ("src/test_lib_json/*.cpp",),
                  "workload": ("{inputs}/jsoncpp.cpp",)},
        flags=("-I{source}/include",), cxx_flags=("-std=c++17",)),
    (_run("jsoncpp_test", "jsoncpp_test"),
     _run("workload", "workload", "40")),
    ("json_reader.cpp", "json_value.cpp", "json_writer.cpp"), cxx=True)

_RE2_TESTS = ("charclass_test", "compile_test", "filtered_re2_test",
              "mimics_pcre_test", "parse_test", "re2_arg_test", "re2_test",
              "regexp_test", "required_prefix_test", "search_test",
              "set_test", "simplify_test")
# The package leaves out tables, and makes them from Unicode's data.
_RE2_TABLES = {"unicode_casefold": "/usr/bin/python3 -B {source}/re2/make_"
               "unicode_casefold.py",
               "unicode_groups": "/usr/bin/python3 -B {source}/re2/make_"
               "unicode_groups.py",
               "perl_groups": "perl {source}/re2/make_perl_groups.pl"}
RE2 = Program(
    "re2", "re2", Sources(
        library=(*(f"{{build}}/{name}.cc" for name in _RE2_TABLES),
                 "re2/*.cc", "util/rune.cc", "util/strutil.cc",
                 "util/pcre.cc", "re2/testing/*r.cc",
                 "re2/testing/backtrack.cc", "re2/testing/dump.cc"),
        programs={name: (f"re2/testing/{name}.cc", "util/test.cc")
                  for name in _RE2_TESTS},
        prepare=tuple(("sh", "-c", f"{command} > {name}.cc")
                      for name, command in _RE2_TABLES.items()),
        flags=("-I{source}", "-pthread"), cxx_flags=("-std=c++17",),
        libraries=("-pthread",)),
    # One test prints an address.
    tuple(_run(name, name, ignore=(r"0x[0-9a-f]+",)) for name in _RE2_TESTS),
    ("re2/parse.cc", "re2/dfa.cc", "re2/re2.cc", "re2/compile.cc",
     "re2/prog.cc"), cxx=True,
    needs=("unicode-data", "python3", "python3-six"))

PUGIXML = Program(
    "pugixml", "pugixml", Sources(
        library=("src/pugixml.cpp",),
        programs={"tests": ("tests/*.cpp",)}, without=r"tests/fuzz_",
        flags=("-I{source}/src", "-I{source}/tests"),
        cxx_flags=("-std=c++17",)),
    (_run("tests", "tests", copies=("{source}/tests",), ignore=TIMES),),
    ("src/pugixml.cpp",), cxx=True)

MUPARSER = Program(
    "muparser", "muparser", Sources(
        library=("src/*.cpp",),
        programs={"t_ParserTest": ("test/t_ParserTest.cpp",)},
        flags=("-I{source}/include",), cxx_flags=("-std=c++17",)),
    (_run("t_ParserTest", "t_ParserTest", ignore=(r"\d+\.\d+ ?ms",)),),
    ("src/muParserBase.cpp", "src/muParserTokenReader.cpp",
     "src/muParserCallback.cpp", "src/muParserBytecode.cpp",
     "src/muParserError.cpp"), cxx=True)

YAML_CPP = Program(
    "yaml-cpp", "yaml-cpp", Sources(
        library=("src/*.cpp", "src/contrib/*.cpp"),
        programs={"yaml-cpp-tests": (
            "test/*.cpp", "test/integration/*.cpp", "test/node/*.cpp",
            "{googletest}/googletest/src/gtest-all.cc",
            "{googletest}/googlemock/src/gmock-all.cc")},
        flags=("-I{source}/include", "-I{source}/src"),
        own_flags={"yaml-cpp-tests": (
            "-I{source}/test", "-I{source}/test/integration", *GOOGLETEST)},
        cxx_flags=("-std=c++17",), libraries=("-pthread",)),
    (_run("yaml-cpp-tests", "yaml-cpp-tests", *QUIET),),
    ("src/scanner.cpp", "src/emitter.cpp", "src/emitterutils.cpp",
     "src/singledocparser.cpp", "src/stream.cpp"), cxx=True,
    also=("googletest",))

NINJA = Program(
    "ninja-build", "ninja-build", Sources(
        library=("src/*.cc",),
        programs={"ninja_test": (
            "src/build_log_test.cc", "src/build_test.cc",
            "src/clean_test.cc", "src/clparser_test.cc",
            "src/depfile_parser_test.cc", "src/deps_log_test.cc",
            "src/disk_interface_test.cc", "src/dyndep_parser_test.cc",
            "src/edit_distance_test.cc", "src/graph_test.cc",
            "src/json_test.cc", "src/lexer_test.cc",
            "src/manifest_parser_test.cc", "src/missing_deps_test.cc",
            "src/ninja_test.cc", "src/state_test.cc",
            "src/string_piece_util_test.cc", "src/subprocess_test.cc",
            "src/util_test.cc", "src/test.cc"),
            "ninja": ("src/ninja.cc",)},
        without=r"-win32|test\.cc|perftest|hash_collision_bench|browse"
                r"|\.in\.cc|/ninja\.cc",
        # With -I, <getopt.h> would be the one of other systems.
        cxx_flags=("-std=c++11",)),
    (_run("ninja_test", "ninja_test", ignore=(r"\r[^\n]*\r", r"\x1b\[K"),
          counted=False),
     *(_run(tool, "ninja", "-C", "{build}", "-t", tool)
       for tool in ("commands", "compdb"))),
    ("src/build.cc", "src/graph.cc", "src/ninja.cc", "src/util.cc",
     "src/build_log.cc"), cxx=True, targets=("x86-64",))

BULLET = Program(
    "bullet", "bullet", Sources(
        library=("src/LinearMath/*.cpp", "src/LinearMath/TaskScheduler/*.cpp",
                 "src/BulletCollision/*/*.cpp", "src/BulletDynamics/*/*.cpp",
                 "src/BulletSoftBody/*.cpp"),
        programs={"workload": ("{inputs}/bullet.cpp",)},
        flags=("-I{source}/src", "-DBT_USE_DOUBLE_PRECISION"),
        cxx_flags=("-std=c++17",),
        # One of the functions in its shared library is defined nowhere.
        libraries=("-pthread", "-Wl,--allow-shlib-undefined")),
    (_run("workload", "workload", "200"),),
    ("btSoftBody.cpp", "btSequentialImpulseConstraintSolver.cpp",
     "btMultiBody.cpp", "btConvexHullComputer.cpp",
     "btDiscreteDynamicsWorld.cpp"), cxx=True)

GTEST = Program(
    "googletest", "googletest", Sources(
        library=("googletest/src/gtest-all.cc",
                 "googlemock/src/gmock-all.cc"),
        programs={"gtest_unittest": ("googletest/test/gtest_unittest.cc",
                                     "googletest/src/gtest_main.cc"),
                  "printers": (
                      "googletest/test/googletest-printers-test.cc",
                      "googletest/src/gtest_main.cc"),
                  # It has a main of its own.
                  "spec-builders": (
                      "googlemock/test/gmock-spec-builders_test.cc",),
                  "function-mocker": (
                      "googlemock/test/gmock-function-mocker_test.cc",
                      "googlemock/src/gmock_main.cc")},
        flags=GOOGLETEST, cxx_flags=("-std=c++17",),
        libraries=("-pthread",)),
    tuple(_run(name, name, *QUIET, ignore=TIMES)
          for name in ("gtest_unittest", "printers", "spec-builders",
                       "function-mocker")),
    ("src/gtest-all.cc",), cxx=True, also=("googletest",))

CAPNPROTO = Program(
    "capnproto", "capnproto", Sources(
        library=("src/kj/*.c++", "src/kj/parse/*.c++",
                 "src/capnp/*.c++", "src/capnp/compiler/*.c++",
                 "src/capnp/compat/json.c++",
                 "src/capnp/compat/json.capnp.c++"),
        programs={
            "kj-tests": tuple(
                f"src/kj/{name}-test.c++" for name in (
                    "common", "memory", "array", "list", "string", "table",
                    "map", "exception", "debug", "io", "refcount",
                    "string-tree", "encoding", "arena", "units", "tuple",
                    "one-of", "function", "filesystem", "parse/common",
                    "parse/char", "async", "async-queue"))
            + ("src/kj/test.c++",),
            "capnp": ("src/capnp/compiler/capnp.c++",)},
        without=r"[-/]test\.c\+\+$|win32|testcase|test-util|afl|/capnpc-"
                r"|capnp/compiler/(capnp|cxx|.*-test)\.c\+\+|benchmark",
        flags=("-I{source}/src", "-pthread"), cxx_flags=("-std=c++14",),
        libraries=("-pthread",)),
    (_run("kj-tests", "kj-tests", ignore=(r"\(\d+ \S*s\)",)),
     _run("compile", "capnp", "compile", "-o-", "--src-prefix={source}/src",
          "-I{source}/src", "{source}/src/capnp/test.capnp",
          "{source}/src/capnp/schema.capnp")),
    ("src/capnp/schema-loader.c++", "src/capnp/layout.c++",
     "src/capnp/dynamic.c++", "src/kj/filesystem.c++",
     "src/kj/filesystem-disk-unix.c++"), cxx=True)

ANTLR4 = Program(
    "antlr4", "antlr4-cpp-runtime", Sources(
        library=("runtime/src/*.cpp", "runtime/src/*/*.cpp",
                 "runtime/src/*/*/*.cpp"),
        programs={"workload": ("{inputs}/antlr4.cpp",)},
        flags=("-I{source}/runtime/src",), cxx_flags=("-std=c++14",),
        libraries=("-pthread",)),
    (_run("workload", "workload", "100"),),
    ("atn/ParserATNSimulator.cpp", "atn/ATNDeserializer.cpp",
     "atn/LexerATNSimulator.cpp", "atn/PredictionContext.cpp",
     "src/Parser.cpp"), cxx=True)

EXIV2 = Program(
    "exiv2", "exiv2", Cmake(
        ("-DEXIV2_BUILD_SAMPLES=OFF", "-DEXIV2_ENABLE_NLS=OFF",
         "-DEXIV2_ENABLE_BMFF=ON"), ("exiv2",)),
    tuple(_run(f"{what} {kind}", "bin/exiv2", f"-p{what}",
               *(f"{{source}}/test/data/{name}" for name in names),
               # It cannot read some of these.
               expected=int(kind == "broken"))
          for kind, names in (
              ("jpeg", ("FurnaceCreekInn.jpg", "Reagan.jpg",
                        "ReaganLargeJpg.jpg", "DSC_3079.jpg")),
              ("tiff", ("Reagan.tiff", "ReaganLargeTiff.tiff")),
              ("others", ("Reagan.jp2", "ReaganSmallPng.png",
                          "Stonehenge.heic", "20110626_213900.psd",
                          "Canon-R6-pruned.CR3")),
              ("broken", ("POC1", "POC5", "POC13", "1-string-format.jpg",
                          "003-heap-buffer-over", "009-stack-over")),
              ("exv", ("CH0_0174.exv", "Stonehenge.exv", "_DSC8437.exv",
                       "RAW_PENTAX_K30.exv")))
          for what in "ah"),
    ("src/tags_int.cpp", "src/value.cpp", "src/tiffimage_int.cpp",
     "src/basicio.cpp", "src/convert.cpp"), cxx=True,
    needs=("zlib1g-dev", "libexpat1-dev"), targets=("x86-64",))

POCO = Program(
    "poco", "poco", Cmake(
        ("-DENABLE_TESTS=ON", "-DPOCO_UNBUNDLED=ON", *(
            f"-DENABLE_{name}=OFF" for name in (
                "NET", "NETSSL", "CRYPTO", "JWT", "MONGODB", "REDIS", "DATA",
                "DATA_SQLITE", "DATA_MYSQL", "DATA_POSTGRESQL", "DATA_ODBC",
                "ZIP", "PAGECOMPILER", "PAGECOMPILER_FILE2PAGE",
                "ENCODINGS", "ACTIVERECORD", "ACTIVERECORD_COMPILER",
                "UTIL"))),
        ("JSON-testrunner", "XML-testrunner")),
    (_run("JSON", "bin/JSON-testrunner", "-ignore", "/dev/null", "-all",
          copies=("{source}/JSON/testsuite/data",), ignore=(r"\d+ ms",)),
     _run("XML", "bin/XML-testrunner", "-all", ignore=(r"\d+ ms",))),
    ("XML/src/DOMParser.cpp", "XML/src/ParserEngine.cpp",
     "XML/src/XMLWriter.cpp", "Foundation/src/URI.cpp",
     "Foundation/src/Path.cpp"), cxx=True, targets=("x86-64",),
    needs=("libpcre3-dev", "zlib1g-dev", "libexpat1-dev"))

PROTOBUF = Program(
    "protobuf", "protobuf", Sources(
        library=("src/google/protobuf/*.cc", "src/google/protobuf/io/*.cc",
                 "src/google/protobuf/stubs/*.cc",
                 "src/google/protobuf/util/**/*.cc",
                 "src/google/protobuf/compiler/*.cc",
                 "src/google/protobuf/compiler/*/*.cc"),
        programs={"protoc": ("src/google/protobuf/compiler/main.cc",)},
        without=r"_(unit)?test(\.|_)|test_util|unittest|/mock_|tester|gzip"
                r"|compiler/main\.cc|test_plugin|test_bad|/testing/"
                r"|lite_arena|map_lite_test|annotation_test|bootstrap",
        flags=("-I{source}/src", "-DHAVE_PTHREAD"),
        cxx_flags=("-std=c++17",), libraries=("-pthread",)),
    (_run("cpp", "protoc", "--cpp_out=.", "-I{source}/src",
          "{source}/src/google/protobuf/unittest.proto",
          writes=("google/protobuf/unittest.pb.cc",)),
     _run("java", "protoc", "--java_out=.", "-I{source}/src",
          "{source}/src/google/protobuf/unittest.proto"),
     _run("descriptors", "protoc", "--descriptor_set_out=/dev/stdout",
          "--include_imports", "--include_source_info", "-I{source}/src",
          "{source}/src/google/protobuf/unittest.proto",
          "{source}/src/google/protobuf/test_messages_proto3.proto"),
     _run("wrong", "protoc", "--cpp_out=.", "-I{source}/src",
          "{source}/src/google/protobuf/arena.h", expected=1)),
    ("src/google/protobuf/descriptor.cc",
     "src/google/protobuf/descriptor.pb.cc",
     "src/google/protobuf/compiler/cpp/message.cc",
     "src/google/protobuf/generated_message_reflection.cc",
     "src/google/protobuf/text_format.cc"), cxx=True)


# The next largest files of the programs of scripts/bench devirt; tinyxml2 has
# one.
_NEXT_LARGEST = {
    "tinyxml2": (),
    "box2d": ("b2_contact_solver.cpp", "b2_dynamic_tree.cpp",
              "b2_prismatic_joint.cpp", "b2_wheel_joint.cpp"),
    "leveldb": ("db/db_impl.cc", "util/env_posix.cc", "db/repair.cc",
                "db/version_edit.cc"),
    "xerces-c": ("internal/SGXMLScanner.cpp", "internal/IGXMLScanner2.cpp",
                 "internal/DGXMLScanner.cpp", "DTD/DTDScanner.cpp"),
}


def _from_benchmark(one: devirt_programs.Program) -> Program:
    """A program of scripts/bench devirt."""
    return Program(
        one.name, one.package, Sources(
            library=one.sources,
            programs={"driver": (str(devirt_programs.DRIVERS
                                     / one.driver),)},
            without=one.without,
            flags=tuple(flag.replace("-I", "-I{source}/", 1)
                        if flag.startswith("-I") and flag[2] != "/"
                        else flag for flag in one.flags),
            libraries=("-pthread",)),
        (_run("driver", "driver", *one.arguments),),
        (one.largest, *_NEXT_LARGEST[one.name]), cxx=True)


PROGRAMS = (JSONCPP, RE2, PUGIXML, MUPARSER, YAML_CPP, NINJA, BULLET, GTEST,
            CAPNPROTO, ANTLR4, EXIV2, POCO, PROTOBUF,
            *map(_from_benchmark, devirt_programs.PROGRAMS))
