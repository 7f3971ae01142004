; What cannot be lowered is reported, each with its function.

; RUN: not opt < %s -passes='function(LateLowerGCFrame)' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

@type = external addrspace(10) global i8

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare ptr addrspace(11) @new_derived()
declare void @safepoint()
declare void @escape(ptr)
declare void @returns_two(ptr "julia.return_roots"="2")
declare void @callee(ptr, ptr addrspace(10))
declare i32 @personality(...)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.typeof(i64)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare ptr addrspace(10) @julia.blackbox(ptr)
declare ptr addrspace(10) @julia.call2(ptr, ...)

; CHECK: error: {{.*}} in function derived_result {{.*}}: call '%d': it is not known which object it points into; derive it from a pointer of address space 10
define i8 @derived_result() {
  %s = call ptr @julia.get_pgcstack()
  %d = call ptr addrspace(11) @new_derived()
  call void @safepoint()
  %l = load i8, ptr addrspace(11) %d
  ret i8 %l
}

; CHECK: error: {{.*}} in function derived_in_memory {{.*}}: load '%d': it is not known which object it points into; derive it from a pointer of address space 10
define i8 @derived_in_memory(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %d = load ptr addrspace(11), ptr addrspace(10) %o
  call void @safepoint()
  %l = load i8, ptr addrspace(11) %d
  ret i8 %l
}

; CHECK: error: {{.*}} in function late_access {{.*}}: call '%t': the frame is linked at the start; call this in the entry block
define void @late_access() {
  br label %next
next:
  %t = call ptr @julia.get_pgcstack()
  call void @safepoint()
  ret void
}

; CHECK: error: {{.*}} in function behind_a_call {{.*}}: call '%s': the frame is linked after it; call this before all calls that may collect
define void @behind_a_call() {
  %a = call ptr addrspace(10) @new()
  %s = call ptr @julia.get_pgcstack()
  ret void
}

; CHECK: error: {{.*}} in function access_may_unwind {{.*}}: invoke '%s': the frame is linked at the start; call this in the entry block
define void @access_may_unwind() personality ptr @personality {
  %s = invoke ptr @julia.get_pgcstack() to label %next unwind label %pad
next:
  call void @safepoint()
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; CHECK: error: {{.*}} in function indexed {{.*}}: getelementptr '%g': it indexes a pointer of address space 10; cast that to address space 11 first
define i8 @indexed(i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %g = getelementptr i8, ptr addrspace(10) %a, i64 %n
  call void @safepoint()
  call void @take(ptr addrspace(10) %g)
  %l = load i8, ptr addrspace(10) %g
  ret i8 %l
}
declare void @take(ptr addrspace(10))

; CHECK: error: {{.*}} in function must_tail {{.*}}: call: a tail call leaves the frame that keeps its arguments; pass references that the caller keeps, or make it an ordinary call
define void @must_tail(ptr "gcstack" %s, ptr addrspace(10) %o) {
  %a = call ptr addrspace(10) @new()
  musttail call void @callee(ptr "gcstack" %s, ptr addrspace(10) %a)
  ret void
}

; CHECK: error: {{.*}} in function mixed {{.*}}: alloca '%o': frames hold only stack objects of constant size
define void @mixed() {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca { i64, ptr addrspace(10) }, align 64
  call void @escape(ptr %o)
  ret void
}

; A number would be in a slot.
; CHECK: error: {{.*}} in function number_in_returned {{.*}}: call: the type of the stack object does not say where references are
define void @number_in_returned() {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca [2 x i64]
  store i64 7, ptr %o
  call void @returns_two(ptr "julia.return_roots"="2" %o)
  ret void
}

; CHECK: error: {{.*}} in function returned_somewhere {{.*}}: call: the type of the stack object does not say where references are
define void @returned_somewhere(i64 %i) {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca [4 x i64]
  %p = getelementptr i64, ptr %o, i64 %i
  call void @returns_two(ptr "julia.return_roots"="2" %p)
  ret void
}

; CHECK: error: {{.*}} in function more_than_there_are {{.*}}: call: the type of the stack object does not say where references are
define void @more_than_there_are() {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca [1 x i64]
  call void @returns_two(ptr "julia.return_roots"="2" %o)
  ret void
}

; What was copied is collected in between, on one of the paths.
; CHECK: error: {{.*}} in function stale_copy {{.*}}: load '%a': the type of the stack object does not say where references are
define ptr addrspace(10) @stale_copy(ptr addrspace(11) %from, i64 %i, i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca [2 x i64]
  call void @llvm.memcpy.p0.p11.i64(ptr %o, ptr addrspace(11) %from, i64 16, i1 false)
  br i1 %c, label %collect, label %end
collect:
  call void @safepoint()
  br label %end
end:
  %p = getelementptr i64, ptr %o, i64 %i
  %a = load ptr addrspace(10), ptr %p
  ret ptr addrspace(10) %a
}

; The callee may store, and collect after that.
; CHECK: error: {{.*}} in function filled_by_a_call {{.*}}: load '%a': the type of the stack object does not say where references are
define ptr addrspace(10) @filled_by_a_call(i64 %i) {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca [2 x i64]
  call void @escape(ptr %o)
  %p = getelementptr i64, ptr %o, i64 %i
  %a = load ptr addrspace(10), ptr %p
  ret ptr addrspace(10) %a
}

; CHECK: error: {{.*}} in function odd_bundle {{.*}}: call '%o' of 'julia.gc_alloc_obj': its operand bundle is not a list of pairs of an offset and a size
define ptr addrspace(10) @odd_bundle(ptr "gcstack" %s) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) @type) [ "julia.gc_alloc_zeroinit"(i64 0) ]
  ret ptr addrspace(10) %o
}

