; Calls that go through thunks are no business of polls by page, which are loads.

; RUN: split-file %s %t
; RUN: opt -passes=rewrite-statepoints-for-gc %t/statepoints.ll -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+retpoline-indirect-calls %t.bc -o - \
; RUN:   | FileCheck --check-prefix=X86 %s
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+lvi-cfi %t.bc -o - \
; RUN:   | FileCheck --check-prefix=X86 %s
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+harden-sls-blr %t.bc -o - \
; RUN:   | FileCheck --check-prefix=AARCH64 %s
; RUN: llc -mtriple=x86_64-linux-gnu -mattr=+retpoline-indirect-calls \
; RUN:   %t/frames.ll -o - | FileCheck --check-prefix=X86 %s
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -mattr=+retpoline-indirect-calls \
; RUN:   %t/frames.ll -o - | FileCheck --check-prefix=X86 %s
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+harden-sls-blr %t/frames.ll -o - \
; RUN:   | FileCheck --check-prefix=AARCH64 %s

; X86-LABEL: poll:
; X86-NOT: call
; X86: testl %eax, (%{{r[a-z0-9]+}})
; X86-NOT: call
; X86: .Lfunc_end0

; AARCH64-LABEL: poll:
; AARCH64-NOT: bl
; AARCH64: ldr wzr, [x{{[0-9]+}}]
; AARCH64-NOT: bl
; AARCH64: .Lfunc_end0

;--- statepoints.ll
define void @poll(ptr %page) gc "managed" {
  call void %page() "gc-page-poll"
  ret void
}

;--- frames.ll
define void @poll(ptr %page) {
  call void %page() "gc-page-poll"="frame"
  ret void
}
