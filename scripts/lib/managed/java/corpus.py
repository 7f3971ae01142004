"""The class files of the corpus: java.base and jars of Debian packages, none
of which the project has."""

import hashlib
import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from ..ui import Failure
from .library import java_base as find_java_base

JARS = Path("/usr/share/java")
# By the name of the jar; what else it needs to be loaded.
NEEDED = {"guava": (), "commons-lang3": (), "commons-math3": (),
          "commons-collections4": (), "commons-compress": (),
          "commons-io": (), "commons-codec": (), "joda-time": (),
          "jackson-core": (),
          "jackson-databind": ("jackson-core", "jackson-annotations"),
          "asm": ()}
JAVA_BASE = "java.base"
# Modules of the JDK that jars refer to.
MODULES = ("java.logging", "java.xml", "java.sql", "java.desktop")
NAMES = (JAVA_BASE, *NEEDED)


def java_base() -> Path:
    """The archive of java.base of the javac in the path."""
    if not (path := find_java_base()):
        raise Failure("there is no javac with java.base.jmod")
    return Path(path)


def class_names(archive: Path) -> list:
    """The internal names of an archive's classes, without those for other
    versions of Java."""
    contents = archive.read_bytes()
    prefix = ""
    if contents.startswith(b"JM"):
        contents, prefix = contents[4:], "classes/"
    with zipfile.ZipFile(io.BytesIO(contents)) as opened:
        names = opened.namelist()
    return sorted(
        name[len(prefix):-len(".class")] for name in names
        if name.startswith(prefix) and name.endswith(".class")
        and not name.startswith("META-INF/")
        and not re.search(r"(^|/)(module|package)-info\.class$", name))


@dataclass(frozen=True)
class Library:
    name: str
    archive: Path
    # As managed-java -cp has it.
    path: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.archive.read_bytes()).hexdigest()


def library(name: str) -> Library:
    if name == JAVA_BASE:
        return Library(name, java_base(), str(java_base()))
    jars = [JARS / f"{jar}.jar" for jar in (name, *NEEDED[name])]
    for jar in jars:
        if not jar.exists():
            raise Failure(f"there is no {jar}")
    base = java_base()
    modules = [base.with_name(f"{module}.jmod") for module in MODULES]
    return Library(name, jars[0], ":".join(map(str, [
        *jars, base, *(m for m in modules if m.exists())])))
