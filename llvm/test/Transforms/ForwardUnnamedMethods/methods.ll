; Copies of vtables have functions in place of methods that the module does not
; name otherwise. Such a function compares the slot with a weak reference.

; RUN: opt < %s -passes=forward-unnamed-methods -verify-each -S | FileCheck %s
; RUN: opt < %s -passes='forward-unnamed-methods,lower-vtable-forwarders' -verify-each -S | FileCheck %s --check-prefix=LOWER
; RUN: opt < %s -passes='forward-unnamed-methods,lower-vtable-forwarders<all>' -verify-each -S | FileCheck %s --check-prefix=BODY
; RUN: opt < %s -mtriple=x86_64-apple-macosx13 -passes='forward-unnamed-methods,lower-vtable-forwarders<all>' -verify-each -S | FileCheck %s --check-prefix=UNCOMPARED
; A tail call cannot be of a function that need not be there.
; RUN: opt < %s -mtriple=aarch64-unknown-linux-gnu -passes='forward-unnamed-methods,lower-vtable-forwarders<all>' -verify-each -S | FileCheck %s --check-prefix=UNCOMPARED
; RUN: opt < %s -mtriple=aarch64-unknown-linux-gnu -passes='forward-unnamed-methods,lower-vtable-forwarders<all>' | llc -mtriple=aarch64-unknown-linux-gnu -o /dev/null
; RUN: sed 's/!"StrictVTablePointers", i32 1/!"StrictVTablePointers", i32 0/' %s | opt -passes=forward-unnamed-methods -S | FileCheck %s --check-prefix=OFF
; RUN: opt < %s -passes='forward-unnamed-methods,lower-vtable-forwarders<all>' -print-pipeline-passes -disable-output | FileCheck %s --check-prefix=PIPELINE
; RUN: not opt < %s -passes='lower-vtable-forwarders<no>' -disable-output 2>&1 | FileCheck %s --check-prefix=ERROR

; PIPELINE: forward-unnamed-methods,lower-vtable-forwarders<all>
; ERROR: invalid LowerVTableForwarders pass parameter 'no'

target datalayout = "e-p:64:64"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @copy = available_externally unnamed_addr constant [7 x ptr] [ptr null, ptr @typeinfo, ptr @unnamed.forward, ptr @named, ptr @inline, ptr @needs_unnamed.forward, ptr @local], !type
; OFF: @copy = {{.*}} [ptr null, ptr @typeinfo, ptr @unnamed, ptr @named, ptr @inline, ptr @needs_unnamed, ptr @local], !type
@copy = available_externally unnamed_addr constant [7 x ptr] [ptr null, ptr @typeinfo, ptr @unnamed, ptr @named, ptr @inline, ptr @needs_unnamed, ptr @local], !type !0

; A vtable of this module names what it has.
; CHECK: @own = {{.*}} [ptr null, ptr null, ptr @in_own]
@own = weak_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @in_own], !type !2
; CHECK: @copy_of_own = {{.*}} [ptr null, ptr null, ptr @in_own]
@copy_of_own = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @in_own], !type !3

; Variable arguments cannot be handed on: there is no copy, and no assumption.
; CHECK: @variadic_copy = external unnamed_addr constant [3 x ptr]{{$}}
@variadic_copy = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @variadic], !type !4

; What reads nothing may be called where there is no object.
; CHECK: @reads_nothing_copy = external unnamed_addr constant [3 x ptr]{{$}}
@reads_nothing_copy = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @reads_nothing], !type !5

; What is in slots without methods stays.
; CHECK: @abstract = {{.*}} [ptr null, ptr null, ptr @__cxa_pure_virtual, ptr @__cxa_deleted_virtual], !type
@abstract = available_externally unnamed_addr constant [4 x ptr] [ptr null, ptr null, ptr @__cxa_pure_virtual, ptr @__cxa_deleted_virtual], !type !7

; A variable that comes with the method names something new.
; CHECK: @with_variable = {{.*}} [ptr null, ptr null, ptr @uses_variable.forward, ptr @counts.forward], !type
@with_variable = available_externally unnamed_addr constant [4 x ptr] [ptr null, ptr null, ptr @uses_variable, ptr @counts], !type !8
@variable = linkonce_odr constant [1 x ptr] [ptr @nowhere]
@nowhere = external constant ptr
; A static variable, of which other linkage units may have copies.
@counter = linkonce_odr global i32 0

; A copy of a method that is inlined brings what it refers to, whoever else names the
; method; what only copies of functions refer to is new, too.
; CHECK: @of_copies = {{.*}} [ptr null, ptr null, ptr @copied.forward, ptr @copied_known, ptr @copied_noinline], !type
@of_copies = available_externally unnamed_addr constant [5 x ptr] [ptr null, ptr null, ptr @copied, ptr @copied_known, ptr @copied_noinline], !type !9
@names_copies = global [3 x ptr] [ptr @copied, ptr @copied_known, ptr @copied_noinline]

