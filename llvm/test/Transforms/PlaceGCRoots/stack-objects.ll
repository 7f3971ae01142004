; A stack object of nothing but references lies in the frame if its address is
; used. The frame is linked from the start to the end then.

; RUN: opt < %s -passes='place-gc-roots,verify,verify<gc-roots>' -S | FileCheck %s
; RUN: opt < %s -passes='copy-gc-functions,place-gc-roots,verify<gc-roots>' -disable-output
; RUN: opt < %s -passes='place-gc-roots,lower-gc-frame,verify' -S | FileCheck %s --check-prefix=LOWERED

target datalayout = "e-i64:64"

declare void @fill(ptr)
declare void @safepoint()
declare ptr addrspace(1) @new()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK-LABEL: define ptr addrspace(1) @array(
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 4)
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 4)
; CHECK-NEXT:    %o = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 1) #[[OBJECT:[0-9]+]]
; CHECK-NEXT:    br i1 %c
; CHECK:       yes:
; CHECK-NEXT:    call void @fill(ptr %o)
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
; CHECK:         %r = load ptr addrspace(1), ptr %q
; CHECK:         call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    ret ptr addrspace(1)
; LOWERED-LABEL: define ptr addrspace(1) @array(
; LOWERED-NEXT:    [[FRAME:%.*]] = alloca { ptr, ptr, [4 x ptr addrspace(1)] }, align 16
; LOWERED:         %o = getelementptr inbounds { ptr, ptr, [4 x ptr addrspace(1)] }, ptr [[FRAME]], i32 0, i32 2, i32 1
define ptr addrspace(1) @array(i1 %c, i64 %i) gc "managed-frames" {
  %o = alloca [3 x ptr addrspace(1)], align 8
  br i1 %c, label %yes, label %no
yes:
  call void @llvm.lifetime.start.p0(ptr %o)
  call void @fill(ptr %o)
  %a = call ptr addrspace(1) @new()
  call void @safepoint()
  %q = getelementptr ptr addrspace(1), ptr %o, i64 %i
  %r = load ptr addrspace(1), ptr %q
  store ptr addrspace(1) %r, ptr addrspace(1) %a
  call void @llvm.lifetime.end.p0(ptr %o)
  ret ptr addrspace(1) %r
no:
  ret ptr addrspace(1) null
}

; Objects are aligned: the second one begins at an even slot.
; CHECK-LABEL: define void @aligned(
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 6)
; CHECK:         %o = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK:         %p = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 2)
define void @aligned() gc "managed-frames-non-moving" {
  %o = alloca { ptr addrspace(1) }, align 8
  %p = alloca [2 x { ptr addrspace(1), ptr addrspace(1) }], align 16
  call void @fill(ptr %o)
  call void @fill(ptr %p)
  ret void
}

; Variables become values wherever they are.
; CHECK-LABEL: define ptr addrspace(1) @not_in_entry(
; CHECK-NOT:     alloca
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define ptr addrspace(1) @not_in_entry() gc "managed-frames-non-moving" {
  br label %next
next:
  %m = alloca ptr addrspace(1)
  %a = call ptr addrspace(1) @new()
  store ptr addrspace(1) %a, ptr %m
  call void @safepoint()
  %v = load ptr addrspace(1), ptr %m
  ret ptr addrspace(1) %v
}

; CHECK: attributes #[[OBJECT]] = { "gc-frame-object" }
