; A vtable that only assumptions name is not to be named by what the optimizer
; makes of them.

; RUN: opt < %s -passes=forward-unnamed-methods -verify-each -S | FileCheck %s
; RUN: opt < %s -passes='forward-unnamed-methods,gvn,name-own-vtables,lower-vtable-forwarders,globaldce' -verify-each -S | FileCheck %s --check-prefix=OWN
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
@declared = external unnamed_addr constant [3 x ptr]
@typeinfo = external constant ptr

declare i32 @method(ptr)
declare void @use(ptr)
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

!llvm.module.flags = !{!3}
!0 = !{i64 16, !"assumed"}
!1 = !{}
!2 = !{i64 16, !"named"}
!3 = !{i32 1, !"StrictVTablePointers", i32 1}
