; Objects that nothing but copies of bytes access are right until the next safepoint:
; nobody knows where references are in them.

; RUN: not opt < %s -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

target datalayout = "e-i64:64-p1:64:64-ni:1"

declare void @safepoint()

; What was copied from an object is copied to another one after a safepoint.
; CHECK: error: {{.*}} in function copied_bytes {{.*}}: call: the type of the stack object does not say where references are
define void @copied_bytes(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr %o, ptr addrspace(1) %a, i64 16, i1 false)
  call void @safepoint()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %a, ptr %o, i64 16, i1 false)
  ret void
}

; CHECK-NOT: in function at_once
define void @at_once(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  call void @safepoint()
  call void @llvm.memcpy.p0.p1.i64(ptr %o, ptr addrspace(1) %a, i64 16, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %a, ptr %o, i64 16, i1 false)
  call void @safepoint()
  ret void
}

; Numbers are copied over safepoints.
; CHECK-NOT: in function numbers
define void @numbers(ptr addrspace(1) %a, ptr %b) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  %p = alloca [4 x i32], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %p, i64 16, i1 false)
  call void @safepoint()
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %o, i64 16, i1 false)
  ret void
}

; One word is a reference, which says nothing of the others.
; CHECK: error: {{.*}} in function partly_known {{.*}}: load '%r': the type of the stack object does not say where references are
; CHECK: error: {{.*}} in function partly_known {{.*}}: call: the type of the stack object does not say where references are
define void @partly_known(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca [32 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr %o, ptr addrspace(1) %a, i64 32, i1 false)
  call void @safepoint()
  %r = load ptr addrspace(1), ptr %o
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %r, ptr %o, i64 32, i1 false)
  ret void
}

; Each word is accessed, or not copied.
define i64 @known(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca [32 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr %o, ptr addrspace(1) %a, i64 32, i1 false)
  call void @safepoint()
  %r = load ptr addrspace(1), ptr %o
  %second = getelementptr i8, ptr %o, i64 8
  %n = load i64, ptr %second
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %r, ptr %o, i64 16, i1 false)
  ret i64 %n
}

; No word is copied after the safepoint.
define ptr addrspace(1) @loaded(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca [32 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr %o, ptr addrspace(1) %a, i64 32, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %a, ptr %o, i64 32, i1 false)
  call void @safepoint()
  %r = load ptr addrspace(1), ptr %o
  ret ptr addrspace(1) %r
}
