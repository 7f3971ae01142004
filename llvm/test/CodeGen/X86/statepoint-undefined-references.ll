;; References that are undefined on a path, or in some lanes, are null. Code generation
;; sees to that before it lowers masked accesses.
; RUN: llc -mtriple=x86_64-linux-gnu -stop-after=gc-lowering < %s | FileCheck %s

declare void @leaf(ptr addrspace(1), i64) "gc-leaf-function"
declare void @leaf_aggregate({ ptr addrspace(1), i64 }) "gc-leaf-function"

;; Lanes that no operand has.
; CHECK-LABEL: define {{.*}} @shuffled(
; CHECK: shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> zeroinitializer, <4 x i32> <i32 0, i32 2, i32 1, i32 2>
define <4 x ptr addrspace(1)> @shuffled(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %r = shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> poison, <4 x i32> <i32 0, i32 poison, i32 1, i32 poison>
  ret <4 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @shuffled_both(
; CHECK: [[R:%.*]] = shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <4 x i32> <i32 0, i32 poison, i32 3, i32 1>
; CHECK: %r = shufflevector <4 x ptr addrspace(1)> [[R]], <4 x ptr addrspace(1)> zeroinitializer, <4 x i32> <i32 0, i32 5, i32 2, i32 3>
define <4 x ptr addrspace(1)> @shuffled_both(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b) gc "statepoint-example" {
  %r = shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <4 x i32> <i32 0, i32 poison, i32 3, i32 1>
  ret <4 x ptr addrspace(1)> %r
}

;; No lane of the second operand is read.
; CHECK-LABEL: define {{.*}} @broadcast(
; CHECK: %r = shufflevector <2 x ptr addrspace(1)> %i, <2 x ptr addrspace(1)> poison, <2 x i32> zeroinitializer
define <2 x ptr addrspace(1)> @broadcast(ptr addrspace(1) %a) gc "statepoint-example" {
  %i = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i64 0
  %r = shufflevector <2 x ptr addrspace(1)> %i, <2 x ptr addrspace(1)> poison, <2 x i32> zeroinitializer
  ret <2 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @shuffled_constant(
; CHECK: shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> zeroinitializer, <2 x i32> <i32 0, i32 2>
define <2 x ptr addrspace(1)> @shuffled_constant(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %r = shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> <ptr addrspace(1) poison, ptr addrspace(1) null>, <2 x i32> <i32 0, i32 2>
  ret <2 x ptr addrspace(1)> %r
}

;; Insertions into nothing.
; CHECK-LABEL: define {{.*}} @inserted(
; CHECK: insertelement <2 x ptr addrspace(1)> zeroinitializer, ptr addrspace(1) %a, i64 %i
define <2 x ptr addrspace(1)> @inserted(ptr addrspace(1) %a, i64 %i) gc "statepoint-example" {
  %r = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i64 %i
  ret <2 x ptr addrspace(1)> %r
}

;; Elements past the end.
; CHECK-LABEL: define {{.*}} @inserted_elsewhere(
; CHECK: ret <2 x ptr addrspace(1)> zeroinitializer
define <2 x ptr addrspace(1)> @inserted_elsewhere(<2 x ptr addrspace(1)> %v, ptr addrspace(1) %a) gc "statepoint-example" {
  %r = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %a, i64 2
  ret <2 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @extracted_elsewhere(
; CHECK: ret ptr addrspace(1) null
define ptr addrspace(1) @extracted_elsewhere(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %r = extractelement <2 x ptr addrspace(1)> %v, i64 2
  ret ptr addrspace(1) %r
}

;; Members that are no references stay undefined.
; CHECK-LABEL: define {{.*}} @aggregate(
; CHECK: insertvalue { ptr addrspace(1), i64, <2 x ptr addrspace(1)> } { ptr addrspace(1) null, i64 poison, <2 x ptr addrspace(1)> zeroinitializer }, ptr addrspace(1) %a, 0
define { ptr addrspace(1), i64, <2 x ptr addrspace(1)> } @aggregate(ptr addrspace(1) %a) gc "statepoint-example" {
  %r = insertvalue { ptr addrspace(1), i64, <2 x ptr addrspace(1)> } poison, ptr addrspace(1) %a, 0
  ret { ptr addrspace(1), i64, <2 x ptr addrspace(1)> } %r
}

; CHECK-LABEL: define {{.*}} @array(
; CHECK: insertvalue [2 x ptr addrspace(1)] zeroinitializer, ptr addrspace(1) %a, 0
define [2 x ptr addrspace(1)] @array(ptr addrspace(1) %a) gc "statepoint-example" {
  %r = insertvalue [2 x ptr addrspace(1)] undef, ptr addrspace(1) %a, 0
  ret [2 x ptr addrspace(1)] %r
}

; CHECK-LABEL: define {{.*}} @chosen(
; CHECK: select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) null
define ptr addrspace(1) @chosen(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
  %r = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) undef
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: define {{.*}} @joined(
; CHECK: phi ptr addrspace(1) [ null, %0 ], [ %a, %x ]
; CHECK: phi { ptr addrspace(1), i64 } [ { ptr addrspace(1) null, i64 poison }, %0 ], [ %g, %x ]
define ptr addrspace(1) @joined(ptr addrspace(1) %a, { ptr addrspace(1), i64 } %g, i1 %c) gc "statepoint-example" {
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %r = phi ptr addrspace(1) [ poison, %0 ], [ %a, %x ]
  %h = phi { ptr addrspace(1), i64 } [ poison, %0 ], [ %g, %x ]
  call void @leaf_aggregate({ ptr addrspace(1), i64 } %h)
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: define {{.*}} @frozen(
; CHECK: freeze ptr addrspace(1) null
define ptr addrspace(1) @frozen() gc "statepoint-example" {
  %r = freeze ptr addrspace(1) poison
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: define {{.*}} @offset(
; CHECK: getelementptr i8, ptr addrspace(1) null, i64 %i
define ptr addrspace(1) @offset(i64 %i) gc "statepoint-example" {
  %r = getelementptr i8, ptr addrspace(1) poison, i64 %i
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: define {{.*}} @by_undefined_numbers(
; CHECK: %r = getelementptr i8, <2 x ptr addrspace(1)> %a, <2 x i64> <i64 8, i64 0>
; CHECK: getelementptr i8, ptr addrspace(1) %b, i64 0
; CHECK: call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %b, i64 -1)
define <2 x ptr addrspace(1)> @by_undefined_numbers(<2 x ptr addrspace(1)> %a, ptr addrspace(1) %b) gc "statepoint-example" {
  %r = getelementptr i8, <2 x ptr addrspace(1)> %a, <2 x i64> <i64 8, i64 poison>
  %s = getelementptr i8, ptr addrspace(1) %b, i64 undef
  call void @leaf(ptr addrspace(1) %s, i64 0)
  %t = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %b, i64 poison)
  call void @leaf(ptr addrspace(1) %t, i64 0)
  ret <2 x ptr addrspace(1)> %r
}

;; What memory and callees get, and the caller.
; CHECK-LABEL: define {{.*}} @stored(
; CHECK: store ptr addrspace(1) null, ptr %p
; CHECK-NEXT: store i64 undef, ptr %p
; CHECK-NEXT: store <2 x ptr addrspace(1)> zeroinitializer, ptr %p
define void @stored(ptr %p) gc "statepoint-example" {
  store ptr addrspace(1) undef, ptr %p
  store i64 undef, ptr %p
  store <2 x ptr addrspace(1)> <ptr addrspace(1) null, ptr addrspace(1) undef>, ptr %p
  ret void
}

; CHECK-LABEL: define {{.*}} @passed(
; CHECK: call void @leaf(ptr addrspace(1) null, i64 poison)
define void @passed() gc "statepoint-example" {
  call void @leaf(ptr addrspace(1) poison, i64 poison)
  ret void
}

; CHECK-LABEL: define {{.*}} @returned(
; CHECK: ret ptr addrspace(1) null
define ptr addrspace(1) @returned() gc "statepoint-example" {
  ret ptr addrspace(1) poison
}

;; Lanes that are switched off.
; CHECK-LABEL: define {{.*}} @masked_load(
; CHECK: call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
define <2 x ptr addrspace(1)> @masked_load(ptr %p, <2 x i1> %m) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> poison)
  ret <2 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @masked_gather(
; CHECK: call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p0(<2 x ptr> align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
define <2 x ptr addrspace(1)> @masked_gather(<2 x ptr> %p, <2 x i1> %m) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p0(<2 x ptr> align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> poison)
  ret <2 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @masked_expand(
; CHECK: call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
define <2 x ptr addrspace(1)> @masked_expand(ptr %p, <2 x i1> %m) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> poison)
  ret <2 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @masked_store(
; CHECK: call void @llvm.masked.store.v2p1.p0(<2 x ptr addrspace(1)> zeroinitializer,
define void @masked_store(ptr %p, <2 x i1> %m) gc "statepoint-example" {
  call void @llvm.masked.store.v2p1.p0(<2 x ptr addrspace(1)> poison, ptr align 8 %p, <2 x i1> %m)
  ret void
}

; CHECK-LABEL: define {{.*}} @compressed(
; CHECK: compress.v2p1(<2 x ptr addrspace(1)> %a, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
define <2 x ptr addrspace(1)> @compressed(<2 x ptr addrspace(1)> %a, <2 x i1> %m) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.vector.compress.v2p1(<2 x ptr addrspace(1)> %a, <2 x i1> %m, <2 x ptr addrspace(1)> undef)
  ret <2 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @vp_load(
; CHECK: call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %{{.*}}, <2 x ptr addrspace(1)> zeroinitializer)
define <2 x ptr addrspace(1)> @vp_load(ptr %p, <2 x i1> %m, i32 %n) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.vp.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, i32 %n)
  ret <2 x ptr addrspace(1)> %r
}

;; Other pointers are left alone.
; CHECK-LABEL: define {{.*}} @others(
; CHECK: select i1 %c, ptr %p, ptr poison
define ptr @others(ptr %p, i1 %c) gc "statepoint-example" {
  %r = select i1 %c, ptr %p, ptr poison
  ret ptr %r
}

;; A relocate of what is undefined is null, and a deopt value stays undefined.
; CHECK-LABEL: define {{.*}} @listed(
; CHECK: [ "deopt"(ptr addrspace(1) poison), "gc-live"(ptr addrspace(1) null) ]
declare void @callee()
define ptr addrspace(1) @listed() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) poison), "gc-live"(ptr addrspace(1) poison) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)

;; Vectors of deopt state are stored, and each of their elements is a root. What a
;; pointer of it is stays unknown.
; CHECK-LABEL: define {{.*}} @deopt_state(
; CHECK: [ "deopt"(<2 x ptr addrspace(1)> zeroinitializer, ptr addrspace(1) {{poison|undef}}) ]
define void @deopt_state() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "deopt"(<2 x ptr addrspace(1)> poison, ptr addrspace(1) poison) ]
  ret void
}
declare void @collect()
