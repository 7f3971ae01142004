"""The runtime of Java programs: llvm/examples/ManagedJava/Runtime, compiled and
linked with what managed-java made."""

from pathlib import Path

from ..paths import BUILD, REPO
from ..runtime import programs as managed
from ..ui import alone, run

SOURCE = REPO / "llvm/examples/ManagedJava/Runtime"
HEADERS = REPO / "llvm/include"
FLAGS = ("-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC")


def _is_current(made: Path, sources: list) -> bool:
    return made.is_file() and all(
        s.stat().st_mtime < made.stat().st_mtime for s in sources)


def build(target: managed.Target) -> Path:
    """Brings the runtime's archive for `target` up to date."""
    directory = BUILD / "managed-java" / target.machine
    directory.mkdir(parents=True, exist_ok=True)
    archive, log = directory / "libManagedJava.a", directory / "build.log"
    headers = sorted(SOURCE.glob("*.h")) + sorted(
        (HEADERS / "llvm-c").glob("Managed*.h"))
    objects = []
    with alone(directory, "build of the Java runtime"):
        log.unlink(missing_ok=True)
        for source in sorted(SOURCE.glob("*.cpp")):
            made = directory / f"{source.stem}.o"
            objects.append(made)
            if not _is_current(made, [source, *headers]):
                run([target.tool("g++"), *FLAGS, f"-I{SOURCE.parent}",
                     f"-I{HEADERS}", "-c", source, "-o", made], log,
                    f"compiling {source.name} for {target.machine}")
        if not _is_current(archive, objects):
            archive.unlink(missing_ok=True)
            run([target.tool("ar"), "rcs", archive, *objects], log,
                f"making {archive.name} for {target.machine}")
    return archive


def link(target: managed.Target, objects: list, program: Path,
         log: Path, wide: bool = False) -> None:
    """Links `objects`, which managed-java made, to `program`. `wide`: null
    checks need the wide guard."""
    runtime = managed.build(target.machine)
    guard = [runtime.guard] if wide else []
    run([target.tool("g++"), "-o", program, *objects,
         "-Wl,--whole-archive", build(target), "-Wl,--no-whole-archive",
         *guard, runtime.image, runtime.static, "-pthread", "-lm"], log,
        f"linking {program.name}")
