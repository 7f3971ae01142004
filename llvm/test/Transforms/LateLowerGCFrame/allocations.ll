; Objects are made by julia.gc_alloc_bytes, which gets the state of the thread;
; their types are stored here, and what operand bundles name is cleared.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

target datalayout = "e-i64:64-ni:10:11:12:13"

@type = external addrspace(10) global i8

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

; CHECK-LABEL: define ptr addrspace(10) @plain(
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    %task = getelementptr i8, ptr %s, i64 -120
; CHECK-NEXT:    %ptls_field = getelementptr inbounds ptr, ptr %s, i32 2
; CHECK-NEXT:    %ptls_load = load ptr, ptr %ptls_field, align 8, !tbaa [[FRAME:![0-9]+]]
; CHECK-NEXT:    [[TYPE:%.*]] = ptrtoint ptr addrspace(10) %t to i64
; CHECK-NEXT:    %o = call noalias nonnull dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls_load, i64 16, i64 [[TYPE]])
; CHECK-NEXT:    [[TAG:%.*]] = getelementptr inbounds i64, ptr addrspace(10) %o, i64 -1
; CHECK-NEXT:    store atomic ptr addrspace(10) %t, ptr addrspace(10) [[TAG]] unordered, align 8, !tbaa [[OBJECT:![0-9]+]]
; CHECK-NEXT:    ret ptr addrspace(10) %o
define ptr addrspace(10) @plain(ptr addrspace(10) %t) {
  %s = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %s, i64 -120
  %o = call noalias nonnull dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %t)
  ret ptr addrspace(10) %o
}

; It is in a block of its own, and the task comes as a parameter.
; CHECK-LABEL: define ptr addrspace(10) @conditional(
; CHECK:       yes:
; CHECK-NEXT:    %task
; CHECK-NEXT:    %ptls_field = getelementptr inbounds ptr, ptr %s, i32 2
; CHECK:         call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls_load, i64 %n,
define ptr addrspace(10) @conditional(ptr swiftself "gcstack" %s, i64 %n, i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  %task = getelementptr i8, ptr %s, i64 -120
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 %n, ptr addrspace(10) @type)
  ret ptr addrspace(10) %o
no:
  ret ptr addrspace(10) null
}

; CHECK-LABEL: define ptr addrspace(10) @offsets(
; CHECK:         store atomic ptr addrspace(10) @type
; CHECK-NEXT:    [[A:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i32 0
; CHECK-NEXT:    store ptr addrspace(10) null, ptr addrspace(10) [[A]]
; CHECK-NEXT:    [[B:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i32 16
; CHECK-NEXT:    store ptr addrspace(10) null, ptr addrspace(10) [[B]]
; CHECK-NEXT:    ret ptr addrspace(10) %o
define ptr addrspace(10) @offsets(ptr "gcstack" %s) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) @type) [ "julia.gc_alloc_ptr_offsets"(i32 0, i32 16) ]
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @zeroed(
; CHECK:         [[A:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i64 8
; CHECK-NEXT:    call void @llvm.memset.p10.i64(ptr addrspace(10) [[A]], i8 0, i64 %n, i1 false)
; CHECK-NEXT:    [[B:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i64 0
; CHECK-NEXT:    [[C:%.*]] = load ptr, ptr addrspace(10) [[B]]
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr [[C]], i8 0, i64 32, i1 false)
; CHECK-NEXT:    ret ptr addrspace(10) %o
define ptr addrspace(10) @zeroed(ptr "gcstack" %s, i64 %n) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) @type) [ "julia.gc_alloc_zeroinit"(i64 8, i64 %n), "julia.gc_alloc_zeroinit_indirect"(i64 0, i64 32) ]
  ret ptr addrspace(10) %o
}

; CHECK-DAG: [[FRAME]] = !{[[FRAMES:![0-9]+]], [[FRAMES]], i64 0}
; CHECK-DAG: [[FRAMES]] = !{!"jtbaa_gcframe", [[ROOT:![0-9]+]], i64 0}
; CHECK-DAG: [[OBJECT]] = !{[[TAGS:![0-9]+]], [[TAGS]], i64 0}
; CHECK-DAG: [[TAGS]] = !{!"jtbaa_tag", [[DATA:![0-9]+]], i64 0}
; CHECK-DAG: [[DATA]] = !{!"jtbaa_data", [[ROOT]], i64 0}
