; A frame is { n << 2, outer frame, slots }, cleared; the innermost one is where
; julia.get_pgcstack or the parameter points.

; RUN: opt < %s -passes='function(FinalLowerGC,verify)' -S | FileCheck %s

target datalayout = "e-i64:64-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.pop_gc_frame(ptr)

; CHECK-LABEL: define void @frame(
; CHECK-NEXT:    %gcframe = alloca ptr addrspace(10), i32 4, align 16
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

; CHECK: [[TAG]] = !{[[NODE:![0-9]+]], [[NODE]], i64 0}
; CHECK: [[NODE]] = !{!"jtbaa_gcframe",
