;; What a pointer chooses between may be derived from the base itself, which chooses by the
;; same condition: it does not matter then what the base chooses.
;
; RUN: opt -passes='verify<safepoint-ir>' -disable-output %s 2>&1 | count 0
; RUN: sed 's/%gep = getelementptr i8, ptr addrspace(1) %base/%gep = getelementptr i8, ptr addrspace(1) %b/' %s | not opt -passes='verify<safepoint-ir>' -disable-output 2>&1 | FileCheck %s
; RUN: sed 's/%%same = getelementptr \[8 x i16\], ptr addrspace(1) %a, i32 0, i32 0/%%same = getelementptr [8 x i16], ptr addrspace(1) %a, i32 0, i32 1/' %s | not opt -passes='verify<safepoint-ir>' -disable-output 2>&1 | FileCheck %s --check-prefix=PLACE
; RUN: sed 's/%derived = phi ptr addrspace(1) \[ %other, %right \]/%derived = phi ptr addrspace(1) [ %a, %right ]/' %s | not opt -passes='verify<safepoint-ir>' -disable-output 2>&1 | FileCheck %s --check-prefix=JOIN

; CHECK: Relocate with a wrong base found!
; CHECK-NEXT: Base: %base = select
; CHECK: error: {{.*}}in function select {{.*}}: relocates a pointer with a wrong base
; PLACE: error: {{.*}}in function same {{.*}}: relocates a pointer with a wrong base
; JOIN: error: {{.*}}in function join {{.*}}: relocates a pointer with a wrong base

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare void @collect()

define i8 @select(i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b) gc "statepoint-example" {
  %base = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %gep = getelementptr i8, ptr addrspace(1) %base, i64 8
  %derived = select i1 %c, ptr addrspace(1) %gep, ptr addrspace(1) %base
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %derived, ptr addrspace(1) %base) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)
  %v = load i8, ptr addrspace(1) %r
  ret i8 %v
}

;; Two phis of one block choose alike as well. The base is chosen again in a loop.
define i8 @join(i1 %c, i1 %d, ptr addrspace(1) %a, ptr addrspace(1) %b) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %base = phi ptr addrspace(1) [ %a, %entry ], [ %base.relocated, %behind ]
  %gep = getelementptr i8, ptr addrspace(1) %base, i64 8
  br i1 %c, label %left, label %right

left:
  br label %behind

right:
  %other = getelementptr i8, ptr addrspace(1) %base, i64 16
  br label %behind

behind:
  %derived = phi ptr addrspace(1) [ %other, %right ], [ %gep, %left ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %derived, ptr addrspace(1) %base) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)
  %base.relocated = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  %v = load i8, ptr addrspace(1) %r
  br i1 %d, label %loop, label %exit

exit:
  ret i8 %v
}

;; The place at no distance from a base is the base, also in a vector.
define i8 @same(ptr addrspace(1) %a) gc "statepoint-example" {
  %same = getelementptr [8 x i16], ptr addrspace(1) %a, i32 0, i32 0
  %lanes = insertelement <2 x ptr addrspace(1)> zeroinitializer, ptr addrspace(1) %same, i64 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %lanes) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 1
  %v = load i8, ptr addrspace(1) %e
  ret i8 %v
}

declare <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token, i32, i32)
