; Functions of the preset for Julia in which roots are made wrong: each rule of
; docs/RootPlacement.md about what keeps an object decides in one of them.

target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

@variable = external global ptr addrspace(10)
@constant = external global ptr addrspace(10), !julia.constgv !0

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.safepoint(ptr)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

declare ptr addrspace(10) @new()
declare ptr addrspace(10) @boxed(ptr addrspace(10), ptr, i32)
declare void @take(ptr addrspace(10))
declare void @take_two(ptr addrspace(10), ptr addrspace(10))
declare void @take_derived(ptr addrspace(11))
declare void @take_kept(ptr addrspace(12))
declare void @take_value({ ptr addrspace(10), i64 })
declare void @take_address(ptr)
declare void @safepoint()
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
declare i64 @reads(ptr addrspace(10)) memory(read)
declare i64 @callee(ptr "julia.return_roots"="2")
declare i32 @setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)

; Several objects, whose lives overlap; two more die at once.
define ptr addrspace(10) @lives(ptr "gcstack" %s, ptr addrspace(10) %p) {
  %a = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @new()
  %dead = call ptr addrspace(10) @new()
  call void @leaf(ptr addrspace(10) %dead)
  call void @take_two(ptr addrspace(10) %a, ptr addrspace(10) %p)
  %c = call ptr addrspace(10) @new()
  %short = call ptr addrspace(10) @new()
  %n = call i64 @reads(ptr addrspace(10) %short)
  call void @safepoint()
  store i64 %n, ptr addrspace(10) %b
  call void @take_two(ptr addrspace(10) %b, ptr addrspace(10) %c)
  call void @safepoint()
  ret ptr addrspace(10) %c
}

; Operands of calls, of bundles, and in aggregates.
define void @operands(ptr "gcstack" %s, ptr addrspace(10) %f, i64 %n) {
  %a = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @new()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %f, ptr addrspace(10) %a, ptr addrspace(10) %b)
  %unused = call ptr addrspace(10) @new()
  %x = insertvalue { ptr addrspace(10), i64 } poison, ptr addrspace(10) %r, 0
  %y = insertvalue { ptr addrspace(10), i64 } %x, i64 %n, 1
  call void @take_value({ ptr addrspace(10), i64 } %y)
  %c = call ptr addrspace(10) @new()
  call void @safepoint() [ "jl_roots"(ptr addrspace(10) %c) ]
  %d = call ptr addrspace(10) @new()
  %k = addrspacecast ptr addrspace(10) %d to ptr addrspace(12)
  call void @safepoint()
  call void @take_kept(ptr addrspace(12) %k)
  %e = call ptr addrspace(10) @new()
  %j = addrspacecast ptr addrspace(10) %e to ptr addrspace(12)
  call void @take_kept(ptr addrspace(12) %j)
  ret void
}

; Derived pointers and memory, chosen on two ways.
define i64 @pointers(ptr "gcstack" %s, i1 %c, i64 %i) {
entry:
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br i1 %c, label %yes, label %no
yes:
  %e = getelementptr i64, ptr addrspace(11) %d, i64 %i
  call void @safepoint()
  br label %join
no:
  %b = call ptr addrspace(10) @new()
  %g = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br label %join
join:
  %p = phi ptr addrspace(11) [ %e, %yes ], [ %g, %no ]
  call void @take_derived(ptr addrspace(11) %p)
  call void @safepoint()
  %v = load i64, ptr addrspace(11) %p
  %m = call ptr addrspace(10) @new()
  %words = addrspacecast ptr addrspace(10) %m to ptr addrspace(11)
  %data = load ptr, ptr addrspace(11) %words
  %memory = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %data)
  %inner = load ptr addrspace(13), ptr addrspace(13) %memory
  call void @safepoint()
  %w = load i64, ptr addrspace(13) %inner
  %sum = add i64 %v, %w
  ret i64 %sum
}

; What is kept without slots: immutable contents, constants, types.
define void @kept(ptr "gcstack" %s, ptr addrspace(10) %p, i1 %c) {
  %x = load ptr addrspace(10), ptr addrspace(10) %p, !tbaa !1
  call void @take(ptr addrspace(10) %x)
  %y = load ptr addrspace(10), ptr addrspace(10) %x, !invariant.load !0
  call void @take(ptr addrspace(10) %y)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %y)
  call void @take(ptr addrspace(10) %t)
  %k = load ptr addrspace(10), ptr @constant
  call void @take(ptr addrspace(10) %k)
  %choice = select i1 %c, ptr addrspace(10) %y, ptr addrspace(10) %k
  call void @take(ptr addrspace(10) %choice)
  %v = load ptr addrspace(10), ptr @variable
  call void @take(ptr addrspace(10) %v)
  %w = load ptr addrspace(10), ptr addrspace(10) %p, !tbaa !5
  call void @take(ptr addrspace(10) %w)
  ret void
}