; CHECK: error: {{.*}} in function no_offset {{.*}}: call '%o' of 'julia.gc_alloc_obj': its operand bundle has operands other than offsets and sizes
define ptr addrspace(10) @no_offset(ptr "gcstack" %s) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) @type) [ "julia.gc_alloc_ptr_offsets"(ptr %s) ]
  ret ptr addrspace(10) %o
}

; CHECK: error: {{.*}} in function barrier {{.*}}: call of 'julia.write_barrier': it is not a void call whose operands are pointers of address space 10, the written object first
define void @barrier(ptr addrspace(10) %o, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(11) %d)
  ret void
}

; CHECK: error: {{.*}} in function no_field {{.*}}: call of 'julia.field_write_barrier.p11': a pointer to a field is null; use julia.object_write_barrier if the field is not known
define void @no_field(ptr addrspace(10) %o) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %o, ptr addrspace(11) null, ptr addrspace(10) %o)
  ret void
}

; CHECK: error: {{.*}} in function half_a_pair {{.*}}: call of 'julia.field_write_barrier.p11': it is not a void call with the written object and pairs of a pointer to its field and what is stored there, where objects are pointers of address space 10 and fields of the one that the name says
define void @half_a_pair(ptr addrspace(10) %o, ptr addrspace(11) %f) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %o, ptr addrspace(11) %f, ptr addrspace(10) %o, ptr addrspace(11) %f)
  ret void
}

; CHECK: error: {{.*}} in function no_child {{.*}}: call of 'julia.field_write_barrier.p11': it is not a void call with the written object
define void @no_child(ptr addrspace(10) %o, ptr addrspace(11) %f) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %o, ptr addrspace(11) %f, ptr addrspace(10) %o, ptr addrspace(11) %f, i64 0)
  ret void
}

; CHECK: error: {{.*}} in function other_space {{.*}}: call of 'julia.field_write_barrier.p11': it is not a void call with the written object
define void @other_space(ptr addrspace(10) %o, ptr addrspace(11) %f, ptr addrspace(13) %g) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %o, ptr addrspace(11) %f, ptr addrspace(10) %o, ptr addrspace(13) %g, ptr addrspace(10) %o)
  ret void
}

; CHECK: error: {{.*}} in function maybe_cleared {{.*}}: call '%m' of 'julia.gc_alloc_memory': whether the memory is cleared is not a constant
define ptr addrspace(10) @maybe_cleared(ptr "gcstack" %s, i1 %c) {
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 8, ptr addrspace(10) @type, i64 1, i1 %c)
  ret ptr addrspace(10) %m
}

; CHECK: error: {{.*}} in function clears_nothing {{.*}}: call of 'escape': its operand bundle clears memory of its result; make it a call that returns an object
define void @clears_nothing(ptr "gcstack" %s, ptr %p) {
  call void @escape(ptr %p) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 8) ]
  ret void
}

; CHECK: error: {{.*}} in function no_state {{.*}}: call of 'safepoint': the operand of "gc-transition" is not the state of the thread, a pointer of address space 0
define void @no_state() {
  call void @safepoint() [ "gc-transition"(i64 3) ]
  ret void
}

; CHECK: error: {{.*}} in function reference_from_outside {{.*}}: call '%o' of 'new': a collection may come between it and the first use of the reference that it returns; return it in memory that is a root
define ptr addrspace(10) @reference_from_outside(ptr %ptls) {
  %o = call ptr addrspace(10) @new() [ "gc-transition"(ptr %ptls) ]
  ret ptr addrspace(10) %o
}

; CHECK: error: {{.*}} in function unwinds {{.*}}: invoke of 'safepoint': the state of the thread is restored after it; make it an ordinary call
define void @unwinds(ptr %ptls) personality ptr @personality {
  invoke void @safepoint() [ "gc-transition"(ptr %ptls) ] to label %next unwind label %pad
next:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; CHECK: error: {{.*}} in function bare_black_box {{.*}}: call '%b' of 'julia.blackbox': it is not a call with the types of the preset
define void @bare_black_box(ptr %p) {
  %b = call ptr addrspace(10) @julia.blackbox(ptr %p)
  ret void
}

; CHECK: error: {{.*}} in function type_of {{.*}}: call '%t' of 'julia.typeof': it is not a call with the types of the preset
define ptr addrspace(10) @type_of() {
  %t = call ptr addrspace(10) @julia.typeof(i64 1)
  ret ptr addrspace(10) %t
}

; CHECK: error: {{.*}} in function too_few {{.*}}: call '%r' of 'julia.call2': it has 2 operands, but needs at least 3
define ptr addrspace(10) @too_few(ptr %f, ptr addrspace(10) %o) {
  %r = call ptr addrspace(10) (ptr, ...) @julia.call2(ptr %f, ptr addrspace(10) %o)
  ret ptr addrspace(10) %r
}

; CHECK: error: {{.*}} in function not_boxed {{.*}}: call '%r' of 'julia.call2': a boxed argument is not a pointer of address space 10
define ptr addrspace(10) @not_boxed(ptr %f, ptr addrspace(10) %o) {
  %r = call ptr addrspace(10) (ptr, ...) @julia.call2(ptr %f, ptr addrspace(10) %o, ptr addrspace(10) %o, i128 7)
  ret ptr addrspace(10) %r
}
