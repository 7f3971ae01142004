; The base of what an intrinsic returns is that of what it derives it from, or the
; same intrinsic of bases. None but those that load are base pointers.
; RUN: opt -safepoint-ir-verifier-print-only -passes='verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s

declare void @callee()
declare void @use.p1(ptr addrspace(1)) "gc-leaf-function"
declare void @use.v2p1(<2 x ptr addrspace(1)>) "gc-leaf-function"
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token, i32 immarg, i32 immarg)

; CHECK: Verifying gc pointers in function: mask
; CHECK-NEXT: No illegal uses
define void @mask(ptr addrspace(1) %a) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %a, i64 -8)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %m) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  call void @use.p1(ptr addrspace(1) %r)
  ret void
}

; CHECK: Verifying gc pointers in function: mask_is_no_base
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %m
define void @mask_is_no_base(ptr addrspace(1) %a) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %a, i64 -8)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %m) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @use.p1(ptr addrspace(1) %r)
  ret void
}

; CHECK: Verifying gc pointers in function: mask_of_another
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base: ptr addrspace(1) %b
define void @mask_of_another(ptr addrspace(1) %a, ptr addrspace(1) %b) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %a, i64 -8)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %m) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  call void @use.p1(ptr addrspace(1) %r)
  ret void
}

; It is the same pointer.
; CHECK: Verifying gc pointers in function: laundered
; CHECK-NEXT: No illegal uses
define void @laundered(ptr addrspace(1) %a) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %a)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %m) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @use.p1(ptr addrspace(1) %r)
  ret void
}

; CHECK: Verifying gc pointers in function: laundered_derived
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %m
define void @laundered_derived(ptr addrspace(1) %a) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %m = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %d)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %m) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @use.p1(ptr addrspace(1) %r)
  ret void
}

; CHECK: Verifying gc pointers in function: reversed
; CHECK-NEXT: No illegal uses
define void @reversed(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %a, <2 x i64> splat (i64 8)
  %x = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %a)
  %m = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %d)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %x, <2 x ptr addrspace(1)> %m) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 1)
  call void @use.v2p1(<2 x ptr addrspace(1)> %r)
  ret void
}

; CHECK: Verifying gc pointers in function: not_reversed
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base: <2 x ptr addrspace(1)> %a
define void @not_reversed(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %a, <2 x i64> splat (i64 8)
  %x = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %a)
  %m = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %d)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %m) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 1)
  call void @use.v2p1(<2 x ptr addrspace(1)> %r)
  ret void
}

; CHECK: Verifying gc pointers in function: reversed_is_no_base
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %m
define void @reversed_is_no_base(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %a, <2 x i64> splat (i64 8)
  %x = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %a)
  %m = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %d)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %m) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)
  call void @use.v2p1(<2 x ptr addrspace(1)> %r)
  ret void
}

; They choose alike only if all else is the same.
; CHECK: Verifying gc pointers in function: spliced_elsewhere
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %x
define void @spliced_elsewhere(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %a, <2 x i64> splat (i64 8)
  %x = call <2 x ptr addrspace(1)> @llvm.vector.splice.left.v2p1(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %a, i32 0)
  %m = call <2 x ptr addrspace(1)> @llvm.vector.splice.left.v2p1(<2 x ptr addrspace(1)> %d, <2 x ptr addrspace(1)> %d, i32 1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %x, <2 x ptr addrspace(1)> %m) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 1)
  call void @use.v2p1(<2 x ptr addrspace(1)> %r)
  ret void
}

; CHECK: Verifying gc pointers in function: loaded
; CHECK-NEXT: No illegal uses
define void @loaded(<2 x ptr addrspace(1)> %a, ptr %p, <2 x i1> %c) gc "statepoint-example" {
  %m = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %c, <2 x ptr addrspace(1)> %a)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %m) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)
  call void @use.v2p1(<2 x ptr addrspace(1)> %r)
  ret void
}

; CHECK: Verifying gc pointers in function: loaded_or_derived
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %m
define void @loaded_or_derived(<2 x ptr addrspace(1)> %a, ptr %p, <2 x i1> %c) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %a, <2 x i64> splat (i64 8)
  %m = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %c, <2 x ptr addrspace(1)> %d)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %m) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)
  call void @use.v2p1(<2 x ptr addrspace(1)> %r)
  ret void
}

; Nobody knows the base of this.
; CHECK: Verifying gc pointers in function: unknown
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %m
define void @unknown() gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.frameaddress.p1(i32 0)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %m) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @use.p1(ptr addrspace(1) %r)
  ret void
}

; CHECK: Verifying gc pointers in function: aggregate
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %m
define void @aggregate(ptr addrspace(1) %a) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %g = insertvalue { ptr addrspace(1) } poison, ptr addrspace(1) %d, 0
  %m = extractvalue { ptr addrspace(1) } %g, 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %m) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @use.p1(ptr addrspace(1) %r)
  ret void
}
