
; Behind any module without flags: all of its functions are Julia's.
!llvm.module.flags = !{!1000}
!1000 = !{i32 1, !"gc-root-strategy", !"julia"}
