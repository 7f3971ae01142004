; The rules that a strategy with one address space of derived pointers leaves.
; RUN: not opt -passes='verify<gc-invariants>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:

; CHECK: error: {{.*}}: in function casts void (ptr addrspace(1), ptr): addrspacecast %b: casts a pointer so that the root of its object is lost
define void @casts(ptr addrspace(1) %reference, ptr %plain) gc "managed-frames" {
  %a = addrspacecast ptr %plain to ptr addrspace(1)
  %b = addrspacecast ptr addrspace(1) %reference to ptr
  ret void
}

; CHECK: error: {{.*}}: in function integers void (ptr addrspace(1)): ptrtoint %n: converts a reference to an integer
; CHECK: error: {{.*}}: in function integers void (ptr addrspace(1)): inttoptr %p: converts an integer to a reference
define void @integers(ptr addrspace(1) %reference) gc "managed-frames-non-moving" {
  %n = ptrtoint ptr addrspace(1) %reference to i64
  %p = inttoptr i64 %n to ptr addrspace(1)
  ret void
}

; References are derived pointers, so they may be stored, indexed and returned.
define ptr addrspace(1) @memory(ptr addrspace(1) %reference) gc "managed-frames" {
  %field = getelementptr i8, ptr addrspace(1) %reference, i64 8
  %other = load ptr addrspace(1), ptr addrspace(1) %field
  store ptr addrspace(1) %reference, ptr addrspace(1) %other
  ret ptr addrspace(1) %field
}

; Nobody's, and one that has statepoints.

define i64 @no_strategy(ptr addrspace(1) %p) {
  %n = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %n
}

define i64 @statepoints(ptr addrspace(1) %p) gc "statepoint-example" {
  %n = ptrtoint ptr addrspace(1) %p to i64
  ret i64 %n
}
