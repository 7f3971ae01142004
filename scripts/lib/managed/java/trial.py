"""Runs the Java library on the installed Java.

Classes of java.lang and java.util cannot be replaced there. So a trial is a
copy of those that can be renamed, in the packages trial.lang and trial.util,
and of the programs that test them. Both have to print the same.

The copy of String is named Text: texts in double quotes remain Strings of the
installed Java, as do the messages of exceptions.
"""

import re
from pathlib import Path

from ..ui import Failure
from .library import LIBRARY, PROGRAMS, SOURCE, javac

LANG = ("Boolean", "Byte", "Character", "Decimals", "Digits", "Double",
        "Float", "Integer", "Long", "Math", "Natural", "Number", "Short",
        "String", "StringBuilder")
# Iterator is not among them, as a for statement needs the installed one.
UTIL = ("AbstractCollection", "AbstractList", "AbstractMap", "AbstractSet",
        "ArrayDeque", "ArrayList", "Arrays", "Collection", "Collections",
        "Comparator", "Deque", "HashMap", "HashSet", "List", "Map", "Objects",
        "Queue", "Set")
# What of java.util those use that is not copied.
INSTALLED = ("ConcurrentModificationException", "Iterator",
             "NoSuchElementException")

RUNTIME = """\
package trial.util;

final class ManagedRuntime {
  static Object[] newArrayLike(Object[] like, int length) {
    return java.util.Arrays.copyOf(new Object[0], length,
                                   like.getClass());
  }
}
"""


def replace(text: str, pattern: str, by: str, least: int = 1) -> str:
    """Replaces all that match, which are some: else the source has changed."""
    text, count = re.subn(pattern, by, text, flags=re.MULTILINE | re.DOTALL)
    if count < least:
        raise Failure(f"the trial finds no '{pattern}' to replace")
    return text


def intrinsics(name: str, text: str) -> str:
    """Natives call the installed Java's methods."""
    def call(match):
        names = ", ".join(word.split()[-1]
                          for word in match[3].split(","))
        return (f"public static {match[1]} {match[2]}({match[3]}) "
                f"{{ return java.lang.{name}.{match[2]}({names}); }}")
    return re.sub(r"public static native (\w+) (\w+)\(([^)]*)\);", call, text)


def text_class(text: str) -> str:
    """String as Text."""
    text = replace(text, r"  public static String valueOf\(\w+(\[\])? \w+\) "
                         r"\{( [^}]*\}|.*?\n  \})\n", "", 8)
    text = replace(text, r"  public String toString\(\) \{ return this; \}", "")
    text = replace(text, r"(\w+)\.toString\(\)", r"of(\1)")
    text = replace(text, r"return result\.append\((.*?)\)\.toString\(\)",
                   r"return of(result.append(\1))")
    text = replace(text, r"\bString\b", "Text")
    return replace(text, r"\}\s*\Z", """
  static Text of(CharSequence other) {
    return new Text(other.toString().toCharArray());
  }

  public java.lang.String toString() { return new java.lang.String(value); }
}
""")


def library_sources() -> dict:
    """The texts of the copies, by path."""
    files = {"trial/util/ManagedRuntime.java": RUNTIME}
    for name in LANG:
        text = (LIBRARY / f"java/lang/{name}.java").read_text()
        text = replace(text, r"^package java\.lang;", "package trial.lang;")
        text = intrinsics(name, text)
        if name == "String":
            name, text = "Text", text_class(text)
        files[f"trial/lang/{name}.java"] = text
    imports = "".join(f"import java.util.{name};\n" for name in INSTALLED)
    for name in UTIL:
        text = (LIBRARY / f"java/util/{name}.java").read_text()
        text = replace(text, r"^package java\.util;",
                       "package trial.util;\n\n" + imports)
        files[f"trial/util/{name}.java"] = text
    return files


def program_sources() -> dict:
    """The programs that use the copies."""
    files = {}
    lang = "".join(f"import trial.lang.{name};\n" for name in LANG
                   if name not in ("Decimals", "Digits", "Natural", "String"))
    for name in ("LibraryNumbers", "LibraryStrings", "LibraryCollections"):
        text = (PROGRAMS / f"{name}.java").read_text()
        if name == "LibraryCollections":
            for util in UTIL:
                text = text.replace(f"import java.util.{util};",
                                    f"import trial.util.{util};")
        else:
            text = replace(text, r"^public class", lang + "\npublic class")
        if name == "LibraryStrings":
            text = replace(text, r"^public class",
                           "import trial.lang.Text;\n\npublic class")
            text = replace(text, r"\bString\b(?!\[\])", "Text")
        files[f"{name}.java"] = text
    return files


def compile_trial(output: Path, more: list = ()) -> Path:
    """Compiles the copies of the library and the programs, and other sources,
    into the directory `output`/classes."""
    sources = []
    for name, text in {**library_sources(), **program_sources()}.items():
        place = output / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        sources.append(place)
    warnings = [option for option in SOURCE if option != "-Werror"]
    return javac(output / "classes", [*sources, *more],
                 [*warnings, "-nowarn"], "compiling the trial")
