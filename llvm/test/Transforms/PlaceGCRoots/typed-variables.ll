; Objects whose type has no references get one, if loads and stores say where
; they are.
; RUN: opt -S -passes=place-gc-roots,verify -verify-each %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

declare void @collect()
declare void @take(ptr addrspace(1))

; A variable that is loaded and stored as a whole becomes a value.
; CHECK-LABEL: define void @pointer(
; CHECK-NOT: alloca
; CHECK: store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK: ret void
define void @pointer(ptr addrspace(1) %a) gc "managed-frames" {
  %v = alloca ptr
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  ret void
}

; So does one that was a number before.
; CHECK-LABEL: define i64 @shared(
; CHECK-NOT: alloca
; CHECK-NOT: store i64
; CHECK: store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK: ret i64
define i64 @shared(ptr addrspace(1) %a, i64 %n) gc "managed-frames" {
  %v = alloca ptr
  store i64 %n, ptr %v
  call void @collect()
  %x = load i64, ptr %v
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  ret i64 %x
}

; The second of three words is a reference.
; CHECK-LABEL: define i64 @bytes(
; CHECK: %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 24, i32 8, i32 1)
; CHECK: ret i64
define i64 @bytes(ptr addrspace(1) %a, i64 %n) gc "managed-frames" {
  %o = alloca [24 x i8], align 8
  %second = getelementptr i8, ptr %o, i64 8
  %third = getelementptr i8, ptr %o, i64 16
  store { i64, ptr addrspace(1), i64 } zeroinitializer, ptr %o
  store i64 %n, ptr %third
  store ptr addrspace(1) %a, ptr %second
  call void @collect()
  %all = load { i64, ptr addrspace(1), i64 }, ptr %o
  %b = extractvalue { i64, ptr addrspace(1), i64 } %all, 1
  call void @take(ptr addrspace(1) %b)
  %x = extractvalue { i64, ptr addrspace(1), i64 } %all, 2
  ret i64 %x
}
