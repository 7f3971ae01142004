; Passes that move stack objects or instrument code, before and after rewriting: the
; references of an object are listed, or there is an error.

; RUN: split-file %s %t

; SafeStack, which code generation runs after rewriting.
; RUN: opt -mtriple=aarch64-linux-gnu -passes=rewrite-statepoints-for-gc -S %t/safestack.ll -o %t/safestack-rewritten.ll
; RUN: not llc -mtriple=aarch64-linux-gnu -filetype=null %t/safestack-rewritten.ll 2>&1 | FileCheck %s --check-prefix=LOST --implicit-check-not=error:
; RUN: not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %t/safestack-rewritten.ll 2>&1 | FileCheck %s --check-prefix=LOST --implicit-check-not=error:
; RUN: not opt -mtriple=aarch64-linux-gnu -passes='function(safe-stack),rewrite-statepoints-for-gc' -disable-output %t/safestack.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %t/safestack.ll > %t/safestack-frames.ll
; RUN: not opt -mtriple=aarch64-linux-gnu -passes='function(safe-stack),place-gc-roots' -disable-output %t/safestack-frames.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:

; AArch64's memory tagging, in code generation.
; RUN: opt -mtriple=aarch64-linux-android31 -passes=rewrite-statepoints-for-gc -S %t/memtag.ll -o %t/memtag-rewritten.ll
; RUN: not llc -mtriple=aarch64-linux-android31 -filetype=null %t/memtag-rewritten.ll 2>&1 | FileCheck %s --check-prefix=LOST --implicit-check-not=error:

; Sanitizers. AddressSanitizer makes one object of bytes of all.
; RUN: opt -mtriple=aarch64-linux-gnu -passes='rewrite-statepoints-for-gc,asan' -S %t/asan.ll -o %t/asan-rewritten.ll
; RUN: not llc -mtriple=aarch64-linux-gnu -filetype=null %t/asan-rewritten.ll 2>&1 | FileCheck %s --check-prefix=LOST --implicit-check-not=error:
; RUN: not opt -mtriple=aarch64-linux-gnu -passes='asan,rewrite-statepoints-for-gc' -disable-output %t/asan.ll 2>&1 | FileCheck %s --check-prefix=ASAN --implicit-check-not=error:
; RUN: opt -mtriple=aarch64-linux-gnu -passes='rewrite-statepoints-for-gc,hwasan' -S %t/hwasan.ll -o %t/hwasan-rewritten.ll
; RUN: not llc -mtriple=aarch64-linux-gnu -filetype=null %t/hwasan-rewritten.ll 2>&1 | FileCheck %s --check-prefix=LOST --implicit-check-not=error:
; RUN: opt -mtriple=aarch64-linux-gnu -passes='hwasan,rewrite-statepoints-for-gc' -S %t/hwasan.ll -o - | FileCheck %s --check-prefix=LISTED
; RUN: opt -mtriple=aarch64-linux-gnu -passes='msan,rewrite-statepoints-for-gc' -S %t/msan.ll -o - | FileCheck %s --check-prefix=LISTED
; RUN: opt -mtriple=aarch64-linux-gnu -passes='rewrite-statepoints-for-gc,msan' -S %t/msan.ll -o %t/msan-rewritten.ll
; RUN: FileCheck %s --check-prefix=LISTED < %t/msan-rewritten.ll
; RUN: llc -mtriple=aarch64-linux-gnu -filetype=null %t/msan-rewritten.ll 2>&1 | count 0

; LOST: error: {{.*}} in function f {{.*}}: statepoint '%statepoint_token' of 'callee': gc-live value '%o.part' is neither a reference nor a stack object, and no stack map would list it
; UNSAFE: error: {{.*}} in function f {{.*}}: load '%unsafe_stack_ptr'{{.*}}: SafeStack has moved stack objects to where their references are not found
; ASAN: error: {{.*}} in function f {{.*}}: stack object '%MyAlloca' holds references across call of 'callee'; it has a type that does not say where its references are
; LISTED: gc.statepoint{{.*}} @callee,{{.*}} "gc-live"(ptr %o.part{{[0-9]*}})

;--- safestack.ll
declare void @callee(ptr)
define ptr addrspace(1) @f(ptr addrspace(1) %a) safestack gc "managed" {
  %o = alloca { i64, ptr addrspace(1), [4 x i64] }
  %p = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %a, ptr %p
  call void @callee(ptr %o)
  %v = load ptr addrspace(1), ptr %p
  ret ptr addrspace(1) %v
}

;--- memtag.ll
declare void @callee(ptr)
define ptr addrspace(1) @f(ptr addrspace(1) %a) sanitize_memtag "target-features"="+mte" gc "managed" {
  %o = alloca { i64, ptr addrspace(1), [4 x i64] }
  %p = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %a, ptr %p
  call void @callee(ptr %o)
  %v = load ptr addrspace(1), ptr %p
  ret ptr addrspace(1) %v
}

;--- asan.ll
declare void @callee(ptr)
define ptr addrspace(1) @f(ptr addrspace(1) %a) sanitize_address gc "managed" {
  %o = alloca { i64, ptr addrspace(1), [4 x i64] }
  %p = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %a, ptr %p
  call void @callee(ptr %o)
  %v = load ptr addrspace(1), ptr %p
  ret ptr addrspace(1) %v
}

;--- hwasan.ll
declare void @callee(ptr)
define ptr addrspace(1) @f(ptr addrspace(1) %a) sanitize_hwaddress gc "managed" {
  %o = alloca { i64, ptr addrspace(1), [4 x i64] }
  %p = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %a, ptr %p
  call void @callee(ptr %o)
  %v = load ptr addrspace(1), ptr %p
  ret ptr addrspace(1) %v
}

;--- msan.ll
declare void @callee(ptr)
define ptr addrspace(1) @f(ptr addrspace(1) %a) sanitize_memory gc "managed" {
  %o = alloca { i64, ptr addrspace(1), [4 x i64] }
  %p = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %a, ptr %p
  call void @callee(ptr %o)
  %v = load ptr addrspace(1), ptr %p
  ret ptr addrspace(1) %v
}
