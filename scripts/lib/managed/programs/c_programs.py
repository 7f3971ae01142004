"""Programs in C. docs/Testing.md says how to add one."""

from .recipe import Cmake, Program, Run, Sources


def _run(name: str, *words: str, **more) -> Run:
    """A run of the program that is the first word."""
    return Run(name, ("{build}/" + words[0], *words[1:]), **more)


ZLIB = Program(
    "zlib", "zlib", Sources(
        library=("*.c",),
        programs={"example": ("test/example.c",),
                  # It calls what is hidden in a shared library.
                  "infcover": ("test/infcover.c", "inftrees.c"),
                  "minigzip": ("test/minigzip.c",)},
        flags=("-I{source}", "-D_LARGEFILE64_SOURCE=1", "-DHAVE_HIDDEN",
               "-DHAVE_UNISTD_H", "-DHAVE_STDARG_H")),
    (_run("example", "example"),
     # It prints what an error costs in memory, which is an address.
     _run("infcover", "infcover", ignore=(r"0x[0-9a-f]+",)),
     _run("minigzip", "minigzip", "-c", "-9", "zlib.3.pdf",
          copies=("{source}/zlib.3.pdf",)),
     _run("minigzip fast", "minigzip", "-c", "-1", "ChangeLog",
          copies=("{source}/ChangeLog",)),
     _run("minigzip stdin", "minigzip", stdin="{source}/ChangeLog")),
    ("deflate.c", "inflate.c"))

BZIP2 = Program(
    "bzip2", "bzip2", Sources(
        library=("blocksort.c", "huffman.c", "crctable.c", "randtable.c",
                 "compress.c", "decompress.c", "bzlib.c"),
        programs={"bzip2": ("bzip2.c",)},
        flags=("-D_FILE_OFFSET_BITS=64",)),
    (*(_run(f"compress {number}", "bzip2", f"-{number}",
            stdin=f"{{source}}/sample{number}.ref") for number in (1, 2, 3)),
     *(_run(f"decompress {number}", "bzip2", "-d" + small,
            stdin=f"{{source}}/sample{number}.bz2")
       for number, small in ((1, ""), (2, ""), (3, "s"))),
     _run("test", "bzip2", "-tvv", "sample1.bz2", "sample2.bz2",
          copies=("{source}/sample1.bz2", "{source}/sample2.bz2"))),
    ("blocksort.c", "decompress.c"))

_CJSON_TESTS = (
    "parse_examples", "parse_number", "parse_hex4", "parse_string",
    "parse_array", "parse_object", "parse_value", "print_string",
    "print_number", "print_array", "print_object", "print_value",
    "misc_tests", "parse_with_opts", "compare_tests", "cjson_add",
    "readme_examples", "minify_tests", "json_patch_tests", "old_utils_tests",
    "misc_utils_tests")
CJSON = Program(
    "cjson", "cjson", Sources(
        library=("cJSON.c", "cJSON_Utils.c"),
        programs={**{name: (f"tests/{name}.c", "tests/unity/src/unity.c")
                     for name in _CJSON_TESTS},
                  "workload": ("{inputs}/cjson.c",)},
        flags=("-I{source}", "-I{source}/tests/unity/src",
               "-I{source}/tests", "-std=gnu99"),
        libraries=("-lm",)),
    (*(_run(name, name, copies=("{source}/tests/inputs",
                                "{source}/tests/json-patch-tests"))
       for name in _CJSON_TESTS),
     _run("workload", "workload", "40")),
    ("cJSON.c",))

_GIFS = ("fire", "gifgrid", "porsche", "solid2", "treescap",
         "treescap-interlaced", "welcome2", "x-trans")
_GIF_TOOLS = ("giftext", "gif2rgb", "gifbuild", "gifhisto", "gifclrmp",
              "giftool", "gifecho", "giffix")
GIFLIB = Program(
    "giflib", "giflib", Sources(
        library=("dgif_lib.c", "egif_lib.c", "gifalloc.c", "gif_err.c",
                 "gif_font.c", "gif_hash.c", "openbsd-reallocarray.c",
                 "quantize.c", "qprintf.c", "getarg.c"),
        programs={name: (f"{name}.c",) for name in _GIF_TOOLS},
        flags=("-I{source}", "-std=gnu99"), libraries=("-lm",)),
    (*(_run(f"{tool} {gif}", tool, *words, f"{{source}}/pic/{gif}.gif")
       for gif in _GIFS
       for tool, *words in (("giftext", "-r"), ("gif2rgb",),
                            ("gifbuild", "-d"), ("gifhisto", "-t"))),
     _run("gifecho", "gifecho", "-t", "one two three"),
     _run("giffix", "giffix", "{source}/pic/treescap.gif"),
     _run("giftool", "giftool", "-b", "3", "-f", "%w %h\\n",
          stdin="{source}/pic/fire.gif")),
    ("dgif_lib.c", "egif_lib.c"))

