; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' %s | FileCheck %s

; A poll of the form 'flag' tests a word of the thread. What it calls is cold,
; and each instruction has a location.

; CHECK: @LLVMManagedThisThread = external thread_local(initialexec) global i8

; CHECK-LABEL: define void @located(
; CHECK-NEXT: [[THREAD:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread), !dbg [[LOCATION:![0-9]+]]
; CHECK-NEXT: [[WORD:%.*]] = getelementptr inbounds i8, ptr [[THREAD]], i64 20, !dbg [[LOCATION]]
; CHECK-NEXT: %poll = load atomic i32, ptr [[WORD]] monotonic, align 4, !dbg [[LOCATION]]
; CHECK-NEXT: %poll.asked = icmp ne i32 %poll, 0, !dbg [[LOCATION]]
; CHECK-NEXT: br i1 %poll.asked, label %poll.slow, label %[[FAST:.*]], !dbg [[LOCATION]], !prof [[UNLIKELY:![0-9]+]]
; CHECK: {{^}}poll.slow:
; CHECK-NEXT: call void @LLVMManagedPoll() #[[COLD:[0-9]+]], !dbg [[LOCATION]]
; CHECK-NEXT: br label %[[FAST]], !dbg [[LOCATION]]
; CHECK: {{^}}[[FAST]]:
; CHECK-NEXT: ret void, !dbg [[LOCATION]]
define void @located() gc "managed" !dbg !4 {
  ret void, !dbg !7
}

; Calls that could be inlined have one in any case.
; CHECK-LABEL: define void @not_located(
; CHECK: call void @LLVMManagedPoll() #[[COLD]], !dbg [[NONE:![0-9]+]]
define void @not_located() gc "managed" !dbg !8 {
  ret void
}

; CHECK: attributes #[[COLD]] = { cold nounwind }
; CHECK: [[LOCATION]] = !DILocation(line: 3
; CHECK: [[UNLIKELY]] = !{!"branch_weights", i32 1, i32 1048575}
; CHECK: [[NONE]] = !DILocation(line: 0

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "located", file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 3, scope: !4)
!8 = distinct !DISubprogram(name: "not_located", file: !1, line: 5, type: !5, unit: !0, spFlags: DISPFlagDefinition)
