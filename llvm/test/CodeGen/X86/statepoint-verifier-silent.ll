; The machine verifier has nothing to say about code that uses no stale reference.
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs -filetype=null %s 2>&1 | count 0
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -relocation-model=pic -max-registers-for-gc-values=1000 \
; RUN:   -verify-machineinstrs -filetype=null %s 2>&1 | count 0
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %s 2>&1 | count 0
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -max-registers-for-gc-values=1000 \
; RUN:   -verify-machineinstrs -filetype=null %s 2>&1 | count 0

declare void @callee()
declare void @takes(ptr addrspace(1))
declare void @fills(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

; A declaration has another type than the call.
define void @callee_type() gc "statepoint-example" {
  %object = alloca [4 x i64]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr)) @fills, i32 1, i32 0, ptr %object, i32 0, i32 0)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %t3 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr)) @takes, i32 1, i32 0, ptr %object, i32 0, i32 0)
  ret void
}

; The address of a global is taken once.
@global = external addrspace(1) global i64
define void @address_of_global() gc "statepoint-example" {
  store i64 0, ptr addrspace(1) @global
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  store i64 1, ptr addrspace(1) @global
  ret void
}

; What is added to null and to a global is computed once.
define i64 @distance(ptr addrspace(1) %p, i64 %i, i64 %j, ptr %k, i1 %c) gc "statepoint-example" {
  %in.p = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %in.p
  %scaled = shl i64 %j, 3
  store i64 %scaled, ptr %k
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %p2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  br i1 %c, label %null, label %other
null:
  %of.null = getelementptr i8, ptr addrspace(1) null, i64 %scaled
  store i64 1, ptr addrspace(1) %of.null
  ret i64 %v
other:
  %in.p2 = getelementptr i8, ptr addrspace(1) %p2, i64 %scaled
  store i64 2, ptr addrspace(1) %in.p2
  ret i64 %v
}

; Whether a reference is null stays the same.
define i64 @is_null(ptr addrspace(1) %p, i64 %x) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %p2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void asm sideeffect "", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{rbp},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  %null = icmp eq ptr addrspace(1) %p, null
  %one = zext i1 %null to i64
  %sum = add i64 %x, %one
  %v = load i64, ptr addrspace(1) %p2
  %w = add i64 %sum, %v
  ret i64 %w
}

; Unoptimized code has a branch that is never taken.
define ptr addrspace(1) @constant_branch(i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b) gc "statepoint-example" {
entry:
  br i1 %c, label %head, label %exit

head:
  br label %loop

loop:
  %x = phi ptr addrspace(1) [ %b, %head ], [ %x1, %loop ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %x) ]
  %x1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  br i1 true, label %loop, label %exit

exit:
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  ret ptr addrspace(1) %a1
}
