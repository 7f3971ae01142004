"""How upstream's test suites are set up for tools we did not build.

Upstream's build writes one lit.site.cfg.py per suite. There is no such build
here, so the same settings are read from where the distribution recorded them:
LLVMConfig.cmake, llvm-config.h and clang's config.h. That way a test that
upstream's own build runs is not silently unsupported here.

There are two sides, which differ in nothing but the tools:

  patched   the overlay's tools, and the distribution's for all others
  baseline  the distribution's tools
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .. import paths
from ..ui import Failure
from . import options as lit_options

SIDES = ("patched", "baseline")

# Suite name as lit prints it -> the project it belongs to.
SUITES = {"LLVM": "llvm", "Clang": "clang", "lld": "lld"}


@dataclass(frozen=True)
class Layout:
    """The directories a test run needs; tests of this code use toy ones."""

    repo: Path = paths.REPO
    tree: Path = paths.TREE
    build: Path = paths.BUILD
    prefix: Path = paths.LLVM_PREFIX
    cache: Path = paths.CACHE
    # Directories whose tools come before those of the overlay.
    tools: tuple = field(default=())
    # Tells runs apart that go on at the same time.
    slot: int = 0
    # The list of tests that run with options, if it is not the repository's.
    options: Path = None

    @property
    def output(self) -> Path:
        return self.build / "test"

    def side(self, side: str) -> Path:
        """Where `side` has its tools, configurations and output."""
        if side == "patched" and self.tools:
            names = "\0".join(map(str, self.tools))
            side += "-" + hashlib.sha256(names.encode()).hexdigest()[:8]
        if self.slot:
            side += f"-{self.slot + 1}"
        return self.output / side

    @property
    def options_list(self) -> Path:
        return self.options or self.repo / lit_options.FILE

    @property
    def lit(self) -> Path:
        return self.prefix / "utils" / "lit"


def _cmake_value(name: str, text: str):
    """A CMake or C value as Python: booleans become bool."""
    text = text.strip().strip('"')
    if name.startswith("LLVM_VERSION"):
        return text
    if text.upper() in ("ON", "TRUE", "1", "YES"):
        return True
    if text.upper() in ("OFF", "FALSE", "0", "NO"):
        return False
    return text


def _cmake_settings(path: Path) -> dict:
    if not path.is_file():
        raise Failure(f"{path} is missing; install llvm-22-dev")
    found = re.findall(r"^set\((\w+) ?(.*)\)$", path.read_text(), re.M)
    return {name: _cmake_value(name, value) for name, value in found}


def _header_settings(path: Path) -> dict:
    if not path.is_file():
        raise Failure(f"{path} is missing; install llvm-22-dev and "
                      "libclang-22-dev")
    found = re.findall(r"^#define (\w+)[ \t]*(.*)$", path.read_text(), re.M)
    return {name: _cmake_value(name, value or "1") for name, value in found}


def distribution(prefix: Path) -> dict:
    """How the distribution configured its LLVM and clang."""
    settings = {}
    settings.update(_header_settings(
        prefix / "include/clang/Config/config.h"))
    settings.update(_header_settings(
        prefix / "include/llvm/Config/llvm-config.h"))
    settings.update(_cmake_settings(
        prefix / "lib/cmake/llvm/LLVMConfig.cmake"))
    return settings


def _version(dist: dict) -> str:
    return "{}.{}{}".format(dist["LLVM_VERSION_MAJOR"],
                            dist["LLVM_VERSION_MINOR"],
                            dist.get("LLVM_VERSION_SUFFIX") or "")


def site_settings(project: str, side: str, layout: Layout) -> dict:
    """The attributes upstream's lit.cfg.py of `project` expects on `config`.

    Optional parts that the distribution builds but does not package, such as
    the examples, are off: no test can use them.
    """
    dist = distribution(layout.prefix)
    root = layout.side(side)
    lib = str(layout.prefix / "lib")
    on = lambda name: bool(dist.get(name, False))
    settings = {
        "host_triple": dist["LLVM_HOST_TRIPLE"],
        "target_triple": dist["LLVM_TARGET_TRIPLE"],
        "llvm_src_root": str(layout.tree / "llvm"),
        "llvm_obj_root": str(root / "llvm"),
        "llvm_tools_dir": str(root / "bin"),
        "llvm_shlib_dir": str(root / "lib"),
        "llvm_shlib_ext": ".so",
        "llvm_plugin_ext": dist.get("LLVM_PLUGIN_EXT") or ".so",
        "lit_tools_dir": "",
        "errc_messages": "",
        "python_executable": sys.executable,
        "llvm_use_sanitizer": "",
        "have_zlib": on("LLVM_ENABLE_ZLIB"),
        "have_zstd": on("LLVM_ENABLE_ZSTD"),
        "enable_backtrace": True,
        "enable_threads": on("LLVM_ENABLE_THREADS"),
        "build_shared_libs": on("LLVM_ENABLE_SHARED_LIBS"),
        "link_llvm_dylib": on("LLVM_LINK_LLVM_DYLIB"),
        "reverse_iteration": False,
        "host_arch": os.uname().machine,
        "has_plugins": on("LLVM_ENABLE_PLUGINS"),
        "have_llvm_driver": False,
        "spirv_tools_tests": False,
        "have_libxml2": on("LLVM_ENABLE_LIBXML2"),
        "have_dia_sdk": on("LLVM_ENABLE_DIA_SDK"),
        "linked_bye_extension": False,
    }
    if project == "llvm":
        settings.update({
            "llvm_lib_dir": lib,
            "llvm_exe_ext": "",
            # Without gold the suite must find a program that is not gold.
            "gold_executable": shutil.which("ld.gold") or "/bin/false",
            "ld64_executable": "",
            "osx_sysroot": "",
            "ocamlfind_executable": "",
            "have_ocamlopt": False,
            "ocaml_flags": "",
            "ptxas_executable": "",
            "enable_assertions": on("LLVM_ENABLE_ASSERTIONS"),
            "targets_to_build":
                dist["LLVM_TARGETS_TO_BUILD"].replace(";", " "),
            "native_target": dist["LLVM_NATIVE_ARCH"],
            "llvm_bindings": [],
            "target_os": os.uname().sysname,
            "host_cc": shutil.which("cc") or "cc",
            "host_cxx": shutil.which("c++") or "c++",
            "host_ldflags": "",
            "llvm_use_intel_jitevents": on("LLVM_USE_INTEL_JITEVENTS"),
            "have_curl": on("LLVM_ENABLE_CURL"),
            "have_httplib": on("LLVM_ENABLE_HTTPLIB"),
            "enable_ffi": on("LLVM_ENABLE_FFI"),
            "include_examples": False,
            "llvm_dylib_version": _version(dist),
            "llvm_host_triple": dist["LLVM_HOST_TRIPLE"],
            "have_opt_viewer_modules": all(
                importlib.util.find_spec(m) for m in ("yaml", "pygments")),
            "libcxx_used": False,
            "linked_exampleirtransforms_extension": False,
            "have_tf_aot": False,
            "have_tflite": False,
            "enable_profcheck": False,
            "llvm_inliner_model_autogenerated": False,
            "llvm_raevict_model_autogenerated": False,
            "expensive_checks": on("LLVM_ENABLE_EXPENSIVE_CHECKS"),
            "dxil_tests": False,
            "have_vc_rev": on("LLVM_APPEND_VC_REV"),
            "force_vc_rev": "",
            "has_logf128": False,
            "have_ondisk_cas": on("LLVM_ENABLE_ONDISK_CAS"),
        })
    elif project == "lld":
        settings.update({
            "llvm_libs_dir": lib,
            "lld_obj_root": str(root / "lld"),
            "lld_libs_dir": str(root / "lib"),
            "lld_tools_dir": str(root / "bin"),
            "sizeof_void_p": 8,
            "ld_lld_default_mingw": False,
            "build_examples": False,
        })
    else:
        settings.update({
            "llvm_libs_dir": lib,
            "clang_obj_root": str(root / "clang"),
            "clang_src_dir": str(layout.tree / "clang"),
            "clang_tools_dir": str(root / "bin"),
            "clang_lib_dir": lib,
            "clang_objc_rewriter": on("CLANG_ENABLE_OBJC_REWRITER"),
            "clang_default_pie_on_linux": on("CLANG_DEFAULT_PIE_ON_LINUX"),
            "clang_default_cxx_stdlib":
                dist.get("CLANG_DEFAULT_CXX_STDLIB", ""),
            "clang_staticanalyzer": on("CLANG_ENABLE_STATIC_ANALYZER"),
            "clang_staticanalyzer_z3": on("LLVM_WITH_Z3"),
            "clang_staticanalyzer_z3_mock": False,
            "clang_enable_cir": on("CLANG_ENABLE_CIR"),
            "clang_examples": False,
            "llvm_examples": False,
            "enable_shared": True,
            "link_clang_dylib": True,
            "perl_executable": shutil.which("perl") or "",
            "clang_vendor_uti": "",
            "llvm_external_lit": str(layout.prefix / "bin" / "lit"),
            "standalone_build": False,
            "ppc_linux_default_ieeelongdouble": False,
        })
    return settings


def site_text(project: str, side: str, layout: Layout,
              options: dict) -> str:
    """The text of our lit.site.cfg.py for `project`, whose tests in
    `options` run with these."""
    settings = site_settings(project, side, layout)
    lines = [
        f"# Written by scripts/lit: the {project} suite, {side} tools.",
        "import os",
        "",
    ]
    lines += [f"config.{name} = {value!r}"
              for name, value in sorted(settings.items())]
    if project == "clang":
        major = distribution(layout.prefix)["LLVM_VERSION_MAJOR"]
        lines += [
            "config.clang_lit_site_cfg = __file__",
            "config.substitutions.append("
            f"('%llvm-version-major', {major!r}))",
        ]
    lines += [
        "",
        "import lit.llvm",
        "lit.llvm.initialize(lit_config, config)",
        "lit_config.load_config(",
        f"    config, {str(layout.tree / project / 'test/lit.cfg.py')!r})",
        "# Upstream's unit tests are binaries, which are not packaged.",
        "config.excludes = [*config.excludes, 'Unit']",
        *lit_options.site_lines(project, options),
        "",
    ]
    return "\n".join(lines)


def _write_if_changed(path: Path, text: str) -> None:
    if path.is_file() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(path.name + ".new")
    scratch.write_text(text)
    scratch.replace(path)


def tool_origins(side: str, layout: Layout) -> dict:
    """Tool name -> the file that is run for it on `side`."""
    if not (layout.prefix / "bin").is_dir():
        raise Failure(f"{layout.prefix}/bin is missing; install llvm-22, "
                      "llvm-22-tools and clang-22")
    directories = [layout.prefix / "bin"]
    if side == "patched":
        directories += [layout.build / "bin", *reversed(layout.tools)]
    origins = {}
    for directory in directories:
        if not directory.is_dir():
            continue
        for tool in sorted(directory.iterdir()):
            if tool.is_file() and os.access(tool, os.X_OK):
                origins[tool.name] = tool
    return origins


def library_origins(side: str, layout: Layout) -> dict:
    """Shared library name -> the file that `side` loads for it."""
    directories = [layout.prefix / "lib"]
    if side == "patched":
        directories.append(layout.build / "lib")
    return {path.name: path for directory in directories
            if directory.is_dir() for path in sorted(directory.iterdir())
            if ".so" in path.suffixes}


def _write_links(directory: Path, origins: dict) -> None:
    """Makes `directory` hold links to `origins` and nothing else."""
    directory.mkdir(parents=True, exist_ok=True)
    for link in directory.iterdir():
        if link.name not in origins:
            link.unlink()
    for name, target in origins.items():
        link = directory / name
        if link.is_symlink() and os.readlink(link) == str(target):
            continue
        scratch = directory / f".{name}.{os.getpid()}"
        scratch.symlink_to(target)
        scratch.replace(link)


def write_tools(side: str, layout: Layout) -> list:
    """Makes the directories of tools and shared libraries of `side`;
    returns the patched tools."""
    origins = tool_origins(side, layout)
    _write_links(layout.side(side) / "bin", origins)
    _write_links(layout.side(side) / "lib", library_origins(side, layout))
    ours = [n for n, t in origins.items()
            if t.parent != layout.prefix / "bin"]
    if side == "patched" and not ours:
        raise Failure(f"{layout.build}/bin has no tools; run scripts/build, "
                      "or use --baseline or --tools")
    return ours


def write_side(side: str, layout: Layout, options: dict) -> None:
    """Sets up `side`: tools and site configurations.

    lit finds the latter in the directories where tests write their output,
    as it does in a build of upstream.
    """
    write_tools(side, layout)
    suites = 0
    for project in SUITES.values():
        config = layout.tree / project / "test/lit.cfg.py"
        if not config.is_file():
            continue
        site = layout.side(side) / project / "test/lit.site.cfg.py"
        _write_if_changed(site, site_text(project, side, layout, options))
        suites += 1
    if not suites:
        raise Failure(f"{layout.tree} holds no test suites; "
                      "run scripts/fork sync")


def package_version(prefix: Path) -> str:
    """Identifies the distribution's tools, for the cache of their results."""
    done = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", "llvm-22",
         "llvm-22-tools", "clang-22", "lld-22", "llvm-22-linker-tools",
         "libllvm22", "libclang-cpp22"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) if shutil.which("dpkg-query") else None
    if prefix == Path("/usr/lib/llvm-22") and done and done.returncode == 0:
        return done.stdout
    stats = []
    for tool in sorted((prefix / "bin").iterdir()):
        if tool.is_file():
            stat = tool.stat()
            stats.append(f"{tool.name} {stat.st_size} {stat.st_mtime_ns}")
    return "\n".join(stats)


def baseline_key(layout: Layout) -> str:
    """A digest of all that baseline results depend on but the test itself."""
    digest = hashlib.sha256()
    parts = [package_version(layout.prefix), os.uname().machine,
             str(os.geteuid() == 0), _cpu_model(),
             ",".join(sorted(os.listdir(layout.prefix / "bin")))]
    for project in SUITES.values():
        settings = site_settings(project, "baseline", layout)
        # Where things are has no influence on results.
        parts += [f"{k}={v}" for k, v in sorted(settings.items())
                  if not str(v).startswith("/")]
    patches = layout.repo / "patches"
    base = patches / "upstream.json"
    if base.is_file():
        parts.append(base.read_text())
    # Patches that edit upstream's tests or their inputs.
    for patch in sorted(patches.glob("*.patch")):
        text = patch.read_text(errors="replace")
        if re.search(r"^\+\+\+ b/\w+/(test|utils)/", text, re.M):
            parts.append(text)
    for part in parts:
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:32]


def _cpu_model() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return ""
    found = re.search(r"^model name.*$", text, re.M)
    return found.group(0) if found else ""
