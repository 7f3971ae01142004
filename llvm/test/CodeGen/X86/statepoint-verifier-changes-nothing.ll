; The verifier changes nothing: what is printed is the same with and without it, at
; each stage, and also for what was read from a file. A file that was written by hand
; may not say that callee-saved registers are known, and then they are not.

; RUN: rm -rf %t && mkdir %t
; DEFINE: %{target} =
; DEFINE: %{stage} =
; DEFINE: %{compile} = llc -mtriple=%{target} -stop-after=%{stage} -o %t/1.mir %s && \
; DEFINE:   llc -mtriple=%{target} -stop-after=%{stage} -verify-machineinstrs -o %t/2.mir %s && \
; DEFINE:   cmp %t/1.mir %t/2.mir
; DEFINE: %{reread} = sed -i -e "s/<mcsymbol >/<mcsymbol .Ltmp0>/" %t/1.mir && \
; DEFINE:   llc -mtriple=%{target} -run-pass=none -o %t/3.mir %t/1.mir && \
; DEFINE:   llc -mtriple=%{target} -run-pass=none -verify-machineinstrs -o %t/4.mir %t/1.mir && \
; DEFINE:   cmp %t/3.mir %t/4.mir
; DEFINE: %{strip} = sed -i -e '/isCalleeSavedInfoValid/d' %t/1.mir

; REDEFINE: %{target} = x86_64-linux-gnu
; REDEFINE: %{stage} = fixup-statepoint-caller-saved
; RUN: %{compile}
; RUN: %{reread}
; REDEFINE: %{stage} = virtregrewriter
; RUN: %{compile}
; RUN: %{reread}
; REDEFINE: %{stage} = prologepilog
; RUN: %{compile}
; RUN: %{reread}
; RUN: FileCheck %s < %t/4.mir
; RUN: %{strip}
; RUN: %{reread}
; RUN: FileCheck --check-prefix=STRIPPED %s < %t/4.mir
; REDEFINE: %{stage} = branch-folder
; RUN: %{compile}
; RUN: %{reread}

; CHECK: name: registers
; CHECK: isCalleeSavedInfoValid: true
; CHECK: callee-saved-register: '$
; CHECK: name: slots
; CHECK: isCalleeSavedInfoValid: true
; CHECK: name: pushes
; STRIPPED: name: nothing_saved
; STRIPPED: isCalleeSavedInfoValid: false

define ptr addrspace(1) @registers(ptr addrspace(1) %a, i1 %c) gc "managed" personality ptr @personality {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 16
  br i1 %c, label %then, label %join

then:
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %d) ]
          to label %normal unwind label %pad

normal:
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %d1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  store ptr addrspace(1) %a1, ptr addrspace(1) %d1
  br label %join

pad:
  %lp = landingpad token cleanup
  %a2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %lp, i32 0, i32 0)
  ret ptr addrspace(1) %a2

join:
  %p = phi ptr addrspace(1) [ %a, %0 ], [ %a1, %normal ]
  ret ptr addrspace(1) %p
}

define void @slots(ptr addrspace(1) %a, i64 %n) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(i64 %n, ptr addrspace(1) %a), "gc-live"(ptr addrspace(1) %a) ]
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  store i64 %n, ptr addrspace(1) %a1
  ret void
}

define void @pushes(ptr addrspace(1) %a, i64 %n) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)) @many, i32 10, i32 0, i64 %n, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %n, i64 10, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  store i64 %n, ptr addrspace(1) %a1
  ret void
}

define void @nothing_saved(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  store i64 7, ptr addrspace(1) %a1
  ret void
}

declare void @callee()
declare void @many(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)
declare i32 @personality(...)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
