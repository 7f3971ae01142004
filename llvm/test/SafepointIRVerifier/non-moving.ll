;; For a collector that does not move objects, references stay what they are,
;; and their bases have to be listed.
; RUN: not opt -passes='verify<safepoint-ir>' -disable-output < %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not="in function:"

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare void @callee()

define i64 @listed(ptr addrspace(1) %p, ptr addrspace(1) %unused) gc "managed-non-moving" {
  %d = getelementptr i64, ptr addrspace(1) %p, i64 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %p)]
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

; CHECK-LABEL: in function: nothing_listed
; CHECK-NEXT:  Reference whose base is not listed found!
; CHECK-NEXT:  Def: ptr addrspace(1) %p
; CHECK-NEXT:  Use:{{ +}}%t = call token
; CHECK-NEXT:  error: {{.*}} nothing_listed {{.*}}: statepoint '%t' of 'callee': does not list the base of a reference that is used after it
define ptr addrspace(1) @nothing_listed(ptr addrspace(1) %p) gc "managed-non-moving" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret ptr addrspace(1) %p
}

;; A derived pointer does not tell where its object begins.
; CHECK-LABEL: in function: derived_listed
; CHECK-NEXT:  Reference whose base is not listed found!
; CHECK-NEXT:  Def: {{.*}}%d = getelementptr
; CHECK-NEXT:  Use:
; CHECK-NEXT:  error: {{.*}} derived_listed
define i64 @derived_listed(ptr addrspace(1) %p) gc "managed-non-moving" {
  %d = getelementptr i64, ptr addrspace(1) %p, i64 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %d)]
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

;; Each of two statepoints lists one of two objects.
; CHECK-LABEL: in function: other_listed
; CHECK-NEXT:  Reference whose base is not listed found!
; CHECK-NEXT:  Def: ptr addrspace(1) %p
; CHECK-NEXT:  Use:{{ +}}%second = call token
; CHECK-NEXT:  error: {{.*}} other_listed
; CHECK:       Def: ptr addrspace(1) %q
; CHECK-NEXT:  Use:{{ +}}%first = call token
; CHECK-NEXT:  error: {{.*}} other_listed
define ptr addrspace(1) @other_listed(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-non-moving" {
  %first = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %p)]
  %second = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %q)]
  ret ptr addrspace(1) %p
}

;; Null and globals are no objects of the collector.
@global = addrspace(1) global i64 0
define i64 @constants(i1 %c) gc "managed-non-moving" {
  %d = getelementptr i8, ptr addrspace(1) @global, i64 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

define i64 @meeting(i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-non-moving" {
  br i1 %c, label %left, label %right

left:
  %dp = getelementptr i8, ptr addrspace(1) %p, i64 8
  br label %join

right:
  %dq = getelementptr i8, ptr addrspace(1) %q, i64 16
  br label %join

join:
  %d = phi ptr addrspace(1) [ %dp, %left ], [ %dq, %right ]
  %b = phi ptr addrspace(1) [ %p, %left ], [ %q, %right ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %b)]
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

;; Blocks that cannot be reached need nothing, and bring nothing to phis.
define ptr addrspace(1) @unreachable(ptr addrspace(1) %p, ptr %m) gc "managed-non-moving" {
entry:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %p)]
  br label %exit

dead:
  %q = load ptr addrspace(1), ptr %m
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  store ptr addrspace(1) %q, ptr %m
  store ptr addrspace(1) %p, ptr %m
  br label %exit

exit:
  %r = phi ptr addrspace(1) [ %p, %entry ], [ %q, %dead ]
  ret ptr addrspace(1) %r
}
