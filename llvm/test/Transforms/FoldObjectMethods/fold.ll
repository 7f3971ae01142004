; Virtual calls of named objects reach the methods of their classes.

; RUN: opt < %s -passes='keep-object-vtables,fold-object-methods' -verify-each -pass-remarks=fold-object-methods -S 2> %t | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK < %t
; Only loads of vtable pointers belong to an invariant group, and only with the option.
; RUN: sed -e '/"StrictVTablePointers"/d' -e 's/!llvm.module.flags = .*//' %s | opt -passes='keep-object-vtables,fold-object-methods' -S | FileCheck %s --check-prefix=WEAK
; RUN: opt < %s -passes='function(strip-last-invariant-groups),keep-object-vtables,fold-object-methods' -S | FileCheck %s --check-prefix=WEAK
; Without a reference to the vtable, the call graph would not have the call.
; RUN: opt < %s -passes='fold-object-methods' -S | FileCheck %s --check-prefix=WEAK
; The pass of the pipelines does the same.
; RUN: opt < %s -passes='keep-object-vtables,function(managed-fold-casts)' -S | FileCheck %s

; REMARK: virtual call of a needs no vtable: the class of the object is known
; REMARK: virtual call of a or b needs no vtable: the class of the object is known

target triple = "x86_64-unknown-linux-gnu"

@VA = available_externally constant { [2 x ptr], [1 x ptr] } { [2 x ptr] [ptr null, ptr @a], [1 x ptr] [ptr @second] }
@VB = constant [2 x ptr] [ptr null, ptr @b]
@VState = linkonce_odr constant [2 x ptr] [ptr null, ptr @state]
@VForward = available_externally constant [2 x ptr] [ptr null, ptr @forward]
@VUnnamed = available_externally constant [2 x ptr] [ptr null, ptr @unnamed_forward]
@VExternal = available_externally constant [2 x ptr] [ptr null, ptr @external]
@VDeclared = external constant [2 x ptr]
@VWeak = weak constant [2 x ptr] [ptr null, ptr @a]

@VBase = constant [3 x ptr] [ptr inttoptr (i64 -24 to ptr), ptr null, ptr @b]

@base_var = external global { ptr }
@a_var = external global { ptr, i64, ptr, { ptr } }
@b_var = global { ptr } zeroinitializer
@state_var = external global { ptr }
@forward_var = external global { ptr }
@unnamed_var = external global { ptr }
@external_var = external global { ptr }
@declared_var = external global { ptr }
@weak_var = external global { ptr }
@unknown_var = external global { ptr }
@gone_var = external global { ptr }
@broken_var = external global { ptr }

@counter = linkonce_odr global i32 0

define linkonce_odr i32 @a(ptr %this) {
  ret i32 1
}
define linkonce_odr i32 @b(ptr %this) {
  ret i32 2
}
define linkonce_odr i32 @second(ptr %this) {
  ret i32 3
}
; Other linkage units may have a counter of their own.
define linkonce_odr i32 @state(ptr %this) {
  %n = load i32, ptr @counter
  ret i32 %n
}
; It calls what is in the vtable.
declare i32 @forward(ptr) #0
declare i32 @unnamed_forward(ptr) #1
; The program may have no such symbol.
declare i32 @external(ptr)
; Other linkage units may have functions of these names, too.
define i32 @strong(ptr %this) {
  ret i32 4
}
define linkonce_odr i32 @calls(ptr %this) {
  %r = call i32 @strong(ptr %this)
  ret i32 %r
}
define linkonce_odr ptr @tag(ptr %this) {
  ret ptr @tag_const
}
define linkonce_odr i32 @text(ptr %this) {
  %r = load i32, ptr @text_const
  ret i32 %r
}
@tag_const = linkonce_odr constant i32 0
@text_const = private unnamed_addr constant i32 5
; LTO makes functions and variables local that other linkage units have, too.
@local_counter = internal global i32 0
define internal i32 @local_state(ptr %this) {
  %n = load i32, ptr @local_counter
  ret i32 %n
}
@VCopies = linkonce_odr constant [6 x ptr] [ptr null, ptr @strong, ptr @calls, ptr @tag, ptr @text, ptr @local_state]
@copies_var = external global { ptr }

