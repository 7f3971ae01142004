"""Functions of a given size for scripts/bench rewriting.

Each shape stresses one thing that makes rewriting of statepoints slow. What
statepoints list grows linearly with the function in all of them.
"""

import math

REF = "ptr addrspace(1)"
HEAD = f"""target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-\
i128:128-f80:128-n8:16:32:64-S128-ni:1"
target triple = "x86_64-unknown-linux-gnu"
declare {REF} @allocate()
declare void @poll()
declare void @throw({REF})
declare void @use({REF}) "gc-leaf-function"
declare i1 @test({REF}) "gc-leaf-function"
declare void @fill(ptr)
declare i32 @personality(...)

"""


def _function(lines: list) -> str:
    return (HEAD + f'define {REF} @f({REF} %a, {REF} %b, i1 %c) '
            'gc "statepoint-example" personality ptr @personality {\n'
            "entry:\n" + "\n".join(lines) + "\n}\n")


def straight_line(size: int) -> str:
    """References that are made, used and forgotten, with a call between."""
    lines = []
    for i in range(size // 4):
        lines += [f"  %v{i} = call {REF} @allocate()", "  call void @poll()",
                  f"  %d{i} = getelementptr i8, {REF} %v{i}, i64 8",
                  f"  call void @use({REF} %d{i})"]
    return _function([*lines, f"  ret {REF} %a"])


def many_live(size: int) -> str:
    """As many references as calls, all live over all of them."""
    count = math.isqrt(size)
    lines = [f"  %v{i} = load {REF}, {REF} %a" for i in range(count)]
    lines += ["  call void @poll()"] * count
    for i in range(count):
        lines.append(f"  call void @use({REF} %v{i})")
    # The rest is code without references.
    lines += [f"  %i{i} = add i64 {i}, 1" for i in range(size - len(lines))]
    return _function([*lines, f"  ret {REF} %a"])


def diamonds(size: int) -> str:
    """Joins, with a call on one way."""
    lines = ["  br label %b0"]
    for i in range(size // 6):
        lines += [f"b{i}:", f"  %t{i} = call i1 @test({REF} %a)",
                  f"  br i1 %t{i}, label %call{i}, label %b{i + 1}",
                  f"call{i}:", f"  %v{i} = load {REF}, {REF} %b",
                  "  call void @poll()", f"  call void @use({REF} %v{i})",
                  f"  br label %b{i + 1}"]
    return _function([*lines, f"b{size // 6}:", f"  ret {REF} %b"])


def cold_throws(size: int) -> str:
    """Checks that throw, past which many references are live."""
    lines = [f"  %v{i} = load {REF}, {REF} %a" for i in range(64)]
    lines.append("  br label %b0")
    count = size // 5
    for i in range(count):
        lines += [f"b{i}:", f"  %w{i} = load {REF}, {REF} %b",
                  f"  %t{i} = call i1 @test({REF} %w{i})",
                  f"  br i1 %t{i}, label %throw{i}, label %b{i + 1}",
                  f"throw{i}:", f"  call void @throw({REF} %w{i})",
                  "  unreachable"]
    lines.append(f"b{count}:")
    lines += [f"  call void @use({REF} %v{i})" for i in range(64)]
    return _function([*lines, f"  ret {REF} %b"])


def loops(size: int) -> str:
    """Loops one after the other, with a call and a derived pointer in each."""
    lines = ["  br label %p0"]
    count = size // 10
    for i in range(count):
        lines += [f"p{i}:", f"  %o{i} = load {REF}, {REF} %a",
                  f"  br label %l{i}", f"l{i}:",
                  f"  %q{i} = phi {REF} [ %o{i}, %p{i} ], [ %n{i}, %l{i} ]",
                  f"  %n{i} = getelementptr i8, {REF} %q{i}, i64 8",
                  "  call void @poll()", f"  call void @use({REF} %n{i})",
                  f"  %t{i} = call i1 @test({REF} %o{i})",
                  f"  br i1 %t{i}, label %l{i}, label %p{i + 1}"]
    return _function([*lines, f"p{count}:", f"  ret {REF} %b"])


def phi_chain(size: int) -> str:
    """Phis of derived pointers, each of the one before, and one call."""
    lines = [f"  %q0 = getelementptr i8, {REF} %a, i64 8", "  br label %b0",
             "b0:"]
    count = size // 4
    for i in range(count):
        source = "%b" if i % 2 else f"%q{i}"
        lines += [f"  br i1 %c, label %x{i}, label %b{i + 1}", f"x{i}:",
                  f"  %g{i} = getelementptr i8, {REF} {source}, i64 8",
                  f"  br label %b{i + 1}", f"b{i + 1}:",
                  f"  %q{i + 1} = phi {REF} [ %q{i}, %b{i} ], "
                  f"[ %g{i}, %x{i} ]"]
    return _function([*lines, "  call void @poll()",
                      f"  call void @use({REF} %q{count})", f"  ret {REF} %b"])


def invokes(size: int) -> str:
    """Calls that may throw, to one landing pad that needs no reference."""
    lines = ["  br label %b0", "b0:"]
    count = size // 4
    for i in range(count):
        lines += [f"  %v{i} = load {REF}, {REF} %b",
                  f"  invoke void @throw({REF} %v{i}) to label %b{i + 1} "
                  "unwind label %pad", f"b{i + 1}:",
                  f"  %t{i} = call i1 @test({REF} %v{i})",
                  f"  call void @use({REF} %v{i})"]
    return _function([*lines, f"  ret {REF} %b", "pad:",
                      "  %e = landingpad { ptr, i32 } cleanup",
                      "  resume { ptr, i32 } %e"])


def unoptimized(size: int) -> str:
    """Code without optimization: each variable is a stack object."""
    slots, lines = [], ["  br label %b0"]
    count = size // 12
    for i in range(count):
        slots.append(f"  %x{i} = alloca {REF}")
        lines += [f"b{i}:", f"  %v{i} = call {REF} @allocate()",
                  f"  store {REF} %v{i}, ptr %x{i}",
                  f"  %l{i} = load {REF}, ptr %x{i}",
                  f"  %t{i} = call i1 @test({REF} %l{i})",
                  f"  br i1 %t{i}, label %c{i}, label %b{i + 1}",
                  f"c{i}:", "  call void @poll()",
                  f"  %m{i} = load {REF}, ptr %x{i}",
                  f"  %d{i} = getelementptr i8, {REF} %m{i}, i64 8",
                  f"  call void @use({REF} %d{i})",
                  f"  br label %b{i + 1}"]
    return _function([*slots, *lines, f"b{count}:", f"  ret {REF} %a"])


def cleared_variables(size: int) -> str:
    """Variables that are written on one way only, so that they are cleared."""
    slots, lines = [], ["  br label %b0"]
    count = size // 12
    for i in range(count):
        slots.append(f"  %x{i} = alloca {REF}")
        lines += [f"b{i}:", f"  call void @llvm.lifetime.start(ptr %x{i})",
                  f"  %t{i} = call i1 @test({REF} %a)",
                  f"  br i1 %t{i}, label %c{i}, label %d{i}",
                  f"c{i}:", f"  %v{i} = call {REF} @allocate()",
                  f"  store {REF} %v{i}, ptr %x{i}", f"  br label %d{i}",
                  f"d{i}:", "  call void @poll()",
                  f"  %l{i} = load {REF}, ptr %x{i}",
                  f"  call void @use({REF} %l{i})",
                  f"  call void @llvm.lifetime.end(ptr %x{i})",
                  f"  br label %b{i + 1}"]
    return _function([*slots, *lines, f"b{count}:", f"  ret {REF} %a"])


def passed_objects(size: int) -> str:
    """Stack objects with lifetimes whose addresses go to calls."""
    slots, lines = [], ["  br label %b0"]
    count = size // 9
    for i in range(count):
        slots.append(f"  %x{i} = alloca [4 x {REF}]")
        lines += [f"b{i}:", f"  call void @llvm.lifetime.start(ptr %x{i})",
                  f"  %p{i} = getelementptr {REF}, ptr %x{i}, i64 2",
                  f"  store {REF} %a, ptr %p{i}",
                  f"  call void @fill(ptr %x{i})",
                  f"  %m{i} = load {REF}, ptr %p{i}",
                  f"  call void @llvm.lifetime.end(ptr %x{i})",
                  f"  call void @use({REF} %m{i})",
                  f"  br label %b{i + 1}"]
    return _function([*slots, *lines, f"b{count}:", f"  ret {REF} %a"])


def cold_variables(size: int) -> str:
    """Checks that throw, in code whose 64 variables are stack objects."""
    lines = [f"  %x{i} = alloca {REF}" for i in range(64)]
    lines += [f"  store {REF} %a, ptr %x{i}" for i in range(64)]
    lines.append("  br label %b0")
    count = size // 5
    for i in range(count):
        lines += [f"b{i}:", f"  %w{i} = load {REF}, ptr %x{i * 7 % 64}",
                  f"  %t{i} = call i1 @test({REF} %w{i})",
                  f"  br i1 %t{i}, label %throw{i}, label %b{i + 1}",
                  f"throw{i}:", f"  call void @throw({REF} %w{i})",
                  "  unreachable"]
    return _function([*lines, f"b{count}:", f"  ret {REF} %b"])


def aggregates(size: int) -> str:
    """Structures with a reference, live over a call each."""
    pair, lines = "{ i64, " + REF + " }", []
    for i in range(size // 9):
        lines += [f"  %v{i} = call {REF} @allocate()",
                  f"  %x{i} = insertvalue {pair} poison, {REF} %v{i}, 1",
                  f"  %y{i} = insertvalue {pair} %x{i}, i64 {i}, 0",
                  "  call void @poll()",
                  f"  %e{i} = extractvalue {pair} %y{i}, 1",
                  f"  %z{i} = load {pair}, {REF} %e{i}",
                  "  call void @poll()",
                  f"  %w{i} = extractvalue {pair} %z{i}, 1",
                  f"  call void @use({REF} %w{i})"]
    return _function([*lines, f"  ret {REF} %a"])


def handlers(size: int) -> str:
    """Invokes with a landing pad each, that goes on with what only it needs."""
    lines = ["  br label %b0"]
    count = size // 9
    for i in range(count):
        lines += [f"b{i}:", f"  %v{i} = call {REF} @allocate()",
                  f"  %d{i} = getelementptr i8, {REF} %v{i}, i64 8",
                  f"  invoke void @throw({REF} %v{i}) to label %n{i} "
                  f"unwind label %p{i}", f"p{i}:",
                  f"  %e{i} = landingpad {{ ptr, i32 }} catch ptr null",
                  f"  call void @use({REF} %d{i})", f"  br label %n{i}",
                  f"n{i}:", f"  %t{i} = call i1 @test({REF} %v{i})",
                  f"  call void @use({REF} %v{i})", f"  br label %b{i + 1}"]
    return _function([*lines, f"b{count}:", f"  ret {REF} %a"])


def tags(size: int) -> str:
    """References made of integers that were made of others."""
    lines = ["  br label %b0"]
    count = size // 10
    for i in range(count):
        lines += [f"b{i}:", f"  %v{i} = load {REF}, {REF} %b",
                  f"  %i{i} = ptrtoint {REF} %v{i} to i64",
                  f"  %g{i} = and i64 %i{i}, 7",
                  f"  %t{i} = icmp eq i64 %g{i}, 0",
                  f"  br i1 %t{i}, label %c{i}, label %b{i + 1}",
                  f"c{i}:", f"  %x{i} = and i64 %i{i}, -8",
                  f"  %r{i} = inttoptr i64 %x{i} to {REF}",
                  f"  call void @use({REF} %r{i})", "  call void @poll()",
                  f"  br label %b{i + 1}"]
    return _function([*lines, f"b{count}:", f"  ret {REF} %a"])


def addresses(size: int) -> str:
    """References made of integers, each of which is made of the last."""
    lines = [f"  %i0 = ptrtoint {REF} %b to i64"]
    for i in range(size // 4):
        lines += [f"  %i{i + 1} = add i64 %i{i}, 8",
                  f"  %r{i} = inttoptr i64 %i{i} to {REF}",
                  f"  call void @use({REF} %r{i})",
                  f"  %t{i} = call i1 @test({REF} %a)"]
    return _function([*lines, "  call void @poll()", f"  ret {REF} %a"])


def raw_pointers(size: int) -> str:
    """References cast to other pointers, which many blocks have no call in."""
    count, lines = size // 5, []
    for i in range(count):
        lines += [f"  %v{i} = load {REF}, {REF} %b",
                  f"  %r{i} = addrspacecast {REF} %v{i} to ptr"]
    lines.append("  br label %b0")
    for i in range(count):
        lines += [f"b{i}:", f"  %l{i} = load i1, ptr %r{count - 1 - i}",
                  f"  br i1 %l{i}, label %e{i}, label %b{i + 1}",
                  f"e{i}:", f"  br label %b{i + 1}"]
    return _function([*lines, f"b{count}:", "  call void @poll()",
                      f"  ret {REF} %a"])


SHAPES = {"straight line": straight_line, "many live": many_live,
          "diamonds": diamonds, "cold throws": cold_throws, "loops": loops,
          "phi chain": phi_chain, "invokes": invokes, "handlers": handlers,
          "unoptimized": unoptimized, "cleared variables": cleared_variables,
          "passed objects": passed_objects, "cold variables": cold_variables,
          "aggregates": aggregates, "tags": tags, "addresses": addresses,
          "raw pointers": raw_pointers}
