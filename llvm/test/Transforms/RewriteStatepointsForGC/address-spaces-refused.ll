;; RUN: rm -rf %t && split-file %s %t
;; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/lists.ll 2>&1 | FileCheck %t/lists.ll
;; RUN: not opt -passes='verify<statepoint-input>' -disable-output %t/lists.ll 2>&1 | FileCheck %t/lists.ll
;; RUN: not opt -passes='verify<safepoint-ir>' -disable-output %t/lists.ll 2>&1 | FileCheck %t/lists.ll
;; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/narrow.ll 2>&1 | FileCheck %t/narrow.ll
;; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/values.ll 2>&1 | FileCheck %t/values.ll
;; RUN: not opt -passes=place-gc-roots -disable-output %t/frames.ll 2>&1 | FileCheck %t/frames.ll --implicit-check-not='in function first'

;--- lists.ll
declare void @collect()

; CHECK: in function empty ptr addrspace(1) (ptr addrspace(1)): attribute "gc-address-spaces"="": '' is not the number of an address space
define ptr addrspace(1) @empty(ptr addrspace(1) %o) "gc-address-spaces"="" gc "managed" {
  call void @collect()
  ret ptr addrspace(1) %o
}

; CHECK: in function word {{.*}}: attribute "gc-address-spaces"="1,two": 'two' is not the number of an address space
define ptr addrspace(1) @word(ptr addrspace(1) %o) "gc-address-spaces"="1,two" gc "managed" {
  call void @collect()
  ret ptr addrspace(1) %o
}

; CHECK: in function large {{.*}}: attribute "gc-address-spaces"="16777216": '16777216' is not the number of an address space
define ptr addrspace(1) @large(ptr addrspace(1) %o) "gc-address-spaces"="16777216" gc "managed" {
  call void @collect()
  ret ptr addrspace(1) %o
}

; CHECK: in function zero {{.*}}: attribute "gc-address-spaces"="1,0": references have an address space of their own; leave 0 out
define ptr addrspace(1) @zero(ptr addrspace(1) %o) "gc-address-spaces"="1,0" gc "managed" {
  call void @collect()
  ret ptr addrspace(1) %o
}

; CHECK: in function twice {{.*}}: attribute "gc-address-spaces"="2,2": address space 2 is listed twice
define ptr addrspace(1) @twice(ptr addrspace(1) %o) "gc-address-spaces"="2,2" gc "managed" {
  call void @collect()
  ret ptr addrspace(1) %o
}

; CHECK: in function memory {{.*}}: attribute "gc-address-spaces": the GC strategy 'shadow-stack' has references in its own address spaces; leave the attribute out, or use a strategy with statepoints
define ptr addrspace(1) @memory(ptr addrspace(1) %o) "gc-address-spaces"="1" gc "shadow-stack" {
  call void @collect()
  ret ptr addrspace(1) %o
}

;--- narrow.ll
target datalayout = "e-p1:32:32-p2:32:32-i64:64-ni:1:2"

declare void @collect()

; CHECK: in function own {{.*}}: references of address space 1 have 32 bits, and pointers have 64; no collector can find references of another size, so keep them as integers, and make a reference of one where it is used
define ptr addrspace(1) @own(ptr addrspace(1) %o) gc "managed" {
  call void @collect()
  ret ptr addrspace(1) %o
}

; CHECK: in function loaded {{.*}}: references of address space 1 have 32 bits
define void @loaded(ptr %p) gc "statepoint-example" {
  %v = load <2 x ptr addrspace(1)>, ptr %p
  call void @collect()
  store <2 x ptr addrspace(1)> %v, ptr %p
  ret void
}

; CHECK: in function named {{.*}}: attribute "gc-address-spaces"="2": references of address space 2 have 32 bits
define void @named() "gc-address-spaces"="2" gc "managed" {
  call void @collect()
  ret void
}

;--- values.ll
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128-ni:1:2"

declare void @collect()

; CHECK: in function unnamed {{.*}}: call of 'collect': argument '%o' is needed after it; address space 2 is non-integral, and 'managed' has no references there; name all address spaces of references in the function attribute "gc-address-spaces"
define ptr addrspace(2) @unnamed(ptr addrspace(2) %o) gc "managed" {
  call void @collect()
  ret ptr addrspace(2) %o
}

; CHECK: in function vector {{.*}}: load '%v': is needed after call of 'collect'; address space 2 is non-integral
define void @vector(ptr %p) gc "managed" {
  %v = load <2 x ptr addrspace(2)>, ptr %p
  call void @collect()
  store <2 x ptr addrspace(2)> %v, ptr %p
  ret void
}

; CHECK: in function member {{.*}}: load '%v': is needed after call of 'collect'; address space 2 is non-integral
define void @member(ptr %p) gc "managed" {
  %v = load { i64, [2 x ptr addrspace(2)] }, ptr %p
  call void @collect()
  store { i64, [2 x ptr addrspace(2)] } %v, ptr %p
  ret void
}

; CHECK: in function cast_to {{.*}}: addrspacecast '%c': is needed after call of 'collect'; its base is a pointer that is not a reference; use the reference that it points into
define i64 @cast_to(ptr addrspace(1) %o) "gc-address-spaces"="2" gc "managed" {
  %c = addrspacecast ptr addrspace(1) %o to ptr addrspace(2)
  call void @collect()
  %v = load i64, ptr addrspace(2) %c
  ret i64 %v
}

;--- frames.ll
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128-ni:1:2"

declare void @collect()

; CHECK: in function second {{.*}}: attribute "gc-address-spaces": frames of the strategy 'managed-frames' have no slots for references of address space 2; use a strategy with statepoints
define ptr addrspace(2) @second(ptr addrspace(2) %o) "gc-address-spaces"="1,2" gc "managed-frames" {
  call void @collect()
  ret ptr addrspace(2) %o
}

;; These are the strategy's own.
define ptr addrspace(1) @first(ptr addrspace(1) %o) "gc-address-spaces"="1" gc "managed-frames" {
  call void @collect()
  ret ptr addrspace(1) %o
}
