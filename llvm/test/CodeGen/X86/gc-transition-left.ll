; A transition that no pass has lowered is an error.

; RUN: not llc -mtriple=x86_64-linux-gnu %s -o /dev/null 2>&1 | FileCheck %s

declare void @native()

; CHECK: in function leaf {{.*}}: {{.*}}transition to native code: nothing is collected in a call with "gc-leaf-function"; leave out that attribute or "gc-transition"
define void @leaf() gc "managed" {
  call void @native() "gc-leaf-function" [ "gc-transition"() ]
  ret void
}

; CHECK: in function frames {{.*}}: {{.*}}"gc-transition" is lowered by rewrite-statepoints-for-gc, or by lower-gc-frame for a strategy with frames; run it before code generation
define void @frames() {
  call void @native() [ "gc-transition"() ]
  ret void
}

; CHECK-NOT: in function
