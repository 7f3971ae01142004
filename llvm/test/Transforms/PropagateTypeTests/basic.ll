; RUN: opt -passes=propagate-type-tests,verify -S < %s | FileCheck %s
; Once is enough.
; RUN: opt -passes=propagate-type-tests -S < %s > %t.once
; RUN: opt -passes=propagate-type-tests -S < %t.once | diff - %t.once

declare i1 @llvm.type.test(ptr, metadata)
declare i1 @llvm.public.type.test(ptr, metadata)
declare void @llvm.assume(i1)
declare void @use(ptr)

; One way loads the pointer again, and the other one does not.
; CHECK-LABEL: define void @diamond(
; CHECK: join:
; CHECK-NEXT: %vptr = phi ptr
; CHECK-NEXT: [[TEST:%.*]] = call i1 @llvm.type.test(ptr %vptr, metadata !"A")
; CHECK-NEXT: call void @llvm.assume(i1 [[TEST]])
; CHECK-NEXT: call void @use(ptr %vptr)
; CHECK-NOT: llvm.type.test
; CHECK: ret void
define void @diamond(i1 %c, ptr %p) {
  %first = load ptr, ptr %p
  %test.first = call i1 @llvm.type.test(ptr %first, metadata !"A")
  call void @llvm.assume(i1 %test.first)
  br i1 %c, label %again, label %join

again:
  %second = load ptr, ptr %p
  %test.second = call i1 @llvm.type.test(ptr %second, metadata !"A")
  call void @llvm.assume(i1 %test.second)
  br label %join

join:
  %vptr = phi ptr [ %first, %0 ], [ %second, %again ]
  call void @use(ptr %vptr)
  ret void
}

; CHECK-LABEL: define void @choice(
; CHECK: %vptr = select
; CHECK-NEXT: [[TEST:%.*]] = call i1 @llvm.public.type.test(ptr %vptr, metadata !"A")
; CHECK-NEXT: call void @llvm.assume(i1 [[TEST]])
define void @choice(i1 %c, ptr %a, ptr %b) {
  %test.a = call i1 @llvm.public.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %test.a)
  %test.b = call i1 @llvm.public.type.test(ptr %b, metadata !"A")
  call void @llvm.assume(i1 %test.b)
  %vptr = select i1 %c, ptr %a, ptr %b
  call void @use(ptr %vptr)
  ret void
}

; Both tests, and through another phi that comes first.
; CHECK-LABEL: define void @nested(
; CHECK: join:
; CHECK-NEXT: %outer = phi ptr
; CHECK-NEXT: [[A:%.*]] = call i1 @llvm.type.test(ptr %outer, metadata !"A")
; CHECK-NEXT: call void @llvm.assume(i1 [[A]])
; CHECK: inner:
; CHECK-NEXT: %phi = phi ptr
; CHECK: call i1 @llvm.type.test(ptr %phi, metadata !{{"A"|"B"}})
; CHECK: call i1 @llvm.type.test(ptr %phi, metadata !{{"A"|"B"}})
define void @nested(i1 %c, i1 %d, ptr %a, ptr %b) {
  %a.1 = call i1 @llvm.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %a.1)
  %a.2 = call i1 @llvm.type.test(ptr %a, metadata !"B")
  call void @llvm.assume(i1 %a.2)
  %b.1 = call i1 @llvm.type.test(ptr %b, metadata !"A")
  call void @llvm.assume(i1 %b.1)
  %b.2 = call i1 @llvm.type.test(ptr %b, metadata !"B")
  call void @llvm.assume(i1 %b.2)
  br i1 %c, label %choose, label %join

join:
  %outer = phi ptr [ %phi, %inner ], [ %b, %0 ]
  call void @use(ptr %outer)
  ret void

choose:
  br i1 %d, label %other, label %inner

other:
  br label %inner

inner:
  %phi = phi ptr [ %a, %choose ], [ %b, %other ]
  br label %join
}

; A loop may keep what it has.
; CHECK-LABEL: define void @loop(
; CHECK: loop:
; CHECK-NEXT: %vptr = phi ptr
; CHECK-NEXT: [[TEST:%.*]] = call i1 @llvm.type.test(ptr %vptr, metadata !"A")
define void @loop(i1 %c, ptr %a) {
  %test = call i1 @llvm.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %test)
  br label %loop

loop:
  %vptr = phi ptr [ %a, %0 ], [ %vptr, %loop ]
  call void @use(ptr %vptr)
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; Nothing is known if one of the operands passes no test,
; CHECK-LABEL: define void @untested(
; CHECK: join:
; CHECK-NEXT: %vptr = phi ptr
; CHECK-NEXT: call void @use(ptr %vptr)
define void @untested(i1 %c, ptr %a, ptr %b) {
  %test = call i1 @llvm.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %test)
  br i1 %c, label %other, label %join

other:
  br label %join

join:
  %vptr = phi ptr [ %a, %0 ], [ %b, %other ]
  call void @use(ptr %vptr)
  ret void
}

; or another one,
; CHECK-LABEL: define void @other_type(
; CHECK: join:
; CHECK-NEXT: %vptr = phi ptr
; CHECK-NEXT: call void @use(ptr %vptr)
define void @other_type(i1 %c, ptr %a, ptr %b) {
  %test.a = call i1 @llvm.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %test.a)
  %test.b = call i1 @llvm.type.test(ptr %b, metadata !"B")
  call void @llvm.assume(i1 %test.b)
  br i1 %c, label %other, label %join

other:
  br label %join

join:
  %vptr = phi ptr [ %a, %0 ], [ %b, %other ]
  call void @use(ptr %vptr)
  ret void
}

; or not where it comes from,
; CHECK-LABEL: define void @elsewhere(
; CHECK: join:
; CHECK-NEXT: %vptr = phi ptr
; CHECK-NEXT: call void @use(ptr %vptr)
define void @elsewhere(i1 %c, ptr %a, ptr %b) {
  br i1 %c, label %other, label %one

one:
  %test.a = call i1 @llvm.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %test.a)
  br label %join

other:
  %test.a.too = call i1 @llvm.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %test.a.too)
  br label %join

join:
  %vptr = phi ptr [ %a, %one ], [ %b, %other ]
  call void @use(ptr %vptr)
  %test.b = call i1 @llvm.type.test(ptr %b, metadata !"A")
  call void @llvm.assume(i1 %test.b)
  ret void
}

; or if nobody assumes that it passes.
; CHECK-LABEL: define i1 @not_assumed(
; CHECK: join:
; CHECK-NEXT: %vptr = phi ptr
; CHECK-NEXT: call void @use(ptr %vptr)
define i1 @not_assumed(i1 %c, ptr %a, ptr %b) {
  %test.a = call i1 @llvm.type.test(ptr %a, metadata !"A")
  %test.b = call i1 @llvm.type.test(ptr %b, metadata !"A")
  %both = and i1 %test.a, %test.b
  br i1 %c, label %other, label %join

other:
  br label %join

join:
  %vptr = phi ptr [ %a, %0 ], [ %b, %other ]
  call void @use(ptr %vptr)
  ret i1 %both
}

; A vtable pointer is in address space 0.
; CHECK-LABEL: define void @other_space(
; CHECK: %vptr = select
; CHECK-NEXT: call void @use.1(ptr addrspace(1) %vptr)
define void @other_space(i1 %c, ptr %a, ptr %b) {
  %test.a = call i1 @llvm.type.test(ptr %a, metadata !"A")
  call void @llvm.assume(i1 %test.a)
  %test.b = call i1 @llvm.type.test(ptr %b, metadata !"A")
  call void @llvm.assume(i1 %test.b)
  %a.1 = addrspacecast ptr %a to ptr addrspace(1)
  %b.1 = addrspacecast ptr %b to ptr addrspace(1)
  %vptr = select i1 %c, ptr addrspace(1) %a.1, ptr addrspace(1) %b.1
  call void @use.1(ptr addrspace(1) %vptr)
  ret void
}

declare void @use.1(ptr addrspace(1))
