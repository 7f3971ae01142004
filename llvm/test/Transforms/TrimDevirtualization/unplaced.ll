; A method stays that is in a table of which nobody knows where it is pointed to: not
; even that it is large makes a function stand for it.

; RUN: opt < %s -passes=trim-devirtualization -trim-method-size=1 -S | FileCheck %s
; RUN: sed -e 's/!type !0, !type !1/!type !0, !type !1, !type !2/' %s | opt -passes=trim-devirtualization -trim-method-size=1 -S | FileCheck %s --check-prefix=PLACED

; CHECK: [2 x ptr] [ptr null, ptr @vtable.forward], [2 x ptr] [ptr null, ptr @second]
; PLACED: [2 x ptr] [ptr null, ptr @vtable.forward], [2 x ptr] [ptr null, ptr @vtable.forward]
@A = available_externally unnamed_addr constant { [2 x ptr], [2 x ptr] } {
  [2 x ptr] [ptr null, ptr @first], [2 x ptr] [ptr null, ptr @second] }, !type !0, !type !1

; CHECK-NOT: @first(
; CHECK: define linkonce_odr i32 @second(
; PLACED-NOT: @second(
define linkonce_odr i32 @first(ptr %this) {
  %r = load i32, ptr %this
  %s = add i32 %r, 1
  ret i32 %s
}
define linkonce_odr i32 @second(ptr %this) {
  %r = load i32, ptr %this
  %s = add i32 %r, 2
  ret i32 %s
}

define i32 @call(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"A")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

declare void @llvm.assume(i1)
declare i1 @llvm.type.test(ptr, metadata)

!llvm.module.flags = !{!8}
!0 = !{i64 8, !"A"}
!1 = !{i64 8, !"B"}
!2 = !{i64 24, !"C"}
!8 = !{i32 1, !"StrictVTablePointers", i32 1}
