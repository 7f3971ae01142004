; RUN: opt -passes='rewrite-statepoints-for-gc,verify,function(verify<safepoint-ir>)' -S %s | FileCheck %s

; What is used behind a statepoint is relocated, and nothing else is.

declare void @f()
declare void @g(ptr addrspace(1))
declare ptr addrspace(1) @make()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @personality(...)

; The callee has its argument.
; CHECK-LABEL: define void @argument(
; CHECK: @llvm.experimental.gc.statepoint{{.*}} @g,
; CHECK-NOT: gc-live
; CHECK: ret void
define void @argument(ptr addrspace(1) %r) gc "statepoint-example" {
  call void @g(ptr addrspace(1) %r)
  ret void
}

; CHECK-LABEL: define void @straight(
; CHECK: statepoint_token = {{.*}} [ "gc-live"(ptr addrspace(1) %r) ]
; CHECK-NEXT: %r.relocated = {{.*}}(token %statepoint_token, i32 0, i32 0)
; CHECK-NEXT: call void @use(ptr addrspace(1) %r.relocated)
; CHECK-NEXT: statepoint_token1 = {{.*}} @f, i32 0, i32 0, i32 0, i32 0){{$}}
; CHECK-NEXT: ret void
define void @straight(ptr addrspace(1) %r) gc "statepoint-example" {
  call void @f()
  call void @use(ptr addrspace(1) %r)
  call void @f()
  ret void
}

; A base is listed with what is derived from it, and relocated only if it is
; listed again.
; CHECK-LABEL: define void @base(
; CHECK: %d.base = select i1 %c, ptr addrspace(1) %r, ptr addrspace(1) %s, !is_base_value
; CHECK: %statepoint_token = {{.*}} [ "gc-live"(ptr addrspace(1) %d, ptr addrspace(1) %d.base) ]
; CHECK-NEXT: %d.relocated = {{.*}}(token %statepoint_token, i32 1, i32 0)
; CHECK-NEXT: %d.base.relocated = {{.*}}(token %statepoint_token, i32 1, i32 1)
; CHECK-NEXT: %statepoint_token1 = {{.*}} [ "gc-live"(ptr addrspace(1) %d.relocated, ptr addrspace(1) %d.base.relocated) ]
; CHECK-NEXT: [[D:%.*]] = {{.*}}(token %statepoint_token1, i32 1, i32 0)
; CHECK-NEXT: call void @use(ptr addrspace(1) [[D]])
; CHECK-NEXT: ret void
define void @base(ptr addrspace(1) %r, ptr addrspace(1) %s, i1 %c) gc "statepoint-example" {
  %d1 = getelementptr i8, ptr addrspace(1) %r, i64 8
  %d2 = getelementptr i8, ptr addrspace(1) %s, i64 16
  %d = select i1 %c, ptr addrspace(1) %d1, ptr addrspace(1) %d2
  call void @f()
  call void @f()
  call void @use(ptr addrspace(1) %d)
  ret void
}

; A deopt value is listed. If it is derived, its relocate says what its base is.
; CHECK-LABEL: define void @deopt(
; CHECK: %statepoint_token = {{.*}} "gc-live"(ptr addrspace(1) %d, ptr addrspace(1) %r, ptr addrspace(1) %d.base) ]
; CHECK-NEXT: %d.relocated = {{.*}}(token %statepoint_token, i32 2, i32 0)
; CHECK-NEXT: ret void
define void @deopt(ptr addrspace(1) %r, ptr addrspace(1) %s, i1 %c) gc "statepoint-example" {
  %d1 = getelementptr i8, ptr addrspace(1) %s, i64 8
  %d = select i1 %c, ptr addrspace(1) %d1, ptr addrspace(1) %r
  call void @f() [ "deopt"(ptr addrspace(1) %d, ptr addrspace(1) %r) ]
  ret void
}

; Each way out of an invoke has the relocates that are needed there.
; CHECK-LABEL: define void @ways(
; CHECK: invoke token {{.*}} [ "gc-live"(ptr addrspace(1) %r, ptr addrspace(1) %s) ]
; CHECK: pad:
; CHECK-NEXT: %token = landingpad token
; CHECK-NEXT: cleanup
; CHECK-NEXT: [[S:%.*]] = {{.*}}(token %token, i32 1, i32 1)
; CHECK-NEXT: call void @use(ptr addrspace(1) [[S]])
; CHECK-NEXT: ret void
; CHECK: normal:
; CHECK-NEXT: [[R:%.*]] = {{.*}}(token %statepoint_token, i32 0, i32 0)
; CHECK-NEXT: call void @use(ptr addrspace(1) [[R]])
; CHECK-NEXT: ret void
define void @ways(ptr addrspace(1) %r, ptr addrspace(1) %s) gc "statepoint-example" personality ptr @personality {
  invoke void @f() to label %normal unwind label %pad
pad:
  %token = landingpad token cleanup
  call void @use(ptr addrspace(1) %s)
  ret void
normal:
  call void @use(ptr addrspace(1) %r)
  ret void
}

; Copies meet where a statepoint is on one of the ways only, and once.
; CHECK-LABEL: define void @join(
; CHECK: join:
; CHECK-NEXT: %.0 = phi ptr addrspace(1) [ %r.relocated, %call ], [ %r, %0 ]
; CHECK-NEXT: br i1 %c, label %more, label %end
; CHECK: end:
; CHECK-NEXT: call void @use(ptr addrspace(1) %.0)
define void @join(ptr addrspace(1) %r, i1 %c) gc "statepoint-example" {
  br i1 %c, label %call, label %join
call:
  call void @f()
  br label %join
join:
  br i1 %c, label %more, label %end
more:
  br label %end
end:
  call void @use(ptr addrspace(1) %r)
  ret void
}

; The result of a call is live over the next one in a loop.
; CHECK-LABEL: define void @loop(
; CHECK: loop:
; CHECK-NEXT: %q = phi ptr addrspace(1) [ null, %0 ], [ [[MADE:%.*]], %loop ]
; CHECK-NEXT: %statepoint_token = {{.*}} @make, {{.*}} [ "gc-live"(ptr addrspace(1) %q) ]
; CHECK-NEXT: [[MADE]] = {{.*}} @llvm.experimental.gc.result
; CHECK-NEXT: %q.relocated = {{.*}}(token %statepoint_token, i32 0, i32 0)
; CHECK-NEXT: call void @use(ptr addrspace(1) %q.relocated)
define void @loop(i1 %c) gc "statepoint-example" {
  br label %loop
loop:
  %q = phi ptr addrspace(1) [ null, %0 ], [ %made, %loop ]
  %made = call ptr addrspace(1) @make()
  call void @use(ptr addrspace(1) %q)
  br i1 %c, label %loop, label %end
end:
  ret void
}
