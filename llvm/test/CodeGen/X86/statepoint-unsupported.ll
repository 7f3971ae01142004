; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null %s 2>&1 | FileCheck %s
; RUN: not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %s 2>&1 | FileCheck %s

; What no stack map can describe is an error, and all errors are reported.

; CHECK: error: <unknown>:0:0: in function dynamic void (i64): statepoint '%t' of 'opaque': gc-live value '%slots' is a stack object of dynamic size, which no stack map can describe; allocate a fixed number of slots in the entry block
define void @dynamic(i64 %n) gc "statepoint-example" {
  %slots = alloca ptr addrspace(1), i64 %n
  call void @fill(ptr %slots)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slots) ]
  ret void
}

; CHECK: error: {{.*}} in function two_reasons {{.*}}: statepoint '%t' of 'opaque': gc-live value '%variable' is part of a stack object at a variable offset; list the whole object
; CHECK: error: {{.*}} in function two_reasons {{.*}}: statepoint '%t' of 'opaque': gc-live value '%pair' is an aggregate; list its references
define void @two_reasons(i64 %n, { ptr addrspace(1), ptr addrspace(1) } %pair) gc "statepoint-example" {
  %slots = alloca [4 x ptr addrspace(1)]
  call void @fill(ptr %slots)
  %variable = getelementptr ptr addrspace(1), ptr %slots, i64 %n
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %variable, { ptr addrspace(1), ptr addrspace(1) } %pair) ]
  ret void
}

; CHECK: error: t.c:3:5: in function invoked {{.*}}: statepoint '%t' of 'give': gc-live value '%variable'
define i64 @invoked(i64 %n, ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality !dbg !2 {
  %slots = alloca [4 x ptr addrspace(1)]
  call void @fill(ptr %slots)
  %variable = getelementptr ptr addrspace(1), ptr %slots, i64 %n
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(i64 ()) @give, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %variable, ptr addrspace(1) %p) ] to label %normal unwind label %pad, !dbg !5
normal:
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  store i8 1, ptr addrspace(1) %q
  %r = call i64 @llvm.experimental.gc.result.i64(token %t)
  ret i64 %r
pad:
  %l = landingpad token cleanup
  %s = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 1, i32 1)
  store i8 1, ptr addrspace(1) %s
  ret i64 0
}

; CHECK: error: {{.*}} in function unknown_base {{.*}}: statepoint '%t' of 'opaque': deopt value '%d' is derived from a pointer with an unknown base; pass the base pointer and the offset
define void @unknown_base(<2 x ptr addrspace(1)> %p, i32 %i) gc "statepoint-example" {
  %v = getelementptr i8, <2 x ptr addrspace(1)> %p, i64 8
  %d = extractelement <2 x ptr addrspace(1)> %v, i32 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}

; CHECK: error: {{.*}} in function tail void (): call with deopt state of 'opaque': a tail call has no frame for its deopt state; drop musttail or the deopt state
define void @tail() {
  musttail call void @opaque() [ "deopt"(i32 7) ]
  ret void
}

; CHECK: error: {{.*}} in function token_resumed {{.*}}: resume: a token does not identify the exception to resume; have the landing pad return the exception instead of a token
define void @token_resumed() gc "statepoint-example" personality ptr @personality {
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) to label %normal unwind label %pad
normal:
  ret void
pad:
  %l = landingpad token cleanup
  call void @opaque()
  resume token %l
}

; CHECK: error: {{.*}} in function error_argument {{.*}}: statepoint '%t' of 'take_error': a statepoint cannot pass an argument with attribute swifterror; pass it without the attribute
define void @error_argument() gc "statepoint-example" {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (ptr)) @take_error, i32 1, i32 0, ptr swifterror %e, i32 0, i32 0)
  ret void
}

; CHECK-NOT: error:
define void @supported() gc "statepoint-example" {
  %slots = alloca [4 x ptr addrspace(1)]
  call void @fill(ptr %slots)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 4, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slots) ]
  ret void
}

declare void @opaque()
declare void @take_error(ptr swifterror)
declare i64 @give()
declare void @fill(ptr)
declare i32 @personality(...)
declare i64 @llvm.experimental.gc.result.i64(token)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = distinct !DISubprogram(name: "invoked", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = !DILocation(line: 3, column: 5, scope: !2)
!6 = !{i32 2, !"Debug Info Version", i32 3}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
