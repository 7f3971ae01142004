; RUN: not opt -passes='cgscc(coro-split)' -S -o %t.ll %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not='Stack dump'
; RUN: not ls %t.ll
; RUN: sed 's/gc "managed"//' %s | opt -passes='cgscc(coro-split)' -disable-output

;; No collector finds references in the frames of coroutines.

; CHECK: error: {{.*}} in function value ptr (ptr addrspace(1)): reference '%a' is live across a suspension, and a collector does not find references in coroutine frames; keep a handle that the collector knows
define ptr @value(ptr addrspace(1) %a) presplitcoroutine gc "managed" {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @collect()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [i8 0, label %resume
                                i8 1, label %cleanup]
resume:
  store i64 5, ptr addrspace(1) %a
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

; CHECK: error: {{.*}} in function objects ptr (ptr addrspace(1)): stack object '%untyped' is live across a suspension
; CHECK: error: {{.*}} in function objects ptr (ptr addrspace(1)): stack object '%typed' is live across a suspension
define ptr @objects(ptr addrspace(1) %a) presplitcoroutine gc "managed" {
entry:
  %untyped = alloca [2 x i64]
  %typed = alloca { i64, ptr addrspace(1) }
  %numbers = alloca [2 x i64]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %second = getelementptr i64, ptr %untyped, i64 1
  store ptr addrspace(1) %a, ptr %second
  call void @fill(ptr %untyped)
  call void @fill(ptr %typed)
  call void @fill(ptr %numbers)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [i8 0, label %resume
                                i8 1, label %cleanup]
resume:
  call void @fill(ptr %untyped)
  call void @fill(ptr %typed)
  call void @fill(ptr %numbers)
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

;; What is used on one side of the suspension is in registers.
define ptr @local(ptr addrspace(1) %a, i64 %n) presplitcoroutine gc "managed" {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %memory)
  store i64 5, ptr addrspace(1) %a
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [i8 0, label %resume
                                i8 1, label %cleanup]
resume:
  %b = call ptr addrspace(1) @give(i64 %n)
  store i64 5, ptr addrspace(1) %b
  br label %cleanup
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %m)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}

declare void @collect()
declare void @fill(ptr)
declare ptr addrspace(1) @give(i64)
declare ptr @malloc(i64)
declare void @free(ptr)
