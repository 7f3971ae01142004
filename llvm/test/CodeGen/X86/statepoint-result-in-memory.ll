; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O0 < %s | FileCheck %s

; The caller loads the parts of a result that registers are too few for.

; CHECK-LABEL: third:
; CHECK: callq give
; CHECK: movq {{[0-9]*}}(%rsp), %rax
; CHECK: retq
define ptr addrspace(1) @third() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype([12 x ptr addrspace(1)] ()) @give, i32 0, i32 0, i32 0, i32 0)
  %v = call [12 x ptr addrspace(1)] @llvm.experimental.gc.result.a12p1(token %t)
  %r = extractvalue [12 x ptr addrspace(1)] %v, 2
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: unwinding:
; CHECK: callq give
; CHECK: movq {{[0-9]*}}(%rsp), %rax
; CHECK: retq
define ptr addrspace(1) @unwinding() gc "statepoint-example" personality ptr @personality {
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype([12 x ptr addrspace(1)] ()) @give, i32 0, i32 0, i32 0, i32 0)
          to label %normal unwind label %pad
normal:
  %v = call [12 x ptr addrspace(1)] @llvm.experimental.gc.result.a12p1(token %t)
  %r = extractvalue [12 x ptr addrspace(1)] %v, 2
  ret ptr addrspace(1) %r
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

declare [12 x ptr addrspace(1)] @give()
declare i32 @personality(...)
