;; The strategy chooses the version of the stack map, and a module flag
;; overrides it.
; RUN: split-file %s %t
; RUN: llc -mtriple=x86_64-linux-gnu < %t/module.ll \
; RUN:   | FileCheck --check-prefixes=NOTE,THREE,FOUR %s
; RUN: cat %t/module.ll %t/flag-3.ll | llc -mtriple=x86_64-linux-gnu \
; RUN:   | FileCheck --check-prefixes=NOTE,THREE,NOT-FOUR %s
; RUN: cat %t/module.ll %t/flag-4.ll | llc -mtriple=x86_64-linux-gnu \
; RUN:   | FileCheck --check-prefixes=NOTE,FOUR,THREE-FOR-OTHERS %s
; RUN: llc -mtriple=x86_64-apple-macosx < %t/module.ll \
; RUN:   | FileCheck --check-prefixes=NOTE,MACHO,NOT-FOUR %s

;; Flags that cannot be followed.
; RUN: cat %t/module.ll %t/flag-5.ll \
; RUN:   | not llc -mtriple=x86_64-linux-gnu 2>&1 -o /dev/null \
; RUN:   | FileCheck --check-prefix=BAD-FLAG %s
; RUN: cat %t/module.ll %t/flag-text.ll \
; RUN:   | not llc -mtriple=x86_64-linux-gnu 2>&1 -o /dev/null \
; RUN:   | FileCheck --check-prefix=BAD-FLAG %s
; RUN: cat %t/module.ll %t/flag-4.ll \
; RUN:   | not llc -mtriple=x86_64-apple-macosx 2>&1 -o /dev/null \
; RUN:   | FileCheck --check-prefix=BAD-TARGET %s

;; Without statepoints there is nothing to complain of.
; RUN: cat %t/nothing.ll %t/flag-5.ll | llc -mtriple=x86_64-linux-gnu -o /dev/null

; BAD-FLAG: error: module flag 'stack-map-version' must be i32 3 or i32 4
; BAD-TARGET: error: module flag 'stack-map-version' requests version 4 of stack maps, which is only for ELF on x86-64 and AArch64

; NOTE: managed{{:}}
; NOT-FOUR-NOT: llvm_gc
; THREE:    .section .llvm_stackmaps
; THREE-FOR-OTHERS: .section .llvm_stackmaps
; MACHO:    .section __LLVM_STACKMAPS

;; The functions and records of version 3.
; THREE:    __LLVM_StackMaps:
; THREE-NEXT: .byte 3
; THREE-NEXT: .byte 0
; THREE-NEXT: .short 0
; NOT-FOUR-NOT: llvm_gc

;; Patchpoints have no other version.
; THREE-FOR-OTHERS: .byte 3
; THREE-FOR-OTHERS-NEXT: .byte 0
; THREE-FOR-OTHERS-NEXT: .short 0
; THREE-FOR-OTHERS-NEXT: .long 1
; THREE-FOR-OTHERS-NEXT: .long 0
; THREE-FOR-OTHERS-NEXT: .long 1
; THREE-FOR-OTHERS-NEXT: .quad patchpoint

; FOUR:     .section llvm_gcmap

;--- module.ll
declare void @callee()

define void @managed() gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define void @example() gc "statepoint-example" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define void @patchpoint(i64 %a) gc "managed" {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(
    i64 1, i32 15, ptr null, i32 0, i64 %a) "gc-leaf-function"
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

;--- nothing.ll
define void @nothing() gc "managed" {
  ret void
}

;--- flag-3.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 3}

;--- flag-4.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 4}

;--- flag-5.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 5}

;--- flag-text.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", !"4"}
