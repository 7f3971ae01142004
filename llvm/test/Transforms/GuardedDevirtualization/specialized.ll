; Calls that share a guard and pass the same constants have a function of their own,
; with the method inlined, if the constants decide what that does.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -guarded-growth-floor=0 -guarded-specialized-growth=1000 -verify-each -S | FileCheck %s --implicit-check-not='define internal'
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -guarded-growth-floor=0 -guarded-specialized-growth=0 -S | FileCheck %s --check-prefix=NONE
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -guarded-growth-floor=0 -guarded-specialized-growth=1000 -guarded-specialized-frequency=3 -S | FileCheck %s --check-prefix=OFTEN
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -guarded-growth-floor=0 -guarded-specialized-growth=1000 -S | llc -verify-machineinstrs -o /dev/null

; NONE-NOT: .specialized

; OFTEN-NOT: define internal {{.*}}.specialized
; OFTEN:     define internal void @guard.0.vtable.copy.specialized(
; OFTEN-NOT: define internal {{.*}}.specialized

target triple = "x86_64-unknown-linux-gnu"

@V = constant [12 x ptr] [ptr @copy, ptr @branch, ptr @casts, ptr @select, ptr @sum, ptr @bound, ptr @large, ptr @elsewhere, ptr @outlined, ptr @both, ptr @value, ptr @fill], !type !0

@a = external global ptr
@b = external global ptr

define void @copy(ptr %this, ptr %from, i64 signext %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %this, ptr %from, i64 %n, i1 false)
  ret void
}

define i32 @branch(ptr %this, i1 zeroext %c) {
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  %r = call i32 @work(ptr %this)
  ret i32 %r
}

