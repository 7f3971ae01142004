; A vtable of this module names methods that other modules define (extern
; template). Copies of these are not to be inlined because the vtable is known, if
; they need symbols that nothing else names, or have static variables.

; RUN: opt < %s -passes=forward-unnamed-methods -verify-each -S | FileCheck %s

target datalayout = "e-p:64:64"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @vtable = {{.*}} [ptr null, ptr null, ptr @needs_helper, ptr @calls_needy, ptr @counts, ptr @needs_nothing, ptr @needs_known, ptr @called, ptr @here]
@vtable = linkonce_odr unnamed_addr constant [9 x ptr] [ptr null, ptr null, ptr @needs_helper, ptr @calls_needy, ptr @counts, ptr @needs_nothing, ptr @needs_known, ptr @called, ptr @here], !type !0
@llvm.used = appending global [1 x ptr] [ptr @vtable]
@counter = linkonce_odr global i32 0

; CHECK-DAG: declare i32 @needs_helper(ptr){{$}}
define available_externally i32 @needs_helper(ptr %this) {
  %r = call i32 @helper()
  ret i32 %r
}

; CHECK-DAG: declare i32 @calls_needy(ptr){{$}}
define available_externally i32 @calls_needy(ptr %this) {
  %r = call i32 @needy(ptr %this)
  ret i32 %r
}

define available_externally i32 @needy(ptr %this) {
  %r = call i32 @helper()
  ret i32 %r
}

; CHECK-DAG: declare i32 @counts(ptr){{$}}
define available_externally i32 @counts(ptr %this) {
  %r = load i32, ptr @counter
  %n = add i32 %r, 1
  store i32 %n, ptr @counter
  ret i32 %n
}

; CHECK-DAG: define available_externally i32 @needs_nothing(
define available_externally i32 @needs_nothing(ptr %this) {
  ret i32 7
}

; CHECK-DAG: define available_externally i32 @needs_known(
define available_externally i32 @needs_known(ptr %this) {
  %r = call i32 @known()
  ret i32 %r
}

; Without a known vtable, too, it may be inlined.
; CHECK-DAG: define available_externally i32 @called(
define available_externally i32 @called(ptr %this) {
  %r = call i32 @helper()
  ret i32 %r
}

; CHECK-DAG: define linkonce_odr i32 @here(
define linkonce_odr i32 @here(ptr %this) {
  %r = call i32 @needed_here()
  ret i32 %r
}

define i32 @caller(ptr %p) {
  %a = call i32 @called(ptr %p)
  %b = call i32 @known()
  %r = add i32 %a, %b
  ret i32 %r
}

declare hidden i32 @helper()
declare i32 @known()
declare i32 @needed_here()

!llvm.module.flags = !{!1}
!0 = !{i64 16, !"class"}
!1 = !{i32 1, !"StrictVTablePointers", i32 1}
