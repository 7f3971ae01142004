;; A deopt value that an earlier statepoint relocated as a derived pointer has the
;; base of that, even if nobody used it, so that its relocate was erased.
; RUN: llc -mtriple=x86_64-linux-gnu -stop-after=gc-lowering < %s | FileCheck %s
; RUN: opt -passes=instcombine < %s | llc -mtriple=x86_64-linux-gnu -verify-machineinstrs | FileCheck %s --check-prefix=ASM

declare void @callee()
declare i32 @__gxx_personality_v0(...)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

; CHECK-LABEL: define void @f(
; CHECK:         %base = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1) ; (%a, %a)
; CHECK-NEXT:    %d.r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0) ; (%a, %d)
; CHECK:         [[OFFSET:%.*]] = sub i64
; CHECK-NEXT:    [[DEOPT:%.*]] = getelementptr i8, ptr addrspace(1) %base, i64 [[OFFSET]]
; CHECK-NEXT:    call token {{.*}} [ "deopt"(ptr addrspace(1) [[DEOPT]]), "gc-live"(ptr addrspace(1) %base) ]
; ASM-LABEL: f:
; ASM:         callq callee
; ASM:         callq callee
define void @f(ptr addrspace(1) %a) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %d, ptr addrspace(1) %a) ]
  %d.r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %d.r), "gc-live"() ]
  ret void
}

;; In a landing pad, too, and through a phi.
; CHECK-LABEL: define void @pad(
; CHECK:       lpad:
; CHECK:         [[BASE:%.*]] = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %p, i32 1, i32 1) ; (%a, %a)
; CHECK:       join:
; CHECK-NEXT:    [[PHI:%.*]] = phi ptr addrspace(1) [ %a, %entry ], [ [[BASE]], %lpad ]
define void @pad(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" personality ptr @__gxx_personality_v0 {
entry:
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  br i1 %c, label %try, label %join
try:
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %d, ptr addrspace(1) %a) ]
          to label %out unwind label %lpad
lpad:
  %p = landingpad token cleanup
  %d.p = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %p, i32 1, i32 0)
  br label %join
join:
  %x = phi ptr addrspace(1) [ %d, %entry ], [ %d.p, %lpad ]
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %x), "gc-live"() ]
  br label %out
out:
  ret void
}
