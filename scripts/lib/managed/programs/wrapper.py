"""The compiler that the build system of a package calls: it runs the compiler
of the side that is being built, with the side's options, and writes down what
it compiled and linked.

Started as: wrapper.py SETTINGS clang|clang++ ARGUMENT..., where SETTINGS is a
JSON file, which the build of each side replaces:

    compilers  {clang: FILE, clang++: FILE}
    always     options of every command, such as the target
    compile    options of what compiles, the last ones
    feature    more of them, left out for half of the files if `half`
    half       whether it is
    link       options of what links
    link_last  {shared: [...], program: [...]}, what they link at last
    remarks    a directory for the remarks about null checks, or nothing
    log        a file that gets one line of JSON for each command
"""

import hashlib
import json
import os
import sys

SOURCES = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"}
# Commands that have one of these make no code.
NO_CODE = {"-E", "-M", "-MM", "-fsyntax-only", "--version", "-v", "-###",
           "-dumpmachine", "-dumpversion", "-print-search-dirs"}
# Options whose value is the next word.
WITH_VALUE = {"-o", "-x", "-I", "-isystem", "-iquote", "-idirafter", "-D",
              "-U", "-include", "-imacros", "-MF", "-MT", "-MQ", "-L", "-l",
              "-Xlinker", "-Xclang", "-mllvm", "-target", "-T", "-u", "-z",
              "-arch", "-Xassembler", "-Xpreprocessor", "-soname", "-h", "-e"}


def parse(arguments: list) -> dict:
    """What a command is for: its sources, its output, and whether it compiles
    or links as well, or does something else."""
    sources, output, language = [], "", ""
    words = iter(arguments)
    for word in words:
        if word in WITH_VALUE:
            value = next(words, "")
            if word == "-o":
                output = value
            elif word == "-x":
                language = value
        elif word.startswith("-x"):
            language = word[2:]
        elif not word.startswith(("-", "@")):
            if language in ("c", "c++") or \
                    os.path.splitext(word)[1] in SOURCES:
                sources.append(word)
    kind = "other"
    if not NO_CODE.intersection(arguments) and \
            not any(word.startswith("-print-") for word in arguments):
        only = any(word in ("-c", "-S") for word in arguments)
        kind = "compile" if only else "link"
    return {"kind": kind, "sources": sources, "output": output}


def has_feature(source: str) -> bool:
    """Whether `source` is in the half of the files that have the feature."""
    name = os.path.basename(source)
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 0


def command(settings: dict, driver: str, arguments: list) -> tuple:
    """(the words to execute, what to write down or None)."""
    about = parse(arguments)
    words = [settings["compilers"][driver], *settings["always"], *arguments]
    if about["kind"] == "other":
        return words, None
    if about["sources"]:
        words += settings["compile"]
        about["feature"] = not settings["half"] or \
            has_feature(about["sources"][0])
        if about["feature"]:
            words += settings["feature"]
    if about["kind"] == "link":
        words += settings["link"]
    if settings["remarks"]:
        name = hashlib.sha256("\0".join(
            [os.getcwd(), about["output"], *about["sources"]]
        ).encode()).hexdigest()[:24]
        about["remarks"] = os.path.join(settings["remarks"], name + ".yaml")
        words += ["-fsave-optimization-record=yaml",
                  "-foptimization-record-passes=implicit-null-checks",
                  "-foptimization-record-file=" + about["remarks"]]
    if about["kind"] == "link" and "-r" not in arguments:
        last = "shared" if "-shared" in arguments else "program"
        words += settings["link_last"][last]
    return words, dict(about, directory=os.getcwd(), words=words)


def main(argv: list) -> None:
    with open(argv[0], encoding="utf-8") as file:
        settings = json.load(file)
    words, record = command(settings, argv[1], argv[2:])
    if record:
        line = json.dumps(record) + "\n"
        log = os.open(settings["log"],
                      os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        # One write, since several compilers run at the same time.
        os.write(log, line.encode())
        os.close(log)
    os.execv(words[0], words)


if __name__ == "__main__":
    main(sys.argv[1:])