define i32 @casts(ptr %this, i8 %n) !dbg !10 {
  %wide = zext i8 %n to i32, !dbg !11
  %less = sub i32 %wide, 7
  switch i32 %less, label %other [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  ret i32 1
two:
  ret i32 2
other:
  %r = call i32 @work(ptr %this)
  ret i32 %r
}

define ptr @select(ptr %this, i32 %n) {
  %c = icmp eq i32 %n, 3
  %p = select i1 %c, ptr @a, ptr @b
  %r = load ptr, ptr %p
  ret ptr %r
}

; What is done is the same for all constants.
define i32 @sum(ptr %this, i32 %n) {
  %x = load i32, ptr %this
  %r = add i32 %x, %n
  ret i32 %r
}

define i32 @bound(ptr %this, i32 %n) {
  %x = load i32, ptr %this
  %c = icmp slt i32 %x, %n
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}

define void @value(ptr %this, i8 %n) {
  call void @llvm.memset.p0.i64(ptr %this, i8 %n, i64 100, i1 false)
  ret void
}

; The last use decides.
define i8 @fill(ptr %this, i8 %n) {
  %c = icmp eq i8 %n, 0
  br i1 %c, label %yes, label %no
yes:
  ret i8 %n
no:
  call void @llvm.memset.p0.i64(ptr %this, i8 %n, i64 100, i1 false)
  ret i8 %n
}

; Too large to be inlined.
define i32 @large(ptr %this, i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  call void @llvm.experimental.noalias.scope.decl(metadata !20)
  %1 = call i32 @work(ptr %this)
  %2 = call i32 @work(ptr %this)
  %3 = call i32 @work(ptr %this)
  %4 = call i32 @work(ptr %this)
  %5 = call i32 @work(ptr %this)
  %6 = call i32 @work(ptr %this)
  %7 = call i32 @work(ptr %this)
  %8 = call i32 @work(ptr %this)
  %9 = call i32 @work(ptr %this)
  %10 = call i32 @work(ptr %this)
  %11 = call i32 @work(ptr %this)
  %12 = call i32 @work(ptr %this)
  ret i32 %12
no:
  ret i32 2
}

declare i32 @elsewhere(ptr, i1)

define i32 @outlined(ptr %this, i1 %c) noinline {
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  %r = call i32 @work(ptr %this)
  ret i32 %r
}

define i32 @both(ptr %this, i1 %c, ptr %p, i1 %d) {
  %r = call i32 @branch(ptr %this, i1 zeroext %c)
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  br i1 %d, label %yes, label %work
work:
  %s = call i32 @work(ptr %p)
  ret i32 %s
}

declare i32 @work(ptr)

; CHECK-LABEL: define void @copies(
; CHECK:         call void @guard.0.vtable.copy.specialized(ptr %this, ptr %p, i64 signext poison)
; CHECK:         call void @guard.0.vtable.copy.specialized(ptr %this, ptr %q, i64 signext poison)
; CHECK:         call void @guard.0.vtable.copy.specialized(ptr %this, ptr %p, i64 signext poison)
; CHECK:         call void @guard.0.vtable.copy(ptr %this, ptr %q, i64 signext 5)
; CHECK:         call void @guard.0.vtable.copy(ptr %this, ptr %q, i64 signext %n)
define void @copies(ptr %this, ptr %p, ptr %q, i64 %n) {
  %v = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %v, metadata !"A")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %v, !invariant.load !30
  call void %slot(ptr %this, ptr %p, i64 signext 2)
  call void %slot(ptr %this, ptr %q, i64 noundef signext 2)
  call void %slot(ptr %this, ptr %p, i64 signext 2)
  call void %slot(ptr %this, ptr %q, i64 signext 5)
  call void %slot(ptr %this, ptr %q, i64 signext %n)
  ret void
}

; CHECK-LABEL: define void @branches(
; CHECK:         call i32 @guard.8.vtable.branch.specialized(ptr %this, i1 zeroext poison)
; CHECK:         call i32 @guard.8.vtable.branch.specialized(ptr %this, i1 zeroext poison)
define void @branches(ptr %this) {
  %v = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %v, metadata !"A")
  call void @llvm.assume(i1 %test)
  %at = getelementptr i8, ptr %v, i64 8
  %slot = load ptr, ptr %at, !invariant.load !30
  call i32 %slot(ptr %this, i1 zeroext true)
  call i32 %slot(ptr %this, i1 noundef zeroext true)
  ret void
}

; CHECK-LABEL: define void @switches(
; CHECK:         call i32 @guard.16.vtable.casts.specialized(ptr %this, i8 poison)
; CHECK:         invoke i32 @guard.16.vtable.casts.specialized(ptr %this, i8 poison)
define void @switches(ptr %this) personality ptr @__gxx_personality_v0 {
  %v = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %v, metadata !"A")
  call void @llvm.assume(i1 %test)
  %at = getelementptr i8, ptr %v, i64 16
  %slot = load ptr, ptr %at, !invariant.load !30
  call i32 %slot(ptr %this, i8 8)
  invoke i32 %slot(ptr %this, i8 8) to label %end unwind label %pad
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
end:
  ret void
}

; CHECK-LABEL: define void @selects(
; CHECK:         call ptr @guard.24.vtable.select.specialized(ptr %this, i32 poison)
; CHECK:         call ptr @guard.24.vtable.select.specialized(ptr %this, i32 poison)
define void @selects(ptr %this) {
  %v = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %v, metadata !"A")
  call void @llvm.assume(i1 %test)
  %at = getelementptr i8, ptr %v, i64 24
  %slot = load ptr, ptr %at, !invariant.load !30
  call ptr %slot(ptr %this, i32 3)
  call ptr %slot(ptr %this, i32 3)
  ret void
}

; What is returned is no longer what is passed.
; CHECK-LABEL: define void @fills(
; CHECK:         call i8 @guard.88.vtable.fill.specialized(ptr %this, i8 poison)
; CHECK:         call i8 @guard.88.vtable.fill.specialized(ptr %this, i8 poison)
define void @fills(ptr %this) {
  %v = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %v, metadata !"A")
  call void @llvm.assume(i1 %test)
  %at = getelementptr i8, ptr %v, i64 88
  %slot = load ptr, ptr %at, !invariant.load !30
  call i8 %slot(ptr %this, i8 returned 0)
  call i8 %slot(ptr %this, i8 returned 0)
  ret void
}

; All that is decided has to be the same.
; CHECK-LABEL: define void @boths(
; CHECK:         call i32 @guard.72.vtable.both(ptr %this, i1 true, ptr %this, i1 true)
; CHECK:         call i32 @guard.72.vtable.both(ptr %this, i1 true, ptr %this, i1 false)
; CHECK:         call i32 @guard.72.vtable.both.specialized(ptr %this, i1 poison, ptr null, i1 poison)
; CHECK:         call i32 @guard.72.vtable.both.specialized(ptr %this, i1 poison, ptr %this, i1 poison)
; CHECK:         call i32 @guard.72.vtable.both(ptr %this, i1 false, ptr %this, i1 %d)
define void @boths(ptr %this, i1 %d) {
  %v = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %v, metadata !"A")
  call void @llvm.assume(i1 %test)
  %at = getelementptr i8, ptr %v, i64 72
  %slot = load ptr, ptr %at, !invariant.load !30
  call i32 %slot(ptr %this, i1 true, ptr %this, i1 true)
  call i32 %slot(ptr %this, i1 true, ptr %this, i1 false)
  call i32 %slot(ptr %this, i1 false, ptr null, i1 false)
  call i32 %slot(ptr %this, i1 false, ptr %this, i1 false)
  call i32 %slot(ptr %this, i1 false, ptr %this, i1 %d)
  ret void
}

; CHECK-LABEL: define void @nothing(
; CHECK-NOT:     specialized
; CHECK:         ret void
define void @nothing(ptr %this) {
  %v = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %v, metadata !"A")
  call void @llvm.assume(i1 %test)
  %at32 = getelementptr i8, ptr %v, i64 32
  %sum = load ptr, ptr %at32, !invariant.load !30
  call i32 %sum(ptr %this, i32 3)
  call i32 %sum(ptr %this, i32 3)
  %at40 = getelementptr i8, ptr %v, i64 40
  %bound = load ptr, ptr %at40, !invariant.load !30
  call i32 %bound(ptr %this, i32 3)
  call i32 %bound(ptr %this, i32 3)
  %at48 = getelementptr i8, ptr %v, i64 48
  %large = load ptr, ptr %at48, !invariant.load !30
  call i32 %large(ptr %this, i1 true)
  call i32 %large(ptr %this, i1 true)
  %at56 = getelementptr i8, ptr %v, i64 56
  %elsewhere = load ptr, ptr %at56, !invariant.load !30
  call i32 %elsewhere(ptr %this, i1 true)
  call i32 %elsewhere(ptr %this, i1 true)
  %at64 = getelementptr i8, ptr %v, i64 64
  %outlined = load ptr, ptr %at64, !invariant.load !30
  call i32 %outlined(ptr %this, i1 true)
  call i32 %outlined(ptr %this, i1 true)
  %at80 = getelementptr i8, ptr %v, i64 80
  %value = load ptr, ptr %at80, !invariant.load !30
  call void %value(ptr %this, i8 1)
  call void %value(ptr %this, i8 1)
  ret void
}

; The functions of which no call is left are gone.
; CHECK:         define internal void @guard.0.vtable.copy(
; CHECK-SAME:    #[[SMALL:[0-9]+]] {
; CHECK:         define internal i32 @guard.72.vtable.both(
; CHECK:         define internal i32 @guard.32.vtable.sum(
; CHECK:         define internal i32 @guard.40.vtable.bound(
; CHECK:         define internal i32 @guard.48.vtable.large(
; CHECK:         define internal i32 @guard.56.vtable.elsewhere(
; CHECK:         define internal i32 @guard.64.vtable.outlined(
; CHECK:         define internal void @guard.80.vtable.value(

; CHECK:         define internal void @guard.0.vtable.copy.specialized(ptr %0, ptr %1, i64 signext %2)
; CHECK-SAME:    #[[FAST:[0-9]+]] {
; CHECK:         icmp eq ptr %{{.*}}, @V
; CHECK:       miss:
; CHECK:         musttail call void %{{.*}}(ptr %0, ptr %1, i64 signext 2)
; CHECK:       hit:
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr %1, i64 2, i1 false)
; CHECK-NEXT:    ret void

; CHECK:         define internal i32 @guard.8.vtable.branch.specialized(
; CHECK:         musttail call i32 %{{.*}}(ptr %0, i1 zeroext true)
; CHECK:         define internal ptr @guard.24.vtable.select.specialized(
; CHECK:         define internal i8 @guard.88.vtable.fill.specialized(
; CHECK:         define internal i32 @guard.72.vtable.both.specialized(
; CHECK:         musttail call i32 %{{.*}}(ptr %0, i1 false, ptr %2, i1 false)
; CHECK:         define internal i32 @guard.16.vtable.casts.specialized(
; CHECK-NOT:     !dbg
; CHECK:         {{^}}}

; CHECK-DAG: attributes #[[SMALL]] = { noinline optsize }
; CHECK-DAG: attributes #[[FAST]] = { noinline }

declare void @llvm.assume(i1)
declare i1 @llvm.type.test(ptr, metadata)
declare i32 @__gxx_personality_v0(...)

!llvm.module.flags = !{!1, !2}
!llvm.dbg.cu = !{!12}
!0 = !{i64 0, !"A"}
!1 = !{i32 1, !"StrictVTablePointers", i32 1}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DISubprogram(name: "casts", unit: !12, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 1, scope: !10)
!12 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !13)
!13 = !DIFile(filename: "a.cpp", directory: "/")
!20 = !{!21}
!21 = distinct !{!21, !22}
!22 = distinct !{!22}
!30 = !{}
