; RUN: llc -mtriple=x86_64-linux-gnu < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O0 < %s | FileCheck %s

;; Constants of more than 64 bits that sign-extension makes of 64 bits are recorded.

; CHECK-LABEL: __LLVM_StackMaps:
; CHECK: .short 3
; CHECK-NEXT: .byte 4
; CHECK: .long 5
; CHECK: .byte 4
; CHECK: .long -1
; CHECK: .byte 4
; CHECK: .long -7
define void @f() {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, i128 5, i128 -1, i72 -7)
  ret void
}
declare void @llvm.experimental.stackmap(i64, i32, ...)
