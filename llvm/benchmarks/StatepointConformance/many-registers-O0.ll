; Row: twenty references without optimization
; Target: x86-64 AArch64
; With: llc -O0 -max-registers-for-gc-values=100
; With: llc -O2 -regalloc=fast -max-registers-for-gc-values=100
; See: assembly
; RIGHT: {{callq|bl}} callee

declare void @callee()
declare void @use(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1)) "gc-leaf-function"

define void @traced(ptr addrspace(1) %p0, ptr addrspace(1) %p1, ptr addrspace(1) %p2, ptr addrspace(1) %p3, ptr addrspace(1) %p4, ptr addrspace(1) %p5, ptr addrspace(1) %p6, ptr addrspace(1) %p7, ptr addrspace(1) %p8, ptr addrspace(1) %p9, ptr addrspace(1) %p10, ptr addrspace(1) %p11, ptr addrspace(1) %p12, ptr addrspace(1) %p13, ptr addrspace(1) %p14, ptr addrspace(1) %p15, ptr addrspace(1) %p16, ptr addrspace(1) %p17, ptr addrspace(1) %p18, ptr addrspace(1) %p19) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p0, ptr addrspace(1) %p1, ptr addrspace(1) %p2, ptr addrspace(1) %p3, ptr addrspace(1) %p4, ptr addrspace(1) %p5, ptr addrspace(1) %p6, ptr addrspace(1) %p7, ptr addrspace(1) %p8, ptr addrspace(1) %p9, ptr addrspace(1) %p10, ptr addrspace(1) %p11, ptr addrspace(1) %p12, ptr addrspace(1) %p13, ptr addrspace(1) %p14, ptr addrspace(1) %p15, ptr addrspace(1) %p16, ptr addrspace(1) %p17, ptr addrspace(1) %p18, ptr addrspace(1) %p19) ]
  %q0 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %q1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  %q2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 2)
  %q3 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 3, i32 3)
  %q4 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 4, i32 4)
  %q5 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 5, i32 5)
  %q6 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 6, i32 6)
  %q7 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 7, i32 7)
  %q8 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 8, i32 8)
  %q9 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 9, i32 9)
  %q10 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 10, i32 10)
  %q11 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 11, i32 11)
  %q12 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 12, i32 12)
  %q13 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 13, i32 13)
  %q14 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 14, i32 14)
  %q15 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 15, i32 15)
  %q16 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 16, i32 16)
  %q17 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 17, i32 17)
  %q18 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 18, i32 18)
  %q19 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 19, i32 19)
  call void @use(ptr addrspace(1) %q0, ptr addrspace(1) %q1, ptr addrspace(1) %q2, ptr addrspace(1) %q3, ptr addrspace(1) %q4, ptr addrspace(1) %q5, ptr addrspace(1) %q6, ptr addrspace(1) %q7, ptr addrspace(1) %q8, ptr addrspace(1) %q9, ptr addrspace(1) %q10, ptr addrspace(1) %q11, ptr addrspace(1) %q12, ptr addrspace(1) %q13, ptr addrspace(1) %q14, ptr addrspace(1) %q15, ptr addrspace(1) %q16, ptr addrspace(1) %q17, ptr addrspace(1) %q18, ptr addrspace(1) %q19)
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
