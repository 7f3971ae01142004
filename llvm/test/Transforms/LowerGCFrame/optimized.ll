; Optimization keeps what a safepoint can see of a frame, and what it may have
; changed.
; RUN: opt -passes='lower-gc-frame,default<O3>' -S < %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_slot(ptr, i32)
declare void @managed.pop_gc_frame(ptr)
declare void @safepoint()

; CHECK-LABEL: define ptr addrspace(1) @f(
; CHECK:         store ptr %gcframe, ptr
; CHECK:         store ptr addrspace(1) %v, ptr [[SLOT:%.*]], align
; CHECK:         call void @safepoint()
; CHECK:         [[MOVED:%.*]] = load ptr addrspace(1), ptr [[SLOT]]
; CHECK:         store ptr addrspace(1) null, ptr [[SLOT]]
; CHECK:         call void @safepoint()
; CHECK:         [[OUTER:%.*]] = load ptr, ptr %gcframe
; CHECK:         store ptr [[OUTER]], ptr
; CHECK:         ret ptr addrspace(1) [[MOVED]]
define ptr addrspace(1) @f(ptr addrspace(1) %v) gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %frame, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 1)
  store ptr addrspace(1) %v, ptr %slot
  call void @safepoint()
  %moved = load ptr addrspace(1), ptr %slot
  store ptr addrspace(1) null, ptr %slot
  call void @safepoint()
  call void @managed.pop_gc_frame(ptr %frame)
  ret ptr addrspace(1) %moved
}
