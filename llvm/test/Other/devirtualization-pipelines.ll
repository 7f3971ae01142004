; Each place of the default pipelines has one pass. What it prints can be parsed.

; RUN: opt -passes='default<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=NONE
; NONE: {{^}}managed-devirtualize<start;O2>,
; NONE-SAME: managed-devirtualize<early;O2>,
; NONE-SAME: gvn<>,managed-fold-casts,
; NONE-SAME: managed-devirtualize<late;O2>,
; NONE-SAME: managed-devirtualize<end;O2>,

; Instrumented code has no guards that the profile does not know, and the profile of
; such code is there before the guards.
; RUN: opt -passes='default<O2>' -pgo-kind=pgo-instr-gen-pipeline -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=PROFILE
; RUN: opt -passes='default<O2>' -pgo-kind=pgo-instr-use-pipeline -profile-file=none -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=PROFILE
; PROFILE: {{^}}managed-devirtualize<start;O2>,
; PROFILE-NOT: managed-devirtualize<
; PROFILE: pgo-icall-prom,
; PROFILE-SAME: managed-devirtualize<early;O2>,
; PROFILE-NOT: managed-devirtualize<early
; PROFILE: managed-devirtualize<late;O2>,

; RUN: opt -passes='thinlto-pre-link<O3>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=THIN-PRE
; THIN-PRE: {{^}}managed-devirtualize<start;thinlto-pre-link;O3>,
; THIN-PRE-NOT: managed-devirtualize<
; THIN-PRE: managed-fold-casts,
; THIN-PRE: managed-devirtualize<late;thinlto-pre-link;O3>,
; THIN-PRE: managed-devirtualize<end;lto-pre-link;O2>,canonicalize-aliases,

; RUN: opt -passes='thinlto<Os>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=THIN
; THIN: {{^}}managed-devirtualize<start;thinlto;Os>,
; THIN: lowertypetests,managed-devirtualize<early;thinlto;Os>,
; THIN-NOT: managed-devirtualize<
; THIN: managed-fold-casts,
; THIN: managed-devirtualize<late;thinlto;Os>,
; THIN: managed-devirtualize<end;thinlto;Os>,
; THIN-NOT: managed-devirtualize<

; RUN: opt -passes='lto-pre-link<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=FULL-PRE
; FULL-PRE: {{^}}managed-devirtualize<start;lto-pre-link;O2>,
; FULL-PRE-NOT: managed-devirtualize<
; FULL-PRE: managed-devirtualize<end;lto-pre-link;O2>,canonicalize-aliases,

; RUN: opt -passes='lto<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=FULL
; FULL: {{^}}managed-devirtualize<start;lto;O2>,
; FULL-SAME: managed-devirtualize<early;lto;O2>,
; FULL-SAME: managed-devirtualize<late;lto;O2>,
; FULL-NOT: managed-devirtualize<
; FULL: lowertypetests
; FULL-NOT: managed-devirtualize<

; Without optimization only the linker's start has one: modules with and without
; barriers are linked.
; RUN: opt -passes='default<O0>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=O0 --implicit-check-not=managed
; O0: always-inline
; RUN: opt -passes='lto<O0>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=LTO-O0
; LTO-O0: {{^}}managed-devirtualize<start;lto;O0>,
; LTO-O0-NOT: managed-

; The whole of it can be parsed again, and prints the same.
; RUN: opt -passes='default<O2>' -print-pipeline-passes -disable-verify -disable-output %s > %t.once
; RUN: %python -c "import sys; sys.stdout.write('-passes=' + open(sys.argv[1]).read())" %t.once > %t.rsp
; RUN: opt @%t.rsp -print-pipeline-passes -disable-verify -disable-output %s > %t.twice
; RUN: diff %t.once %t.twice

; RUN: opt -passes='guarded-devirtualization,function(peel-guarded-loops,simplify-marked(gvn<>,strip-last-invariant-groups,simplify-marked(dse,adce)))' \
; RUN:   -print-pipeline-passes -disable-output %s | FileCheck %s --check-prefix=PARSED
; PARSED: {{^}}guarded-devirtualization,function(peel-guarded-loops,simplify-marked(gvn<>,strip-last-invariant-groups,simplify-marked(dse,adce))){{(,verify)?$}}

; It need not be nested. Its passes are checked.
; RUN: opt -passes='simplify-marked(dse)' -disable-output %s
; RUN: not opt -passes='simplify-marked(globaldce)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=KIND
; KIND: unknown function pass 'globaldce'
; RUN: not opt -passes='simplify-marked' -disable-output %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; EMPTY: unknown function pass 'simplify-marked'

; So are parameters.
; RUN: not opt -passes='managed-devirtualize' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLACE
; RUN: not opt -passes='managed-devirtualize<O2>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLACE
; PLACE: invalid managed-devirtualize parameters '{{(O2)?}}': the first must be start, early, late or end
; RUN: not opt -passes='managed-devirtualize<late;O4>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LEVEL
; LEVEL: invalid managed-devirtualize parameter 'O4': it is neither a phase nor a level
; RUN: not opt -passes='managed-devirtualize<late;O0>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LATE
; LATE: invalid managed-devirtualize parameters 'late;O0': O0 has no late stage

define void @f() {
  ret void
}
