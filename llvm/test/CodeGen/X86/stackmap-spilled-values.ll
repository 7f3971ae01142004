; What a stackmap or a patchpoint records is in memory if it uses more registers
; than there are and the allocator folds no reloads.

; RUN: llc -mtriple=x86_64 -O0 -verify-machineinstrs -stop-after=regallocfast %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64 -O0 -fast-isel=0 -verify-machineinstrs -stop-after=regallocfast %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64 -O2 -regalloc=fast -verify-machineinstrs -stop-after=regallocfast %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64 -O0 -verify-machineinstrs -filetype=obj %s -o - | llvm-readobj --stackmap - | FileCheck --check-prefix=MAP %s

declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

; CHECK-LABEL: name: stackmap
; CHECK: STACKMAP 1, 16{{(, 1, 8, %stack\.[0-9]+, 0){16}(,|$| ::)}}
; MAP: Record ID: 1,
; MAP-NEXT: 16 locations:
; MAP-COUNT-16: Indirect [{{.*}}], size: 8
define void @stackmap(ptr %p) {
  %a0 = load volatile i64, ptr %p
  %a1 = load volatile i64, ptr %p
  %a2 = load volatile i64, ptr %p
  %a3 = load volatile i64, ptr %p
  %a4 = load volatile i64, ptr %p
  %a5 = load volatile i64, ptr %p
  %a6 = load volatile i64, ptr %p
  %a7 = load volatile i64, ptr %p
  %a8 = load volatile i64, ptr %p
  %a9 = load volatile i64, ptr %p
  %a10 = load volatile i64, ptr %p
  %a11 = load volatile i64, ptr %p
  %a12 = load volatile i64, ptr %p
  %a13 = load volatile i64, ptr %p
  %a14 = load volatile i64, ptr %p
  %a15 = load volatile i64, ptr %p
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 16,
      i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5, i64 %a6, i64 %a7, i64 %a8, i64 %a9, i64
      %a10, i64 %a11, i64 %a12, i64 %a13, i64 %a14, i64 %a15)
  ret void
}

; Arguments of anyregcc have to be in registers, and a value is stored once.
; CHECK-LABEL: name: patchpoint
; CHECK: PATCHPOINT 2, 16, 0, 2, 13, {{(killed )?}}renamable ${{[a-z0-9]+}}, {{(killed )?}}renamable ${{[a-z0-9]+}}, 1, 8, %stack.[[SLOT:[0-9]+]], 0, {{.*}} 1, 8, %stack.[[SLOT]], 0,
; MAP: Record ID: 2,
; MAP-NEXT: 19 locations:
; MAP-COUNT-2: Register
; MAP-COUNT-17: Indirect [{{.*}}], size: 8
define void @patchpoint(ptr %p) {
  %a0 = load volatile i64, ptr %p
  %a1 = load volatile i64, ptr %p
  %a2 = load volatile i64, ptr %p
  %a3 = load volatile i64, ptr %p
  %a4 = load volatile i64, ptr %p
  %a5 = load volatile i64, ptr %p
  %a6 = load volatile i64, ptr %p
  %a7 = load volatile i64, ptr %p
  %a8 = load volatile i64, ptr %p
  %a9 = load volatile i64, ptr %p
  %a10 = load volatile i64, ptr %p
  %a11 = load volatile i64, ptr %p
  %a12 = load volatile i64, ptr %p
  %a13 = load volatile i64, ptr %p
  %a14 = load volatile i64, ptr %p
  %a15 = load volatile i64, ptr %p
  call anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(
      i64 2, i32 16, ptr null, i32 2, i64 %a1, i64 %a2,
      i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5, i64 %a6, i64 %a7, i64 %a8, i64 %a9, i64
      %a10, i64 %a11, i64 %a12, i64 %a13, i64 %a14, i64 %a15, i64 %a0)
  ret void
}

; Those for which there are registers stay there.
; CHECK-LABEL: name: few
; CHECK: STACKMAP 3, 16, {{(killed )?}}renamable ${{[a-z0-9]+}}, {{(killed )?}}renamable ${{[a-z0-9]+}}, {{(killed )?}}renamable ${{[a-z0-9]+}}
define void @few(i64 %a, i64 %b, i64 %c) {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 3, i32 16, i64 %a, i64 %b, i64 %c)
  ret void
}
