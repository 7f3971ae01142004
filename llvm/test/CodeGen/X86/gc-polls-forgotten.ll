; RUN: split-file %s %t
; RUN: not llc -mtriple=x86_64-linux-gnu -o /dev/null %t/polls.ll 2>&1 | FileCheck %s --check-prefix=POLLS --implicit-check-not=error
; RUN: opt -passes='function(place-safepoints),rewrite-statepoints-for-gc' %t/placed.ll | llc -mtriple=x86_64-linux-gnu -o - | FileCheck %s --check-prefix=PLACED
; RUN: opt -passes='function(place-safepoints),gc-frames<O2>' %t/frames.ll | llc -mtriple=x86_64-linux-gnu -o - | FileCheck %s --check-prefix=FRAMES
; RUN: not llc -mtriple=x86_64-linux-gnu -o /dev/null %t/guards.ll 2>&1 | FileCheck %s --check-prefix=GUARDS --implicit-check-not=error
; RUN: not llc -mtriple=aarch64-linux-gnu -o /dev/null %t/guards.ll 2>&1 | FileCheck %s --check-prefix=GUARDS --implicit-check-not=error
; RUN: opt -passes='function(lower-guard-intrinsic,lower-widenable-condition,place-safepoints),rewrite-statepoints-for-gc' %t/guards.ll | llc -mtriple=x86_64-linux-gnu -o - | FileCheck %s --check-prefix=LOWERED

; Polls that a function asks for and that nobody placed are an error, and so are
; guards that nobody lowered.

;--- polls.ll
; POLLS: error: {{.*}}in function asks void (): the polls that "gc-polls"="entry,backedge" asks for are not placed; run place-safepoints on functions with a GC strategy, before rewrite-statepoints-for-gc or place-gc-roots (module
define void @asks() "gc-polls"="entry,backedge" gc "managed" {
  ret void
}

; POLLS: error: {{.*}}in function native void (): the polls that "gc-polls"="entry" asks for are not placed
define void @native() "gc-polls"="entry" {
  ret void
}

; The front end asked for none, or may have polls of its own.
define void @none() "gc-polls"="" gc "managed" {
  ret void
}
define void @own() gc "managed" {
  ret void
}

;--- placed.ll
; PLACED-LABEL: asks:
; PLACED: movq LLVMManagedThisThread@GOTTPOFF(%rip), %[[THREAD:.*]]
; PLACED: {{cmpl.*|movl.*}}%fs:20(%[[THREAD]])
; PLACED: retq
; PLACED: callq LLVMManagedPoll
define void @asks() "gc-polls"="entry,backedge" gc "managed" {
  ret void
}

;--- frames.ll
; FRAMES-LABEL: asks:
; FRAMES: movq LLVMManagedThisThread@GOTTPOFF(%rip), %[[THREAD:.*]]
; FRAMES: {{cmpl.*|movl.*}}%fs:20(%[[THREAD]])
; FRAMES: callq LLVMManagedPoll
define i64 @asks(ptr addrspace(1) %p) "gc-polls"="entry,backedge" gc "managed-frames" {
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

;--- guards.ll
; GUARDS: error: {{.*}}in function guarded void (i1): call with deopt state of 'llvm.experimental.guard': it is not lowered; run lower-guard-intrinsic before place-safepoints and rewrite-statepoints-for-gc (module
; LOWERED-LABEL: guarded:
; LOWERED: callq __llvm_deoptimize
define void @guarded(i1 %c) gc "managed" {
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"(i32 1) ]
  ret void
}

; GUARDS: error: {{.*}}in function widenable i1 (): call '%w' of 'llvm.experimental.widenable.condition': it is not lowered; run lower-widenable-condition before code generation (module
define i1 @widenable() gc "managed" {
  %w = call i1 @llvm.experimental.widenable.condition()
  ret i1 %w
}
