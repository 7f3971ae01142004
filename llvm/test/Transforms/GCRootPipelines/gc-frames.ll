; Optimization and placement for strategies with frames as one pass. The
; invariants are checked first.

; RUN: opt < %s -passes='gc-frames<O2>' -S | FileCheck %s --implicit-check-not=@managed
; RUN: opt < %s -passes='gc-frames<O0>' -S | FileCheck %s --implicit-check-not=@managed
; RUN: not opt < %s -passes='gc-frames<Os>' -disable-output 2>&1 | FileCheck %s --check-prefix=LEVEL
; RUN: sed "s/; ADDRESS%i/%i/" %s | not opt -passes='gc-frames<O2>' -disable-output 2>&1 | FileCheck %s --check-prefix=INVARIANT

; LEVEL: 'Os' is not a level; use O0, O1, O2 or O3
; INVARIANT: error: {{.*}} in function f {{.*}}: ptrtoint %i: converts a reference to an integer

declare ptr addrspace(1) @new(i64)

; CHECK: @llvm_gc_root_chain = external thread_local{{.*}} global ptr
; CHECK-LABEL: define {{.*}}@f(
; CHECK-NOT:     gc "
; CHECK:         alloca
; CHECK:         call ptr addrspace(1) @new(
; CHECK:         ret ptr addrspace(1)
define ptr addrspace(1) @f(i64 %n) gc "managed-frames" {
  %v = alloca ptr addrspace(1)
  %a = call ptr addrspace(1) @new(i64 %n)
  store ptr addrspace(1) %a, ptr %v
  %b = call ptr addrspace(1) @new(i64 1)
  %w = load ptr addrspace(1), ptr %v
  ; ADDRESS%i = ptrtoint ptr addrspace(1) %w to i64
  store ptr addrspace(1) %b, ptr addrspace(1) %w
  ret ptr addrspace(1) %w
}
