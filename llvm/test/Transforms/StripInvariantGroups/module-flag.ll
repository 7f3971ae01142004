; What becomes of the second load depends on whether all code has barriers.
; RUN: split-file %s %t
; RUN: cat %t/code.ll %t/only.ll > %t/all-strict.ll
; RUN: cat %t/code.ll %t/mixed.ll > %t/some-strict.ll
; RUN: cat %t/code.ll %t/wrong.ll > %t/nonsense.ll
; RUN: cat %t/code.ll %t/unpatched.ll > %t/clang.ll

; RUN: opt -passes='default<O1>' -S %t/all-strict.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='thinlto-pre-link<O1>' -S %t/all-strict.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='thinlto<O1>' -S %t/all-strict.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='lto<O2>' -S %t/all-strict.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='strip-invariant-groups<unless-only>' -S %t/all-strict.ll | FileCheck %s --check-prefix=KEPT2
; RUN: opt -passes='strip-invariant-groups<if-mixed>' -S %t/all-strict.ll | FileCheck %s --check-prefix=KEPT2

; RUN: opt -passes='default<O1>' -S %t/some-strict.ll | FileCheck %s --check-prefix=STRIPPED
; RUN: opt -passes='thinlto-pre-link<O1>' -S %t/some-strict.ll | FileCheck %s --check-prefix=STRIPPED
; RUN: opt -passes='lto-pre-link<O1>' -S %t/some-strict.ll | FileCheck %s --check-prefix=STRIPPED
; RUN: opt -passes='thinlto<O1>' -S %t/some-strict.ll | FileCheck %s --check-prefix=STRIPPED
; RUN: opt -passes='lto<O2>' -S %t/some-strict.ll | FileCheck %s --check-prefix=STRIPPED
; RUN: opt -passes='lto<O0>' -S %t/some-strict.ll | FileCheck %s --check-prefix=STRIPPED
; RUN: opt -passes='thinlto<O0>' -S %t/some-strict.ll | FileCheck %s --check-prefix=STRIPPED

; An unpatched clang does not say whether all of a module has barriers. Alone, it has
; them; linked with others, it may not.
; RUN: opt -passes='default<O1>' -S %t/clang.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='thinlto<O1>' -S %t/clang.ll | FileCheck %s --check-prefix=STRIPPED
; RUN: opt -passes='lto<O2>' -S %t/clang.ll | FileCheck %s --check-prefix=STRIPPED

; Without any flag, the pipelines do what upstream's do.
; RUN: opt -passes='default<O1>' -S %t/code.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='thinlto<O1>' -S %t/code.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='lto<O2>' -S %t/code.ll | FileCheck %s --check-prefix=KEPT

; A flag that is no number says nothing.
; RUN: opt -passes='default<O1>' -S %t/nonsense.ll | FileCheck %s --check-prefix=KEPT
; RUN: opt -passes='lto<O2>' -S %t/nonsense.ll | FileCheck %s --check-prefix=STRIPPED

; RUN: not opt -passes='strip-invariant-groups<sometimes>' %t/code.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PARAMETER
; PARAMETER: invalid strip-invariant-groups parameter 'sometimes'

; RUN: opt -passes='strip-invariant-groups,strip-invariant-groups<if-mixed>,strip-invariant-groups<unless-only>' \
; RUN:   -print-pipeline-passes -disable-output %t/code.ll | FileCheck %s --check-prefix=PIPELINE
; PIPELINE: strip-invariant-groups,strip-invariant-groups<if-mixed>,strip-invariant-groups<unless-only>

; KEPT: call void @opaque
; KEPT-NOT: load
; KEPT: ret ptr

; KEPT2: load {{.*}} !invariant.group
; KEPT2: load {{.*}} !invariant.group

; STRIPPED: call void @opaque
; STRIPPED-NEXT: load ptr, ptr %p
; STRIPPED-NOT: !invariant.group

;--- code.ll
define ptr @reload(ptr %p) {
  %first = load ptr, ptr %p, !invariant.group !0
  call void @opaque(ptr %first)
  %second = load ptr, ptr %p, !invariant.group !0
  ret ptr %second
}

declare void @opaque(ptr)

!0 = !{}
;--- only.ll
!llvm.module.flags = !{!1, !2}
!1 = !{i32 8, !"StrictVTablePointersOnly", i32 1}
!2 = !{i32 1, !"StrictVTablePointers", i32 1}
;--- mixed.ll
!llvm.module.flags = !{!1, !2}
!1 = !{i32 8, !"StrictVTablePointersOnly", i32 0}
!2 = !{i32 1, !"StrictVTablePointers", i32 1}
;--- wrong.ll
!llvm.module.flags = !{!1, !2}
!1 = !{i32 1, !"StrictVTablePointersOnly", !"yes"}
!2 = !{i32 1, !"StrictVTablePointers", i32 1}
;--- unpatched.ll
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"StrictVTablePointers", i32 1}
