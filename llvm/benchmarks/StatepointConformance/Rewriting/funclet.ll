; Row: rewritten: exception handling with funclets
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: no instruction can be in front of a pad or beside it that
; Diagnosed: would have the relocates
; RIGHT: gc.statepoint{{.*}}@use
; RIGHT: cleanuppad

declare void @use(ptr addrspace(1))
declare i32 @__CxxFrameHandler3(...)

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @__CxxFrameHandler3 {
  invoke void @use(ptr addrspace(1) %p) to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %c = cleanuppad within none []
  cleanupret from %c unwind to caller
}
