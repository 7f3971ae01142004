; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -O0 < %s | FileCheck %s

; The type of an indirect callee is checked before a statepoint calls it.

; CHECK-LABEL: statepoint:
; CHECK: brk
; CHECK: blr x
define ptr addrspace(1) @statepoint(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: in_registers:
; CHECK: brk
; CHECK: blr x
define ptr addrspace(1) @in_registers(ptr %f, ptr addrspace(1) %p) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %p), "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @opaque() "gc-leaf-function"
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: deopt:
; CHECK: brk
; CHECK: blr x
define void @deopt(ptr %f) {
  call void %f() [ "deopt"(i32 7), "kcfi"(i32 12345) ]
  ret void
}

; There is nothing to check without the bundle, of a callee that is known, and
; where bytes to patch stand for the call.
; CHECK-LABEL: without_bundle:
; CHECK-NOT: brk
; CHECK: blr x
define void @without_bundle(ptr %f) {
  call void %f() [ "deopt"(i32 7) ]
  ret void
}

; CHECK-LABEL: direct:
; CHECK-NOT: brk
; CHECK: bl opaque
define void @direct() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "kcfi"(i32 12345) ]
  ret void
}

; CHECK-LABEL: to_patch:
; CHECK-NOT: brk
; CHECK: nop
; CHECK-NOT: brk
; CHECK: ret
define void @to_patch(ptr %f) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 8, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "kcfi"(i32 12345) ]
  ret void
}

; The check overwrites registers, so that no deopt value is in one.
; CHECK-LABEL: live_in:
; CHECK: {{st[rp].*x1}}
; CHECK: brk
; CHECK: blr x
define void @live_in(ptr %f, i64 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 2, i32 0, i32 0) [ "deopt"(i64 %i), "kcfi"(i32 12345) ]
  ret void
}

declare void @opaque()

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
