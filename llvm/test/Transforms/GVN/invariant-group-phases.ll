; RUN: opt < %s -passes=gvn -verify-each -S | FileCheck %s --check-prefixes=CHECK,GVN
; RUN: opt < %s -passes='early-cse<memssa>' -verify-each -S | FileCheck %s --check-prefixes=CHECK,CSE
; RUN: opt < %s -passes='loop-mssa(licm)' -verify-each -S | FileCheck %s --check-prefix=LICM

; A constructor sets the vtable pointer after that of the base class has set
; it, and a destructor before that of the base class does. A pointer that one of
; them has stored is valid in all of these phases, and finds another vtable in
; each.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@Base = external constant [4 x ptr]
@Derived = external constant [4 x ptr]

declare void @call(ptr, ptr)
declare ptr @get()
declare ptr @llvm.launder.invariant.group.p0(ptr)

; CHECK-LABEL: define void @store_then_store(
; CHECK:         call void @call(ptr %base, ptr @Base)
; GVN:           call void @call(ptr %base, ptr @Derived)
; CSE:           [[NOW:%.*]] = load ptr, ptr %base
; CSE-NEXT:      call void @call(ptr %base, ptr [[NOW]])
define void @store_then_store(ptr %this) {
  %base = call ptr @llvm.launder.invariant.group.p0(ptr %this)
  store ptr @Base, ptr %base, !invariant.group !0
  %vtable = load ptr, ptr %base, !invariant.group !0
  call void @call(ptr %base, ptr %vtable)
  store ptr @Derived, ptr %this, !invariant.group !0
  %now = load ptr, ptr %base, !invariant.group !0
  call void @call(ptr %base, ptr %now)
  ret void
}

; CHECK-LABEL: define void @load_then_store(
; CHECK:         [[FIRST:%.*]] = load ptr, ptr %stored
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[FIRST]])
; CHECK-NEXT:    store ptr @Base, ptr %this
; CHECK-NEXT:    [[SECOND:%.*]] = load ptr, ptr %stored
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[SECOND]])
define void @load_then_store(ptr %this) {
  %stored = call ptr @get()
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  store ptr @Base, ptr %this, !invariant.group !0
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  ret void
}

; LICM-LABEL:  define void @in_a_loop(
; LICM:        loop:
; LICM-NEXT:     %now = load ptr, ptr %stored
; CHECK-LABEL: define void @in_a_loop(
; CHECK:       loop:
; CHECK-NEXT:    [[NOW:%.*]] = load ptr, ptr %stored
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[NOW]])
define void @in_a_loop(ptr %this, i1 %c) {
entry:
  %stored = call ptr @get()
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  br label %loop

loop:
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  store ptr @Base, ptr %this, !invariant.group !0
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @on_one_path(
; CHECK:       join:
; CHECK-NEXT:    [[NOW:%.*]] = load ptr, ptr %stored
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[NOW]])
define void @on_one_path(ptr %this, i1 %c) {
entry:
  %stored = call ptr @get()
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  br i1 %c, label %set, label %join

set:
  store ptr @Base, ptr %this, !invariant.group !0
  call void @call(ptr null, ptr null)
  br label %join

join:
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  ret void
}

; Each path has a load, and one has a store after it.

; CHECK-LABEL: define void @on_each_path(
; CHECK:       join:
; CHECK-NEXT:    [[NOW:%.*]] = load ptr, ptr %stored
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[NOW]])
define void @on_each_path(ptr %this, i1 %c) {
entry:
  %stored = call ptr @get()
  br i1 %c, label %left, label %right

left:
  %l = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %l)
  store ptr @Base, ptr %this, !invariant.group !0
  call void @call(ptr null, ptr null)
  br label %join

right:
  %r = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %r)
  br label %join

join:
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  ret void
}

; No store: the loop loads what is known.

; LICM-LABEL:  define void @without_store(
; LICM:          %now = load ptr, ptr %stored
; LICM:        loop:
; LICM-NOT:      load
; LICM:          ret void
define void @without_store(ptr %this, i1 %c) {
entry:
  %stored = call ptr @get()
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  br label %loop

loop:
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; What is known stays known: the store is to another object.

; CHECK-LABEL: define void @other_object(
; CHECK:         [[FIRST:%.*]] = load ptr, ptr %stored
; CHECK:         store ptr @Base
; GVN-NEXT:      call void @call(ptr %stored, ptr [[FIRST]])
define void @other_object() {
  %stored = call ptr @get()
  %object = alloca ptr
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  store ptr @Base, ptr %object, !invariant.group !0
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  call void @call(ptr %object, ptr null)
  ret void
}

; It is to another place in the object: the vtable pointer of a second base class.

; CHECK-LABEL: define void @second_base(
; CHECK:         [[FIRST:%.*]] = load ptr, ptr %stored
; CHECK:         store ptr @Base
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[FIRST]])
define void @second_base() {
  %stored = call ptr @get()
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  %second = getelementptr inbounds i8, ptr %stored, i64 16
  store ptr @Base, ptr %second, !invariant.group !0
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  ret void
}

; It is no store of a vtable pointer.

; CHECK-LABEL: define void @other_store(
; CHECK:         [[FIRST:%.*]] = load ptr, ptr %stored
; CHECK:         store ptr @Base
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[FIRST]])
define void @other_store(ptr %p) {
  %stored = call ptr @get()
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  store ptr @Base, ptr %p
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  ret void
}

; It is before both.

; CHECK-LABEL: define void @before(
; CHECK:         store ptr @Base
; CHECK-NEXT:    [[FIRST:%.*]] = load ptr, ptr %stored
; CHECK-NEXT:    call void @call(ptr %stored, ptr [[FIRST]])
; CHECK-NOT:     load
; CHECK:         call void @call(ptr %stored, ptr [[FIRST]])
define void @before(ptr %this, i1 %c) {
entry:
  br label %loop

loop:
  %stored = call ptr @get()
  store ptr @Base, ptr %this, !invariant.group !0
  %vtable = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %vtable)
  br label %next

next:
  %now = load ptr, ptr %stored, !invariant.group !0
  call void @call(ptr %stored, ptr %now)
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

!0 = !{}
