; RUN: %if x86-registered-target %{ not llc -mtriple=i686-linux-gnu -filetype=null %s 2>&1 | FileCheck %s -DTARGET=i686 %}
; RUN: %if x86-registered-target %{ not llc -mtriple=i686-linux-gnu -O0 -filetype=null %s 2>&1 | FileCheck %s -DTARGET=i686 %}
; RUN: %if powerpc-registered-target %{ not llc -mtriple=powerpc64le-linux-gnu -filetype=null %s 2>&1 | FileCheck %s -DTARGET=powerpc64le %}
; RUN: %if systemz-registered-target %{ not llc -mtriple=s390x-linux-gnu -filetype=null %s 2>&1 | FileCheck %s -DTARGET=s390x %}
; RUN: %if arm-registered-target %{ not llc -mtriple=armv7-linux-gnueabihf -filetype=null %s 2>&1 | FileCheck %s -DTARGET=armv7 %}
; RUN: %if mips-registered-target %{ not llc -mtriple=mips64el-linux-gnu -filetype=null %s 2>&1 | FileCheck %s -DTARGET=mips64el %}
; RUN: %if sparc-registered-target %{ not llc -mtriple=sparcv9-linux-gnu -filetype=null %s 2>&1 | FileCheck %s -DTARGET=sparcv9 %}
; RUN: %if webassembly-registered-target %{ not llc -mtriple=wasm32 -filetype=null %s 2>&1 | FileCheck %s -DTARGET=wasm32 %}
; RUN: %if amdgpu-registered-target %{ not llc -mtriple=amdgcn-amd-amdhsa -filetype=null %s 2>&1 | FileCheck %s -DTARGET=amdgcn %}
; RUN: %if hexagon-registered-target %{ not llc -mtriple=hexagon -filetype=null %s 2>&1 | FileCheck %s -DTARGET=hexagon %}

; Targets whose code generators have no statepoints say so.

; CHECK: error: <unknown>:0:0: in function statepoint {{.*}}: statepoint '%t' of 'opaque': the target [[TARGET]] does not support statepoints; x86-64, AArch64, 64-bit RISC-V and LoongArch do
define ptr addrspace(1) @statepoint(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

; CHECK: error: <unknown>:0:0: in function deopt {{.*}}: call with deopt state of 'opaque': the target [[TARGET]] does not support statepoints; x86-64, AArch64, 64-bit RISC-V and LoongArch do
define void @deopt() {
  call void @opaque() [ "deopt"(i32 7) ]
  ret void
}

declare void @opaque()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
