; More values than the record of one call can have are an error, and no more than that.

; RUN: split-file %s %t
; RUN: not llc -mtriple=aarch64 -O2 %t/deopt.ll -o /dev/null 2>&1 | FileCheck %t/deopt.ll --implicit-check-not=error:
; RUN: not llc -mtriple=aarch64 -O0 %t/deopt.ll -o /dev/null 2>&1 | FileCheck %t/deopt.ll --implicit-check-not=error:
; RUN: %python -c "print(open(r'%t/stackmap.ll').read().replace('VALUES', ', '.join(['i64 %%x'] * 32499)))" > %t/stackmap-many.ll
; RUN: not llc -mtriple=aarch64 -O2 %t/stackmap-many.ll -o /dev/null 2>&1 | FileCheck %t/stackmap.ll --implicit-check-not=error:
; RUN: not llc -mtriple=aarch64 -O0 %t/stackmap-many.ll -o /dev/null 2>&1 | FileCheck %t/stackmap.ll --implicit-check-not=error:
; RUN: llc -mtriple=aarch64 -O2 %t/most.ll -stop-after=finalize-isel -o - | FileCheck %t/most.ll

;--- deopt.ll
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare i32 @__gxx_personality_v0(...)
declare i64 @llvm.experimental.deoptimize.i64(...)
declare i64 @callee()

; CHECK: error: {{.*}} in function statepoint {{.*}}: statepoint '%t' of 'callee': 32501 deopt values are too many for one record, which has room for 32500; pass fewer, or a stack object that holds them
define void @statepoint() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i64 ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"([32500 x i64] zeroinitializer, i64 7) ]
  ret void
}

; What is in gc-live counts twice.
; CHECK: error: {{.*}} in function references {{.*}}: statepoint '%t' of 'callee': 32499 deopt values and 1 values in gc-live, which take two each, are too many
define ptr addrspace(1) @references(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i64 ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"([32499 x i64] zeroinitializer), "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function bundle {{.*}}: call with deopt state '%r' of 'callee': 40000 deopt values are too many
define i64 @bundle() {
  %r = call i64 @callee() [ "deopt"([200 x [200 x i64]] zeroinitializer) ]
  ret i64 %r
}

; CHECK: error: {{.*}} in function invoked {{.*}}: invoke with deopt state '%r' of 'callee': 40000 deopt values are too many
define i64 @invoked() personality ptr @__gxx_personality_v0 {
  %r = invoke i64 @callee() [ "deopt"([20000 x { i32, i64 }] zeroinitializer) ] to label %normal unwind label %pad
normal:
  ret i64 %r
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i64 0
}

; CHECK: error: {{.*}} in function deoptimize {{.*}}: call with deopt state '%r' of 'llvm.experimental.deoptimize.i64': 32501 deopt values are too many
define i64 @deoptimize() {
  %r = call i64 (...) @llvm.experimental.deoptimize.i64() [ "deopt"([32501 x i8] zeroinitializer) ]
  ret i64 %r
}

;--- stackmap.ll
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare i32 @__gxx_personality_v0(...)

; CHECK: error: {{.*}} in function stackmap {{.*}}: call of 'llvm.experimental.stackmap': 32501 recorded values are too many for one record, which has room for 32500
define void @stackmap(i64 %x) {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, VALUES)
  ret void
}

; CHECK: error: {{.*}} in function patchpoint {{.*}}: call '%r' of 'llvm.experimental.patchpoint.i64': 32503 recorded values are too many
define i64 @patchpoint(i64 %x) {
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 64, ptr null, i32 3, VALUES)
  ret i64 %r
}

; CHECK: error: {{.*}} in function invoked {{.*}}: invoke '%r' of 'llvm.experimental.patchpoint.i64': 32503 recorded values are too many
define i64 @invoked(i64 %x) personality ptr @__gxx_personality_v0 {
  %r = invoke i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 64, ptr null, i32 3, VALUES) to label %normal unwind label %pad
normal:
  ret i64 %r
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i64 0
}

;--- most.ll
declare i64 @callee()

; The number of deopt values.
; CHECK-LABEL: name: most
; CHECK: STATEPOINT {{.*}}, 2, 32500, 2, 7, 2, 7,
define i64 @most() {
  %r = call i64 @callee() [ "deopt"(i64 7, i64 7, [32498 x i64] zeroinitializer) ]
  ret i64 %r
}
