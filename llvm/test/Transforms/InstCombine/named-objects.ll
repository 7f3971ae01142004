; A number that equals the address of a pointer that names an object does not
; become that pointer.

; RUN: opt < %s -passes=instcombine -verify-each -S | FileCheck %s
; RUN: opt < %s -passes=instsimplify -verify-each -S | FileCheck %s --check-prefix=SIMPLIFY
; Both together with what puts a number in the place of an equal one.
; RUN: opt < %s -passes='gvn,instcombine,gvn,instcombine' -verify-each -S | FileCheck %s --check-prefix=EQUAL

@variable = external global ptr
@VTable = external constant [3 x ptr]

declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @use(ptr)

; CHECK-LABEL: define ptr @named(
; CHECK:         ptrtoint ptr %named to i64
; CHECK:         inttoptr i64
; SIMPLIFY-LABEL: define ptr @named(
; SIMPLIFY:         inttoptr i64
define ptr @named() {
  %named = call ptr @llvm.launder.invariant.group.p0(ptr @variable), !object_vtables !0
  %number = ptrtoint ptr %named to i64
  %back = inttoptr i64 %number to ptr
  ret ptr %back
}

; CHECK-LABEL: define ptr @part(
; CHECK:         inttoptr i64
define ptr @part(i1 %c, ptr %q) {
  %named = call ptr @llvm.launder.invariant.group.p0(ptr @variable), !object_vtables !0
  %p = getelementptr i8, ptr %named, i64 8
  %choice = select i1 %c, ptr %p, ptr %q
  %number = ptrtoint ptr %choice to i64
  %back = inttoptr i64 %number to ptr
  ret ptr %back
}

; CHECK-LABEL: define i32 @join(
; CHECK:         phi i64
; CHECK:         inttoptr i64
define i32 @join(i1 %c, ptr %bits) {
  br i1 %c, label %then, label %else
then:
  %named = call ptr @llvm.launder.invariant.group.p0(ptr @variable), !object_vtables !0
  call void @use(ptr %named)
  %number = ptrtoint ptr %named to i64
  br label %end
else:
  %number2 = load i64, ptr %bits
  br label %end
end:
  %phi = phi i64 [ %number, %then ], [ %number2, %else ]
  %back = inttoptr i64 %phi to ptr
  %r = load i32, ptr %back
  ret i32 %r
}

; Other barriers name nothing.
; CHECK-LABEL: define ptr @barrier(
; CHECK:         ret ptr %new
; SIMPLIFY-LABEL: define ptr @barrier(
; SIMPLIFY:         ret ptr %new
define ptr @barrier(ptr %q) {
  %new = call ptr @llvm.launder.invariant.group.p0(ptr %q)
  %number = ptrtoint ptr %new to i64
  %back = inttoptr i64 %number to ptr
  ret ptr %back
}

; EQUAL-LABEL: define ptr @equal(
; EQUAL:       then:
; EQUAL-NOT:     ret ptr %named
; EQUAL:       else:
define ptr @equal(ptr %bits) {
  %named = call ptr @llvm.launder.invariant.group.p0(ptr @variable), !object_vtables !0
  %number = ptrtoint ptr %named to i64
  %other = load i64, ptr %bits
  %same = icmp eq i64 %number, %other
  br i1 %same, label %then, label %else
then:
  %back = inttoptr i64 %other to ptr
  ret ptr %back
else:
  ret ptr null
}

!0 = !{i64 0, ptr @VTable, i64 16, i1 true}
