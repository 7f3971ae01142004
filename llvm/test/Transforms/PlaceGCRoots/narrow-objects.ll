; Objects of references that are smaller than pointers are not made of slots, and
; nor are those that slots are not aligned enough for.

; RUN: opt < %s -passes='place-gc-roots,verify,verify<gc-roots>' -S | FileCheck %s
; RUN: sed 's/p:64:64-p1:32:32/p:32:32-p1:32:32/' %s \
; RUN:   | opt -passes='place-gc-roots,verify,verify<gc-roots>' -S | FileCheck %s --check-prefix=BITS32

target datalayout = "p:64:64-p1:32:32"

declare void @fill(ptr)

; CHECK-LABEL: define void @narrow(
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 0)
; CHECK:         %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 12, i32 0, i32 3)
; CHECK-NEXT:    %p = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 16, i32 16, i32 0, i32 4)
; BITS32-LABEL: define void @narrow(
; BITS32-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 3)
; BITS32:         %o = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; BITS32-NEXT:    %p = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %gcframe, i32 0, i32 16, i32 0, i32 4)
define void @narrow() gc "managed-frames" {
  %o = alloca [3 x ptr addrspace(1)], align 4
  %p = alloca [4 x ptr addrspace(1)], align 16
  call void @fill(ptr %o)
  call void @fill(ptr %p)
  ret void
}
