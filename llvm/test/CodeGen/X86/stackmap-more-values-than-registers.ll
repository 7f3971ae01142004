; More values than there are registers, each of which could be computed again: some are read
; from memory.

; RUN: llc -mtriple=x86_64 -O2 -verify-machineinstrs -stop-after=virtregrewriter %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64 -O1 -verify-machineinstrs %s -o /dev/null

; CHECK-LABEL: name: live_in
; CHECK: STATEPOINT {{.*}}, 1, 8, %stack.{{[0-9]+}}, 0,
; CHECK-LABEL: name: stackmap
; CHECK: STACKMAP {{.*}}, 1, 8, %stack.{{[0-9]+}}, 0,
; CHECK-LABEL: name: patchpoint
; CHECK: PATCHPOINT {{.*}}, 1, 8, %stack.{{[0-9]+}}, 0,

declare void @callee()
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

define void @live_in(
    i32 %x0, i32 %x1, i32 %x2, i32 %x3, i32 %x4, i32 %x5, i32 %x6, i32 %x7, i32 %x8,
    i32 %x9, i32 %x10, i32 %x11, i32 %x12, i32 %x13, i32 %x14, i32 %x15, i32 %x16,
    i32 %x17, i32 %x18, i32 %x19, i32 %x20, i32 %x21, i32 %x22, i32 %x23) {
  %z0 = zext i32 %x0 to i64
  %z1 = zext i32 %x1 to i64
  %z2 = zext i32 %x2 to i64
  %z3 = zext i32 %x3 to i64
  %z4 = zext i32 %x4 to i64
  %z5 = zext i32 %x5 to i64
  %z6 = zext i32 %x6 to i64
  %z7 = zext i32 %x7 to i64
  %z8 = zext i32 %x8 to i64
  %z9 = zext i32 %x9 to i64
  %z10 = zext i32 %x10 to i64
  %z11 = zext i32 %x11 to i64
  %z12 = zext i32 %x12 to i64
  %z13 = zext i32 %x13 to i64
  %z14 = zext i32 %x14 to i64
  %z15 = zext i32 %x15 to i64
  %z16 = zext i32 %x16 to i64
  %z17 = zext i32 %x17 to i64
  %z18 = zext i32 %x18 to i64
  %z19 = zext i32 %x19 to i64
  %z20 = zext i32 %x20 to i64
  %z21 = zext i32 %x21 to i64
  %z22 = zext i32 %x22 to i64
  %z23 = zext i32 %x23 to i64
  call void @callee() "deopt-lowering"="live-in" [ "deopt"(
      i64 %z0, i64 %z1, i64 %z2, i64 %z3, i64 %z4, i64 %z5, i64 %z6, i64 %z7, i64 %z8,
      i64 %z9, i64 %z10, i64 %z11, i64 %z12, i64 %z13, i64 %z14, i64 %z15, i64 %z16,
      i64 %z17, i64 %z18, i64 %z19, i64 %z20, i64 %z21, i64 %z22, i64 %z23) ]
  ret void
}

define void @stackmap(
    i32 %x0, i32 %x1, i32 %x2, i32 %x3, i32 %x4, i32 %x5, i32 %x6, i32 %x7, i32 %x8,
    i32 %x9, i32 %x10, i32 %x11, i32 %x12, i32 %x13, i32 %x14, i32 %x15, i32 %x16,
    i32 %x17, i32 %x18, i32 %x19, i32 %x20, i32 %x21, i32 %x22, i32 %x23) {
  %z0 = zext i32 %x0 to i64
  %z1 = zext i32 %x1 to i64
  %z2 = zext i32 %x2 to i64
  %z3 = zext i32 %x3 to i64
  %z4 = zext i32 %x4 to i64
  %z5 = zext i32 %x5 to i64
  %z6 = zext i32 %x6 to i64
  %z7 = zext i32 %x7 to i64
  %z8 = zext i32 %x8 to i64
  %z9 = zext i32 %x9 to i64
  %z10 = zext i32 %x10 to i64
  %z11 = zext i32 %x11 to i64
  %z12 = zext i32 %x12 to i64
  %z13 = zext i32 %x13 to i64
  %z14 = zext i32 %x14 to i64
  %z15 = zext i32 %x15 to i64
  %z16 = zext i32 %x16 to i64
  %z17 = zext i32 %x17 to i64
  %z18 = zext i32 %x18 to i64
  %z19 = zext i32 %x19 to i64
  %z20 = zext i32 %x20 to i64
  %z21 = zext i32 %x21 to i64
  %z22 = zext i32 %x22 to i64
  %z23 = zext i32 %x23 to i64
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0,
      i64 %z0, i64 %z1, i64 %z2, i64 %z3, i64 %z4, i64 %z5, i64 %z6, i64 %z7, i64 %z8,
      i64 %z9, i64 %z10, i64 %z11, i64 %z12, i64 %z13, i64 %z14, i64 %z15, i64 %z16,
      i64 %z17, i64 %z18, i64 %z19, i64 %z20, i64 %z21, i64 %z22, i64 %z23)
  ret void
}

define void @patchpoint(
    i32 %x0, i32 %x1, i32 %x2, i32 %x3, i32 %x4, i32 %x5, i32 %x6, i32 %x7, i32 %x8,
    i32 %x9, i32 %x10, i32 %x11, i32 %x12, i32 %x13, i32 %x14, i32 %x15, i32 %x16,
    i32 %x17, i32 %x18, i32 %x19, i32 %x20, i32 %x21, i32 %x22, i32 %x23) {
  %z0 = zext i32 %x0 to i64
  %z1 = zext i32 %x1 to i64
  %z2 = zext i32 %x2 to i64
  %z3 = zext i32 %x3 to i64
  %z4 = zext i32 %x4 to i64
  %z5 = zext i32 %x5 to i64
  %z6 = zext i32 %x6 to i64
  %z7 = zext i32 %x7 to i64
  %z8 = zext i32 %x8 to i64
  %z9 = zext i32 %x9 to i64
  %z10 = zext i32 %x10 to i64
  %z11 = zext i32 %x11 to i64
  %z12 = zext i32 %x12 to i64
  %z13 = zext i32 %x13 to i64
  %z14 = zext i32 %x14 to i64
  %z15 = zext i32 %x15 to i64
  %z16 = zext i32 %x16 to i64
  %z17 = zext i32 %x17 to i64
  %z18 = zext i32 %x18 to i64
  %z19 = zext i32 %x19 to i64
  %z20 = zext i32 %x20 to i64
  %z21 = zext i32 %x21 to i64
  %z22 = zext i32 %x22 to i64
  %z23 = zext i32 %x23 to i64
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 2, i32 16,
      ptr null, i32 0,
      i64 %z0, i64 %z1, i64 %z2, i64 %z3, i64 %z4, i64 %z5, i64 %z6, i64 %z7, i64 %z8,
      i64 %z9, i64 %z10, i64 %z11, i64 %z12, i64 %z13, i64 %z14, i64 %z15, i64 %z16,
      i64 %z17, i64 %z18, i64 %z19, i64 %z20, i64 %z21, i64 %z22, i64 %z23)
  ret void
}
