; A word of a stack object without a type that is a reference at one time and a number at
; another is no root, whatever stores the number.

; RUN: not opt -passes=place-gc-roots -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:

target datalayout = "e-p:64:64-p1:64:64-i64:64-ni:1"

declare void @use(ptr)
declare void @safepoint()
declare ptr addrspace(1) @new()
@text = constant [16 x i8] c"0123456789abcdef"

; CHECK: error: {{.*}} in function masked {{.*}}: {{store|load '%r'}}{{.*}}
; CHECK: error: {{.*}} in function masked {{.*}}: {{store|load '%r'}}{{.*}}
define ptr addrspace(1) @masked(<2 x i64> %n, <2 x i1> %m) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  call void @llvm.masked.store.v2i64.p0(<2 x i64> %n, ptr align 8 %o, <2 x i1> %m)
  call void @use(ptr %o)
  %new = call ptr addrspace(1) @new()
  store ptr addrspace(1) %new, ptr %o
  call void @use(ptr %o)
  %r = load ptr addrspace(1), ptr %o
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function characters {{.*}}: {{store|load '%r'}}{{.*}}
; CHECK: error: {{.*}} in function characters {{.*}}: {{store|load '%r'}}{{.*}}
define ptr addrspace(1) @characters() gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr @text, i64 16, i1 false)
  call void @use(ptr %o)
  %new = call ptr addrspace(1) @new()
  store ptr addrspace(1) %new, ptr %o
  call void @use(ptr %o)
  %r = load ptr addrspace(1), ptr %o
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function few {{.*}}: {{store|load '%r'}}{{.*}}
; CHECK: error: {{.*}} in function few {{.*}}: {{store|load '%r'}}{{.*}}
define ptr addrspace(1) @few(ptr %p) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %o, ptr %p, i64 4, i1 false)
  call void @use(ptr %o)
  %new = call ptr addrspace(1) @new()
  store ptr addrspace(1) %new, ptr %o
  call void @use(ptr %o)
  %r = load ptr addrspace(1), ptr %o
  ret ptr addrspace(1) %r
}

; The number is in the other word.
define ptr addrspace(1) @after(<2 x i32> %n, <2 x i1> %m) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  %second = getelementptr i8, ptr %o, i64 8
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %n, ptr align 8 %second, <2 x i1> %m)
  %new = call ptr addrspace(1) @new()
  store ptr addrspace(1) %new, ptr %o
  call void @use(ptr %o)
  %r = load ptr addrspace(1), ptr %o
  ret ptr addrspace(1) %r
}

; The first word, where the loop begins, is skipped.
define void @walk(i64 %n) gc "managed-frames" {
entry:
  %o = alloca { i64, [4 x ptr addrspace(1)] }, align 8
  store i64 %n, ptr %o
  call void @use(ptr %o)
  br label %loop
loop:
  %p = phi ptr [ %o, %entry ], [ %next, %latch ]
  %is.first = icmp eq ptr %p, %o
  br i1 %is.first, label %latch, label %reference
reference:
  %r = load ptr addrspace(1), ptr %p
  %x = load volatile i64, ptr addrspace(1) %r
  br label %latch
latch:
  %next = getelementptr i8, ptr %p, i64 8
  %end = getelementptr i8, ptr %o, i64 40
  %is.end = icmp eq ptr %next, %end
  br i1 %is.end, label %exit, label %loop
exit:
  call void @use(ptr %o)
  ret void
}

; The types of both objects say that they have numbers, and are wrong.
define ptr addrspace(1) @copied(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca [2 x i64], align 8
  %p = alloca [2 x i64], align 8
  store ptr addrspace(1) %a, ptr %o
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %o, i64 16, i1 false)
  call void @safepoint()
  %r = load ptr addrspace(1), ptr %p
  ret ptr addrspace(1) %r
}
