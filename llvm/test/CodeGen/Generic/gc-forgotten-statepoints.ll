; Code of a strategy that rewrites calls is not generated if a call is neither a
; statepoint nor a leaf: the frame is in no map at that call, and its references are
; lost.
;
; RUN: split-file %s %t
; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=Stack --implicit-check-not=PLEASE %}
; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: %}
; RUN: %if aarch64-registered-target %{ not llc -mtriple=aarch64-linux-gnu -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: %}
; RUN: %if aarch64-registered-target %{ not llc -mtriple=aarch64-linux-gnu -global-isel -O0 -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: %}
; RUN: %if x86-registered-target %{ llc -mtriple=x86_64-linux-gnu -filetype=null %t/right.ll 2>&1 | count 0 %}
; RUN: %if aarch64-registered-target %{ llc -mtriple=aarch64-linux-gnu -filetype=null %t/right.ll 2>&1 | count 0 %}

; After rewriting, there is no error.
;
; RUN: %if x86-registered-target %{ opt -mtriple=x86_64-linux-gnu -passes=rewrite-statepoints-for-gc %t/errors.ll -o %t/x86.bc %}
; RUN: %if x86-registered-target %{ llc -filetype=null %t/x86.bc 2>&1 | count 0 %}
; RUN: %if aarch64-registered-target %{ opt -mtriple=aarch64-linux-gnu -passes=rewrite-statepoints-for-gc %t/errors.ll -o %t/aarch64.bc %}
; RUN: %if aarch64-registered-target %{ llc -filetype=null %t/aarch64.bc 2>&1 | count 0 %}

; Copies that rewriting leaves alone on demand are not forgotten.
;
; RUN: %if x86-registered-target %{ opt -mtriple=x86_64-linux-gnu -passes='rewrite-statepoints-for-gc<copies-need-deopt>' %t/errors.ll -o %t/copies.bc %}
; RUN: %if x86-registered-target %{ llc -filetype=null %t/copies.bc 2>&1 | count 0 %}

;--- errors.ll
declare void @opaque()
declare ptr addrspace(1) @allocate()
declare void @fail() cold noreturn
declare i64 @strlen(ptr)
declare i32 @personality(...)
declare i32 @llvm.experimental.deoptimize.i32(...)
declare void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i32)

; CHECK: error: <unknown>:0:0: in function no_references void (): call of 'opaque': the GC strategy 'managed' needs a statepoint here; run rewrite-statepoints-for-gc before code generation, or add "gc-leaf-function" if nothing is collected in the call (module '{{.*}}errors.ll')
define void @no_references() gc "managed" {
  call void @opaque()
  ret void
}

