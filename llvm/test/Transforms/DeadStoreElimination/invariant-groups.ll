; A pointer that equals the one in memory may carry another promise.

; RUN: opt -passes='dse,verify' -S %s | FileCheck %s

; CHECK-LABEL: define void @replace(
; CHECK:       equal:
; CHECK-NEXT:    store ptr %New, ptr %Field
define void @replace(ptr %Field, ptr %New) {
  %Old = load ptr, ptr %Field
  %Equal = icmp eq ptr %Old, %New
  br i1 %Equal, label %equal, label %exit

equal:
  store ptr %New, ptr %Field
  br label %exit

exit:
  ret void
}

; It may be the bytes of a pointer.
; CHECK-LABEL: define void @number(
; CHECK: store i64 %New, ptr %Field
; CHECK: ret void
define void @number(ptr %Field, i64 %New) {
  %Old = load i64, ptr %Field
  %Equal = icmp eq i64 %Old, %New
  br i1 %Equal, label %equal, label %exit

equal:
  store i64 %New, ptr %Field
  br label %exit

exit:
  ret void
}

declare ptr @llvm.launder.invariant.group.p0(ptr)
