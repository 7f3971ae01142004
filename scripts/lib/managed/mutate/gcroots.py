"""Ways to make roots in frames wrong, and how to verify them.

Each takes a random generator and the control flow of one function, whose lines
it changes. They were written from what a collector does with frames
(docs/RootPlacement.md), and know nothing of how verify<gc-roots> finds out.
"""

import random
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..gcstress import program
from ..gcstress.run import LEVELS
from ..paths import BUILD
from ..ui import Failure, run
from .files import NotApplicable
from .gcrootflow import (NAME, Flow, elements, is_stored_before,
                         matters_to_list)

OPT = BUILD / "bin/opt"
STRATEGIES = ("managed-frames", "managed-frames-non-moving")
RULES = ("optimal", "lazy")
_REF = "ptr addrspace(1)"
# What the made-up functions lack: ways without a frame, and second returns.
_MORE = """
declare i32 @setjmp(ptr) returns_twice

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


def _choose(rng: random.Random, candidates: list):
    if not candidates:
        raise NotApplicable
    return rng.choice(candidates)


def _stores(flow: Flow) -> list:
    """Those that make a difference: nothing else protects the object."""
    same = elements(flow.lines)
    stores = [a for a in flow.accesses() if a.stored]
    slots = {}
    for a in stores:
        slots.setdefault(same.get(a.stored, a.stored), set()).add(a.slot)
    return [a for a in stores if a.stored.startswith("%")
            and len(slots[same.get(a.stored, a.stored)]) == 1
            and not is_stored_before(flow, a)]


def _loads(flow: Flow) -> list:
    return [a for a in flow.accesses() if a.loaded]


def _stores_in_front_of_safepoints(flow: Flow) -> list:
    """With the line of the safepoint. Nothing but other stores is between."""
    lines = {a.line for a in flow.accesses() if a.stored}
    found = []
    for access in _stores(flow):
        number = access.line + 1
        while number in lines or "@managed.get" in flow.lines[number]:
            number += 1
        if flow.is_safepoint(number):
            found.append((access, number))
    return found


def _change_slot(flow: Flow, access, slot: int) -> None:
    line = flow.lines[access.line]
    flow.lines[access.line] = (
        "  %mutant.slot = call ptr @managed.get_gc_frame_slot(ptr %gcframe, "
        f"i32 {slot})\n" + line.replace(f"ptr {access.address},",
                                        "ptr %mutant.slot,"))


def _other_slot(rng, flow, accesses):
    access = _choose(rng, accesses)
    size = next(int(m[1]) for m in (re.search(
        r"@managed\.new_gc_frame\(i32 (\d+)\)", line) for line in flow.lines)
        if m)
    _change_slot(flow, access, _choose(rng, [
        i for i in range(size) if i != access.slot]))


def _lines_of(flow: Flow, part: str) -> list:
    return [i for i, line in enumerate(flow.lines)
            if f"@managed.{part}(" in line]


def drop_a_store(rng, flow):
    access = _choose(rng, _stores(flow))
    flow.lines[access.line] = ""


def store_another_reference(rng, flow):
    """One that was computed in the same block, or an argument."""
    access = _choose(rng, _stores(flow))
    start = access.line
    while flow.previous[start] == [start - 1]:
        start -= 1
    others = re.findall(rf"{re.escape(_REF)}[^,(}}]*? ({NAME})(?=[,)])",
                        flow.lines[0])
    others += [m[1] for m in (re.match(
        rf"  ({NAME}) = (?:load {re.escape(_REF)},|phi {re.escape(_REF)} |"
        rf"call {re.escape(_REF)} )", line)
        for line in flow.lines[start:access.line]) if m]
    same = elements(flow.lines)
    other = _choose(rng, [o for o in others if same.get(o, o)
                          != same.get(access.stored, access.stored)])
    flow.lines[access.line] = flow.lines[access.line].replace(
        f"{_REF} {access.stored},", f"{_REF} {other},")


def store_null(rng, flow):
    access = _choose(rng, _stores(flow))
    flow.lines[access.line] = flow.lines[access.line].replace(
        f"{_REF} {access.stored},", f"{_REF} null,")


def store_a_derived_pointer(rng, flow):
    access = _choose(rng, _stores(flow))
    flow.lines[access.line] = (
        f"  %mutant.derived = getelementptr i8, {_REF} {access.stored}, "
        "i64 8\n" + flow.lines[access.line].replace(
            f"{_REF} {access.stored},", f"{_REF} %mutant.derived,"))


def store_to_another_slot(rng, flow):
    _other_slot(rng, flow, _stores(flow))


def store_behind_the_safepoint(rng, flow):
    access, safepoint = _choose(rng, [
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
    number, new, old = _choose(rng, uses)
    head, equals, tail = flow.lines[number].rpartition(" = ")
    flow.lines[number] = head + equals + re.sub(
        re.escape(new) + r"(?![-\w.$])", lambda _: old, tail)


def load_from_another_slot(rng, flow):
    """One that never has the same object."""
    same = elements(flow.lines)
    objects = {}
    for a in flow.accesses():
        if a.stored:
            objects.setdefault(a.slot, set()).add(same.get(a.stored, a.stored))
    access, slot = _choose(rng, [
        (a, slot) for a in _loads(flow) for slot in objects
        if not objects[slot] & objects.get(a.slot, set())])
    _change_slot(flow, access, slot)


def drop_a_push(rng, flow):
    flow.lines[_choose(rng, _lines_of(flow, "push_gc_frame"))] = ""


def drop_a_pop(rng, flow):
    flow.lines[_choose(rng, _lines_of(flow, "pop_gc_frame"))] = ""


def drop_a_relink(rng, flow):
    flow.lines[_choose(rng, [i for i in _lines_of(flow, "relink_gc_frame")
                             if matters_to_list(flow, i)])] = ""


def drop_a_restore(rng, flow):
    flow.lines[_choose(rng, [i for i in _lines_of(flow, "restore_gc_frames")
                             if matters_to_list(flow, i)])] = ""


def relink_for_restore(rng, flow):
    """A frame that is not in the list gets there."""
    number = _choose(rng, [i for i in _lines_of(flow, "restore_gc_frames")
                           if matters_to_list(flow, i)])
    if "%gcframe =" not in "\n".join(flow.lines):
        raise NotApplicable
    flow.lines[number] = "  call void @managed.relink_gc_frame(ptr %gcframe)"


def push_once_more(rng, flow):
    _, number = _choose(rng, _stores_in_front_of_safepoints(flow))
    flow.lines[number] = (
        flow.lines[_choose(rng, _lines_of(flow, "push_gc_frame"))] + "\n"
        + flow.lines[number])


def push_behind_a_store(rng, flow):
    pushes = _lines_of(flow, "push_gc_frame")
    push, store = _choose(rng, [
        (i, a) for i in pushes for a in _stores(flow)
        if a.line in flow.block_behind(i)])
    flow.lines[store.line] += "\n" + flow.lines[push]
    flow.lines[push] = ""


def pop_in_front_of_a_safepoint(rng, flow):
    _, number = _choose(rng, _stores_in_front_of_safepoints(flow))
    flow.lines[number] = ("  call void @managed.pop_gc_frame(ptr %gcframe)\n"
                          + flow.lines[number])


def promise_a_tail_call(rng, flow):
    _, number = _choose(rng, [
        (a, s) for a, s in _stores_in_front_of_safepoints(flow)
        if "invoke" not in flow.lines[s]])
    flow.lines[number] = flow.lines[number].replace("call ", "tail call ", 1)


def promise_to_see_nothing(rng, flow):
    _, number = _choose(rng, [
        (a, s) for a, s in _stores_in_front_of_safepoints(flow)
        if flow.lines[s].endswith(")")])
    flow.lines[number] += " memory(none)"


MUTATIONS = {f.__name__.replace("_", "-"): f for f in (
    drop_a_store, store_another_reference, store_null,
    store_a_derived_pointer, store_to_another_slot,
    store_behind_the_safepoint, use_what_was_there, load_from_another_slot,
    drop_a_push, drop_a_pop, drop_a_relink, drop_a_restore,
    relink_for_restore, push_once_more, push_behind_a_store,
    pop_in_front_of_a_safepoint, promise_a_tail_call,
    promise_to_see_nothing)}


@dataclass
class Subject:
    """A module with frames that is sound."""

    name: str
    text: str

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
        flow = Flow(self.text[start:end].split("\n"))
        MUTATIONS[name](rng, flow)
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
    subject = Subject(name, placed.read_text())
    problem = subject.verify(subject.text, placed)
    if problem:
        raise Failure(f"{name} is not sound to begin with: {problem[:2000]}")
    return subject


def make_subjects(work: Path, seeds: range, functions: int = 3) -> list:
    """Made-up modules with frames, prepared in all ways."""
    jobs = [(strategy, rule, level, seed) for seed in seeds
            for strategy in STRATEGIES for rule in RULES
            for level in LEVELS.values()]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda job: _make(work, *job, functions), jobs))
