;; Statepoints, and what uses their tokens, stay where they are. What is around them may be
;; outlined.
;
; RUN: opt -no-ir-sim-branch-matching -ir-outlining-no-cost -passes=iroutliner,verify -S %s | FileCheck %s

declare void @collect()

; CHECK-LABEL: define i64 @f(
; CHECK:         call void @outlined_ir_func_
; CHECK:         %t = call token
; CHECK:         call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
define i64 @f(ptr addrspace(1) %a, i64 %x) gc "managed" {
  %p = mul i64 %x, 3
  %q = add i64 %p, 7
  %r = xor i64 %q, %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %v = load i64, ptr addrspace(1) %b
  %s = add i64 %v, %r
  ret i64 %s
}

; CHECK-LABEL: define i64 @g(
; CHECK:         call void @outlined_ir_func_
; CHECK:         %t = call token
; CHECK:         call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
define i64 @g(ptr addrspace(1) %a, i64 %x) gc "managed" {
  %p = mul i64 %x, 3
  %q = add i64 %p, 7
  %r = xor i64 %q, %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %v = load i64, ptr addrspace(1) %b
  %s = add i64 %v, %r
  ret i64 %s
}
