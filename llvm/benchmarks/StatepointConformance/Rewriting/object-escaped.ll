; Row: rewritten: reference in a stack object that a callee fills
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.statepoint{{.*}}@fill
; RIGHT: gc.statepoint{{.*}}@callee{{.*}}"gc-live"(ptr

declare void @callee()
declare void @fill(ptr)

define ptr addrspace(1) @traced() gc "statepoint-example" {
  %a = alloca { i64, ptr addrspace(1) }
  call void @fill(ptr %a)
  call void @callee()
  %slot = getelementptr { i64, ptr addrspace(1) }, ptr %a, i64 0, i32 1
  %r = load ptr addrspace(1), ptr %slot
  ret ptr addrspace(1) %r
}
