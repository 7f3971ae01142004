; Calls that stay virtual load what they call, instead of keeping it across others.

; RUN: opt -passes='reload-vtable-pointers,verify' -S %s | FileCheck %s
; RUN: sed 's/StrictVTablePointers/Other/' %s | opt -passes=reload-vtable-pointers -S | FileCheck %s --check-prefix=OFF

declare void @see()

; CHECK-LABEL: define i32 @both(
; CHECK:         [[A:%.*]] = call i32 %first(
; CHECK-NEXT:    [[VPTR:%.*]] = load ptr, ptr %Object, align 8
; CHECK-NEXT:    [[AT:%.*]] = getelementptr inbounds i8, ptr [[VPTR]], i64 8
; CHECK-NEXT:    [[SLOT:%.*]] = load ptr, ptr [[AT]], align 8, !invariant.load
; CHECK-NEXT:    call i32 [[SLOT]](ptr %Object)
; OFF-LABEL:   define i32 @both(
; OFF:           call i32 %first(
; OFF-NOT:       load ptr, ptr %Object
; OFF:           ret i32
define i32 @both(ptr %Object) {
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  %a = call i32 %first(ptr %Object)
  %at = getelementptr inbounds i8, ptr %vtable, i64 8
  %second = load ptr, ptr %at, !invariant.load !1
  %b = call i32 %second(ptr %Object)
  %sum = add i32 %a, %b
  ret i32 %sum
}

; What was loaded from a slot is loaded again too, and the object comes second if
; the result is in memory.
; CHECK-LABEL: define void @slot(
; CHECK:         call void %method(
; CHECK-NEXT:    [[VPTR:%.*]] = load ptr, ptr %Object, align 8
; CHECK-NEXT:    [[SLOT:%.*]] = load ptr, ptr [[VPTR]], align 8, !invariant.load
; CHECK-NEXT:    call void [[SLOT]](ptr sret(i64) %To, ptr %Object)
define void @slot(ptr %Object, ptr %To) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  call void %method(ptr sret(i64) %To, ptr %Object)
  call void %method(ptr sret(i64) %To, ptr %Object)
  ret void
}

; In other blocks.
; CHECK-LABEL: define void @later(
; CHECK:       call:
; CHECK-NEXT:    load ptr, ptr %Object
; CHECK:       exit:
define void @later(ptr %Object, i1 %C) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  br i1 %C, label %call, label %exit

call:
  call void %method(ptr %Object)
  ret void

exit:
  ret void
}

; Not into a loop.
; CHECK-LABEL: define void @loop(
; CHECK:       loop:
; CHECK-NOT:     load ptr, ptr %Object
; CHECK:       exit:
define void @loop(ptr %Object) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  br label %loop

loop:
  %More = call i1 %method(ptr %Object)
  br i1 %More, label %loop, label %exit

exit:
  ret void
}

; What each way has loaded for a call of its own is not kept for the next one.
; CHECK-LABEL: define void @ways(
; CHECK:       join:
; CHECK-NEXT:    [[VPTR:%.*]] = load ptr, ptr %Object
; CHECK-NEXT:    [[AT:%.*]] = getelementptr inbounds i8, ptr [[VPTR]], i64 16
; CHECK-NEXT:    [[SLOT:%.*]] = load ptr, ptr [[AT]], align 8, !invariant.load
; CHECK-NEXT:    call void [[SLOT]](ptr %Object)
; OFF-LABEL:   define void @ways(
; OFF:         join:
; OFF-NEXT:      phi ptr
define void @ways(ptr %Object, i1 %C) {
  br i1 %C, label %left, label %right

left:
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

right:
  %vtable2 = load ptr, ptr %Object
  %at2 = getelementptr inbounds i8, ptr %vtable2, i64 8
  %second = load ptr, ptr %at2, !invariant.load !1
  call void %second(ptr %Object)
  br label %join

join:
  %phi = phi ptr [ %vtable, %left ], [ %vtable2, %right ]
  %at3 = getelementptr inbounds i8, ptr %phi, i64 16
  %third = load ptr, ptr %at3, !invariant.load !1
  call void %third(ptr %Object)
  ret void
}

; Nor is what each way has loaded from the same slot.
; CHECK-LABEL: define void @same_slot(
; CHECK:       join:
; CHECK-NEXT:    [[VPTR:%.*]] = load ptr, ptr %Object
; CHECK-NEXT:    [[AT:%.*]] = getelementptr inbounds i8, ptr [[VPTR]], i64 8
; CHECK-NEXT:    [[SLOT:%.*]] = load ptr, ptr [[AT]], align 8, !invariant.load
; CHECK-NEXT:    call void [[SLOT]](ptr %Object)
define void @same_slot(ptr %Object, i1 %C) {
  br i1 %C, label %left, label %right

left:
  %vtable = load ptr, ptr %Object
  %at = getelementptr inbounds i8, ptr %vtable, i64 8
  %first = load ptr, ptr %at, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

right:
  %vtable2 = load ptr, ptr %Object
  %at2 = getelementptr inbounds i8, ptr %vtable2, i64 8
  %second = load ptr, ptr %at2, !invariant.load !1
  call void %second(ptr %Object)
  br label %join

join:
  %method = phi ptr [ %first, %left ], [ %second, %right ]
  call void %method(ptr %Object)
  ret void
}

; The ways have loaded two methods.
; CHECK-LABEL: define void @two_slots(
; CHECK:       join:
; CHECK-NEXT:    %method = phi ptr
; CHECK-NEXT:    call void %method(ptr %Object)
define void @two_slots(ptr %Object, i1 %C) {
  br i1 %C, label %left, label %right

left:
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

right:
  %vtable2 = load ptr, ptr %Object
  %at2 = getelementptr inbounds i8, ptr %vtable2, i64 8
  %second = load ptr, ptr %at2, !invariant.load !1
  call void %second(ptr %Object)
  br label %join

join:
  %method = phi ptr [ %first, %left ], [ %second, %right ]
  call void %method(ptr %Object)
  ret void
}

; The same of two objects.
; CHECK-LABEL: define void @two_objects(
; CHECK:       join:
; CHECK-NEXT:    %method = phi ptr
; CHECK-NEXT:    call void %method(ptr %Object)
define void @two_objects(ptr %Object, ptr %Other, i1 %C) {
  br i1 %C, label %left, label %right

left:
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

right:
  %vtable2 = load ptr, ptr %Other
  %second = load ptr, ptr %vtable2, !invariant.load !1
  call void %second(ptr %Other)
  br label %join

join:
  %method = phi ptr [ %first, %left ], [ %second, %right ]
  call void %method(ptr %Object)
  ret void
}

; One way calls what is in no vtable.
; CHECK-LABEL: define void @function(
; CHECK:       join:
; CHECK-NEXT:    %method = phi ptr
; CHECK-NEXT:    call void %method(ptr %Object)
define void @function(ptr %Object, i1 %C) {
  br i1 %C, label %left, label %join

left:
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

join:
  %method = phi ptr [ @see, %0 ], [ %first, %left ]
  call void %method(ptr %Object)
  ret void
}

; A choice of too many.
; CHECK-LABEL: define void @many_ways(
; CHECK:       join:
; CHECK-NEXT:    %vptr = phi ptr
; CHECK-NOT:     load ptr, ptr %Object
; CHECK:         ret void
define void @many_ways(ptr %Object, i32 %N) {
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  switch i32 %N, label %other [
    i32 0, label %join
    i32 1, label %join
    i32 2, label %join
    i32 3, label %join
    i32 4, label %join
    i32 5, label %join
    i32 6, label %join
    i32 7, label %join
    i32 8, label %join
    i32 9, label %join
    i32 10, label %join
    i32 11, label %join
    i32 12, label %join
    i32 13, label %join
    i32 14, label %join
    i32 15, label %join
  ]

other:
  %vtable2 = load ptr, ptr %Object
  br label %join

join:
  %vptr = phi ptr [ %vtable, %0 ], [ %vtable, %0 ], [ %vtable, %0 ],
                  [ %vtable, %0 ], [ %vtable, %0 ], [ %vtable, %0 ],
                  [ %vtable, %0 ], [ %vtable, %0 ], [ %vtable, %0 ],
                  [ %vtable, %0 ], [ %vtable, %0 ], [ %vtable, %0 ],
                  [ %vtable, %0 ], [ %vtable, %0 ], [ %vtable, %0 ],
                  [ %vtable, %0 ], [ %vtable2, %other ]
  %slot = load ptr, ptr %vptr, !invariant.load !1
  call void %slot(ptr %Object)
  ret void
}

; One way has loaded it from another object, which may be of another class.
; CHECK-LABEL: define void @other_object(
; CHECK:       join:
; CHECK-NEXT:    %phi = phi ptr
; CHECK-NEXT:    %third = load ptr, ptr %phi
; CHECK-NEXT:    call void %third(ptr %Object)
define void @other_object(ptr %Object, ptr %Other, i1 %C) {
  br i1 %C, label %left, label %right

left:
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

right:
  %vtable2 = load ptr, ptr %Other
  %second = load ptr, ptr %vtable2, !invariant.load !1
  call void %second(ptr %Other)
  br label %join

join:
  %phi = phi ptr [ %vtable, %left ], [ %vtable2, %right ]
  %third = load ptr, ptr %phi, !invariant.load !1
  call void %third(ptr %Object)
  ret void
}

; What is not a load is known.
; CHECK-LABEL: define void @known(
; CHECK:       join:
; CHECK-NEXT:    %phi = phi ptr
; CHECK-NEXT:    %third = load ptr, ptr %phi
define void @known(ptr %Object, ptr %VTable, i1 %C) {
  br i1 %C, label %left, label %join

left:
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

join:
  %phi = phi ptr [ %VTable, %0 ], [ %vtable, %left ]
  %third = load ptr, ptr %phi, !invariant.load !1
  call void %third(ptr %Object)
  ret void
}

; A guard asks it, too.
; CHECK-LABEL: define void @compared(
; CHECK:       join:
; CHECK-NEXT:    %phi = phi ptr
; CHECK-NEXT:    %is = icmp eq ptr %phi, %VTable
; CHECK:       miss:
; CHECK-NEXT:    %third = load ptr, ptr %phi
define void @compared(ptr %Object, ptr %VTable, i1 %C) {
  br i1 %C, label %left, label %right

left:
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  br label %join

right:
  %vtable2 = load ptr, ptr %Object
  %second = load ptr, ptr %vtable2, !invariant.load !1
  call void %second(ptr %Object)
  br label %join

join:
  %phi = phi ptr [ %vtable, %left ], [ %vtable2, %right ]
  %is = icmp eq ptr %phi, %VTable
  br i1 %is, label %hit, label %miss

hit:
  ret void

miss:
  %third = load ptr, ptr %phi, !invariant.load !1
  call void %third(ptr %Object)
  ret void
}

; A guard behind a call compares what is in the slot.
; CHECK-LABEL: define void @compared_slot(
; CHECK:         call void @see()
; CHECK-NEXT:    %at = getelementptr inbounds i8, ptr %vtable, i64 8
; CHECK:       miss:
; CHECK-NEXT:    call void %second(ptr %Object)
define void @compared_slot(ptr %Object) {
  %vtable = load ptr, ptr %Object
  %first = load ptr, ptr %vtable, !invariant.load !1
  call void %first(ptr %Object)
  call void @see()
  %at = getelementptr inbounds i8, ptr %vtable, i64 8
  %second = load ptr, ptr %at, !invariant.load !1
  %is = icmp eq ptr %second, @see
  br i1 %is, label %hit, label %miss

hit:
  ret void

miss:
  call void %second(ptr %Object)
  ret void
}

; Not if the vtable pointer is needed there anyway.
; CHECK-LABEL: define i1 @needed(
; CHECK:         call void %method(
; CHECK-NOT:     load ptr, ptr %Object
; CHECK:         ret i1
define i1 @needed(ptr %Object, ptr %Point) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  call void @see()
  call void %method(ptr %Object)
  %Is = icmp eq ptr %vtable, %Point
  ret i1 %Is
}

; Three loads more are not worth a register.
; CHECK-LABEL: define void @many(
; CHECK:         call void @see()
; CHECK-NOT:     load ptr, ptr %Object
; CHECK:         ret void
define void @many(ptr %Object) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  call void @see()
  call void %method(ptr %Object)
  call void %method(ptr %Object)
  call void %method(ptr %Object)
  ret void
}

; Not of another object, of what is no vtable for certain, or what is volatile.
; CHECK-LABEL: define void @other(
; CHECK:         call void @see()
; CHECK-NOT:     load
; CHECK:         ret void
define void @other(ptr %Object, ptr %Other) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  %unknown = load ptr, ptr %Other
  %function = load ptr, ptr %unknown
  %now = load volatile ptr, ptr %Other
  %next = load ptr, ptr %now, !invariant.load !1
  call void @see()
  call void %method(ptr %Other)
  call void %function(ptr %Other)
  call void %next(ptr %Other)
  ret void
}

; What does not read the object may have moved to where it is gone.
; CHECK-LABEL: define i32 @moved(
; CHECK:         call void @delete(
; CHECK-NOT:     load
; CHECK:         ret i32
define i32 @moved(ptr %Object) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  call void @delete(ptr %Object)
  %r = call i32 %method(ptr %Object) memory(none)
  ret i32 %r
}

declare void @delete(ptr)

; Nothing is gained between a load and a call that follows.
; CHECK-LABEL: define void @near(
; CHECK-NEXT:    load
; CHECK-NEXT:    load
; CHECK-NEXT:    call
; CHECK-NEXT:    ret
define void @near(ptr %Object) {
  %vtable = load ptr, ptr %Object
  %method = load ptr, ptr %vtable, !invariant.load !1
  call void %method(ptr %Object)
  ret void
}

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"StrictVTablePointers", i32 1}
!1 = !{}
