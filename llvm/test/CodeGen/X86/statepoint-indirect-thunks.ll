; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -mattr=+retpoline-indirect-calls < %s | FileCheck %s -DTHUNK=__llvm_retpoline_r11
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O0 -mattr=+retpoline-indirect-calls < %s | FileCheck %s -DTHUNK=__llvm_retpoline_r11
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -mattr=+lvi-cfi < %s | FileCheck %s -DTHUNK=__llvm_lvi_thunk_r11
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -mattr=+retpoline-indirect-calls,+retpoline-external-thunk < %s | FileCheck %s -DTHUNK=__x86_indirect_thunk_r11
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s --check-prefix=PLAIN

; Statepoints call through the same thunks as other calls do.

; CHECK-LABEL: statepoint:
; CHECK: movq %rdi, %r11
; CHECK: callq [[THUNK]]
; PLAIN-LABEL: statepoint:
; PLAIN: callq *%rdi
define ptr addrspace(1) @statepoint(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: deopt:
; CHECK: callq [[THUNK]]
define void @deopt(ptr %f) {
  call void %f() [ "deopt"(i32 7) ]
  ret void
}

; CHECK-LABEL: direct:
; CHECK-NOT: r11
; CHECK: callq opaque@PLT
define void @direct() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: to_patch:
; CHECK-NOT: call
; CHECK: .Lfunc_end
define void @to_patch(ptr %f) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 8, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare void @opaque()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
