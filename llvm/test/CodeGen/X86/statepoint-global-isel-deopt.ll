; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O0 -global-isel -global-isel-abort=0 -filetype=obj -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -global-isel -global-isel-abort=2 -filetype=null %s 2>&1 | FileCheck %s --check-prefix=FALLBACK

; GlobalISel leaves functions with deopt state to others, and says so.

; FALLBACK: warning: Instruction selection used fallback path for deopt
; FALLBACK-NOT: fallback path for without
; CHECK: Record ID: 77,
; CHECK: #4: Constant 7,
define void @deopt() {
  call void @opaque() "statepoint-id"="77" [ "deopt"(i32 7) ]
  ret void
}

define void @without() {
  call void @opaque()
  ret void
}

declare void @opaque()
