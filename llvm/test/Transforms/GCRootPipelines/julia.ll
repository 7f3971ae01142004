; The whole pipeline of the preset as one pass, on a module as a front end emits
; it: nothing of the contract is left.

; RUN: opt < %s -passes='julia<O0>' -S | FileCheck %s --check-prefixes=CHECK,O0 --implicit-check-not=addrspace --implicit-check-not='@julia.{{[^g]}}'
; RUN: opt < %s -passes='julia<O2>' -S | FileCheck %s --check-prefixes=CHECK,O2 --implicit-check-not=addrspace --implicit-check-not='@julia.{{[^g]}}'
; RUN: not opt < %s -passes='julia<O4>' -disable-output 2>&1 | FileCheck %s --check-prefix=LEVEL
; RUN: not opt < %s -passes=julia -disable-output 2>&1 | FileCheck %s --check-prefix=LEVEL

; LEVEL: is not a level; use O0, O1, O2 or O3

; CHECK-NOT: ni:
target datalayout = "e-i64:64-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new(i64)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @f(ptr addrspace(10), ptr, i32)

; CHECK-LABEL: define {{.*}}ptr @pair(
; CHECK:         alloca
; CHECK:         call ptr @julia.get_pgcstack()
; CHECK:         call {{.*}}ptr @new(i64 %n)
; CHECK:         call ptr @f(ptr %t, ptr {{.*}}, i32 1)
; CHECK:         call {{.*}}ptr @ijl_gc_small_alloc(
; O0:            %unused = add i64 %n, 1
; O2-NOT:        %unused
; CHECK:         ret ptr
define ptr addrspace(10) @pair(ptr addrspace(10) %t, i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %variable = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @new(i64 %n)
  store ptr addrspace(10) %a, ptr %variable
  %b = load ptr addrspace(10), ptr %variable
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %t, ptr addrspace(10) %b)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) %t)
  store ptr addrspace(10) %r, ptr addrspace(10) %o
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %r)
  %unused = add i64 %n, 1
  ret ptr addrspace(10) %o
}

; Nothing uses the parameter before there is a frame.
; CHECK-LABEL: define {{.*}}@callee(
; CHECK:         load ptr, ptr %s
; CHECK-NOT:     fake.use
; CHECK-LABEL: define {{.*}}@caller(
; CHECK:         %s = {{.*}}call ptr @julia.get_pgcstack()
; CHECK:         call {{.*}}@callee(ptr %s, i64 %n)
define i64 @callee(ptr "gcstack" %s, i64 %n) noinline {
  %a = call ptr addrspace(10) @new(i64 %n)
  %b = call ptr addrspace(10) @new(i64 %n)
  %l = load i64, ptr addrspace(10) %a
  ret i64 %l
}

define i64 @caller(i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %r = call i64 @callee(ptr %s, i64 %n)
  ret i64 %r
}
