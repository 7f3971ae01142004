;; A gc.relocate that a pass has sunk past another statepoint returns to its own, as that
;; one may use the stack slot again; others stay where they are.
;
; RUN: llc -mtriple=x86_64-linux-gnu -stop-after=gc-lowering %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs %s -o /dev/null
; RUN: llc -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s --check-prefix=ASM
; RUN: sed '/^target/d' %s | llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -o /dev/null

declare void @collect()
declare void @use(ptr addrspace(1))
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: @same_block(
; CHECK:       %t = call token
; CHECK-NEXT:  %a1 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
; CHECK-NEXT:  %b1 = call coldcc
; CHECK-NEXT:  %t2 = call token
; CHECK-NEXT:  %b2 = call coldcc
; CHECK-NEXT:  %null = icmp
define i1 @same_block(ptr addrspace(1) %a, ptr addrspace(1) %b) gc "coreclr" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %b) ]
  %b1 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b1) ]
  %a1 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %b2 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  %null = icmp eq ptr addrspace(1) %a1, null
  store i8 0, ptr addrspace(1) %b2
  ret i1 %null
}

;; The second call uses the slot of %a for %c.
; CHECK-LABEL: @other_block(
; CHECK:       %t = call token
; CHECK-NEXT:  %a1 = call coldcc
; CHECK:       l:
; CHECK:       r:
; CHECK-NOT:   gc.relocate
; CHECK:       ret i1 %null
; ASM-LABEL:   other_block:
; ASM:         callq collect
; ASM-NEXT:    .Ltmp
; ASM:         movq {{.*}}(%rsp), %[[A:r[a-z0-9]+]]
; ASM:         callq collect
; ASM:         testq %[[A]], %[[A]]
define i1 @other_block(ptr addrspace(1) %a, ptr %p, i1 %x) gc "coreclr" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  br i1 %x, label %l, label %r

l:
  %c = load ptr addrspace(1), ptr %p
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c) ]
  %c2 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  store i8 0, ptr addrspace(1) %c2
  br label %r

r:
  %a1 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %null = icmp eq ptr addrspace(1) %a1, null
  ret i1 %null
}

;; The other statepoint is in a loop.
; CHECK-LABEL: @loop(
; CHECK:       %t = call token
; CHECK-NEXT:  %a1 = call coldcc
; CHECK:       body:
; CHECK:       done:
; CHECK-NEXT:  %null = icmp
define i1 @loop(ptr addrspace(1) %a, i1 %x) gc "coreclr" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  br label %body

body:
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0)
  br i1 %x, label %body, label %done

done:
  %a1 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %null = icmp eq ptr addrspace(1) %a1, null
  ret i1 %null
}

;; Both ways out of an invoke begin with another statepoint.
; CHECK-LABEL: @invoked(
; CHECK:       normal:
; CHECK-NEXT:  %a1 = call coldcc
; CHECK-NEXT:  %t2 = call token
; CHECK-NEXT:  %null = icmp
; CHECK:       pad:
; CHECK-NEXT:  %lp = landingpad token
; CHECK-NEXT:  cleanup
; CHECK-NEXT:  %a2 = call coldcc
; CHECK-NEXT:  %t3 = call token
; CHECK-NEXT:  %null2 = icmp
define i1 @invoked(ptr addrspace(1) %a) gc "coreclr" personality ptr @__gxx_personality_v0 {
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
    to label %normal unwind label %pad

normal:
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0)
  %a1 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %null = icmp eq ptr addrspace(1) %a1, null
  ret i1 %null

pad:
  %lp = landingpad token cleanup
  %t3 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0)
  %a2 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %lp, i32 0, i32 0)
  %null2 = icmp eq ptr addrspace(1) %a2, null
  ret i1 %null2
}

;; No statepoint in between: one on another path, one before, and one after it.
; CHECK-LABEL: @not_between(
; CHECK:       %t = call token
; CHECK-NEXT:  br i1
; CHECK:       r:
; CHECK-NEXT:  %a1 = call coldcc
define void @not_between(ptr addrspace(1) %a, i1 %x) gc "coreclr" {
  %t0 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %a0 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t0, i32 0, i32 0)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a0) ]
  br i1 %x, label %l, label %r

l:
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0)
  ret void

r:
  %a1 = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %t3 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 3, i32 0, ptr elementtype(void (ptr addrspace(1))) @use, i32 1, i32 0, ptr addrspace(1) %a1, i32 0, i32 0)
  ret void
}
