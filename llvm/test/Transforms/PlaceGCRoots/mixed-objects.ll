; A stack object that holds references among other words lies behind the slots
; of the frame if its address is used. The frame is linked from the start to the
; end then.

; RUN: opt < %s -passes='place-gc-roots,verify,verify<gc-roots>' -S | FileCheck %s
; RUN: opt < %s -passes='copy-gc-functions,place-gc-roots,verify<gc-roots>' -disable-output
; RUN: opt < %s -passes='place-gc-roots,lower-gc-frame,verify' -S | FileCheck %s --check-prefix=LOWERED

; LOWERED-DAG: @llvm_gc_frame_map.1.16x1 = linkonce_odr hidden constant { i32, i32, [2 x i32] } { i32 1, i32 1, [2 x i32] [i32 16, i32 1] }
; LOWERED-DAG: @llvm_gc_frame_map.0.8x2.16x3.40x1 = linkonce_odr hidden constant { i32, i32, [6 x i32] } { i32 0, i32 3, [6 x i32] [i32 8, i32 2, i32 16, i32 3, i32 40, i32 1] }

target datalayout = "e-i64:64"

declare void @fill(ptr)
declare void @safepoint()
declare ptr addrspace(1) @new()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; What is loaded from the object is a root of its own.
; CHECK-LABEL: define ptr addrspace(1) @one(
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 1)
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT:    %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 24, i32 8, i32 1)
; CHECK-NEXT:    call void @fill(ptr %o)
; CHECK-NEXT:    %p = getelementptr
; CHECK-NEXT:    %r = load ptr addrspace(1), ptr %p
; CHECK:         store ptr addrspace(1) %r, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
; CHECK:         call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    ret ptr addrspace(1)
; LOWERED-LABEL: define ptr addrspace(1) @one(
; LOWERED-NEXT:    [[FRAME:%.*]] = alloca { ptr, ptr, [1 x ptr addrspace(1)], [32 x i8] }, align 16
; LOWERED:         store ptr @llvm_gc_frame_map.1.16x1, ptr
; LOWERED:         %o = getelementptr inbounds i8, ptr [[FRAME]], i64 32
define ptr addrspace(1) @one() gc "managed-frames" {
  %o = alloca { i64, ptr addrspace(1), i32 }
  call void @llvm.lifetime.start.p0(ptr %o)
  call void @fill(ptr %o)
  %p = getelementptr { i64, ptr addrspace(1), i32 }, ptr %o, i32 0, i32 1
  %r = load ptr addrspace(1), ptr %p
  call void @safepoint()
  call void @llvm.lifetime.end.p0(ptr %o)
  ret ptr addrspace(1) %r
}

; Nested structures, arrays of them and vectors; each is aligned. References of
; two objects that follow each other are one run.
; CHECK-LABEL: define void @several(
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 0)
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 0)
; CHECK-NEXT:    %a = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 48, i32 8, i32 2, i32 16, i32 1)
; CHECK-NEXT:    %b = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 48, i32 64, i32 0, i32 2, i32 40, i32 1)
; CHECK-NEXT:    call void @fill(ptr %a)
; LOWERED-LABEL: define void @several(
define void @several() gc "managed-frames-non-moving" {
  %a = alloca [1 x { i32, [2 x ptr addrspace(1)], { i64, i64 }, ptr addrspace(1) }]
  %b = alloca { <2 x ptr addrspace(1)>, { i8, [0 x ptr addrspace(1)] }, [4 x i64], ptr addrspace(1) }, align 16
  call void @fill(ptr %a)
  call void @fill(ptr %b)
  ret void
}

; An array of objects, one with more alignment, and one that is made of slots.
; CHECK-LABEL: define void @array(
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 2)
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT:    %a = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 24, i32 0, i32 1, i32 8, i32 1)
; CHECK-NEXT:    %b = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0) #[[OBJECT:[0-9]+]]
; CHECK-NEXT:    %c = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 32, i32 32, i32 0, i32 1, i32 8, i32 1)
define void @array() gc "managed-frames" {
  %a = alloca { ptr addrspace(1), i64, ptr addrspace(1) }, align 2
  %b = alloca [2 x ptr addrspace(1)], align 8
  %c = alloca { ptr addrspace(1), i64 }, i32 2, align 16
  call void @fill(ptr %a)
  call void @fill(ptr %b)
  call void @fill(ptr %c)
  ret void
}

; In packed structures, references may be aligned.
; CHECK-LABEL: define void @packed(
; CHECK:         %a = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 17, i32 8, i32 1)
; CHECK:         %b = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 24, i32 9, i32 0, i32 1)
define void @packed() gc "managed-frames" {
  %a = alloca <{ i64, ptr addrspace(1), i8 }>
  %b = alloca <{ ptr addrspace(1), i8 }>
  call void @fill(ptr %a)
  call void @fill(ptr %b)
  ret void
}

; CHECK: attributes #[[OBJECT]] = { "gc-frame-object" }
