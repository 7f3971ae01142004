; Row: stack object of dynamic size in gc-live
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; Diagnosed: neither format has a place for memory whose address
; Diagnosed: and size are known at run time only
; RIGHT: #{{[0-9]+}}: Direct

declare void @callee()
declare void @fill(ptr)

define void @traced(i64 %n) gc "statepoint-example" {
  %slots = alloca ptr addrspace(1), i64 %n
  call void @fill(ptr %slots) "gc-leaf-function"
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slots) ]
  call void @fill(ptr %slots) "gc-leaf-function"
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
