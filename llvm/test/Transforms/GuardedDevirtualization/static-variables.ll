; Other linkage units may have copies of a method and of its static variables. A
; guard compares the slot, which tells which method it is, and calls it; inlined, it
; would have the variables of this module.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=1000 -guarded-method-size=100 -verify-each -S | FileCheck %s
; Shared guards compare the vtable, unless the method has static variables.
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=0 -verify-each -S | FileCheck %s --check-prefix=SHARED

target triple = "x86_64-unknown-linux-gnu"

@Counts = linkonce_odr constant [1 x ptr] [ptr @counts], !type !0
@CountsInside = linkonce_odr constant [1 x ptr] [ptr @countsInside], !type !1
@Constant = linkonce_odr constant [1 x ptr] [ptr @readsConstant], !type !2
@Internal = linkonce_odr constant [1 x ptr] [ptr @countsInternal], !type !3
@Declared = linkonce_odr constant [1 x ptr] [ptr @countsElsewhere], !type !4
@llvm.used = appending global [5 x ptr] [ptr @Counts, ptr @CountsInside, ptr @Constant, ptr @Internal, ptr @Declared]

@counter = linkonce_odr global i32 0
@table = linkonce_odr constant i32 7
@own = internal global i32 0

define linkonce_odr i32 @counts(ptr %this) {
  %n = load i32, ptr @counter
  ret i32 %n
}

; Another module has the method for certain, with its own variable.
define available_externally i32 @countsElsewhere(ptr %this) {
  %n = load i32, ptr @counter
  ret i32 %n
}

define linkonce_odr i32 @countsInside(ptr %this) {
  %n = call i32 @counts(ptr %this)
  ret i32 %n
}

define linkonce_odr i32 @readsConstant(ptr %this) {
  %n = load i32, ptr @table
  ret i32 %n
}

define linkonce_odr i32 @countsInternal(ptr %this) {
  %n = load i32, ptr @own
  ret i32 %n
}

; CHECK-LABEL: define i32 @direct(
; CHECK:         icmp eq ptr %{{.*}}, @counts
; CHECK:         call i32 @counts(ptr %this)
; SHARED-LABEL: define i32 @direct(
; SHARED:         icmp eq ptr %{{.*}}, @counts
define i32 @direct(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Counts")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @declared(
; CHECK:         icmp eq ptr %{{.*}}, @countsElsewhere
; CHECK:         call i32 @countsElsewhere(ptr %this)
define i32 @declared(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Declared")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @byAnotherFunction(
; CHECK:         icmp eq ptr %{{.*}}, @countsInside
; CHECK:         call i32 @countsInside(ptr %this)
define i32 @byAnotherFunction(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"CountsInside")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; A constant is the same in all copies: the method is inlined.
; CHECK-LABEL: define i32 @constant(
; CHECK:         icmp eq ptr %{{.*}}, @readsConstant
; CHECK-NOT:     call i32 @
; CHECK:         phi i32 {{.*}}7
; SHARED-LABEL: define i32 @constant(
; SHARED:         icmp eq ptr %{{.*}}, @Constant
define i32 @constant(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Constant")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; No other module has such a variable.
; CHECK-LABEL: define i32 @internal(
; CHECK:         icmp eq ptr %{{.*}}, @countsInternal
; CHECK-NOT:     call i32 @
; CHECK:         load i32, ptr @own
define i32 @internal(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Internal")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!11}
!0 = !{i64 0, !"Counts"}
!1 = !{i64 0, !"CountsInside"}
!2 = !{i64 0, !"Constant"}
!3 = !{i64 0, !"Internal"}
!4 = !{i64 0, !"Declared"}
!10 = !{}
!11 = !{i32 1, !"StrictVTablePointers", i32 1}
