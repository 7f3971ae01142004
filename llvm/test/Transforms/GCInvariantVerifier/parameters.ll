; RUN: not opt -passes='GCInvariantVerifier<weak>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG: invalid GCInvariantVerifier pass parameter 'weak'

; RUN: opt -passes='GCInvariantVerifier,GCInvariantVerifier<strong>' -print-pipeline-passes -disable-output %s | FileCheck %s
; CHECK: GCInvariantVerifier<no-strong>,GCInvariantVerifier<strong>

; RUN: opt -passes='verify<gc-invariants>,verify<gc-invariants;no-strong>' -print-pipeline-passes -disable-output %s | FileCheck %s --check-prefix=GENERAL
; GENERAL: verify<gc-invariants>,verify<gc-invariants;no-strong>

; The strong rules can be left out.
; RUN: not opt -passes='verify<gc-invariants>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=STRONG
; RUN: opt -passes='verify<gc-invariants;no-strong>' -disable-output %s 2>&1 | count 0
; STRONG: error: {{.*}}in function indexed {{.*}}: getelementptr %field: indexes a base pointer; cast it to a derived pointer first
define i8 @indexed(ptr addrspace(10) %o) gc "julia" {
  %field = getelementptr i8, ptr addrspace(10) %o, i64 8
  %v = load i8, ptr addrspace(10) %field
  ret i8 %v
}
