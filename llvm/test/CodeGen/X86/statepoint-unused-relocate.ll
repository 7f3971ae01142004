;; FastISel goes backwards and leaves out relocated values that nobody needs,
;; until it meets what it cannot do.
; REQUIRES: asserts
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -fast-isel -verify-machineinstrs < %s | FileCheck %s

declare void @callee()

; CHECK-LABEL: f:
; CHECK:       callq callee
define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr %to)
    gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %q)]
  %r = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 1, i32 1)
  %unused = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  %dead = getelementptr i8, ptr addrspace(1) %unused, i64 8
  store ptr addrspace(1) %r, ptr %to
  br label %end

end:
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
