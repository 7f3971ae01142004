;; Code with references in other address spaces is not inlined.
;
; RUN: opt -S -passes=inline %s | FileCheck %s
; RUN: opt -S -passes=always-inline %s | FileCheck %s

define i64 @one(ptr addrspace(1) %p) alwaysinline "gc-address-spaces"="1" gc "managed" {
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

define i64 @two(ptr addrspace(1) %p) alwaysinline "gc-address-spaces"="2,1" gc "managed" {
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

; CHECK-LABEL: @default(
; CHECK-NEXT:    call i64 @one(
; CHECK-NEXT:    call i64 @two(
define i64 @default(ptr addrspace(1) %p) gc "managed" {
  %v = call i64 @one(ptr addrspace(1) %p)
  %w = call i64 @two(ptr addrspace(1) %p)
  %s = add i64 %v, %w
  ret i64 %s
}

; CHECK-LABEL: @same(
; CHECK-NEXT:    call i64 @one(
; CHECK-NEXT:    load i64, ptr addrspace(1) %p
define i64 @same(ptr addrspace(1) %p) "gc-address-spaces"="1,2" gc "managed" {
  %v = call i64 @one(ptr addrspace(1) %p)
  %w = call i64 @two(ptr addrspace(1) %p)
  %s = add i64 %v, %w
  ret i64 %s
}

; CHECK-LABEL: @native(
; CHECK-NEXT:    call i64 @one(
define i64 @native(ptr addrspace(1) %p) {
  %v = call i64 @one(ptr addrspace(1) %p)
  ret i64 %v
}