; The contents are kept as long as the object is.
define void @contents(ptr "gcstack" %s) {
  %o = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %i = getelementptr ptr addrspace(10), ptr addrspace(11) %d, i64 1
  %x = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !1
  %y = load ptr addrspace(10), ptr addrspace(11) %i, !tbaa !1
  call void @take_two(ptr addrspace(10) %x, ptr addrspace(10) %y)
  %z = load ptr addrspace(10), ptr addrspace(10) %x, !tbaa !1
  call void @take(ptr addrspace(10) %z)
  call void @take(ptr addrspace(10) %o)
  call void @take_two(ptr addrspace(10) %z, ptr addrspace(10) %y)
  %n = call ptr addrspace(10) @new()
  call void @take_two(ptr addrspace(10) %n, ptr addrspace(10) %y)
  ret void
}

; Elements of the array of a boxed call, and an object that is made of each.
define ptr addrspace(10) @boxed_call(ptr addrspace(10) %f, ptr %args, i32 %n) {
entry:
  %s = call ptr @julia.get_pgcstack()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %last = phi ptr addrspace(10) [ null, %entry ], [ %new, %body ]
  %end = icmp eq i32 %i, %n
  br i1 %end, label %exit, label %body
body:
  %place = getelementptr ptr addrspace(10), ptr %args, i32 %i
  %a = load ptr addrspace(10), ptr %place
  call void @take(ptr addrspace(10) %a)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  %new = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 16, ptr addrspace(10) %t)
  store ptr addrspace(10) %a, ptr addrspace(10) %new
  call void @take_two(ptr addrspace(10) %last, ptr addrspace(10) %a)
  %j = add i32 %i, 1
  br label %head
exit:
  ret ptr addrspace(10) %last
}

; Regions, one of which ends on one way only.
define void @preserved(ptr "gcstack" %s, i1 %c) {
entry:
  %a = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a, ptr addrspace(11) %d)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @take_address(ptr %p)
  br i1 %c, label %yes, label %no
yes:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @safepoint()
  ret void
no:
  %e = call ptr addrspace(10) @new()
  %u = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %e)
  call void @safepoint()
  call void @llvm.julia.gc_preserve_end(token %u)
  %g = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %g)
  ret void
}

; Choices in a loop and after it.
define ptr addrspace(10) @choices(ptr "gcstack" %s, i1 %c, ptr addrspace(10) %p) {
entry:
  %a = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @new()
  br label %loop
loop:
  %x = phi ptr addrspace(10) [ %a, %entry ], [ %n, %loop ]
  %n = call ptr addrspace(10) @new()
  call void @take_two(ptr addrspace(10) %x, ptr addrspace(10) %n)
  %again = icmp eq ptr addrspace(10) %n, %p
  br i1 %again, label %loop, label %exit
exit:
  %y = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b
  call void @take(ptr addrspace(10) %y)
  %z = select i1 %c, ptr addrspace(10) %y, ptr addrspace(10) %p
  call void @take_two(ptr addrspace(10) %a, ptr addrspace(10) %b)
  call void @take(ptr addrspace(10) %z)
  ret ptr addrspace(10) %x
}

; An object on the stack, to which a callee returns roots.
define void @object(ptr "gcstack" %s) {
  %roots = alloca [2 x ptr addrspace(10)], align 16
  %n = call i64 @callee(ptr %roots)
  %a = call ptr addrspace(10) @new()
  %second = getelementptr ptr addrspace(10), ptr %roots, i64 1
  %x = load ptr addrspace(10), ptr %roots
  %y = load ptr addrspace(10), ptr %second
  call void @take_two(ptr addrspace(10) %a, ptr addrspace(10) %x)
  call void @take_two(ptr addrspace(10) %a, ptr addrspace(10) %y)
  ret void
}

; Exceptions and second returns.
define void @jumps(ptr "gcstack" %s, ptr %buffer) personality ptr @__gxx_personality_v0 {
entry:
  %a = call ptr addrspace(10) @new()
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  %first = icmp eq i32 %r, 0
  br i1 %first, label %try, label %again
try:
  %b = call ptr addrspace(10) @new()
  invoke void @take(ptr addrspace(10) %b) to label %next unwind label %pad
next:
  call void @take(ptr addrspace(10) %b)
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @take_two(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
again:
  call void @take(ptr addrspace(10) %a)
  ret void
}

; The frame is unlinked in front of the last call.
define void @tail(ptr "gcstack" %s, ptr addrspace(10) %p) {
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  call void @safepoint()
  store ptr addrspace(10) %p, ptr addrspace(10) %a
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %a, ptr addrspace(10) %p)
  musttail call void @tail(ptr "gcstack" %s, ptr addrspace(10) %p)
  ret void
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"jtbaa_immut", !3, i64 0}
!3 = !{!"jtbaa", !4, i64 0}
!4 = !{!"jtbaa"}
!5 = !{!6, !6, i64 0}
!6 = !{!"jtbaa_mutab", !3, i64 0}
