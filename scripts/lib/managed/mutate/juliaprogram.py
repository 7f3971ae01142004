"""Generated functions of the preset for Julia: what front ends and optimization
write, in any order, with branches, loops, regions that preserve, exceptions and
second returns."""

import random

TRACKED, DERIVED = "ptr addrspace(10)", "ptr addrspace(11)"
KEPT, MEMORY = "ptr addrspace(12)", "ptr addrspace(13)"
PAIR, VECTOR = f"{{{TRACKED}, i64}}", f"<2 x {TRACKED}>"
_MARKS = ("!tbaa !1", "!tbaa !1", "!invariant.load !0", "!tbaa !5")
_DEPTH = 3
_HEAD = f"""
target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128-ni:10:11:12:13"
@constant = external global {TRACKED}, !julia.constgv !0
@variable = external global {TRACKED}
declare ptr @julia.get_pgcstack()
declare {TRACKED} @julia.gc_alloc_obj(ptr, i64, {TRACKED})
declare {TRACKED} @julia.typeof({TRACKED})
declare {TRACKED} @julia.call(ptr, {TRACKED}, ...)
declare ptr @julia.pointer_from_objref({DERIVED})
declare {MEMORY} @julia.gc_loaded({TRACKED}, ptr)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare {TRACKED} @boxed({TRACKED}, ptr, i32)
declare {TRACKED} @new()
declare {PAIR} @new_pair()
declare {VECTOR} @new_vector()
declare void @take({TRACKED})
declare void @take_derived({DERIVED})
declare void @take_kept({KEPT})
declare void @take_pair({PAIR})
declare void @take_vector({VECTOR})
declare void @take_address(ptr)
declare void @safepoint()
declare i1 @condition() "gc-leaf-function"
declare i32 @setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)
"""
_TAIL = """
!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"jtbaa_immut", !3, i64 0}
!3 = !{!"jtbaa", !4, i64 0}
!4 = !{!"jtbaa"}
!5 = !{!6, !6, i64 0}
!6 = !{!"jtbaa_mutab", !3, i64 0}
"""


