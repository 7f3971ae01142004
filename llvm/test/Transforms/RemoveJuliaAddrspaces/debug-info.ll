; What is said of variables and lines stays.
; RUN: opt -passes='RemoveJuliaAddrspaces,verify' -S %s | FileCheck %s

; CHECK:      define void @f(ptr %p) !dbg ![[F:[0-9]+]] {
; CHECK-NEXT:      #dbg_value(ptr %p, ![[P:[0-9]+]], !DIExpression(), ![[LINE:[0-9]+]])
; CHECK-NEXT:      #dbg_value(ptr %p, ![[P]], !DIExpression(DW_OP_deref), ![[LINE]])
; CHECK-NEXT:      #dbg_value(ptr null, ![[P]], !DIExpression(), ![[LINE]])
; CHECK-NEXT:    ret void, !dbg ![[LINE]]
define void @f(ptr addrspace(10) %p) !dbg !4 {
    #dbg_value(ptr addrspace(10) %p, !6, !DIExpression(), !5)
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11), !dbg !5
    #dbg_value(ptr addrspace(11) %d, !6, !DIExpression(DW_OP_deref), !5)
    #dbg_value(ptr addrspace(11) null, !6, !DIExpression(), !5)
  ret void, !dbg !5
}

; CHECK-DAG: ![[F]] = distinct !DISubprogram(name: "f"
; CHECK-DAG: ![[P]] = !DILocalVariable(name: "p", arg: 1, scope: ![[F]]
; CHECK-DAG: ![[LINE]] = !DILocation(line: 3, column: 5, scope: ![[F]])

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.jl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 3, column: 5, scope: !4)
!6 = !DILocalVariable(name: "p", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!7 = !DIBasicType(name: "Any", size: 64, encoding: DW_ATE_address)
