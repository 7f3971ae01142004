; There is room for one guard in each function's module: which call gets it. And
; which functions are simplified again.

; RUN: split-file %s %t
; RUN: cat %t/class.ll %t/loop.ll > %t/1.ll
; RUN: cat %t/class.ll %t/pad.ll > %t/2.ll
; RUN: cat %t/class.ll %t/profile.ll > %t/3.ll
; RUN: cat %t/class.ll %t/again.ll > %t/4.ll
; RUN: opt %t/1.ll -passes='annotate-virtual-calls,guarded-devirtualization<early>' -guarded-growth=0 -guarded-growth-floor=6 -S | FileCheck %s --check-prefix=LOOP
; RUN: opt %t/2.ll -passes='annotate-virtual-calls,guarded-devirtualization<early>' -guarded-growth=0 -guarded-growth-floor=6 -S | FileCheck %s --check-prefix=PAD
; RUN: opt %t/3.ll -passes='annotate-virtual-calls,guarded-devirtualization<early>' -guarded-growth=0 -guarded-growth-floor=6 -S | FileCheck %s --check-prefix=PROFILE
; RUN: cat %t/class.ll %t/calls.ll > %t/5.ll
; RUN: opt %t/5.ll -passes='annotate-virtual-calls,guarded-devirtualization<early>' -S | FileCheck %s --check-prefix=CALLS
; RUN: opt %t/5.ll -passes='annotate-virtual-calls,guarded-devirtualization<early>' -guarded-call-size=1 -S | FileCheck %s --check-prefix=CHEAP
; RUN: opt %t/4.ll -passes='annotate-virtual-calls,guarded-devirtualization,function(simplify-marked(dce))' -guarded-late-growth=1000 -S | FileCheck %s --check-prefix=AGAIN

;--- class.ll
target triple = "x86_64-unknown-linux-gnu"
@One = constant { [1 x ptr] } { [1 x ptr] [ptr @get] }, !type !1
define i32 @get(ptr %this) {
  ret i32 1
}
declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
!1 = !{i64 0, !"One"}
!2 = !{}

