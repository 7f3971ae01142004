; Row: part of a stack object that another block computes, in gc-live
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #4: Direct {{.*}} + {{[0-9]+}}, size: 8
; RIGHT-NEXT: #5: Direct {{.*}}, size: 16

declare void @callee()
declare void @fill(ptr, ptr)

define void @traced(i1 %c) gc "statepoint-example" {
entry:
  %object = alloca { i64, ptr addrspace(1) }
  %pair = alloca { ptr addrspace(1), ptr addrspace(1) }
  %member = getelementptr i8, ptr %object, i64 8
  call void @fill(ptr %member, ptr %pair) "gc-leaf-function"
  br i1 %c, label %then, label %end
then:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %member, ptr %pair) ]
  br label %end
end:
  call void @fill(ptr %object, ptr %pair) "gc-leaf-function"
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
