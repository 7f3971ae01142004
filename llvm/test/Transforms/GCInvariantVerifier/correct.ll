; What the rules allow, and functions that they do not apply to.
; RUN: opt -passes='GCInvariantVerifier<strong>' -disable-output %s 2>&1 | count 0
; RUN: opt -passes='GCInvariantVerifier<no-strong>' -disable-output %s 2>&1 | count 0

@global = global i64 0

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(11), ...)
declare ptr addrspace(10) @boxed(...)
declare void @take(ptr addrspace(12))

define void @casts(ptr %plain, ptr addrspace(10) %base, <2 x ptr> %v, ptr "gcstack" %stack) {
  %a = addrspacecast ptr %plain to ptr addrspace(10)
  %b = addrspacecast ptr %plain to ptr addrspace(11)
  %c = addrspacecast ptr %plain to ptr addrspace(12)
  %d = addrspacecast ptr addrspace(10) %base to ptr addrspace(11)
  %e = addrspacecast ptr addrspace(10) %base to ptr addrspace(12)
  %f = addrspacecast <2 x ptr> %v to <2 x ptr addrspace(10)>
  %g = addrspacecast ptr %plain to ptr addrspace(5)
  %h = addrspacecast ptr addrspace(5) %g to ptr
  %i = load i64, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) addrspacecast (ptr @global to ptr addrspace(11)), i64 8)
  ret void
}

define void @integers(i64 %n, ptr "gcstack" %stack) {
  %p = inttoptr i64 %n to ptr
  %base = addrspacecast ptr %p to ptr addrspace(10)
  %m = ptrtoint ptr %p to i64
  %q = call ptr addrspace(10) @boxed(ptr addrspace(10) addrspacecast (ptr inttoptr (i64 16 to ptr) to ptr addrspace(10)))
  ret void
}

define void @callee_rooted(i1 %c, ptr addrspace(12) %a, ptr addrspace(12) %b, ptr "gcstack" %stack) {
  %p = select i1 %c, ptr addrspace(12) %a, ptr addrspace(12) %b
  %v = insertelement <2 x ptr addrspace(12)> poison, ptr addrspace(12) %p, i64 0
  %q = extractelement <2 x ptr addrspace(12)> %v, i64 0
  call void @take(ptr addrspace(12) %q) [ "jl_roots"(ptr addrspace(12) %p) ]
  ret void
}

define void @memory(ptr addrspace(10) %base, ptr addrspace(11) %derived, ptr addrspace(13) %loaded, ptr "gcstack" %stack) {
  store ptr addrspace(10) %base, ptr addrspace(11) %derived
  %a = load ptr addrspace(10), ptr addrspace(11) %derived
  %b = load ptr, ptr addrspace(13) %loaded
  store <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(11) %derived
  %c = load i64, ptr addrspace(10) %base
  %d = cmpxchg ptr addrspace(11) %derived, ptr addrspace(10) null, ptr addrspace(10) %base monotonic monotonic
  call void @llvm.memcpy.p11.p13.i64(ptr addrspace(11) %derived, ptr addrspace(13) %loaded, i64 8, i1 false)
  ret void
}

define void @index(ptr addrspace(11) %derived, ptr addrspace(13) %loaded, ptr "gcstack" %stack) {
  %a = getelementptr i8, ptr addrspace(11) %derived, i64 8
  %b = getelementptr i8, ptr addrspace(13) %loaded, i64 8
  ret void
}

define ptr addrspace(10) @boxed_calls(ptr addrspace(10) %base, ptr addrspace(11) %derived, ptr "gcstack" %stack) {
  %a = call cc 37 ptr addrspace(10) @boxed(ptr addrspace(10) %base, ptr addrspace(10) null)
  %b = call cc 38 ptr addrspace(10) @boxed(ptr addrspace(10) %base)
  %c = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %base, ptr addrspace(10) %a)
  %d = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @boxed, ptr addrspace(10) %base, ptr addrspace(10) %b, ptr addrspace(10) %c)
  %e = call ptr addrspace(10) (ptr, ptr addrspace(11), ...) @julia.call3(ptr @boxed, ptr addrspace(11) %derived, ptr addrspace(10) %d)
  %f = call ptr addrspace(10) @boxed(ptr addrspace(11) %derived)
  ret ptr addrspace(10) %e
}

define ptr @return_plain(ptr %p, ptr "gcstack" %stack) {
  ret ptr %p
}

define { ptr addrspace(11) } @return_aggregate({ ptr addrspace(11) } %a, ptr "gcstack" %stack) {
  ret { ptr addrspace(11) } %a
}

; No function of Julia: it does not get the stack, or is another language's.

define void @not_of_julia(i64 %n) {
  %base = inttoptr i64 %n to ptr addrspace(10)
  ret void
}

define void @of_another_strategy(i64 %n, ptr "gcstack" %stack) gc "managed-frames" {
  %base = inttoptr i64 %n to ptr addrspace(10)
  ret void
}
