; Row: stack object in gc-live, optimized
; Target: x86-64 AArch64
; With: opt -passes=instcombine | llc -O2
; With: opt -passes=default<O2> | llc -O2
; See: stack map
; RIGHT: #{{[0-9]+}}: Direct R#{{7|31|29}}

declare void @callee()
declare void @use(ptr addrspace(1))

define void @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %slot = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %slot
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slot) ]
  %q = load ptr addrspace(1), ptr %slot
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (ptr addrspace(1))) @use, i32 1, i32 0, ptr addrspace(1) %q, i32 0, i32 0)
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
