"""Frames in memory, executed: the collector of docs/RootPlacement.md walks
them."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import paths  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402

# Objects are one number. nest() has a frame with one object in the second slot
# and calls itself; protect() has one over a call that longjmp leaves; mixed()
# has stack objects, one of them an array, whose references are among words that
# look like references.
MODULE = """
declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_slot(ptr, i32)
declare ptr @managed.get_gc_frame_object(ptr, i32, i32, ...)
declare void @managed.pop_gc_frame(ptr)
declare void @managed.relink_gc_frame(ptr)
declare void @collect()
declare ptr addrspace(1) @allocate(i64)
declare i64 @jump(i64)
declare i32 @_setjmp(ptr) returns_twice

define i64 @nest(ptr addrspace(1) %v, i64 %depth) gc "managed-frames" {
entry:
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %frame, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 1)
  store ptr addrspace(1) %v, ptr %slot
  %last = icmp eq i64 %depth, 0
  br i1 %last, label %collect, label %deeper
collect:
  call void @collect()
  br label %done
deeper:
  %object = call ptr addrspace(1) @allocate(i64 %depth)
  %rest = sub i64 %depth, 1
  %below = call i64 @nest(ptr addrspace(1) %object, i64 %rest)
  br label %done
done:
  %digits = phi i64 [ 0, %collect ], [ %below, %deeper ]
  %moved = load ptr addrspace(1), ptr %slot
  %value = load i64, ptr addrspace(1) %moved
  %shifted = mul i64 %digits, 10
  %result = add i64 %shifted, %value
  call void @managed.pop_gc_frame(ptr %frame)
  ret i64 %result
}

define i64 @protect(ptr addrspace(1) %v, ptr %buffer) gc "managed-frames" {
entry:
  %frame = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %frame, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 0)
  store ptr addrspace(1) %v, ptr %slot
  %again = call i32 @_setjmp(ptr %buffer) returns_twice
  %first = icmp eq i32 %again, 0
  br i1 %first, label %try, label %caught
try:
  %object = call ptr addrspace(1) @allocate(i64 5)
  %never = call i64 @nest_and_jump(ptr addrspace(1) %object)
  unreachable
caught:
  call void @managed.relink_gc_frame(ptr %frame)
  call void @collect()
  %moved = load ptr addrspace(1), ptr %slot
  %value = load i64, ptr addrspace(1) %moved
  call void @managed.pop_gc_frame(ptr %frame)
  ret i64 %value
}

define i64 @nest_and_jump(ptr addrspace(1) %v) noinline gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 3)
  call void @managed.push_gc_frame(ptr %frame, i32 3)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 2)
  store ptr addrspace(1) %v, ptr %slot
  %never = call i64 @jump(i64 0)
  call void @managed.pop_gc_frame(ptr %frame)
  ret i64 %never
}

define i64 @mixed(ptr addrspace(1) %v) gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %frame, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 0)
  store ptr addrspace(1) %v, ptr %slot
  %a = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %frame,
    i32 0, i32 28, i32 8, i32 2)
  %b = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %frame,
    i32 32, i32 48, i32 0, i32 1, i32 8, i32 1, i32 8, i32 1)
  call void @fill(ptr %a, ptr %b)
  call void @collect()
  %result = call i64 @sum(ptr %a, ptr %b)
  call void @managed.pop_gc_frame(ptr %frame)
  ret i64 %result
}

declare void @fill(ptr, ptr)
declare i64 @sum(ptr, ptr)
"""

RUNTIME = """
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

%(types)s

static jmp_buf Buffer;

void *allocate(int64_t Value) {
  int64_t *Object = malloc(sizeof *Object);
  *Object = Value;
  return Object;
}

int64_t jump(int64_t Ignored) { longjmp(Buffer, 1); }

static void visit(void **Slot) {
  int64_t *Old = *Slot;
  printf(" %%d", (int)*Old);
  *Slot = allocate(*Old);
  *Old = -1;
}

void collect(void) {
  printf("roots:");
  %(walk)s
  printf("\\n");
}

struct A {
  int64_t Number;
  int64_t *First, *Second;
  int32_t Last;
};

struct B {
  int64_t *Object;
  int64_t Number;
};

/* Some of the words that hold no references look like some. */
void fill(struct A *A, struct B *B) {
  A->Number = (int64_t)A;
  A->Second = allocate(2);
  A->Last = 3;
  for (int I = 0; I < 3; ++I)
    B[I].Number = (int64_t)&B[I];
  B[2].Object = allocate(7);
}

int64_t sum(struct A *A, struct B *B) {
  for (int I = 0; I < 3; ++I)
    if (B[I].Number != (int64_t)&B[I])
      return -1;
  if (A->First || B[0].Object || B[1].Object || A->Number != (int64_t)A)
    return -2;
  return 100 * *A->Second + 10 * A->Last + *B[2].Object;
}

int64_t nest(void *Object, int64_t Depth);
int64_t protect(void *Object, void *Where);
int64_t mixed(void *Object);

int main(void) {
  printf("%%d\\n", (int)nest(allocate(9), 3));
  printf("%%d\\n", (int)protect(allocate(4), Buffer));
  printf("%%d\\n", (int)mixed(allocate(6)));
  printf("%%s\\n", llvm_gc_root_chain ? "left over" : "empty");
}
"""

EXPECTED = "roots: 1 2 3 9\n1239\nroots: 4\n4\nroots: 6 2 7\n237\nempty\n"


def run(*command) -> str:
    done = subprocess.run([str(word) for word in command], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    if done.returncode:
        raise AssertionError(f"{command}: {done.stdout[-2000:]}")
    return done.stdout


class FramesTest(unittest.TestCase):
    def check(self, name: str, passes: str) -> None:
        target = managed_runtime.TARGETS[name]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        page = (paths.REPO / "docs/RootPlacement.md").read_text()
        types, walk = re.findall(r"^```c\n(.*?)^```\n", page, re.M | re.S)
        with tempfile.TemporaryDirectory() as where:
            top = Path(where)
            (top / "module.ll").write_text(MODULE)
            (top / "runtime.c").write_text(
                RUNTIME % {"types": types, "walk": walk})
            triple = f"{target.machine}-unknown-linux-gnu"
            run(paths.BUILD / "bin/opt", f"-mtriple={triple}",
                f"-passes={passes}", top / "module.ll", "-o", top / "low.bc")
            run(paths.BUILD / "bin/llc", f"-mtriple={triple}",
                "-filetype=obj", "-relocation-model=pic", top / "low.bc",
                "-o", top / "module.o")
            run(target.tool("gcc"), "-O1", top / "runtime.c",
                top / "module.o", "-o", top / "program")
            self.assertEqual(run(*target.prefix, top / "program"), EXPECTED)

    def test_x86(self):
        for passes in ("lower-gc-frame", "lower-gc-frame,default<O3>"):
            with self.subTest(passes):
                self.check("x86-64", passes)

    def test_aarch64(self):
        self.check("AArch64", "lower-gc-frame,default<O3>")


if __name__ == "__main__":
    unittest.main()
