; The nop that Windows wants behind a call in front of an epilogue is after the
; place to which the callee returns.

; RUN: llc < %s -mtriple=x86_64-pc-windows-msvc -verify-machineinstrs | FileCheck %s
; RUN: llc < %s -mtriple=x86_64-pc-windows-gnu -O0 | FileCheck %s

; CHECK-LABEL: f:
; CHECK:       callq g
; CHECK-NEXT:  [[LABEL:.Ltmp[0-9]+]]:
; CHECK-NEXT:  nop
; CHECK:       .long [[LABEL]]-f
define void @f() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare void @g()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
