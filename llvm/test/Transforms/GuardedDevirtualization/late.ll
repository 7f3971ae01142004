; What the run behind inlining does in addition: calls of what is chosen from known
; functions and vtables become direct, a vtable pointer's phi tells what to guess, and
; small methods are inlined.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=1000 -guarded-method-size=4294967295 -verify-each -S | FileCheck %s --implicit-check-not='!virtual_call'
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization<early>' -guarded-growth=1000 -S | FileCheck %s --check-prefix=EARLY

target triple = "x86_64-unknown-linux-gnu"

@VA = constant [1 x ptr] [ptr @a], !type !1
@VB = constant [1 x ptr] [ptr @b], !type !1
@VC = constant [1 x ptr] [ptr @c], !type !1
@VD = constant [1 x ptr] [ptr @d], !type !1
@Forwarded = available_externally constant [1 x ptr] [ptr @forward]
@Variable = global [1 x ptr] [ptr @a]

declare i32 @a(ptr)
declare i32 @b(ptr)
declare i32 @c(ptr)
declare i32 @d(ptr)
declare i32 @other(ptr, i32)
declare i32 @forward(ptr) #0
declare void @llvm.assume(i1)
declare i1 @llvm.type.test(ptr, metadata)

; What has chosen the function chooses the call: addresses are not compared.
; CHECK-LABEL: define i32 @functions(
; CHECK:         [[IS:%.*]] = select i1 %c, i1 false, i1 true
; CHECK-NOT:     icmp
; CHECK:         br i1 [[IS]],
; CHECK:         call i32 @{{[ab]}}(ptr %this)
; CHECK-NOT:     call i32 %f(
; CHECK:         call i32 @{{[ab]}}(ptr %this)
; CHECK-NOT:     call i32 %f(
; CHECK:         ret i32
; EARLY-LABEL: define i32 @functions(
; EARLY:         call i32 %f(
define i32 @functions(ptr %this, i1 %c) {
  %f = select i1 %c, ptr @a, ptr @b
  %r = call i32 %f(ptr %this)
  ret i32 %r
}

; The same where paths meet.
; CHECK-LABEL: define i32 @joined(
; CHECK:         [[IS:%.*]] = phi i1 [ false, %first ], [ true, %second ]
; CHECK:         %f = phi ptr [ @a, %first ], [ @b, %second ]
; CHECK-NOT:     icmp
; CHECK:         br i1 [[IS]],
; CHECK:         call i32 @b(ptr %this)
; CHECK:         call i32 @a(ptr %this)
define i32 @joined(ptr %this, i1 %c) {
  br i1 %c, label %first, label %second
first:
  br label %join
second:
  br label %join
join:
  %f = phi ptr [ @a, %first ], [ @b, %second ]
  %r = call i32 %f(ptr %this)
  ret i32 %r
}

; Of four it stays.
; CHECK-LABEL: define i32 @four(
; CHECK:         call i32 %f(
define i32 @four(ptr %this, i1 %c, i1 %d) {
  %e = select i1 %c, ptr @a, ptr @b
  %g = select i1 %c, ptr @c, ptr @d
  %f = select i1 %d, ptr %e, ptr %g
  %r = call i32 %f(ptr %this)
  ret i32 %r
}

; One of them has other parameters.
; CHECK-LABEL: define i32 @mismatch(
; CHECK:         call i32 %f(
define i32 @mismatch(ptr %this, i1 %c) {
  %f = select i1 %c, ptr @a, ptr @other
  %r = call i32 %f(ptr %this)
  ret i32 %r
}

; One is not known.
; CHECK-LABEL: define i32 @unknown(
; CHECK:         call i32 %f(
define i32 @unknown(ptr %this, i1 %c, ptr %g) {
  %f = select i1 %c, ptr @a, ptr %g
  %r = call i32 %f(ptr %this)
  ret i32 %r
}

; Three, where ways meet.
; CHECK-LABEL: define i32 @vtables(
; CHECK:       made:
; CHECK-NOT:     call i32 %slot(
; CHECK-DAG:     call i32 @a(ptr %this)
; CHECK-DAG:     call i32 @b(ptr %this)
; CHECK-DAG:     call i32 @c(ptr %this)
; CHECK:         ret i32
define i32 @vtables(ptr %this, i32 %kind) {
  switch i32 %kind, label %first [i32 1, label %second
                                  i32 2, label %third]
first:
  br label %made
second:
  br label %made
third:
  br label %made
made:
  %vtable = phi ptr [ @VA, %first ], [ @VB, %second ], [ @VC, %third ]
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; The slot may change.
; CHECK-LABEL: define i32 @changes(
; CHECK:         call i32 %slot(
define i32 @changes(ptr %this, i1 %c) {
  %vtable = select i1 %c, ptr @VA, ptr @VB
  %slot = load ptr, ptr %vtable
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; The table may.
; CHECK-LABEL: define i32 @variable(
; CHECK:         call i32 %slot(
define i32 @variable(ptr %this, i1 %c) {
  %vtable = select i1 %c, ptr @VA, ptr @Variable
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; There is nothing there.
; CHECK-LABEL: define i32 @outside(
; CHECK:         call i32 %slot(
define i32 @outside(ptr %this, i1 %c) {
  %vtable = select i1 %c, ptr @VA, ptr @VB
  %at = getelementptr i8, ptr %vtable, i64 8
  %slot = load ptr, ptr %at, !invariant.load !0
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; A copy does not say what the vtable has.
; CHECK-LABEL: define i32 @forwarded(
; CHECK:         call i32 %slot(
define i32 @forwarded(ptr %this, i1 %c) {
  %vtable = select i1 %c, ptr @VA, ptr @Forwarded
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Of four methods, the one that an object has that was just made.
; CHECK-LABEL: define i32 @likely(
; CHECK:       made:
; CHECK:         icmp eq ptr %slot, @a
; CHECK:         call i32 @a(ptr %this)
; CHECK:         call i32 %slot(ptr %this)
; CHECK-NOT:     @{{[bcd]}}
; CHECK:         ret i32
define i32 @likely(ptr %this, i1 %c) {
  br i1 %c, label %new, label %old
new:
  br label %made
old:
  %loaded = load ptr, ptr %this
  br label %made
made:
  %vtable = phi ptr [ @VA, %new ], [ %loaded, %old ]
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Four")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %this)
  %again = call i32 %slot(ptr %this)
  ret i32 %r
}

; A choice needs no guess, although one could be made.
; CHECK-LABEL: define i32 @choice(
; CHECK-NOT:     @guard
; CHECK:         [[IS:%.*]] = icmp eq ptr %slot, @{{[st]}}
; CHECK-NOT:     @guard
; CHECK:         call i32 @{{[st]}}(ptr %this)
; CHECK:         call i32 @{{[st]}}(ptr %this)
; CHECK-NOT:     @guard
; CHECK:         ret i32
@VS = constant [1 x ptr] [ptr @s], !type !4
@VT = constant [1 x ptr] [ptr @t], !type !4
declare i32 @s(ptr)
declare i32 @t(ptr)
define i32 @choice(ptr %this, i1 %c) {
  %vtable = select i1 %c, ptr @VS, ptr @VT
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Two")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; What does not read the object may have moved to where it is gone: a function that
; reads it cannot be called there.
; CHECK-LABEL: define i32 @moved(
; CHECK:         call i32 %slot(ptr %this)
; CHECK:         ret i32
define i32 @moved(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Two")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %this) memory(none)
  ret i32 %r
}

@VSmall = constant [1 x ptr] [ptr @small], !type !2

define i32 @small(ptr %this) {
  ret i32 7
}

; CHECK-LABEL: define i32 @inlines(
; CHECK:         icmp eq ptr %slot, @small
; CHECK-NOT:     call i32 @small
; CHECK:         phi i32 {{.*}} 7
; EARLY-LABEL: define i32 @inlines(
; EARLY:         call i32 @small(
define i32 @inlines(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Small")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

@VWraps = constant [1 x ptr] [ptr @wraps], !type !3

; A method that calls itself of another object is likely one that wraps objects of
; other classes; of its own object it is a guess like any other.
; CHECK-LABEL: define i32 @wraps(
; CHECK:         %r = call i32 %slot(ptr %other)
; CHECK:         icmp eq ptr %ownslot, @wraps
define i32 @wraps(ptr %this) {
  %at = getelementptr i8, ptr %this, i64 8
  %other = load ptr, ptr %at
  %vtable = load ptr, ptr %other
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Wraps")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !0
  %r = call i32 %slot(ptr %other)
  %own = load ptr, ptr %this
  %owntest = call i1 @llvm.type.test(ptr %own, metadata !"Wraps")
  call void @llvm.assume(i1 %owntest)
  %ownslot = load ptr, ptr %own, !invariant.load !0
  %s = call i32 %ownslot(ptr %this)
  ret i32 %r
}

attributes #0 = { "vtable-forwarder"="0" }

!llvm.module.flags = !{!9}

!0 = !{}
!1 = !{i64 0, !"Four"}
!2 = !{i64 0, !"Small"}
!3 = !{i64 0, !"Wraps"}
!4 = !{i64 0, !"Two"}
!9 = !{i32 1, !"StrictVTablePointers", i32 1}
