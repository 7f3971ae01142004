; The preset for Julia: each function breaks one rule. All errors are reported.

; RUN: not opt < %s -passes='verify<gc-roots>' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

@variable = external global ptr addrspace(10)

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @safepoint()
declare void @reads_and_collects() memory(read) "julia.safepoint"
declare void @julia.safepoint(ptr)
declare void @julia.gcroot_flush()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @take(ptr addrspace(10))
declare void @take_derived(ptr addrspace(11))
declare void @take_kept(ptr addrspace(12))
declare void @take_value({ ptr addrspace(10), i64 })
declare { ptr addrspace(10), i64 } @new_pair()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @function(ptr addrspace(10), ptr, i32)
declare void @fill(ptr)
declare i32 @setjmp(ptr) returns_twice
declare i32 @personality(...)
declare ptr @unknown()
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.pop_gc_frame(ptr)

; Uses.
; CHECK: error: {{.*}}in function loaded_from {{.*}}: call of 'safepoint': %a is used after it, and no slot protects it
define i8 @loaded_from() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  call void @safepoint()
  %v = load i8, ptr addrspace(10) %a
  call void @julia.pop_gc_frame(ptr %f)
  ret i8 %v
}

; CHECK: error: {{.*}}in function returned {{.*}}: call of 'safepoint': %a is used after it, and no slot protects it
define ptr addrspace(10) @returned() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  call void @safepoint()
  call void @julia.pop_gc_frame(ptr %f)
  ret ptr addrspace(10) %a
}

; There is no frame at all.
; CHECK: error: {{.*}}in function frameless {{.*}}: call of 'safepoint': references are needed, and the frame is not innermost on all paths
define i8 @frameless(ptr "gcstack" %s) gc "julia" {
  %a = call ptr addrspace(10) @new()
  call void @safepoint()
  %v = load i8, ptr addrspace(10) %a
  ret i8 %v
}

; Safepoints: by an attribute, and by their names.
; CHECK: error: {{.*}}in function attribute {{.*}}: call of 'reads_and_collects': %a is used after it, and no slot protects it
; CHECK: error: {{.*}}in function attribute {{.*}}: call of 'reads_and_collects': its memory effects do not include its accesses to the frame
define i8 @attribute() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  call void @reads_and_collects() memory(argmem: read)
  %v = load i8, ptr addrspace(10) %a
  call void @julia.pop_gc_frame(ptr %f)
  ret i8 %v
}

; CHECK: error: {{.*}}in function names {{.*}}: call of 'julia.safepoint': %a is used after it, and no slot protects it
; CHECK: error: {{.*}}in function names {{.*}}: call of 'julia.gcroot_flush': %a is used after it, and no slot protects it
; CHECK: error: {{.*}}in function names {{.*}}: call '%b' of 'julia.gc_alloc_obj': %a is used after it, and no slot protects it
define i8 @names(ptr %page, ptr addrspace(10) %type) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  call void @julia.safepoint(ptr %page)
  call void @julia.gcroot_flush()
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) %type)
  %v = load i8, ptr addrspace(10) %a
  call void @julia.pop_gc_frame(ptr %f)
  ret i8 %v
}

; Operands of safepoints.
; CHECK: error: {{.*}}in function operands {{.*}}: call of 'take': %a is passed, and no slot protects it
; CHECK: error: {{.*}}in function operands {{.*}}: call of 'safepoint': %b is in an operand bundle, and no slot protects it
; CHECK: error: {{.*}}in function operands {{.*}}: call of 'take_derived': %d is passed, and no slot protects it
; CHECK: error: {{.*}}in function operands {{.*}}: call '%r' of 'julia.call': %e is passed, and no slot protects it
; CHECK: error: {{.*}}in function operands {{.*}}: call of 'take_value': %g is passed, and no slot protects it
; CHECK: error: {{.*}}in function operands {{.*}}: call of 'take_value': %h is passed, and no slot protects it
define void @operands(i64 %n, ptr addrspace(10) %function) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @new()
  call void @safepoint() [ "jl_roots"(ptr addrspace(10) %b) ]
  %c = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  call void @take_derived(ptr addrspace(11) %d)
  %e = call ptr addrspace(10) @new()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @function, ptr addrspace(10) %function, ptr addrspace(10) %e)
  %g = call ptr addrspace(10) @new()
  %x = insertvalue { ptr addrspace(10), i64 } poison, ptr addrspace(10) %g, 0
  %y = insertvalue { ptr addrspace(10), i64 } %x, i64 %n, 1
  call void @take_value({ ptr addrspace(10), i64 } %y)
  %h = call { ptr addrspace(10), i64 } @new_pair()
  call void @take_value({ ptr addrspace(10), i64 } %h)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; It is kept until it is passed.
; CHECK: error: {{.*}}in function callee_rooted {{.*}}: call of 'safepoint': %k is used after it, and no slot protects it
define void @callee_rooted() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @safepoint()
  call void @take_kept(ptr addrspace(12) %k)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; Objects of derived pointers and of memory. The slot has another one.
