"""Ways to make IR wrong around its statepoints, and how to verify it.

Each takes a random generator and the lines of one function, which it changes.
They were written from what a collector does with a statepoint, and know nothing
of how verify<safepoint-ir> finds out.
"""

import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ..gcstress import program
from ..gcstress.run import LEVELS
from ..paths import BUILD
from ..ui import Failure, run
from .files import NotApplicable

OPT = BUILD / "bin/opt"
STRATEGIES = ("statepoint-example", "managed", "managed-non-moving")
_NAME = r"%[-\w.$]+"
_REFERENCE = r"(?:ptr addrspace\(1\)|<\d+ x ptr addrspace\(1\)>)"
_POINTER = "ptr addrspace(1)"
_RELOCATE = re.compile(
    rf"  ({_NAME}) = .*@llvm\.experimental\.gc\.relocate\.\w+\("
    rf"token ({_NAME}), i32 (\d+), i32 (\d+)\) ; \(([^,]+), (.+)\)$")


@dataclass(frozen=True)
class Relocate:
    """A relocate and the number of its line."""

    line: int
    name: str
    token: str
    base: str
    derived: str


def _relocates(lines: list) -> list:
    """Those of values that are no constants."""
    found = []
    for number, line in enumerate(lines):
        match = _RELOCATE.match(line)
        if match and match[6].startswith("%"):
            found.append(Relocate(number, match[1], match[2], match[5],
                                  match[6]))
    return found


def _mentions(name: str):
    return re.compile(re.escape(name) + r"(?![-\w.$])")


def _uses(lines: list, name: str) -> list:
    """The lines that use a value. A comparison with null has the same result
    before and after, and comments are none."""
    wanted = _mentions(name)
    return [i for i, line in enumerate(lines)
            if wanted.search(line.split(" ; ")[0].partition(" = ")[2] or
                             line.split(" ; ")[0])
            and not line.startswith(f"  {name} = ")
            and not ("icmp" in line and " null" in line)]


def _choose(rng: random.Random, candidates: list):
    if not candidates:
        raise NotApplicable
    return rng.choice(candidates)


def _replace(lines: list, number: int, old: str, new: str) -> None:
    head, equals, tail = lines[number].partition(" = ")
    if not equals:
        head, tail = "", lines[number]
    lines[number] = head + equals + _mentions(old).sub(lambda _: new, tail)


def _use_of_relocate(rng, lines, wanted=lambda line: True) -> tuple:
    return _choose(rng, [(r, i) for r in _relocates(lines)
                         for i in _uses(lines, r.name) if wanted(lines[i])])


def use_what_was_there(rng, lines):
    """One use has the value from in front of the statepoint."""
    relocate, number = _use_of_relocate(
        rng, lines, lambda line: " = phi " not in line)
    _replace(lines, number, relocate.name, relocate.derived)


def stale_on_an_edge(rng, lines):
    """The same, in a phi."""
    relocate, number = _use_of_relocate(
        rng, lines, lambda line: " = phi " in line)
    _replace(lines, number, relocate.name, relocate.derived)


def forget_a_relocate(rng, lines):
    """All uses have the value from in front of the statepoint."""
    relocate = _choose(rng, [r for r in _relocates(lines)
                             if _uses(lines, r.name)])
    for number in _uses(lines, relocate.name):
        _replace(lines, number, relocate.name, relocate.derived)
    lines[relocate.line] = ""


def exchange_a_base(rng, lines):
    """A relocate has the base of another one of its statepoint."""
    found = _relocates(lines)
    relocate, other = _choose(rng, [
        (r, o) for r in found for o in found
        if r.token == o.token and r.base != o.base and o.base != r.derived])
    index = _RELOCATE.match(lines[other.line])[3]
    lines[relocate.line] = re.sub(r"i32 \d+, (i32 \d+\))",
                                  rf"i32 {index}, \1", lines[relocate.line])


def base_is_derived(rng, lines):
    """A pointer into an object is relocated as its own base."""
    relocate = _choose(rng, [r for r in _relocates(lines)
                             if r.base != r.derived])
    lines[relocate.line] = re.sub(r"i32 \d+, i32 (\d+)\)",
                                  r"i32 \1, i32 \1)", lines[relocate.line])


def _use_after_statepoint(rng, lines):
    """A relocate of one pointer, the line of a use of it that is no phi, and
    the line of its statepoint."""
    relocate, number = _use_of_relocate(
        rng, lines, lambda line: " = phi " not in line)
    where = [i for i, line in enumerate(lines)
             if line.startswith(f"  {relocate.token} = ")
             and "gc.statepoint" in line]
    # A vector of pointers is no integer.
    if not where or "p1(" not in lines[relocate.line]:
        raise NotApplicable
    return relocate, number, where[0]


