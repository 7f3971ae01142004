; Row: reference that is relocated, executed
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: run
; RIGHT: exit code 42

declare ptr @first()
declare void @touch(ptr)

define i32 @main() gc "statepoint-example" {
  %cell = call ptr @first() "gc-leaf-function"
  %p = addrspacecast ptr %cell to ptr addrspace(1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (ptr)) @touch, i32 1, i32 0, ptr %cell, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %v = load i64, ptr addrspace(1) %q
  %exit = trunc i64 %v to i32
  ret i32 %exit
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
