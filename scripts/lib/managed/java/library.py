"""Compiles the Java library and the programs of llvm/examples/ManagedJava."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from .. import paths
from ..ui import run

EXAMPLE = paths.REPO / "llvm/examples/ManagedJava"
LIBRARY = EXAMPLE / "Library"
PROGRAMS = EXAMPLE / "Programs"

# Java 17, whatever javac is installed; all warnings are errors.
SOURCE = ["-source", "17", "-target", "17", "-Xlint:all,-serial,-options",
          "-Werror"]
# A concatenation of strings is an invokedynamic instruction, or, with these,
# calls of StringBuilder.
INLINE_CONCATENATION = ["-XDstringConcat=inline"]
# Arguments with which programs end soon where every instruction is slow; the
# others do with none. With none, all take less than a second of OpenJDK.
SMALL = {
    "BinaryTrees": ["8"],
    "DeltaBlue": ["300"],
    "Fannkuch": ["7"],
    "Havlak": ["1"],
    "Json": ["20"],
    "LibraryCollections": ["500"],
    "LibraryNumbers": ["300"],
    "LibraryStrings": ["300"],
    "Mandelbrot": ["60"],
    "NBody": ["2000"],
    "Nulls": ["3"],
    "Orders": ["2000"],
    "Richards": ["1"],
    "SpectralNorm": ["40"],
    "Throws": ["10"],
}


def java_base() -> str:
    """The archive of java.base of the javac in the path; empty without."""
    javac = shutil.which("javac")
    if not javac:
        return ""
    path = Path(javac).resolve().parents[1] / "jmods/java.base.jmod"
    return str(path) if path.exists() else ""


def javac(output: Path, sources: list, options: list, what: str) -> Path:
    """The directory `output` with the classes."""
    output.mkdir(parents=True, exist_ok=True)
    run(["javac", "-d", output, *options, *sources], what=what)
    return output


def compile_library(output: Path, options: list = ()) -> Path:
    """Compiles the library into the directory `output`, which is a path of
    modules then: the one module java.base is in a directory of that name.

    No class of the installed Java is visible, so what compiles needs none.
    """
    javac(output / "java.base", sorted(LIBRARY.rglob("*.java")),
          [*SOURCE, "--system", "none", *options], "compiling the library")
    return output


def program_names() -> list:
    return sorted(path.stem for path in PROGRAMS.glob("*.java"))


def compile_programs(output: Path, library: Path = None, options: list = (),
                     sources: list = None) -> Path:
    """Compiles all programs, or those in `sources`, for the installed Java or,
    with `library`, what compile_library() returned, for that."""
    base = ["--system", "none", "--upgrade-module-path", library] \
        if library else []
    return javac(output, sources or sorted(PROGRAMS.glob("*.java")),
                 [*SOURCE, *base, *options], "compiling the programs")


@dataclass(frozen=True)
class Classes:
    """The same programs for the library and for the installed Java."""

    ours: list  # what managed-java takes as the class path
    theirs: Path


def compile_both(directory: Path, options: list = (),
                 sources: list = None) -> Classes:
    """Compiles the library, and the programs (or `sources`) for it and for the
    installed Java, below `directory`."""
    base = compile_library(directory / "library")
    ours = compile_programs(directory / "ours", base, options, sources)
    theirs = compile_programs(directory / "theirs", None, options, sources)
    return Classes([base / "java.base", ours], theirs)


def run_program(classes: Path, name: str, arguments: list = (),
                options: list = ()) -> str:
    """What the program prints with the installed Java."""
    return run(["java", "-XX:+UseSerialGC", *options, "-cp", classes, name,
                *arguments], what=name)
