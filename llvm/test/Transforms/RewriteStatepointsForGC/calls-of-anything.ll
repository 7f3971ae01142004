; RUN: not opt -passes=rewrite-statepoints-for-gc -S -o %t.ll %s 2>&1 | FileCheck %s --implicit-check-not='Stack dump'
; RUN: not ls %t.ll
; RUN: sed 's/"managed"/"statepoint-example"/' %s > %t.example.ll
; RUN: not opt -passes='verify<statepoint-input>' -disable-output %t.example.ll 2>&1 | FileCheck %s
; RUN: sed '/^define.*@resume/,$d' %s > %t.patchpoints.ll
; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null %t.patchpoints.ll 2>&1 | FileCheck %s --check-prefix=FORGOTTEN

declare void @collect()
declare anyregcc void @take(ptr addrspace(1))
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @personality(...)

;; Some intrinsics call any function, and have a form that no statepoint has.

; CHECK:     error: {{.*}} in function patchpoint i64 (ptr addrspace(1)): call of 'llvm.experimental.patchpoint.void': a patchpoint cannot be a statepoint; call the function with "statepoint-num-patch-bytes", or add "gc-leaf-function" if nothing is collected in what is called
; FORGOTTEN: error: {{.*}} in function patchpoint i64 (ptr addrspace(1)): call of 'llvm.experimental.patchpoint.void': the GC strategy 'managed' needs a statepoint here
define i64 @patchpoint(ptr addrspace(1) %a) gc "managed" {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr @collect, i32 0)
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
}

;; What is patched in is unknown, too.
; CHECK: error: {{.*}} in function result i64 (ptr addrspace(1)): call '%r' of 'llvm.experimental.patchpoint.i64': a patchpoint cannot be a statepoint
define i64 @result(ptr addrspace(1) %a) gc "managed" {
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 16, ptr null, i32 0)
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
}

; CHECK: error: {{.*}} in function invoked {{.*}}: invoke of 'llvm.experimental.patchpoint.void': a patchpoint cannot be a statepoint
define void @invoked() gc "managed" personality ptr @personality {
  invoke void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr @collect, i32 0)
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  br label %exit
exit:
  ret void
}

; CHECK-NOT: in function leaf
define i64 @leaf(ptr addrspace(1) %a) gc "managed" {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr @collect, i32 0) "gc-leaf-function"
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 16)
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
}

; CHECK: error: {{.*}} in function resume i64 (ptr addrspace(1), ptr): call of 'llvm.coro.resume': intrinsics of coroutines cannot be statepoints; lower them before rewriting (coro-early, coro-split, coro-cleanup)
define i64 @resume(ptr addrspace(1) %a, ptr %h) gc "managed" {
  call void @llvm.coro.resume(ptr %h)
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
}

; CHECK: error: {{.*}} in function destroy {{.*}}: call of 'llvm.coro.destroy': intrinsics of coroutines cannot be statepoints
define i64 @destroy(ptr addrspace(1) %a, ptr %h) gc "managed" {
  call void @llvm.coro.destroy(ptr %h)
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
}

; CHECK: error: {{.*}} in function any_register void (ptr addrspace(1)): call of 'take': a statepoint cannot have the calling convention anyregcc, which is for patchpoints; use another one
define void @any_register(ptr addrspace(1) %a) gc "managed" {
  call anyregcc void @take(ptr addrspace(1) %a)
  ret void
}

; CHECK: error: {{.*}} in function coroutine ptr (ptr addrspace(1)): call of 'collect': the function is a coroutine that is not split, and references do not survive its suspensions; run coro-early, coro-split and coro-cleanup before rewriting
define ptr @coroutine(ptr addrspace(1) %a) presplitcoroutine gc "managed" {
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

