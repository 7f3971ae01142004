; RUN: opt -mtriple=x86_64-linux-gnu -passes=normalize-gc-pointers,verify -S %s | FileCheck %s
; RUN: sed -e 's/"managed"/"statepoint-example"/' %s | opt -mtriple=x86_64-linux-gnu -passes=normalize-gc-pointers,verify -S | FileCheck %s --check-prefix=THIRD

; Version 4 of the stack map finds the references of an object by its type, and
; version 3 does not.

; CHECK: call void @fill(ptr %a) [ "gc-live"(ptr %a) ]
; THIRD-COUNT-17: getelementptr
; THIRD-NOT: getelementptr
; THIRD: call void @fill(ptr %a) [ "gc-live"(ptr %{{[^,]*}}, ptr
define void @object() gc "managed" {
  %a = alloca [17 x { i64, ptr addrspace(1) }]
  call void @fill(ptr %a)
  ret void
}

declare void @fill(ptr)
