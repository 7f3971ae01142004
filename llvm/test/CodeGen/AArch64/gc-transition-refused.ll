; What a function of the runtime cannot pass on is an error, with the way out.

; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: not llc -mtriple=aarch64-linux-gnu -mattr=+sve %t.bc -o /dev/null 2>&1 \
; RUN:   | FileCheck %s
; RUN: not llc -mtriple=aarch64_be-linux-gnu -mattr=+sve %t.bc -o /dev/null 2>&1 \
; RUN:   | FileCheck %s
; RUN: not llc -mtriple=arm64-apple-macosx -mattr=+sve %t.bc -o /dev/null \
; RUN:   2>&1 | FileCheck --check-prefix=TARGET %s
; RUN: not llc -mtriple=aarch64-windows-msvc -mattr=+sve %t.bc -o /dev/null \
; RUN:   2>&1 | FileCheck --check-prefix=TARGET %s
; RUN: not llc -mtriple=aarch64-linux-gnu_ilp32 -mattr=+sve %t.bc -o /dev/null \
; RUN:   2>&1 | FileCheck --check-prefix=TARGET %s

; TARGET: in function nest {{.*}}: transition to native code: the runtime has none for this target; it has them for x86-64 and AArch64

declare void @native_nest(ptr nest)
declare void @native_swift(ptr swiftself)
declare void @native_large(ptr byval([5000 x i8]))
declare void @native_aligned(ptr byval([8 x i8]) align 32)
declare [9 x i64] @native_nine()
declare [9 x double] @native_nine_floats()
declare <8 x float> @native_vector()
declare preserve_mostcc void @native_most()
declare fastcc void @native_fast(i64, i64, i64, i64, i64, i64, i64, i64,
                                 i64)
declare void @native()

; CHECK: in function nest {{.*}}: transition to native code: argument 1 is 'nest', which no function of the runtime passes on; call a native function that takes it otherwise
define void @nest(ptr %p) gc "managed" {
  call void @native_nest(ptr nest %p) [ "gc-transition"() ]
  ret void
}

; CHECK: in function swift {{.*}}: argument 1 is 'swiftself'
define void @swift(ptr %p) gc "managed" {
  call void @native_swift(ptr swiftself %p) [ "gc-transition"() ]
  ret void
}

; CHECK: in function large {{.*}}: its arguments may take more than 4096 bytes of the stack; pass a pointer
define void @large(ptr %p) gc "managed" {
  call void @native_large(ptr byval([5000 x i8]) %p) [ "gc-transition"() ]
  ret void
}

; CHECK: in function aligned {{.*}}: argument 1 has an alignment of more than 16; pass a pointer
define void @aligned(ptr %p) gc "managed" {
  call void @native_aligned(ptr byval([8 x i8]) align 32 %p) [ "gc-transition"() ]
  ret void
}

; CHECK: in function nine {{.*}}: its result is not in registers that the runtime keeps while the thread waits; return a pointer, or write the result to memory
define i64 @nine() gc "managed" {
  %r = call [9 x i64] @native_nine() [ "gc-transition"() ]
  %v = extractvalue [9 x i64] %r, 2
  ret i64 %v
}

; CHECK: in function nine_floats {{.*}}: its result is not in registers
define double @nine_floats() gc "managed" {
  %r = call [9 x double] @native_nine_floats() [ "gc-transition"() ]
  %v = extractvalue [9 x double] %r, 2
  ret double %v
}

; CHECK: in function vector {{.*}}: its result is not in registers
define <8 x float> @vector() gc "managed" {
  %r = call <8 x float> @native_vector() [ "gc-transition"() ]
  ret <8 x float> %r
}

; CHECK: in function scalable_result {{.*}}: its result is not in registers
declare <vscale x 4 x i32> @native_scalable()
define i64 @scalable_result() gc "managed" {
  %r = call <vscale x 4 x i32> @native_scalable() [ "gc-transition"() ]
  ret i64 1
}