; CHECK: error: <unknown>:0:0: in function several {{.*}}: call '%p' of 'allocate': the GC strategy 'statepoint-example' needs a statepoint here; {{.*}} in the call (and in 2 more) (module '
define ptr addrspace(1) @several() gc "statepoint-example" {
  %p = call ptr addrspace(1) @allocate()
  call void @opaque()
  call void @opaque()
  ret ptr addrspace(1) %p
}

; CHECK: error: <unknown>:0:0: in function invokes {{.*}}: invoke of 'opaque': the GC strategy 'coreclr' needs a statepoint here; {{.*}} in the call (module '
define void @invokes() gc "coreclr" personality ptr @personality {
  invoke void @opaque() to label %done unwind label %pad

done:
  ret void

pad:
  %l = landingpad token cleanup
  ret void
}

; CHECK: error: <unknown>:0:0: in function never_returns {{.*}}: call of 'fail': the GC strategy 'managed-non-moving' needs a statepoint here;
define void @never_returns(ptr addrspace(1) %p) gc "managed-non-moving" {
  %is.null = icmp eq ptr addrspace(1) %p, null
  br i1 %is.null, label %null, label %done

null:
  call void @fail()
  unreachable

done:
  ret void
}

; CHECK: error: <unknown>:0:0: in function indirect {{.*}}: call of 'f': the GC strategy 'managed' needs
define void @indirect(ptr %f) gc "managed" {
  call void %f()
  ret void
}

; No promise: the stack may be needed.
; CHECK: error: <unknown>:0:0: in function tail {{.*}}: call of 'opaque': the GC strategy 'managed' needs
define void @tail() gc "managed" {
  tail call void @opaque()
  ret void
}

; A record without references.
; CHECK: error: <unknown>:0:0: in function deopt {{.*}}: call with deopt state of 'opaque': the GC strategy 'managed' needs
define ptr addrspace(1) @deopt(ptr addrspace(1) %p) gc "managed" {
  call void @opaque() [ "deopt"(i32 7) ]
  ret ptr addrspace(1) %p
}

; CHECK: error: <unknown>:0:0: in function deoptimize {{.*}}: call with deopt state '%r' of 'llvm.experimental.deoptimize.i32': the GC strategy 'managed' needs
define i32 @deoptimize(ptr addrspace(1) %p) gc "managed" {
  %r = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"(ptr addrspace(1) %p) ]
  ret i32 %r
}

; The runtime's copy may collect.
; CHECK: error: <unknown>:0:0: in function copy {{.*}}: call of 'llvm.memcpy.element.unordered.atomic.p1.p1.i32': the GC strategy 'managed' needs
define void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from) gc "managed" {
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i32 64, i32 8)
  ret void
}

; The program has a function of that name.
; CHECK: error: <unknown>:0:0: in function own_library {{.*}}: call '%n' of 'strlen': the GC strategy 'managed' needs
define i64 @own_library(ptr %s) "no-builtins" gc "managed" {
  %n = call i64 @strlen(ptr %s)
  ret i64 %n
}

; The line is that of the call.
; CHECK: error: a.c:7:3: in function located {{.*}}: call of 'opaque': the GC strategy 'managed' needs
define void @located() gc "managed" !dbg !4 {
  call void @opaque(), !dbg !6
  ret void, !dbg !6
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "")
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "located", file: !2, line: 6, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocation(line: 7, column: 3, scope: !4)

;--- right.ll
declare void @opaque()
declare void @leaf() "gc-leaf-function"
declare i64 @strlen(ptr)
declare void @__asan_report_load8(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i32)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare i32 @llvm.experimental.deoptimize.i32(...)

define void @leaves(ptr %f) gc "managed" {
  call void @leaf()
  call void @opaque() "gc-leaf-function"
  call void %f() "gc-leaf-function"
  ret void
}

define i64 @library(ptr %to, ptr %from, i64 %n) gc "managed" {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false)
  %l = call i64 @strlen(ptr %to)
  ret i64 %l
}

define void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from) gc "managed" {
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i32 64, i32 8) "gc-leaf-function"
  ret void
}

define void @statepoint() gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; The frame is gone when the callee runs.
define void @tail() gc "managed" {
  musttail call void @opaque()
  ret void
}

define void @assembly() gc "managed" {
  call void asm sideeffect "", "~{memory}"()
  ret void
}

define void @unreachable() gc "managed" {
  ret void

nowhere:
  call void @opaque()
  ret void
}

; A pass that instruments code may run last.
define void @instrumented(i64 %p) gc "managed" {
  call void @__asan_report_load8(i64 %p)
  ret void
}

; The record has the frame, and there is no reference.
define i32 @deopt() gc "managed" {
  call void @opaque() [ "deopt"(i32 7) ]
  %r = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"(i32 7) ]
  ret i32 %r
}

; Who keeps roots in memory does not need statepoints.
define void @shadow_stack() gc "shadow-stack" {
  call void @opaque()
  ret void
}

define void @erlang() gc "erlang" {
  call void @opaque()
  ret void
}

define void @none() {
  call void @opaque()
  ret void
}

; Another module has it.
define available_externally void @elsewhere() gc "managed" {
  call void @opaque()
  ret void
}
