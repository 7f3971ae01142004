; RUN: opt -passes='rewrite-statepoints-for-gc<no-remat-at-uses>,verify,function(verify<safepoint-ir>)' -S %s | FileCheck %s
; RUN: opt -passes='rewrite-statepoints-for-gc<remat-threshold=0>,verify,function(verify<safepoint-ir>)' -S %s | FileCheck %s --check-prefix=NEVER

; A derived pointer is computed again where it is used, once for all that is
; between two statepoints.

; NEVER-NOT: .remat

declare void @f()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @personality(...)

; CHECK-LABEL: define void @twice(
; CHECK: %statepoint_token = {{.*}} "gc-live"(ptr addrspace(1) %r) ]
; CHECK-NEXT: %r.relocated = {{.*}}(token %statepoint_token, i32 0, i32 0)
; CHECK-NEXT: %statepoint_token1 = {{.*}} "gc-live"(ptr addrspace(1) %r.relocated) ]
; CHECK-NEXT: [[R:%.*]] = {{.*}}(token %statepoint_token1, i32 0, i32 0)
; CHECK-NEXT: %d.remat = getelementptr i8, ptr addrspace(1) [[R]], i64 8
; CHECK-NEXT: call void @use(ptr addrspace(1) %d.remat)
; CHECK-NEXT: call void @use(ptr addrspace(1) %d.remat)
; CHECK-NEXT: ret void
define void @twice(ptr addrspace(1) %r) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %r, i64 8
  call void @use(ptr addrspace(1) %d)
  call void @f()
  call void @f()
  call void @use(ptr addrspace(1) %d)
  call void @use(ptr addrspace(1) %d)
  ret void
}

; Behind a join, the base has a phi and the pointer needs none.
; CHECK-LABEL: define void @join(
; CHECK: join:
; CHECK-NEXT: %.0 = phi ptr addrspace(1) [ %r.relocated, %call ], [ %r, %0 ]
; CHECK-NEXT: %d.remat = getelementptr i8, ptr addrspace(1) %.0, i64 %i
; CHECK-NEXT: call void @use(ptr addrspace(1) %d.remat)
define void @join(ptr addrspace(1) %r, i64 %i, i1 %c) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %r, i64 %i
  br i1 %c, label %call, label %join
call:
  call void @f()
  br label %join
join:
  call void @use(ptr addrspace(1) %d)
  ret void
}

; A phi uses it at the end of the block that it comes from.
; CHECK-LABEL: define void @phi(
; CHECK: call:
; CHECK: [[R:%.*]] = {{.*}} @llvm.experimental.gc.relocate
; CHECK-NEXT: %d.remat = getelementptr i8, ptr addrspace(1) [[R]], i64 8
; CHECK: join:
; CHECK-NEXT: %p = phi ptr addrspace(1) [ %d, %0 ], [ %d.remat, %call ]
define void @phi(ptr addrspace(1) %r, i1 %c) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %r, i64 8
  br i1 %c, label %call, label %join
call:
  call void @f()
  br label %join
join:
  %p = phi ptr addrspace(1) [ %d, %0 ], [ %d, %call ]
  call void @use(ptr addrspace(1) %p)
  ret void
}

; CHECK-LABEL: define void @pad(
; CHECK: pad:
; CHECK-NEXT: %token = landingpad token
; CHECK-NEXT: cleanup
; CHECK-NEXT: [[R:%.*]] = {{.*}} @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
; CHECK-NEXT: %d.remat = getelementptr i8, ptr addrspace(1) [[R]], i64 8
; CHECK-NEXT: call void @use(ptr addrspace(1) %d.remat)
define void @pad(ptr addrspace(1) %r) gc "statepoint-example" personality ptr @personality {
  %d = getelementptr i8, ptr addrspace(1) %r, i64 8
  invoke void @f() to label %normal unwind label %pad
normal:
  ret void
pad:
  %token = landingpad token cleanup
  call void @use(ptr addrspace(1) %d)
  ret void
}

; Ten links are a chain, eleven are relocated.
; CHECK-LABEL: define void @long(
; CHECK: %statepoint_token = {{.*}} "gc-live"(ptr addrspace(1) %d11, ptr addrspace(1) %r) ]
; CHECK-NOT: %d11.remat
; CHECK: %d10.remat = getelementptr
; CHECK: call void @use(ptr addrspace(1) %d10.remat)
define void @long(ptr addrspace(1) %r) gc "statepoint-example" {
  %d1 = getelementptr i8, ptr addrspace(1) %r, i64 8
  %d2 = getelementptr i8, ptr addrspace(1) %d1, i64 8
  %d3 = getelementptr i8, ptr addrspace(1) %d2, i64 8
  %d4 = getelementptr i8, ptr addrspace(1) %d3, i64 8
  %d5 = getelementptr i8, ptr addrspace(1) %d4, i64 8
  %d6 = getelementptr i8, ptr addrspace(1) %d5, i64 8
  %d7 = getelementptr i8, ptr addrspace(1) %d6, i64 8
  %d8 = getelementptr i8, ptr addrspace(1) %d7, i64 8
  %d9 = getelementptr i8, ptr addrspace(1) %d8, i64 8
  %d10 = getelementptr i8, ptr addrspace(1) %d9, i64 8
  %d11 = getelementptr i8, ptr addrspace(1) %d10, i64 8
  call void @f()
  call void @use(ptr addrspace(1) %d10)
  call void @use(ptr addrspace(1) %d11)
  ret void
}
