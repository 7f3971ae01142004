; Functions refer to the vtables of the objects that they name, until
; release-object-vtables.

; RUN: opt < %s -passes='keep-object-vtables,globaldce' -S | FileCheck %s --check-prefix=KEPT
; RUN: opt < %s -passes='globaldce' -S | FileCheck %s --check-prefix=GONE
; RUN: opt < %s -passes='keep-object-vtables,function(release-object-vtables)' -S | FileCheck %s --check-prefix=RELEASED
; RUN: opt < %s -passes='keep-object-vtables,keep-object-vtables,function(release-object-vtables),globaldce' -S | FileCheck %s --check-prefix=GONE
; RUN: opt < %s -passes='function(release-object-vtables)' -S | FileCheck %s --check-prefix=RELEASED
; fold-object-methods leaves one for each vtable, at the beginning.
; RUN: opt < %s -passes='keep-object-vtables,keep-object-vtables,fold-object-methods,globaldce' -S | FileCheck %s --check-prefix=KEPT
; RUN: opt < %s -passes='keep-object-vtables,inline,fold-object-methods' -S | FileCheck %s --check-prefix=INLINED

; KEPT-NOT: @Forwarders = available_externally
; KEPT:     @Named = available_externally
; KEPT-NOT: @Forwarders = available_externally

; KEPT-LABEL: define linkonce_odr ptr @named(
; KEPT-NEXT:    call void @llvm.var.annotation.p0.p0(ptr @Named,
; KEPT-NEXT:    call ptr @llvm.launder.invariant.group.p0(

; KEPT-LABEL: define ptr @later(
; KEPT-NOT:     call void @llvm.var.annotation.p0.p0(ptr @Named
; KEPT:         call void @llvm.var.annotation.p0.p0(ptr %a, ptr @text
; KEPT:         ret ptr

; KEPT-LABEL: define ptr @plain(
; KEPT-NOT:     annotation
; KEPT:         ret ptr

; INLINED-LABEL: define ptr @later(
; INLINED-NEXT:    %a = alloca i32
; INLINED-NEXT:    call void @llvm.var.annotation.p0.p0(ptr @Named,
; INLINED-NOT:     @Named
; INLINED:         ret ptr

; Functions that are not optimized refer to nothing.
; KEPT-LABEL: define ptr @optnone(
; KEPT-NOT:     annotation
; KEPT:         ret ptr

; GONE-NOT: @Named
; GONE-NOT: @method

; Annotations of the program stay.
; RELEASED-NOT: call void @llvm.var.annotation{{.*}} ptr null
; RELEASED:     call void @llvm.var.annotation.p0.p0(ptr %a, ptr @text,
; RELEASED-NOT: call void @llvm.var.annotation

@Named = available_externally constant { [1 x ptr] } { [1 x ptr] [ptr @method] }
@Forwarders = available_externally constant { [2 x ptr] } { [2 x ptr] [ptr null, ptr @forward] }
@other = external global ptr
@text = private unnamed_addr constant [1 x i8] zeroinitializer, section "llvm.metadata"

define available_externally i32 @method(ptr %this) {
  ret i32 0
}
declare i32 @forward(ptr) #0
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

define linkonce_odr ptr @named() {
  %p = call ptr @llvm.launder.invariant.group.p0(ptr @other), !object_vtables !1
  ret ptr %p
}

define ptr @later(i1 %c) {
  %a = alloca i32
  call void @llvm.var.annotation.p0.p0(ptr %a, ptr @text, ptr @text, i32 1, ptr null)
  br i1 %c, label %then, label %else
then:
  %p = call ptr @named()
  ret ptr %p
else:
  %q = call ptr @named()
  ret ptr %q
}

define ptr @plain() {
  %p = call ptr @llvm.launder.invariant.group.p0(ptr @other), !object_vtables !2
  ret ptr %p
}

define ptr @optnone() optnone noinline {
  %p = call ptr @llvm.launder.invariant.group.p0(ptr @other), !object_vtables !1
  ret ptr %p
}

attributes #0 = { "vtable-forwarder"="0" }

!1 = !{i64 0, ptr @Named, i64 0, i1 true, i64 8, ptr @Named, i64 0, i1 false}
!2 = !{i64 0, ptr @Forwarders, i64 8, i1 false}

!llvm.module.flags = !{!4}
!4 = !{i32 1, !"StrictVTablePointers", i32 1}
