; RUN: opt -passes=iroutliner -ir-outlining-no-cost -S %s | FileCheck %s

;; What is outlined has the collector of the functions that it is from, and
;; functions of different collectors share nothing.

declare void @poll()

; CHECK-LABEL: define void @first(
; CHECK: call void @[[OUTLINED:outlined_ir_func_[0-9]+]](
define void @first(ptr %p) gc "statepoint-example" {
  store i32 2, ptr %p, align 4
  call void @poll()
  store i32 3, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @second(
; CHECK: call void @[[OUTLINED]](
define void @second(ptr %p) gc "statepoint-example" {
  store i32 2, ptr %p, align 4
  call void @poll()
  store i32 3, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @other(
; CHECK-NOT: call void @[[OUTLINED]](
; CHECK: ret void
define void @other(ptr %p) gc "coreclr" {
  store i32 2, ptr %p, align 4
  call void @poll()
  store i32 3, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK-NOT: call void @[[OUTLINED]](
; CHECK: ret void
define void @none(ptr %p) {
  store i32 2, ptr %p, align 4
  call void @poll()
  store i32 3, ptr %p, align 4
  ret void
}

; CHECK: define internal void @[[OUTLINED]]({{.*}} gc "statepoint-example"