LIBPNG = Program(
    "libpng", "libpng1.6", Sources(
        library=("png*.c", "{zlib}/*.c"),
        programs={"pngtest": ("pngtest.c",),
                  "pngvalid": ("contrib/libtests/pngvalid.c",),
                  "pngstest": ("contrib/libtests/pngstest.c",)},
        without="^pngtest.c$",
        flags=("-I{build}", "-I{source}", "-I{zlib}", "-DHAVE_UNISTD_H",
               "-D_LARGEFILE64_SOURCE=1", "-DHAVE_HIDDEN",
               "-DPNG_INTEL_SSE_OPT=0", "-DPNG_ARM_NEON_OPT=0"),
        prepare=(("cp", "{source}/scripts/pnglibconf.h.prebuilt",
                  "pnglibconf.h"),), libraries=("-lm",)),
    (_run("pngtest", "pngtest", "{source}/pngtest.png", "out.png",
          writes=("out.png",)),
     # Twenty thousand million instructions.
     _run("pngvalid", "pngvalid", counted=False),
     *(_run(f"pngstest {name}", "pngstest", "--strict",
            f"{{source}}/contrib/testpngs/{name}.png")
       for name in ("rgb-alpha-16-linear", "palette-8-sRGB-tRNS",
                    "gray-alpha-8-1.8"))),
    ("pngrtran.c", "pngread.c"), also=("zlib",))

_YAML = tuple(f"{{source}}/examples/{name}.yaml" for name in (
    "anchors", "array", "global-tag", "json", "mapping", "numbers",
    "strings", "tags", "yaml-version"))
_YAML_TOOLS = ("test-reader", "test-version", "run-parser", "run-scanner",
               "run-loader", "run-emitter", "run-dumper",
               "run-parser-test-suite", "example-deconstructor",
               "example-reformatter")
LIBYAML = Program(
    "libyaml", "libyaml", Sources(
        library=("src/*.c",),
        programs={name: (f"tests/{name}.c",) for name in _YAML_TOOLS},
        flags=("-I{source}/include", "-I{source}/src",
               '-DYAML_VERSION_STRING="0.2.5"', "-DYAML_VERSION_MAJOR=0",
               "-DYAML_VERSION_MINOR=2", "-DYAML_VERSION_PATCH=5")),
    (*(_run(name, name) for name in _YAML_TOOLS[:2]),
     *(_run(name, name, *_YAML) for name in _YAML_TOOLS[2:7]),
     *(_run(f"{tool} {number}", tool, stdin=file)
       for tool in _YAML_TOOLS[8:] for number, file in enumerate(_YAML)),
     *(_run(f"run-parser-test-suite {number}", "run-parser-test-suite", file)
       for number, file in enumerate(_YAML))),
    ("scanner.c", "emitter.c"))

EXPAT = Program(
    "expat", "expat", Sources(
        library=("expat/lib/*.c",),
        programs={"runtests": ("expat/tests/*.c",),
                  "xmlwf": ("expat/xmlwf/xmlwf.c", "expat/xmlwf/xmlfile.c",
                            "expat/xmlwf/codepage.c",
                            "expat/xmlwf/unixfilemap.c"),
                  "elements": ("expat/examples/elements.c",)},
        without=r"_(impl|ns)\.c$",
        files={"expat_config.h": "#define BYTEORDER 1234\n"
               "#define XML_CONTEXT_BYTES 1024\n#define XML_DTD 1\n"
               "#define XML_NS 1\n#define XML_GE 1\n"
               "#define HAVE_GETRANDOM 1\n#define XML_DEV_URANDOM 1\n"
               "#define HAVE_UNISTD_H 1\n#define STDC_HEADERS 1\n"
               '#define PACKAGE_STRING "expat"\n'},
        flags=("-I{build}", "-I{source}/expat/lib", "-DHAVE_EXPAT_CONFIG_H",
               "-D_GNU_SOURCE"), libraries=("-lm",)),
    (_run("runtests", "runtests", "-v"),
     *(_run(f"xmlwf {name}", "xmlwf",
            f"{{source}}/testdata/largefiles/{name}.xml")
       for name in ("recset", "ns_att_test", "aaaaaa_attr")),
     _run("elements", "elements",
          stdin="{source}/testdata/largefiles/nes96.xml")),
    ("xmlparse.c", "xmltok.c"))

