;; References in memory whose type has only numbers or raw pointers, where it is known by
;; an address that was in memory, passed by value, or accessed by assembly.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: opt -passes=rewrite-statepoints-for-gc -S %t/right.ll | FileCheck %s
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/wrong.ll 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %t/right.ll | not opt -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --check-prefix=FRAMES

; WRONG: error: <unknown>:0:0: in function numbers void (ptr addrspace(1), ptr): store: accesses a reference in stack object '%s' by an address that was in memory
; WRONG: error: <unknown>:0:0: in function numbers void (ptr addrspace(1), ptr): load '%r': accesses a reference in stack object '%s'
; WRONG: error: <unknown>:0:0: in function pointers void (ptr addrspace(1), ptr): store: accesses a reference in stack object '%s'
; WRONG: error: <unknown>:0:0: in function pointers void (ptr addrspace(1), ptr): load '%r': accesses a reference in stack object '%s'

; FRAMES: in function by_value {{.*}} argument '%x': references that are passed in memory have no slot; pass them as values

; CHECK-LABEL: @by_variable(
; CHECK:       @collect, {{.*}} [ "gc-live"(ptr %s) ]
; CHECK-LABEL: @by_value(
; CHECK:       @collect, {{.*}} [ "gc-live"(ptr %x.copy.part) ]
; CHECK-LABEL: @by_value_of_numbers(
; CHECK-NOT:   alloca
; CHECK:       ret i64
; CHECK-LABEL: @assembly(
; CHECK:       @collect, {{.*}} [ "gc-live"(ptr %s) ]

#--- right.ll
declare void @collect()
declare void @use(ptr addrspace(1))

define void @by_variable(ptr addrspace(1) %o) gc "managed" {
  %s = alloca [2 x i64]
  %t = alloca ptr
  store ptr %s, ptr %t
  %q = load ptr, ptr %t
  store ptr addrspace(1) %o, ptr %q
  call void @collect()
  %r = load ptr addrspace(1), ptr %q
  call void @use(ptr addrspace(1) %r)
  ret void
}

define void @by_value(ptr byval([2 x i64]) align 8 %x, ptr addrspace(1) %o) gc "managed" {
  %p = getelementptr i8, ptr %x, i64 8
  store ptr addrspace(1) %o, ptr %p
  call void @collect()
  %r = load ptr addrspace(1), ptr %p
  call void @use(ptr addrspace(1) %r)
  ret void
}

define i64 @by_value_of_numbers(ptr byval([2 x i64]) align 8 %x) gc "managed" {
  call void @collect()
  %r = load i64, ptr %x
  ret i64 %r
}

define void @assembly(ptr addrspace(1) %o) gc "managed" {
  %s = alloca [2 x i64]
  call void asm sideeffect "", "=*m,r"(ptr elementtype(ptr addrspace(1)) %s, ptr addrspace(1) %o) "gc-leaf-function"
  call void @collect()
  call void asm sideeffect "", "*m"(ptr elementtype(ptr addrspace(1)) %s) "gc-leaf-function"
  ret void
}

#--- wrong.ll
declare void @collect()
declare void @use(ptr addrspace(1))

define void @numbers(ptr addrspace(1) %o, ptr %m) gc "managed" {
  %s = alloca [2 x i64]
  store ptr %s, ptr %m
  %q = load ptr, ptr %m
  store ptr addrspace(1) %o, ptr %q
  call void @collect()
  %r = load ptr addrspace(1), ptr %q
  call void @use(ptr addrspace(1) %r)
  ret void
}

define void @pointers(ptr addrspace(1) %o, ptr %m) gc "managed" {
  %s = alloca [2 x ptr]
  store ptr %s, ptr %m
  %q = load ptr, ptr %m
  store ptr addrspace(1) %o, ptr %q
  call void @collect()
  %r = load ptr addrspace(1), ptr %q
  call void @use(ptr addrspace(1) %r)
  ret void
}
