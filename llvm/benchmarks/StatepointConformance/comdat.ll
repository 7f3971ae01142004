; Row: function in a COMDAT group
; Target: x86-64 AArch64
; With: llc -O2
; See: assembly
; RIGHT-NOT: .llvm_stackmaps
; RIGHT: .section {{.*}}gcmap{{.*}}comdat

$traced = comdat any
declare void @callee()

define linkonce_odr ptr addrspace(1) @traced(ptr addrspace(1) %p) comdat gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 4}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
