; Our passes are registered under their names, and upstream's are still there.

; RUN: opt -print-passes | FileCheck %s
; CHECK: Module passes:
; CHECK-DAG: {{^  trim-devirtualization$}}
; CHECK-DAG: {{^  lower-gc-frame$}}
; CHECK-DAG: {{^  always-inline$}}
; CHECK-DAG: {{^  wholeprogramdevirt$}}
; CHECK: Module passes with params:
; CHECK-DAG: {{^  annotate-virtual-calls<}}
; CHECK-DAG: {{^  managed-devirtualize<}}
; CHECK-DAG: {{^  place-gc-roots<}}
; CHECK-DAG: {{^  rewrite-statepoints-for-gc<}}
; CHECK-DAG: {{^  asan<}}
; CHECK: Function passes:
; CHECK-DAG: {{^  normalize-gc-pointers$}}
; CHECK-DAG: {{^  verify<safepoint-ir>$}}
; CHECK-DAG: {{^  instsimplify$}}
; CHECK: Function passes with params:
; CHECK-DAG: {{^  GCInvariantVerifier<}}
; CHECK: Function analyses:
; CHECK-DAG: {{^  simplification-mark$}}
; CHECK-DAG: {{^  domtree$}}
; CHECK: Loop passes:
; CHECK-DAG: {{^  LowerSIMDLoop$}}
; CHECK-DAG: {{^  canon-freeze$}}

; Two of them replace upstream's. Each name is there once.
; RUN: opt -print-passes | FileCheck %s --check-prefix=ONCE
; ONCE-COUNT-1: {{^  rewrite-statepoints-for-gc}}
; ONCE-NOT: {{^  rewrite-statepoints-for-gc}}
; RUN: opt -print-passes | FileCheck %s --check-prefix=VERIFIER
; VERIFIER-COUNT-1: {{^  verify<safepoint-ir>}}
; VERIFIER-NOT: {{^  verify<safepoint-ir>}}

define void @f() {
  ret void
}