def keep_an_integer(rng, lines):
    """One use has what an integer kept over the statepoint."""
    relocate, number, where = _use_after_statepoint(rng, lines)
    _replace(lines, number, relocate.name, "%mutant.reference")
    lines.insert(number, "  %mutant.reference = inttoptr i64 %mutant.integer "
                         "to ptr addrspace(1)")
    lines.insert(where, "  %mutant.integer = ptrtoint ptr addrspace(1) "
                           f"{relocate.derived} to i64")


def leave_a_call(rng, lines):
    """A call after a statepoint is none."""
    number = _choose(rng, [i for i, line in enumerate(lines)
                           if " call token " in line])
    lines.insert(number + 1, "  call void @gcstress_poll()")


def forget_a_base(rng, lines):
    """A statepoint that relocates nothing does not list a reference."""
    if any(map(_RELOCATE.match, lines)):
        raise NotApplicable
    _unlist(rng, lines, _REFERENCE)


def forget_an_object(rng, lines):
    """A statepoint does not list a stack object, or a part of one."""
    _unlist(rng, lines, r"(?<![-\w])ptr")


def _unlist(rng, lines, kind: str, number: int = None) -> None:
    """Takes one value of a type out of a list, that of the line `number` if it
    is given. Relocates count from the start, and objects are at the end."""
    number, item = _choose(rng, [
        (i, item) for i, line in enumerate(lines) if number in (None, i)
        for bundle in re.findall(r'"gc-live"\((.*?%.*)\) \]', line)
        for item in re.findall(rf"{kind} {_NAME}", bundle)])
    start = lines[number].index('"gc-live"(')
    head, tail = lines[number][:start], lines[number][start:]
    lines[number] = head + re.sub(
        rf"{re.escape(item)}(?![-\w.$])(, )?", "", tail, count=1).replace(
            ", )", ")")


def take_an_intrinsic_for_a_base(rng, lines):
    """What an intrinsic makes of a pointer into an object is relocated as its
    own base."""
    relocate = _choose(rng, [r for r in _relocates(lines)
                             if r.base != r.derived])
    number, index = _statepoint_of(lines, relocate)
    if "p1(" in lines[relocate.line]:
        made = rng.choice((
            f"@llvm.ptrmask.p1.i64({_POINTER} {relocate.derived}, i64 -8)",
            f"@llvm.launder.invariant.group.p1({_POINTER} {relocate.derived})",
            f"@llvm.strip.invariant.group.p1({_POINTER} {relocate.derived})"))
        type_ = _POINTER
    else:
        lanes = re.search(r"\.v(\d+)p1\(", lines[relocate.line])[1]
        type_ = f"<{lanes} x {_POINTER}>"
        made = f"@llvm.vector.reverse.v{lanes}p1({type_} {relocate.derived})"
    start = lines[number].index('"gc-live"(')
    head, tail = lines[number][:start], lines[number][start:]
    lines[number] = head + _mentions(relocate.derived).sub(
        "%mutant.made", tail, count=1)
    lines[relocate.line] = re.sub(r"i32 \d+, i32 \d+\)",
                                  f"i32 {index}, i32 {index})",
                                  lines[relocate.line])
    lines.insert(number, f"  %mutant.made = call {type_} {made}")


def _statepoint_of(lines: list, relocate: Relocate) -> tuple:
    """The line of its statepoint, and the index in gc-live. No other relocate
    is of that."""
    index = _RELOCATE.match(lines[relocate.line])[4]
    others = [r for r in _relocates(lines) if r.token == relocate.token
              and r.line != relocate.line]
    if any(index in _RELOCATE.match(lines[r.line]).group(3, 4)
           for r in others):
        raise NotApplicable
    return _choose(random.Random(0), [
        i for i, line in enumerate(lines)
        if line.startswith(f"  {relocate.token} = ")
        and "gc.statepoint" in line]), index


def keep_an_integer_in_memory(rng, lines):
    """A copy by integers in front of the statepoint, in a stack object that is
    read as a reference after it."""
    relocate, number, where = _use_after_statepoint(rng, lines)
    _replace(lines, number, relocate.name, "%mutant.reference")
    lines.insert(number, f"  %mutant.reference = load {_POINTER}, ptr "
                         "%mutant.copy")
    lines[where:where] = [
        f"  store {_POINTER} {relocate.derived}, ptr %mutant.object",
        "  %mutant.integer = load i64, ptr %mutant.object",
        "  store i64 %mutant.integer, ptr %mutant.copy"]
    first = next(i for i, line in enumerate(lines) if line.startswith("  "))
    lines[first:first] = ["  %mutant.object = alloca i64",
                          "  %mutant.copy = alloca i64"]


def leave_a_patchpoint(rng, lines):
    """The callee of a patchpoint after a statepoint may collect."""
    number = _choose(rng, [i for i, line in enumerate(lines)
                           if " call token " in line])
    lines.insert(number + 1, "  call void (i64, i32, ptr, i32, ...) "
                 "@llvm.experimental.patchpoint.void(i64 1, i32 16, "
                 "ptr @gcstress_poll, i32 0)")


