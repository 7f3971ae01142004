; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O0 < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -mattr=+retpoline-indirect-calls < %s | FileCheck %s --check-prefix=THUNK

; The type of an indirect callee is checked before a statepoint calls it.

; CHECK-LABEL: statepoint:
; CHECK: ud2
; CHECK: callq *%
define ptr addrspace(1) @statepoint(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

; THUNK-LABEL: statepoint:
; THUNK: addl -4(%r11), %r10d
; THUNK: ud2
; THUNK: callq __llvm_retpoline_r11

; CHECK-LABEL: in_registers:
; CHECK: ud2
; CHECK: callq *%
define ptr addrspace(1) @in_registers(ptr %f, ptr addrspace(1) %p) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %p), "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @opaque() "gc-leaf-function"
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: deopt:
; CHECK: ud2
; CHECK: callq *%
define void @deopt(ptr %f) {
  call void %f() [ "deopt"(i32 7), "kcfi"(i32 12345) ]
  ret void
}

; There is nothing to check without the bundle, of a callee that is known, and
; where bytes to patch stand for the call.
; CHECK-LABEL: without_bundle:
; CHECK-NOT: ud2
; CHECK: callq *%
define void @without_bundle(ptr %f) {
  call void %f() [ "deopt"(i32 7) ]
  ret void
}

; CHECK-LABEL: direct:
; CHECK-NOT: ud2
; CHECK: callq opaque@PLT
define void @direct() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "kcfi"(i32 12345) ]
  ret void
}

; CHECK-LABEL: to_patch:
; CHECK-NOT: ud2
; CHECK: nop
; CHECK-NOT: ud2
; CHECK: ret
define void @to_patch(ptr %f) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 8, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "kcfi"(i32 12345) ]
  ret void
}

; The check overwrites registers, so that no deopt value is in one.
; CHECK-LABEL: live_in:
; CHECK: movq %rsi, {{[0-9]*}}(%rsp)
; CHECK: ud2
; CHECK: callq *%
define void @live_in(ptr %f, i64 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 2, i32 0, i32 0) [ "deopt"(i64 %i), "kcfi"(i32 12345) ]
  ret void
}

declare void @opaque()

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
