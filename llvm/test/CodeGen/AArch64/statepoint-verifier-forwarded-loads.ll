; Selection knows what a load loads if a store precedes it in its block. The
; verifier of statepoints expects a constant, or the value of another pointer, in
; the list then, and in no other case.

; RUN: llc -mtriple=aarch64-linux-gnu -O2 -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs < %s -o /dev/null
; RUN: sed 's/"managed"/"statepoint-example"/' %s | llc -mtriple=aarch64-linux-gnu -O2 -verify-machineinstrs -o /dev/null

;; Null, which is known in later blocks, too.
; CHECK-LABEL: null:
; CHECK: bl f
define void @null(i1 %c, ptr addrspace(1) %other) gc "managed" {
entry:
  %slot = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %slot
  %p = load ptr addrspace(1), ptr %slot
  br i1 %c, label %then, label %end
then:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %other) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %o = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  store ptr addrspace(1) %q, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

;; The same as another pointer: an argument, and another load.
; CHECK-LABEL: same:
; CHECK: bl f
define void @same(ptr addrspace(1) %a, ptr addrspace(1) %b) gc "managed" {
entry:
  %slot = alloca ptr addrspace(1)
  %more = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %slot
  store ptr addrspace(1) %a, ptr %more
  %p = load ptr addrspace(1), ptr %slot
  %q = load ptr addrspace(1), ptr %more
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %b) ]
  %ra = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %rp = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  %rq = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 2)
  %rb = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 3, i32 3)
  store ptr addrspace(1) %ra, ptr addrspace(1) %rb
  store ptr addrspace(1) %rp, ptr addrspace(1) %ra
  store ptr addrspace(1) %rq, ptr addrspace(1) %rp
  ret void
}

declare void @f()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
