"""Compares which class files managed-java refuses with what OpenJDK does.

Class files that have everything there is are changed at random. OpenJDK's
parser says of each whether it is one, without linking it, so what it finds in
bytecodes and stack map frames, which it looks at later, is left out.
"""

import random
import re
import subprocess
from pathlib import Path

from ..fuzz import javaseeds

# Defines the class of each file. Superclasses and interfaces that it names
# exist: they are interfaces without members.
LOADER = """
import java.io.*;
import java.nio.file.*;

class Loader extends ClassLoader {
    protected Class<?> findClass(String name) {
        try (var bytes = new ByteArrayOutputStream();
             var out = new DataOutputStream(bytes)) {
            out.writeInt(0xcafebabe);
            out.writeInt(52);
            out.writeShort(5);
            out.writeByte(1);
            out.writeUTF(name.replace('.', '/'));
            out.writeByte(7);
            out.writeShort(1);
            out.writeByte(1);
            out.writeUTF("java/lang/Object");
            out.writeByte(7);
            out.writeShort(3);
            out.writeShort(0x601);
            out.writeShort(2);
            out.writeShort(4);
            out.writeInt(0);
            out.writeInt(0);
            return define(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Class<?> define(byte[] bytes) {
        return defineClass(null, bytes, 0, bytes.length);
    }

    public static void main(String[] arguments) throws IOException {
        try (var files = Files.newDirectoryStream(Path.of(arguments[0]))) {
            for (Path file : files) {
                String result = "yes";
                try {
                    new Loader().define(Files.readAllBytes(file));
                } catch (ClassFormatError e) {
                    result = "no";
                } catch (Throwable e) {
                    // It cannot be linked; perhaps not all of it was parsed.
                    result = "unknown";
                }
                System.out.println(file.getFileName() + " " + result);
            }
        }
    }
}
"""
# Messages about what OpenJDK looks at when it links the class, or does not call
# an error of the format.
_LATER = re.compile(
    r"offset \d+: |StackMapTable|stack map frame|runs off the end"
    r"|within an instruction|java/lang/Object has a superclass"
    r"|it catches arrays|'<init>' is no method name")


def mutant(rnd: random.Random, seed: bytes) -> bytes:
    """A copy with one or two changes after the version."""
    data = bytearray(seed)
    for _ in range(rnd.choice((1, 1, 2))):
        at = rnd.randrange(8, len(data))
        kind = rnd.randrange(6)
        if kind < 2:
            data[at] = rnd.randrange(20)
        elif kind == 2:
            data[at] ^= 1 << rnd.randrange(8)
        elif kind == 3:
            data[at] = data[at] + rnd.choice((1, 255)) & 255
        elif kind == 4:
            del data[at:at + rnd.choice((1, 2, 4))]
        else:
            data[at:at] = bytes(rnd.choice((1, 2)))
    return bytes(data)


def make(folder: Path, count: int, seed: int) -> None:
    """Writes mutants into `folder`, as m0.class and so on."""
    rnd = random.Random(seed)
    # OpenJDK wants names in old class files to be those of the language.
    seeds = [c.bytes() for c in javaseeds.classes().values()
             if c.major >= 49 and c.name != "module-info"]
    for number in range(count):
        (folder / f"m{number}.class").write_bytes(
            mutant(rnd, rnd.choice(seeds)))


def openjdk(work: Path, folder: Path) -> dict:
    """Whether each file in `folder` is a class file, by name; None if OpenJDK
    does not say."""
    (work / "Loader.java").write_text(LOADER)
    subprocess.run(["javac", "-d", work, work / "Loader.java"], check=True)
    printed = subprocess.run(["java", "-cp", work, "Loader", folder],
                             check=True, capture_output=True, text=True).stdout
    answers = {"yes": True, "no": False, "unknown": None}
    return {name: answers[answer] for name, answer in
            (line.split() for line in printed.splitlines())}


def ours(compiler: Path, folder: Path) -> dict:
    """The errors about the files in `folder` that are refused, by name."""
    done = subprocess.run([compiler, "--dump", "-cp", folder, "--all"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, errors="replace")
    found = {}
    for line in done.stderr.splitlines():
        name, message = re.match(
            r"managed-java: error: .*?/(m\d+\.class): (.*)", line).groups()
        # Each has the name of a file that is not its own.
        if not message.startswith("it is the class "):
            found[name] = message
    return found


def differences(theirs: dict, refused: dict) -> list:
    """What only one of both refuses: names, and the reason if it is ours."""
    return [(name, refused.get(name)) for name, is_right in theirs.items()
            if is_right == (name in refused)
            and not _LATER.search(refused.get(name, ""))]
