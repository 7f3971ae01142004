; The runtime's function may wait for a collection.

; RUN: not opt -mtriple=x86_64-linux-gnu -passes=place-gc-roots,lower-gc-frame %s \
; RUN:   -disable-output 2>&1 | FileCheck %s

declare void @native()
declare { i64, i64, i64 } @native_three()

; CHECK: in function leaf {{.*}}: transition to native code: nothing is collected in a call with "gc-leaf-function"; leave out that attribute or "gc-transition"
define void @leaf() gc "managed-frames" {
  call void @native() "gc-leaf-function" [ "gc-transition"() ]
  ret void
}

; CHECK: in function three {{.*}}: its result is not in registers that the runtime keeps
define i64 @three() gc "managed-frames" {
  %r = call { i64, i64, i64 } @native_three() [ "gc-transition"() ]
  %v = extractvalue { i64, i64, i64 } %r, 2
  ret i64 %v
}
