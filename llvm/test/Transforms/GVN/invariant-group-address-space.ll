; RUN: sed s/LAUNDER/1/g %s | opt -passes=gvn -S | FileCheck %s --check-prefixes=CHECK,APART
; RUN: sed s/LAUNDER/3/g %s | opt -passes=gvn -S | FileCheck %s --check-prefixes=CHECK,EQUAL

; A barrier in the address space of a pointer, or in that of which it was cast, keeps
; it apart from an equal one. Barriers in other address spaces do not.

declare ptr addrspace(LAUNDER) @llvm.launder.invariant.group.pLAUNDER(ptr addrspace(LAUNDER))
declare ptr addrspace(1) @get()
declare void @use(ptr addrspace(1))
declare void @use.cast(ptr addrspace(2))

@object = external addrspace(1) global ptr
@object.cast = external addrspace(2) global ptr

; CHECK-LABEL: @same_space(
; CHECK: same:
; APART-NEXT: call void @use(ptr addrspace(1) %p)
; EQUAL-NEXT: call void @use(ptr addrspace(1) @object)
define void @same_space() {
  %p = call ptr addrspace(1) @get()
  %equal = icmp eq ptr addrspace(1) %p, @object
  br i1 %equal, label %same, label %different

same:
  call void @use(ptr addrspace(1) %p)
  ret void

different:
  ret void
}

; CHECK-LABEL: @cast(
; CHECK: same:
; APART-NEXT: call void @use.cast(ptr addrspace(2) %p.cast)
; EQUAL-NEXT: call void @use.cast(ptr addrspace(2) @object.cast)
define void @cast() {
  %p = call ptr addrspace(1) @get()
  %p.cast = addrspacecast ptr addrspace(1) %p to ptr addrspace(2)
  %equal = icmp eq ptr addrspace(2) %p.cast, @object.cast
  br i1 %equal, label %same, label %different

same:
  call void @use.cast(ptr addrspace(2) %p.cast)
  ret void

different:
  ret void
}
