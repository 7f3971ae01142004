; With place-gc-roots, what was written for placement stays for the verifier, until
; lower-gc-frame or LateLowerGCFrame lowers it.

; RUN: opt < %s -passes='place-gc-roots,verify' -S | FileCheck %s --check-prefixes=CHECK,PLACED
; RUN: opt < %s -passes='place-gc-roots,verify<gc-roots>,lower-gc-frame,verify' -S | FileCheck %s --check-prefixes=CHECK,LOWERED
; RUN: opt < %s -passes='place-gc-roots,verify<gc-roots>,function(LateLowerGCFrame,verify)' -S | FileCheck %s --check-prefixes=CHECK,LATE
; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s --check-prefixes=CHECK,LATE

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare ptr addrspace(10) @boxed(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

; CHECK-LABEL: define void @f(
; PLACED:        call void @julia.push_gc_frame(
; PLACED:        %x = load ptr addrspace(10), ptr addrspace(10) %p, align 8, !gc-was-invariant
; PLACED:        call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
; PLACED:        %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
; PLACED:        @julia.call(ptr @boxed, ptr addrspace(10) %t, ptr addrspace(10) %x) [ "jl_roots"(ptr addrspace(10) %a) ]
; PLACED:        call void @llvm.julia.gc_preserve_end(
; PLACED-NEXT:   call void @julia.pop_gc_frame(
; LATE:          call void @julia.push_gc_frame(
; LATE:          store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; LATE:          %r = call ptr addrspace(10) @boxed(ptr addrspace(10) {{.*}}, ptr {{.*}}, i32 1){{$}}
; LATE-NEXT:     call void @julia.pop_gc_frame(
; LOWERED:       %gcframe = alloca
; LOWERED-NOT:   call {{.*}}julia.{{new|push|call|typeof|gc_preserve}}
; LOWERED:       %r = call ptr addrspace(10) @boxed(ptr addrspace(10) {{.*}}, ptr {{.*}}, i32 1){{$}}
; LOWERED-NOT:   call
; CHECK:       }
define void @f(ptr addrspace(10) %p) gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %x = load ptr addrspace(10), ptr addrspace(10) %p, !invariant.load !0
  %token = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %t, ptr addrspace(10) %x) [ "jl_roots"(ptr addrspace(10) %a) ]
  call void @llvm.julia.gc_preserve_end(token %token)
  ret void
}

; Nobody has roots here, and calls are lowered all the same.
; CHECK-LABEL: define ptr addrspace(10) @no_frame(
; PLACED:        @julia.typeof(
; LOWERED-NOT:   @julia.typeof(
; LATE-NOT:      @julia.typeof(
; CHECK:       }
define ptr addrspace(10) @no_frame(ptr addrspace(10) %p) gc "julia" {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %p)
  ret ptr addrspace(10) %t
}

!0 = !{}
