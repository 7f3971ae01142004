; Objects behind the slots: where they are, what push clears, and the map.
; RUN: opt -passes=lower-gc-frame,verify -S < %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-DAG: $llvm_gc_frame_map.1.16x2.24x1 = comdat any
; CHECK-DAG: @llvm_gc_frame_map.1.16x2.24x1 = linkonce_odr hidden constant { i32, i32, [4 x i32] } { i32 1, i32 2, [4 x i32] [i32 16, i32 2, i32 24, i32 1] }, comdat
; CHECK-DAG: @llvm_gc_frame_map.2 = linkonce_odr hidden constant { i32, i32 } { i32 2, i32 0 }, comdat

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_slot(ptr, i32)
declare ptr @managed.get_gc_frame_object(ptr, i32, i32, ...)

; The calls may be in any order, and there may be several of one object. The
; words between references of an object are cleared with them.
; CHECK-LABEL: define void @objects(ptr %p)
; CHECK-NEXT:    %gcframe = alloca { ptr, ptr, [1 x ptr addrspace(1)], [64 x i8] }, align 16
; CHECK-NEXT:    [[SLOTS:%.*]] = getelementptr inbounds nuw { ptr, ptr, [1 x ptr addrspace(1)], [64 x i8] }, ptr %gcframe, i32 0, i32 2
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 [[SLOTS]], i8 0, i64 8, i1 false)
; CHECK-NEXT:    [[FIRST:%.*]] = getelementptr inbounds i8, ptr %gcframe, i64 40
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 8 [[FIRST]], i8 0, i64 16, i1 false)
; CHECK-NEXT:    [[SECOND:%.*]] = getelementptr inbounds i8, ptr %gcframe, i64 80
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 [[SECOND]], i8 0, i64 8, i1 false)
; CHECK-NEXT:    call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
; CHECK:         store ptr @llvm_gc_frame_map.1.16x2.24x1, ptr
; CHECK:         %b = getelementptr inbounds i8, ptr %gcframe, i64 64
; CHECK-NEXT:    %slot = getelementptr inbounds { ptr, ptr, [1 x ptr addrspace(1)], [64 x i8] }, ptr %gcframe, i32 0, i32 2, i32 0
; CHECK-NEXT:    %a = getelementptr inbounds i8, ptr %gcframe, i64 32
; CHECK-NEXT:    %again = getelementptr inbounds i8, ptr %gcframe, i64 64
; CHECK-NEXT:    ret void
define void @objects(ptr %p) gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %frame, i32 1)
  %b = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %frame, i32 32, i32 24, i32 16, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 0)
  %a = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %frame, i32 0, i32 32, i32 8, i32 1, i32 0, i32 1)
  %again = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %frame, i32 32, i32 24, i32 16, i32 1)
  ret void
}

; An object may hold no reference.
; CHECK-LABEL: define void @empty()
; CHECK-NEXT:    %gcframe = alloca { ptr, ptr, [2 x ptr addrspace(1)], [4 x i8] }, align 16
; CHECK:         store ptr @llvm_gc_frame_map.2, ptr
; CHECK:         %o = getelementptr inbounds i8, ptr %gcframe, i64 32
define void @empty() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %frame, i32 2)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %frame, i32 0, i32 4, i32 0, i32 0)
  ret void
}

; CHECK-NOT: @managed.
