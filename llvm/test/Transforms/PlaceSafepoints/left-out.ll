; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' %s | FileCheck %s
; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-all-entries -spp-all-returns %s | FileCheck %s --check-prefix=ALL

; Polls that every path meets another safepoint instead of.

; CHECK-LABEL: define void @calls(
; CHECK-NEXT: call void @callee()
; CHECK-NEXT: ret void
; ALL-LABEL: define void @calls(
; ALL-NEXT: call void @do_safepoint()
; ALL-NEXT: call void @callee()
; ALL-NEXT: call void @do_safepoint()
; ALL-NEXT: ret void
define void @calls() "gc-polls"="entry,return" gc "statepoint-example" {
  call void @callee()
  ret void
}

; One path meets none.
; CHECK-LABEL: define void @one_path(
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: br
define void @one_path(i1 %a) "gc-polls"="entry" gc "statepoint-example" {
  br i1 %a, label %x, label %y
x:
  call void @callee()
  br label %y
y:
  ret void
}

; CHECK-LABEL: define void @each_path(
; CHECK-NEXT: br
define void @each_path(i1 %a) "gc-polls"="entry" gc "statepoint-example" {
  br i1 %a, label %x, label %y
x:
  call void @callee()
  ret void
y:
  call void @callee()
  unreachable
}

; Its poll is the first safepoint of each path.
; CHECK-LABEL: define void @loops(
; CHECK: br label %loop
; CHECK: {{^}}loop:
; CHECK-NEXT: call void @do_safepoint()
define void @loops() "gc-polls"="entry,backedge" gc "statepoint-example" {
  br label %loop
loop:
  br label %loop
}

; Leaves, assembly, copies of elements and functions that have no polls are no
; safepoints.
; CHECK-LABEL: define void @no_safepoints(
; CHECK: call void @do_safepoint()
; CHECK: ret void
define void @no_safepoints(ptr addrspace(1) %p) "gc-polls"="return" gc "statepoint-example" {
  call void @leaf()
  call void asm sideeffect "nop", ""() "gc-leaf-function"
  call void @no_polls()
  call void @backedges_only()
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 0, i64 8, i1 false)
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i64(ptr addrspace(1) align 8 %p, ptr addrspace(1) align 8 %p, i64 8, i32 8)
  ret void
}

; A function with polls is one, and so is native code that is no leaf.
; CHECK-LABEL: define void @safepoints(
; CHECK-NEXT: call void @calls()
; CHECK-NEXT: ret void
define void @safepoints() "gc-polls"="entry" gc "statepoint-example" {
  call void @calls()
  ret void
}

; CHECK-LABEL: define void @calls_native(
; CHECK-NEXT: call void @native()
; CHECK-NEXT: ret void
define void @calls_native() "gc-polls"="entry" gc "statepoint-example" {
  call void @native()
  ret void
}

; CHECK-LABEL: define void @indirect(
; CHECK-NEXT: call void %p()
; CHECK-NEXT: ret void
define void @indirect(ptr %p) "gc-polls"="entry" gc "statepoint-example" {
  call void %p()
  ret void
}

; Where nothing makes calls statepoints, a tail call may be a jump.
; CHECK-LABEL: define void @tail_statepoint(
; CHECK-NEXT: tail call void @callee()
define void @tail_statepoint() "gc-polls"="entry" gc "managed" {
  tail call void @callee()
  ret void
}
; CHECK-LABEL: define void @tail_frames(
; CHECK: load atomic i32
; CHECK: tail call void @callee()
define void @tail_frames() "gc-polls"="entry" gc "managed-frames" {
  tail call void @callee()
  ret void
}

; CHECK-LABEL: define void @musttail(
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: musttail call void @musttail()
; CHECK-NEXT: ret void
define void @musttail() "gc-polls"="return" gc "statepoint-example" {
  musttail call void @musttail()
  ret void
}

; CHECK-LABEL: define ptr @musttail_cast(
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: %r = musttail call ptr @musttail_cast()
; CHECK-NEXT: ret ptr %r
define ptr @musttail_cast() "gc-polls"="entry,return" gc "statepoint-example" {
  %r = musttail call ptr @musttail_cast()
  ret ptr %r
}

; It is a safepoint, and nothing may be between it and the return.
; CHECK-LABEL: define i32 @deoptimize(
; CHECK-NEXT: %r = call i32
; CHECK-NEXT: ret i32 %r
; ALL-LABEL: define i32 @deoptimize(
; ALL: call void @do_safepoint()
; ALL-NEXT: %r = call i32
; ALL-NEXT: ret i32 %r
define i32 @deoptimize() "gc-polls"="return" gc "statepoint-example" {
  %r = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"() ]
  ret i32 %r
}

; CHECK-LABEL: define void @returns(
; CHECK: {{^}}x:
; CHECK-NEXT: call void @callee()
; CHECK-NEXT: ret void
; CHECK: {{^}}y:
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: ret void
define void @returns(i1 %a) "gc-polls"="return" gc "statepoint-example" {
  br i1 %a, label %x, label %y
x:
  call void @callee()
  ret void
y:
  ret void
}

; Stack objects stay in the entry block.
; CHECK-LABEL: define void @objects(
; CHECK-NEXT: %x = alloca i32
; CHECK-NEXT: %y = alloca i64
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: call void @leaf()
define void @objects() "gc-polls"="entry" gc "statepoint-example" {
  %x = alloca i32
  call void @leaf()
  %y = alloca i64
  ret void
}

define void @no_polls() "gc-polls"="" gc "statepoint-example" {
  ret void
}
define void @backedges_only() "gc-polls"="backedge" gc "statepoint-example" {
  ret void
}
define void @native() {
  ret void
}
declare void @callee()
declare void @leaf() "gc-leaf-function"
declare void @do_safepoint()
define void @gc.safepoint_poll() {
  call void @do_safepoint()
  ret void
}