;--- loop.ll
; LOOP-LABEL: define void @f(
; LOOP-NOT:     icmp
; LOOP:         loop:
; LOOP:           icmp eq ptr %slot2, @get
define void @f(ptr %a, ptr %b, i1 %c) {
entry:
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  br label %loop

loop:
  %vtable2 = load ptr, ptr %b, !invariant.group !2
  %test2 = call i1 @llvm.public.type.test(ptr %vtable2, metadata !"One")
  call void @llvm.assume(i1 %test2)
  %slot2 = load ptr, ptr %vtable2, !invariant.load !2
  %r2 = call i32 %slot2(ptr %b)
  br i1 %c, label %loop, label %exit

exit:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}

;--- pad.ll
; Behind a branch of the landing pad, too.
; PAD-LABEL: define void @f(
; PAD:         pad:
; PAD-NOT:       icmp
; PAD:         normal:
; PAD:           icmp eq ptr %slot2, @get
define void @f(ptr %a, ptr %b, i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw()
          to label %normal unwind label %pad

pad:
  %exception = landingpad { ptr, i32 }
          cleanup
  br i1 %c, label %destroy, label %resume

destroy:
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  br label %resume

resume:
  resume { ptr, i32 } %exception

normal:
  %vtable2 = load ptr, ptr %b, !invariant.group !2
  %test2 = call i1 @llvm.public.type.test(ptr %vtable2, metadata !"One")
  call void @llvm.assume(i1 %test2)
  %slot2 = load ptr, ptr %vtable2, !invariant.load !2
  %r2 = call i32 %slot2(ptr %b)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}

;--- profile.ll
; The profile says that the loop is hardly ever entered.
; PROFILE-LABEL: define void @f(
; PROFILE:         icmp eq ptr %slot, @get
; PROFILE:         loop:
; PROFILE-NOT:       icmp
; PROFILE:         ret void
define void @f(ptr %a, ptr %b, i1 %c) !prof !3 {
entry:
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  br i1 %c, label %loop, label %exit, !prof !4

loop:
  %vtable2 = load ptr, ptr %b, !invariant.group !2
  %test2 = call i1 @llvm.public.type.test(ptr %vtable2, metadata !"One")
  call void @llvm.assume(i1 %test2)
  %slot2 = load ptr, ptr %vtable2, !invariant.load !2
  %r2 = call i32 %slot2(ptr %b)
  br i1 %c, label %loop, label %exit, !prof !4

exit:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
!3 = !{!"function_entry_count", i64 1000}
!4 = !{!"branch_weights", i32 1, i32 1000}

;--- again.ll
; AGAIN-LABEL: define void @in_loop(
; AGAIN-NOT:     %dead
; AGAIN:         ret void
define void @in_loop(ptr %a, i1 %c) {
entry:
  %dead = ptrtoint ptr %a to i64
  br label %loop

loop:
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; AGAIN-LABEL: define void @no_loop(
; AGAIN:         %dead
; AGAIN:         icmp eq ptr %slot, @get
define void @no_loop(ptr %a) {
  %dead = ptrtoint ptr %a to i64
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}

;--- calls.ll
; Calls in a method count as several instructions, so that it has too many to be
; inlined. That another call is of the same object does not help then.
@Two = constant { [1 x ptr] } { [1 x ptr] [ptr @calls] }, !type !3
declare i32 @work()
define i32 @calls(ptr %this) {
  %r = call i32 @work()
  %s = call i32 @work()
  %t = add i32 %r, %s
  ret i32 %t
}
; CALLS-LABEL: define i32 @several(
; CALLS-NOT:     icmp
; CALLS:         ret i32
; CHEAP-LABEL: define i32 @several(
; CHEAP-COUNT-2: icmp eq ptr %{{.*}}, @calls
define i32 @several(ptr %a) {
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"Two")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  %s = call i32 %slot(ptr %a)
  %t = add i32 %r, %s
  ret i32 %t
}
; It does if one of them is inlined, also where each way has loaded the vtable pointer.
; CALLS-LABEL: define i32 @ways(
; CALLS:         icmp eq ptr %{{.*}}, @get
; CALLS:         icmp eq ptr %{{.*}}, @calls
; CALLS:         ret i32
; Not if it is another object.
; CALLS-LABEL: define i32 @other(
; CALLS:         icmp eq ptr %{{.*}}, @get
; CALLS-NOT:     icmp
; CALLS:         ret i32
define i32 @ways(ptr %a, i1 %c) {
  br i1 %c, label %left, label %right

left:
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  br label %join

right:
  %vtable2 = load ptr, ptr %a, !invariant.group !2
  br label %join

join:
  %phi = phi ptr [ %vtable, %left ], [ %vtable2, %right ]
  %test2 = call i1 @llvm.public.type.test(ptr %phi, metadata !"Two")
  call void @llvm.assume(i1 %test2)
  %slot2 = load ptr, ptr %phi, !invariant.load !2
  %s = call i32 %slot2(ptr %a)
  ret i32 %s
}
define i32 @other(ptr %a, ptr %b, i1 %c) {
  br i1 %c, label %left, label %right

left:
  %vtable = load ptr, ptr %a, !invariant.group !2
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %a)
  br label %join

right:
  br label %join

join:
  %vtable2 = load ptr, ptr %b, !invariant.group !2
  %test2 = call i1 @llvm.public.type.test(ptr %vtable2, metadata !"Two")
  call void @llvm.assume(i1 %test2)
  %slot2 = load ptr, ptr %vtable2, !invariant.load !2
  %s = call i32 %slot2(ptr %b)
  ret i32 %s
}
declare i1 @llvm.public.type.test(ptr, metadata)
declare void @llvm.assume(i1)
!llvm.module.flags = !{!4}
!3 = !{i64 0, !"Two"}
!4 = !{i32 1, !"StrictVTablePointers", i32 1}
