; The type of an object is in the word in front of it, above four bits.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

target datalayout = "e-i64:64-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))

; CHECK-LABEL: define ptr addrspace(10) @type(
; CHECK:         [[T:%.*]] = getelementptr inbounds i64, ptr addrspace(10) %o, i64 -1
; CHECK-NEXT:    [[L:%.*]] = load atomic i64, ptr addrspace(10) [[T]] unordered, align 8, !tbaa
; CHECK-NEXT:    [[M:%.*]] = and i64 [[L]], -16
; CHECK-NEXT:    [[P:%.*]] = inttoptr i64 [[M]] to ptr
; CHECK-NEXT:    %t = addrspacecast ptr [[P]] to ptr addrspace(10)
; CHECK-NEXT:    ret ptr addrspace(10) %t
define ptr addrspace(10) @type(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  ret ptr addrspace(10) %t
}

; In functions without a frame, too.
; CHECK-LABEL: define ptr addrspace(10) @no_frame(
; CHECK:         and i64 %{{.*}}, -16
define ptr addrspace(10) @no_frame(ptr addrspace(10) %o) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  ret ptr addrspace(10) %t
}
