; Functions that name no features of the target have those of the command, and
; without registers for floating-point values or vectors, these are passed in
; places that a function of the runtime does not know. What has none is lowered.

; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu %t.bc -o - | FileCheck %s
; RUN: not llc -mtriple=aarch64-linux-gnu -mattr=-fp-armv8 %t.bc -o /dev/null \
; RUN:   2>&1 | FileCheck --check-prefixes=FLOAT,VECTOR %s
; RUN: not llc -mtriple=aarch64-linux-gnu -mattr=-neon %t.bc -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefixes=FLOAT,VECTOR %s

declare void @native_float(i64, i64, i64, i64, i64, i64, i64, i64, double)
declare void @native_vector(<4 x i32>)
declare void @native(i64)

; CHECK-LABEL: float:
; CHECK: blr
; FLOAT: in function float {{.*}}: it is not known where floating-point values and vectors are passed
define void @float(i64 %x) gc "managed" {
  call void @native_float(i64 %x, i64 %x, i64 %x, i64 %x, i64 %x, i64 %x,
                          i64 %x, i64 %x, double 1.0) [ "gc-transition"() ]
  ret void
}

; CHECK-LABEL: vector:
; CHECK: blr
; VECTOR: in function vector {{.*}}: it is not known where
define void @vector(<4 x i32> %v) gc "managed" {
  call void @native_vector(<4 x i32> %v) [ "gc-transition"() ]
  ret void
}

; CHECK-LABEL: integer:
; CHECK: blr
; FLOAT-NOT: in function
define void @integer(i64 %x) gc "managed" {
  call void @native(i64 %x) [ "gc-transition"() ]
  ret void
}
