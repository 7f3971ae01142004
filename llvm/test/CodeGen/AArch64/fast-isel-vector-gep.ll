;; FastISel leaves addresses of vectors to SelectionDAG. It computed one lane, from registers
;; that are none.
;
; RUN: llc -mtriple=aarch64-linux-gnu -O1 -fast-isel -verify-machineinstrs %s -o - | FileCheck %s
; RUN: sed -n '/^define ptr @scalar/,$p' %s | llc -mtriple=aarch64-linux-gnu -O1 -fast-isel -fast-isel-abort=3 -verify-machineinstrs -o - | FileCheck %s --check-prefix=SCALAR


; CHECK-LABEL: indices:
; CHECK-NOT:     nzcv
; CHECK:         v0.2d, {{.*}}v0.2d
; CHECK:         ret
define <2 x ptr> @indices(<2 x ptr> %p, <2 x i64> %i) {
  %r = getelementptr [8 x i8], <2 x ptr> %p, <2 x i64> %i
  ret <2 x ptr> %r
}

; CHECK-LABEL: constant:
; CHECK-NOT:     nzcv
; CHECK:         add v0.2d, v0.2d
; CHECK:         ret
define <2 x ptr addrspace(1)> @constant(<2 x ptr addrspace(1)> %p) {
  %r = getelementptr i8, <2 x ptr addrspace(1)> %p, i64 16
  ret <2 x ptr addrspace(1)> %r
}

; SCALAR-LABEL: scalar:
; SCALAR:         add x0, x0, #16
; SCALAR:         ret
; CHECK-LABEL: scalar:
; CHECK:         add x0, x0, #16
define ptr @scalar(ptr %p) {
  %r = getelementptr i8, ptr %p, i64 16
  ret ptr %r
}
