; Row: targets without statepoints
; Target: i686-linux-gnu powerpc64le-linux-gnu s390x-linux-gnu armv7-linux-gnueabihf mips64el-linux-gnu sparcv9-linux-gnu wasm32 amdgcn-amd-amdhsa nvptx64-nvidia-cuda hexagon
; With: llc -O2
; With: llc -O0
; See: assembly
; Diagnosed: the code generator of the target does not lower
; Diagnosed: statepoints
; RIGHT-I686: calll callee
; RIGHT: {{[._]llvm_stackmaps}}

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @callee() [ "deopt"(i32 7) ]
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
