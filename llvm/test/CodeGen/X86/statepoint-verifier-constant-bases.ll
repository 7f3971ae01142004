; What is derived from the address of a global does not move, so that no
; statepoint in front of the one that lists it has to. The machine verifier is
; silent, but not if the base is a reference.

; RUN: opt -passes=rewrite-statepoints-for-gc -S %s -o %t
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -verify-machineinstrs %t -o - | FileCheck %s
; RUN: sed 's/bitcast ptr addrspace(1) @g to ptr addrspace(1)/getelementptr i8, ptr addrspace(1) %%o, i64 0/' %t | \
; RUN:   not --crash llc -mtriple=x86_64-linux-gnu -relocation-model=pic -verify-machineinstrs -o /dev/null 2>&1 | \
; RUN:   FileCheck --check-prefix=REFERENCE %s

@g = external addrspace(1) global [1000 x i8]

declare void @poll()

; CHECK-LABEL: derived:
; CHECK: movq g@GOTPCREL(%rip), [[BASE:%r[a-z0-9]+]]
; CHECK: addq [[BASE]], [[PLACE:%r[a-z0-9]+]]
; CHECK: callq poll@PLT
; CHECK: callq poll@PLT
; REFERENCE: Bad machine code: statepoint lists ${{[a-z0-9]+}}, which holds a value that an earlier statepoint did not relocate
; REFERENCE-NEXT: function: derived
define void @derived(i64 %n, ptr addrspace(1) %o) gc "managed" {
  %a = bitcast ptr addrspace(1) @g to ptr addrspace(1)
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %n
  call void @poll()
  call void @poll() [ "deopt"(i64 3, ptr addrspace(1) %p) ]
  ret void
}
