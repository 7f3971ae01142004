;; Coroutines of a collector, after splitting: the ramp, and what resumes, destroys and cleans
;; up, have the strategy, and their safepoints what is live there. Switched and returned
;; continuations refuse a reference in the frame in the same way.
;
; RUN: split-file %s %t
; RUN: opt -passes='coro-early,cgscc(coro-split),coro-cleanup,rewrite-statepoints-for-gc' -S %t/switched.ll -o %t/rewritten.ll
; RUN: FileCheck %s --check-prefix=REWRITTEN < %t/rewritten.ll
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %t/rewritten.ll 2>&1 | count 0
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=null %t/rewritten.ll 2>&1 | count 0
; RUN: sed 's/"managed"/"managed-frames"/' %t/switched.ll | opt -passes='coro-early,cgscc(coro-split),coro-cleanup,place-gc-roots,lower-gc-frame' -S -o %t/lowered.ll
; RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.ll
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %t/lowered.ll 2>&1 | count 0
; RUN: not opt -passes='coro-early,cgscc(coro-split),coro-cleanup' -disable-output %t/returned.ll 2>&1 | FileCheck %s --check-prefix=RETURNED --implicit-check-not=error:
; RUN: sed '/use(ptr addrspace(1) %a)/d' %t/returned.ll | opt -passes='coro-early,cgscc(coro-split),coro-cleanup,rewrite-statepoints-for-gc' -S -o - | FileCheck %s --check-prefix=RETURNED-DEAD

; REWRITTEN-LABEL: define ptr @switched(ptr addrspace(1) %a) gc "managed"
; REWRITTEN:         gc.statepoint{{.*}} @collect,{{.*}} [ "gc-live"(ptr addrspace(1) %a) ]
; REWRITTEN:         gc.statepoint{{.*}} @use, i32 1, i32 0, ptr addrspace(1) %a.relocated
; REWRITTEN-LABEL: define internal {{.*}}void @switched.resume(ptr {{.*}}) gc "managed"
; REWRITTEN:         [[LOADED:%.*]] = {{.*}}gc.result.p1
; REWRITTEN:         gc.statepoint{{.*}} @collect,{{.*}} [ "gc-live"(ptr addrspace(1) [[LOADED]]) ]
; REWRITTEN-LABEL: define internal {{.*}}void @switched.destroy(ptr {{.*}}) gc "managed"
; REWRITTEN-LABEL: define internal {{.*}}void @switched.cleanup(ptr {{.*}}) gc "managed"

; LOWERED-LABEL: define ptr @switched(
; LOWERED:         alloca
; LOWERED:         call void @collect()
; LOWERED-LABEL: define internal {{.*}}void @switched.resume(
; LOWERED:         alloca
; LOWERED:         call void @collect()

; RETURNED: error: {{.*}} in function returned {{.*}}: reference '%a' is live across a suspension, and a collector does not find references in coroutine frames
; RETURNED-DEAD: gc.statepoint{{.*}} @collect
; RETURNED-DEAD: define internal {{.*}}@returned.resume.0({{.*}} gc "managed"
; RETURNED-DEAD: gc.statepoint{{.*}} @collect

;--- switched.ll
declare void @collect()
declare ptr addrspace(1) @find()
declare void @use(ptr addrspace(1))
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @switched(ptr addrspace(1) %a) presplitcoroutine gc "managed" {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @collect()
  call void @use(ptr addrspace(1) %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [i8 0, label %resume
                                i8 1, label %cleanup]

resume:
  %b = call ptr addrspace(1) @find()
  call void @collect()
  call void @use(ptr addrspace(1) %b)
  br label %cleanup

cleanup:
  %to.free = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %to.free)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

;--- returned.ll
declare void @collect()
declare void @use(ptr addrspace(1))
declare ptr @allocate(i32)
declare void @deallocate(ptr)
declare {ptr, i32} @prototype(ptr, i1)

define {ptr, i32} @returned(ptr %buffer, ptr addrspace(1) %a) presplitcoroutine gc "managed" {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buffer, ptr @prototype, ptr @allocate, ptr @deallocate)
  %handle = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @collect()
  br label %loop

loop:
  %end = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 0)
  br i1 %end, label %cleanup, label %resume

resume:
  call void @collect()
  call void @use(ptr addrspace(1) %a)
  br label %loop

cleanup:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  unreachable
}
