; Loops that ask for the class of an object behind a call give the first iteration a
; copy of its own; the next ones know what it has loaded.

; RUN: opt < %s -passes='peel-guarded-loops,verify,verify<domtree>,verify<loops>' -S \
; RUN:   -pass-remarks=peel-guarded-loops 2> %t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK --input-file %t.remarks
; RUN: opt < %s -passes='peel-guarded-loops,simplify-marked(gvn,loop-mssa(simple-loop-unswitch<nontrivial>),instcombine,simplifycfg),verify' \
; RUN:   -S | FileCheck %s --check-prefix=AGAIN
; RUN: opt < %s -passes='peel-guarded-loops,peel-guarded-loops' -S | FileCheck %s --check-prefix=TWICE
; RUN: opt < %s -passes=peel-guarded-loops -peel-guarded-loops-limit=3 -S \
; RUN:   | FileCheck %s --check-prefix=NONE
; RUN: opt < %s -passes='peel-guarded-loops,simplify-marked(instcombine),simplify-marked(instcombine)' -debug-pass-manager \
; RUN:   -disable-output 2>&1 | FileCheck %s --check-prefix=RERUN
; RUN: sed 's/StrictVTablePointers/Other/' %s | opt -passes=peel-guarded-loops -S \
; RUN:   | FileCheck %s --check-prefix=NONE

; NONE-NOT: .peel

; Functions without peeled loops are not simplified, and those with some are
; simplified once.
; RERUN-COUNT-11: Running pass: InstCombinePass
; RERUN-NOT:      Running pass: InstCombinePass

; REMARK-COUNT-11: remark: {{.*}}: peeled the first iteration, so that the others do not test the class of an object
; REMARK-NOT:     remark:

@VTable = external constant [3 x ptr]

declare void @see()
declare ptr @get()
declare i32 @method(ptr)
declare i1 @more()
declare void @once() noduplicate
declare void @all() convergent

