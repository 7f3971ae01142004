"""Checks of this repository's own files that need no build.

Each check is a function that is given the repository's files and returns its
problems, one line each, or None when it cannot be made here.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from managed import paths, ui
from managed.check import tidy
from managed.littests import (compare as lit_compare, options as lit_options,
                              run as lit_run)
from managed.littests.config import SUITES, Layout

CXX = (".c", ".cpp", ".h")
LINES = 800
ADDED_LINES = 60
COLUMNS = 80

# Put together so that this file does not contain what it forbids.
MACHINE_PATHS = re.compile(
    r"(?<![\w.$}-])/(?:" + "|".join(("ro" + "ot", "wo" + "rk")) + r")\b/?"
    r"|/ho" + r"me/[a-z]")
MARKERS = re.compile(
    "|".join((r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b", r"\bXX" + r"X\b",
              r"\bHA" + r"CK\b", r"\bfor " + r"now\b")))
REGISTRIES = re.compile(
    "|".join((r"deb\.deb" + r"ian\.org", r"pypi" + r"\.org",
              r"npm" + r"js\.org", r"crates" + r"\.io",
              r"proxy\.gol" + r"ang\.org")))

RULE = re.compile(r"^//===-.*-===//$")
SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"

# The start of a type's definition, in LLVM's style.
TYPE = re.compile(
    r"(?:class|struct|enum|enum class)\s+"
    r"(?:LLVM_\w+\s+|\[\[[^\]]*\]\]\s+|alignas\([^)]*\)\s+)*"
    r"(\w+)(?:\s+final)?\s*(?::(?!:)[^;]*)?(?:\{.*)?$")

# The suffixes lit looks for in each suite.
TEST_SUFFIXES = {
    "llvm": (".ll", ".c", ".test", ".txt", ".s", ".mir", ".yaml"),
    "clang": (".c", ".cpp", ".m", ".mm", ".ll", ".s", ".S", ".test"),
    "lld": (".ll", ".s", ".test", ".yaml", ".objtxt"),
}
# What is below them is for lit, and formatted as each test wants.
TESTS = tuple(f"{project}/test/" for project in TEST_SUFFIXES)


class Files:
    """The repository's files: what git tracks, and new ones not ignored."""

    def __init__(self, repo: Path):
        self.repo = repo
        self.names = self._list()

    def _list(self) -> list:
        if (self.repo / ".git").exists():
            done = subprocess.run(
                ["git", "-c", "safe.directory=*", "-C", str(self.repo),
                 "ls-files", "-z", "--cached", "--others",
                 "--exclude-standard"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode:
                raise ui.Failure("git ls-files failed: "
                                 + done.stderr.decode().strip())
            names = done.stdout.decode().split("\0")
        else:
            names = [p.relative_to(self.repo).as_posix()
                     for p in self.repo.rglob("*")]
            made = ("upstream/", "tree/", "build", ".git/")
            names = [n for n in names
                     if not n.startswith(made) and "__pycache__" not in n]
        return sorted(n for n in set(names)
                      if n and (self.repo / n).is_file())

    def text(self, name: str) -> str:
        """The text of a file; empty when it is not text."""
        try:
            return (self.repo / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return ""

    def ending(self, *suffixes: str) -> list:
        return [n for n in self.names if n.endswith(suffixes)]

    def shebang(self, word: str) -> list:
        """Files whose first line names the interpreter `word`."""
        found = []
        for name in self.names:
            first = self.text(name).partition("\n")[0]
            if first.startswith("#!") and re.search(rf"\b{word}\b", first):
                found.append(name)
        return found

    @property
    def python(self) -> list:
        return sorted({*self.ending(".py"), *self.shebang("python3")})

    @property
    def shell(self) -> list:
        return sorted({*self.ending(".sh"), *self.shebang("sh"),
                       *self.shebang("bash")})

    @property
    def sources(self) -> list:
        """C and C++ that is no test's input."""
        return [n for n in self.ending(*CXX)
                if not n.startswith(TESTS)
                and "/inputs/" not in n.lower()]

    @property
    def ours(self) -> list:
        """Text we wrote: all but the licence and binary files."""
        return [n for n in self.names if n != "LICENSE.TXT"]


def check_python(files: Files) -> list:
    problems = []
    for name in files.python:
        try:
            tree = ast.parse(files.text(name), name)
        except SyntaxError as error:
            problems.append(f"{name}:{error.lineno}: {error.msg}")
            continue
        if tree.body and not ast.get_docstring(tree):
            problems.append(f"{name}:1: say in a docstring what it is for")
    return problems


def check_shell(files: Files) -> list:
    problems = []
    for name in files.shell:
        shell = "bash" if name in files.shebang("bash") else "sh"
        done = subprocess.run([shell, "-n", str(files.repo / name)],
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode:
            problems.append(f"{name}: {done.stderr.strip().splitlines()[0]}")
    return problems


def check_executable(files: Files) -> list:
    return [f"{name}:1: it starts with #!, so make it executable"
            for name in files.names
            if files.text(name).startswith("#!/")
            and not os.access(files.repo / name, os.X_OK)
            and not name.startswith(TESTS)]


def check_lines(files: Files) -> list:
    """Columns, tabs, blanks at line ends, and the end of the file."""
    problems = []
    narrow = {*files.python, *files.shell, *files.sources,
              *files.ending(".cmake", "CMakeLists.txt")}
    for name in files.ours:
        text = files.text(name)
        if not text or name.endswith(".patch"):
            continue
        if not text.endswith("\n"):
            problems.append(f"{name}: the last line does not end")
        if name.startswith(TESTS):
            # FileCheck lines may need what follows.
            continue
        for number, line in enumerate(text.split("\n"), 1):
            where = f"{name}:{number}"
            if line != line.rstrip():
                problems.append(f"{where}: blanks at the end of the line")
            if name in narrow and len(line) > COLUMNS:
                problems.append(f"{where}: more than {COLUMNS} columns")
            if name in narrow and "\t" in line:
                problems.append(f"{where}: a tab")
    return problems


def check_size(files: Files) -> list:
    problems = []
    for name in {*files.sources, *files.python, *files.shell}:
        lines = files.text(name).count("\n")
        if lines >= LINES:
            problems.append(f"{name}: {lines} lines; split it, "
                            f"{LINES - 1} is the limit")
    for name in files.ending(".patch"):
        added = sum(line.startswith("+") and not line.startswith("+++")
                    for line in files.text(name).splitlines())
        if added >= ADDED_LINES:
            problems.append(f"{name}: adds {added} lines; put them in a new "
                            f"file, {ADDED_LINES - 1} is the limit")
    return sorted(problems)


def check_headers(files: Files) -> list:
    problems = []
    for name in files.sources:
        lines = files.text(name).splitlines()
        if not lines or not RULE.match(lines[0]):
            problems.append(f"{name}:1: start with the rule of LLVM's file "
                            "header")
        elif not any(SPDX in line for line in lines[:8]):
            problems.append(f"{name}:1: the file header lacks '{SPDX}'")
    return problems


def _forbidden(files: Files, pattern: re.Pattern, why: str) -> list:
    problems = []
    for name in files.ours:
        for number, line in enumerate(files.text(name).splitlines(), 1):
            if name.endswith(".patch") and line[:1] in (" ", "-", "@"):
                # Context and removed lines are upstream's words.
                continue
            found = pattern.search(line)
            if found:
                problems.append(f"{name}:{number}: '{found[0]}': {why}")
    return problems


def check_machine_paths(files: Files) -> list:
    return _forbidden(files, MACHINE_PATHS,
                      "a path of some machine has no place here")


def check_markers(files: Files) -> list:
    return _forbidden(files, MARKERS, "finish it, or say what the limit is")


def check_registries(files: Files) -> list:
    return _forbidden(files, REGISTRIES,
                      "name the package, not the server it comes from")


def check_tests(files: Files) -> list:
    """Every file that looks like a lit test is one, and the reverse."""
    problems = []
    for name in files.names:
        parts = Path(name).parts
        if len(parts) < 3 or parts[0] not in SUITES.values() \
                or parts[1] != "test" or "Inputs" in parts \
                or parts[-1] == "lit.local.cfg":
            continue
        if (files.repo / Path(name).parent / "lit.local.cfg").is_file():
            # It may change the suffixes.
            continue
        looks = Path(name).suffix in TEST_SUFFIXES[parts[0]]
        runs = lit_run.is_test(name, files.repo)
        if looks and not runs:
            problems.append(f"{name}: no RUN line; inputs of tests belong "
                            "in a directory named Inputs")
        if runs and not looks:
            problems.append(f"{name}: lit does not look for tests with the "
                            f"suffix '{Path(name).suffix}'")
    return problems


def check_known_differences(files: Files) -> list:
    try:
        lit_compare.read_known(files.repo / "ci/known-differences.txt")
    except ui.Failure as failure:
        return [str(failure)]
    return []


def check_test_options(files: Files) -> list:
    try:
        lit_options.read(files.repo / lit_options.FILE)
    except ui.Failure as failure:
        return [str(failure)]
    return []


def check_sources(files: Files) -> list:
    """Every source of a library, tool or unit test is named by a CMake file of
    its directory or of one above it, or by a patch of one. The overlay finds
    sources by itself, so that only a full build would notice."""
    named = {}
    for name in files.names:
        if Path(name).name == "CMakeLists.txt" or name.endswith(".cmake"):
            words = re.split(r"[\s()\"]+", files.text(name))
            named.setdefault(Path(name).parent, set()).update(words)
        elif name.startswith("patches/") and name.endswith(".patch"):
            at = None
            for line in files.text(name).splitlines():
                if line.startswith("+++ b/"):
                    at = Path(line[6:])
                elif (line.startswith("+") and at
                      and at.name == "CMakeLists.txt"):
                    named.setdefault(at.parent, set()).add(line[1:].strip())
    problems = []
    for name in files.ending(".cpp"):
        path = Path(name)
        if len(path.parts) < 3 or path.parts[0] not in SUITES.values() \
                or path.parts[1] not in ("lib", "tools", "unittests"):
            continue
        if not any(path.relative_to(above).as_posix() in named.get(above, ())
                   for above in path.parents):
            problems.append(f"{name}: no CMake file names it")
    return problems


def type_names(text: str) -> list:
    """(name with namespaces, line) of the types that LLVM's style of C++
    defines outside of others, but for those that a file has for itself."""
    found, namespaces = [], []
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"(?:inline )?namespace\b ?([\w:]*) ?\{$", line)
        if match:
            namespaces.append(match[1])
        elif re.match(r"\} *// *(?:end )?(?:anonymous )?namespace", line):
            del namespaces[-1:]
        elif (match := TYPE.match(line)) and "" not in namespaces:
            found.append(("::".join([*namespaces, match[1]]), number))
    return found


def check_type_names(files: Files):
    """No type of ours has the name of one of upstream's: one of them would take
    the place of the other in whatever has both."""
    include = paths.LLVM_PREFIX / "include"
    if not include.is_dir():
        return None
    theirs = {}
    for path in sorted(include.glob("llvm/**/*.h")):
        name = f"llvm/include/{path.relative_to(include)}"
        for type_, _ in type_names(path.read_text(errors="replace")):
            theirs.setdefault(type_, name)
    return [f"{name}:{number}: {type_} is the name of a type in "
            f"{theirs[type_]}"
            for name in files.sources
            if name.startswith(("llvm/include/", "llvm/lib/"))
            for type_, number in type_names(files.text(name))
            if theirs.get(type_, name) != name]


def check_links(files: Files) -> list:
    """Relative links in Markdown lead to a file."""
    problems = []
    for name in files.ending(".md"):
        for number, line in enumerate(files.text(name).splitlines(), 1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if re.match(r"[a-z]+:", target):
                    continue
                path = files.repo / Path(name).parent / target
                if not path.exists():
                    problems.append(f"{name}:{number}: the link to {target} "
                                    "leads nowhere")
    return problems


def check_format(files: Files):
    program = shutil.which("clang-format-22")
    if not program:
        return None
    if not files.sources:
        return []
    done = subprocess.run(
        [program, "--dry-run", "-Werror", "--style=file", *files.sources],
        cwd=files.repo, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True)
    places = re.findall(r"^(\S+?:\d+):\d+: error:", done.stderr, re.M)
    # One line for each file is enough: clang-format -i mends it all.
    first = {}
    for place in places:
        first.setdefault(place.partition(":")[0], place)
    if done.returncode and not first:
        return ["clang-format-22 failed: "
                + (done.stderr.strip().splitlines() or ["?"])[-1]]
    return [f"{place}: not formatted; run clang-format-22 -i"
            for place in first.values()]


CHECKS = {
    "Python compiles": check_python,
    "shell scripts parse": check_shell,
    "scripts are executable": check_executable,
    "lines": check_lines,
    "sizes": check_size,
    "licence headers": check_headers,
    "no machine paths": check_machine_paths,
    "no markers of unfinished work": check_markers,
    "no registry hosts": check_registries,
    "lit tests are found": check_tests,
    "known differences": check_known_differences,
    "test options": check_test_options,
    "sources are built": check_sources,
    "names of types": check_type_names,
    "links": check_links,
    "C++ format": check_format,
}
RULES = "C++ rules"
# What a check may lack that is left out.
NEEDS = {"C++ format": "clang-format-22",
         "names of types": "LLVM's headers",
         RULES: "clang-tidy-22 or a build"}


def check_rules(files: Files, layout: Layout, everything: bool):
    """clang-tidy, where there is a build that says how to compile."""
    tools = tidy.Tidy(files.repo, files.names, layout.tree, layout.build)
    return None if tools.lacks() else tools.run(everything)


def run(layout: Layout) -> dict:
    """The checks that need no build: {name: problems, or None for a check left
    out}."""
    files = Files(layout.repo)
    return {name: check(files) for name, check in CHECKS.items()}


def run_rules(layout: Layout, everything: bool = False) -> dict:
    """The check that needs one."""
    return {RULES: check_rules(Files(layout.repo), layout, everything)}


def main(argv: list) -> int:
    parser = ui.Parser(prog="ci/lint.sh", description=__doc__)
    parser.add_argument(
        "--all", action="store_true",
        help="look for C++ rules in all files, not just in those that the "
        "last commit or the working tree changes; takes many minutes")
    options = parser.parse_args(argv)
    results = {**run(Layout()), **run_rules(Layout(), options.all)}
    failed = 0
    for name, problems in results.items():
        for problem in problems or ():
            print(problem)
        failed += bool(problems)
        if problems is None:
            print(f"left out: {name}, for want of {NEEDS[name]}")
    print(f"{len(results) - failed} of {len(results)} checks without "
          "problems")
    return 1 if failed else 0


if __name__ == "__main__":
    os.chdir(paths.REPO)
    ui.main(main)
