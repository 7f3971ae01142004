; Passes that move stack objects or instrument code, before and after rewriting: the
; references of an object are listed, or there is an error.

; RUN: split-file %s %t

; SafeStack refuses to move them, before rewriting and after it, on each target. It moves
; objects without references.
; RUN: opt -mtriple=x86_64-linux-gnu -passes=rewrite-statepoints-for-gc -S %t/safestack.ll -o %t/safestack-rewritten.ll
; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null %t/safestack-rewritten.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:
; RUN: not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %t/safestack-rewritten.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:
; RUN: not llc -mtriple=x86_64-linux-android -filetype=null %t/safestack-rewritten.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:
; RUN: not opt -mtriple=x86_64-linux-android -passes='function(safe-stack)' -disable-output %t/safestack.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:
; RUN: not opt -mtriple=x86_64-linux-gnu -passes='function(safe-stack),rewrite-statepoints-for-gc' -disable-output %t/safestack.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %t/safestack.ll > %t/safestack-frames.ll
; RUN: not opt -mtriple=x86_64-linux-gnu -passes='function(safe-stack),place-gc-roots' -disable-output %t/safestack-frames.ll 2>&1 | FileCheck %s --check-prefix=UNSAFE --implicit-check-not=error:
; RUN: opt -mtriple=x86_64-linux-gnu -passes='place-gc-roots,lower-gc-frame' -S %t/safestack-frames.ll -o %t/safestack-lowered.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=null %t/safestack-lowered.ll 2>&1 | count 0
; RUN: not opt -mtriple=x86_64-linux-gnu -passes='function(safe-stack)' -disable-output %t/safestack-byval.ll 2>&1 | FileCheck %s --check-prefix=BYVAL --implicit-check-not=error:
; RUN: opt -mtriple=x86_64-linux-gnu -passes='function(safe-stack),rewrite-statepoints-for-gc' -S %t/safestack-numbers.ll -o %t/safestack-numbers-moved.ll
; RUN: FileCheck %s --check-prefix=NUMBERS < %t/safestack-numbers-moved.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=null %t/safestack-numbers-moved.ll 2>&1 | count 0
; RUN: not opt -mtriple=x86_64-linux-gnu -passes='function(safe-stack)' -disable-output %t/safestack-space.ll 2>&1 | FileCheck %s --check-prefix=SPACE --implicit-check-not=error:
; RUN: sed 's/ gc "managed"//' %t/safestack.ll | opt -mtriple=x86_64-linux-gnu -passes='function(safe-stack)' -S -o - | FileCheck %s --check-prefix=MOVED

; Sanitizers. AddressSanitizer makes one object of bytes of all but those with references.
; RUN: opt -mtriple=x86_64-linux-gnu -passes='rewrite-statepoints-for-gc,asan' -S %t/asan.ll -o %t/asan-rewritten.ll
; RUN: FileCheck %s --check-prefixes=LISTED,ASAN < %t/asan-rewritten.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=null %t/asan-rewritten.ll 2>&1 | count 0
; RUN: opt -mtriple=x86_64-linux-gnu -passes='asan,rewrite-statepoints-for-gc' -S %t/asan.ll -o %t/asan-first.ll
; RUN: FileCheck %s --check-prefixes=LISTED,ASAN < %t/asan-first.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=null %t/asan-first.ll 2>&1 | count 0
; RUN: sed 's/"managed"/"managed-frames"/' %t/asan.ll | opt -mtriple=x86_64-linux-gnu -passes='asan,place-gc-roots' -S -o - | FileCheck %s --check-prefix=FRAME
; RUN: sed 's/ gc "managed"//' %t/asan.ll | opt -mtriple=x86_64-linux-gnu -passes=asan -S -o - | FileCheck %s --check-prefix=MOVED
; RUN: opt -mtriple=x86_64-linux-gnu -passes='msan,rewrite-statepoints-for-gc' -S %t/msan.ll -o - | FileCheck %s --check-prefix=LISTED
; RUN: opt -mtriple=x86_64-linux-gnu -passes='rewrite-statepoints-for-gc,msan' -S %t/msan.ll -o %t/msan-rewritten.ll
; RUN: FileCheck %s --check-prefix=LISTED < %t/msan-rewritten.ll
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=null %t/msan-rewritten.ll 2>&1 | count 0

; LOST: error: {{.*}} in function f {{.*}}: statepoint '%statepoint_token' of 'callee': gc-live value '%o.part' is neither a reference nor a stack object, and no stack map would list it
; UNSAFE: error: {{.*}} in function f {{.*}}: stack object '%o' holds references, and a collector does not find them where SafeStack would move it; drop the attribute safestack
; BYVAL: error: {{.*}} in function g {{.*}}: argument in memory '%o' holds references, and a collector does not find them where SafeStack would move it
; SPACE: error: {{.*}} in function in_space {{.*}}: stack object '%o' is in the address space of references, which the stack is not that SafeStack would move it to; drop the attribute safestack
; NUMBERS-NOT: alloca [4 x i64]
; NUMBERS: @__safestack_unsafe_stack_ptr
; NUMBERS: gc.statepoint{{.*}} @callee,
; MOVED: define {{.*}}@f(
; MOVED-NOT: alloca { i64, ptr addrspace(1)
; ASAN: define void @f(
; ASAN: alloca { i64, ptr addrspace(1), [4 x i64] }
; ASAN: = call i64 @__asan_stack_malloc_
; FRAME: gc_frame
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

;--- safestack-byval.ll
declare void @callee(ptr)
define void @g(ptr byval({ i64, ptr addrspace(1) }) %o) safestack gc "managed" {
  call void @callee(ptr %o)
  ret void
}

;--- safestack-space.ll
define i64 @in_space(i1 %c, ptr addrspace(1) %a, i64 %i) safestack gc "managed" {
  %o = alloca [4 x i64], addrspace(1)
  %place = getelementptr i64, ptr addrspace(1) %o, i64 %i
  %either = select i1 %c, ptr addrspace(1) %place, ptr addrspace(1) %a
  %x = load i64, ptr addrspace(1) %either
  ret i64 %x
}

;--- safestack-numbers.ll
declare void @callee(ptr)
define void @h() safestack gc "managed" {
  %o = alloca [4 x i64]
  call void @callee(ptr %o)
  ret void
}

;--- asan.ll
declare void @callee(ptr)
declare void @other(ptr)
define void @f() sanitize_address gc "managed" {
  %o = alloca { i64, ptr addrspace(1), [4 x i64] }
  %numbers = alloca [4 x i64]
  call void @callee(ptr %o)
  call void @other(ptr %numbers)
  call void @callee(ptr %o)
  ret void
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
