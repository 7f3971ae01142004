; What is undefined on a path, or in some lanes, is null in its slot.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: opt < %s -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0

declare ptr @julia.get_pgcstack()
declare void @safepoint()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))

; CHECK-LABEL: define void @masked_load(
; CHECK:         %r = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(10)> zeroinitializer)
; CHECK:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(10)> %r, i64 0
; CHECK-NEXT:    store ptr addrspace(10) [[LANE]], ptr %gc_slot_addr_0
define void @masked_load(ptr %p, <2 x i1> %m, i64 %i) {
  %s = call ptr @julia.get_pgcstack()
  %r = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(10)> poison)
  call void @safepoint()
  %e = extractelement <2 x ptr addrspace(10)> %r, i64 %i
  call void @take(ptr addrspace(10) %e)
  ret void
}

; CHECK-LABEL: define void @on_one_path(
; CHECK:         %r = phi ptr addrspace(10) [ null, %0 ], [ %o, %x ]
define void @on_one_path(i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  br i1 %c, label %x, label %y
x:
  %o = call ptr addrspace(10) @new()
  br label %y
y:
  %r = phi ptr addrspace(10) [ undef, %0 ], [ %o, %x ]
  call void @safepoint()
  call void @take(ptr addrspace(10) %r)
  ret void
}

; Derived pointers and memory of objects have no slots, but bases.
; CHECK-LABEL: define i64 @derived_on_one_path(
; CHECK:         phi ptr addrspace(10) [ null, %0 ], [ %o, %x ]
; CHECK:         %r = phi ptr addrspace(11) [ null, %0 ], [ %d, %x ]
define i64 @derived_on_one_path(i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  br i1 %c, label %x, label %y
x:
  %o = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  br label %y
y:
  %r = phi ptr addrspace(11) [ poison, %0 ], [ %d, %x ]
  call void @safepoint()
  %v = load i64, ptr addrspace(11) %r
  ret i64 %v
}