LZ4 = Program(
    "lz4", "lz4", Sources(
        library=("lib/*.c", "programs/datagen.c"),
        programs={"lz4": ("programs/bench.c", "programs/lz4cli.c",
                          "programs/lz4io.c"),
                  "fuzzer": ("tests/fuzzer.c",),
                  "frametest": ("tests/frametest.c",)},
        flags=("-I{source}/lib", "-I{source}/programs",
               "-DXXH_NAMESPACE=LZ4_")),
    (*(_run(f"compress {level}", "lz4", "-c", f"-{level}",
            "{source}/lib/lz4.c") for level in (1, 9, 12)),
     # It maps the lowest address that it gets: the wide guard is in the way.
     _run("fuzzer", "fuzzer", "-s1", "-i30", "-v",
          ignore=(r"\r[^\n]*\r", r"address 0x[0-9a-f]+")),
     _run("frametest", "frametest", "-s1", "-i30",
          ignore=(r"\r[^\n\r]*",))),
    ("lib/lz4hc.c", "lib/lz4.c"))

ZSTD = Program(
    "zstd", "libzstd", Sources(
        library=("lib/common/*.c", "lib/compress/*.c", "lib/decompress/*.c",
                 "lib/dictBuilder/*.c", "programs/util.c",
                 "programs/timefn.c", "programs/datagen.c"),
        programs={"zstd": ("programs/zstdcli.c", "programs/fileio.c",
                           "programs/fileio_asyncio.c", "programs/dibio.c",
                           "programs/benchfn.c", "programs/benchzstd.c",
                           "programs/zstdcli_trace.c"),
                  "zstreamtest": ("tests/zstreamtest.c", "tests/seqgen.c",
                                  "tests/external_matchfinder.c")},
        flags=tuple(f"-I{{source}}/{folder}" for folder in (
            "lib", "lib/common", "lib/compress", "lib/dictBuilder",
            "programs"))
        + ("-DXXH_NAMESPACE=ZSTD_", "-DZSTD_DISABLE_ASM",
           "-DZSTD_LEGACY_SUPPORT=0", "-DZSTD_MULTITHREAD", "-pthread"),
        libraries=("-pthread",)),
    (*(_run(f"compress {level}", "zstd", "-q", "-c", "--single-thread",
            f"-{level}", "{source}/lib/compress/zstd_compress.c")
       for level in (1, 7, 19)),
     _run("train", "zstd", "-q", "--train", "-r", "{source}/lib/common",
          "-o", "dictionary", writes=("dictionary",)),
     _run("zstreamtest", "zstreamtest", "-s1", "-t1", "-i20",
          ignore=(r"\r[^\n\r]*",))),
    ("zstd_compress.c", "zstd_opt.c"))

_PCRE2 = "auto_possess compile config context convert dfa_match error extuni " \
    "find_bracket jit_compile maketables match match_data newline ord2utf " \
    "pattern_info script_run serialize string_utils study substitute " \
    "substring tables ucd valid_utf xclass"
PCRE2 = Program(
    "pcre2", "pcre2", Sources(
        library=(*(f"src/pcre2_{name}.c" for name in _PCRE2.split()),
                 "src/pcre2posix.c", "{build}/pcre2_chartables.c"),
        programs={"pcre2test": ("src/pcre2test.c",),
                  "pcre2grep": ("src/pcre2grep.c",)},
        flags=("-I{build}", "-I{source}/src", "-DHAVE_CONFIG_H",
               "-DPCRE2_CODE_UNIT_WIDTH=8", "-DSUPPORT_PCRE2_8",
               "-DSUPPORT_UNICODE", "-DHAVE_DIRENT_H", "-DHAVE_UNISTD_H",
               "-DHAVE_SYS_STAT_H", "-DHAVE_SYS_TYPES_H", "-DHAVE_STRERROR",
               "-DHAVE_MEMMOVE"),
        prepare=(("cp", "{source}/src/config.h.generic", "config.h"),
                 ("cp", "{source}/src/pcre2.h.generic", "pcre2.h"),
                 ("cp", "{source}/src/pcre2_chartables.c.dist",
                  "pcre2_chartables.c"))),
    (*(_run(f"pcre2test {number}", "pcre2test", "-q",
            f"{{source}}/testdata/testinput{number}", "out",
            writes=("out",), copies=("{source}/testdata",
                                    "{source}/testdata/testbtables"))
       for number in (1, 2, 4, 5, 6, 7, 10, 20, 23)),
     _run("pcre2grep", "pcre2grep", "-n", r"(?i)\b(\w)\w*\1\b",
          "{source}/ChangeLog")),
    ("pcre2_compile.c", "pcre2_match.c"))

