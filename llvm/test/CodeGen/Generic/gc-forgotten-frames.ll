; Code of a strategy with frames is not generated before its references are in
; frames.
;
; RUN: split-file %s %t
; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=Stack --implicit-check-not=PLEASE %}
; RUN: %if aarch64-registered-target %{ not llc -mtriple=aarch64-linux-gnu -O0 -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: %}
; RUN: %if x86-registered-target %{ opt -passes=place-gc-roots,lower-gc-frame %t/errors.ll -o %t/errors.bc && llc -mtriple=x86_64-linux-gnu -filetype=null %t/errors.bc 2>&1 | count 0 %}

; With the module flag, the functions that have references and may collect.
;
; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -filetype=null %t/flag.ll 2>&1 | FileCheck %s --check-prefix=FLAG --implicit-check-not=error: %}
; RUN: %if aarch64-registered-target %{ not llc -mtriple=aarch64-linux-gnu -filetype=null %t/flag.ll 2>&1 | FileCheck %s --check-prefix=FLAG --implicit-check-not=error: %}
; RUN: %if x86-registered-target %{ opt -passes=place-gc-roots,lower-gc-frame %t/flag.ll -o %t/flag.bc && llc -mtriple=x86_64-linux-gnu -filetype=null %t/flag.bc 2>&1 | count 0 %}

;--- errors.ll
declare void @opaque()

; CHECK: error: <unknown>:0:0: in function f ptr addrspace(1) (ptr addrspace(1)): the references of the GC strategy 'managed-frames' are not in frames; run place-gc-roots and lower-gc-frame before code generation (module '{{.*}}errors.ll')
define ptr addrspace(1) @f(ptr addrspace(1) %p) gc "managed-frames" {
  call void @opaque()
  ret ptr addrspace(1) %p
}

; CHECK: error: <unknown>:0:0: in function leaf {{.*}}: the references of the GC strategy 'managed-frames-non-moving' are not in frames;
define void @leaf() gc "managed-frames-non-moving" {
  ret void
}

; CHECK: error: <unknown>:0:0: in function julia {{.*}}: the references of the GC strategy 'julia' are not in frames;
define void @julia() gc "julia" {
  ret void
}

; CHECK: error: <unknown>:0:0: in function placed {{.*}}: the frame of the GC strategy 'managed-frames' is not lowered; run lower-gc-frame before code generation (module '
define void @placed() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %frame, i32 1)
  call void @opaque()
  call void @managed.pop_gc_frame(ptr %frame)
  ret void
}

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare void @managed.pop_gc_frame(ptr)

;--- flag.ll
declare void @opaque()

; FLAG: error: <unknown>:0:0: in function f ptr addrspace(1) (ptr addrspace(1)): the references of the GC strategy 'managed-frames' of the module flag 'gc-root-strategy' are not in frames; run place-gc-roots and lower-gc-frame before code generation (module '{{.*}}flag.ll')
define ptr addrspace(1) @f(ptr addrspace(1) %p) {
  call void @opaque()
  ret ptr addrspace(1) %p
}

; FLAG: error: <unknown>:0:0: in function member {{.*}}: the references of
define void @member(ptr %p) {
  %two = load { i64, ptr addrspace(1) }, ptr %p
  call void @opaque()
  store { i64, ptr addrspace(1) } %two, ptr %p
  ret void
}

define void @lowered(ptr addrspace(1) %p) "gc-frame-lowered" {
  call void @opaque()
  ret void
}

define i64 @leaf(ptr addrspace(1) %p) {
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

define void @none(ptr addrspace(1) %p) gc "none" {
  call void @opaque()
  ret void
}

; As another language has them.
define void @native(ptr %p) {
  call void @opaque()
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"managed-frames"}
