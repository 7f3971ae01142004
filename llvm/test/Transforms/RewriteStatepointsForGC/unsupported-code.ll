; Calls whose code differs from that of a statepoint are errors: what they want
; would be lost.

; RUN: split-file %s %t
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/x86.ll 2>&1 | FileCheck %s --check-prefix=X86 --implicit-check-not=error:
; RUN: opt -passes=rewrite-statepoints-for-gc -disable-output %t/unprotected.ll
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/aarch64.ll 2>&1 | FileCheck %s --check-prefix=A64 --implicit-check-not=error:
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/windows.ll 2>&1 | FileCheck %s --check-prefix=WIN --implicit-check-not=error:

;--- x86.ll
target triple = "x86_64-linux-gnu"
declare void @g()
declare ghccc void @no_frame_pointer()
declare x86_fp80 @long_double()

; X86: error: {{.*}} in function long_result {{.*}}: call '%x' of 'long_double': a statepoint cannot return x86_fp80; return it in memory
define x86_fp80 @long_result() gc "managed" {
  %x = call x86_fp80 @long_double()
  ret x86_fp80 %x
}

; X86: error: {{.*}} in function no_saved_registers {{.*}}: call of 'g': a statepoint keeps values in registers that the callee does not save; drop "no_callee_saved_registers"
define void @no_saved_registers() gc "managed" {
  call void @g() "no_callee_saved_registers"
  ret void
}

; X86: error: {{.*}} in function hardened {{.*}}: call of 'g': speculative load hardening does not know statepoints; drop speculative_load_hardening
define void @hardened() speculative_load_hardening gc "managed" {
  call void @g()
  ret void
}

; X86: error: {{.*}} in function frame_pointer {{.*}}: call of 'no_frame_pointer': the callee does not keep the frame pointer, and a statepoint finds values by it; use another calling convention, or drop "frame-pointer"
define void @frame_pointer() "frame-pointer"="all" gc "managed" {
  call ghccc void @no_frame_pointer()
  ret void
}

; X86: error: {{.*}} in function dynamic {{.*}}: call of 'no_frame_pointer': the callee does not keep the frame pointer
define void @dynamic(i64 %n) gc "managed" {
  %o = alloca i8, i64 %n
  call ghccc void @no_frame_pointer()
  ret void
}

define void @no_frame_pointer_needed() gc "managed" {
  call ghccc void @no_frame_pointer()
  ret void
}

; X86: error: {{.*}} in function no_check {{.*}}: call of 'f': a statepoint cannot call without a check of its target; drop nocf_check
define void @no_check(ptr %f) gc "managed" {
  call void %f() nocf_check
  ret void
}

define void @nothing_to_check() gc "managed" {
  call void @unchecked()
  call void @g() nocf_check
  ret void
}
declare void @unchecked() nocf_check

; X86: error: {{.*}} in function token {{.*}}: call with deopt state of 'g': deopt value is a token, which is no value at run time; pass something else
define void @token() gc "managed" {
  call void @g() [ "deopt"(token none) ]
  ret void
}

; X86: error: {{.*}} in function variadic {{.*}}: va_arg '%r': comes from memory of the caller after a call, and references that are passed there are not relocated; pass them as values, or by value in memory (byval)
define ptr addrspace(1) @variadic(ptr %list, ...) gc "managed" {
  %q = va_arg ptr %list, ptr addrspace(1)
  call void @g()
  %r = va_arg ptr %list, ptr addrspace(1)
  ret ptr addrspace(1) %r
}

; X86: error: {{.*}} in function in_memory {{.*}}: call of 'g': argument '%a' is memory of the caller, and references that are passed there are not relocated
define void @in_memory(ptr preallocated({ ptr addrspace(1), i64 }) %a) gc "managed" {
  call void @g()
  ret void
}

; X86: error: {{.*}} in function built_in_setjmp {{.*}}: call '%n' of 'llvm.eh.sjlj.setjmp': it returns twice, and what is live then may have moved; call setjmp instead
define void @built_in_setjmp(ptr %b) gc "managed" {
  %n = call i32 @llvm.eh.sjlj.setjmp(ptr %b)
  call void @g()
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"cf-protection-branch", i32 1}

;--- unprotected.ll
target triple = "x86_64-linux-gnu"
declare void @g()
define void @no_check(ptr %f) gc "managed" {
  call void %f() nocf_check
  ret void
}

;--- aarch64.ll
target triple = "aarch64-linux-gnu"
declare void @g()
declare void @streaming() "aarch64_pstate_sm_enabled"

; A64: error: {{.*}} in function to_streaming {{.*}}: call of 'streaming': a statepoint does not change the streaming mode or the ZA state; call it from and as an ordinary function
define void @to_streaming() "target-features"="+sme" gc "managed" {
  call void @streaming()
  ret void
}

; A64: error: {{.*}} in function from_streaming {{.*}}: call of 'g': a statepoint does not change the streaming mode
define void @from_streaming() "aarch64_pstate_sm_body" "target-features"="+sme" gc "managed" {
  call void @g()
  ret void
}

; Nothing changes for these.
define void @to_compatible() "target-features"="+sme" gc "managed" {
  call void @compatible()
  call void @preserves_za()
  ret void
}
declare void @compatible() "aarch64_pstate_sm_compatible"
declare void @preserves_za() "aarch64_preserves_za"

; A64: error: {{.*}} in function from_compatible {{.*}}: call of 'compatible': a statepoint does not change the streaming mode
define void @from_compatible() "aarch64_pstate_sm_compatible" "target-features"="+sme" gc "managed" {
  call void @compatible()
  ret void
}

; A64: error: {{.*}} in function counts {{.*}}: call with deopt state of 'g': deopt value '%t' is a scalable vector, which no stack map can describe
define void @counts(target("aarch64.svcount") %t) gc "managed" {
  call void @g() [ "deopt"(target("aarch64.svcount") %t) ]
  ret void
}

;--- windows.ll
target triple = "x86_64-pc-windows-msvc"
declare void @g()

; WIN: error: {{.*}} in function guarded {{.*}}: call of 'f': a statepoint does not check the target of an indirect call; call it in a function without references and deopt state, or add "guard_nocf"
define void @guarded(ptr %f) gc "managed" {
  call void %f()
  call void @g()
  call void %f() "guard_nocf"
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"cfguard", i32 2}
