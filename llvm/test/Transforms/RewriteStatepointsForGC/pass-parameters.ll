; RUN: opt -passes='rewrite-statepoints-for-gc<relocate-all>,verify' -S %s | FileCheck %s --check-prefix=ALL
; RUN: opt -passes='rewrite-statepoints-for-gc<no-relocate-all>,verify' -S %s | FileCheck %s --check-prefix=NEEDED
; RUN: opt -passes='rewrite-statepoints-for-gc,verify' -S %s | FileCheck %s --check-prefix=NEEDED
; RUN: opt -rs4gc-relocate-all -passes='rewrite-statepoints-for-gc,verify' -S %s | FileCheck %s --check-prefix=ALL
; RUN: opt -rs4gc-relocate-all -passes='rewrite-statepoints-for-gc<no-relocate-all>,verify' -S %s | FileCheck %s --check-prefix=NEEDED
; RUN: opt -passes='rewrite-statepoints-for-gc<copies-need-deopt>' -S %s | FileCheck %s --check-prefix=LEAF
; RUN: opt -rs4gc-allow-statepoint-with-no-deopt-info=0 -passes=rewrite-statepoints-for-gc -S %s | FileCheck %s --check-prefix=LEAF
; RUN: opt -passes='rewrite-statepoints-for-gc<remat-threshold=2;no-remat-at-uses>' -print-pipeline-passes -disable-output %s | FileCheck %s --check-prefix=PIPELINE
; RUN: not opt -passes=rewrite-statepoints-for-gc-legacy -disable-output %s 2>&1 | FileCheck %s --check-prefix=LEGACY
; RUN: not opt -spp-print-liveset -passes=rewrite-statepoints-for-gc -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not opt -spp-print-liveset-size -passes=rewrite-statepoints-for-gc -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not opt -spp-print-base-pointers -passes=rewrite-statepoints-for-gc -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not opt -rs4gc-clobber-non-live -passes=rewrite-statepoints-for-gc -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not opt -passes='rewrite-statepoints-for-gc<no-remat-threshold=2>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not opt -passes='rewrite-statepoints-for-gc<remat-threshold=much>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ERROR

; PIPELINE: rewrite-statepoints-for-gc<remat-threshold=2;no-relocate-all;no-remat-at-uses;no-copies-need-deopt>
; LEGACY: unknown pass name 'rewrite-statepoints-for-gc-legacy'
; UNKNOWN: Unknown command line argument '-{{spp-print-liveset|spp-print-liveset-size|spp-print-base-pointers|rs4gc-clobber-non-live}}'
; ERROR: invalid rewrite-statepoints-for-gc pass parameter '{{.+}}'

declare void @g(ptr addrspace(1))
declare void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i32 immarg)

; ALL-LABEL: define void @argument(
; ALL: "gc-live"(ptr addrspace(1) %r)
; ALL: @llvm.experimental.gc.relocate
; NEEDED-LABEL: define void @argument(
; NEEDED-NOT: gc-live
; NEEDED-NOT: gc.relocate
; NEEDED: ret void
define void @argument(ptr addrspace(1) %r) gc "statepoint-example" {
  call void @g(ptr addrspace(1) %r)
  ret void
}

; LEAF-LABEL: define void @copy(
; LEAF-NEXT: call void @llvm.memcpy.element.unordered.atomic
define void @copy(ptr addrspace(1) %r, ptr addrspace(1) %s) gc "statepoint-example" {
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1) align 8 %r, ptr addrspace(1) align 8 %s, i32 16, i32 8)
  ret void
}
