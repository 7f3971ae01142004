;; The base of a vector that is one reference in all lanes, and of what two variables hold,
;; as passes after rewriting make them.
;
; RUN: opt -passes='rewrite-statepoints-for-gc,function(instcombine,reg2mem),verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s --allow-empty
; RUN: opt -passes='rewrite-statepoints-for-gc,function(instcombine),verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s --allow-empty
;; The base of another object.
; RUN: opt -passes='rewrite-statepoints-for-gc,function(instcombine)' -S %s | sed 's/%%v0.base = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %%b/%%v0.base = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %%other/' | not opt -passes='verify<safepoint-ir>' -disable-output 2>&1 | FileCheck %s --check-prefix=WRONG

; CHECK-NOT: wrong base
; WRONG: Relocate with a wrong base found!
; WRONG-NEXT: Base: %v1.base =

declare void @collect()

define i64 @variables(ptr addrspace(1) %o, ptr addrspace(1) %p, i1 %c) gc "coreclr" {
entry:
  br i1 %c, label %a, label %b

a:
  %g = getelementptr i8, ptr addrspace(1) %o, i64 16
  br label %b

b:
  %s = phi ptr addrspace(1) [ %g, %a ], [ %p, %entry ]
  call void @collect()
  %v = load i64, ptr addrspace(1) %s
  ret i64 %v
}

define i64 @lanes(ptr addrspace(1) %b, i64 %i, ptr addrspace(1) %other) gc "coreclr" {
  %d = getelementptr i8, ptr addrspace(1) %b, i64 %i
  %v0 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %d, i64 0
  %v1 = insertelement <2 x ptr addrspace(1)> %v0, ptr addrspace(1) %b, i64 1
  call void @collect()
  %e = extractelement <2 x ptr addrspace(1)> %v1, i64 %i
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}
