; Intrinsics that return references: what they are derived from or choose from has
; the base.

; RUN: opt -passes='rewrite-statepoints-for-gc,verify,verify<safepoint-ir>' -S %s | FileCheck %s
; RUN: sed 's/gc "statepoint-example"/gc "managed-non-moving"/' %s \
; RUN:   | opt -passes='rewrite-statepoints-for-gc,verify,verify<safepoint-ir>' -disable-output 2>&1 | count 0

@variable = external thread_local addrspace(1) global i64
declare void @coll()

; What is derived from one operand has the base of that.
; CHECK-LABEL: @ptrmask(
; CHECK:         call token {{.*}} [ "gc-live"(ptr addrspace(1) %m, ptr addrspace(1) %a) ]
; CHECK-NEXT:    call {{.*}}(token %statepoint_token, i32 1, i32 0) ; (%a, %m)
define i64 @ptrmask(ptr addrspace(1) %a, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %m = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %d, i64 -8)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: @launder(
; CHECK:         call token {{.*}} [ "gc-live"(ptr addrspace(1) %m, ptr addrspace(1) %a) ]
; CHECK-NEXT:    call {{.*}}(token %statepoint_token, i32 1, i32 0) ; (%a, %m)
define i64 @launder(ptr addrspace(1) %a) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: @strip(
; CHECK:         call token {{.*}} [ "gc-live"(ptr addrspace(1) %m, ptr addrspace(1) %a) ]
; CHECK-NEXT:    call {{.*}}(token %statepoint_token, i32 1, i32 0) ; (%a, %m)
define i64 @strip(ptr addrspace(1) %a) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.strip.invariant.group.p1(ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: @copy(
; CHECK:         call token {{.*}} [ "gc-live"(ptr addrspace(1) %m, ptr addrspace(1) %a) ]
; CHECK-NEXT:    call {{.*}}(token %statepoint_token, i32 1, i32 0) ; (%a, %m)
define i64 @copy(ptr addrspace(1) %a) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.ssa.copy.p1(ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: @field(
; CHECK:         call token {{.*}} [ "gc-live"(ptr addrspace(1) %m, ptr addrspace(1) %a) ]
; CHECK-NEXT:    call {{.*}}(token %statepoint_token, i32 1, i32 0) ; (%a, %m)
define i64 @field(ptr addrspace(1) %a) gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.preserve.struct.access.index.p1.p1(ptr addrspace(1) elementtype({i64, i64}) %a, i32 1, i32 1)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; A variable is no object.
; CHECK-LABEL: @thread_local(
; CHECK:         call token
; CHECK-NOT:     gc.relocate
; CHECK:         ret i64
define i64 @thread_local() gc "statepoint-example" {
  %m = call ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @variable)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; What chooses elements of vectors does the same with the bases.
; CHECK-LABEL: @reverse(
; CHECK:         [[ONE:%.*]] = shufflevector <2 x ptr addrspace(1)> %{{.*}}.base, <2 x ptr addrspace(1)> poison, <2 x i32> zeroinitializer, !is_base_value
; CHECK:         %r.base = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> [[ONE]]), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @reverse(ptr addrspace(1) %a, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; Of base pointers, the result is one.
; CHECK-LABEL: @reverse_of_bases(
; CHECK-NOT:     .base
; CHECK:         call token {{.*}} [ "gc-live"(<2 x ptr addrspace(1)> %r) ]
; CHECK-NEXT:    call {{.*}}; (%r, %r)
define i64 @reverse_of_bases(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %a)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @extract(
; CHECK:         %r.base = call <2 x ptr addrspace(1)> @llvm.vector.extract.v2p1.v4p1(<4 x ptr addrspace(1)> %a, i64 2), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @extract(<4 x ptr addrspace(1)> %a, <4 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <4 x ptr addrspace(1)> %a, <4 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vector.extract.v2p1.v4p1(<4 x ptr addrspace(1)> %d, i64 2)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @insert(
; CHECK:         %r.base = call <4 x ptr addrspace(1)> @llvm.vector.insert.v4p1.v2p1(<4 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, i64 2), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @insert(<4 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <4 x ptr addrspace(1)> @llvm.vector.insert.v4p1.v2p1(<4 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i64 2)
  call void @coll()
  %e = extractelement <4 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @interleave(
; CHECK:         %r.base = call <4 x ptr addrspace(1)> @llvm.vector.interleave2.v4p1(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @interleave(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <4 x ptr addrspace(1)> @llvm.vector.interleave2.v4p1(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <4 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @splice(
; CHECK:         %r.base = call <2 x ptr addrspace(1)> @llvm.vector.splice.left.v2p1(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, i32 1), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @splice(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vector.splice.left.v2p1(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i32 1)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @vp_merge(
; CHECK:         %r.base = call <2 x ptr addrspace(1)> @llvm.vp.merge.v2p1(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, i32 %n), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @vp_merge(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i, i32 %n) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vp.merge.v2p1(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i32 %n)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @vp_select(
; CHECK:         %r.base = call <2 x ptr addrspace(1)> @llvm.vp.select.v2p1(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, i32 %n), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @vp_select(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i, i32 %n) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vp.select.v2p1(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i32 %n)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @compress(
; CHECK:         %r.base = call <2 x ptr addrspace(1)> @llvm.experimental.vector.compress.v2p1(<2 x ptr addrspace(1)> %b, <2 x i1> %m, <2 x ptr addrspace(1)> %a), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @compress(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.vector.compress.v2p1(<2 x ptr addrspace(1)> %d, <2 x i1> %m, <2 x ptr addrspace(1)> %a)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @last_active(
; CHECK:         %r.base = call ptr addrspace(1) @llvm.experimental.vector.extract.last.active.v2p1(<2 x ptr addrspace(1)> %b, <2 x i1> %m, ptr addrspace(1) %a), !is_base_value
; CHECK:         ; (%r.base, %r)
define i64 @last_active(<2 x i1> %m, ptr addrspace(1) %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call ptr addrspace(1) @llvm.experimental.vector.extract.last.active.v2p1(<2 x ptr addrspace(1)> %d, <2 x i1> %m, ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %r
  ret i64 %v
}

; Each vector is a value of its own.
; CHECK-LABEL: @deinterleave(
; CHECK-NOT:     deinterleave2
; CHECK:         [[BASE:%.*]] = shufflevector <4 x ptr addrspace(1)> %a, <4 x ptr addrspace(1)> {{.*}}, <2 x i32> <i32 1, i32 3>, !is_base_value
; CHECK-NEXT:    [[ODD:%.*]] = shufflevector <4 x ptr addrspace(1)> %d, <4 x ptr addrspace(1)> poison, <2 x i32> <i32 1, i32 3>
; CHECK:         ; ([[BASE]], [[ODD]])
define i64 @deinterleave(<4 x ptr addrspace(1)> %a, <4 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <4 x ptr addrspace(1)> %a, <4 x i64> %i
  %p = call {<2 x ptr addrspace(1)>, <2 x ptr addrspace(1)>} @llvm.vector.deinterleave2.v4p1(<4 x ptr addrspace(1)> %d)
  %r = extractvalue {<2 x ptr addrspace(1)>, <2 x ptr addrspace(1)>} %p, 1
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; What memory has is a base pointer; lanes that are not loaded have the base of
; what is passed through.
; CHECK-LABEL: @masked_load(
; CHECK:         [[LOADED:%.*]] = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0({{.*}}, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
; CHECK-NEXT:    %r.base = select <2 x i1> %m, <2 x ptr addrspace(1)> [[LOADED]], <2 x ptr addrspace(1)> %b, !is_base_value
; CHECK-NEXT:    %r = select <2 x i1> %m, <2 x ptr addrspace(1)> [[LOADED]], <2 x ptr addrspace(1)> %d
; CHECK:         ; (%r.base, %r)
define i64 @masked_load(ptr %p, <2 x i1> %m, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @masked_gather(
; CHECK:         [[LOADED:%.*]] = call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p0({{.*}}, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
; CHECK-NEXT:    %r.base = select <2 x i1> %m, <2 x ptr addrspace(1)> [[LOADED]], <2 x ptr addrspace(1)> %b, !is_base_value
; CHECK-NEXT:    %r = select <2 x i1> %m, <2 x ptr addrspace(1)> [[LOADED]], <2 x ptr addrspace(1)> %d
; CHECK:         ; (%r.base, %r)
define i64 @masked_gather(<2 x ptr> %p, <2 x i1> %m, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p0(<2 x ptr> align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: @masked_expandload(
; CHECK:         [[LOADED:%.*]] = call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1({{.*}}, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
; CHECK-NEXT:    %r.base = select <2 x i1> %m, <2 x ptr addrspace(1)> [[LOADED]], <2 x ptr addrspace(1)> %b, !is_base_value
; CHECK-NEXT:    %r = select <2 x i1> %m, <2 x ptr addrspace(1)> [[LOADED]], <2 x ptr addrspace(1)> %d
; CHECK:         ; (%r.base, %r)
define i64 @masked_expandload(ptr %p, <2 x i1> %m, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; They keep null.
; CHECK-LABEL: @masked_load_or_null(
; CHECK:         %r = call <2 x ptr addrspace(1)> @llvm.masked.load
; CHECK-NOT:     select
; CHECK:         ; (%r, %r)
define i64 @masked_load_or_null(ptr %p, <2 x i1> %m) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; What is taken out of an aggregate has the base of what was put in.
; CHECK-LABEL: @aggregate(
; CHECK:         call token {{.*}} [ "gc-live"(ptr addrspace(1) %a) ]
; CHECK:         %d.remat = getelementptr i8, ptr addrspace(1) %a.relocated, i64 8
; CHECK-NEXT:    load i64, ptr addrspace(1) %d.remat
define i64 @aggregate(ptr addrspace(1) %a) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %g = insertvalue {ptr addrspace(1), i64} poison, ptr addrspace(1) %d, 0
  %e = extractvalue {ptr addrspace(1), i64} %g, 0
  call void @coll()
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; Vectors of unknown size are only between safepoints, but their elements are not.
; CHECK-LABEL: @scalable(
; CHECK:         %r.base = call <vscale x 2 x ptr addrspace(1)> @llvm.vector.reverse.nxv2p1(
; CHECK:         %e.base = extractelement <vscale x 2 x ptr addrspace(1)> %r.base, i32 1
; CHECK:         ; (%e.base, %e)
define i64 @scalable(ptr addrspace(1) %a, <vscale x 2 x i64> %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, <vscale x 2 x i64> %i
  %r = call <vscale x 2 x ptr addrspace(1)> @llvm.vector.reverse.nxv2p1(<vscale x 2 x ptr addrspace(1)> %d)
  %e = extractelement <vscale x 2 x ptr addrspace(1)> %r, i32 1
  call void @coll()
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; A structured load of AArch64 loads base pointers.
; CHECK-LABEL: @structured(
; CHECK-NOT:     .base
; CHECK:         ; (%r, %r)
define i64 @structured(ptr %p) gc "statepoint-example" {
  %s = call {<2 x ptr addrspace(1)>, <2 x ptr addrspace(1)>} @llvm.aarch64.neon.ld2.v2p1.p0(ptr %p)
  %r = extractvalue {<2 x ptr addrspace(1)>, <2 x ptr addrspace(1)>} %s, 1
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}
