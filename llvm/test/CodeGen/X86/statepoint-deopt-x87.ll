;; Registers of the x87 unit have no numbers in a stack map, so that deopt values in
;; them are stored first, even if they may be in registers.
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj < %s \
; RUN:   -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj -O0 < %s \
; RUN:   -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s
; RUN: sed s/managed/statepoint-example/ %s \
; RUN:   | llc -mtriple=x86_64-linux-gnu -filetype=obj -o %t.o
; RUN: llvm-readobj --stackmap %t.o | FileCheck --check-prefix=V3 %s

declare void @callee()

; CHECK: (long_double+{{.*}}  early deopt [CFA-{{[0-9]+}}]:10{{$}}
; V3:    Indirect [R#7
define void @long_double(x86_fp80 %x) gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 2, i32 0, i32 0)
    [ "deopt"(x86_fp80 %x) ]
  ret void
}

;; Without SSE, all floating point values are there.
; CHECK: (no_sse+{{.*}}  early deopt [CFA-{{[0-9]+}}]:4{{$}}
; V3:    Indirect [R#7
define void @no_sse(i64 %i) #0 gc "managed" {
  %x = sitofp i64 %i to float
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 2, i32 0, i32 0)
    [ "deopt"(float %x) ]
  ret void
}

attributes #0 = { "target-features"="-sse" }

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
