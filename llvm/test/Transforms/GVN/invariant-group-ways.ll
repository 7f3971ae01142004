; A load of an invariant group is redundant if each way to it has one, although no
; single one dominates it. Calls in between do not change what the group has.

; RUN: opt -passes='gvn,verify' -S < %s | FileCheck %s
; RUN: opt -passes='require<memoryssa>,gvn,verify<memoryssa>,verify' -S < %s | FileCheck %s
; RUN: opt -passes=gvn -pass-remarks-output=%t.yaml -disable-output < %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file %t.yaml

; REMARK:      --- !Passed
; REMARK-NEXT: Pass: gvn
; REMARK-NEXT: Name: LoadElim
; REMARK-NEXT: Function: both
; REMARK:      String: ' eliminated'

declare void @see()
declare void @use(ptr)
declare ptr @get()
declare i1 @more()
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i32 @__gxx_personality_v0(...)

@Global = external global ptr

; CHECK-LABEL: define void @both(
; CHECK:       left:
; CHECK:         %one = load ptr, ptr %p, align 8, !invariant.group
; CHECK:       right:
; CHECK:         %two = load ptr, ptr %p, align 8, !invariant.group
; CHECK:       join:
; CHECK-NEXT:    [[PHI:%.*]] = phi ptr [ %two, %right ], [ %one, %left ]
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    call void @use(ptr [[PHI]])
define void @both(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  call void @see()
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  call void @see()
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; What one of the loads promises alone, it does not where the other one is used.
; CHECK-LABEL: define void @promises(
; CHECK:         %one = load ptr, ptr %p, align 8, !invariant.group !{{[0-9]+$}}
; CHECK:         %two = load ptr, ptr %p, align 8, !nonnull !{{[0-9]+}}, !invariant.group !{{[0-9]+}}, !noundef !{{[0-9]+$}}
; CHECK:         phi ptr [ %two, %right ], [ %one, %left ]
define void @promises(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0, !nonnull !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load ptr, ptr %p, !invariant.group !0, !nonnull !0, !noundef !0
  call void @use(ptr %two)
  br label %join

join:
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; In the iterations of a loop after the first, it has been loaded.
; CHECK-LABEL: define void @loop(
; CHECK:       loop:
; CHECK-NEXT:    [[PHI:%.*]] = phi ptr [ {{%.*}}, %loop ], [ %two, %right ], [ %one, %left ]
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    call void @use(ptr [[PHI]])
; CHECK-NEXT:    call i1 @more()
define void @loop(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %loop

right:
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %loop

loop:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; One that dominates it may be behind any number of blocks with calls.
; CHECK-LABEL: define void @dominates(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    call void @use(ptr %one)
define void @dominates(ptr %p, i1 %c) {
entry:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br i1 %c, label %left, label %right

left:
  call void @see()
  br label %join

right:
  call void @see()
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; One way has no load.
; CHECK-LABEL: define void @one_way(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %three = load ptr, ptr %p
define void @one_way(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  call void @see()
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; The first iteration has none.
; CHECK-LABEL: define void @first_iteration(
; CHECK:       loop:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %vtable = load ptr, ptr %p
define void @first_iteration(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %vtable)
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; In each iteration there is another object: what the last iteration loaded is of
; that one.
; CHECK-LABEL: define void @made_in_loop(
; CHECK:       loop:
; CHECK-NEXT:    %p = call ptr @get()
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %two = load ptr, ptr %p
define void @made_in_loop(i1 %c) {
entry:
  br label %loop

loop:
  %p = call ptr @get()
  br i1 %c, label %left, label %join

left:
  call void @see()
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

join:
  call void @see()
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; A pointer that a phi chooses is another one in each iteration, too.
; CHECK-LABEL: define void @phi(
; CHECK:       loop:
; CHECK-NEXT:    %p = phi ptr
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %vtable = load ptr, ptr %p
; CHECK:         %next = call ptr @get()
define void @phi(ptr %first) {
entry:
  %one = load ptr, ptr %first, !invariant.group !0
  call void @use(ptr %one)
  br label %loop

loop:
  %p = phi ptr [ %first, %entry ], [ %next, %loop ]
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %vtable)
  %next = call ptr @get()
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @invoked(
; CHECK:       left:
; CHECK:         %one = load ptr, ptr %p
; CHECK:       right:
; CHECK:         %two = load ptr, ptr %p
; CHECK:       join:
; CHECK-NEXT:    [[PHI:%.*]] = phi ptr
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    call void @use(ptr [[PHI]])
define void @invoked(i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  %p = invoke ptr @get() to label %made unwind label %pad

made:
  br i1 %c, label %left, label %right

left:
  call void @see()
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  call void @see()
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void

pad:
  %exception = landingpad { ptr, i32 } cleanup
  ret void
}

; Behind a barrier the object may be another one.
; CHECK-LABEL: define void @barrier(
; CHECK:       join:
; CHECK-NEXT:    %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
; CHECK-NEXT:    %three = load ptr, ptr %q
define void @barrier(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %join

join:
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %three = load ptr, ptr %q, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; One of the loads is not part of the group.
; CHECK-LABEL: define void @not_of_group(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %three = load ptr, ptr %p
define void @not_of_group(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load ptr, ptr %p
  call void @use(ptr %two)
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; The last load is not.
; CHECK-LABEL: define void @last_not_of_group(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %three = load ptr, ptr %p
define void @last_not_of_group(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p
  call void @use(ptr %three)
  ret void
}

; CHECK-LABEL: define void @volatile(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %three = load ptr, ptr %p
define void @volatile(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load volatile ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; CHECK-LABEL: define void @atomic(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %three = load atomic ptr, ptr %p
define void @atomic(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %join

join:
  call void @see()
  %three = load atomic ptr, ptr %p unordered, align 8, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; A part of what was loaded is not looked for.
; CHECK-LABEL: define void @other_type(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %three = load ptr, ptr %p
define void @other_type(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load i32, ptr %p, !invariant.group !0
  call void @see()
  %use = inttoptr i32 %two to ptr
  call void @use(ptr %use)
  br label %join

join:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; The uses of a constant are in other functions too.
; CHECK-LABEL: define void @constant(
; CHECK:       join:
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    %three = load ptr, ptr @Global
define void @constant(i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr @Global, !invariant.group !0
  call void @use(ptr %one)
  br label %join

right:
  %two = load ptr, ptr @Global, !invariant.group !0
  call void @use(ptr %two)
  br label %join

join:
  call void @see()
  %three = load ptr, ptr @Global, !invariant.group !0
  call void @use(ptr %three)
  ret void
}

; Predecessors may be unreachable, several edges may come from one block, and what is
; loaded need not be a pointer.
; CHECK-LABEL: define void @edges(
; CHECK:       join:
; CHECK-NEXT:    [[PHI:%.*]] = phi i64
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    call void @number(i64 [[PHI]])
define void @edges(ptr %p, i32 %c) {
entry:
  switch i32 %c, label %left [
    i32 0, label %right
    i32 1, label %right
  ]

left:
  %one = load i64, ptr %p, !invariant.group !0
  call void @number(i64 %one)
  switch i32 %c, label %exit [
    i32 2, label %join
    i32 3, label %join
  ]

right:
  %two = load i64, ptr %p, !invariant.group !0
  call void @number(i64 %two)
  br label %join

nowhere:
  br label %join

join:
  call void @see()
  %three = load i64, ptr %p, !invariant.group !0
  call void @number(i64 %three)
  ret void

exit:
  ret void
}
declare void @number(i64)

; Two loops in one, which can be entered at both.
; CHECK-LABEL: define void @irreducible(
; CHECK:       first:
; CHECK-NEXT:    [[FIRST:%.*]] = phi ptr
; CHECK-NOT:     load
; CHECK:       second:
; CHECK-NEXT:    [[SECOND:%.*]] = phi ptr
; CHECK-NOT:     load
; CHECK:         ret void
define void @irreducible(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %first

right:
  %two = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %two)
  br label %second

first:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  %more = call i1 @more()
  br i1 %more, label %second, label %exit

second:
  call void @see()
  %four = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %four)
  %again = call i1 @more()
  br i1 %again, label %first, label %exit

exit:
  ret void
}

; The first load of a block is taken, in whatever order the uses are.
; CHECK-LABEL: define void @order(
; CHECK:       h:
; CHECK-NEXT:    phi ptr [ %a, %body ], [ %one, %l ]
; CHECK:       body:
; CHECK-NEXT:    %a = load ptr, ptr %p, align 8, !invariant.group
; CHECK-NEXT:    call void @see()
; CHECK-NEXT:    call void @use(ptr %a)
define void @order(ptr %p, i1 %c) {
entry:
  br i1 %c, label %l, label %body

l:
  %one = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %one)
  br label %h

h:
  call void @see()
  %three = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %three)
  %c2 = call i1 @more()
  br i1 %c2, label %x, label %body

x:
  ret void

body:
  %a = load ptr, ptr %p, !invariant.group !0, !nonnull !0
  call void @see()
  %b = load ptr, ptr %p, !invariant.group !0, !nonnull !0, !noundef !0
  call void @use(ptr %b)
  br label %h

  uselistorder ptr %p, { 3, 2, 1, 0 }
}

!0 = !{}
