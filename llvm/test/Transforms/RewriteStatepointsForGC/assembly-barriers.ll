; Inline assembly without instructions is a barrier for optimizations and calls nothing.

; RUN: opt < %s -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' -S | FileCheck %s
; RUN: sed -e 's/"managed"/"managed-frames"/' %s \
; RUN:   | opt -passes='place-gc-roots,verify<gc-roots>' -S | FileCheck %s --check-prefix=FRAMES

declare void @callee()

; CHECK-LABEL: define void @clobber(
; CHECK-NOT:   gc.statepoint
; CHECK:       call void asm sideeffect "", "~{memory}"()
; CHECK:       call void asm sideeffect " ", "r"(ptr addrspace(1) %a)
define void @clobber(ptr addrspace(1) %a) gc "managed" {
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect " ", "r"(ptr addrspace(1) %a)
  ret void
}

; What is tied to the result has its base.
; CHECK-LABEL: define i64 @derived(
; CHECK:       %b = call ptr addrspace(1) asm sideeffect "", "=r,r,0,~{memory}"(i64 1, ptr addrspace(1) %g)
; CHECK:       gc.statepoint{{.*}} @callee,
; CHECK-NEXT:  gc.relocate{{.*}} ; (%a, %b)
; FRAMES-LABEL: define i64 @derived(
; FRAMES:       store ptr addrspace(1) %a, ptr
; FRAMES:       call void @callee()
define i64 @derived(ptr addrspace(1) %a) gc "managed" {
  %g = getelementptr i8, ptr addrspace(1) %a, i64 8
  %b = call ptr addrspace(1) asm sideeffect "", "=r,r,0,~{memory}"(i64 1, ptr addrspace(1) %g)
  call void @callee()
  %v = load i64, ptr addrspace(1) %b
  ret i64 %v
}

; CHECK-LABEL: define void @object(
; CHECK:       gc.statepoint{{.*}} @callee,{{.*}} "gc-live"(ptr %o)
define void @object(ptr addrspace(1) %a) gc "managed" {
  %o = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %o
  call void asm sideeffect "", "=*m,*m,~{memory}"(ptr elementtype(ptr addrspace(1)) %o, ptr elementtype(ptr addrspace(1)) %o)
  call void @callee()
  call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(ptr addrspace(1)) %o)
  ret void
}
