; The machine verifier follows references through stack objects whose address no
; instruction computes. To store a stale one there is no error. To use it is one.
; RUN: split-file %s %t
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %t/silent.ll 2>&1 | count 0
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=null %t/silent.ll 2>&1 | count 0
; RUN: not --crash llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %t/stale.ll 2>&1 | FileCheck %s
; RUN: not --crash llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=null %t/stale.ll 2>&1 | FileCheck %s

; CHECK: Bad machine code: use of a reference in {{.*}} that an earlier statepoint did not relocate
; CHECK-NEXT: function: used_later
; CHECK: Found 1 machine code errors.

;; A stale reference in an object that is loaded from an address which may be that
;; of another object.
; RUN: not --crash llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %t/loaded.ll 2>&1 | FileCheck --check-prefix=LOADED %s
; RUN: not --crash llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=null %t/loaded.ll 2>&1 | FileCheck --check-prefix=LOADED %s
; LOADED: Bad machine code: use of a reference in {{.*}} that an earlier statepoint did not relocate
; LOADED-NEXT: function: loaded_later

;; An addition to a word in memory hides nothing.
; RUN: not --crash llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %t/added.ll 2>&1 | FileCheck --check-prefix=ADDED %s
; ADDED: Bad machine code: use of a reference in {{.*}} that an earlier statepoint did not relocate
; ADDED-NEXT: function: added

;--- silent.ll
declare void @callee()
declare void @other()
declare void @takes(ptr addrspace(1))
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

; As LICM leaves it when it promotes what a loop stores: nothing loads it.
define void @dead_store(ptr addrspace(1) %a) gc "statepoint-example" {
  %o = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %o
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  store volatile ptr addrspace(1) %a, ptr %o
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @takes, i32 1, i32 0, ptr addrspace(1) %a1, i32 0, i32 0)
  ret void
}

; A listed object holds what the collector left there, in all of its words.
define void @listed(ptr addrspace(1) %a) gc "statepoint-example" {
  %o = alloca [2 x ptr addrspace(1)]
  %second = getelementptr i8, ptr %o, i64 8
  store volatile ptr addrspace(1) null, ptr %o
  store volatile ptr addrspace(1) %a, ptr %second
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %o) ]
  %b = load volatile ptr addrspace(1), ptr %second
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @takes, i32 1, i32 0, ptr addrspace(1) %b, i32 0, i32 0)
  ret void
}

; Whoever reads the deopt state stores to the object that it names.
define void @in_deopt_state(ptr addrspace(1) %a) gc "statepoint-example" {
  %o = alloca ptr addrspace(1)
  store volatile ptr addrspace(1) %a, ptr %o
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %o) ]
  %b = load volatile ptr addrspace(1), ptr %o
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @takes, i32 1, i32 0, ptr addrspace(1) %b, i32 0, i32 0)
  ret void
}

; What is loaded beside a stale reference is another word, or may be anywhere.
define i32 @beside(ptr addrspace(1) %a) gc "statepoint-example" {
  %o = alloca { i32, ptr addrspace(1) }
  %second = getelementptr i8, ptr %o, i64 8
  store volatile i32 7, ptr %o
  store volatile ptr addrspace(1) %a, ptr %second
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %x = load volatile i32, ptr %o
  ret i32 %x
}

define i32 @indexed(ptr addrspace(1) %a, i64 %i) gc "statepoint-example" {
  %o = alloca { ptr addrspace(1), [4 x i32] }
  %numbers = getelementptr i8, ptr %o, i64 8
  %number = getelementptr i32, ptr %numbers, i64 %i
  store volatile ptr addrspace(1) %a, ptr %o
  store volatile i32 7, ptr %number
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %x = load volatile i32, ptr %number
  ret i32 %x
}

; Less than a word is a number that shares the object.
define i32 @narrow(ptr addrspace(1) %a, i32 %n, i1 %c) gc "statepoint-example" {
entry:
  %o = alloca ptr addrspace(1)
  br i1 %c, label %reference, label %number

reference:
  store volatile ptr addrspace(1) %a, ptr %o
  br label %next

number:
  store volatile i32 %n, ptr %o
  br label %next

next:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %x = load volatile i32, ptr %o
  ret i32 %x
}

; The smallest store of zeros is a mask.
define void @cleared(ptr addrspace(1) %a) minsize optsize gc "statepoint-example" {
  %o = alloca ptr addrspace(1)
  store volatile ptr addrspace(1) %a, ptr %o
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  store ptr addrspace(1) null, ptr %o
  %b = load volatile ptr addrspace(1), ptr %o
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @takes, i32 1, i32 0, ptr addrspace(1) %b, i32 0, i32 0)
  ret void
}

; The load of either object has one address, so both are known.
define i64 @dead_store_of_known(ptr addrspace(1) %a, i1 %c, i64 %n) gc "statepoint-example" {
  %o = alloca ptr addrspace(1)
  %q = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %o
  store ptr addrspace(1) null, ptr %q
  %t0 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %o, ptr %q) ]
  %place = select i1 %c, ptr %o, ptr %q
  %b = load volatile ptr addrspace(1), ptr %place
  br i1 %c, label %next, label %exit

next:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b) ]
  %b1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  store volatile ptr addrspace(1) %b, ptr %o
  %null = icmp eq ptr addrspace(1) %b1, null
  br i1 %null, label %exit, label %load

load:
  %x = load i64, ptr addrspace(1) %b1
  ret i64 %x

exit:
  ret i64 0
}

;--- stale.ll
declare void @callee()
declare void @takes(ptr addrspace(1))
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

define void @used_later(ptr addrspace(1) %a) gc "statepoint-example" {
  %o = alloca [2 x ptr addrspace(1)]
  %second = getelementptr i8, ptr %o, i64 8
  store volatile ptr addrspace(1) null, ptr %o
  store volatile ptr addrspace(1) %a, ptr %second
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %b = load volatile ptr addrspace(1), ptr %second
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @takes, i32 1, i32 0, ptr addrspace(1) %b, i32 0, i32 0)
  ret void
}

;--- added.ll
declare void @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

define void @added(ptr addrspace(1) %a) gc "statepoint-example" {
  %o = alloca ptr addrspace(1)
  store volatile ptr addrspace(1) %a, ptr %o
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %b = load ptr addrspace(1), ptr %o
  %c = getelementptr i8, ptr addrspace(1) %b, i64 8
  store ptr addrspace(1) %c, ptr %o
  %d = load volatile ptr addrspace(1), ptr %o
  %x = load volatile i64, ptr addrspace(1) %d
  ret void
}

;--- loaded.ll
declare void @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

define i64 @loaded_later(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
entry:
  %o = alloca ptr addrspace(1)
  %q = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %q
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %x = load volatile i64, ptr addrspace(1) %a1
  store volatile ptr addrspace(1) %a, ptr %o
  br i1 %c, label %load, label %exit

load:
  %d = icmp eq i64 %x, 1
  %place = select i1 %d, ptr %o, ptr %q
  %b = load volatile ptr addrspace(1), ptr %place
  %y = load i64, ptr addrspace(1) %b
  ret i64 %y

exit:
  ret i64 0
}
