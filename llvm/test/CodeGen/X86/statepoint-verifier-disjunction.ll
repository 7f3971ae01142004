; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: sed 's/^;WRONG //' %s > %t.ll
; RUN: not --crash llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %t.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=WRONG

; Whether two references are null is the same before and after a collection, also
; if one instruction asks for both.

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare void @g()

; CHECK-LABEL: both:
; CHECK: orq
define i1 @both(ptr addrspace(1) %a, ptr addrspace(1) %b) gc "managed" {
  %s = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %b) ]
  %ra = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 0, i32 0)
  %rb = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 1, i32 1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)
  %x = icmp eq ptr addrspace(1) %ra, null
  %y = icmp eq ptr addrspace(1) %rb, null
  %both = and i1 %x, %y
  ret i1 %both
}

; CHECK-LABEL: one_in_memory:
define i1 @one_in_memory(ptr addrspace(1) %a, ptr %p) gc "managed" {
  %s = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %ra = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 0, i32 0)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)
  %b = load ptr addrspace(1), ptr %p
  %x = icmp eq ptr addrspace(1) %ra, null
  %y = icmp eq ptr addrspace(1) %b, null
  %both = and i1 %x, %y
  ret i1 %both
}

; What is made of them is not the same.
; WRONG: Bad machine code: use of a reference in {{.*}} that an earlier statepoint did not relocate
;WRONG define void @bits(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr %p) gc "managed" {
;WRONG   %s = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %b) ]
;WRONG   %ra = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 0, i32 0)
;WRONG   %rb = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 1, i32 1)
;WRONG   %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)
;WRONG   %x = ptrtoint ptr addrspace(1) %ra to i64
;WRONG   %y = ptrtoint ptr addrspace(1) %rb to i64
;WRONG   %bits = or i64 %x, %y
;WRONG   store i64 %bits, ptr %p
;WRONG   ret void
;WRONG }
