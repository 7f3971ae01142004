; What the seeds of the fuzzers of stack maps are compiled from: roots, derived
; pointers, ids, deoptimization state, pushed arguments and dynamic frames, in
; several text sections, one of which may be discarded.

declare void @callee()
declare void @pushed(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)
declare ptr @escape(ptr) "gc-leaf-function"

define ptr addrspace(1) @roots(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "STRATEGY" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 24
  %t1 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %d)]
  %p1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 0)
  %q1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t1, i32 1, i32 1)
  %d1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 2)
  store ptr addrspace(1) %q1, ptr addrspace(1) %d1
  %t2 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 77, i32 0,
      ptr elementtype(void (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)) @pushed,
      i32 10, i32 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10,
      i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p1),
     "deopt"(i32 1, i64 -1, i64 1311768467463790320, ptr addrspace(1) %p1)]
  %p2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  ret ptr addrspace(1) %p2
}

$shared = comdat any

define void @shared(i64 %n, ptr addrspace(1) %p) comdat gc "STRATEGY" {
  %room = alloca i8, i64 %n
  %e = call ptr @escape(ptr %room)
  %t = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 5, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p), "deopt"(i64 %n)]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  store i8 0, ptr addrspace(1) %q
  ret void
}

define void @none() section ".text.other" gc "STRATEGY" {
  %t = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
