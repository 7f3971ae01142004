; What copies alone write and read is listed if its type says where the references
; are, and refused if not.
; RUN: split-file %s %t
; RUN: cat %t/layout %t/right | opt -S -passes=rewrite-statepoints-for-gc - \
; RUN:   | FileCheck %s
; RUN: cat %t/layout %t/wrong \
; RUN:   | not opt -disable-output -passes=rewrite-statepoints-for-gc - 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ERROR --implicit-check-not=error:

;--- layout
target datalayout = "e-p:64:64-p1:64:64-i64:64-n8:16:32:64-ni:1"
declare void @call()
declare void @use(ptr captures(none))

;--- right
; CHECK-LABEL: define void @typed(
; CHECK: "gc-live"({{.*}}ptr %t
define void @typed(ptr addrspace(1) %a, ptr %b) gc "statepoint-example" {
  %t = alloca { ptr addrspace(1) }, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret void
}

; Numbers, by the type of the variable or of what is copied.
; CHECK-LABEL: define void @numbers(
; CHECK-NOT: "gc-live"({{.*}}ptr %t
; CHECK: ret void
define void @numbers(ptr addrspace(1) %a, ptr %b) gc "statepoint-example" {
  %t = alloca { i64, double }, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 16, i1 false)
  call void @call()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %t, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: define void @copied_to_numbers(
; CHECK-NOT: "gc-live"({{.*}}ptr %t
; CHECK: ret void
define void @copied_to_numbers(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = alloca [8 x i8], align 8
  %n = alloca i64, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %n, ptr align 8 %t, i64 8, i1 false)
  call void @use(ptr %n)
  ret void
}

; Bytes from and to memory of no known type.
; CHECK-LABEL: define void @bytes(
; CHECK: ret void
define void @bytes(ptr %a, ptr %b) gc "statepoint-example" {
  %t = alloca [64 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %a, i64 64, i1 false)
  call void @call()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %t, i64 64, i1 false)
  ret void
}

; Bytes of an object that are read by a callee, or not over a call.
; CHECK-LABEL: define void @read_at_once(
; CHECK: ret void
define void @read_at_once(ptr addrspace(1) %a, ptr %b) gc "statepoint-example" {
  %t = alloca [8 x i8], align 8
  call void @call()
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %t, i64 8, i1 false)
  call void @call()
  ret void
}

; CHECK-LABEL: define void @read_by_callee(
; CHECK: ret void
define void @read_by_callee(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = alloca [8 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @use(ptr %t)
  ret void
}

; Each word is accessed, or not copied.
; CHECK-LABEL: define i64 @known(
; CHECK: "gc-live"({{.*}}ptr %t
define i64 @known(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = alloca [32 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 32, i1 false)
  call void @call()
  %r = load ptr addrspace(1), ptr %t
  %second = getelementptr i8, ptr %t, i64 8
  %n = load i64, ptr %second
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %r, ptr align 8 %t, i64 16, i1 false)
  ret i64 %n
}

;--- wrong
; One word is a reference, which says nothing of the others.
; ERROR: error: {{.*}} in function partly_known {{.*}}: alloca '%t': {{.*}} is written and read by copies
define void @partly_known(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = alloca [32 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 32, i1 false)
  call void @call()
  %r = load ptr addrspace(1), ptr %t
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %r, ptr align 8 %t, i64 32, i1 false)
  ret void
}

; ERROR: error: {{.*}} in function from_object {{.*}}: alloca '%t': stack object {{.*}}holds references across call of 'call'; it is written and read by copies, and has a type that does not say where the references are; allocate it with the type of what is copied
define void @from_object(ptr addrspace(1) %a, ptr %b) gc "statepoint-example" {
  %t = alloca [8 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret void
}

; ERROR: error: {{.*}} in function from_variable {{.*}}: alloca '%t': {{.*}} is written and read by copies
define void @from_variable(ptr addrspace(1) %a, ptr %b) gc "statepoint-example" {
  %r = alloca ptr addrspace(1), align 8
  %t = alloca [8 x i8], align 8
  store ptr addrspace(1) %a, ptr %r, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %r, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret void
}

; ERROR: error: {{.*}} in function to_object {{.*}}: alloca '%t': {{.*}} is written and read by copies
define void @to_object(ptr addrspace(1) %a, ptr %b, i64 %n) gc "statepoint-example" {
  %t = alloca [64 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %b, i64 %n, i1 false)
  call void @call()
  call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) align 8 %a, ptr align 8 %t, i64 %n, i1 false)
  ret void
}

; With references in the data layout, the front end made the integers.
; ERROR: error: {{.*}} in function by_integers {{.*}}: inttoptr '%d': {{.*}}computed with integers; use getelementptr{{$}}
define ptr addrspace(1) @by_integers(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = add i64 %i, 8
  %d = inttoptr i64 %j to ptr addrspace(1)
  call void @call()
  ret ptr addrspace(1) %d
}
