; Code of a strategy that rewrites calls does not become a part of functions without a
; strategy: these would get it, and their own calls would need statepoints.
;
; RUN: opt -S -passes=inline < %s | FileCheck %s
; RUN: opt -S -passes=rewrite-statepoints-for-gc,inline < %s | FileCheck %s
; RUN: %if x86-registered-target %{ opt -passes=rewrite-statepoints-for-gc,inline < %s | llc -mtriple=x86_64-linux-gnu -filetype=null 2>&1 | count 0 %}
; RUN: %if aarch64-registered-target %{ opt -passes=rewrite-statepoints-for-gc,inline < %s | llc -mtriple=aarch64-linux-gnu -filetype=null 2>&1 | count 0 %}

declare void @opaque()

define i64 @leaf(ptr addrspace(1) %p) gc "managed" {
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

define void @calls() gc "statepoint-example" {
  call void @opaque()
  ret void
}

define void @memory() gc "shadow-stack" {
  ret void
}

; CHECK-LABEL: @native(ptr addrspace(1) %p) {
; CHECK-NEXT: call void @opaque()
; CHECK-NEXT: %v = call i64 @leaf(ptr addrspace(1) %p)
; CHECK-NEXT: call void @calls()
; CHECK-NEXT: ret i64 %v
define i64 @native(ptr addrspace(1) %p) {
  call void @opaque()
  %v = call i64 @leaf(ptr addrspace(1) %p)
  call void @calls()
  ret i64 %v
}

; With the same strategy nothing is in the way.
; CHECK-LABEL: @managed(ptr addrspace(1) %p) gc "managed" {
; CHECK-NEXT: load i64, ptr addrspace(1) %p
define i64 @managed(ptr addrspace(1) %p) gc "managed" {
  %v = call i64 @leaf(ptr addrspace(1) %p) "gc-leaf-function"
  ret i64 %v
}

; Other strategies are passed on.
; CHECK-LABEL: @owner() gc "shadow-stack" {
; CHECK-NEXT: ret void
define void @owner() {
  call void @memory()
  ret void
}
