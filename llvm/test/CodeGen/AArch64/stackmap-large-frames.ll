; Offsets in stack maps have 32 bits.

; RUN: split-file %s %t
; RUN: not llc -mtriple=aarch64 -O2 %t/large.ll -o /dev/null 2>&1 | FileCheck %t/large.ll --implicit-check-not=error:
; RUN: not llc -mtriple=aarch64 -O0 %t/large.ll -o /dev/null 2>&1 | FileCheck %t/large.ll --implicit-check-not=error:
; RUN: llc -mtriple=aarch64 -O2 %t/small.ll -o /dev/null 2>&1 | count 0

;--- large.ll
declare void @callee()
declare void @use(ptr)
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

; CHECK: error: {{.*}} in function deopt {{.*}}: statepoint: the frame has 30000000{{[0-9]+}} bytes, and offsets in stack maps have 32 bits; allocate large objects elsewhere
define void @deopt() {
  %o = alloca [3000000000 x i8]
  call void @use(ptr %o)
  call void @callee() [ "deopt"(ptr %o) ]
  ret void
}

; CHECK: error: {{.*}} in function version_4 {{.*}}: statepoint: the frame has 30000000{{[0-9]+}} bytes
define void @version_4() gc "managed" {
  %o = alloca [3000000000 x i8]
  call void @use(ptr %o) "gc-leaf-function"
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %o) ]
  ret void
}

; CHECK: error: {{.*}} in function stackmap {{.*}}: stackmap: the frame has 30000000{{[0-9]+}} bytes
define void @stackmap() {
  %o = alloca [3000000000 x i8]
  call void @use(ptr %o)
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function patchpoint {{.*}}: patchpoint: the frame has 30000000{{[0-9]+}} bytes
define void @patchpoint() {
  %o = alloca [3000000000 x i8]
  call void @use(ptr %o)
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 64, ptr null, i32 0, ptr %o)
  ret void
}

;--- small.ll
declare void @callee()
declare void @use(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

; The number of the statepoint is no offset.
define ptr addrspace(1) @number(ptr addrspace(1) %a) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

define void @two_gigabytes() {
  %o = alloca [2147483000 x i8]
  call void @use(ptr %o)
  call void @callee() [ "deopt"(ptr %o) ]
  ret void
}