; CHECK: error: {{.*}}in function derived {{.*}}: call of 'safepoint': %i is used after it, and no slot protects it
; CHECK: error: {{.*}}in function derived {{.*}}: call of 'safepoint': %m is used after it, and no slot protects it
; CHECK: error: {{.*}}in function derived {{.*}}: call of 'safepoint': %l is used after it, and no slot protects it
define void @derived(i64 %n) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %o = call ptr addrspace(10) @new()
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %o, ptr %slot
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %i = getelementptr i8, ptr addrspace(11) %d, i64 %n
  %data = load ptr, ptr addrspace(11) %d
  %m = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %a, ptr %data)
  %l = load ptr addrspace(13), ptr addrspace(11) %d
  call void @safepoint()
  store i8 0, ptr addrspace(11) %i
  store i8 0, ptr addrspace(13) %m
  store i8 0, ptr addrspace(13) %l
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; What is cast from address space 0 as a tracked pointer is a reference.
; CHECK: error: {{.*}}in function cast_to_tracked {{.*}}: call of 'safepoint': %o is used after it, and no slot protects it
; CHECK: error: {{.*}}in function cast_to_tracked {{.*}}: call of 'safepoint': %p is used after it, and no slot protects it
define void @cast_to_tracked(ptr %argument) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %u = call ptr @unknown()
  %o = addrspacecast ptr %u to ptr addrspace(10)
  %p = addrspacecast ptr %argument to ptr addrspace(10)
  call void @safepoint()
  store i8 0, ptr addrspace(10) %o
  store i8 0, ptr addrspace(10) %p
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; Memory that may change, that of nobody's object, and an object that died.
; CHECK: error: {{.*}}in function contents {{.*}}: call of 'take': %mutable is passed, and no slot protects it
; CHECK: error: {{.*}}in function contents {{.*}}: call of 'take': %unmarked is passed, and no slot protects it
; CHECK: error: {{.*}}in function contents {{.*}}: call of 'take': %unknown is passed, and no slot protects it
; CHECK: error: {{.*}}in function contents {{.*}}: call of 'take': %passed is passed, and no slot protects it
; CHECK: error: {{.*}}in function contents {{.*}}: call of 'take': %dead is passed, and no slot protects it
define void @contents(ptr addrspace(10) %o, ptr %p, i64 %n) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %mutable = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !4
  call void @take(ptr addrspace(10) %mutable)
  %unmarked = load ptr addrspace(10), ptr @variable
  call void @take(ptr addrspace(10) %unmarked)
  %u = call ptr @unknown()
  %d = addrspacecast ptr %u to ptr addrspace(11)
  %unknown = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !0
  call void @take(ptr addrspace(10) %unknown)
  %passed = load ptr addrspace(10), ptr %p, !tbaa !0
  call void @take(ptr addrspace(10) %passed)
  %a = call ptr addrspace(10) @new()
  %dead = load ptr addrspace(10), ptr addrspace(10) %a, !tbaa !0
  call void @take(ptr addrspace(10) %dead)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; None of these parameters is the array of a boxed call.
; CHECK: error: {{.*}}in function no_array {{.*}}: call of 'take': %a is passed, and no slot protects it
; CHECK: error: {{.*}}in function no_array {{.*}}: call of 'take': %b is passed, and no slot protects it
; CHECK: error: {{.*}}in function no_array {{.*}}: call of 'take': %c is passed, and no slot protects it
; CHECK: error: {{.*}}in function no_array {{.*}}: call of 'take': %d is passed, and no slot protects it
define void @no_array(ptr sret(ptr) %r, i32 %i, ptr "julia.return_roots"="1" %rr, i32 %j,
                      ptr "gcstack" %s, i32 %k, ptr %last) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = load ptr addrspace(10), ptr %r
  call void @take(ptr addrspace(10) %a)
  %b = load ptr addrspace(10), ptr %rr
  call void @take(ptr addrspace(10) %b)
  %c = load ptr addrspace(10), ptr %s
  call void @take(ptr addrspace(10) %c)
  %d = load ptr addrspace(10), ptr %last
  call void @take(ptr addrspace(10) %d)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; One choice is not kept.
; CHECK: error: {{.*}}in function select {{.*}}: call of 'take': %p is passed, and no slot protects it
define void @select(i1 %c, ptr addrspace(10) %o) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %p = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %a
  call void @take(ptr addrspace(10) %p)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; The slot has the object of this round, and the phi that of the one before.
; CHECK: error: {{.*}}in function phi {{.*}}: call of 'take': %p is passed, and no slot protects it
define void @phi(i1 %c, ptr addrspace(10) %o) gc "julia" {
entry:
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %o, %entry ], [ %n, %loop ]
  %n = load ptr addrspace(10), ptr addrspace(10) %o
  store ptr addrspace(10) %n, ptr %slot
  call void @take(ptr addrspace(10) %p)
  br i1 %c, label %loop, label %exit
