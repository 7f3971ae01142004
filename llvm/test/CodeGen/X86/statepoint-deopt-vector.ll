;; A deopt value that is a vector of references is a root in a slot, whose
;; elements are updated in place.
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O0 < %s | FileCheck %s
; RUN: sed s/statepoint-example/managed/ %s \
; RUN:   | llc -mtriple=x86_64-linux-gnu -verify-machineinstrs \
; RUN:       -stop-after=finalize-isel | FileCheck --check-prefix=ISEL %s

declare void @callee()

; CHECK-LABEL: f:
; CHECK:       movaps %xmm0, {{.*}}(%rsp)
; CHECK:       callq callee
;; Once as a deopt value, and twice as a reference and its base.
; CHECK-LABEL: __LLVM_StackMaps:
; CHECK-COUNT-3: .short 16

; ISEL-LABEL: name: f
; ISEL:       STATEPOINT 0, 0, 0, {{.*}} 2, 1, 1, 16, %stack.0, 0, 2, 1, 1, 16, %stack.0, 0,
define void @f(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["deopt"(<2 x ptr addrspace(1)> %v)]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
