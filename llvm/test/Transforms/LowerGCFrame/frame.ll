; What each of the functions becomes.
; RUN: opt -passes=lower-gc-frame,verify -S < %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK: $llvm_gc_frame_map.2 = comdat any
; CHECK: @llvm_gc_root_chain = external thread_local global ptr
; CHECK: @llvm_gc_frame_map.2 = linkonce_odr hidden constant { i32, i32 } { i32 2, i32 0 }, comdat

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_slot(ptr, i32)
declare void @managed.pop_gc_frame(ptr)
declare void @managed.relink_gc_frame(ptr)
declare ptr @managed.save_gc_frames()
declare void @managed.restore_gc_frames(ptr)
declare void @safepoint()

; CHECK-LABEL: define void @memory()
; CHECK-NEXT:    %gcframe = alloca { ptr, ptr, [3 x ptr addrspace(1)] }, align 16
; CHECK-NEXT:    %other = alloca i64
; CHECK-NEXT:    ret void
define void @memory() gc "managed-frames" {
  %other = alloca i64
  %frame = call ptr @managed.new_gc_frame(i32 3)
  ret void
}

; CHECK-LABEL: define void @push()
; CHECK-NEXT:    %gcframe = alloca { ptr, ptr, [2 x ptr addrspace(1)] }, align 16
; CHECK-NEXT:    [[SLOTS:%.*]] = getelementptr inbounds nuw { ptr, ptr, [2 x ptr addrspace(1)] }, ptr %gcframe, i32 0, i32 2
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 [[SLOTS]], i8 0, i64 16, i1 false)
; CHECK-NEXT:    [[CHAIN:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
; CHECK-NEXT:    [[OUTER:%.*]] = load ptr, ptr [[CHAIN]], align 8
; CHECK-NEXT:    store ptr [[OUTER]], ptr %gcframe, align 8
; CHECK-NEXT:    [[MAP:%.*]] = getelementptr inbounds nuw { ptr, ptr, [2 x ptr addrspace(1)] }, ptr %gcframe, i32 0, i32 1
; CHECK-NEXT:    store ptr @llvm_gc_frame_map.2, ptr [[MAP]], align 8
; CHECK-NEXT:    store ptr %gcframe, ptr [[CHAIN]], align 8
; CHECK-NEXT:    ret void
define void @push() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %frame, i32 2)
  ret void
}

; A frame without slots has nothing to clear.
; CHECK-LABEL: define void @push_without_slots()
; CHECK-NOT:     memset
; CHECK:         store ptr @llvm_gc_frame_map.0
; CHECK:         ret void
define void @push_without_slots() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 0)
  call void @managed.push_gc_frame(ptr %frame, i32 0)
  ret void
}

; CHECK-LABEL: define void @slots(ptr addrspace(1) %v)
; CHECK-NEXT:    %gcframe = alloca { ptr, ptr, [2 x ptr addrspace(1)] }, align 16
; CHECK-NEXT:    %first = getelementptr inbounds { ptr, ptr, [2 x ptr addrspace(1)] }, ptr %gcframe, i32 0, i32 2, i32 0
; CHECK-NEXT:    store ptr addrspace(1) %v, ptr %first
; CHECK-NEXT:    %second = getelementptr inbounds { ptr, ptr, [2 x ptr addrspace(1)] }, ptr %gcframe, i32 0, i32 2, i32 1
; CHECK-NEXT:    store ptr addrspace(1) %v, ptr %second
; CHECK-NEXT:    ret void
define void @slots(ptr addrspace(1) %v) gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  %first = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 0)
  store ptr addrspace(1) %v, ptr %first
  %second = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 1)
  store ptr addrspace(1) %v, ptr %second
  ret void
}

; CHECK-LABEL: define void @pop()
; CHECK-NEXT:    %gcframe = alloca
; CHECK-NEXT:    [[OUTER:%.*]] = load ptr, ptr %gcframe, align 8
; CHECK-NEXT:    [[CHAIN:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
; CHECK-NEXT:    store ptr [[OUTER]], ptr [[CHAIN]], align 8
; CHECK-NEXT:    ret void
define void @pop() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK-LABEL: define void @relink()
; CHECK-NEXT:    %gcframe = alloca
; CHECK-NEXT:    [[CHAIN:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
; CHECK-NEXT:    store ptr %gcframe, ptr [[CHAIN]], align 8
; CHECK-NEXT:    ret void
define void @relink() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.relink_gc_frame(ptr %frame)
  ret void
}

; Neither needs a frame.
; CHECK-LABEL: define void @save_and_restore()
; CHECK-NEXT:    [[CHAIN:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
; CHECK-NEXT:    %frames = load ptr, ptr [[CHAIN]], align 8
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    [[AGAIN:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
; CHECK-NEXT:    store ptr %frames, ptr [[AGAIN]], align 8
; CHECK-NEXT:    ret void
define void @save_and_restore() gc "managed-frames" {
  %frames = call ptr @managed.save_gc_frames()
  call void @safepoint()
  call void @managed.restore_gc_frames(ptr %frames)
  ret void
}

; Blocks need not be in the order in which they are executed.
; CHECK-LABEL: define void @later_block_first()
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %gcframe = alloca
; CHECK-NEXT:    br label %first
; CHECK:       second:
; CHECK-NEXT:    load ptr, ptr %gcframe
; CHECK:       first:
; CHECK:         store ptr %gcframe
define void @later_block_first() gc "managed-frames" {
entry:
  %frame = call ptr @managed.new_gc_frame(i32 2)
  br label %first
second:
  call void @managed.pop_gc_frame(ptr %frame)
  ret void
first:
  call void @managed.push_gc_frame(ptr %frame, i32 2)
  br label %second
}

; CHECK-NOT: @managed.
