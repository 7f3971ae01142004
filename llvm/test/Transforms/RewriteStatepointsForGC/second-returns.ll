; RUN: rm -rf %t && split-file %s %t
; RUN: not opt -passes=rewrite-statepoints-for-gc -S %t/wrong.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:
; RUN: sed 's/statepoint-example/managed-non-moving/' %t/wrong.ll > %t/non-moving.ll
; RUN: not opt -passes='verify<statepoint-input>' -S %t/non-moving.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:
; RUN: opt -passes='function(verify<statepoint-input>),rewrite-statepoints-for-gc,verify' -S %t/right.ll 2>&1 | FileCheck %s --check-prefix=RIGHT --implicit-check-not=error:

; When setjmp returns again, statepoints have moved objects that are not on the way
; from there to where a value is used.

;--- wrong.ll
; WRONG: error: {{.*}} in function value {{.*}}: call '%n' of 'setjmp': reference '%p' is needed after the second return, and is not relocated there; load it from a stack object after the call
define ptr addrspace(1) @value(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  %c = icmp eq i32 %n, 0
  br i1 %c, label %first, label %second
first:
  call void @opaque()
  ret ptr addrspace(1) null
second:
  ret ptr addrspace(1) %p
}

; The safepoint is in the same block, and in front in the next round.
; WRONG: error: {{.*}} in function derived {{.*}}: call '%n' of 'setjmp': reference '%d' is needed
define i64 @derived(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  %d = getelementptr i64, ptr addrspace(1) %p, i64 1
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  %x = load i64, ptr addrspace(1) %d
  call void @opaque()
  ret i64 %x
}

; WRONG: error: {{.*}} in function in_loop {{.*}}: call '%n' of 'setjmp': reference '%p' is needed
define void @in_loop(ptr addrspace(1) %p, ptr %place, i1 %c) gc "statepoint-example" {
entry:
  br label %loop
loop:
  call void @opaque()
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  store i64 0, ptr addrspace(1) %p
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; The variable would become a value.
; WRONG: error: {{.*}} in function variable {{.*}}: alloca '%a': holds a pointer into an object in a function with a call that returns twice; store the base pointer and the offset
define i64 @variable(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  %d = getelementptr i64, ptr addrspace(1) %p, i64 1
  store ptr addrspace(1) %d, ptr %a
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  %e = load ptr addrspace(1), ptr %a
  %x = load i64, ptr addrspace(1) %e
  call void @opaque()
  ret i64 %x
}

; WRONG: error: {{.*}} in function safepoint {{.*}}: call '%n' of 'setjmp': a statepoint cannot return twice; add "gc-leaf-function" if nothing is collected in it
define i32 @safepoint(ptr %place) gc "statepoint-example" {
  %n = call i32 @setjmp(ptr %place)
  ret i32 %n
}

declare void @opaque()
declare i32 @setjmp(ptr) returns_twice

;--- right.ll
; RIGHT-LABEL: @object(
; RIGHT: @opaque, {{.*}} [ "gc-live"(ptr %a) ]
define ptr addrspace(1) @object(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  %c = icmp eq i32 %n, 0
  br i1 %c, label %first, label %second
first:
  call void @opaque()
  ret ptr addrspace(1) null
second:
  %q = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %q
}

; RIGHT-LABEL: @volatile_object(
; RIGHT: @opaque, {{.*}} [ "gc-live"(ptr %a) ]
define ptr addrspace(1) @volatile_object(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store volatile ptr addrspace(1) %p, ptr %a
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  call void @opaque()
  %q = load volatile ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %q
}

; RIGHT-LABEL: @no_safepoint_behind(
define ptr addrspace(1) @no_safepoint_behind(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  call void @opaque()
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  ret ptr addrspace(1) %p
}

; RIGHT-LABEL: @needed_before(
define void @needed_before(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  store i64 0, ptr addrspace(1) %p
  %n = call i32 @setjmp(ptr %place) "gc-leaf-function"
  call void @opaque()
  ret void
}

; RIGHT-LABEL: @returns_once(
define ptr addrspace(1) @returns_once(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  %n = call i32 @once(ptr %place) "gc-leaf-function"
  call void @opaque()
  ret ptr addrspace(1) %p
}

declare void @opaque()
declare i32 @setjmp(ptr) returns_twice
declare i32 @once(ptr)
