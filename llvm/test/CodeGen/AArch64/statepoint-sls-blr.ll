; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -mattr=+harden-sls-blr < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -O0 -mattr=+harden-sls-blr < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs < %s | FileCheck %s --check-prefix=PLAIN

; Statepoints call through the same thunks as other calls do.

; CHECK-LABEL: statepoint:
; CHECK-NOT: blr
; CHECK: bl __llvm_slsblr_thunk_[[REGISTER:x[0-9]+]]
; CHECK-NOT: blr
; PLAIN-LABEL: statepoint:
; PLAIN: blr x0
define ptr addrspace(1) @statepoint(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

; The registers that thunks and linkers use cannot have the callee.
; CHECK-LABEL: few_registers:
; CHECK-NOT: thunk_x16
; CHECK-NOT: thunk_x17
; CHECK-NOT: blr
; CHECK: bl __llvm_slsblr_thunk_x
define void @few_registers(ptr %f) gc "statepoint-example" {
  call void asm sideeffect "", "~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15}"()
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (i64, i64, i64, i64, i64, i64, i64, i64)) %f, i32 8, i32 0, i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: direct:
; CHECK: bl opaque
define void @direct() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare void @opaque()

; CHECK: __llvm_slsblr_thunk_[[REGISTER]]:
; CHECK: br x16

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
