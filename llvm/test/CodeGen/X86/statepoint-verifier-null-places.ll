;; A place computed from null is in no object, and is not relocated. That is right on the
;; path where it is chosen, and says nothing of the other one.
;
; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -O2 -verify-machineinstrs %t.bc -o - | FileCheck %s

declare void @collect()
declare i64 @number()

; CHECK-LABEL: f:
; CHECK:         leaq 32(,%rax,8)
; CHECK:         callq collect
; CHECK:         callq collect
; CHECK:         callq collect
; CHECK:         retq
define i64 @f(ptr addrspace(1) %a, i1 %c) gc "managed" {
  br i1 %c, label %null, label %object

null:
  %n = call i64 @number() "gc-leaf-function"
  %m = add i64 %n, 4
  %p = getelementptr i64, ptr addrspace(1) null, i64 %m
  call void @collect()
  call void @collect()
  br label %join

object:
  %q = getelementptr i64, ptr addrspace(1) %a, i64 5
  br label %join

join:
  %r = phi ptr addrspace(1) [ %p, %null ], [ %q, %object ]
  call void @collect()
  %v = load i64, ptr addrspace(1) %r
  ret i64 %v
}
