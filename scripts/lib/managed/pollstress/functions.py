"""Functions with random control flow: irreducible cycles, switches, invokes,
indirect branches, blocks that nothing reaches, and counted loops.

They keep their values in stack objects, so that any edge is right, and end
because the blocks count how many of them were executed. Counted loops do not:
they have no other exit, as loops that are divided into chunks.
"""

import random

VALUES = 4
# Of nested counted loops, but for one.
DEPTH = 2
# Those of upstream have no thread.
STRATEGIES = {"flag": ("managed", "managed-non-moving"),
              "page": ("managed", "managed-non-moving"),
              "call": ("managed", "statepoint-example", "coreclr")}
PLACES = ("entry,backedge", "entry,backedge", "entry,backedge,return",
          "backedge,return", "backedge")
# Polls of the form 'call' execute some instructions in front of their test.
DISTANCES = {"flag": (16, 40, 200, 1000, 10000),
             "page": (16, 40, 200, 1000, 10000),
             "call": (60, 200, 1000, 10000)}

# What the module says of each target.
TARGETS = {"x86-64": """\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-\
f80:128-n8:16:32:64-S128-ni:1"
target triple = "x86_64-unknown-linux-gnu"
""",
           "AArch64": """\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-\
i64:64-i128:128-n32:64-S128-Fn32-ni:1"
target triple = "aarch64-unknown-linux-gnu"
"""}

PRELUDE = """
@LLVMManagedThisThread = thread_local(initialexec) global [256 x i8] \
zeroinitializer, align 16
@page = global [64 x i8] zeroinitializer
@LLVMManagedPollAddress = global ptr @page
@asked = global i32 0
@polls = global i64 0
@table = global [256 x i64] zeroinitializer
@format = private constant [8 x i8] c"%s %lx\\0A\\00"
@taken = private constant [6 x i8] c"taken\\00"

declare i32 @printf(ptr, ...)
declare i32 @__gxx_personality_v0(...)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare ptr @llvm.threadlocal.address.p0(ptr)

define void @LLVMManagedPoll() noinline {
  %n = load i64, ptr @polls
  %m = add i64 %n, 1
  store i64 %m, ptr @polls
  ret void
}

define void @slow() noinline {
  call void @LLVMManagedPoll()
  ret void
}

define void @gc.safepoint_poll() {
  %asked = load volatile i32, ptr @asked
  %is = icmp ne i32 %asked, 0
  br i1 %is, label %slow, label %fast
slow:
  call void @slow()
  br label %fast
fast:
  ret void
}

define i64 @safepoint(i64 %a) noinline {
  %b = mul i64 %a, 3
  ret i64 %b
}

define i64 @leaf(i64 %a) noinline "gc-leaf-function" {
  %b = xor i64 %a, 77
  ret i64 %b
}
"""


