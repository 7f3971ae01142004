; References may be shorter than pointers: of two that are one integer, and of one
; in an object of bytes, whose address is in a variable.

; RUN: split-file %s %t
; RUN: not opt -passes=place-gc-roots -disable-output %t/copied.ll 2>&1 \
; RUN:   | FileCheck %t/copied.ll
; RUN: opt -S -passes='place-gc-roots,verify<gc-roots>' %t/object.ll \
; RUN:   | FileCheck %t/object.ll

;--- copied.ll
target datalayout = "e-p:64:64-p1:32:32-i64:64-n8:16:32:64-ni:1"

declare void @poll()

; CHECK: error: {{.*}} in function copied {{.*}}: load '%w': it holds references as an integer across call of 'poll'
define void @copied(ptr %o) gc "managed-frames" {
  %v = alloca { ptr addrspace(1), ptr addrspace(1) }, align 8
  call void @fill(ptr %v)
  %w = load i64, ptr %v
  call void @poll()
  store i64 %w, ptr %o
  ret void
}

declare void @fill(ptr) "gc-leaf-function"

;--- object.ll
target datalayout = "e-p:64:64-p1:32:32-i64:64-n8:16:32:64-ni:1"

declare void @poll()
declare void @use(ptr addrspace(1))

; CHECK-LABEL: define void @object(
; CHECK: store ptr addrspace(1) %r, ptr %gc_slot_addr_0
; CHECK: call void @poll()
define void @object(ptr addrspace(1) %r) gc "managed-frames" {
  %object = alloca [4 x i8], align 4
  %variable = alloca ptr, align 8
  store ptr %object, ptr %variable
  %to = load ptr, ptr %variable
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %from = load ptr, ptr %variable
  %s = load ptr addrspace(1), ptr %from
  call void @use(ptr addrspace(1) %s)
  ret void
}
