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
