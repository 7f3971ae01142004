; Polls by page remain calls, which code generation makes loads of. Those of a
; strategy without a page are errors, and so are those in which nothing is
; collected.

; RUN: split-file %s %t
; RUN: opt -S -passes=lower-gc-frame %t/marked.ll | FileCheck %s
; RUN: not opt -disable-output -passes=lower-gc-frame %t/refused.ll 2>&1 \
; RUN:   | FileCheck --check-prefix=REFUSED %s

; CHECK-LABEL: define void @poll(ptr %page) {
; CHECK: call void %page() #[[POLL:[0-9]+]]
; CHECK-LABEL: define void @other(ptr %page) {
; CHECK: call void %page() #[[OTHER:[0-9]+]]
; CHECK: attributes #[[POLL]] = { nounwind "gc-page-poll"="frame" }
; CHECK: attributes #[[OTHER]] = { "gc-page-poll" }

; REFUSED: in function leaf void (ptr): nothing is collected in a call with "gc-leaf-function", so it is no poll; leave out that attribute or "gc-page-poll"
; REFUSED: in function julia void (ptr): the GC strategy 'julia' has no page that polls load from; use a poll by flag

;--- marked.ll
define void @poll(ptr %page) gc "managed-frames" {
  call void %page() nounwind "gc-page-poll"
  ret void
}

; Of no strategy.
define void @other(ptr %page) {
  call void %page() "gc-page-poll"
  ret void
}

;--- refused.ll
define void @leaf(ptr %page) gc "managed-frames" {
  call void %page() "gc-page-poll" "gc-leaf-function"
  ret void
}

define void @julia(ptr %page) gc "julia" {
  call void %page() "gc-page-poll"
  ret void
}
