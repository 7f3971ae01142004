; Row: nested aggregate of constants and references as a deopt value
; Target: x86-64 AArch64
; With: opt -passes=instsimplify | llc -O2
; See: stack map
; RIGHT: #3: Constant 4,
; RIGHT: #4: Constant 7,
; RIGHT: #5: Indirect [[PLACE:.*]], size: 8
; RIGHT: #6: Constant 0,
; RIGHT: #7: Indirect
; RIGHT: #8: Indirect [[PLACE]], size: 8
; RIGHT-NEXT: #9: Indirect [[PLACE]], size: 8

declare void @callee()

define void @traced(ptr addrspace(1) %p, i64 %n) gc "statepoint-example" {
  %a = insertvalue { i64, { ptr addrspace(1), ptr addrspace(1) }, [1 x i64], { } } { i64 7, { ptr addrspace(1), ptr addrspace(1) } zeroinitializer, [1 x i64] poison, { } poison }, ptr addrspace(1) %p, 1, 0
  %b = insertvalue { i64, { ptr addrspace(1), ptr addrspace(1) }, [1 x i64], { } } %a, i64 %n, 2, 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"({ i64, { ptr addrspace(1), ptr addrspace(1) }, [1 x i64], { } } %b) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
