"""Ways to make roots in frames wrong, and how to verify them.

Each takes a random generator and the control flow of one function, whose lines
it changes. They were written from what a collector does with frames
(docs/RootPlacement.md), and know nothing of how verify<gc-roots> finds out.
"""

import random
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ..gcstress import program
from ..gcstress.run import LEVELS
from ..paths import BUILD
from ..ui import Failure, run
from .files import NotApplicable
from .gcrootflow import (MANAGED, NAME, Dialect, Flow, elements,
                         is_stored_before, matters_to_list, may_keep)

OPT = BUILD / "bin/opt"
STRATEGIES = ("managed-frames", "managed-frames-non-moving")
RULES = ("optimal", "lazy")
# What the generated functions lack: paths without a frame, and second returns.
_MORE = """
declare i32 @setjmp(ptr) returns_twice
; For mutants.
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
declare ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1), i64)
declare ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1))
declare ptr addrspace(1) @llvm.strip.invariant.group.p1(ptr addrspace(1))

define void @mutant_pads(ptr %place, i1 %c) gc "STRATEGY"
    personality ptr @__gxx_personality_v0 {
entry:
  invoke void @gcstress_poll() to label %next unwind label %pad
next:
  br i1 %c, label %slow, label %exit, !prof !1
slow:
  %p = load ptr addrspace(1), ptr %place
  call void @gcstress_poll()
  %x = call i64 @gcstress_digest(ptr addrspace(1) %p)
  br label %exit
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %l, 0
  %b = call ptr @__cxa_begin_catch(ptr %e)
  call void @gcstress_poll()
  call void @__cxa_end_catch()
  br label %exit
exit:
  ret void
}

define void @mutant_twice(ptr addrspace(1) %p, ptr %buffer,
                          ptr addrspace(1) %o) gc "STRATEGY" {
entry:
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  %c = icmp eq i32 %r, 0
  br i1 %c, label %first, label %second
first:
  %q = load ptr addrspace(1), ptr addrspace(1) %o
  call void @gcstress_poll()
  %x = call i64 @gcstress_digest(ptr addrspace(1) %q)
  ret void
second:
  %y = call i64 @gcstress_digest(ptr addrspace(1) %p)
  ret void
}

!1 = !{!"branch_weights", i32 1, i32 1000}
"""


def choose(rng: random.Random, candidates: list):
    if not candidates:
        raise NotApplicable
    return rng.choice(candidates)


def _stores(flow: Flow) -> list:
    """Those that make a difference: nothing else protects the object."""
    same = elements(flow)
    stores = [a for a in flow.accesses() if a.stored]
    slots = {}
    for a in stores:
        slots.setdefault(same.get(a.stored, a.stored), set()).add(a.slot)
    made_of = {a.stored: flow.made_of(a.stored) for a in stores
               if flow.dialect.keeps_contents}
    return [a for a in stores if a.stored.startswith("%")
            and len(slots[same.get(a.stored, a.stored)]) == 1
            and not is_stored_before(flow, a)
            # Nor are others chosen from it, or keep it.
            and not any(name != a.stored and (name in made_of[a.stored]
                                              or a.stored in made)
                        for name, made in made_of.items())]


def _loads(flow: Flow) -> list:
    return [a for a in flow.accesses() if a.loaded]


def _stores_in_front_of_safepoints(flow: Flow) -> list:
    """With the line of the safepoint. Nothing but other stores is between."""
    lines = {a.line for a in flow.accesses() if a.stored}
    addresses = set(flow.lines_of("get_gc_frame_slot"))
    found = []
    for access in _stores(flow):
        number = access.line + 1
        while number in lines or number in addresses:
            number += 1
        if flow.is_safepoint(number):
            found.append((access, number))
    return found


def _change_slot(flow: Flow, access, slot: int) -> None:
    line = flow.lines[access.line]
    flow.lines[access.line] = (
        f"  %mutant.slot = call ptr @{flow.dialect.prefix}.get_gc_frame_slot("
        f"ptr %gcframe, i32 {slot})\n" + line.replace(f"ptr {access.address},",
                                        "ptr %mutant.slot,"))


def _store(flow: Flow, access, other: str) -> None:
    root = flow.dialect.root
    flow.lines[access.line] = flow.lines[access.line].replace(
        f"{root} {access.stored},", f"{root} {other},")


def drop_a_store(rng, flow):
    access = choose(rng, _stores(flow))
    flow.lines[access.line] = ""


def store_another_reference(rng, flow):
    """One that was computed in the same block, or an argument."""
    access = choose(rng, _stores(flow))
    start = access.line
    while flow.previous[start] == [start - 1]:
        start -= 1
    root = re.escape(flow.dialect.root)
    others = re.findall(rf"{root}[^,(}}]*? ({NAME})(?=[,)])", flow.lines[0])
    others += [m[1] for m in (re.match(
        rf"  ({NAME}) = (?:load {root},|phi {root} |call {root} )", line)
        for line in flow.lines[start:access.line]) if m]
    same = elements(flow)
    _store(flow, access, choose(rng, [
        o for o in others if same.get(o, o)
        != same.get(access.stored, access.stored)
        and not may_keep(flow, o, access.stored)]))


