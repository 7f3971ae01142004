; Row: vector of references
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; With: llc -O2 -max-registers-for-gc-values=100
; See: stack map
; RIGHT: #4: Indirect [[PLACE:.*]], size: 16
; RIGHT-NEXT: #5: Indirect [[PLACE]], size: 16

declare void @callee()
declare <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token, i32 immarg, i32 immarg)

define <2 x ptr addrspace(1)> @traced(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %v) ]
  %q = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)
  ret <2 x ptr addrspace(1)> %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
