; Placement is the wrong pass for a module whose functions have other strategies only,
; and references that nobody has placed.
;
; RUN: split-file %s %t
; RUN: not opt -disable-output -passes=place-gc-roots,lower-gc-frame %t/statepoints.ll 2>&1 | FileCheck %s --check-prefix=STATEPOINTS --implicit-check-not=error: --implicit-check-not=Stack
; RUN: not opt -disable-output -passes='gc-frames<O2>' %t/statepoints.ll 2>&1 | FileCheck %s --check-prefix=STATEPOINTS --implicit-check-not=error:
; RUN: not opt -disable-output -passes=place-gc-roots %t/memory.ll 2>&1 | FileCheck %s --check-prefix=MEMORY --implicit-check-not=error:
;
; One pipeline may serve all modules of a program.
; RUN: opt -disable-output -passes=rewrite-statepoints-for-gc,place-gc-roots,lower-gc-frame %t/statepoints.ll 2>&1 | count 0
; RUN: opt -disable-output -passes=place-gc-roots %t/mixed.ll 2>&1 | count 0
; RUN: opt -disable-output -passes=place-gc-roots,lower-gc-frame,place-gc-roots %t/flag.ll 2>&1 | count 0
; RUN: opt -disable-output -passes=place-gc-roots %t/none.ll 2>&1 | count 0

;--- statepoints.ll
declare void @opaque()
; STATEPOINTS: error: <unknown>:0:0: in function f void (): the GC strategy 'statepoint-example' has no frames to place roots in; run rewrite-statepoints-for-gc instead, or use one of 'julia', 'managed-frames', 'managed-frames-non-moving'
define void @f() gc "statepoint-example" {
  call void @opaque()
  ret void
}
define void @g() gc "managed" {
  call void @opaque()
  ret void
}

;--- memory.ll
declare void @opaque()
; MEMORY: error: <unknown>:0:0: in function f void (): the GC strategy 'shadow-stack' has no frames to place roots in; use one of 'julia',
define void @f() gc "shadow-stack" {
  call void @opaque()
  ret void
}

;--- mixed.ll
declare void @opaque()
define void @f() gc "managed" {
  call void @opaque()
  ret void
}
define void @g() gc "managed-frames" {
  ret void
}

;--- flag.ll
declare void @opaque()
define void @f() gc "managed" {
  call void @opaque()
  ret void
}
define void @g() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"managed-frames"}

;--- none.ll
declare void @opaque()
define void @f() {
  call void @opaque()
  ret void
}
define void @g() gc "none" {
  call void @opaque()
  ret void
}
define void @leaf() gc "managed" {
  ret void
}
declare void @h() gc "managed"
