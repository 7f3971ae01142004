; Row: part of a stack object in gc-live
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #{{[0-9]+}}: Direct {{.*}} + {{[0-9]+}}, size: 8

declare void @callee()
declare void @fill(ptr)

define void @traced() gc "statepoint-example" {
  %object = alloca { i64, ptr addrspace(1) }
  call void @fill(ptr %object) "gc-leaf-function"
  %member = getelementptr i8, ptr %object, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %member) ]
  call void @fill(ptr %object) "gc-leaf-function"
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
