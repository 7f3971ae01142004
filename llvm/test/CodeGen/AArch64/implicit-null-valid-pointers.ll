; Where null is the address of something, dereferencing it does not fault: in
; functions that say so, and in address spaces other than the first.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs \
; RUN:   -enable-implicit-null-checks < %s | FileCheck %s

; CHECK-LABEL: valid_in_function:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i32 @valid_in_function(ptr %p) null_pointer_is_valid {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; CHECK-LABEL: valid_in_address_space:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i32 @valid_in_address_space(ptr addrspace(1) %p) {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v

is_null:
  ret i32 42
}

; CHECK-LABEL: valid_neither:
; CHECK: ldr w0, [x0] // on-fault
define i32 @valid_neither(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{}
