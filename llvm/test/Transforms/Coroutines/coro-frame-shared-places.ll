;; Variables that share a place in the frame have addresses of their own, so that the
;; vtable pointer of one is not taken for that of the other. Without vtable pointers that
;; are strict, and for variables that share nothing, addresses are as before.
;
; RUN: opt -passes='cgscc(coro-split<reuse-storage>)' -S %s | FileCheck %s
; RUN: opt -passes='cgscc(coro-split)' -S %s | FileCheck %s --check-prefix=ALONE
; RUN: sed '/^!llvm/d' %s | opt -passes='cgscc(coro-split<reuse-storage>)' -S | FileCheck %s --check-prefix=ALONE

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-DAG:     [[A:%.*]] = getelementptr inbounds %f.Frame, ptr %{{.*}}, i32 0, i32 [[FIELD:[0-9]+]]
; CHECK-DAG:     [[B:%.*]] = getelementptr inbounds %f.Frame, ptr %{{.*}}, i32 0, i32 [[FIELD]]
; CHECK-DAG:     %a.reload.addr = call ptr @llvm.launder.invariant.group.p0(ptr [[A]])
; CHECK-DAG:     %b.reload.addr = call ptr @llvm.launder.invariant.group.p0(ptr [[B]])
; CHECK:         load ptr, ptr %a.reload.addr, align 8, !invariant.group
; CHECK:         store ptr null, ptr %b.reload.addr, align 8, !invariant.group

; ALONE-LABEL: define internal fastcc void @f.resume(
; ALONE-NOT:     launder
; ALONE:         load ptr, ptr %a.reload.addr, align 8, !invariant.group

define ptr @f(i1 %n) presplitcoroutine {
entry:
  %a = alloca [64 x i8], align 8
  %b = alloca [64 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i32 @llvm.coro.size.i32()
  %alloc = call ptr @malloc(i32 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %alloc)
  call void @llvm.lifetime.start.p0(ptr %a)
  store ptr null, ptr %a, align 8, !invariant.group !1
  call void @use(ptr %a)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [i8 0, label %resume
                                 i8 1, label %cleanup.a]
resume:
  %v = load ptr, ptr %a, align 8, !invariant.group !1
  call void @use(ptr %v)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  store ptr null, ptr %b, align 8, !invariant.group !1
  call void @use(ptr %b)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [i8 0, label %again
                                 i8 1, label %cleanup.b]
again:
  %w = load ptr, ptr %b, align 8, !invariant.group !1
  call void @use(ptr %w)
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup

cleanup.a:
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %cleanup

cleanup.b:
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare noalias ptr @malloc(i32)
declare void @free(ptr)
declare void @use(ptr)

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
!1 = !{}
