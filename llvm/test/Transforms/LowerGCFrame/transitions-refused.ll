; The runtime's function may wait for a collection.

; RUN: not opt -mtriple=x86_64-linux-gnu -passes=place-gc-roots,lower-gc-frame %s \
; RUN:   -disable-output 2>&1 | FileCheck --check-prefixes=CHECK,X86 %s
; RUN: not opt -mtriple=aarch64-linux-gnu -passes=place-gc-roots,lower-gc-frame \
; RUN:   %s -disable-output 2>&1 | FileCheck --check-prefixes=CHECK,AARCH64 %s

declare void @native()
declare { i64, i64, i64 } @native_three()

; CHECK: in function leaf {{.*}}: transition to native code: nothing is collected in a call with "gc-leaf-function"; leave out that attribute or "gc-transition"
define void @leaf() gc "managed-frames" {
  call void @native() "gc-leaf-function" [ "gc-transition"() ]
  ret void
}

; X86: in function three {{.*}}: its result is not in registers that the runtime keeps
define i64 @three() gc "managed-frames" {
  %r = call { i64, i64, i64 } @native_three() [ "gc-transition"() ]
  %v = extractvalue { i64, i64, i64 } %r, 2
  ret i64 %v
}

; AARCH64: in function nine {{.*}}: its result is not in registers that the runtime keeps
declare [9 x i64] @native_nine()
define i64 @nine() gc "managed-frames" {
  %r = call [9 x i64] @native_nine() [ "gc-transition"() ]
  %v = extractvalue [9 x i64] %r, 2
  ret i64 %v
}

; CHECK: in function argument {{.*}}: argument 1 is a reference, which the collector may move during the call; pass a handle, such as the address of a root
declare void @native_reference(ptr addrspace(1))
define void @argument(ptr addrspace(1) %o) gc "managed-frames" {
  call void @native_reference(ptr addrspace(1) %o) [ "gc-transition"() ]
  ret void
}

define void @non_moving(ptr addrspace(1) %o) gc "managed-frames-non-moving" {
  call void @native_reference(ptr addrspace(1) %o) [ "gc-transition"() ]
  ret void
}

; CHECK-NOT: in function