define available_externally i32 @copied(ptr %this) {
  %r = call i32 @only_in_copy(ptr %this)
  ret i32 %r
}

define available_externally i32 @copied_known(ptr %this) {
  %r = call i32 @named(ptr %this)
  ret i32 %r
}

define available_externally i32 @copied_noinline(ptr %this) noinline {
  %r = call i32 @only_in_copy(ptr %this)
  ret i32 %r
}

declare i32 @only_in_copy(ptr)

@typeinfo = external constant ptr

define linkonce_odr ptr @uses_variable(ptr %this) {
  ret ptr @variable
}

define linkonce_odr i32 @counts(ptr %this) {
  %r = call i32 @counts_for(ptr %this)
  ret i32 %r
}

define linkonce_odr i32 @counts_for(ptr %this) {
  %r = load i32, ptr @counter
  %n = add i32 %r, 1
  store i32 %n, ptr @counter
  ret i32 %n
}

; It is used otherwise, and still has a copy of its own.
define i32 @calls_counter(ptr %this) {
  %r = call i32 @counts_for(ptr %this)
  ret i32 %r
}

declare void @__cxa_pure_virtual()
declare void @__cxa_deleted_virtual()

declare i32 @unnamed(ptr)
declare i32 @named(ptr)
declare hidden i32 @other(ptr)
declare i32 @variadic(ptr, ...)
declare i32 @reads_nothing(ptr) memory(none)

define linkonce_odr i32 @inline(ptr %this) {
  ret i32 5
}

define linkonce_odr i32 @needs_unnamed(ptr %this) {
  %r = call i32 @other(ptr %this)
  ret i32 %r
}

define linkonce_odr i32 @in_own(ptr %this) {
  %r = call i32 @named(ptr %this)
  ret i32 %r
}

define internal i32 @local(ptr %this) {
  %r = call i32 @named(ptr %this)
  ret i32 %r
}

; LOWER:       declare extern_weak i32 @unnamed(ptr)
; LOWER-LABEL: define i32 @call(
; LOWER:         [[VTABLE:%.*]] = load volatile ptr, ptr %this
; LOWER:         [[SLOT:%.*]] = load volatile ptr, ptr
; LOWER:         [[IS:%.*]] = icmp eq ptr [[SLOT]], @unnamed
; LOWER:         br i1 [[IS]], label %[[EXPECTED:.*]], label %[[OTHER:.*]], !prof
; LOWER:       [[EXPECTED]]:
; LOWER:         call i32 @unnamed(ptr %this)
; LOWER:       [[OTHER]]:
; LOWER:         call i32 [[SLOT]](ptr %this)
define i32 @call(ptr %this) {
  %f = load ptr, ptr getelementptr inbounds (i8, ptr @copy, i64 16)
  %r = call i32 @unnamed.call(ptr %this)
  ret i32 %r
}

declare i32 @unnamed.call(ptr) "vtable-forwarder"="0" "vtable-forwarder-method"="unnamed"

define i32 @names(ptr %this) {
  %r = call i32 @named(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define void @assumed(
; CHECK-NOT:     assume
; CHECK:         ret void
define void @assumed(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !1
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @variadic_copy, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}

; BODY: define internal i32 @unnamed.forward(
; BODY:   icmp eq ptr %{{.*}}, @unnamed
; BODY: define internal i32 @needs_unnamed.forward(
; BODY-NOT: icmp
; BODY: }
; UNCOMPARED: define internal i32 @unnamed.forward(
; UNCOMPARED-NOT: icmp
; UNCOMPARED: }

; CHECK: declare i32 @unnamed.forward(ptr) #[[EXPECTS:[0-9]+]]
; CHECK: declare i32 @needs_unnamed.forward(ptr) #[[NOTHING:[0-9]+]]
; CHECK: attributes #[[EXPECTS]] = { "vtable-forwarder"="0" "vtable-forwarder-method"="unnamed" "vtable-forwarder-unnamed" }
; CHECK: attributes #[[NOTHING]] = { "vtable-forwarder"="24" "vtable-forwarder-unnamed" }

!llvm.module.flags = !{!6}
!0 = !{i64 16, !"copy"}
!1 = !{}
!2 = !{i64 16, !"own"}
!3 = !{i64 16, !"copy_of_own"}
!4 = !{i64 16, !"variadic_copy"}
!5 = !{i64 16, !"reads_nothing_copy"}
!7 = !{i64 16, !"abstract"}
!8 = !{i64 16, !"with_variable"}
!9 = !{i64 16, !"of_copies"}
!6 = !{i32 1, !"StrictVTablePointers", i32 1}
