; A copy of what metadata says to be a pointer becomes one of a pointer where a
; pointer that is cast to a number and back is another one: barriers of invariant
; groups are declared, or a module flag says that other modules may have some.
; RUN: opt -S -passes=instcombine %s | FileCheck %s --check-prefixes=CHECK,POINTER
; RUN: sed '/FLAG/d' %s | opt -S -passes=instcombine | FileCheck %s --check-prefixes=CHECK,NUMBER
; RUN: sed "/FLAG/d" %s > %t.ll
; RUN: echo 'declare ptr @llvm.launder.invariant.group.p0(ptr)' >> %t.ll
; RUN: opt -S -passes=instcombine %t.ll | FileCheck %s --check-prefixes=CHECK,POINTER
; With pointers of another size than the copy has.
; RUN: sed 's/p:64:64/p:32:32/' %s | opt -S -passes=instcombine | FileCheck %s --check-prefixes=CHECK,NUMBER

target datalayout = "e-p:64:64-i64:64-n8:16:32:64"

; CHECK-LABEL: define void @pointer(
; POINTER: [[V:%.*]] = load ptr, ptr %from, align 8, !tbaa
; POINTER: store ptr [[V]], ptr %to, align 8, !tbaa
; NUMBER: load i64
; NUMBER: store i64
define void @pointer(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false), !tbaa.struct !10
  ret void
}

; CHECK-LABEL: define void @anyPointer(
; POINTER: load ptr, ptr %from
; POINTER: store ptr
; NUMBER: load i64
define void @anyPointer(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false), !tbaa.struct !11
  ret void
}

; CHECK-LABEL: define void @number(
; CHECK: load i64
; CHECK: store i64
define void @number(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false), !tbaa.struct !12
  ret void
}

; Two members, of which the first one is half as large as a pointer.
; CHECK-LABEL: define void @members(
; CHECK: load i64
; CHECK: store i64
define void @members(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false), !tbaa.struct !13
  ret void
}

; CHECK-LABEL: define void @unknown(
; CHECK: load i64
; CHECK: store i64
define void @unknown(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

!llvm.module.flags = !{!0} ; FLAG
!0 = !{i32 1, !"StrictVTablePointers", i32 1} ; FLAG

!1 = !{!"root"}
!2 = !{!"omnipotent char", !1, i64 0}
!3 = !{!"any pointer", !2, i64 0}
!4 = !{!"p1 _ZTS5Shape", !3, i64 0}
!5 = !{!"long", !2, i64 0}
!6 = !{!4, !4, i64 0}
!7 = !{!3, !3, i64 0}
!8 = !{!5, !5, i64 0}
!9 = !{!2, !2, i64 0}
!10 = !{i64 0, i64 8, !6}
!11 = !{i64 0, i64 8, !7}
!12 = !{i64 0, i64 8, !8}
!13 = !{i64 0, i64 4, !9, i64 4, i64 4, !9}
