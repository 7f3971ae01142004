; Version 4 that is made of version 3 is what the compiler writes itself.

; RUN: llc -mtriple=x86_64-linux-gnu -filetype=obj %s -o %t.v3.o
; RUN: llvm-managed-maps convert %t.v3.o -o %t.converted.o
; RUN: llvm-managed-maps verify --strict %t.converted.o | FileCheck --check-prefix=PROVED %s
; PROVED: 4 safepoints, 4 proved; rules broken: 0, unproved: 0; suspicions: 0
; RUN: llvm-readobj --stackmap %t.converted.o | tail -n +3 > %t.converted.txt
; RUN: sed 's/i32 3}/i32 4}/' %s > %t.v4.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=obj %t.v4.ll -o %t.v4.o
; RUN: llvm-readobj --stackmap %t.v4.o | tail -n +3 > %t.v4.txt
; RUN: sed 's/ ([0-9]*)$//' %t.converted.txt > %t.converted.plain
; RUN: sed 's/ ([0-9]*)$//' %t.v4.txt | diff - %t.converted.plain
; RUN: FileCheck %s < %t.converted.txt
; RUN: llvm-readobj -S --section-groups %t.converted.o \
; RUN:   | FileCheck --check-prefix=GROUP %s --implicit-check-not=.llvm_stackmaps

; CHECK: Section: .text
; CHECK: Frame: CFA=SP+
; CHECK: Section: .text.shared

; GROUP:      Signature: shared
; GROUP:      Section(s) in group [
; GROUP-NEXT:   .text.shared
; GROUP-NEXT:   .rela.text.shared
; GROUP-NEXT:   llvm_gcmap
; GROUP-NEXT:   llvm_gcidx
; GROUP-NEXT:   .relallvm_gcidx

; Nothing is written if something cannot be converted.
; RUN: rm -f %t.none.o
; RUN: not llvm-managed-maps convert %t.v4.o -o %t.none.o 2>&1 | FileCheck --check-prefix=NONE %s
; NONE: error: {{.*}}has no stack maps of version 3
; RUN: sed 's/) gc "/) nounwind gc "/; s/) comdat gc "/) nounwind comdat gc "/' %s > %t.nounwind.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=obj %t.nounwind.ll -o %t.nounwind.o
; RUN: not llvm-managed-maps convert %t.nounwind.o -o %t.none.o 2>&1 | FileCheck --check-prefix=CFI %s
; CFI: error: {{.*}}safepoint at .llvm_stackmaps+0x{{[0-9a-f]+}}, PC .text+0x{{[0-9a-f]+}} (first+0x{{[0-9a-f]+}}): there is no call frame information
; RUN: sed 's/ret void ; patch/call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0) ret void/' %s > %t.other.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=obj %t.other.ll -o %t.other.o
; RUN: not llvm-managed-maps convert %t.other.o -o %t.none.o 2>&1 | FileCheck --check-prefix=OTHER %s
; OTHER: error: {{.*}}section '.llvm_stackmaps' (index [[#]]) at offset 0x{{[0-9a-f]+}}: the record does not describe a statepoint: location 1 is not a constant, the calling convention
; RUN: not ls %t.none.o

declare void @callee()
declare void @pushed(i64, i64, i64, i64, i64, i64, i64, i64)

define ptr addrspace(1) @first(ptr addrspace(1) %p) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 24
  %t1 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 77, i32 0,
      ptr elementtype(void (i64, i64, i64, i64, i64, i64, i64, i64)) @pushed,
      i32 8, i32 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8,
      i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %d),
     "deopt"(i32 1, i64 1311768467463790320, ptr addrspace(1) %p)]
  %r1 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 0)
  %d1 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 1)
  store i64 1, ptr addrspace(1) %d1
  %t2 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %r1)]
  %r2 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  ret ptr addrspace(1) %r2
}

define void @second() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void ; patch
}

$shared = comdat any

define linkonce_odr void @shared() comdat gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

@users = global ptr @shared

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare void @llvm.experimental.stackmap(i64, i32, ...)

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 3}
