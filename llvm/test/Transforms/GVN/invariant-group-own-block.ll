; The address of the last load is known only when the offset in the vtable is. What
; its group has is loaded in the same block, and from that place alone.

; RUN: opt < %s -passes=gvn -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; The offset of a virtual base class is in front of the address point.
@VTable = constant [4 x ptr] [ptr inttoptr (i64 80 to ptr), ptr null, ptr null, ptr null]

declare void @construct(ptr)
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define ptr @base(
; CHECK:         %in_base = load ptr, ptr %base, align 8, !invariant.group
; CHECK-NOT:     poison
; CHECK:         %method = load ptr, ptr %in_base
; CHECK-NEXT:    ret ptr %method
define ptr @base() personality ptr @__gxx_personality_v0 {
entry:
  %object = alloca [96 x i8], align 8
  invoke void @construct(ptr %object)
          to label %made unwind label %pad

made:
  %vtable = load ptr, ptr %object, align 8
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 24)
  call void @llvm.assume(i1 %is)
  %base = getelementptr i8, ptr %object, i64 80
  %in_base = load ptr, ptr %base, align 8, !invariant.group !0
  %in_base_is = icmp ne ptr %in_base, null
  call void @llvm.assume(i1 %in_base_is)
  %again = load ptr, ptr %object, align 8
  %offset_at = getelementptr i8, ptr %again, i64 -24
  %offset = load i64, ptr %offset_at, align 8
  %same_base = getelementptr i8, ptr %object, i64 %offset
  %in_base_again = load ptr, ptr %same_base, align 8, !invariant.group !0
  %method = load ptr, ptr %in_base_again, align 8
  ret ptr %method

pad:
  %exception = landingpad { ptr, i32 }
          cleanup
  ret ptr null
}

!0 = !{}
