; Without ni in the data layout, a word may be a reference that is copied as an
; integer, and is listed.
; RUN: opt -S -passes=normalize-gc-pointers %s | FileCheck %s
; RUN: sed 's/p1:64:64/p1:64:64-ni:1/' %s | opt -S -passes=normalize-gc-pointers \
; RUN:   | FileCheck -check-prefix=NI %s

target datalayout = "e-p:64:64-p1:64:64"

declare void @collect()

; CHECK-LABEL: define void @copied(
; CHECK: call void @collect() [ "gc-live"(ptr %b) ]
; NI-LABEL: define void @copied(
; NI: call void @collect(){{$}}
define void @copied(ptr addrspace(1) %from, ptr %to) gc "statepoint-example" {
  %b = alloca ptr addrspace(1)
  %word = load i64, ptr addrspace(1) %from
  store i64 %word, ptr %b
  call void @collect()
  %again = load i64, ptr %b
  store i64 %again, ptr %to
  ret void
}

; CHECK-LABEL: define i64 @computed(
; CHECK-NOT: alloca
; CHECK: call void @collect(){{$}}
define i64 @computed(i64 %n) gc "statepoint-example" {
  %b = alloca ptr addrspace(1)
  %number = mul i64 %n, 3
  store i64 %number, ptr %b
  call void @collect()
  %again = load i64, ptr %b
  %result = add i64 %again, 1
  ret i64 %result
}