; What a slot has is compared.
; CHECK-LABEL: define i32 @slot(
; CHECK:         call void @see()
; CHECK-NEXT:    [[VPTR:%.*]] = load ptr, ptr %p, align 8, !invariant.group
; CHECK:         br i1 {{%.*}}, label %hit.peel, label %miss.peel
; CHECK:       loop:
; CHECK:         call void @see()
; CHECK:         load ptr, ptr %p, align 8, !invariant.group
; AGAIN-LABEL: define i32 @slot(
; AGAIN:         load ptr, ptr %p, align 8, !invariant.group
; AGAIN:         icmp eq ptr
; AGAIN-NOT:     load ptr, ptr %p
; AGAIN-NOT:     icmp
; AGAIN:       loop.us:
; AGAIN-NOT:     load ptr, ptr %p
; AGAIN-NOT:     icmp
; AGAIN:         ret i32
define i32 @slot(ptr %p) {
entry:
  br label %loop

loop:
  %sum = phi i32 [ 0, %entry ], [ %next, %join ]
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %at = getelementptr inbounds i8, ptr %vtable, i64 8
  %slot = load ptr, ptr %at, !invariant.load !0
  %is = icmp eq ptr %slot, @method
  br i1 %is, label %hit, label %miss

hit:
  %a = load i32, ptr %p
  br label %join

miss:
  %b = call i32 %slot(ptr %p)
  br label %join

join:
  %c = phi i32 [ %a, %hit ], [ %b, %miss ]
  %next = add i32 %sum, %c
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret i32 %next
}

; The first slot is where the vtable pointer points to.
; CHECK-LABEL: define void @first_slot(
; CHECK:         hit.peel:
define void @first_slot(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %is = icmp eq ptr %slot, @method
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; The vtable pointer itself is.
; CHECK-LABEL: define void @vtable(
; CHECK:         hit.peel:
; AGAIN-LABEL: define void @vtable(
; AGAIN:         load ptr, ptr %p, align 8, !invariant.group
; AGAIN-NOT:     load ptr, ptr %p
; AGAIN:         ret void
define void @vtable(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Each of two ways loads it.
; CHECK-LABEL: define void @ways(
; CHECK:         hit.peel:
; TWICE-LABEL: define void @ways(
; TWICE:         hit.peel:
; TWICE-NOT:     hit.peel{{.+}}:
; AGAIN-LABEL: define void @ways(
; AGAIN-COUNT-2: load ptr, ptr %p, align 8, !invariant.group
; AGAIN-NOT:     load ptr, ptr %p
; AGAIN:         ret void
define void @ways(ptr %p) {
entry:
  br label %loop

loop:
  %c = call i1 @more()
  br i1 %c, label %left, label %right

left:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %a = load ptr, ptr %vtable, !invariant.load !0
  %x = call i32 %a(ptr %p)
  br label %ask

right:
  call void @all.but()
  %vtable2 = load ptr, ptr %p, !invariant.group !0
  %b = load ptr, ptr %vtable2, !invariant.load !0
  %y = call i32 %b(ptr %p)
  br label %ask

ask:
  %phi = phi ptr [ %vtable, %left ], [ %vtable2, %right ]
  %is = icmp eq ptr %phi, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}
declare void @all.but()

; The exit is in the middle, in front of the load.
; TWICE-LABEL: define void @exit_first(
; CHECK-LABEL: define void @exit_first(
; CHECK:         hit.peel:
; AGAIN-LABEL: define void @exit_first(
; AGAIN:         load ptr, ptr %p, align 8, !invariant.group
; AGAIN-NOT:     load ptr, ptr %p
; AGAIN:         ret void
define void @exit_first(ptr %p) {
entry:
  br label %loop

loop:
  %again = call i1 @more()
  br i1 %again, label %body, label %exit

body:
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %loop

hit:
  call void @see()
  br label %loop

exit:
  ret void
}

; The loop around it stays, and has no load in front.
; CHECK-LABEL: define void @nested(
; CHECK:         hit.peel:
define void @nested(ptr %p) {
entry:
  br label %outer

outer:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %next

next:
  %outer.again = call i1 @more()
  br i1 %outer.again, label %outer, label %exit

exit:
  ret void
}

; Nor does the loop around it have to be in any form.
; CHECK-LABEL: define i32 @nested_value(
; CHECK:         hit.peel:
; CHECK:         ret i32 %x
define i32 @nested_value(ptr %p) {
entry:
  br label %outer

outer:
  %x = call i32 @method(ptr %p)
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %next

next:
  %outer.again = call i1 @more()
  br i1 %outer.again, label %outer, label %exit

exit:
  ret i32 %x
}

; Calls may throw.
; CHECK-LABEL: define void @throws(
; CHECK:         hit.peel:
define void @throws(ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  br label %loop

loop:
  invoke void @see()
          to label %ask unwind label %pad

ask:
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = invoke i1 @more()
          to label %end unwind label %pad

end:
  br i1 %again, label %loop, label %exit

pad:
  %exception = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %exception

exit:
  ret void
}
declare i32 @__gxx_personality_v0(...)

; Two objects, one copy.
; CHECK-LABEL: define void @two(
; CHECK:         hit.peel:
; CHECK-NOT:     hit.peel{{[0-9]}}
; CHECK:         ret void
define void @two(ptr %p, ptr %q) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %vtable2 = load ptr, ptr %q, !invariant.group !0
  %is2 = icmp eq ptr %vtable2, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is2, label %hit2, label %join2

hit2:
  call void @see()
  br label %join2

join2:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Loops whose head has more than one way in are put into shape.
; CHECK-LABEL: define void @no_preheader(
; CHECK:         hit.peel:
define void @no_preheader(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %loop

left:
  call void @see()
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; What a profile says of many iterations.
; CHECK-LABEL: define void @often(
; CHECK:         hit.peel:
define void @often(ptr %p) !prof !2 {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit, !prof !3

exit:
  ret void
}

; Two iterations are not worth it.
; CHECK-LABEL: define void @seldom(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @seldom(ptr %p) !prof !2 {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit, !prof !4

exit:
  ret void
}

; A call that stays virtual does not get faster.
; CHECK-LABEL: define void @not_compared(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @not_compared(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %x = call i32 %slot(ptr %p)
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; No branch depends on it.
; CHECK-LABEL: define void @no_branch(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @no_branch(ptr %p, ptr %q) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  store i1 %is, ptr %q
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Each iteration has another object.
; CHECK-LABEL: define void @objects(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @objects() {
entry:
  br label %loop

loop:
  %p = call ptr @get()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; The vtable pointer may change.
; CHECK-LABEL: define void @no_group(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @no_group(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @volatile(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @volatile(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load volatile ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; What is in the slot may change.
; CHECK-LABEL: define void @changing_slot(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @changing_slot(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %slot = load ptr, ptr %vtable
  %is = icmp eq ptr %slot, @method
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; The first iteration need not have loaded it.
; CHECK-LABEL: define void @sometimes(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @sometimes(ptr %p) {
entry:
  br label %loop

loop:
  %c = call i1 @more()
  br i1 %c, label %ask, label %join

ask:
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; One of two ways loads what is no part of the group, so that no load can go.
; CHECK-LABEL: define void @way_not_of_group(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @way_not_of_group(ptr %p) {
entry:
  br label %loop

loop:
  %c = call i1 @more()
  br i1 %c, label %left, label %right

left:
  %vtable = load ptr, ptr %p, !invariant.group !0
  br label %ask

right:
  call void @see()
  %vtable2 = load ptr, ptr %p
  br label %ask

ask:
  %phi = phi ptr [ %vtable, %left ], [ %vtable2, %right ]
  %is = icmp eq ptr %phi, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Another iteration may follow one that has loaded nothing.
; CHECK-LABEL: define void @one_latch(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @one_latch(ptr %p) {
entry:
  br label %loop

loop:
  %c = call i1 @more()
  br i1 %c, label %ask, label %loop

ask:
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Each way to the loop has loaded it: it is known without a copy.
; CHECK-LABEL: define void @loaded_on_each_way(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @loaded_on_each_way(ptr %p, i1 %c) {
entry:
  br i1 %c, label %left, label %right

left:
  %first = load ptr, ptr %p, !invariant.group !0
  %slot = load ptr, ptr %first, !invariant.load !0
  %x = call i32 %slot(ptr %p)
  br label %loop

right:
  %first2 = load ptr, ptr %p, !invariant.group !0
  %slot2 = load ptr, ptr %first2, !invariant.load !0
  %y = call i32 %slot2(ptr %p)
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Null is no vtable.
; CHECK-LABEL: define void @null(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @null(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, null
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; The source says that there shall be one copy.
; CHECK-LABEL: define void @nounroll(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @nounroll(ptr %p) {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit, !llvm.loop !5

exit:
  ret void
}

; There are two iterations.
; CHECK-LABEL: define void @twice(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @twice(ptr %p) {
entry:
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %m, %join ]
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %m = add i32 %n, 1
  %again = icmp ult i32 %m, 2
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; It is known without a copy.
; CHECK-LABEL: define void @loaded(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @loaded(ptr %p) {
entry:
  %first = load ptr, ptr %p, !invariant.group !0
  %slot = load ptr, ptr %first, !invariant.load !0
  %x = call i32 %slot(ptr %p)
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @noduplicate(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @noduplicate(ptr %p) {
entry:
  br label %loop

loop:
  call void @once()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @convergent(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @convergent(ptr %p) convergent {
entry:
  br label %loop

loop:
  call void @all()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @indirect(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @indirect(ptr %p, ptr %to) {
entry:
  indirectbr ptr %to, [label %loop]

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  indirectbr ptr %to, [label %loop, label %exit]

exit:
  ret void
}

; CHECK-LABEL: define void @optsize(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @optsize(ptr %p) optsize {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @cold(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @cold(ptr %p) cold {
entry:
  br label %loop

loop:
  call void @see()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Not a constant, so no guard.
; CHECK-LABEL: define void @other_vtable(
; CHECK-NOT:     .peel
; CHECK:         ret void
define void @other_vtable(ptr %p) {
entry:
  br label %loop

loop:
  %other = call ptr @get()
  %vtable = load ptr, ptr %p, !invariant.group !0
  %is = icmp eq ptr %vtable, %other
  br i1 %is, label %hit, label %join

hit:
  call void @see()
  br label %join

join:
  %again = call i1 @more()
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

!0 = !{}
!1 = !{i32 1, !"StrictVTablePointers", i32 1}
!2 = !{!"function_entry_count", i64 100}
!3 = !{!"branch_weights", i32 99, i32 1}
!4 = !{!"branch_weights", i32 1, i32 1}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.unroll.disable"}

!llvm.module.flags = !{!1}
