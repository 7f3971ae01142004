; Row: rewritten: atomic copy of elements of 32 bytes
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: runtimes have functions for elements of up to 16 bytes
; RIGHT: _safepoint_32,

declare void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i32)

define void @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1) align 32 %p, ptr addrspace(1) align 32 %p, i32 64, i32 32)
  ret void
}
