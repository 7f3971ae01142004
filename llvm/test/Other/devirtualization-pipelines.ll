; Passes that carry others say so, and what they print can be parsed again.

; RUN: opt -passes='default<O2>' -enable-devirtualize-speculatively -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=O2
; O2: guarded-devirtualization<early>,
; O2-SAME: guarded-devirtualization(sroa<
; O2-SAME: peel-guarded-loops(gvn<
; O2-SAME: strip-invariant-groups-and-rerun(early-cse<
; O2-SAME: function(reload-vtable-pointers)
; O2-SAME: unless-guarded(function(propagate-type-tests),wholeprogramdevirt

; RUN: opt -passes='default<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=PLAIN --implicit-check-not=guarded
; PLAIN: strip-invariant-groups-and-rerun(early-cse<

; RUN: opt -passes='default<O1>' -enable-devirtualize-speculatively -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=O1 --implicit-check-not=peel-guarded-loops
; O1: guarded-devirtualization<early>,

; RUN: opt -passes='lto<O2>' -print-pipeline-passes -disable-output %s \
; RUN:   | FileCheck %s --check-prefix=LTO
; LTO: guarded-devirtualization<early>,
; LTO-SAME: propagate-vtable-pointers,guarded-devirtualization(
; LTO-SAME: peel-guarded-loops(gvn<
; LTO-SAME: strip-invariant-groups-and-rerun(early-cse<

; RUN: opt -passes='guarded-devirtualization(gvn<>),unless-guarded(globaldce),function(peel-guarded-loops(gvn<>),strip-invariant-groups-and-rerun(dse,adce))' \
; RUN:   -print-pipeline-passes -disable-output %s | FileCheck %s --check-prefix=PARSED
; PARSED: {{^}}guarded-devirtualization(gvn<>),unless-guarded(globaldce),function(peel-guarded-loops(gvn<>),strip-invariant-groups-and-rerun(dse,adce)){{(,verify)?$}}

; They need not be nested. What they carry is checked.
; RUN: opt -passes='unless-guarded(globaldce)' -disable-output %s
; RUN: opt -passes='strip-invariant-groups-and-rerun(dse)' -disable-output %s
; RUN: not opt -passes='strip-invariant-groups-and-rerun(globaldce)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=KIND
; RUN: opt -passes='peel-guarded-loops(dse)' -disable-output %s
; RUN: not opt -passes='peel-guarded-loops(globaldce)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=KIND
; RUN: not opt -passes='guarded-devirtualization(globaldce)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=KIND
; KIND: unknown function pass 'globaldce'

define void @f() {
  ret void
}
