; The scope of a call in the IR is that of the STATEPOINT that was made from it, at
; each stage, and whatever the ID is. It is not in the object file.

; RUN: rm -rf %t && mkdir %t
; RUN: llc -mtriple=x86_64-linux-gnu -stop-after=finalize-isel -o %t/isel.mir %s
; RUN: FileCheck --check-prefix=IR %s < %t/isel.mir
; RUN: FileCheck --check-prefix=ISEL %s < %t/isel.mir
; RUN: llc -mtriple=x86_64-linux-gnu -stop-after=prologepilog -o %t/frame.mir %s
; RUN: FileCheck --check-prefix=IR %s < %t/frame.mir
; RUN: FileCheck --check-prefix=FRAME %s < %t/frame.mir

;; Without optimization, and where GlobalISel leaves the function to others.
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -stop-after=prologepilog -o %t/fast.mir %s
; RUN: FileCheck --check-prefix=IR %s < %t/fast.mir
; RUN: llc -mtriple=x86_64-linux-gnu -global-isel -global-isel-abort=0 \
; RUN:   -stop-after=finalize-isel -o %t/global.mir %s
; RUN: FileCheck --check-prefix=IR %s < %t/global.mir
; RUN: FileCheck --check-prefix=ISEL %s < %t/global.mir

;; It is read as it was printed.
; RUN: llc -mtriple=x86_64-linux-gnu -run-pass=none -o %t/again.mir %t/frame.mir
; RUN: sed -e '/ModuleID/d' %t/frame.mir > %t/frame.txt
; RUN: sed -e '/ModuleID/d' %t/again.mir > %t/again.txt
; RUN: cmp %t/frame.txt %t/again.txt
; RUN: llc -mtriple=x86_64-linux-gnu -start-after=finalize-isel -stop-after=prologepilog \
; RUN:   -o %t/continued.mir %t/isel.mir
; RUN: FileCheck --check-prefix=IR %s < %t/continued.mir
; RUN: FileCheck --check-prefix=FRAME %s < %t/continued.mir

;; The verifier compares each STATEPOINT with that call and no other.
; RUN: llc -mtriple=x86_64-linux-gnu -run-pass=none -verify-machineinstrs -o /dev/null \
; RUN:   %t/frame.mir
; RUN: sed -e 's/alias.scope ![0-9]*/alias.scope !0/' %t/frame.mir > %t/other.mir
; RUN: not --crash llc -mtriple=x86_64-linux-gnu -run-pass=none -verify-machineinstrs \
; RUN:   -o /dev/null %t/other.mir 2>&1 | FileCheck --check-prefix=OTHER %s

;; Code is the same.
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=obj -o %t/with.o %t/frame.mir -start-after=prologepilog
; RUN: sed -e 's/, (volatile load store unknown-size[^)]*)//' \
; RUN:   -e 's/ :: (volatile load store unknown-size[^)]*)//' %t/frame.mir > %t/none.mir
; RUN: not grep 'STATEPOINT.*unknown-size' %t/none.mir
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=obj -o %t/without.o %t/none.mir -start-after=prologepilog
; RUN: cmp %t/with.o %t/without.o

; IR-LABEL: define {{.*}} @calls(
; IR: call token {{.*}}statepoint{{.*}}@two{{.*}}, !statepoint.scope [[TWO:![0-9]+]]
; IR: call token {{.*}}statepoint{{.*}}@one{{.*}}, !statepoint.scope [[ONE:![0-9]+]]
; IR: call token {{.*}}statepoint{{.*}}@none{{.*}}, !statepoint.scope [[NONE:![0-9]+]]
; IR: call void @deoptimizable(){{.*}}, !statepoint.scope [[DEOPT:![0-9]+]]
; IR: {{^ *}}[[TWO]] = !{[[SCOPE:![0-9]+]]}
; IR: [[SCOPE]] = distinct !{[[SCOPE]], [[DOMAIN:![0-9]+]]}
; IR: [[DOMAIN]] = distinct !{[[DOMAIN]], !"statepoints"}
; IR: name: calls
; IR: STATEPOINT {{.*}}@two, {{.*}}(volatile load store unknown-size, align 1, !alias.scope [[TWO]]){{$}}
; IR: STATEPOINT {{.*}}@one, {{.*}}(volatile load store unknown-size, align 1, !alias.scope [[ONE]]){{$}}
; IR: STATEPOINT {{.*}}@none, {{.*}}(volatile load store unknown-size, align 1, !alias.scope [[NONE]]){{$}}
; IR: STATEPOINT {{.*}}@deoptimizable, {{.*}}(volatile load store unknown-size, align 1, !alias.scope [[DEOPT]]){{$}}

; ISEL: @two, {{.*}} :: (volatile load store (s64) on %stack.0), (volatile load store (s64) on %stack.1), (volatile load store unknown-size, align 1, !alias.scope {{![0-9]+}}){{$}}
; ISEL: @none, {{.*}}, implicit-def $ssp :: (volatile load store unknown-size, align 1, !alias.scope {{![0-9]+}}){{$}}
; FRAME: @two, {{.*}} :: (volatile load store (s64) on %stack.0), (volatile load store (s64) on %stack.1), (volatile load store unknown-size, align 1, !alias.scope {{![0-9]+}}){{$}}

; OTHER: Bad machine code: statepoint lists fewer pointers than its call
; OTHER-NEXT: function: calls
; OTHER: instruction: STATEPOINT {{.*}}@one

define ptr addrspace(1) @calls(ptr addrspace(1) %a, ptr addrspace(1) %b) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @two, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %b) ]
  %a1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %b1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  call void @use(ptr addrspace(1) %b1) "gc-leaf-function"
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @one, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a1) ]
  %a2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %u, i32 0, i32 0)
  call void @use(ptr addrspace(1) %a2) "gc-leaf-function"
  %v = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @none, i32 0, i32 0, i32 0, i32 0)
  call void @deoptimizable() [ "deopt"(i32 5) ]
  ret ptr addrspace(1) null
}

declare void @two()
declare void @one()
declare void @none()
declare void @deoptimizable() "gc-leaf-function"
declare void @use(ptr addrspace(1))
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
