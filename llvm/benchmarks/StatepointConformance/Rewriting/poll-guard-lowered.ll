; Row: poll beside a guard and a deoptimize call
; Target: x86-64 AArch64
; With: opt -passes=function(lower-guard-intrinsic,place-safepoints),rewrite-statepoints-for-gc | llc -O2
; See: assembly
; RIGHT-LABEL: {{^_?}}traced:
; RIGHT-DAG: {{callq|bl}} {{.*}}__llvm_deoptimize
; RIGHT-DAG: {{callq|bl}} {{.*}}LLVMManagedPoll

declare void @llvm.experimental.guard(i1, ...)

define void @traced(i1 %c) "gc-polls"="return" gc "managed" {
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"(i32 1) ]
  ret void
}
