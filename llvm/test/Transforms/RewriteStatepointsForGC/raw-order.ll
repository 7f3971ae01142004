;; The smaller of two raw addresses may be that of the other object after a safepoint, so
;; that it cannot be computed again there.
;
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:

; CHECK: error: <unknown>:0:0: in function both i64 (ptr addrspace(1), ptr addrspace(1)): inttoptr '%x': is made from a copy of a reference that is live across call of 'collect'
; CHECK: error: <unknown>:0:0: in function both i64 (ptr addrspace(1), ptr addrspace(1)): inttoptr '%y': is made from a copy

declare void @collect()

define i64 @both(ptr addrspace(1) %o, ptr addrspace(1) %p) gc "managed" {
  %a = ptrtoint ptr addrspace(1) %o to i64
  %b = ptrtoint ptr addrspace(1) %p to i64
  %s = call i64 @llvm.umin.i64(i64 %a, i64 %b)
  %x = inttoptr i64 %s to ptr addrspace(1)
  store i64 1, ptr addrspace(1) %x
  call void @collect()
  %y = inttoptr i64 %s to ptr addrspace(1)
  %v = load i64, ptr addrspace(1) %y
  ret i64 %v
}

define i64 @one(ptr addrspace(1) %o) gc "managed" {
  %a = ptrtoint ptr addrspace(1) %o to i64
  %s = call i64 @llvm.umax.i64(i64 %a, i64 1)
  %x = inttoptr i64 %s to ptr addrspace(1)
  store i64 1, ptr addrspace(1) %x
  call void @collect()
  %y = inttoptr i64 %s to ptr addrspace(1)
  %v = load i64, ptr addrspace(1) %y
  ret i64 %v
}
