"""Roots of the preset for Julia to make wrong: the program in llvm/examples,
functions that were written for it, and others that are generated.

Most mutations are those of gcroots. The others remove what keeps an object, or
ask for one that is not kept: a new object that is in no slot, and so is
dead wherever the function does not use it.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from ..gcstress.run import LEVELS
from ..paths import REPO
from ..ui import run
from . import gcroots, juliaprogram
from .files import NotApplicable
from .gcrootflow import NAME, Dialect, Flow, may_keep
from .gcroots import OPT, RULES, Subject, check, choose

PROGRAM = REPO / "llvm/examples/JuliaFrames/Program.ll"
FUNCTIONS = Path(__file__).with_name("juliaroots.ll")
DIALECT = Dialect("julia", "ptr addrspace(10)", frozenset((
    "julia.get_pgcstack", "julia.get_pgcstack_or_new", "julia.typeof",
    "julia.pointer_from_objref", "julia.gc_loaded", "julia.write_barrier",
    "julia.queue_gc_root", "leaf", "reads", "condition")), keeps_contents=True)
# Behind each module.
_FLAG = """
!llvm.module.flags = !{!900000}
!900000 = !{i32 1, !"gc-root-strategy", !"julia"}
"""
# What mutants call, after each module with frames.
_DECLARATIONS = {
    "@mutant_safepoint": "\ndeclare void @mutant_safepoint()\n",
    "declare token @llvm.julia.gc_preserve_begin(":
    "\ndeclare token @llvm.julia.gc_preserve_begin(...)\n"}
_IMMUTABLE = re.compile(r"(!\d+) = !\{!\"jtbaa_(?:immut|const|datatype|"
                        r"memory(?:ptr|len|own))\"")


def _new_objects(flow: Flow) -> list:
    """Those that are in no slot: the line of the call, and the name."""
    stored = {a.stored for a in flow.accesses() if a.stored}
    found = [(i, m[1]) for i, m in enumerate(
        re.match(rf"  ({NAME}) = call {re.escape(DIALECT.root)} ", line)
        for line in flow.lines) if m]
    return [(i, name) for i, name in found
            if name not in stored and flow.is_safepoint(i)]


def _safepoints_behind_new_objects(flow: Flow) -> list:
    """Those in the same block, with the name of the object."""
    return [(number, name) for line, name in _new_objects(flow)
            for number in flow.block_behind(line)
            if flow.is_safepoint(number) and " = musttail " not in
            flow.lines[number] and "  invoke " not in flow.lines[number]
            and " = invoke " not in flow.lines[number]
            and not re.search(rf"{re.escape(name)}(?![-\w.$])",
                              flow.lines[number])]


def _choose_unkept(rng, flow: Flow, candidates: list):
    """A line and a value such that what slots have is not made of this."""
    number, name, *more = choose(rng, candidates)
    if any(may_keep(flow, name, a.stored)
           for a in flow.accesses() if a.stored):
        raise NotApplicable
    return number, name, *more


def use_after_a_safepoint(rng, flow):
    number, name = _choose_unkept(rng, flow,
                                  _safepoints_behind_new_objects(flow))
    flow.lines[number] += f"\n  store i8 0, {DIALECT.root} {name}"


def pass_in_a_bundle(rng, flow):
    number, name = _choose_unkept(rng, flow, [
        (i, n) for i, n in _safepoints_behind_new_objects(flow)
        if flow.lines[i].endswith(")")])
    flow.lines[number] += f' [ "jl_roots"({DIALECT.root} {name}) ]'


def preserve_one_more(rng, flow):
    number, name = _choose_unkept(rng, flow,
                                  _safepoints_behind_new_objects(flow))
    flow.lines[number] = (
        "  %mutant.token = call token (...) @llvm.julia.gc_preserve_begin("
        f"{DIALECT.root} {name})\n" + flow.lines[number])


def collect_in_between(rng, flow):
    """Between a new object and a use of it."""
    line, _ = _choose_unkept(rng, flow, [
        (line, name) for line, name in _new_objects(flow)
        if any(re.search(rf"{re.escape(name)}(?![-\w.$])", flow.lines[i])
               and "@julia.pointer_from_objref(" not in flow.lines[i]
               for i in flow.block_behind(line))])
    flow.lines[line] += "\n  call void @mutant_safepoint()"


def forget_that_memory_is_immutable(rng, flow):
    """What was loaded is passed in the same block, and is in no slot."""
    stored = {a.stored for a in flow.accesses() if a.stored}
    loads = [(i, m) for i, m in enumerate(re.match(
        rf"  ({NAME}) = load {re.escape(DIALECT.root)}, ptr addrspace\(1\d\) "
        rf"{NAME}, align \d+(, !(?:tbaa|gc-was-invariant).*)$", line)
        for line in flow.lines) if m]
    number, _, mark = _choose_unkept(rng, flow, [
        (i, m[1], m[2]) for i, m in loads if m[1] not in stored
        and any(flow.is_safepoint(behind) and re.search(
            rf"{re.escape(DIALECT.root)}[^,()]* {re.escape(m[1])}(?=[,)])",
            flow.lines[behind]) for behind in flow.block_behind(i))
        and set(re.findall(r"!gc-was-invariant|!\d+", m[2]))
        & flow.dialect.immutable])
    flow.lines[number] = flow.lines[number].removesuffix(mark)


MUTATIONS = {name: gcroots.MUTATIONS[name] for name in (
    "drop-a-store", "store-another-reference", "store-null",
    "store-a-derived-pointer", "store-to-another-slot",
    "store-after-the-safepoint", "drop-a-push", "drop-a-pop",
    "push-once-more", "push-after-a-store", "pop-in-front-of-a-safepoint",
    "promise-a-tail-call")} | {
    f.__name__.replace("_", "-"): f for f in (
        use_after_a_safepoint, pass_in_a_bundle, preserve_one_more,
        collect_in_between, forget_that_memory_is_immutable)}


def _find_immutable(text: str) -> frozenset:
    """The tags of what was loaded from memory that never changes."""
    kinds = set(_IMMUTABLE.findall(text))
    return frozenset({"!gc-was-invariant"} | {
        tag for tag, kind in re.findall(r"(!\d+) = !\{(!\d+), ", text)
        if kind in kinds})


def _make(work: Path, title: str, text: str, rule: str, level) -> Subject:
    name = f"julia-{title}-{rule}-{level.name}"
    source, placed = work / f"{name}.0.ll", work / f"{name}.ll"
    source.write_text(text + _FLAG)
    steps = [level.prepare] * bool(level.prepare) + [f"place-gc-roots<{rule}>"]
    run([OPT, "-S", f"-passes={','.join(steps)}", source, "-o", placed],
        what=f"placing roots in {name}")
    text = placed.read_text()
    text += "".join(line for name, line in _DECLARATIONS.items()
                    if name not in text)
    dialect = replace(DIALECT, immutable=_find_immutable(text))
    return check(Subject(name, text, dialect, MUTATIONS), placed)


def make_subjects(work: Path, seeds: range, functions: int = 10) -> list:
    """The two files and generated modules, prepared in all ways."""
    texts = {path.stem: path.read_text() for path in (PROGRAM, FUNCTIONS)}
    texts |= {str(seed): juliaprogram.module(seed, functions)
              for seed in seeds}
    jobs = [(title, text, rule, level) for title, text in texts.items()
            for rule in RULES for level in LEVELS.values()]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda job: _make(work, *job), jobs))
