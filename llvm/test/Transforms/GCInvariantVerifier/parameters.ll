; RUN: not opt -passes='GCInvariantVerifier<weak>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG: invalid GCInvariantVerifier pass parameter 'weak'

; RUN: opt -passes='GCInvariantVerifier,GCInvariantVerifier<strong>' -print-pipeline-passes -disable-output %s | FileCheck %s
; CHECK: GCInvariantVerifier<no-strong>,GCInvariantVerifier<strong>
