; What devirtualizes remembers casts, once it is linked if that optimizes.

; RUN: opt < %s -passes='default<O2>' -S | FileCheck %s --check-prefix=CACHED
; RUN: opt < %s -passes='default<Os>' -S | FileCheck %s --check-prefix=CACHED
; RUN: sed -e '/managed-devirtualize/s/i32 1}/i32 0}/' %s | opt -passes='default<O2>' -S | FileCheck %s
; RUN: opt < %s -passes='default<O0>' -S | FileCheck %s
; RUN: opt < %s -passes='lto-pre-link<O2>' -S | FileCheck %s --check-prefixes=CHECK,DECLARED
; RUN: opt < %s -passes='thinlto-pre-link<O2>' -S | FileCheck %s --check-prefixes=CHECK,DECLARED
; RUN: opt < %s -passes='cache-dynamic-casts<declare>,globaldce,cache-dynamic-casts' -S | FileCheck %s --check-prefixes=DECLARED,CACHED
; RUN: opt < %s -passes='cache-dynamic-casts<declare>' -print-pipeline-passes -disable-output | FileCheck %s --check-prefix=PRINTED
; RUN: not opt < %s -passes='cache-dynamic-casts<no>' -disable-output 2>&1 | FileCheck %s --check-prefix=ERROR
; What else has the name stays.
; RUN: sed '$a @_end = global i8 0' %s | opt -passes='cache-dynamic-casts<declare>' -S | FileCheck %s --check-prefix=TAKEN
; PRINTED: cache-dynamic-casts<declare>
; ERROR: invalid CacheDynamicCasts pass parameter 'no'
; TAKEN-NOT: __ehdr_start
; DECLARED: @__ehdr_start = extern_weak hidden constant i8
; DECLARED: @_end = extern_weak hidden constant i8
; DECLARED: @llvm.compiler.used = {{.*}} [ptr @__ehdr_start, ptr @_end]
; RUN: opt < %s -passes='thinlto<O2>' -S | FileCheck %s --check-prefix=CACHED
; RUN: opt < %s -passes='lto<O2>' -S | FileCheck %s --check-prefix=CACHED

; CACHED: call ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(
; CHECK-NOT: __dynamic_cast_cached

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZTI1B = external constant ptr
@_ZTI1D = external constant ptr

declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)

define ptr @cast(ptr %object) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %cast
}

!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
!1 = !{i32 8, !"StrictVTablePointersOnly", i32 1}
!2 = !{i32 7, !"managed-devirtualize", i32 1}
