; RUN: llc -mtriple=aarch64-linux-gnu < %s | FileCheck %s

;; The callee of a statepoint may be any result of the node that computes it.

; CHECK-LABEL: last_member:
; CHECK: ldr [[CODE:x[0-9]+]], [x0, #16]
; CHECK: blr [[CODE]]
define void @last_member(ptr %p) gc "statepoint-example" {
  %c = load { i64, { ptr, ptr } }, ptr %p
  %code = extractvalue { i64, { ptr, ptr } } %c, 1, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) %code, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: parameter:
; CHECK: blr x1
define void @parameter({ ptr, ptr } %c) gc "statepoint-example" {
  %code = extractvalue { ptr, ptr } %c, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) %code, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: inserted:
; CHECK: blr x1
define void @inserted({ ptr, ptr } %c, ptr %g) gc "statepoint-example" {
  %d = insertvalue { ptr, ptr } %c, ptr %g, 0
  %code = extractvalue { ptr, ptr } %d, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) %code, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: returned:
; CHECK: bl pair
; CHECK: blr x1
define void @returned() gc "statepoint-example" {
  %c = call { ptr, ptr } @pair() "gc-leaf-function"
  %code = extractvalue { ptr, ptr } %c, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) %code, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: exchanged:
; CHECK: ldxr [[CODE:x[0-9]+]]
; CHECK: blr [[CODE]]
define void @exchanged(ptr %p, ptr %old, ptr %new) gc "statepoint-example" {
  %c = cmpxchg ptr %p, ptr %old, ptr %new monotonic monotonic
  %code = extractvalue { ptr, i1 } %c, 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) %code, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: frozen:
; CHECK: blr x1
define void @frozen({ ptr, ptr } %c) gc "statepoint-example" {
  %d = freeze { ptr, ptr } %c
  %code = extractvalue { ptr, ptr } %d, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) %code, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: element:
; CHECK: mov [[CODE:x[0-9]+]], v0.d[1]
; CHECK: blr [[CODE]]
define void @element(<2 x ptr> %c) gc "statepoint-example" {
  %code = extractelement <2 x ptr> %c, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) %code, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: alias:
; CHECK: bl another_name
define void @alias() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @another_name, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: resolved:
; CHECK: bl chosen
define void @resolved() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @chosen, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: expression:
; CHECK: add [[CODE:x[0-9]+]], {{x[0-9]+}}, #16
; CHECK: blr [[CODE]]
define void @expression() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) getelementptr (i8, ptr @callee, i64 16), i32 0, i32 0, i32 0, i32 0)
  ret void
}

@another_name = alias void (), ptr @defined
@chosen = ifunc void (), ptr @resolver
define void @defined() {
  ret void
}
define ptr @resolver() {
  ret ptr @defined
}
declare void @callee()
declare { ptr, ptr } @pair()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
