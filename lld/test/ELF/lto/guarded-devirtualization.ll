; REQUIRES: x86
; Calls of classes that other shared objects may derive from have guards, whether or
; not the linker is told to know all classes. Whole-program devirtualization only
; looks at them if it is.

; RUN: opt %s -o %t.o
; RUN: echo "{ global: call*; local: *; };" > %t.version
; RUN: ld.lld -shared %t.o -o %t.so --lto-O2 -mllvm -pass-remarks=. 2>&1 | FileCheck %s --check-prefix=PUBLIC --implicit-check-not=wholeprogramdevirt
; RUN: ld.lld -shared %t.o -o %t.so --lto-O2 -save-temps && llvm-dis %t.so.0.4.opt.bc -o - | FileCheck %s --implicit-check-not="!virtual_call"
; RUN: ld.lld -shared %t.o -o %t.so --version-script=%t.version --lto-O2 --lto-whole-program-visibility -mllvm -pass-remarks=. 2>&1 | FileCheck %s --check-prefix=KNOWN
; The same with ThinLTO.
; RUN: opt -module-summary %s -o %t.thin.o
; RUN: ld.lld -shared %t.thin.o -o %t.so --lto-O2 -mllvm -pass-remarks=. 2>&1 | FileCheck %s --check-prefix=PUBLIC --implicit-check-not=wholeprogramdevirt
; RUN: ld.lld -shared %t.thin.o -o %t.so --lto-O2 -save-temps && llvm-dis %t.thin.o.4.opt.bc -o - | FileCheck %s --implicit-check-not="!virtual_call"
; The same if the vtables are in the part that full LTO links.
; RUN: opt -thinlto-bc -thinlto-split-lto-unit %s -o %t.split.o
; RUN: ld.lld -shared %t.split.o -o %t.so --lto-O2 -mllvm -pass-remarks=. 2>&1 | FileCheck %s --check-prefix=PUBLIC --implicit-check-not=wholeprogramdevirt
; RUN: ld.lld -shared %t.split.o -o %t.so --lto-O2 -save-temps && llvm-dis %t.split.o.4.opt.bc -o - | FileCheck %s --implicit-check-not="!virtual_call"
; RUN: ld.lld -shared %t.split.o -o %t.so --version-script=%t.version --lto-O2 --lto-whole-program-visibility -mllvm -pass-remarks=. 2>&1 | FileCheck %s --check-prefix=KNOWN
; RUN: sed -e 's/!"managed-devirtualize", i32 1/!"managed-devirtualize", i32 0/' %s | opt -module-summary -o %t.unasked.thin.o
; RUN: ld.lld -shared %t.unasked.thin.o -o %t.so --lto-O2 -save-temps && llvm-dis %t.unasked.thin.o.4.opt.bc -o - | FileCheck %s --check-prefix=NONE
; Not without the flag that asks for it, the one that says that there are barriers,
; or optimization.
; RUN: sed -e 's/!"managed-devirtualize", i32 1/!"managed-devirtualize", i32 0/' %s | opt -o %t.unasked.o
; RUN: ld.lld -shared %t.unasked.o -o %t.so --lto-O2 -save-temps && llvm-dis %t.so.0.4.opt.bc -o - | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/!"StrictVTablePointers"/!"AnotherFlag"/' %s | opt -o %t.plain.o
; RUN: ld.lld -shared %t.plain.o -o %t.so --lto-O2 -save-temps && llvm-dis %t.so.0.4.opt.bc -o - | FileCheck %s --check-prefix=NONE
; RUN: ld.lld -shared %t.o -o %t.so --lto-O1 -save-temps && llvm-dis %t.so.0.4.opt.bc -o - | FileCheck %s --check-prefix=NONE

; PUBLIC: virtual call of one is guarded by a comparison
; PUBLIC: virtual call of first or second is guarded by a comparison
; KNOWN: single-impl: devirtualized a call to one
; KNOWN: virtual call of first or second is guarded by a comparison

; CHECK-LABEL: define i32 @callOne(
; CHECK: icmp eq ptr %{{.*}}, @one
; CHECK-LABEL: define i32 @callTwo(
; CHECK: icmp eq ptr %{{.*}}, @first
; CHECK: icmp eq ptr %{{.*}}, @second
; NONE-LABEL: define i32 @callOne(
; NONE-NOT: icmp
; NONE: call i32 %

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@One = constant [1 x ptr] [ptr @one], !type !0, !vcall_visibility !4
@First = constant [1 x ptr] [ptr @first], !type !1, !vcall_visibility !4
@Second = constant [1 x ptr] [ptr @second], !type !1, !vcall_visibility !4

; There are objects.
@callees = constant [3 x ptr] [ptr @One, ptr @First, ptr @Second]

define i32 @one(ptr %this) {
  ret i32 10
}

define i32 @first(ptr %this) {
  %r = load i32, ptr %this
  ret i32 %r
}

define i32 @second(ptr %this) {
  ret i32 12
}

define i32 @callOne(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !5
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !5
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

define i32 @callTwo(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !5
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"Two")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !5
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

declare i1 @llvm.public.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!2, !3, !20}
!0 = !{i64 0, !"One"}
!1 = !{i64 0, !"Two"}
!2 = !{i32 1, !"StrictVTablePointers", i32 1}
!3 = !{i32 8, !"StrictVTablePointersOnly", i32 1}
!20 = !{i32 7, !"managed-devirtualize", i32 1}
!4 = !{i64 0}
!5 = !{}