def store_null(rng, flow):
    access = choose(rng, _stores(flow))
    _store(flow, access, "null")


def store_a_derived_pointer(rng, flow):
    access = choose(rng, _stores(flow))
    _store(flow, access, "%mutant.derived")
    flow.lines[access.line] = (
        f"  %mutant.derived = getelementptr i8, {flow.dialect.root} "
        f"{access.stored}, i64 8\n" + flow.lines[access.line])


def store_what_an_intrinsic_derives(rng, flow):
    """An intrinsic hides that a pointer is into an object."""
    access = choose(rng, _stores(flow))
    _store(flow, access, "%mutant.made")
    root = flow.dialect.root
    made = rng.choice((
        f"@llvm.ptrmask.p1.i64({root} %mutant.derived, i64 -8)",
        f"@llvm.launder.invariant.group.p1({root} %mutant.derived)",
        f"@llvm.strip.invariant.group.p1({root} %mutant.derived)"))
    flow.lines[access.line] = (
        f"  %mutant.derived = getelementptr i8, {root} {access.stored}, "
        f"i64 8\n  %mutant.made = call {root} {made}\n"
        + flow.lines[access.line])


def store_what_is_undefined(rng, flow):
    access = choose(rng, _stores(flow))
    _store(flow, access, rng.choice(("undef", "poison")))


def collect_in_front_of_a_store(rng, flow):
    """In a function or in what a patchpoint calls."""
    access = choose(rng, _stores(flow))
    flow.lines[access.line] = rng.choice((
        "  call void @gcstress_poll()\n",
        "  call void (i64, i32, ptr, i32, ...) "
        "@llvm.experimental.patchpoint.void(i64 1, i32 16, "
        "ptr @gcstress_poll, i32 0)\n")) + flow.lines[access.line]


def store_to_another_slot(rng, flow):
    """That of an object which is needed after the next safepoint."""
    stores = _stores(flow)
    access, slot = choose(rng, [
        (a, b.slot) for a in stores for b in stores
        if a.slot != b.slot and a.line in flow.block_behind(b.line)
        and _is_needed(flow, b, a.line)])
    _change_slot(flow, access, slot)


def _is_needed(flow: Flow, store, number: int) -> bool:
    """Whether what was stored is used or loaded in the block of a line, after
    a safepoint that is after the line and in front of other stores there."""
    loads = {a.line for a in flow.accesses()
             if a.loaded and a.slot == store.slot}
    others = {a.line for a in flow.accesses()
              if a.stored and a.slot == store.slot}
    is_behind = False
    for i in flow.block_behind(number):
        if i in others:
            return False
        if is_behind and (i in loads or re.search(
                re.escape(store.stored) + r"(?![-\w.$])", flow.lines[i])):
            return True
        is_behind |= flow.is_safepoint(i)
    return False


def store_after_the_safepoint(rng, flow):
    access, safepoint = choose(rng, [
        (a, s) for a, s in _stores_in_front_of_safepoints(flow)
        if "invoke" not in flow.lines[s]])
    flow.lines[safepoint] += "\n" + flow.lines[access.line]
    flow.lines[access.line] = ""


def use_what_was_there(rng, flow):
    """One use has the value from in front of the safepoint."""
    defined = set(re.findall(rf"^  ({NAME}) = ", "\n".join(flow.lines), re.M))
    defined |= set(re.findall(NAME, flow.lines[0]))
    reloads = [(a.loaded, re.sub(r"\.reload\d*$", "", a.loaded))
               for a in _loads(flow) if ".reload" in a.loaded]
    uses = [(i, new, old) for new, old in reloads if old in defined
            for i, line in enumerate(flow.lines)
            if re.search(re.escape(new) + r"(?![-\w.$])", line)
            and not line.startswith(f"  {new} = ") and " = phi " not in line
            and not ("icmp" in line and " null" in line)]
    number, new, old = choose(rng, uses)
    head, equals, tail = flow.lines[number].rpartition(" = ")
    flow.lines[number] = head + equals + re.sub(
        re.escape(new) + r"(?![-\w.$])", lambda _: old, tail)


def load_from_another_slot(rng, flow):
    """One that never has the same object."""
    same = elements(flow)
    objects = {}
    for a in flow.accesses():
        if a.stored:
            objects.setdefault(a.slot, set()).add(same.get(a.stored, a.stored))
    access, slot = choose(rng, [
        (a, slot) for a in _loads(flow) for slot in objects
        if not objects[slot] & objects.get(a.slot, set())])
    _change_slot(flow, access, slot)


def drop_a_push(rng, flow):
    flow.lines[choose(rng, flow.lines_of("push_gc_frame"))] = ""


def drop_a_pop(rng, flow):
    flow.lines[choose(rng, flow.lines_of("pop_gc_frame"))] = ""


def drop_a_relink(rng, flow):
    flow.lines[choose(rng, [i for i in flow.lines_of("relink_gc_frame")
                             if matters_to_list(flow, i)])] = ""