class Function:
    """The text of one function."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.name = f"f{seed}"
        self.lines = []
        self.next = 0
        self.has_invokes = False
        self.blocks = self.random.randint(2, 12)

    def new(self, prefix: str = "v") -> str:
        self.next += 1
        return f"{prefix}{self.next}"

    def put(self, line: str) -> None:
        self.lines.append("  " + line)

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def load(self) -> str:
        v = self.new()
        self.put(f"%{v} = load i64, ptr %x{self.random.randrange(VALUES)}")
        return f"%{v}"

    def store(self, v: str) -> None:
        self.put(f"store i64 {v}, ptr %x{self.random.randrange(VALUES)}")

    def compute(self, a: str, b: str) -> str:
        v = self.new()
        op = self.random.choice(("add", "sub", "xor", "mul", "and", "or"))
        self.put(f"%{v} = {op} i64 {a}, {b}")
        return f"%{v}"

    def target(self) -> str:
        return f"b{self.random.randrange(self.blocks)}"

    def work(self, count: int) -> None:
        for _ in range(count):
            self.store(self.compute(self.load(), self.load()))

    def call(self) -> None:
        v = self.new()
        kind = self.random.choice(("safepoint", "leaf", "leaf"))
        self.put(f"%{v} = call i64 @{kind}(i64 {self.load()})")
        self.store(f"%{v}")

    def count(self, is_inner: bool) -> str:
        """The number of iterations of a counted loop, which is not zero."""
        if self.random.random() < 0.4:
            return str(self.random.choice((1, 3, 16) if is_inner
                                          else (3, 16, 100, 700, 3000)))
        v = self.load()
        small = self.new()
        mask = self.random.choice((3, 15) if is_inner else (3, 31, 255, 1023))
        self.put(f"%{small} = and i64 {v}, {mask}")
        more = self.new()
        self.put(f"%{more} = add i64 %{small}, 1")
        return f"%{more}"

    def counted_loop(self, depth: int) -> str:
        """A loop that has `depth` more in it at most. Returns the last
        block."""
        loop, end = self.new("loop"), self.new("end")
        before = self.new("before")
        sum0, count = self.load(), self.count(depth != DEPTH)
        width = self.random.choice((64, 64, 32, 16))
        ty = f"i{width}"
        if width != 64:
            if not count.startswith("%"):
                count = str(int(count) % 30000)
            else:
                v = self.new()
                self.put(f"%{v} = trunc i64 {count} to {ty}")
                count = f"%{v}"
        step = self.random.choice((1, 1, 1, 2, 3))
        self.put(f"br label %{before}")
        self.label(before)
        self.put(f"br label %{loop}")
        self.label(loop)
        i, s, i2 = self.new("i"), self.new("s"), self.new("in")
        at = len(self.lines)
        self.put(f"%{s}w = mul i64 %{s}, {self.random.choice((3, 5, 1))}")
        s2 = f"%{s}w"
        if self.random.random() < 0.6:
            p, v = self.new("p"), self.new()
            wide = f"%{i}"
            if width != 64:
                wide = f"%{self.new()}"
                self.put(f"{wide} = zext {ty} %{i} to i64")
            byte = f"%{self.new()}"
            self.put(f"{byte} = and i64 {wide}, 255")
            self.put(f"%{p} = getelementptr i64, ptr @table, i64 {byte}")
            self.put(f"%{v} = load i64, ptr %{p}")
            s2 = self.compute(s2, f"%{v}")
            if self.random.random() < 0.3:
                self.put(f"store i64 {s2}, ptr %{p}")
        latch = loop
        if depth and self.random.random() < 0.4:
            self.store(s2)
            latch = self.counted_loop(depth - 1)
            s2 = self.compute(s2, self.load())
        if self.random.random() < 0.15:
            self.call()
        if self.random.random() < 0.2:
            self.store(s2)
        # Nothing says that it does not wrap; then there are few iterations.
        self.put(f"%{i2} = add nuw {ty} %{i}, {step}")
        more = self.new()
        self.put(f"%{more} = icmp ult {ty} %{i2}, {count}")
        self.put(f"br i1 %{more}, label %{loop}, label %{end}")
        self.lines[at:at] = [
            f"  %{i} = phi {ty} [ 0, %{before} ], [ %{i2}, %{latch} ]",
            f"  %{s} = phi i64 [ {sum0}, %{before} ], [ {s2}, %{latch} ]"]
        self.label(end)
        self.store(s2)
        return end

    def branch(self) -> None:
        kind = self.random.random()
        if kind < 0.15:
            self.put(f"br label %{self.target()}")
            return
        v = self.load()
        if kind < 0.65:
            bit = self.new()
            self.put(f"%{bit} = icmp sgt i64 {v}, {self.random.randrange(50)}")
            self.put(f"br i1 %{bit}, label %{self.target()}, "
                     f"label %{self.target()}")
            return
        small = self.new()
        self.put(f"%{small} = and i64 {v}, 7")
        if kind < 0.82:
            cases = " ".join(f"i64 {n}, label %{self.target()}"
                             for n in range(self.random.randint(1, 5)))
            self.put(f"switch i64 %{small}, label %{self.target()} [ {cases} ]")
        elif kind < 0.94:
            self.has_invokes = True
            result = self.new()
            callee = self.random.choice(("safepoint", "leaf"))
            self.put(f"%{result} = invoke i64 @{callee}(i64 {v}) "
                     f"to label %{self.target()} unwind label %pad")
        else:
            targets = sorted({self.target() for _ in range(3)})
            table = self.new("t")
            self.put(f"%{table} = getelementptr [8 x ptr], "
                     f"ptr @{self.name}.table, i64 0, i64 %{small}")
            to = self.new()
            self.put(f"%{to} = load ptr, ptr %{table}")
            self.indirect = [targets[n % len(targets)] for n in range(8)]
            self.put(f"indirectbr ptr %{to}, ["
                     + ", ".join(f"label %{t}" for t in targets) + "]")

    def block(self, number: int) -> None:
        self.label(f"b{number}")
        fuel, less, is_out = self.new(), self.new(), self.new()
        self.put(f"%{fuel} = load i64, ptr %fuel")
        self.put(f"%{less} = sub i64 %{fuel}, 1")
        self.put(f"store i64 %{less}, ptr %fuel")
        self.put(f"%{is_out} = icmp slt i64 %{less}, 0")
        more = self.new("c")
        self.put(f"br i1 %{is_out}, label %out, label %{more}")
        self.label(more)
        length = self.random.choice((1, 2, 3, 3, 5, 30))
        self.work(length)
        if self.random.random() < 0.3:
            self.call()
        if self.random.random() < 0.35:
            self.counted_loop(DEPTH)
        # One table for each function.
        self.indirect_before = getattr(self, "indirect", None)
        if self.random.random() < 0.08:
            self.put(f"ret i64 {self.load()}")
        else:
            self.branch_once()

    def branch_once(self) -> None:
        state = len(self.lines)
        self.branch()
        # A second indirect branch would need a table of its own.
        while self.indirect_before and self.indirect != self.indirect_before:
            del self.lines[state:]
            self.indirect = self.indirect_before
            self.branch()

    def text(self) -> str:
        r = self.random
        form = r.choice(("flag", "flag", "page", "call"))
        attributes = [f'"gc-poll-form"="{form}"',
                      f'"gc-polls"="{r.choice(PLACES)}"',
                      f'"gc-poll-distance"="{r.choice(DISTANCES[form])}"']
        for number in range(self.blocks):
            self.block(number)
        body = self.lines
        self.lines = ["entry:"]
        self.put("%fuel = alloca i64")
        self.put(f"store i64 {r.choice((5, 30, 100))}, ptr %fuel")
        for n in range(VALUES):
            self.put(f"%x{n} = alloca i64")
            self.put(f"store i64 %a{n}, ptr %x{n}")
        self.put(f"br label %b{r.randrange(self.blocks)}")
        self.lines += body
        self.label("out")
        a = self.compute(self.load(), self.load())
        v = self.new()
        self.put(f"%{v} = call i64 @llvm.fshl.i64(i64 {a}, i64 {self.load()}, "
                 "i64 7)")
        self.put(f"ret i64 %{v}")
        if self.has_invokes:
            self.label("pad")
            self.put("%caught = landingpad { ptr, i32 } catch ptr null")
            self.put(f"br label %{self.target()}")
        personality = (" personality ptr @__gxx_personality_v0"
                       if self.has_invokes else "")
        arguments = ", ".join(f"i64 %a{n}" for n in range(VALUES))
        text = (f"define i64 @{self.name}({arguments}) noinline "
                f"{' '.join(attributes)} gc \"{r.choice(STRATEGIES[form])}\""
                f"{personality} {{\n" + "\n".join(self.lines) + "\n}\n")
        if getattr(self, "indirect", None):
            addresses = ", ".join(f"ptr blockaddress(@{self.name}, %{t})"
                                  for t in self.indirect)
            text = (f"@{self.name}.table = private constant [8 x ptr] "
                    f"[{addresses}]\n{text}")
        return text


def make_module(first: int, count: int, asked: bool,
                target: str = "x86-64") -> str:
    """Functions of as many seeds, and a main that prints what they return, and
    how often a poll was taken if each one is."""
    texts, calls = [TARGETS[target] + PRELUDE], []
    for seed in range(first, first + count):
        function = Function(seed)
        texts.append(function.text())
        name = f"@{function.name}.name"
        size = len(function.name) + 1
        texts.append(f"{name} = private constant [{size} x i8] "
                     f"c\"{function.name}\\00\"\n")
        r = random.Random(seed)
        for _ in range(3):
            v = f"%r{len(calls)}"
            arguments = ", ".join(f"i64 {r.choice((0, 1, 5, 77, 1 << 40))}"
                                  for _ in range(VALUES))
            calls.append(
                f"  {v} = call i64 @{function.name}({arguments})\n"
                f"  call i32 (ptr, ...) @printf(ptr @format, ptr {name}, "
                f"i64 {v})\n")
    ask = ""
    if asked:
        ask = ("  store i32 1, ptr @asked\n"
               "  %t = call ptr @llvm.threadlocal.address.p0("
               "ptr @LLVMManagedThisThread)\n"
               "  %w = getelementptr i8, ptr %t, i64 20\n"
               "  store i32 1, ptr %w\n")
    texts.append("define i32 @main() {\n" + ask + "".join(calls)
                 + "  %polls = load i64, ptr @polls\n"
                 "  call i32 (ptr, ...) @printf(ptr @format, ptr @taken, "
                 "i64 %polls)\n  ret i32 0\n}\n")
    return "\n".join(texts)
