; A vtable that only assumptions name is not to be named by what the optimizer
; makes of them.

; RUN: opt < %s -passes=forward-unnamed-methods -verify-each -S | FileCheck %s
; RUN: opt < %s -passes='forward-unnamed-methods,gvn,name-own-vtables,lower-vtable-forwarders' -verify-each -S | FileCheck %s --check-prefix=OWN
; RUN: sed 's/i64 -24/i64 -8/; s/i64, ptr %at/ptr, ptr %at/; s/i64 %offset/ptr %offset/; s/ret i64/ret ptr/; s/define i64/define ptr/' %s | opt -passes=forward-unnamed-methods -verify-each -S | FileCheck %s --check-prefix=TYPEID

target datalayout = "e-p:64:64"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-DAG: @assumed = {{.*}} !type ![[#]] #[[ONLY:[0-9]+]]
; OWN-DAG:   @assumed.own = private unnamed_addr constant [4 x ptr] [ptr null, ptr null, ptr @method.forward, ptr @method.forward.1]
; TYPEID-NOT: vtable-only-assumed
@assumed = available_externally unnamed_addr constant [4 x ptr] [ptr null, ptr @typeinfo, ptr @method, ptr @method], !type !0

; A constructor names it.
; CHECK-DAG: @named = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method.forward], !type ![[#]]{{$}}
@named = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method], !type !2
; Nothing but an assumption and an unused constructor names it.
; CHECK-DAG: @unneeded = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method.forward]
$unneeded = comdat any
@unneeded = linkonce_odr hidden unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method], comdat, !type !5
; CHECK-DAG: @needed = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method2]
@needed = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method2], !type !6

; Nothing uses it.
; OWN-DAG: @hidden = available_externally unnamed_addr constant
@hidden = available_externally hidden unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method], !type !4
@llvm.compiler.used = appending global [2 x ptr] [ptr @hidden, ptr @assumed], section "llvm.metadata"
; Without types, its name tells what it is, and assumptions where it points to.
; CHECK-DAG: @_ZTV1A = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method.forward]
@_ZTV1A = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method]
; CHECK-DAG: @_ZTV1B = external unnamed_addr constant [3 x ptr]
@_ZTV1B = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method]
; CHECK-DAG: @other = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method]
@other = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method]
@declared = external unnamed_addr constant [3 x ptr]
@typeinfo = external constant ptr

declare i32 @method(ptr)
declare i32 @method2(ptr)
declare void @use(ptr)

define linkonce_odr void @unused_constructor(ptr %p) {
  store ptr getelementptr inbounds (i8, ptr @unneeded, i64 16), ptr %p
  ret void
}

define linkonce_odr void @used_constructor(ptr %p) {
  store ptr getelementptr inbounds (i8, ptr @needed, i64 16), ptr %p
  ret void
}

define void @of_a(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !1
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @_ZTV1A, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}

define void @uses(ptr %p) {
  call void @used_constructor(ptr %p)
  %vtable = load ptr, ptr %p, !invariant.group !1
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @unneeded, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}
declare void @llvm.assume(i1)

; CHECK-LABEL: define void @object(
; CHECK:         call void @llvm.assume(
; OWN-LABEL:   define void @object(
; OWN:           call void @use(ptr {{.*}}@assumed.own, i64 16))
; TYPEID-LABEL: define void @object(
; TYPEID-NOT:    assume
; TYPEID:        call void @use(ptr %vtable)
define void @object(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !1
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @assumed, i64 16)
  call void @llvm.assume(i1 %is)
  call void @use(ptr %vtable)
  ret void
}

; CHECK-LABEL: define void @construct(
; OWN-LABEL:   define void @construct(
; OWN:           store ptr getelementptr inbounds (i8, ptr @named, i64 16)
define void @construct(ptr %p) {
  store ptr getelementptr inbounds (i8, ptr @named, i64 16), ptr %p, !invariant.group !1
  ret void
}

; Without a copy there is nothing to put in its place.
; CHECK-LABEL: define void @no_copy(
; CHECK-NOT:     assume
; CHECK:         ret void
define void @no_copy(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !1
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @declared, i64 16)
  call void @llvm.assume(i1 %is)
  call void @use(ptr %vtable)
  ret void
}

; An offset of a virtual base class; with other types, typeid.
define i64 @base(ptr %q) {
  %vtable = load ptr, ptr %q, !invariant.group !1
  %at = getelementptr inbounds i8, ptr %vtable, i64 -24
  %offset = load i64, ptr %at
  ret i64 %offset
}

; CHECK: attributes #[[ONLY]] = { "vtable-only-assumed" }

; A pointer to a member: its offset is not constant, and it is no typeid.
define ptr @member(ptr %q, i64 %index) {
  %vtable = load ptr, ptr %q, !invariant.group !1
  %slot.at = getelementptr i8, ptr %vtable, i64 %index
  %slot = load ptr, ptr %slot.at
  ret ptr %slot
}

!llvm.module.flags = !{!3}
!0 = !{i64 16, !"assumed"}
!1 = !{}
!2 = !{i64 16, !"named"}
!3 = !{i32 1, !"StrictVTablePointers", i32 1}
!4 = !{i64 16, !"hidden"}
!5 = !{i64 16, !"unneeded"}
!6 = !{i64 16, !"needed"}
