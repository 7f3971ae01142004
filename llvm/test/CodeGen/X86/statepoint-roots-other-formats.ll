;; Only version 4 of stack maps says where frames save registers. Where there is none,
;; references of "managed" are in slots.
;
; RUN: llc -mtriple=x86_64-apple-macosx -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-pc-windows-msvc -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -stop-after=finalize-isel %s -o - | FileCheck %s --check-prefix=ELF

declare void @collect()

; CHECK:     STATEPOINT {{.*}}@collect, 2, 0, 2, 0, 2, 0, 2, 1, 1, 8, %stack.0, 0, 2, 0, 2, 1, 0, 0,
; CHECK-NOT: tied-def
; ELF:       STATEPOINT {{.*}}@collect, 2, 0, 2, 0, 2, 0, 2, 1, %{{[0-9]+}}(tied-def 0), 2, 0, 2, 1, 0, 0,
define ptr addrspace(1) @f(ptr addrspace(1) %p) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}
