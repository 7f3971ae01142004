; Our passes are registered under their names, and upstream's are still there.

; RUN: opt -print-passes | FileCheck %s
; CHECK: Module passes:
; CHECK-DAG: {{^  annotate-virtual-calls$}}
; CHECK-DAG: {{^  lower-gc-frame$}}
; CHECK-DAG: {{^  always-inline$}}
; CHECK-DAG: {{^  wholeprogramdevirt$}}
; CHECK: Module passes with params:
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
; CHECK-DAG: {{^  loop-rotate$}}

; Two of them replace upstream's. Each name is there once.
; RUN: opt -print-passes | FileCheck %s --check-prefix=ONCE
; ONCE-COUNT-1: {{^  rewrite-statepoints-for-gc}}
; ONCE-NOT: {{^  rewrite-statepoints-for-gc}}
; RUN: opt -print-passes | FileCheck %s --check-prefix=VERIFIER
; VERIFIER-COUNT-1: {{^  verify<safepoint-ir>}}
; VERIFIER-NOT: {{^  verify<safepoint-ir>}}

; Without a module flag, each default pipeline is upstream's with one pass at
; each place where ours may have something to do.
; RUN: opt -passes='default<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefixes=PLACES,DEFAULT
; RUN: opt -passes='default<O1>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=PLACES
; RUN: opt -passes='default<O3>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=PLACES
; RUN: opt -passes='default<Os>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=PLACES
; PLACES: {{^}}managed-devirtualize<start;[[LEVEL:O.]]>,
; PLACES-SAME: managed-devirtualize<early;[[LEVEL]]>,
; PLACES-SAME: managed-fold-casts,
; PLACES-SAME: managed-devirtualize<late;[[LEVEL]]>,
; PLACES-SAME: managed-devirtualize<end;[[LEVEL]]>,
; PLACES-NOT: {{managed|devirtualiz|invariant-group|vtable|casts}}
; DEFAULT-NOT: {{simplify-marked|guarded|peel}}

define void @f() {
  ret void
}