def forget_an_object_of_intrinsics(rng, lines):
    """A statepoint does not list a stack object that intrinsics alone load."""
    number, name = _choose(rng, sorted({
        (i, item) for i, line in enumerate(lines)
        for bundle in re.findall(r'"gc-live"\((.*?%.*)\) \]', line)
        for item in re.findall(rf"(?<![-\w])ptr ({_NAME})", bundle)}))
    places = {name} | {m[1] for m in (re.match(
        rf"  ({_NAME}) = getelementptr .*ptr {re.escape(name)}(?![-\w.$])",
        line) for line in lines) if m}
    loads = [(i, m) for i, m in enumerate(re.match(
        rf"  ({_NAME}) = load {re.escape(_POINTER)}, ptr ({_NAME}), align 8",
        line) for line in lines) if m and m[2] in places]
    if not loads:
        raise NotApplicable
    _unlist(rng, lines, rf"(?<![-\w])ptr(?= {re.escape(name)}(?![-\w.$]))",
            number)
    for i, match in reversed(loads):
        vector = f"<1 x {_POINTER}>"
        lines[i:i + 1] = [
            f"  %mutant.{i} = call {vector} @llvm.masked.load.v1p1.p0(ptr "
            f"align 8 {match[2]}, <1 x i1> splat (i1 true), {vector} "
            "zeroinitializer)",
            f"  {match[1]} = extractelement {vector} %mutant.{i}, i32 0"]


MUTATIONS = {f.__name__.replace("_", "-"): f for f in (
    use_what_was_there, stale_on_an_edge, forget_a_relocate, exchange_a_base,
    base_is_derived, keep_an_integer, leave_a_call, forget_a_base,
    forget_an_object, take_an_intrinsic_for_a_base, keep_an_integer_in_memory,
    leave_a_patchpoint, forget_an_object_of_intrinsics)}
# What mutants call that the module may not declare.
_DECLARATIONS = {name: f"declare {type_} @{name}({arguments})\n"
                 for name, type_, arguments in (
    ("llvm.ptrmask.p1.i64", _POINTER, f"{_POINTER}, i64"),
    ("llvm.launder.invariant.group.p1", _POINTER, _POINTER),
    ("llvm.strip.invariant.group.p1", _POINTER, _POINTER),
    ("llvm.vector.reverse.v2p1", f"<2 x {_POINTER}>", f"<2 x {_POINTER}>"),
    ("llvm.experimental.patchpoint.void", "void", "i64, i32, ptr, i32, ..."),
    ("llvm.masked.load.v1p1.p0", f"<1 x {_POINTER}>",
     f"ptr, <1 x i1>, <1 x {_POINTER}>"))}


@dataclass
class Subject:
    """A module with statepoints that is sound."""

    name: str
    text: str

    def functions(self) -> list:
        """Where each function begins."""
        return [m.start() for m in re.finditer(r"^define ", self.text, re.M)]

    def verify(self, text: str, path: Path) -> str:
        """What is printed; nothing if no error is found."""
        path.write_text(text)
        done = subprocess.run(
            [OPT, "-passes=verify<safepoint-ir>", "-disable-output", path],
            capture_output=True, text=True, timeout=600)
        return done.stderr if done.returncode else ""

    def mutate(self, name: str, rng: random.Random) -> str:
        """A mutant; raises NotApplicable."""
        start = rng.choice(self.functions())
        end = self.text.index("\n}\n", start)
        lines = self.text[start:end].split("\n")
        MUTATIONS[name](rng, lines)
        body = "\n".join(lines)
        declarations = "".join(
            text for called, text in _DECLARATIONS.items()
            if f"@{called}(" in body
            and not re.search(rf"^declare .*@{re.escape(called)}\(",
                              self.text, re.M))
        return (self.text[:start] + body + self.text[end:] + "\n"
                + declarations)


def make_subjects(work: Path, seeds: range, functions: int = 3) -> list:
    """Generated modules, rewritten at all levels."""
    subjects = []
    for seed in seeds:
        for strategy in STRATEGIES:
            for level in LEVELS.values():
                name = f"{strategy}-{level.name}-{seed}"
                source, lowered = work / f"{name}.0.ll", work / f"{name}.ll"
                source.write_text(program.module(str(seed), functions,
                                                 strategy, 4))
                run([OPT, "-S", f"-passes={level.pipeline}", source, "-o",
                     lowered], what=f"placing statepoints in {name}")
                subject = Subject(name, lowered.read_text())
                problem = subject.verify(subject.text, lowered)
                if problem:
                    raise Failure(f"{name} is not sound to begin with: "
                                  f"{problem[:2000]}")
                subjects.append(subject)
    return subjects
