; Where no virtual call can be found any more, barriers are gone, and loops are as
; good as without them.

; RUN: opt -passes='default<O2>' -S %s | FileCheck %s --check-prefixes=CHECK,GONE
; RUN: opt -passes='thinlto<O2>' -S %s | FileCheck %s --check-prefixes=CHECK,GONE
; RUN: opt -passes='lto<O2>' -S %s | FileCheck %s --check-prefixes=CHECK,GONE
; RUN: opt -passes='thinlto-pre-link<O2>' -S %s | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='lto-pre-link<O2>' -S %s | FileCheck %s --check-prefix=KEPT

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define {{.*}}@clear(
; CHECK:         call void @llvm.memset
; KEPT-LABEL:  define {{.*}}@clear(
; KEPT:          call ptr @llvm.launder.invariant.group
define void @clear(ptr %Bytes, i64 %N) {
entry:
  %Any = icmp sgt i64 %N, 0
  br i1 %Any, label %loop, label %exit

loop:
  %I = phi i64 [ 0, %entry ], [ %Next, %loop ]
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Bytes)
  %Byte = getelementptr inbounds i8, ptr %Laundered, i64 %I
  store i8 0, ptr %Byte
  %Next = add nuw nsw i64 %I, 1
  %More = icmp slt i64 %Next, %N
  br i1 %More, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define {{.*}}@construct(
; CHECK-NOT:     @Base
; CHECK:         store ptr @Derived
; CHECK-NEXT:    ret void
; GONE-NOT:    invariant.group
; KEPT-LABEL:  define {{.*}}@construct(
; KEPT:          store ptr @Derived, {{.*}}, !invariant.group
define void @construct(ptr %Object) {
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  store ptr @Base, ptr %Laundered, !invariant.group !0
  store ptr @Derived, ptr %Object, !invariant.group !0
  ret void
}

@Base = external constant ptr
@Derived = external constant ptr

declare ptr @llvm.launder.invariant.group.p0(ptr)

!llvm.module.flags = !{!1, !2}

!0 = !{}
!1 = !{i32 1, !"StrictVTablePointers", i32 1}
!2 = !{i32 8, !"StrictVTablePointersOnly", i32 1}
