;; The machine outliner takes what is between statepoints, and never one of them, also if
;; what it takes works on registers and slots with references.
;
; RUN: opt -mtriple=aarch64-linux-gnu -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -enable-machine-outliner=always -verify-machineinstrs %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -enable-machine-outliner=always -filetype=obj %t.bc -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o | FileCheck %s --check-prefix=PROVED
; RUN: sed 's/"managed"/"statepoint-example"/' %s | opt -mtriple=aarch64-linux-gnu -passes=rewrite-statepoints-for-gc -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -enable-machine-outliner=always -verify-machineinstrs %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -enable-machine-outliner=always -filetype=obj %t.bc -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o | FileCheck %s --check-prefix=PROVED

; PROVED: 4 safepoints, 4 proved; rules broken: 0, unproved: 0; suspicions: 0

; CHECK-LABEL: first:
; CHECK:         bl{{.*}}collect
; CHECK:         bl{{.*}}OUTLINED_FUNCTION_[[N:[0-9]+]]
; CHECK:         bl{{.*}}collect
; CHECK-LABEL: second:
; CHECK:         bl{{.*}}collect
; CHECK:         bl{{.*}}OUTLINED_FUNCTION_[[N]]
; CHECK:         bl{{.*}}collect
; CHECK-LABEL: OUTLINED_FUNCTION_0:
; CHECK-NOT:     collect
; CHECK:         ret

declare void @collect()

@global = global i64 0

define i64 @first(ptr addrspace(1) %p, ptr addrspace(1) %q) minsize optsize gc "managed" {
  call void @collect()
  %x = load volatile i64, ptr @global
  %y = mul i64 %x, 77777
  store volatile i64 %y, ptr @global
  store volatile ptr addrspace(1) %q, ptr addrspace(1) %p
  %z = xor i64 %y, 123456789
  store volatile i64 %z, ptr @global
  %w = add i64 %z, 987654321
  store volatile i64 %w, ptr @global
  call void @collect()
  %v = load i64, ptr addrspace(1) %p
  %u = load i64, ptr addrspace(1) %q
  %s = add i64 %u, %w
  %r = add i64 %v, %s
  ret i64 %r
}

define i64 @second(ptr addrspace(1) %p, ptr addrspace(1) %q) minsize optsize gc "managed" {
  call void @collect()
  %x = load volatile i64, ptr @global
  %y = mul i64 %x, 77777
  store volatile i64 %y, ptr @global
  store volatile ptr addrspace(1) %q, ptr addrspace(1) %p
  %z = xor i64 %y, 123456789
  store volatile i64 %z, ptr @global
  %w = add i64 %z, 987654321
  store volatile i64 %w, ptr @global
  call void @collect()
  %v = load i64, ptr addrspace(1) %p
  %u = load i64, ptr addrspace(1) %q
  %s = add i64 %u, %w
  %r = add i64 %v, %s
  ret i64 %r
}
