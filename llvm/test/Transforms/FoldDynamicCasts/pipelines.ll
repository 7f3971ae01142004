; Casts stay what they are until vtables have been looked for: full LTO looks again.
; With ThinLTO, what is imported has no function that casts.

; RUN: opt < %s -passes='default<O2>' -S | FileCheck %s --check-prefixes=CHECK,LOWERED
; RUN: opt < %s -passes='thinlto-pre-link<O2>' -S | FileCheck %s --check-prefixes=CHECK,LOWERED
; RUN: opt < %s -passes='lto<O2>' -S | FileCheck %s --check-prefixes=CHECK,LOWERED
; RUN: opt < %s -passes='lto-pre-link<O2>' -S | FileCheck %s --check-prefixes=CHECK,KEPT
; RUN: opt < %s -passes='lto-pre-link<O2>' | opt -passes='lto<O2>' -S | FileCheck %s --check-prefixes=CHECK,LOWERED

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@_ZTI1B = external constant ptr
@_ZTI1D = external constant ptr
@VTable = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI1D, ptr @f] }, !type !1, !type !2 #0

declare void @f(ptr)
declare ptr @__dynamic_cast(ptr, ptr, ptr, i64) nounwind willreturn memory(read)

; It keeps its parameters even where it is local.
define internal ptr @to_d(ptr %object, ptr %vtable) #1 !dynamic_cast !3 {
  %isset = icmp ne ptr %vtable, @to_d
  call void @llvm.assume(i1 %isset)
  %result = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %result
}

; CHECK-LABEL: define {{.*}} @unknown(
; LOWERED-NOT:   load
; LOWERED:       call ptr @__dynamic_cast(ptr {{.*}}%object, ptr {{.*}}@_ZTI1B, ptr {{.*}}@_ZTI1D, i64 0)
; KEPT:          %vtable = load
; KEPT:          call ptr @to_d(ptr {{.*}}%object, ptr %vtable)
define ptr @unknown(ptr %object) {
  %vtable = load ptr, ptr %object, align 8, !invariant.group !4
  %cast = call ptr @to_d(ptr %object, ptr %vtable)
  ret ptr %cast
}

; CHECK-LABEL: define {{.*}} @known(
; CHECK-NOT:     @to_d
; CHECK-NOT:     @__dynamic_cast
; CHECK:         ret ptr %object
define ptr @known(ptr %object) {
  %vtable = load ptr, ptr %object, align 8, !invariant.group !4
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @VTable, i64 16)
  call void @llvm.assume(i1 %is)
  call void @f(ptr %object)
  %again = load ptr, ptr %object, align 8, !invariant.group !4
  %cast = call ptr @to_d(ptr %object, ptr %again)
  ret ptr %cast
}

attributes #0 = { "public-bases" }
attributes #1 = { noinline optnone nounwind willreturn memory(read) "dynamic-cast" }

!llvm.module.flags = !{!0, !5}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
!5 = !{i32 8, !"StrictVTablePointersOnly", i32 1}
!1 = !{i64 16, !"_ZTS1B"}
!2 = !{i64 16, !"_ZTS1D"}
!3 = !{!"_ZTS1D"}
!4 = !{}
