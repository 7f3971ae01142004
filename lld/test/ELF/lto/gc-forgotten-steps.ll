; REQUIRES: x86, aarch64
; Functions whose references nobody has told the collector of are errors of the link,
; in full LTO and in ThinLTO. Passes that run when linking see to them, as those of the
; compiler do.

; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: cat x86-64.ll statepoints.ll > a.ll && cat x86-64.ll main.ll > m.ll
; RUN: cat aarch64.ll statepoints.ll > b.ll && cat x86-64.ll frames.ll > c.ll
; RUN: llvm-as a.ll -o a.o && llvm-as b.ll -o b.o && llvm-as c.ll -o c.o && llvm-as m.ll -o m.o
; RUN: opt -module-summary a.ll -o a.thin.o && opt -module-summary b.ll -o b.thin.o
; RUN: opt -module-summary c.ll -o c.thin.o && opt -module-summary m.ll -o m.thin.o

; RUN: not ld.lld -shared a.o m.o -o full 2>&1 | FileCheck %s -DMODULE=ld-temp.o --implicit-check-not=error:
; RUN: not ld.lld -shared b.o -o full64 2>&1 | FileCheck %s -DMODULE=ld-temp.o --implicit-check-not=error:
; RUN: not ld.lld -shared a.thin.o m.thin.o -o thin 2>&1 | FileCheck %s -DMODULE=a.thin.o --implicit-check-not=error:
; RUN: not ld.lld -shared b.thin.o -o thin64 2>&1 | FileCheck %s -DMODULE=b.thin.o --implicit-check-not=error:
; RUN: not ld.lld -shared c.o m.o -o full 2>&1 | FileCheck %s -DMODULE=ld-temp.o --check-prefix=FRAMES --implicit-check-not=error:
; RUN: not ld.lld -shared c.thin.o m.thin.o -o thin 2>&1 | FileCheck %s -DMODULE=c.thin.o --check-prefix=FRAMES --implicit-check-not=error:
; RUN: not ls full thin full64 thin64

; CHECK: error: {{.*}}in function f {{.*}}: call of 'opaque': the GC strategy 'managed' needs a statepoint here; run rewrite-statepoints-for-gc before code generation, or add "gc-leaf-function" if nothing is collected in the call (module '[[MODULE]]')
; FRAMES: error: {{.*}}in function f {{.*}}: the references of the GC strategy 'managed-frames' are not in frames; run place-gc-roots and lower-gc-frame before code generation (module '[[MODULE]]')

; The linker runs what it is told to run.
; RUN: ld.lld -shared --lto-newpm-passes='lto<O2>,rewrite-statepoints-for-gc' a.o m.o -o full
; RUN: llvm-readelf -SW full | FileCheck %s --check-prefix=MAP
; RUN: ld.lld -shared --lto-newpm-passes='lto<O2>,rewrite-statepoints-for-gc' b.o -o full64
; RUN: llvm-readelf -SW full64 | FileCheck %s --check-prefix=MAP
; RUN: ld.lld -shared --lto-newpm-passes='thinlto<O2>,rewrite-statepoints-for-gc' a.thin.o m.thin.o -o thin
; RUN: llvm-readelf -SW thin | FileCheck %s --check-prefix=MAP
; RUN: ld.lld -shared --lto-newpm-passes='lto<O2>,place-gc-roots,lower-gc-frame' c.o m.o -o frames
; RUN: llvm-readelf -sW frames | FileCheck %s --check-prefix=CHAIN

; What the compiler has done stays right.
; RUN: opt -passes='lto-pre-link<O2>,rewrite-statepoints-for-gc' a.ll -o a.early.o
; RUN: ld.lld -shared a.early.o m.o -o early
; RUN: llvm-readelf -SW early | FileCheck %s --check-prefix=MAP
; RUN: opt -module-summary -passes='thinlto-pre-link<O2>,rewrite-statepoints-for-gc' a.ll -o a.early.thin.o
; RUN: ld.lld -shared a.early.thin.o m.thin.o -o early
; RUN: llvm-readelf -SW early | FileCheck %s --check-prefix=MAP

; MAP: llvm_gcidx
; CHAIN: llvm_gc_root_chain

;--- x86-64.ll
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1"

;--- aarch64.ll
target triple = "aarch64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32-ni:1"

;--- statepoints.ll
define ptr addrspace(1) @f(ptr addrspace(1) %p) gc "managed" {
  call void @opaque()
  ret ptr addrspace(1) %p
}
declare void @opaque()

;--- frames.ll
define ptr addrspace(1) @f(ptr addrspace(1) %p) noinline gc "managed-frames" {
  call void @opaque()
  ret ptr addrspace(1) %p
}
declare void @opaque()

;--- main.ll
; Native code. What it calls is not inlined, or it would need statepoints, too.
define void @native(ptr addrspace(1) %p) {
  call void @opaque()
  %q = call ptr addrspace(1) @f(ptr addrspace(1) %p)
  ret void
}
declare void @opaque()
declare ptr addrspace(1) @f(ptr addrspace(1))