def drop_a_restore(rng, flow):
    flow.lines[choose(rng, [i for i in flow.lines_of("restore_gc_frames")
                             if matters_to_list(flow, i)])] = ""


def relink_for_restore(rng, flow):
    """A frame that is not in the list gets there."""
    number = choose(rng, [i for i in flow.lines_of("restore_gc_frames")
                           if matters_to_list(flow, i)])
    if "%gcframe =" not in "\n".join(flow.lines):
        raise NotApplicable
    flow.lines[number] = (f"  call void @{flow.dialect.prefix}."
                          "relink_gc_frame(ptr %gcframe)")


def push_once_more(rng, flow):
    _, number = choose(rng, _stores_in_front_of_safepoints(flow))
    flow.lines[number] = (
        flow.lines[choose(rng, flow.lines_of("push_gc_frame"))] + "\n"
        + flow.lines[number])


def push_after_a_store(rng, flow):
    pushes = flow.lines_of("push_gc_frame")
    push, store = choose(rng, [
        (i, a) for i in pushes for a in _stores(flow)
        if a.line in flow.block_behind(i)])
    flow.lines[store.line] += "\n" + flow.lines[push]
    flow.lines[push] = ""


def pop_in_front_of_a_safepoint(rng, flow):
    _, number = choose(rng, _stores_in_front_of_safepoints(flow))
    flow.lines[number] = (f"  call void @{flow.dialect.prefix}.pop_gc_frame("
                          "ptr %gcframe)\n" + flow.lines[number])


def promise_a_tail_call(rng, flow):
    _, number = choose(rng, [
        (a, s) for a, s in _stores_in_front_of_safepoints(flow)
        if "invoke" not in flow.lines[s]])
    flow.lines[number] = flow.lines[number].replace("call ", "tail call ", 1)


def promise_to_see_nothing(rng, flow):
    _, number = choose(rng, [
        (a, s) for a, s in _stores_in_front_of_safepoints(flow)
        if flow.lines[s].endswith(")")])
    flow.lines[number] += " memory(none)"


MUTATIONS = {f.__name__.replace("_", "-"): f for f in (
    drop_a_store, store_another_reference, store_null,
    store_a_derived_pointer, store_what_an_intrinsic_derives,
    store_what_is_undefined, collect_in_front_of_a_store,
    store_to_another_slot, store_after_the_safepoint, use_what_was_there,
    load_from_another_slot, drop_a_push, drop_a_pop, drop_a_relink,
    drop_a_restore, relink_for_restore, push_once_more, push_after_a_store,
    pop_in_front_of_a_safepoint, promise_a_tail_call,
    promise_to_see_nothing)}


@dataclass
class Subject:
    """A module with frames that is sound."""

    name: str
    text: str
    dialect: Dialect = MANAGED
    mutations: dict = field(default_factory=lambda: MUTATIONS)

    def functions(self) -> list:
        """Where each function begins."""
        return [m.start() for m in re.finditer(
            r'^define (?!.* gc "none")', self.text, re.M)]

    def verify(self, text: str, path: Path) -> str:
        """What is printed; nothing if no error is found."""
        path.write_text(text)
        done = subprocess.run(
            [OPT, "-passes=verify<gc-roots>", "-disable-output", path],
            capture_output=True, text=True, timeout=600)
        if done.returncode and ": in function " not in done.stderr:
            raise Failure(f"{path} is no IR: {done.stderr[:2000]}")
        return done.stderr if done.returncode else ""

    def mutate(self, name: str, rng: random.Random) -> str:
        """A mutant; raises NotApplicable."""
        start = rng.choice(self.functions())
        end = self.text.index("\n}\n", start)
        flow = Flow(self.text[start:end].split("\n"), self.dialect)
        self.mutations[name](rng, flow)
        return self.text[:start] + "\n".join(flow.lines) + self.text[end:]


def _make(work: Path, strategy: str, rule: str, level, seed: int,
          functions: int) -> Subject:
    name = f"{strategy}-{rule}-{level.name}-{seed}"
    source, placed = work / f"{name}.0.ll", work / f"{name}.ll"
    text = program.module(str(seed), functions, strategy, 4, deopt=False,
                          in_frames=True)
    source.write_text(text + _MORE.replace("STRATEGY", strategy))
    # What placement makes a value is not found in the copy.
    prepare = level.prepare or "function(mem2reg)"
    run([OPT, "-S", f"-passes={prepare},copy-gc-functions,"
         f"place-gc-roots<{rule}>", source, "-o", placed],
        what=f"placing roots in {name}")
    return check(Subject(name, placed.read_text()), placed)


def check(subject: Subject, path: Path) -> Subject:
    """The subject, in which nothing must be found."""
    problem = subject.verify(subject.text, path)
    if problem:
        raise Failure(f"{subject.name} is not sound to begin with: "
                      f"{problem[:2000]}")
    return subject


def make_subjects(work: Path, seeds: range, functions: int = 3) -> list:
    """Generated modules with frames, prepared in all ways."""
    jobs = [(strategy, rule, level, seed) for seed in seeds
            for strategy in STRATEGIES for rule in RULES
            for level in LEVELS.values()]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda job: _make(work, *job, functions), jobs))