SQLITE3 = Program(
    "sqlite3", "sqlite3", Sources(
        library=("{build}/sqlite3.c",),
        programs={"sqlite3": ("{build}/shell.c",),
                  "speedtest1": ("test/speedtest1.c",)},
        # The amalgamation is made once, with tclsh.
        prepare=(("sh", "-c", "CC={cc} {source}/configure --disable-tcl "
                  "--disable-readline && make sqlite3.c shell.c"),),
        flags=("-I{build}", "-DSQLITE_THREADSAFE=1", "-DSQLITE_ENABLE_FTS5",
               "-DSQLITE_ENABLE_RTREE", "-DSQLITE_ENABLE_DBSTAT_VTAB",
               "-DSQLITE_ENABLE_SESSION", "-DSQLITE_ENABLE_PREUPDATE_HOOK"),
        libraries=("-lm", "-ldl", "-pthread")),
    (_run("script", "sqlite3", "-batch", ":memory:",
          stdin="{inputs}/sqlite3.sql", expected=1),
     _run("speedtest1", "speedtest1", "--size", "3", "--verify",
          ignore=(r"\d+\.\d+s",))),
    ("sqlite3.c",), needs=("tcl",))

LIBXML2 = Program(
    "libxml2", "libxml2", Cmake(
        tuple(f"-DLIBXML2_WITH_{name}=OFF" for name in (
            "PYTHON", "LZMA", "ZLIB", "ICU", "HTTP", "FTP")),
        ("xmllint", "testapi")),
    (_run("testapi", "testapi", ignore=(r"0x[0-9a-f]+",)),
     _run("html", "xmllint", "--html", "--nowarning", "--format",
          *(f"{{source}}/doc/APIchunk{number}.html"
            for number in (0, 1, 10, 11))),
     _run("schema", "xmllint", "--noout", "--schema",
          "{source}/test/schemas/issue491_0.xsd",
          "{source}/test/schemas/issue491_0.xml", expected=5),
     _run("xpath", "xmllint", "--html", "--nowarning", "--xpath",
          "count(//a[contains(@href, 'xml')])",
          "{source}/doc/APIchunk12.html"),
     _run("stream", "xmllint", "--stream", "--noout",
          "{source}/doc/libxml2-api.xml")),
    ("xmlschemas.c", "parser.c"))

JQ = Program(
    "jq", "jq", Sources(
        library=("src/*.c",), without=r"^src/(main|inject_errors)\.c$",
        programs={"jq": ("src/main.c",)},
        prepare=(("sh", "-c", r"""sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' """
                  r"""-e 's/^/"/' -e 's/$/\\n"/' {source}/src/builtin.jq """
                  "> src/builtin.inc"),),
        files={"src/version.h": '#define JQ_VERSION "1.6"\n'},
        flags=("-I{build}", "-I{build}/src", "-I{source}/src",
               "-D_GNU_SOURCE", "-DIEEE_8087", "-DHAVE_MEMMEM",
               "-DHAVE_TM_TM_GMT_OFF", "-DHAVE_TIMEGM", "-DHAVE_GMTIME_R",
               "-DHAVE_GMTIME", "-DHAVE_STRPTIME", "-DHAVE_STRFTIME",
               "-DHAVE_MKTIME", "-DHAVE_FLOOR", "-DHAVE_SQRT", "-DHAVE_POW",
               "-DHAVE_LOG", "-DHAVE_LOG2", "-DHAVE_EXP", "-DHAVE_EXP10",
               "-DHAVE_ATAN2", "-DHAVE_FREXP", "-DHAVE_MODF", "-DHAVE_CEIL"),
        libraries=("-lm", "-pthread")),
    # Three of 340 tests fail as it is configured here. All of them execute
    # fifty thousand million instructions.
    (_run("tests", "jq", "-L", "tests/modules", "--run-tests",
          "{source}/tests/jq.test", copies=("{source}/tests",), expected=1,
          counted=False),
     _run("workload", "jq", "-n", "[range(20000) | {a: ., b: tostring, "
          "c: (. % 7)}] | group_by(.c) | map({k: .[0].c, n: length, s: "
          "(map(.b | length) | add)})")),
    ("jv.c", "execute.c"))

PROGRAMS = (ZLIB, BZIP2, CJSON, GIFLIB, LIBPNG, LIBYAML, EXPAT, LZ4, ZSTD,
            PCRE2, SQLITE3, LIBXML2, JQ)