; Where a copy may do something else, the slot is compared, unless this file has
; made the object. A copy that has a variable of its own is not inlined.
; CHECK-LABEL: define i32 @copies(
; CHECK:         icmp eq ptr %strong, @strong
; CHECK:         br i1 {{.*}}, !prof
; CHECK:         call i32 @strong(ptr %copies_var)
; CHECK:         call i32 %strong(
; CHECK:         icmp eq ptr %calls, @calls
; CHECK:         call i32 %calls(
; CHECK:         icmp eq ptr %tag, @tag
; CHECK:         call ptr %tag(
; CHECK:         call i32 @text(
; CHECK:         icmp eq ptr %local, @local_state
; CHECK:         call i32 %local(
define i32 @copies() {
  %copies_var = call ptr @llvm.launder.invariant.group.p0(ptr @copies_var), !object_vtables !13
  %vptr = load ptr, ptr %copies_var, !invariant.group !10
  %strong = load ptr, ptr %vptr, !invariant.load !10
  %r1 = call i32 %strong(ptr %copies_var)
  %p2 = getelementptr i8, ptr %vptr, i64 8
  %calls = load ptr, ptr %p2, !invariant.load !10
  %r2 = call i32 %calls(ptr %copies_var)
  %p3 = getelementptr i8, ptr %vptr, i64 16
  %tag = load ptr, ptr %p3, !invariant.load !10
  %r3 = call ptr %tag(ptr %copies_var)
  %p4 = getelementptr i8, ptr %vptr, i64 24
  %text = load ptr, ptr %p4, !invariant.load !10
  %r4 = call i32 %text(ptr %copies_var)
  %p5 = getelementptr i8, ptr %vptr, i64 32
  %local = load ptr, ptr %p5, !invariant.load !10
  %r5 = call i32 %local(ptr %copies_var)
  ret i32 %r5
}

declare ptr @llvm.launder.invariant.group.p0(ptr)

; CHECK-LABEL: define i32 @direct(
; CHECK:         call i32 @a(ptr %a_var)
; WEAK-LABEL: define i32 @direct(
; WEAK:         call i32 %slot(ptr {{[@%]}}a_var)
define i32 @direct() {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %vptr = load ptr, ptr %a_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %a_var)
  ret i32 %r
}

; The second vtable pointer of the variable, and a member of the same class.
; CHECK-LABEL: define i32 @parts(
; CHECK:         call i32 @second(
; CHECK:         call i32 @a(
define i32 @parts() {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %p = getelementptr i8, ptr %a_var, i64 16
  %vptr = load ptr, ptr %p, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %p)
  %q = getelementptr i8, ptr %a_var, i64 24
  %vptr2 = load ptr, ptr %q, !invariant.group !10
  %slot2 = load ptr, ptr %vptr2, !invariant.load !10
  %r2 = call i32 %slot2(ptr %q)
  ret i32 %r2
}

; What guards have asked is known, although the addresses of functions are not.
; CHECK-LABEL: define i1 @guards(
; CHECK-NEXT:    call void @llvm.var.annotation
; CHECK-NEXT:    %a_var = call ptr @llvm.launder
; CHECK-NEXT:    %vptr = load
; CHECK-NEXT:    %all = and i1 true, false
; CHECK-NEXT:    %any = or i1 %all, true
; CHECK-NEXT:    ret i1 %any
define i1 @guards() {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %vptr = load ptr, ptr %a_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %is.a = icmp eq ptr %slot, @a
  %is.b = icmp eq ptr @b, %slot
  %is.not.b = icmp ne ptr %slot, @b
  %all = and i1 %is.a, %is.b
  %any = or i1 %all, %is.not.b
  ret i1 %any
}

; One of two.
; CHECK-LABEL: define i32 @choice(
; CHECK:         [[METHOD:%.*]] = select i1 %c, ptr @a, ptr @b
; CHECK:         %object = select i1 %c, ptr %a_var, ptr %b_var
; CHECK:         call i32 [[METHOD]](ptr %object)
define i32 @choice(i1 %c) {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %b_var = call ptr @llvm.launder.invariant.group.p0(ptr @b_var), !object_vtables !1
  %object = select i1 %c, ptr %a_var, ptr %b_var
  %vptr = load ptr, ptr %object, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %object)
  ret i32 %r
}

; CHECK-LABEL: define i32 @join(
; CHECK-DAG:     [[METHOD:%.*]] = phi ptr [ @a, %one ], [ @b, %two ]
; CHECK-DAG:     [[IS:%.*]] = phi i1 [ false, %one ], [ true, %two ]
; CHECK:         store i1 [[IS]], ptr %where
; CHECK:         call i32 [[METHOD]](ptr %object)
define i32 @join(i1 %c, ptr %where) {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %b_var = call ptr @llvm.launder.invariant.group.p0(ptr @b_var), !object_vtables !1
  br i1 %c, label %one, label %two
one:
  br label %join
two:
  br label %join
join:
  %object = phi ptr [ %a_var, %one ], [ %b_var, %two ]
  %vptr = load ptr, ptr %object, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %is.b = icmp eq ptr %slot, @b
  store i1 %is.b, ptr %where
  %r = call i32 %slot(ptr %object)
  ret i32 %r
}

; The offset of a virtual base class.
; CHECK-LABEL: define i64 @base_offset(
; CHECK:         [[OUTSIDE:%.*]] = load i64, ptr %outside
; CHECK:         add i64 -24, [[OUTSIDE]]
define i64 @base_offset() {
  %base_var = call ptr @llvm.launder.invariant.group.p0(ptr @base_var), !object_vtables !9
  %vptr = load ptr, ptr %base_var, !invariant.group !10
  %at = getelementptr i8, ptr %vptr, i64 -16
  %offset = load i64, ptr %at
  %outside = getelementptr i8, ptr %vptr, i64 -24
  %other = load i64, ptr %outside
  %sum = add i64 %offset, %other
  ret i64 %sum
}

; One of them is not known.
; CHECK-LABEL: define i32 @unknown_choice(
; CHECK:         call i32 %slot(
define i32 @unknown_choice(i1 %c) {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %object = select i1 %c, ptr %a_var, ptr @unknown_var
  %vptr = load ptr, ptr %object, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %object)
  ret i32 %r
}

; Another object may have begun there.
; CHECK-LABEL: define i32 @barrier(
; CHECK:         call i32 %slot(
define i32 @barrier() {
  %object = call ptr @llvm.launder.invariant.group.p0(ptr @a_var)
  %vptr = load ptr, ptr %object, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %object)
  ret i32 %r
}

; No vtable pointer is there.
; CHECK-LABEL: define i32 @elsewhere(
; CHECK:         call i32 %slot(
define i32 @elsewhere() {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %p = getelementptr i8, ptr %a_var, i64 8
  %vptr = load ptr, ptr %p, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %a_var)
  ret i32 %r
}

; Nothing says that this is a vtable pointer.
; CHECK-LABEL: define i32 @no_group(
; CHECK:         call i32 %slot(
define i32 @no_group() {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %vptr = load ptr, ptr %a_var
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %a_var)
  ret i32 %r
}

; Nor that this is a slot.
; CHECK-LABEL: define i32 @no_slot(
; CHECK:         call i32 %slot(
define i32 @no_slot() {
  %a_var = call ptr @llvm.launder.invariant.group.p0(ptr @a_var), !object_vtables !0
  %vptr = load ptr, ptr %a_var, !invariant.group !10
  %slot = load ptr, ptr %vptr
  %r = call i32 %slot(ptr %a_var)
  ret i32 %r
}

; Outside of the vtable.
; CHECK-LABEL: define i32 @outside(
; CHECK:         call i32 %slot(
define i32 @outside() {
  %b_var = call ptr @llvm.launder.invariant.group.p0(ptr @b_var), !object_vtables !1
  %vptr = load ptr, ptr %b_var, !invariant.group !10
  %p = getelementptr i8, ptr %vptr, i64 8
  %slot = load ptr, ptr %p, !invariant.load !10
  %r = call i32 %slot(ptr %b_var)
  ret i32 %r
}

; CHECK-LABEL: define i32 @own_state(
; CHECK:         icmp eq ptr %slot, @state
; CHECK:         call i32 @state(ptr %state_var) [[NOINLINE:#[0-9]+]]
; CHECK:         call i32 %slot(
define i32 @own_state() {
  %state_var = call ptr @llvm.launder.invariant.group.p0(ptr @state_var), !object_vtables !2
  %vptr = load ptr, ptr %state_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %state_var)
  ret i32 %r
}

; No other linkage unit has the vtable.
; CHECK-LABEL: define i32 @own_state_exact(
; CHECK-NOT:     icmp
; CHECK:         call i32 @local_too(
define i32 @own_state_exact() {
  %object = call ptr @llvm.launder.invariant.group.p0(ptr @unknown_var), !object_vtables !15
  %vptr = load ptr, ptr %object, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %object)
  ret i32 %r
}
@VLocal = internal constant [2 x ptr] [ptr null, ptr @local_too]
define linkonce_odr i32 @local_too(ptr %this) {
  %n = load i32, ptr @counter
  ret i32 %n
}

; A pointer that names an object, to its base class after 16 bytes; and a choice
; from two.
; CHECK-LABEL: define i32 @named(
; CHECK:         call i32 @strong(ptr %object)
; CHECK:         [[METHOD:%.*]] = select i1 %c, ptr @strong, ptr @calls
; CHECK:         call i32 [[METHOD]](ptr %choice)
define i32 @named(i1 %c) {
  %object = call ptr @llvm.launder.invariant.group.p0(ptr @unknown_var), !object_vtables !16
  %first = getelementptr i8, ptr %object, i64 -16
  %vptr = load ptr, ptr %first, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %object)
  %other = call ptr @llvm.launder.invariant.group.p0(ptr @copies_var), !object_vtables !17
  %choice = select i1 %c, ptr %first, ptr %other
  %vptr2 = load ptr, ptr %choice, !invariant.group !10
  %slot2 = load ptr, ptr %vptr2, !invariant.load !10
  %r2 = call i32 %slot2(ptr %choice)
  ret i32 %r2
}

; A barrier after the name, for another object.
; CHECK-LABEL: define i32 @replaced(
; CHECK:         call i32 %slot(
define i32 @replaced() {
  %object = call ptr @llvm.launder.invariant.group.p0(ptr @unknown_var), !object_vtables !17
  %new = call ptr @llvm.launder.invariant.group.p0(ptr %object)
  %vptr = load ptr, ptr %new, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %new)
  ret i32 %r
}

; A guard is not guarded, nor is a call that has a profile.
; CHECK-LABEL: define i32 @guarded(
; CHECK-COUNT-1: icmp eq
; CHECK-NOT:     icmp eq
; CHECK:         ret i32
define i32 @guarded() {
  %state_var = call ptr @llvm.launder.invariant.group.p0(ptr @state_var), !object_vtables !2
  %vptr = load ptr, ptr %state_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %is = icmp eq ptr %vptr, @VState
  br i1 %is, label %direct, label %indirect
direct:
  %r = call i32 @state(ptr %state_var)
  ret i32 %r
indirect:
  %r2 = call i32 %slot(ptr %state_var), !prof !18
  ret i32 %r2
}

; CHECK-LABEL: define i32 @forwarder(
; CHECK:         call i32 %slot(
define i32 @forwarder() {
  %forward_var = call ptr @llvm.launder.invariant.group.p0(ptr @forward_var), !object_vtables !3
  %vptr = load ptr, ptr %forward_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %forward_var)
  ret i32 %r
}

; It compares what is in the vtable with a method that may not be named.
; CHECK-LABEL: define i32 @unnamed(
; CHECK:         call i32 @unnamed_forward(
define i32 @unnamed() {
  %unnamed_var = call ptr @llvm.launder.invariant.group.p0(ptr @unnamed_var), !object_vtables !12
  %vptr = load ptr, ptr %unnamed_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %unnamed_var)
  ret i32 %r
}

; CHECK-LABEL: define i32 @not_nameable(
; CHECK:         call i32 %slot(
define i32 @not_nameable() {
  %external_var = call ptr @llvm.launder.invariant.group.p0(ptr @external_var), !object_vtables !4
  %vptr = load ptr, ptr %external_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %external_var)
  ret i32 %r
}

; CHECK-LABEL: define i32 @no_vtable(
; CHECK-COUNT-4: call i32 %slot
define i32 @no_vtable() {
  %declared_var = call ptr @llvm.launder.invariant.group.p0(ptr @declared_var), !object_vtables !5
  %weak_var = call ptr @llvm.launder.invariant.group.p0(ptr @weak_var), !object_vtables !6
  %gone_var = call ptr @llvm.launder.invariant.group.p0(ptr @gone_var), !object_vtables !7
  %broken_var = call ptr @llvm.launder.invariant.group.p0(ptr @broken_var), !object_vtables !8
  %vptr = load ptr, ptr %declared_var, !invariant.group !10
  %slot = load ptr, ptr %vptr, !invariant.load !10
  %r = call i32 %slot(ptr %declared_var)
  %vptr2 = load ptr, ptr %weak_var, !invariant.group !10
  %slot2 = load ptr, ptr %vptr2, !invariant.load !10
  %r2 = call i32 %slot2(ptr %weak_var)
  %vptr3 = load ptr, ptr %gone_var, !invariant.group !10
  %slot3 = load ptr, ptr %vptr3, !invariant.load !10
  %r3 = call i32 %slot3(ptr %gone_var)
  %vptr4 = load ptr, ptr %broken_var, !invariant.group !10
  %slot4 = load ptr, ptr %vptr4, !invariant.load !10
  %r4 = call i32 %slot4(ptr %broken_var)
  ret i32 %r4
}

; CHECK: attributes [[NOINLINE]] = { noinline }

attributes #1 = { "vtable-forwarder"="0" "vtable-forwarder-unnamed" }
attributes #0 = { "vtable-forwarder"="0" }

!0 = !{i64 0, ptr @VA, i64 8, i1 false, i64 16, ptr @VA, i64 16, i1 false, i64 24, ptr @VA, i64 8, i1 false}
!1 = !{i64 0, ptr @VB, i64 8, i1 false}
!2 = !{i64 0, ptr @VState, i64 8, i1 false}
!3 = !{i64 0, ptr @VForward, i64 8, i1 false}
!4 = !{i64 0, ptr @VExternal, i64 8, i1 false}
!5 = !{i64 0, ptr @VDeclared, i64 8, i1 false}
!6 = !{i64 0, ptr @VWeak, i64 8, i1 false}
!7 = !{i64 0, null, i64 8, i1 false}
!8 = !{i32 0, ptr @VB, i64 8, i64 0, !"VB", i64 8, i64 0, ptr @VB}
!9 = !{i64 0, ptr @VBase, i64 16, i1 false}
!10 = !{}
!13 = !{i64 0, ptr @VCopies, i64 8, i1 false}
!15 = !{i64 0, ptr @VLocal, i64 8, i1 true}
!16 = !{i64 -16, ptr @VCopies, i64 8, i1 true}
!17 = !{i64 0, ptr @VCopies, i64 16, i1 true}
!18 = !{!"VP", i32 0, i64 10, i64 1, i64 10}
!12 = !{i64 0, ptr @VUnnamed, i64 8, i1 false}
!llvm.module.flags = !{!11}
!11 = !{i32 1, !"StrictVTablePointers", i32 1}
