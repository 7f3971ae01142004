; A strategy that nobody knows is an error in each pass that looks for its own.
;
; RUN: not opt -disable-output -passes=rewrite-statepoints-for-gc < %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=Stack
; RUN: not opt -disable-output -passes='verify<statepoint-input>' < %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=Stack
; RUN: not opt -disable-output -passes='verify<safepoint-ir>' < %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=Stack
; RUN: not opt -disable-output -passes=place-gc-roots,lower-gc-frame < %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=Stack
; RUN: opt -disable-output -passes=normalize-gc-pointers,place-safepoints < %s 2>&1 | count 0

declare void @opaque()

; CHECK: error: <unknown>:0:0: in function f void (): unknown GC strategy 'mannaged'; did you mean 'managed'?
define void @f() gc "mannaged" {
  call void @opaque()
  ret void
}

; CHECK: error: <unknown>:0:0: in function g void (): unknown GC strategy 'my collector'; use one of 'coreclr', 'erlang', {{.*}}, 'statepoint-example'
define void @g() gc "my collector" {
  ret void
}

; Only what has a body is compiled.
declare void @h() gc "my collector"

; One function has frames, so place-gc-roots is right.
define void @i() gc "managed-frames" {
  ret void
}