exit:
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; One of two choices in turn was made again in the loop.
; CHECK: error: {{.*}}in function phi_of_phi {{.*}}: call of 'take': %q is passed, and no slot protects it
define void @phi_of_phi(i1 %c, ptr addrspace(10) %o) gc "julia" {
entry:
  %f = call ptr @julia.new_gc_frame(i32 2)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 2)
  %slot0 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 1)
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %o, %entry ], [ %n, %next ]
  %n = load ptr addrspace(10), ptr addrspace(10) %o
  store ptr addrspace(10) %n, ptr %slot0
  br i1 %c, label %yes, label %next
yes:
  br label %next
next:
  %q = phi ptr addrspace(10) [ %n, %loop ], [ %p, %yes ]
  call void @take(ptr addrspace(10) %q)
  br i1 %c, label %loop, label %exit
exit:
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; Contents of what may be nobody's object: the slot has null for that.
; CHECK: error: {{.*}}in function contents_of_choice {{.*}}: call of 'take': %x is passed, and no slot protects it
define void @contents_of_choice(i1 %c) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %u = call ptr @unknown()
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = addrspacecast ptr %u to ptr addrspace(11)
  %base = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) null
  %pointer = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %e
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %base, ptr %slot
  %x = load ptr addrspace(10), ptr addrspace(11) %pointer, !tbaa !0
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; The region ends on one of two ways, so it goes on behind the join.
; CHECK: error: {{.*}}in function preserved {{.*}}: call of 'safepoint': %a is preserved, and no slot protects it
; CHECK: error: {{.*}}in function preserved {{.*}}: call of 'safepoint': %a is preserved, and no slot protects it
define void @preserved(i1 %c) gc "julia" {
entry:
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %yes, label %no
yes:
  call void @safepoint()
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @safepoint()
  br label %no
no:
  call void @safepoint()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; The slot of what is needed when the call returns again has something else.
; CHECK: error: {{.*}}in function twice {{.*}}: call of 'take': %a is used after it, and no slot protects it
; CHECK: error: {{.*}}in function twice {{.*}}: call of 'take': %a is passed, and no slot protects it
; CHECK: error: {{.*}}in function twice {{.*}}: call '%r' of 'setjmp': %a is used after the second return, and no slot keeps it
define void @twice(ptr %buffer) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  %b = call ptr addrspace(10) @new()
  store ptr addrspace(10) %b, ptr %slot
  call void @take(ptr addrspace(10) %b)
  call void @take(ptr addrspace(10) %a)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; The frame: unlinked too early, too late, or where the list is not known.
; CHECK: error: {{.*}}in function popped {{.*}}: call of 'take': references are needed, and the frame is not innermost on all paths
define void @popped() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot
  call void @julia.pop_gc_frame(ptr %f)
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK: error: {{.*}}in function must_tail {{.*}}: call '%r' of 'new': the frame is still in the list when its memory is released
define ptr addrspace(10) @must_tail() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %r = musttail call ptr addrspace(10) @new()
  ret ptr addrspace(10) %r
}

; Its own frame cannot keep what is passed.
; CHECK: error: {{.*}}in function must_tail_passes {{.*}}: call of 'must_tail_passes': references are needed, and the frame is not innermost on all paths
define void @must_tail_passes(ptr addrspace(10) %p) gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  musttail call void @must_tail_passes(ptr addrspace(10) %a)
  ret void
}

; CHECK: error: {{.*}}in function pad {{.*}}: call of 'take': %a is passed, and no slot protects it
; CHECK: error: {{.*}}in function pad {{.*}}: ret: the frame is still in the list when its memory is released on some path
define void @pad() gc "julia" personality ptr @personality {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot
  invoke void @safepoint() to label %next unwind label %pad
next:
  call void @julia.pop_gc_frame(ptr %f)
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  store ptr addrspace(10) null, ptr %slot
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK: error: {{.*}}in function unknown_list {{.*}}: call of 'julia.push_gc_frame': the access to the list does not dominate it
define void @unknown_list() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; A callee stores to an object that the collector does not see.
; CHECK: error: {{.*}}in function object {{.*}}: call of 'fill': the frame holds objects, and is not innermost on all paths
define void @object() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  %object = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0) "gc-frame-object"
  call void @fill(ptr %object)
  ret void
}

; What is stored is not the start of an object.
; CHECK: error: {{.*}}in function derived_in_slot {{.*}}: store: %d may point into an object; store its base
define void @derived_in_slot() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(11) %d, ptr %slot
  call void @take(ptr addrspace(10) %a)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: error: {{.*}}in function member_of_argument {{.*}}: call of 'safepoint': %o is used after it, and no slot protects it
define ptr addrspace(10) @member_of_argument({ ptr, i64 } %a) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %p = extractvalue { ptr, i64 } %a, 0
  %o = addrspacecast ptr %p to ptr addrspace(10)
  call void @safepoint()
  call void @julia.pop_gc_frame(ptr %f)
  ret ptr addrspace(10) %o
}

!0 = !{!1, !1, i64 0}
!1 = !{!"jtbaa_immut", !2, i64 0}
!2 = !{!"jtbaa", !3, i64 0}
!3 = !{!"jtbaa"}
!4 = !{!5, !5, i64 0}
!5 = !{!"jtbaa_mutab", !2, i64 0}
