; A variable holds a reference first and an integer later. SROA makes integers of both,
; unless the data layout says that references are none.

; RUN: not opt -passes='function(sroa),rewrite-statepoints-for-gc' %s -disable-output 2>&1 | FileCheck %s
; RUN: sed 's/^;NI //' %s \
; RUN:   | opt -passes='function(sroa),rewrite-statepoints-for-gc,verify<safepoint-ir>' -disable-output 2>&1 | count 0

; CHECK: error: {{.*}} in function f {{.*}}: inttoptr: is needed after call with deopt state of 'callee'; its base is not known because it is computed with integers; use getelementptr, or add "ni:1" to the data layout if an optimization made this cast

;NI target datalayout = "ni:1"
declare void @callee()

define void @f(i32 %n, ptr addrspace(1) %o) gc "statepoint-example" {
  %v = alloca i64
  store ptr addrspace(1) %o, ptr %v
  call void @callee()
  store i32 %n, ptr %v
  %r = load ptr addrspace(1), ptr %v
  call void @callee() [ "deopt"(ptr addrspace(1) %r) ]
  call void @callee() [ "deopt"(ptr addrspace(1) %r) ]
  ret void
}
