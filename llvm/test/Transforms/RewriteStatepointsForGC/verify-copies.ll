; What rewriting makes of copies of references is right for the verifier.
; RUN: opt -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' -disable-output %s 2>&1 | count 0
; RUN: opt -passes='rewrite-statepoints-for-gc' -S %s | llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null 2>&1 | count 0
; RUN: opt -passes='rewrite-statepoints-for-gc' -S %s | llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=null 2>&1 | count 0

declare ptr addrspace(1) @get()
declare void @callee()
declare i1 @again()

define ptr addrspace(1) @chosen(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
  %frozen = freeze ptr addrspace(1) %p
  %q = call ptr addrspace(1) @get()
  %s = select i1 %c, ptr addrspace(1) %q, ptr addrspace(1) %frozen
  call void @callee()
  ret ptr addrspace(1) %s
}

define ptr addrspace(1) @derived(ptr addrspace(1) %p, i1 %c) gc "managed" {
  %frozen = freeze ptr addrspace(1) %p
  call void @callee()
  %q = call ptr addrspace(1) @get()
  %s = select i1 %c, ptr addrspace(1) %q, ptr addrspace(1) %frozen
  %d = getelementptr i8, ptr addrspace(1) %s, i64 8
  call void @callee()
  ret ptr addrspace(1) %d
}

define ptr addrspace(1) @loop(ptr addrspace(1) %p) gc "managed" {
entry:
  %frozen = freeze ptr addrspace(1) %p
  br label %head

head:
  %q = phi ptr addrspace(1) [ %frozen, %entry ], [ %next, %join ]
  %c = call i1 @again()
  br i1 %c, label %change, label %join

change:
  %other = call ptr addrspace(1) @get()
  br label %join

join:
  %r = phi ptr addrspace(1) [ %other, %change ], [ %frozen, %head ]
  %next = freeze ptr addrspace(1) %r
  %d = call i1 @again()
  br i1 %d, label %head, label %exit

exit:
  ret ptr addrspace(1) %q
}
