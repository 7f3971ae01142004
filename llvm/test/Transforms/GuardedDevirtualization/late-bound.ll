; In a shared object, a direct call of a method that the dynamic linker chooses
; jumps to where that has written an address. This is no faster than the virtual
; call: only methods that are inlined for certain get guards.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -verify-each -S -pass-remarks-missed=guarded-devirtualization 2>&1 | FileCheck %s
; A program, and code that is linked where it is.
; RUN: sed 's/^;PIE //' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -S | FileCheck %s --check-prefix=DIRECT
; RUN: sed 's/"PIC Level", i32 2/"PIC Level", i32 0/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -S | FileCheck %s --check-prefix=DIRECT
; A call for another one's sake.
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=1000 -guarded-method-size=3 -S | FileCheck %s --check-prefix=MANY

target triple = "x86_64-unknown-linux-gnu"

@Preempted = constant [1 x ptr] [ptr @preempted], !type !0
@Hidden = constant [1 x ptr] [ptr @hidden], !type !1
@Small = constant [1 x ptr] [ptr @small], !type !2
@Two = constant [2 x ptr] [ptr @small, ptr @preempted], !type !3

define i32 @preempted(ptr %this) noinline {
  ret i32 7
}

define hidden i32 @hidden(ptr %this) noinline {
  ret i32 7
}

define i32 @small(ptr %this) {
  ret i32 1
}

; CHECK: virtual call not changed: the dynamic linker chooses the method, and a direct call would be no faster
; CHECK-LABEL: define i32 @callsPreempted(
; CHECK-NOT:     call i32 @preempted(
; CHECK:         call i32 %slot(ptr %this)
; CHECK-NEXT:    ret i32
; DIRECT-LABEL: define i32 @callsPreempted(
; DIRECT:         call i32 @preempted(ptr %this)
define i32 @callsPreempted(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Preempted")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @callsHidden(
; CHECK:         call i32 @hidden(ptr %this)
define i32 @callsHidden(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Hidden")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @callsSmall(
; CHECK:         icmp eq ptr %{{.*}}, @Small
define i32 @callsSmall(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Small")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; MANY-LABEL: define i32 @callsTwo(
; MANY:         icmp eq ptr %{{.*}}, {{@small|@Two}}
; MANY-NOT:     call i32 @preempted(
; MANY:         call i32 %slot2(ptr %this)
; MANY:         ret i32
define i32 @callsTwo(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Two")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  %at = getelementptr inbounds i8, ptr %vtable, i64 8
  %slot2 = load ptr, ptr %at, !invariant.load !10
  %s = call i32 %slot2(ptr %this)
  %sum = add i32 %r, %s
  ret i32 %sum
}

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!11, !12
;PIE   , !13
  }
!0 = !{i64 0, !"Preempted"}
!1 = !{i64 0, !"Hidden"}
!2 = !{i64 0, !"Small"}
!3 = !{i64 0, !"Two"}
!10 = !{}
!11 = !{i32 1, !"StrictVTablePointers", i32 1}
!12 = !{i32 8, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
