; Row: rewritten: scalable vector of offsets
; Target: AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; See: stack map
; RIGHT: Num Records: 1

declare void @callee()

define i8 @traced(ptr addrspace(1) %p, <vscale x 2 x i64> %i) "target-features"="+sve" gc "statepoint-example" {
  %v = getelementptr i8, ptr addrspace(1) %p, <vscale x 2 x i64> %i
  %d = extractelement <vscale x 2 x ptr addrspace(1)> %v, i32 0
  %r = load i8, ptr addrspace(1) %d
  call void @callee()
  ret i8 %r
}
