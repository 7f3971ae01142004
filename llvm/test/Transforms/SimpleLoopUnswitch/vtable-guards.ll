; A comparison with a vtable leaves loops at -O2 already, others do not.

; RUN: opt -passes='loop-mssa(simple-loop-unswitch<no-nontrivial>),verify<loops>' -S %s | FileCheck %s

@VTable = constant [2 x ptr] zeroinitializer, !type !0
@Variable = global [2 x ptr] zeroinitializer, !type !0
@Table = constant [2 x ptr] zeroinitializer

declare i1 @direct(ptr)
declare i1 @virtual(ptr)

; CHECK-LABEL: define void @guard(
; CHECK:       entry.split.us:
; CHECK:         call i1 @direct(
; CHECK-NOT:     call i1 @virtual(
; CHECK:       entry.split:
; CHECK-NOT:     call i1 @direct(
; CHECK:         call i1 @virtual(
; CHECK:         ret void
define void @guard(ptr %Object) {
entry:
  %VPtr = load ptr, ptr %Object
  %Is = icmp eq ptr %VPtr, getelementptr inbounds (i8, ptr @VTable, i64 8)
  br label %loop

loop:
  br i1 %Is, label %hit, label %miss

hit:
  %A = call i1 @direct(ptr %Object)
  br i1 %A, label %latch, label %exit

miss:
  %B = call i1 @virtual(ptr %Object)
  br i1 %B, label %latch, label %exit

latch:
  br label %loop

exit:
  ret void
}

; The object may be another one each time.
; CHECK-LABEL: define void @changes(
; CHECK-NOT:   split
; CHECK:         ret void
define void @changes(ptr %Objects) {
entry:
  br label %loop

loop:
  %Object = phi ptr [ %Objects, %entry ], [ %Next, %latch ]
  %VPtr = load ptr, ptr %Object
  %Is = icmp eq ptr %VPtr, getelementptr inbounds (i8, ptr @VTable, i64 8)
  br i1 %Is, label %hit, label %miss

hit:
  %A = call i1 @direct(ptr %Object)
  br i1 %A, label %latch, label %exit

miss:
  %B = call i1 @virtual(ptr %Object)
  br i1 %B, label %latch, label %exit

latch:
  %Next = getelementptr i8, ptr %Object, i64 16
  br label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @variable(
; CHECK-NOT:   split
; CHECK:         ret void
define void @variable(ptr %Object) {
entry:
  %VPtr = load ptr, ptr %Object
  %Is = icmp eq ptr %VPtr, @Variable
  br label %loop

loop:
  br i1 %Is, label %hit, label %miss

hit:
  %A = call i1 @direct(ptr %Object)
  br i1 %A, label %latch, label %exit

miss:
  %B = call i1 @virtual(ptr %Object)
  br i1 %B, label %latch, label %exit

latch:
  br label %loop

exit:
  ret void
}

; CHECK-LABEL: define void @table(
; CHECK-NOT:   split
; CHECK:         ret void
define void @table(ptr %Object) {
entry:
  %VPtr = load ptr, ptr %Object
  %Is = icmp eq ptr %VPtr, @Table
  br label %loop

loop:
  br i1 %Is, label %hit, label %miss

hit:
  %A = call i1 @direct(ptr %Object)
  br i1 %A, label %latch, label %exit

miss:
  %B = call i1 @virtual(ptr %Object)
  br i1 %B, label %latch, label %exit

latch:
  br label %loop

exit:
  ret void
}

; Less code counts more there.
; CHECK-LABEL: define void @small(
; CHECK-NOT:   split
; CHECK:         ret void
define void @small(ptr %Object) optsize {
entry:
  %VPtr = load ptr, ptr %Object
  %Is = icmp eq ptr %VPtr, @VTable
  br label %loop

loop:
  br i1 %Is, label %hit, label %miss

hit:
  %A = call i1 @direct(ptr %Object)
  br i1 %A, label %latch, label %exit

miss:
  %B = call i1 @virtual(ptr %Object)
  br i1 %B, label %latch, label %exit

latch:
  br label %loop

exit:
  ret void
}

!0 = !{i64 0, !"Class"}
