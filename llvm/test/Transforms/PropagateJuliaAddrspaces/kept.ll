; What is not only a cast, or is no access through it, stays as it is.
; RUN: opt -passes='PropagateJuliaAddrspaces,verify' -S %s | FileCheck %s
; RUN: opt -passes=verify -S %s -o %t.before
; RUN: opt -passes=PropagateJuliaAddrspaces -S %s -o %t.after
; RUN: diff %t.before %t.after

declare void @take(ptr addrspace(10))
declare ptr addrspace(10) @give()

; CHECK-LABEL: define void @values(
; CHECK:         store ptr addrspace(10) %s, ptr %p
define void @values(ptr %p) {
  %s = addrspacecast ptr %p to ptr addrspace(10)
  store ptr addrspace(10) %s, ptr %p
  call void @take(ptr addrspace(10) %s)
  %n = icmp eq ptr addrspace(10) %s, null
  ret void
}

; CHECK-LABEL: define void @no_cast(
define void @no_cast(ptr addrspace(10) %p) {
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %d
  %q = call ptr addrspace(10) @give()
  store i64 0, ptr addrspace(10) %q
  ret void
}

; CHECK-LABEL: define void @other_space(
define void @other_space(ptr addrspace(5) %p, ptr %q) {
  %s = addrspacecast ptr addrspace(5) %p to ptr addrspace(10)
  store i64 0, ptr addrspace(10) %s
  %t = addrspacecast ptr %q to ptr addrspace(5)
  store i64 0, ptr addrspace(5) %t
  ret void
}

; One of the choices is no cast.
; CHECK-LABEL: define void @mixed(
define void @mixed(i1 %c, ptr %p, ptr addrspace(10) %q) {
entry:
  %a = addrspacecast ptr %p to ptr addrspace(10)
  %s = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %q
  br label %loop
loop:
  %phi = phi ptr addrspace(10) [ %a, %entry ], [ %s, %loop ]
  store i64 0, ptr addrspace(10) %phi
  br label %loop
}

; CHECK-LABEL: define void @freeze(
define void @freeze(ptr %p) {
  %a = addrspacecast ptr %p to ptr addrspace(10)
  %f = freeze ptr addrspace(10) %a
  store i64 0, ptr addrspace(10) %f
  ret void
}

; CHECK-LABEL: define void @vectors(
define void @vectors(<2 x ptr> %p, <2 x i64> %v) {
  %a = addrspacecast <2 x ptr> %p to <2 x ptr addrspace(10)>
  call void @llvm.masked.scatter.v2i64.v2p10(<2 x i64> %v, <2 x ptr addrspace(10)> align 8 %a, <2 x i1> splat (i1 true))
  ret void
}
