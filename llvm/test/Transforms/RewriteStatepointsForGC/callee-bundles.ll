; RUN: opt -passes=rewrite-statepoints-for-gc -S < %s | FileCheck %s
; RUN: sed -e 's/kcfi"(i32 12345/ptrauth"(i32 0, i64 42/' %s > %t.ll
; RUN: not opt -passes=rewrite-statepoints-for-gc -S %t.ll 2>&1 | FileCheck %s --check-prefix=SIGNED

; A statepoint keeps the type of the callee that is checked, and a signed callee is
; an error.

; SIGNED: error: {{.*}} in function called {{.*}}: call '%r' of 'f': a statepoint cannot authenticate a signed callee; authenticate it earlier, in a function without references and deopt state
; CHECK-LABEL: @called(
; CHECK: call token {{.*}} %f, {{.*}} [ "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
; CHECK-NEXT: call i32 @llvm.experimental.gc.result
; CHECK-NEXT: call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate
define ptr addrspace(1) @called(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %r = call i32 %f() [ "kcfi"(i32 12345) ]
  store i32 %r, ptr @global
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @invoked(
; CHECK: invoke token {{.*}} %f, {{.*}} [ "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
define ptr addrspace(1) @invoked(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void %f() [ "kcfi"(i32 12345) ]
          to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad token cleanup
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @plain(
; CHECK: call token {{.*}} %f, {{.*}} [ "gc-live"(ptr addrspace(1) %p) ]
define ptr addrspace(1) @plain(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  call void %f()
  ret ptr addrspace(1) %p
}

@global = global i32 0
declare i32 @personality(...)
