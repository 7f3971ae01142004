;; A patchpoint, which is no safepoint, may call a function that is called at a statepoint,
;; too.
;
; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs %t.bc -o /dev/null
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs %t.bc -o /dev/null

declare void @collect()

; CHECK-LABEL: f:
; CHECK:         callq *%r11
; CHECK:         callq collect
define i64 @f(ptr addrspace(1) %o) gc "managed" {
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 7, i32 24, ptr @collect, i32 0) "gc-leaf-function"
  call void @collect()
  %v = load i64, ptr addrspace(1) %o
  ret i64 %v
}
