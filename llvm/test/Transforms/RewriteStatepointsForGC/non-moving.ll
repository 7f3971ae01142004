;; A collector that does not move objects needs to know base pointers, and
;; relocates nothing.
; RUN: opt -S -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' < %s | FileCheck %s
; RUN: opt -S -passes='rewrite-statepoints-for-gc<relocate-all>' < %s | FileCheck %s --check-prefixes=CHECK,ALL

; CHECK-NOT: gc.relocate

declare void @callee()
declare void @takes(ptr addrspace(1))
declare ptr addrspace(1) @returns()
declare i32 @personality(...)

define i64 @derived(ptr addrspace(1) %p, i64 %n) gc "managed-non-moving" {
; CHECK-LABEL: define i64 @derived(
; CHECK:         %d = getelementptr i64, ptr addrspace(1) %p, i64 %n
; CHECK-NEXT:    call token {{.*}} @callee, {{.*}} [ "gc-live"(ptr addrspace(1) %p) ]
; CHECK-NEXT:    %v = load i64, ptr addrspace(1) %d
  %d = getelementptr i64, ptr addrspace(1) %p, i64 %n
  call void @callee()
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

;; Where derived pointers of different objects meet, their bases do.
define i64 @meeting(i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-non-moving" {
; CHECK-LABEL: define i64 @meeting(
; CHECK:       join:
; CHECK-DAG:     %d = phi ptr addrspace(1) [ %dp, %left ], [ %dq, %right ]
; CHECK-DAG:     [[BASE:%.*]] = phi ptr addrspace(1) [ %p, %left ], [ %q, %right ]
; CHECK:         call token {{.*}} @callee, {{.*}} [ "gc-live"(ptr addrspace(1) [[BASE]]) ]
; CHECK-NEXT:    %v = load i64, ptr addrspace(1) %d
  br i1 %c, label %left, label %right

left:
  %dp = getelementptr i8, ptr addrspace(1) %p, i64 8
  br label %join

right:
  %dq = getelementptr i8, ptr addrspace(1) %q, i64 16
  br label %join

join:
  %d = phi ptr addrspace(1) [ %dp, %left ], [ %dq, %right ]
  call void @callee()
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

;; What only the call uses belongs to the callee.
define void @operand(ptr addrspace(1) %p) gc "managed-non-moving" {
; CHECK-LABEL: define void @operand(
; CHECK:         call token {{.*}} @takes, {{.*}} ptr addrspace(1) %p, i32 0, i32 0)
; ALL-SAME:      [ "gc-live"(ptr addrspace(1) %p) ]
; CHECK-NEXT:    ret void
  call void @takes(ptr addrspace(1) %p)
  ret void
}

define ptr addrspace(1) @result() gc "managed-non-moving" {
; CHECK-LABEL: define ptr addrspace(1) @result(
; CHECK:         [[R:%.*]] = call ptr addrspace(1) @llvm.experimental.gc.result
; CHECK-NEXT:    call token {{.*}} @callee, {{.*}} [ "gc-live"(ptr addrspace(1) [[R]]) ]
; CHECK-NEXT:    ret ptr addrspace(1) [[R]]
  %r = call ptr addrspace(1) @returns()
  call void @callee()
  ret ptr addrspace(1) %r
}

;; Nothing has to pass through slots to landing pads.
define ptr addrspace(1) @pad(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-non-moving" personality ptr @personality {
; CHECK-LABEL: define ptr addrspace(1) @pad(
; CHECK-NOT:     alloca
; CHECK:         invoke token {{.*}} @callee, {{.*}} [ "gc-live"(ptr addrspace(1) %q, ptr addrspace(1) %p) ]
; CHECK:       ok:
; CHECK-NEXT:    ret ptr addrspace(1) %p
; CHECK:       caught:
; CHECK:         ret ptr addrspace(1) %q
  invoke void @callee() to label %ok unwind label %caught

ok:
  ret ptr addrspace(1) %p

caught:
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %q
}

define i64 @loop(ptr addrspace(1) %p, i64 %n) gc "managed-non-moving" {
; CHECK-LABEL: define i64 @loop(
; CHECK:         call token {{.*}} @callee, {{.*}} [ "gc-live"(ptr addrspace(1) %p) ]
entry:
  br label %head

head:
  %d = phi ptr addrspace(1) [ %p, %entry ], [ %next, %head ]
  %i = phi i64 [ 0, %entry ], [ %i.next, %head ]
  call void @callee()
  %v = load i64, ptr addrspace(1) %d
  %next = getelementptr i64, ptr addrspace(1) %d, i64 1
  %i.next = add i64 %i, %v
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %head, label %done

done:
  ret i64 %v
}

;; Stack objects are listed as for other collectors.
define void @object(ptr addrspace(1) %p) gc "managed-non-moving" {
; CHECK-LABEL: define void @object(
; CHECK:         call token {{.*}} [ "gc-live"(ptr {{.*}}) ]
  %a = alloca [2 x ptr addrspace(1)]
  store ptr addrspace(1) %p, ptr %a
  call void @fill(ptr %a)
  ret void
}
declare void @fill(ptr)

define i64 @deopt(ptr addrspace(1) %p) gc "managed-non-moving" {
; CHECK-LABEL: define i64 @deopt(
; CHECK:         call token {{.*}} [ "deopt"(ptr addrspace(1) %d), "gc-live"(ptr addrspace(1) %p) ]
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  call void @callee() ["deopt"(ptr addrspace(1) %d)]
  ret i64 0
}
