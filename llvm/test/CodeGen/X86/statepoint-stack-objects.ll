;; Of a stack object among the references of a statepoint, each reference in it is
;; recorded, and an object that is known to hold none is an error: its first word
;; would be taken for a reference otherwise.
; RUN: rm -rf %t && split-file %s %t
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj \
; RUN:   < %t/good.ll -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %t/good.ll
; RUN: llvm-managed-maps verify %t.o
; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null < %t/bad.ll 2>&1 \
; RUN:   | FileCheck --implicit-check-not=error: %t/bad.ll
;; Version 3 says where the objects are, as it always did.
; RUN: sed 's/^;FLAG//' %t/good.ll | llc -mtriple=x86_64-linux-gnu -filetype=obj \
; RUN:   -o %t.v3.o
; RUN: llvm-readobj --stackmap %t.v3.o | FileCheck --check-prefix=V3 %s
; RUN: sed 's/^;FLAG//' %t/bad.ll | llc -mtriple=x86_64-linux-gnu -filetype=null

; V3: Direct
; V3: Direct
; V3: Direct

;--- good.ll
declare void @callee()
declare void @use(ptr)

; CHECK: (one+{{.*}}  CFA=SP+16  roots [CFA-16]{{$}}
define void @one() gc "managed" {
  %object = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %object
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %object) ]
  call void @use(ptr %object) "gc-leaf-function"
  ret void
}

;; i64, reference, pointer, two times two references.
; CHECK: (mixed+{{.*}}  CFA=SP+64  roots [CFA-16], [CFA-24], [CFA-32], [CFA-40], [CFA-56]{{$}}
define void @mixed() gc "managed" {
  %object = alloca { i64, ptr addrspace(1), ptr,
                     [2 x { ptr addrspace(1), ptr addrspace(1) }] }
  store { i64, ptr addrspace(1), ptr,
          [2 x { ptr addrspace(1), ptr addrspace(1) }] } zeroinitializer, ptr %object
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %object) ]
  call void @use(ptr %object) "gc-leaf-function"
  ret void
}

;; The number of elements of the alloca, vectors, and a register beside them.
; CHECK: (several+{{.*}}  CFA=SP+48 R3[CFA-16]  roots R3, [CFA-24], [CFA-32], [CFA-40], [CFA-48]{{$}}
define ptr addrspace(1) @several(ptr addrspace(1) %o) gc "managed" {
  %vectors = alloca <2 x ptr addrspace(1)>, i32 2
  store <2 x ptr addrspace(1)> zeroinitializer, ptr %vectors
  %second = getelementptr <2 x ptr addrspace(1)>, ptr %vectors, i64 1
  store <2 x ptr addrspace(1)> zeroinitializer, ptr %second
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %vectors, ptr addrspace(1) %o) ]
  %moved = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(
    token %token, i32 1, i32 1)
  call void @use(ptr %vectors) "gc-leaf-function"
  ret ptr addrspace(1) %moved
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
;FLAG!llvm.module.flags = !{!0}
;FLAG!0 = !{i32 1, !"stack-map-version", i32 3}

;--- bad.ll
declare void @callee()

; CHECK: error: {{.*}}in function no_reference {{.*}}: stack object 'object' among the references of a statepoint has a type that holds no references
define void @no_reference() gc "managed" {
  %object = alloca { i32, ptr }
  store { i32, ptr } zeroinitializer, ptr %object
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %object) ]
  ret void
}

; CHECK: error: {{.*}}in function packed {{.*}}: stack object among the references of a statepoint holds a reference at offset 1, which is not aligned
define void @packed() gc "managed" {
  %1 = alloca <{ i8, ptr addrspace(1) }>
  store <{ i8, ptr addrspace(1) }> zeroinitializer, ptr %1
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %1) ]
  ret void
}

;; An argument in the caller's area has no type here.
; CHECK: error: {{.*}}in function argument {{.*}}: stack object among the references of a statepoint does not belong to the function
define void @argument(ptr byval(ptr addrspace(1)) %object) gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %object) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
;FLAG!llvm.module.flags = !{!0}
;FLAG!0 = !{i32 1, !"stack-map-version", i32 3}
