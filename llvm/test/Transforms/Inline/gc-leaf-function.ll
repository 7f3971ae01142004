; What is inlined for a call in which nothing is collected are such calls, too, or
; rewriting and code generation would want statepoints of them.
;
; RUN: opt -S -passes=inline < %s | FileCheck %s
; RUN: %if x86-registered-target %{ opt -passes=rewrite-statepoints-for-gc,inline < %s | llc -mtriple=x86_64-linux-gnu -filetype=null 2>&1 | count 0 %}
; RUN: %if aarch64-registered-target %{ opt -passes=rewrite-statepoints-for-gc,inline < %s | llc -mtriple=aarch64-linux-gnu -filetype=null 2>&1 | count 0 %}

declare void @opaque()
declare i64 @asked()
declare void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal i64 @native(ptr addrspace(1) %to, ptr addrspace(1) %from, ptr %a) {
  call void @opaque()
  %v = call i64 @asked()
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i32 64, i32 8)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %a, i64 8, i1 false)
  call void asm sideeffect "nop", ""()
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr @opaque, i32 0)
  ret i64 %v
}

; CHECK-LABEL: @leaf(
; CHECK-NEXT: call void @opaque() #[[LEAF:[0-9]+]]
; CHECK-NEXT: %v.i = call i64 @asked() #[[LEAF]]
; CHECK-NEXT: call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32({{.*}}) #[[LEAF]]
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64({{.*}}){{$}}
; CHECK-NEXT: call void asm sideeffect "nop", ""() #[[LEAF]]
; CHECK-NEXT: call void {{.*}}@llvm.experimental.patchpoint.void({{.*}}) #[[LEAF]]
; CHECK-NEXT: ret i64 %v.i
define i64 @leaf(ptr addrspace(1) %to, ptr addrspace(1) %from, ptr %a) gc "managed" {
  %v = call i64 @native(ptr addrspace(1) %to, ptr addrspace(1) %from, ptr %a) "gc-leaf-function"
  ret i64 %v
}

; Nothing is a leaf without a strategy.
; CHECK-LABEL: @without_strategy(
; CHECK-NEXT: call void @opaque(){{$}}
; CHECK-NEXT: call i64 @asked(){{$}}
define i64 @without_strategy(ptr addrspace(1) %to, ptr addrspace(1) %from, ptr %a) {
  %v = call i64 @native(ptr addrspace(1) %to, ptr addrspace(1) %from, ptr %a) "gc-leaf-function"
  ret i64 %v
}

define internal void @other() {
  call void @opaque()
  ret void
}

; CHECK-LABEL: @no_leaf(
; CHECK-NEXT: call void @opaque(){{$}}
define void @no_leaf() gc "managed" {
  call void @other()
  ret void
}

; CHECK: attributes #[[LEAF]] = { "gc-leaf-function" }
