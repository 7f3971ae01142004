; A frame is { n << 2, outer frame, slots }, cleared; the innermost one is where
; julia.get_pgcstack or the parameter points.

; RUN: opt < %s -passes='function(FinalLowerGC,verify)' -S | FileCheck %s

target datalayout = "e-i64:64-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr @julia.get_gc_frame_object(ptr, i32, i32, ...)
declare void @look(ptr, ptr)
declare void @julia.pop_gc_frame(ptr)

; CHECK-LABEL: define void @frame(
; CHECK-NEXT:    %gcframe = alloca [4 x ptr addrspace(10)], align 16
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 32, i1 false){{$}}
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    %frame.nroots = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
; CHECK-NEXT:    store i64 8, ptr %frame.nroots, align 8, !tbaa [[TAG:![0-9]+]]
; CHECK-NEXT:    %frame.prev = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
; CHECK-NEXT:    %task.gcstack = load ptr, ptr %s, align 8, !tbaa [[TAG]]
; CHECK-NEXT:    store ptr %task.gcstack, ptr %frame.prev, align 8, !tbaa [[TAG]]
; CHECK-NEXT:    store ptr %gcframe, ptr %s, align 8, !tbaa [[TAG]]
; CHECK-NEXT:    %slot = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 3
; CHECK-NEXT:    store ptr addrspace(10) %a, ptr %slot
; CHECK-NEXT:    [[PREV:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
; CHECK-NEXT:    [[OUTER:%.*]] = load ptr, ptr [[PREV]], align 8, !tbaa [[TAG]]
; CHECK-NEXT:    store ptr [[OUTER]], ptr %s, align 8, !tbaa [[TAG]]
; CHECK-NEXT:    ret void
define void @frame(ptr addrspace(10) %a) {
  %gcframe = call ptr @julia.new_gc_frame(i32 2)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  store ptr addrspace(10) %a, ptr %slot
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}

; CHECK-LABEL: define void @parameter(
; CHECK:         %task.gcstack = load ptr, ptr %s
; CHECK:         store ptr %gcframe, ptr %s
define void @parameter(ptr "gcstack" %s) {
  %gcframe = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}

; References among other words are in a frame of addresses, { n << 2 | 1, outer
; frame, addresses }, outside of the other one.
; CHECK-LABEL: define void @objects(
; CHECK-NEXT:    %gcframe = alloca [3 x ptr addrspace(10)], align 16
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 24, i1 false)
; CHECK-NEXT:    %gcobjects = alloca [6 x ptr addrspace(10)], align 16
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 %gcobjects, i8 0, i64 48, i1 false)
; CHECK-NEXT:    %gcaddresses = alloca [5 x ptr addrspace(10)], align 16
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 %gcaddresses, i8 0, i64 40, i1 false)
; CHECK-NEXT:    [[A0:%.*]] = getelementptr inbounds i8, ptr %gcobjects, i64 8
; CHECK-NEXT:    [[S0:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %gcaddresses, i32 2
; CHECK-NEXT:    store ptr [[A0]], ptr [[S0]]
; CHECK-NEXT:    [[A1:%.*]] = getelementptr inbounds i8, ptr %gcobjects, i64 32
; CHECK-NEXT:    [[S1:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %gcaddresses, i32 3
; CHECK-NEXT:    store ptr [[A1]], ptr [[S1]]
; CHECK-NEXT:    [[A2:%.*]] = getelementptr inbounds i8, ptr %gcobjects, i64 40
; CHECK-NEXT:    [[S2:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %gcaddresses, i32 4
; CHECK-NEXT:    store ptr [[A2]], ptr [[S2]]
; CHECK:         store i64 13, ptr %frame.nroots
; CHECK:         %task.gcstack = load ptr, ptr %s
; CHECK-NEXT:    store ptr %task.gcstack, ptr %frame.prev
; CHECK-NEXT:    store ptr %gcaddresses, ptr %s
; CHECK:         store i64 4, ptr
; CHECK:         [[INNER:%.*]] = load ptr, ptr %s
; CHECK-NEXT:    store ptr [[INNER]], ptr
; CHECK-NEXT:    store ptr %gcframe, ptr %s
; CHECK:         %a = getelementptr inbounds i8, ptr %gcobjects, i64 0
; CHECK:         %b = getelementptr inbounds i8, ptr %gcobjects, i64 32
; CHECK:         [[PREV:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %gcaddresses, i32 1
; CHECK-NEXT:    [[OUTER:%.*]] = load ptr, ptr [[PREV]]
; CHECK-NEXT:    store ptr [[OUTER]], ptr %s
define void @objects(ptr "gcstack" %s) {
  %gcframe = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = call ptr (ptr, i32, i32, ...) @julia.get_gc_frame_object(ptr %gcframe, i32 0, i32 20, i32 8, i32 1)
  %b = call ptr (ptr, i32, i32, ...) @julia.get_gc_frame_object(ptr %gcframe, i32 32, i32 16, i32 0, i32 2)
  call void @look(ptr %a, ptr %b)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}

; CHECK: [[TAG]] = !{[[NODE:![0-9]+]], [[NODE]], i64 0}
; CHECK: [[NODE]] = !{!"jtbaa_gcframe",