; CHECK: in function scalable {{.*}}: argument 1 has a type of which it is not known how it is passed; pass a pointer
declare void @native_takes_scalable(<vscale x 4 x i32>)
define void @scalable() gc "managed" {
  call void @native_takes_scalable(<vscale x 4 x i32> zeroinitializer)
      [ "gc-transition"() ]
  ret void
}

; CHECK: in function convention {{.*}}: the calling convention of the call is not one of ccc, fastcc and coldcc; call a native function that has one
define void @convention() gc "managed" {
  call preserve_mostcc void @native_most() [ "gc-transition"() ]
  ret void
}

; CHECK: in function vector_convention {{.*}}: the calling convention of the call is not one of ccc, fastcc and coldcc
declare aarch64_vector_pcs void @native_vector_pcs()
define void @vector_convention() gc "managed" {
  call aarch64_vector_pcs void @native_vector_pcs() [ "gc-transition"() ]
  ret void
}

; CHECK: in function fast {{.*}}: a function with calling convention fastcc may remove its arguments from the stack; use ccc
define void @fast(i64 %x) gc "managed" {
  call fastcc void @native_fast(i64 %x, i64 %x, i64 %x, i64 %x, i64 %x, i64 %x,
                                i64 %x, i64 %x, i64 %x) [ "gc-transition"() ]
  ret void
}

; CHECK: in function soft_float {{.*}}: floating-point arguments are passed in other registers with "use-soft-float"
define void @soft_float() "use-soft-float"="true" gc "managed" {
  call void @native() [ "gc-transition"() ]
  ret void
}

; CHECK: in function no_floats {{.*}}: it is not known where floating-point values and vectors are passed if the target lacks registers for some of them; pass a pointer
declare void @native_double(double)
define void @no_floats(ptr %p) "target-features"="-fp-armv8" gc "managed" {
  call void @native_double(double 1.0) [ "gc-transition"() ]
  call void @native() [ "gc-transition"() ]
  ret void
}

; CHECK: in function no_vectors {{.*}}: it is not known where
declare { i64, <2 x i32> } @native_pair()
define void @no_vectors() "target-features"="+fp-armv8,-neon" gc "managed" {
  %r = call { i64, <2 x i32> } @native_pair() [ "gc-transition"() ]
  ret void
}

; CHECK: in function checked {{.*}}: the bundle "kcfi" is about the call itself, which the runtime makes; leave out one of the two
define void @checked(ptr %fn) gc "managed" {
  call void %fn() [ "gc-transition"(), "kcfi"(i32 5) ]
  ret void
}

; CHECK: in function patched {{.*}}: a statepoint with bytes to patch makes no call; leave out the bytes, or "gc-transition"
define void @patched() gc "managed" {
  call void @native() "statepoint-num-patch-bytes"="8" [ "gc-transition"() ]
  ret void
}

; CHECK: in function argument {{.*}}: argument 2 is a reference, which the collector may move during the call; pass a handle, such as the address of a root
declare void @native_reference(i64, ptr addrspace(1))
define void @argument(ptr addrspace(1) %o) gc "managed" {
  call void @native_reference(i64 1, ptr addrspace(1) %o) [ "gc-transition"() ]
  ret void
}

; CHECK: in function result {{.*}}: its result is a reference, which the collector may move before the call has returned; return a handle, such as the address of a root
declare ptr addrspace(1) @native_result()
define ptr addrspace(1) @result() gc "managed" {
  %r = call ptr addrspace(1) @native_result() [ "gc-transition"() ]
  ret ptr addrspace(1) %r
}

; Null moves nowhere, and some collectors move nothing.
define void @null() gc "managed" {
  call void @native_reference(i64 1, ptr addrspace(1) null) [ "gc-transition"() ]
  ret void
}
define ptr addrspace(1) @non_moving() gc "managed-non-moving" {
  %r = call ptr addrspace(1) @native_result() [ "gc-transition"() ]
  call void @native_reference(i64 1, ptr addrspace(1) %r) [ "gc-transition"() ]
  ret ptr addrspace(1) %r
}

; CHECK-NOT: in function
