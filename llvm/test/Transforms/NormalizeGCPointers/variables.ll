; RUN: opt -passes=normalize-gc-pointers,verify -S %s | FileCheck %s

; Variables that hold pointers into objects become values; others stay.

; CHECK-LABEL: @interior(
; CHECK: %object = alloca
; CHECK-NOT: alloca
; CHECK: call void @opaque() [ "gc-live"(ptr %object) ]
; CHECK-NEXT: load i64, ptr addrspace(1) %d
define i64 @interior(ptr addrspace(1) %p) gc "statepoint-example" {
  %object = alloca ptr addrspace(1)
  %place = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %object
  %o = load ptr addrspace(1), ptr %object
  %d = getelementptr i8, ptr addrspace(1) %o, i64 8
  store ptr addrspace(1) %d, ptr %place
  call void @opaque()
  %q = load ptr addrspace(1), ptr %place
  %x = load i64, ptr addrspace(1) %q
  %r = load ptr addrspace(1), ptr %object
  %y = load i64, ptr addrspace(1) %r
  %z = add i64 %x, %y
  ret i64 %z
}

; From one variable to the next.
; CHECK-LABEL: @copied(
; CHECK-NOT: alloca
; CHECK: call void @opaque(){{$}}
define i64 @copied(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  %first = alloca ptr addrspace(1)
  %second = alloca ptr addrspace(1)
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  store ptr addrspace(1) %p, ptr %second
  store ptr addrspace(1) %d, ptr %first
  br i1 %c, label %then, label %exit
then:
  %q = load ptr addrspace(1), ptr %first
  store ptr addrspace(1) %q, ptr %second
  br label %exit
exit:
  call void @opaque()
  %r = load ptr addrspace(1), ptr %second
  %x = load i64, ptr addrspace(1) %r
  ret i64 %x
}

; The same place.
; CHECK-LABEL: @not_interior(
; CHECK: %a = alloca
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
define i64 @not_interior(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  %d = getelementptr [4 x i64], ptr addrspace(1) %p, i64 0, i64 0
  store ptr addrspace(1) %d, ptr %a
  call void @opaque()
  %q = load ptr addrspace(1), ptr %a
  %x = load i64, ptr addrspace(1) %q
  ret i64 %x
}

declare void @opaque()
