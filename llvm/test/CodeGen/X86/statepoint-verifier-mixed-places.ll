;; A place computed from null on one path and from a reference on the other: what
;; uses it after the paths have met says nothing of the number that arrives from
;; the first, which is not relocated by the statepoint there.
;
; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -O1 -verify-machineinstrs %t.bc -o - \
; RUN:   | FileCheck %s

declare void @collect()
declare i64 @number()
declare i64 @take(ptr addrspace(1))

; CHECK-LABEL: address:
; CHECK:         callq number
; CHECK:         callq collect
; CHECK:         retq
define i64 @address(ptr addrspace(1) %a, i1 %c) gc "managed" {
  br i1 %c, label %null, label %object

null:
  %n = call i64 @number() "gc-leaf-function"
  %m = and i64 %n, 1
  %p = getelementptr i64, ptr addrspace(1) null, i64 %m
  %p32 = getelementptr i8, ptr addrspace(1) %p, i64 32
  call void @collect()
  %w = load i64, ptr addrspace(1) %p32
  br label %join

object:
  %q = getelementptr i64, ptr addrspace(1) %a, i64 5
  br label %join

join:
  %v0 = phi i64 [ %w, %null ], [ 7, %object ]
  %r = phi ptr addrspace(1) [ %p32, %null ], [ %q, %object ]
  %v = load i64, ptr addrspace(1) %r
  %s = add i64 %v, %v0
  ret i64 %s
}

; CHECK-LABEL: returned:
; CHECK:         callq collect
; CHECK:         retq
define ptr addrspace(1) @returned(ptr addrspace(1) %a, i1 %c) gc "managed" {
  br i1 %c, label %null, label %object

null:
  %n = call i64 @number() "gc-leaf-function"
  %m = and i64 %n, 1
  %p = getelementptr i64, ptr addrspace(1) null, i64 %m
  call void @collect()
  br label %join

object:
  %q = getelementptr i64, ptr addrspace(1) %a, i64 5
  br label %join

join:
  %r = phi ptr addrspace(1) [ %p, %null ], [ %q, %object ]
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: passed:
; CHECK:         callq collect
; CHECK:         callq take
; CHECK:         retq
define i64 @passed(ptr addrspace(1) %a, i1 %c) gc "managed" {
  br i1 %c, label %null, label %object

null:
  %n = call i64 @number() "gc-leaf-function"
  %m = and i64 %n, 1
  %p = getelementptr i64, ptr addrspace(1) null, i64 %m
  call void @collect()
  br label %join

object:
  %q = getelementptr i64, ptr addrspace(1) %a, i64 5
  br label %join

join:
  %r = phi ptr addrspace(1) [ %p, %null ], [ %q, %object ]
  %v = call i64 @take(ptr addrspace(1) %r)
  ret i64 %v
}

; CHECK-LABEL: stored:
; CHECK:         callq collect
; CHECK:         retq
define void @stored(ptr addrspace(1) %a, ptr %to, i1 %c) gc "managed" {
  br i1 %c, label %null, label %object

null:
  %n = call i64 @number() "gc-leaf-function"
  %m = and i64 %n, 1
  %p = getelementptr i64, ptr addrspace(1) null, i64 %m
  call void @collect()
  br label %join

object:
  %q = getelementptr i64, ptr addrspace(1) %a, i64 5
  br label %join

join:
  %r = phi ptr addrspace(1) [ %p, %null ], [ %q, %object ]
  store ptr addrspace(1) %r, ptr %to
  ret void
}
