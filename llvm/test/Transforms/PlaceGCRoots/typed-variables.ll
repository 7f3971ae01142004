; Objects whose type has no references get one, if loads and stores say where
; they are.
; RUN: opt -S -passes=place-gc-roots,verify -verify-each %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

declare void @collect()
declare void @take(ptr addrspace(1))
declare void @look(ptr nocapture readonly)
declare void @returns(ptr sret({ i64, ptr addrspace(1) }))

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

; An object whose address is passed gets one, too: what is stored says where its
; reference is, and the callee finds it.
; CHECK-LABEL: define void @passed(
; CHECK: %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 24, i32 8, i32 1)
; CHECK: ret void
define void @passed(ptr addrspace(1) %a, i64 %n, ptr %from) gc "managed-frames" {
  %o = alloca [3 x i64], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %from, i64 8, i1 false)
  %second = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %a, ptr %second
  %third = getelementptr i8, ptr %o, i64 16
  store i64 %n, ptr %third
  call void @look(ptr %o)
  call void @collect()
  call void @look(ptr %o)
  ret void
}

; Exchanging atomically is storing.
; CHECK-LABEL: define ptr addrspace(1) @exchanged(
; CHECK: %o = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}}) #
; CHECK: ret ptr addrspace(1)
define ptr addrspace(1) @exchanged(ptr addrspace(1) %p) gc "managed-frames" {
  %o = alloca i64, align 8
  %q = atomicrmw xchg ptr %o, ptr addrspace(1) %p seq_cst
  call void @collect()
  %r = cmpxchg ptr %o, ptr addrspace(1) %p, ptr addrspace(1) null seq_cst seq_cst
  %old = extractvalue { ptr addrspace(1), i1 } %r, 0
  ret ptr addrspace(1) %old
}

; So is storing some elements of a vector, and what a callee returns in memory.
; CHECK-LABEL: define void @vectors(
; CHECK: %o = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}}) #
; CHECK: %r = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 16, i32 8, i32 1)
; CHECK: ret void
define void @vectors(<2 x ptr addrspace(1)> %v, <2 x i1> %m) gc "managed-frames" {
  %o = alloca [2 x i64], align 8
  %r = alloca [16 x i8], align 8
  call void @llvm.masked.store.v2p1.p0(<2 x ptr addrspace(1)> %v, ptr align 8 %o, <2 x i1> %m)
  call void @returns(ptr sret({ i64, ptr addrspace(1) }) %r)
  call void @collect()
  call void @look(ptr %o)
  call void @look(ptr %r)
  ret void
}

; A copy of what nobody knows is right as long as nothing is collected.
; CHECK-LABEL: define ptr addrspace(1) @copied(
; CHECK: %o = alloca [2 x i64]
; CHECK: ret ptr addrspace(1)
define ptr addrspace(1) @copied(ptr addrspace(1) %from, i64 %i, i64 %n) gc "managed-frames" {
entry:
  %o = alloca [2 x i64], align 8
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %l, %loop ]
  call void @llvm.memcpy.p0.p1.i64(ptr %o, ptr addrspace(1) %from, i64 16, i1 false)
  %p = getelementptr i64, ptr %o, i64 %i
  %a = load ptr addrspace(1), ptr %p
  call void @take(ptr addrspace(1) %a)
  %l = add i64 %k, 1
  %more = icmp ne i64 %l, %n
  br i1 %more, label %loop, label %end
end:
  ret ptr addrspace(1) %a
}
