; The list of what is kept for the compiler is replaced when a vtable gets a
; private copy, and may be the next variable of the module.

; RUN: opt < %s -passes='forward-unnamed-methods,gvn,name-own-vtables,lower-vtable-forwarders' -verify-each -S | FileCheck %s

target datalayout = "e-p:64:64"
target triple = "x86_64-unknown-linux-gnu"

@assumed = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method], !type !0
@llvm.compiler.used = appending global [2 x ptr] [ptr @assumed, ptr @kept], section "llvm.metadata"
@kept = global i32 0

; CHECK-DAG: @assumed.own = private unnamed_addr constant [3 x ptr]
; CHECK-DAG: @llvm.compiler.used = appending global [1 x ptr] [ptr @kept]

declare i32 @method(ptr)
declare void @use(ptr)
declare void @llvm.assume(i1)

; CHECK-LABEL: define void @object(
; CHECK:         call void @use(ptr {{.*}}@assumed.own, i64 16))
define void @object(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !1
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @assumed, i64 16)
  call void @llvm.assume(i1 %is)
  call void @use(ptr %vtable)
  ret void
}

!llvm.module.flags = !{!2}
!0 = !{i64 16, !"assumed"}
!1 = !{}
!2 = !{i32 1, !"StrictVTablePointers", i32 1}
