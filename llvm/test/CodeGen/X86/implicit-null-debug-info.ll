; The code is the same with and without debug information: debug instructions
; do not count towards what a search looks at, and neither do the CFI
; instructions that a function without unwind tables has only with -g. The
; faulting instruction has the line of the access, not that of the check.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs -filetype=obj \
; RUN:   -enable-implicit-null-checks -o %t.with.o %s
; RUN: opt --strip-debug -S -o %t.ll %s
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs -filetype=obj \
; RUN:   -enable-implicit-null-checks -o %t.without.o %t.ll
; RUN: llvm-objcopy -O binary -j .text %t.with.o %t.with
; RUN: llvm-objcopy -O binary -j .text %t.without.o %t.without
; RUN: cmp %t.with %t.without
; RUN: llc -mtriple=x86_64-linux -enable-implicit-null-checks < %s | FileCheck %s

; CHECK-LABEL: variables:
; CHECK: .loc 0 3 12
; CHECK-NOT: .loc
; CHECK: movl (%rdi), %eax # on-fault
; CHECK: #DEBUG_VALUE: variables:v <- $eax
define i32 @variables(ptr %p, i32 %a, i32 %b) nounwind !dbg !4 {
entry:
  %null = icmp eq ptr %p, null, !dbg !10
  br i1 %null, label %is_null, label %not_null, !dbg !10, !make.implicit !20

not_null:
    #dbg_value(i32 %a, !8, !DIExpression(), !11)
    #dbg_value(i32 %b, !8, !DIExpression(), !11)
    #dbg_value(i32 1, !8, !DIExpression(), !11)
    #dbg_value(i32 2, !8, !DIExpression(), !11)
    #dbg_value(i32 3, !8, !DIExpression(), !11)
    #dbg_value(i32 4, !8, !DIExpression(), !11)
    #dbg_value(i32 5, !8, !DIExpression(), !11)
    #dbg_value(i32 6, !8, !DIExpression(), !11)
    #dbg_value(i32 7, !8, !DIExpression(), !11)
    #dbg_value(i32 8, !8, !DIExpression(), !11)
  %v = load i32, ptr %p, !dbg !12
    #dbg_value(i32 %v, !8, !DIExpression(), !12)
  ret i32 %v, !dbg !13

is_null:
  ret i32 42, !dbg !14
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "variables", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{!9}
!7 = !{!8}
!8 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 1, type: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocation(line: 2, column: 7, scope: !4)
!11 = !DILocation(line: 3, column: 3, scope: !4)
!12 = !DILocation(line: 3, column: 12, scope: !4)
!13 = !DILocation(line: 4, column: 3, scope: !4)
!14 = !DILocation(line: 5, column: 3, scope: !4)
!20 = !{}