class _Function:
    """Writes one. A scope is a list of types and names that may be used."""

    def __init__(self, rng: random.Random):
        self.rng, self.lines, self.number = rng, [], 0

    def name(self, start: str) -> str:
        self.number += 1
        return f"{start}{self.number}"

    def emit(self, line: str) -> None:
        self.lines.append("  " + line)

    def begin(self, label: str) -> str:
        self.lines.append(f"{label}:")
        return label

    def define(self, scope: list, ty: str, text: str) -> None:
        name = "%" + self.name("v")
        self.emit(f"{name} = {text}")
        scope.append((ty, name))

    def pick(self, scope: list, *types: str) -> str:
        """A value with its type, rather a new one; nothing if none is of one
        of the types."""
        found = [f"{ty} {name}" for ty, name in scope if ty in types]
        return self.rng.choice(found[-8:] if self.rng.random() < 0.7
                               else found) if found else ""

    def compute(self, scope: list) -> None:
        """Makes a value of others."""
        tracked = self.pick(scope, TRACKED)
        pointer = self.pick(scope, TRACKED, DERIVED, MEMORY)
        derived, address = self.pick(scope, DERIVED), self.pick(scope, "ptr")
        pair, vector = self.pick(scope, PAIR), self.pick(scope, VECTOR)
        mark = self.rng.choice(_MARKS)
        choice = self.rng.choice((TRACKED, DERIVED, KEPT, MEMORY, VECTOR))
        first, second = self.pick(scope, choice), self.pick(scope, choice)
        ty, text = self.rng.choice((
            (TRACKED, f"call {TRACKED} @new()"),
            (TRACKED, f"call {TRACKED} @new()"),
            (TRACKED, f"call {TRACKED} @julia.gc_alloc_obj(ptr %stack, i64 16,"
                      f" {tracked})"),
            (TRACKED, f"call {TRACKED} @julia.typeof({tracked})"),
            (TRACKED, f"load {TRACKED}, {pointer}, {mark}"),
            (TRACKED, f"load {TRACKED}, {pointer}, {mark}"),
            (TRACKED, f"load {TRACKED}, ptr "
                      f"@{self.rng.choice(('constant', 'variable'))}"),
            (TRACKED, f"load {TRACKED}, ptr %other"),
            (TRACKED, f"call {TRACKED} (ptr, {TRACKED}, ...) @julia.call("
                      f"ptr @boxed, {tracked}, {self.pick(scope, TRACKED)})"),
            (TRACKED, f"freeze {tracked}"),
            (TRACKED, address and f"addrspacecast {address} to {TRACKED}"),
            (TRACKED, pair and f"extractvalue {pair}, 0"),
            (TRACKED, vector and f"extractelement {vector}, i32 "
                      f"{self.rng.choice(('0', '1', '%index'))}"),
            (DERIVED, f"addrspacecast {tracked} to {DERIVED}"),
            (DERIVED, f"addrspacecast {tracked} to {DERIVED}"),
            (DERIVED, f"getelementptr i64, {derived}, i64 "
                      f"{self.rng.randrange(3)}"),
            (DERIVED, address and f"addrspacecast {address} to {DERIVED}"),
            (KEPT, f"addrspacecast {tracked} to {KEPT}"),
            (MEMORY, f"load {MEMORY}, {pointer}"),
            (MEMORY, address and f"call {MEMORY} @julia.gc_loaded({tracked}, "
                     f"{address})"),
            ("ptr", f"load ptr, {derived}"),
            ("ptr", f"call ptr @julia.pointer_from_objref({derived})"),
            (PAIR, f"call {PAIR} @new_pair()"),
            (PAIR, f"insertvalue {PAIR} poison, {tracked}, 0"),
            (VECTOR, f"call {VECTOR} @new_vector()"),
            (VECTOR, f"load {VECTOR}, {derived}, {mark}"),
            (VECTOR, f"insertelement {vector or VECTOR + ' poison'}, "
                     f"{tracked}, i32 {self.rng.randrange(2)}"),
            (choice, first and f"select i1 %first, {first}, {second}"),
            (choice, first and f"select i1 %second, {first}, {second}")))
        if text:
            self.define(scope, ty, text)

    def use(self, scope: list) -> None:
        """Calls something, or stores to an object."""
        tracked = self.pick(scope, TRACKED)
        text = self.rng.choice([
            f"call void @take({tracked})", "call void @safepoint()",
            f'call void @safepoint() [ "jl_roots"({tracked}) ]',
            f"store i8 0, {self.pick(scope, TRACKED, DERIVED, MEMORY)}"] + [
            f"call void @{callee}({self.pick(scope, ty)})"
            for callee, ty in (("take_derived", DERIVED), ("take_kept", KEPT),
                               ("take_pair", PAIR), ("take_vector", VECTOR),
                               ("take_address", "ptr"))
            if self.pick(scope, ty)])
        self.emit(text)

    def join(self, ways: list, scope: list, label: str) -> str:
        """Ends `ways`, pairs of a scope and its last block, in a new one."""
        self.begin(label)
        for _ in range(self.rng.randrange(3)):
            ty = self.rng.choice((TRACKED, DERIVED, KEPT, MEMORY, PAIR, VECTOR))
            values = [(self.pick(inner, ty), last) for inner, last in ways]
            if all(value for value, _ in values):
                self.define(scope, ty, f"phi {ty} " + ", ".join(
                    f"[ {value.removeprefix(ty)}, %{last} ]"
                    for value, last in values))
        return label

    def branch(self, scope: list, depth: int) -> str:
        condition, end = "%" + self.name("c"), self.name("join")
        labels = [self.name("way"), self.name("way")]
        self.emit(f"{condition} = call i1 @condition()")
        self.emit(f"br i1 {condition}, label %{labels[0]}, label %{labels[1]}")
        ways = []
        for label in labels:
            inner = list(scope)
            ways.append((inner, self.blocks(inner, self.begin(label), depth)))
            self.emit(f"br label %{end}")
        return self.join(ways, scope, end)

    def loop(self, scope: list, current: str, depth: int) -> str:
        head, end = self.name("loop"), self.name("exit")
        self.emit(f"br label %{head}")
        self.begin(head)
        phis = []
        for _ in range(self.rng.randrange(3)):
            ty = self.rng.choice((TRACKED, DERIVED, KEPT, MEMORY, VECTOR))
            start = self.pick(scope, ty).removeprefix(ty)
            if start:
                phis.append((len(self.lines), ty, "%" + self.name("v"), start))
                self.lines.append("")
        scope += [(ty, name) for _, ty, name, _ in phis]
        last = self.blocks(scope, head, depth)
        for line, ty, name, start in phis:
            self.lines[line] = (
                f"  {name} = phi {ty} [ {start}, %{current} ], "
                f"[ {self.pick(scope, ty).removeprefix(ty)}, %{last} ]")
        condition = "%" + self.name("c")
        self.emit(f"{condition} = call i1 @condition()")
        self.emit(f"br i1 {condition}, label %{head}, label %{end}")
        return self.begin(end)

    def preserve(self, scope: list, current: str, depth: int) -> str:
        token = "%" + self.name("token")
        self.emit(f"{token} = call token (...) @llvm.julia.gc_preserve_begin("
                  f"{self.pick(scope, TRACKED, DERIVED, PAIR)})")
        current = self.blocks(scope, current, depth)
        if self.rng.random() < 0.8:
            self.emit(f"call void @llvm.julia.gc_preserve_end(token {token})")
        return current

    def catch(self, scope: list, depth: int) -> str:
        normal, pad, end = (self.name(n) for n in ("next", "pad", "join"))
        self.emit(f"invoke void @take({self.pick(scope, TRACKED)}) "
                  f"to label %{normal} unwind label %{pad}")
        self.begin(pad)
        self.emit(f"%{self.name('l')} = landingpad {{ptr, i32}} catch ptr null")
        inner = list(scope)
        last = self.blocks(inner, pad, depth)
        self.emit(f"br label %{end}")
        self.begin(normal)
        self.emit(f"br label %{end}")
        return self.join([(inner, last), (list(scope), normal)], scope, end)

    def blocks(self, scope: list, current: str, depth: int = _DEPTH) -> str:
        """Goes on in a block; the one where it ends."""
        for _ in range(self.rng.randrange(2, 7)):
            kind = self.rng.random() if depth else 1
            if kind < 0.12:
                current = self.branch(scope, depth - 1)
            elif kind < 0.2:
                current = self.loop(scope, current, depth - 1)
            elif kind < 0.27:
                current = self.preserve(scope, current, depth - 1)
            elif kind < 0.32:
                current = self.catch(scope, depth - 1)
            elif kind < 0.33:
                self.emit(f"%{self.name('r')} = call i32 @setjmp(ptr %buffer)"
                          " returns_twice")
            elif self.rng.random() < 0.7:
                self.compute(scope)
            else:
                self.use(scope)
        return current

    def write(self, number: int) -> str:
        scope = [(TRACKED, "%a"), (TRACKED, "%b"), (DERIVED, "%d"),
                 ("ptr", "%address")]
        self.lines.append(
            f"define {TRACKED} @made_up_{number}({TRACKED} %a, {TRACKED} %b, "
            f"{DERIVED} %d, ptr %address, ptr %other, ptr %buffer, i1 %first, "
            "i1 %second, i32 %index) personality ptr @__gxx_personality_v0 {")
        current = self.begin("entry")
        self.emit("%stack = call ptr @julia.get_pgcstack()")
        if self.rng.random() < 0.3:
            self.emit(f"%roots = alloca [2 x {TRACKED}], align 16")
            self.emit("call void @take_address(ptr %roots)")
            scope.append(("ptr", "%roots"))
        for _ in range(self.rng.randrange(1, 4)):
            current = self.blocks(scope, current)
        self.emit(f"ret {self.pick(scope, TRACKED)}")
        self.lines.append("}\n")
        return "\n".join(self.lines)


def module(seed: int, functions: int) -> str:
    rng = random.Random(seed)
    return _HEAD + "".join(_Function(rng).write(number)
                           for number in range(functions)) + _TAIL
