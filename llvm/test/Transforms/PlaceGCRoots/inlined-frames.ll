; Frames that were lowered before are inlined, as by the linker. The collector finds
; their memory through the list, and must not find it as an object of another one.

; RUN: split-file %s %t
; RUN: opt -S -passes='place-gc-roots,lower-gc-frame' %t/callee.ll -o %t/lowered.ll
; RUN: llvm-link -S %t/lowered.ll %t/caller.ll -o %t/both.ll
; RUN: opt -S -passes='always-inline,place-gc-roots,verify<gc-roots>,lower-gc-frame' %t/both.ll | FileCheck %s --implicit-check-not=@llvm_gc_frame_map.2
; RUN: sed 's/gc "managed-frames"/gc "managed"/' %t/caller.ll > %t/statepoints.ll
; RUN: llvm-link -S %t/lowered.ll %t/statepoints.ll -o %t/mixed.ll
; RUN: opt -S -passes='always-inline,rewrite-statepoints-for-gc' %t/mixed.ll | FileCheck %s --check-prefix=MAPS
; RUN: opt -S -passes='function(LateLowerGCFrame,FinalLowerGC)' %t/julia-callee.ll -o %t/julia.ll
; RUN: llvm-link -S %t/julia.ll %t/julia-caller.ll -o %t/all-julia.ll
; RUN: opt -S -passes='always-inline,function(LateLowerGCFrame)' %t/all-julia.ll | FileCheck %s --check-prefix=JULIA
; RUN: opt -S -passes='function(instcombine),always-inline,function(LateLowerGCFrame)' %t/all-julia.ll | FileCheck %s --check-prefix=JULIA

; One slot each, and no object.
; CHECK-LABEL: define {{.*}}@outer(
; CHECK:         alloca { ptr, ptr, [1 x ptr addrspace(1)] }, align 16, !gc-frame-memory
; CHECK:         alloca { ptr, ptr, [1 x ptr addrspace(1)] }, align 16, !gc-frame-memory
; CHECK:         ret void

; MAPS-LABEL: define {{.*}}@outer(
; MAPS:          alloca { ptr, ptr, [1 x ptr addrspace(1)] }
; MAPS:          @safepoint, {{.*}}[ "gc-live"(ptr addrspace(1) %a{{[^,]*}}) ]

; JULIA-LABEL: define {{.*}}@outer(
; JULIA:         call ptr @julia.new_gc_frame(i32 2)
; JULIA:         %gcframe{{.*}} = alloca [3 x ptr addrspace(10)], align 16, !gc-frame-memory

;--- callee.ll
target datalayout = "e-i64:64-ni:1"
declare void @safepoint()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
define void @inner(ptr addrspace(1) %a) alwaysinline gc "managed-frames" {
  call void @safepoint()
  call void @use(ptr addrspace(1) %a)
  ret void
}

;--- caller.ll
target datalayout = "e-i64:64-ni:1"
declare void @inner(ptr addrspace(1))
declare void @use(ptr addrspace(1)) "gc-leaf-function"
define void @outer(ptr addrspace(1) %a) gc "managed-frames" {
  call void @inner(ptr addrspace(1) %a)
  call void @use(ptr addrspace(1) %a)
  ret void
}

;--- julia-callee.ll
target datalayout = "e-i64:64-ni:10:11:12:13"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))
define void @inner(ptr "gcstack" %s) alwaysinline {
  %o = call ptr addrspace(10) @new()
  %p = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %o)
  ret void
}

;--- julia-caller.ll
target datalayout = "e-i64:64-ni:10:11:12:13"
declare ptr addrspace(10) @new()
declare void @inner(ptr)
declare void @take(ptr addrspace(10))
define void @outer(ptr "gcstack" %s) {
  %o = call ptr addrspace(10) @new()
  call void @inner(ptr %s)
  call void @take(ptr addrspace(10) %o)
  ret void
}
