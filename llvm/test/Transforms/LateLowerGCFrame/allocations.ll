; Objects are made by julia.gc_alloc_bytes, which gets the state of the thread;
; their types are stored here, and what operand bundles name is cleared.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

target datalayout = "e-i64:64-ni:10:11:12:13"

@type = external addrspace(10) global i8

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare ptr addrspace(10) @make(i64)

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
; CHECK-NEXT:    call void @llvm.memset.p10.i64(ptr addrspace(10) align 8 [[A]], i8 0, i64 %n, i1 false)
; CHECK-NEXT:    [[B:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i64 0
; CHECK-NEXT:    [[C:%.*]] = load ptr, ptr addrspace(10) [[B]]
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 8 [[C]], i8 0, i64 32, i1 false)
; CHECK-NEXT:    ret ptr addrspace(10) %o
define ptr addrspace(10) @zeroed(ptr "gcstack" %s, i64 %n) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) @type) [ "julia.gc_alloc_zeroinit"(i64 8, i64 %n), "julia.gc_alloc_zeroinit_indirect"(i64 0, i64 32) ]
  ret ptr addrspace(10) %o
}

; Nothing is cleared of no bytes, and little is known of a place that is not
; constant.
; CHECK-LABEL: define ptr addrspace(10) @odd_places(
; CHECK-NOT:     memset
; CHECK:         [[A:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i64 %n
; CHECK-NEXT:    call void @llvm.memset.p10.i64(ptr addrspace(10) align 1 [[A]], i8 0, i64 3, i1 false)
; CHECK-NEXT:    [[B:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i64 20
; CHECK-NEXT:    call void @llvm.memset.p10.i64(ptr addrspace(10) align 4 [[B]], i8 0, i64 4, i1 false)
; CHECK-NEXT:    ret ptr addrspace(10) %o
define ptr addrspace(10) @odd_places(ptr "gcstack" %s, i64 %n) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) @type) [ "julia.gc_alloc_zeroinit"(i64 8, i64 0, i64 %n, i64 3, i64 20, i64 4) ]
  ret ptr addrspace(10) %o
}

; Without access to the list, the state of the thread is in the task.
; CHECK-LABEL: define ptr addrspace(10) @no_stack(
; CHECK-NEXT:    %ptls_field = getelementptr inbounds i8, ptr %task, i32 168
; CHECK-NEXT:    %ptls_load = load ptr, ptr %ptls_field
; CHECK-NEXT:    call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls_load, i64 8,
; CHECK:         memset
define ptr addrspace(10) @no_stack(ptr %task) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) @type) [ "julia.gc_alloc_zeroinit"(i64 0, i64 8) ]
  ret ptr addrspace(10) %o
}

; Any function may make an object with memory of its own.
; CHECK-LABEL: define ptr addrspace(10) @other_function(
; CHECK:         %o = call ptr addrspace(10) @make(i64 %n){{$}}
; CHECK-NEXT:    [[A:%.*]] = getelementptr inbounds i8, ptr addrspace(10) %o, i64 8
; CHECK-NEXT:    [[C:%.*]] = load ptr, ptr addrspace(10) [[A]]
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 8 [[C]], i8 0, i64 %n, i1 false)
; CHECK-NEXT:    ret ptr addrspace(10) %o
define ptr addrspace(10) @other_function(ptr "gcstack" %s, i64 %n) {
  %o = call ptr addrspace(10) @make(i64 %n) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 %n) ]
  ret ptr addrspace(10) %o
}

; Few elements are right behind their number and their address.
; CHECK-LABEL: define ptr addrspace(10) @memory(
; CHECK:         %o = call noalias ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls_load, i64 56,
; CHECK-NEXT:    getelementptr inbounds i64, ptr addrspace(10) %o, i64 -1
; CHECK-NEXT:    store atomic ptr addrspace(10) @type
; CHECK-NEXT:    [[P:%.*]] = addrspacecast ptr addrspace(10) %o to ptr
; CHECK-NEXT:    [[E:%.*]] = getelementptr inbounds i8, ptr [[P]], i32 16
; CHECK-NEXT:    [[F:%.*]] = getelementptr inbounds ptr, ptr addrspace(10) %o, i32 1
; CHECK-NEXT:    store ptr [[E]], ptr addrspace(10) [[F]], align 8
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 8 [[E]], i8 0, i64 40, i1 false)
; CHECK-NEXT:    store i64 5, ptr addrspace(10) %o, align 8
; CHECK-NEXT:    ret ptr addrspace(10) %o
define ptr addrspace(10) @memory(ptr "gcstack" %s) {
  %o = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 40, ptr addrspace(10) @type, i64 5, i1 true)
  ret ptr addrspace(10) %o
}

; The runtime makes others: the type is right then.
; CHECK-LABEL: define ptr addrspace(10) @large_memory(
; CHECK:         [[T:%.*]] = load ptr, ptr %ptls_field
; CHECK-NEXT:    %o = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %ptls_load, i64 %n, ptr addrspacecast (ptr addrspace(10) @type to ptr))
; CHECK-NEXT:    [[F:%.*]] = getelementptr inbounds ptr, ptr addrspace(10) %o, i32 1
; CHECK-NEXT:    load ptr, ptr addrspace(10) [[F]], align 8
; CHECK-NEXT:    store i64 %l, ptr addrspace(10) %o, align 8
; CHECK:         %p = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr {{.*}}, i64 2009,
; CHECK:         [[E:%.*]] = load ptr, ptr addrspace(10) {{.*}}, align 8
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 8 [[E]], i8 0, i64 2009, i1 false)
; CHECK:         %q = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr {{.*}}, i64 2024,
define ptr addrspace(10) @large_memory(ptr "gcstack" %s, i64 %n, i64 %l) {
  %o = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 %n, ptr addrspace(10) @type, i64 %l, i1 false)
  %p = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 2009, ptr addrspace(10) @type, i64 %l, i1 true)
  %q = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 2008, ptr addrspace(10) @type, i64 %l, i1 false)
  ret ptr addrspace(10) %o
}

; It is a safepoint.
; CHECK-LABEL: define ptr addrspace(10) @memory_collects(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK:         @jl_alloc_genericmemory_unchecked
define ptr addrspace(10) @memory_collects(ptr "gcstack" %s, i64 %n) {
  %a = call ptr addrspace(10) @make(i64 %n)
  %o = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 %n, ptr addrspace(10) @type, i64 %n, i1 false)
  ret ptr addrspace(10) %a
}

; CHECK-DAG: [[FRAME]] = !{[[FRAMES:![0-9]+]], [[FRAMES]], i64 0}
; CHECK-DAG: [[FRAMES]] = !{!"jtbaa_gcframe", [[ROOT:![0-9]+]], i64 0}
; CHECK-DAG: [[OBJECT]] = !{[[TAGS:![0-9]+]], [[TAGS]], i64 0}
; CHECK-DAG: [[TAGS]] = !{!"jtbaa_tag", [[DATA:![0-9]+]], i64 0}
; CHECK-DAG: [[DATA]] = !{!"jtbaa_data", [[ROOT]], i64 0}
