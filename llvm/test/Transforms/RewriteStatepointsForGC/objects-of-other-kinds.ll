; Stack objects that hold references although some accesses do not say so.

; RUN: split-file %s %t
; RUN: opt -S -passes='rewrite-statepoints-for-gc,verify' %t/accepted.ll | FileCheck %s
; RUN: not opt -disable-output -passes=rewrite-statepoints-for-gc %t/refused.ll 2>&1 | FileCheck %s --check-prefix=REFUSED --implicit-check-not=error:

;--- accepted.ll
target datalayout = "e-i64:64-ni:1"
target triple = "x86_64-linux-gnu"
declare void @g()

; Front ends copy atomically what has two references as one integer.
; CHECK-LABEL: define void @wide(
; CHECK:         %x = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
; CHECK:         "gc-live"(ptr %x)
define void @wide(ptr %p, ptr %q) gc "managed" {
  %x = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
  %1 = load atomic i128, ptr %p seq_cst, align 16
  store i128 %1, ptr %x, align 16
  call void @g()
  %2 = load i128, ptr %x, align 16
  store atomic i128 %2, ptr %q seq_cst, align 16
  ret void
}

;--- refused.ll
target datalayout = "e-i64:64-ni:1"
target triple = "x86_64-linux-gnu"
declare void @g()
@pair = global { ptr addrspace(1), ptr addrspace(1) } zeroinitializer

; REFUSED: error: {{.*}} in function of_a_variable {{.*}}: alloca '%b': stack object '%b' holds references across call of 'g'; it is written and read by copies, and has a type that does not say where the references are
define void @of_a_variable() gc "managed" {
  %b = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr @pair, i64 16, i1 false)
  call void @g()
  call void @llvm.memcpy.p0.p0.i64(ptr @pair, ptr %b, i64 16, i1 false)
  ret void
}

; REFUSED: error: {{.*}} in function from_byval_to_sret {{.*}}: alloca '%b': stack object '%b' holds references across call of 'g'; it is written and read by copies
define void @from_byval_to_sret(ptr sret({ ptr addrspace(1), i64 }) %r, ptr byval({ ptr addrspace(1), i64 }) %a) gc "managed" {
  %b = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)
  call void @g()
  call void @llvm.memcpy.p0.p0.i64(ptr %r, ptr %b, i64 16, i1 false)
  ret void
}

; REFUSED: error: {{.*}} in function through_an_integer {{.*}}: alloca '%o': stack object '%o' holds references across call of 'g'; it has a type that does not say where its references are
define ptr addrspace(1) @through_an_integer(ptr addrspace(1) %a) gc "managed" {
  %o = alloca [4 x i64]
  %i = ptrtoint ptr %o to i64
  %j = and i64 %i, -16
  %p = inttoptr i64 %j to ptr
  store ptr addrspace(1) %a, ptr %p
  call void @g()
  %q = load ptr addrspace(1), ptr %p
  ret ptr addrspace(1) %q
}
