; A coroutine that is not split, and whatever has other intrinsics of coroutines, is an
; error in functions with a GC strategy, and nothing else.

; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE --implicit-check-not=Stack %}
; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE --implicit-check-not=Stack %}
; RUN: %if aarch64-registered-target %{ not llc -mtriple=aarch64-linux-gnu -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE --implicit-check-not=Stack %}
; RUN: %if aarch64-registered-target %{ not llc -mtriple=aarch64-linux-gnu -O0 -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE --implicit-check-not=Stack %}

declare void @callee()
declare void @free(ptr)
declare ptr @malloc(i64)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)

; CHECK: error: {{.*}} in function coroutine {{.*}}: call of 'callee': the GC strategy 'managed' needs a statepoint here;
define internal ptr @coroutine(ptr addrspace(1) %a) presplitcoroutine gc "managed" {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @callee()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %resume
                                 i8 1, label %cleanup ]
resume:
  store i64 5, ptr addrspace(1) %a
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: error: {{.*}} in function frames {{.*}}: the references of the GC strategy 'managed-frames' are not in frames;
define void @frames(ptr addrspace(1) %a, ptr %h) gc "managed-frames" {
  call void @llvm.coro.resume(ptr %h)
  store i64 5, ptr addrspace(1) %a
  ret void
}

; CHECK: error: {{.*}} in function leaf {{.*}}: intrinsics of coroutines are not lowered; run coro-early, coro-split and coro-cleanup before code generation
define i64 @leaf() gc "managed" {
  %size = call i64 @llvm.coro.size.i64()
  ret i64 %size
}

define ptr @user(ptr addrspace(1) %a) {
  %r = call ptr @coroutine(ptr addrspace(1) %a)
  ret ptr %r
}
