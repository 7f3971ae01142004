;; Deopt values that are only live in need no register, and there are more of
;; them than registers, none of which the fast allocator can leave out.
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs \
; RUN:   -use-registers-for-deopt-values < %s | FileCheck %s

declare void @callee()

;; Kind 1 is a register, kind 3 is a stack slot; four are in registers. The rest
;; follows three constants.
; CHECK-LABEL: __LLVM_StackMaps:
; CHECK:       .short 15
; CHECK-COUNT-4: .byte 1
; CHECK-COUNT-8: .byte 3
; CHECK:       .p2align 3
define void @live_in(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g,
                     i64 %h, i64 %i, i64 %j, i64 %k, i64 %l)
    gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 2, i32 0, i32 0)
    ["deopt"(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h,
             i64 %i, i64 %j, i64 %k, i64 %l)]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
