; What is undefined on a path, or in some lanes, is null in its slot.

; RUN: opt < %s -passes='place-gc-roots,verify,verify<gc-roots>' -S | FileCheck %s
; RUN: sed 's/"managed-frames"/"managed-frames-non-moving"/' %s \
; RUN:   | opt -passes='place-gc-roots,verify,verify<gc-roots>' -S | FileCheck %s

declare void @coll()
declare void @take(ptr addrspace(1))

; CHECK-LABEL: define {{.*}} @masked_load(
; CHECK: %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
; CHECK: [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT: store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define void @masked_load(ptr %p, <2 x i1> %m, i64 %i) gc "managed-frames" {
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> poison)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 %i
  call void @take(ptr addrspace(1) %e)
  ret void
}

; CHECK-LABEL: define {{.*}} @expandload(
; CHECK: %r = call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
; CHECK: [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT: store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define void @expandload(ptr %p, <2 x i1> %m, i64 %i) gc "managed-frames" {
  %r = call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> undef)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 %i
  call void @take(ptr addrspace(1) %e)
  ret void
}

; CHECK-LABEL: define {{.*}} @vp_load(
; CHECK: %r = select <2 x i1> {{.*}}, <2 x ptr addrspace(1)> {{.*}}, <2 x ptr addrspace(1)> zeroinitializer
; CHECK: [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT: store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define void @vp_load(ptr %p, <2 x i1> %m, i32 %n, i64 %i) gc "managed-frames" {
  %r = call <2 x ptr addrspace(1)> @llvm.vp.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, i32 %n)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 %i
  call void @take(ptr addrspace(1) %e)
  ret void
}

; CHECK-LABEL: define {{.*}} @shuffled(
; CHECK: %r = shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> zeroinitializer, <2 x i32> <i32 1, i32 2>
; CHECK: [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT: store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define void @shuffled(<2 x ptr addrspace(1)> %a, i64 %i) gc "managed-frames" {
  %r = shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> poison, <2 x i32> <i32 1, i32 poison>
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 %i
  call void @take(ptr addrspace(1) %e)
  ret void
}

; CHECK-LABEL: define {{.*}} @inserted(
; CHECK: %r = insertelement <2 x ptr addrspace(1)> zeroinitializer, ptr addrspace(1) %a, i64 %n
; CHECK: [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT: store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define void @inserted(ptr addrspace(1) %a, i64 %n, i64 %i) gc "managed-frames" {
  %r = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i64 %n
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 %i
  call void @take(ptr addrspace(1) %e)
  ret void
}

; CHECK-LABEL: define {{.*}} @frozen(
; CHECK: freeze <2 x ptr addrspace(1)> zeroinitializer
; CHECK: [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT: store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define void @frozen(ptr addrspace(1) %a, i64 %i) gc "managed-frames" {
  %f = freeze <2 x ptr addrspace(1)> poison
  %r = insertelement <2 x ptr addrspace(1)> %f, ptr addrspace(1) %a, i64 0
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 %i
  call void @take(ptr addrspace(1) %e)
  ret void
}

; A variable that is not always assigned.
; CHECK-LABEL: define {{.*}} @variable(
; CHECK: phi ptr addrspace(1) [ %a, %x ], [ null, %0 ]
define void @variable(ptr addrspace(1) %a, i1 %c) gc "managed-frames" {
  %v = alloca ptr addrspace(1)
  br i1 %c, label %x, label %y
x:
  store ptr addrspace(1) %a, ptr %v
  br label %y
y:
  %r = load ptr addrspace(1), ptr %v
  call void @coll()
  call void @take(ptr addrspace(1) %r)
  ret void
}

; CHECK-LABEL: define {{.*}} @aggregate(
; CHECK: phi ptr addrspace(1) [ null, %0 ], [ %a, %x ]
; CHECK: phi ptr addrspace(1) [ null, %0 ], [ null, %x ]
define void @aggregate(ptr addrspace(1) %a, i1 %c) gc "managed-frames" {
  br i1 %c, label %x, label %y
x:
  %g = insertvalue { ptr addrspace(1), ptr addrspace(1) } poison, ptr addrspace(1) %a, 0
  br label %y
y:
  %h = phi { ptr addrspace(1), ptr addrspace(1) } [ poison, %0 ], [ %g, %x ]
  call void @coll()
  %e = extractvalue { ptr addrspace(1), ptr addrspace(1) } %h, 0
  %f = extractvalue { ptr addrspace(1), ptr addrspace(1) } %h, 1
  call void @take(ptr addrspace(1) %e)
  call void @take(ptr addrspace(1) %f)
  ret void
}

; Other pointers are left alone.
; CHECK-LABEL: define {{.*}} @all_lanes(
; CHECK: insertelement <2 x ptr addrspace(1)> zeroinitializer, ptr addrspace(1) %a, i64 0
; CHECK: select i1 %c, ptr %p, ptr poison
define ptr @all_lanes(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr %p, i1 %c) gc "managed-frames" {
  %v = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i64 0
  %r = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %b, i64 1
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 1
  call void @take(ptr addrspace(1) %e)
  %s = select i1 %c, ptr %p, ptr poison
  ret ptr %s
}
