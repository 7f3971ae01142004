; Other pointers, and integers, that are computed from references are computed again after
; each safepoint over which they are live.

; RUN: opt < %s -passes='place-gc-roots,verify<gc-roots>' -S | FileCheck %s
; RUN: sed 's/"managed-frames"/"managed-frames-non-moving"/' %s \
; RUN:   | opt -passes='place-gc-roots,verify<gc-roots>' -S | FileCheck %s --check-prefix=STAYS

declare void @safepoint()
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define i64 @cast_of_reference(
; CHECK:       call void @safepoint()
; CHECK:       [[A:%.*]] = load ptr addrspace(1)
; CHECK-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK-NEXT:  [[G:%.*]] = getelementptr i8, ptr [[P]], i64 8
; CHECK:       load i64, ptr [[G]]
; STAYS-LABEL: define i64 @cast_of_reference(
; STAYS:       store ptr addrspace(1) %a,
; STAYS:       call void @safepoint()
define i64 @cast_of_reference(ptr addrspace(1) %a) gc "managed-frames" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %g = getelementptr i8, ptr %p, i64 8
  call void @safepoint()
  %v = load i64, ptr %g
  ret i64 %v
}

; CHECK-LABEL: define ptr addrspace(1) @integer(
; CHECK:       call void @safepoint()
; CHECK:       [[A:%.*]] = load ptr addrspace(1)
; CHECK-NEXT:  [[I:%.*]] = ptrtoint ptr addrspace(1) [[A]] to i64
; CHECK:       inttoptr i64 [[I]] to ptr addrspace(1)
define ptr addrspace(1) @integer(ptr addrspace(1) %a) gc "managed-frames" {
  %i = ptrtoint ptr addrspace(1) %a to i64
  call void @safepoint()
  %p = inttoptr i64 %i to ptr addrspace(1)
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: define i64 @landing_pad(
; CHECK:       landingpad
; CHECK:       [[A:%.*]] = load ptr addrspace(1)
; CHECK-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK:       load i64, ptr [[P]]
define i64 @landing_pad(ptr addrspace(1) %a) gc "managed-frames" personality ptr @__gxx_personality_v0 {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  invoke void @safepoint() to label %normal unwind label %pad
normal:
  ret i64 0
pad:
  %l = landingpad { ptr, i32 } cleanup
  %v = load i64, ptr %p
  ret i64 %v
}

; What a stack object is has no object to be kept.
; CHECK-LABEL: define i64 @other_pointer(
; CHECK:       call void @safepoint()
; CHECK-NEXT:  load i64, ptr %p
define i64 @other_pointer(ptr %p) gc "managed-frames" {
  call void @safepoint()
  %v = load i64, ptr %p
  ret i64 %v
}
