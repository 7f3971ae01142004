; All violations of all functions are reported, as errors, and nothing is written.
; RUN: not opt -passes='verify<safepoint-ir>' -S %s -o %t 2>%t.err
; RUN: FileCheck %s --implicit-check-not=Verifying --implicit-check-not="No illegal" < %t.err
; RUN: not ls %t
; RUN: FileCheck %s --check-prefix=ERROR --implicit-check-not=error: < %t.err

declare void @callee()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

; CHECK: Verifying gc pointers in function: two_uses
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def: ptr addrspace(1) %p
; CHECK-NEXT: Use: {{.*}}call void @use(
; CHECK: Illegal use of unrelocated value found!
; CHECK-NEXT: Def: ptr addrspace(1) %p
; CHECK-NEXT: Use: {{.*}}ret ptr addrspace(1) %p
; ERROR: error: {{.*}}in function two_uses {{.*}}: call of 'use': uses a reference that an earlier statepoint did not relocate
; ERROR: error: {{.*}}in function two_uses {{.*}}: ret: uses a reference that an earlier statepoint did not relocate
define ptr addrspace(1) @two_uses(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call void @use(ptr addrspace(1) %p)
  ret ptr addrspace(1) %p
}

define ptr addrspace(1) @right(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @use(ptr addrspace(1) %p)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

; Beside statepoints, each call that may be a safepoint has to be one.
; CHECK: Verifying gc pointers in function: left
; CHECK-NEXT: Call that is not a statepoint found!
; CHECK-NEXT: Use: {{.*}}call void @callee()
; ERROR: error: {{.*}}in function left {{.*}}: call of 'callee': is not a statepoint, but other calls in the function are
define void @left() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call void @callee()
  ret void
}

; A function that was not rewritten has none.
define ptr addrspace(1) @later(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @callee()
  ret ptr addrspace(1) %p
}

; The references of another strategy are those that it has.
define ptr @raw(ptr %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret ptr %p
}

; CHECK: Verifying gc pointers in function: managed
; CHECK-NEXT: Illegal use of unrelocated value found!
; ERROR: error: {{.*}}in function managed
define ptr addrspace(1) @managed(ptr addrspace(1) %p) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret ptr addrspace(1) %p
}

; CHECK-NOT: in function: none
define ptr addrspace(1) @none(ptr addrspace(1) %p) {
  ret ptr addrspace(1) %p
}
