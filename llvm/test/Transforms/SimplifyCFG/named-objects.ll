; Barriers that name objects keep saying so when both sides of a branch are
; executed.

; RUN: opt < %s -passes=simplifycfg -verify-each -S | FileCheck %s

; CHECK-LABEL: define ptr @choice(
; CHECK:         %a = call ptr @llvm.launder.invariant.group.p0(ptr @first) [[ATTRS:#[0-9]+]], !object_vtables [[FIRST:![0-9]+]]
; CHECK-NEXT:    %b = call ptr @llvm.launder.invariant.group.p0(ptr @second) [[ATTRS]], !object_vtables [[SECOND:![0-9]+]]
; CHECK-NEXT:    select i1 %c, ptr %a, ptr %b
; CHECK-NEXT:    ret ptr

; What else is dropped.
; CHECK-LABEL: define i32 @load(
; CHECK:         load i32, ptr %p, align 4{{$}}

; CHECK: [[FIRST]] = !{i64 0, ptr @VTable, i64 16, i1 true}
; CHECK: [[SECOND]] = !{i64 8, ptr @VTable, i64 16, i1 true}

@first = external global ptr
@second = external global ptr
@VTable = external constant [3 x ptr]

declare ptr @llvm.launder.invariant.group.p0(ptr)

define ptr @choice(i1 %c) {
  br i1 %c, label %then, label %else
then:
  %a = call ptr @llvm.launder.invariant.group.p0(ptr @first) #0, !object_vtables !0
  br label %end
else:
  %b = call ptr @llvm.launder.invariant.group.p0(ptr @second) #0, !object_vtables !1
  br label %end
end:
  %p = phi ptr [ %a, %then ], [ %b, %else ]
  ret ptr %p
}

define i32 @load(i1 %c, ptr align 4 dereferenceable(4) %p) nofree nosync {
  br i1 %c, label %then, label %end
then:
  %a = load i32, ptr %p, align 4, !noundef !2, !unknown !2
  br label %end
end:
  %r = phi i32 [ %a, %then ], [ 0, %0 ]
  ret i32 %r
}

attributes #0 = { nomerge }

!0 = !{i64 0, ptr @VTable, i64 16, i1 true}
!1 = !{i64 8, ptr @VTable, i64 16, i1 true}
!2 = !{}
