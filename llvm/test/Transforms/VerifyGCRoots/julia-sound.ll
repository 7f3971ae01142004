; The preset for Julia: what place-gc-roots leaves, and what else keeps objects.

; RUN: opt < %s -passes='verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: cat %S/../LateLowerGCFrame/allocations.ll %S/Inputs/julia.ll > %t.allocations.ll
; RUN: cat %S/../LateLowerGCFrame/blackbox.ll %S/Inputs/julia.ll > %t.blackbox.ll
; RUN: cat %S/../LateLowerGCFrame/vectors.ll %S/Inputs/julia.ll > %t.vectors.ll
; RUN: cat %S/../LateLowerGCFrame/boxed-calls.ll %S/Inputs/julia.ll > %t.boxed-calls.ll
; RUN: cat %S/../LateLowerGCFrame/derived.ll %S/Inputs/julia.ll > %t.derived.ll
; RUN: cat %S/../LateLowerGCFrame/frames.ll %S/Inputs/julia.ll > %t.frames.ll
; RUN: cat %S/../LateLowerGCFrame/memory-attributes.ll %S/Inputs/julia.ll > %t.memory-attributes.ll
; RUN: cat %S/../LateLowerGCFrame/operands.ll %S/Inputs/julia.ll > %t.operands.ll
; RUN: cat %S/../LateLowerGCFrame/preserve.ll %S/Inputs/julia.ll > %t.preserve.ll
; RUN: cat %S/../LateLowerGCFrame/refinement.ll %S/Inputs/julia.ll > %t.refinement.ll
; RUN: cat %S/../LateLowerGCFrame/return-roots.ll %S/Inputs/julia.ll > %t.return-roots.ll
; RUN: cat %S/../LateLowerGCFrame/safepoints.ll %S/Inputs/julia.ll > %t.safepoints.ll
; RUN: cat %S/../LateLowerGCFrame/uses.ll %S/Inputs/julia.ll > %t.uses.ll
; RUN: cat %S/../LateLowerGCFrame/write-barriers.ll %S/Inputs/julia.ll > %t.write-barriers.ll
; RUN: cat %S/../../../examples/JuliaFrames/Program.ll %S/Inputs/julia.ll > %t.program.ll
; RUN: opt < %t.allocations.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.blackbox.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.vectors.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.boxed-calls.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.derived.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.frames.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.memory-attributes.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.operands.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.preserve.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.refinement.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.return-roots.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.safepoints.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.uses.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.write-barriers.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.program.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.allocations.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.blackbox.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.vectors.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.boxed-calls.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.derived.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.frames.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.memory-attributes.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.operands.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.preserve.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.refinement.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.return-roots.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.safepoints.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.uses.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.write-barriers.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.program.ll -passes='default<O2>,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.derived.ll -passes='copy-gc-functions,place-gc-roots<optimal>,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %t.program.ll -passes='copy-gc-functions,place-gc-roots<optimal>,verify<gc-roots>' -disable-output 2>&1 | count 0

@constant = constant ptr addrspace(10) null
@marked = external global ptr addrspace(10), !julia.constgv !10

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @safepoint()
declare void @reads() memory(read)
declare void @reads_operands(ptr addrspace(11)) memory(argmem: readwrite)
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
declare void @take(ptr addrspace(10))
declare void @take_kept(ptr addrspace(12))
declare void @fill(ptr)
declare i32 @setjmp(ptr) returns_twice
declare i32 @personality(...)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.pop_gc_frame(ptr)

; A new object in a slot, which callees see, and what is computed from it.
define i8 @slot(i64 %n) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %i = getelementptr i8, ptr addrspace(11) %d, i64 %n
  %data = load ptr, ptr addrspace(11) %d
  %m = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %a, ptr %data)
  %l = load ptr addrspace(13), ptr addrspace(11) %i
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot
  call void @take(ptr addrspace(10) %a)
  call void @safepoint()
  %x = load i8, ptr addrspace(11) %i
  %y = load i8, ptr addrspace(13) %m
  %z = load i8, ptr addrspace(13) %l
  %xy = add i8 %x, %y
  %xyz = add i8 %xy, %z
  call void @julia.pop_gc_frame(ptr %f)
  ret i8 %xyz
}

; None of these is a safepoint.
define void @no_safepoints() gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  call void @reads()
  call void @reads_operands(ptr addrspace(11) %d)
  call void @leaf(ptr addrspace(10) %a)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  store i8 0, ptr addrspace(10) %a
  ret void
}

; Arguments, callee-rooted operands, and what asks for an address.
define ptr @not_kept(ptr addrspace(10) %p, ptr addrspace(11) %q,
                     { ptr addrspace(10), i64 } %r) gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  call void @take(ptr addrspace(10) %p)
  call void @safepoint() [ "jl_roots"(ptr addrspace(11) %q) ]
  %m = extractvalue { ptr addrspace(10), i64 } %r, 0
  store i8 0, ptr addrspace(10) %m
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @take_kept(ptr addrspace(12) %k)
  %address = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  ret ptr %address
}

; Somebody else keeps what these are.
define void @kept_outside(ptr addrspace(10) %o, i1 %c) gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %constant = load ptr addrspace(10), ptr @constant
  %marked = load ptr addrspace(10), ptr @marked
  %immutable = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !0
  %invariant = load ptr addrspace(10), ptr addrspace(10) %immutable, !invariant.load !10
  %was = load ptr addrspace(10), ptr addrspace(10) %immutable, !gc-was-invariant !10
  %choice = select i1 %c, ptr addrspace(10) %t, ptr addrspace(10) %immutable
  call void @take(ptr addrspace(10) %constant)
  call void @take(ptr addrspace(10) %marked)
  call void @take(ptr addrspace(10) %invariant)
  call void @take(ptr addrspace(10) %was)
  call void @take(ptr addrspace(10) %choice)
  ret void
}

define void @argument_array(ptr addrspace(10) %f, ptr %args, i32 %n) gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  %place = getelementptr ptr addrspace(10), ptr %args, i32 1
  %a = load ptr addrspace(10), ptr %place
  call void @take(ptr addrspace(10) %a)
  ret void
}

; The object is in a slot, so its contents are kept, and contents of these.
define void @contents() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %o = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %i = getelementptr i8, ptr addrspace(11) %d, i64 8
  %x = load ptr addrspace(10), ptr addrspace(11) %i, !tbaa !0
  %y = load ptr addrspace(10), ptr addrspace(10) %x, !tbaa !0
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %o, ptr %slot
  call void @take(ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; Each choice is in a slot of its own, or kept otherwise.
define void @choices(i1 %c, ptr addrspace(10) %p) gc "julia" {
entry:
  %f = call ptr @julia.new_gc_frame(i32 2)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 2)
  %a = call ptr addrspace(10) @new()
  %slot0 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot0
  %b = call ptr addrspace(10) @new()
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 1)
  store ptr addrspace(10) %b, ptr %slot1
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %phi = phi ptr addrspace(10) [ %a, %entry ], [ %b, %yes ]
  %select = select i1 %c, ptr addrspace(10) %phi, ptr addrspace(10) %p
  call void @take(ptr addrspace(10) %phi)
  call void @take(ptr addrspace(10) %select)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; One of them is memory of address space 0, for which there is null.
define i8 @choice_of_unrooted(i1 %c, ptr %u) gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = addrspacecast ptr %u to ptr addrspace(11)
  %base = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) null
  %pointer = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %e
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %base, ptr %slot
  call void @safepoint()
  %v = load i8, ptr addrspace(11) %pointer
  call void @julia.pop_gc_frame(ptr %f)
  ret i8 %v
}

; The object of all is in a slot, on whatever way it is chosen.
define i8 @choices_of_choices(i1 %c, ptr addrspace(10) %p) gc "julia" {
entry:
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !tbaa !0
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot
  br i1 %c, label %yes, label %join
yes:
  br i1 %c, label %more, label %inner
more:
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  br label %inner
inner:
  %first = phi ptr addrspace(11) [ %d, %yes ], [ %e, %more ]
  br label %join
join:
  %second = phi ptr addrspace(11) [ %d, %entry ], [ %first, %inner ]
  call void @safepoint()
  %v = load i8, ptr addrspace(11) %second
  call void @julia.pop_gc_frame(ptr %f)
  ret i8 %v
}

; The caller keeps the object of the memory, and so its contents: no frame.
define void @contents_of_memory(i1 %c, ptr addrspace(11) %o, ptr %u) gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  %m = load ptr addrspace(13), ptr addrspace(11) %o
  %x = load ptr addrspace(10), ptr addrspace(13) %m, !tbaa !0
  call void @take(ptr addrspace(10) %x)
  %e = addrspacecast ptr %u to ptr addrspace(11)
  %none = select i1 %c, ptr addrspace(11) %e, ptr addrspace(11) %o
  call void @safepoint()
  store i8 0, ptr addrspace(11) %none
  ret void
}

; Nothing is preserved behind the end, nor where the region is not entered.
define void @preserved(i1 %c) gc "julia" {
entry:
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %a = call ptr addrspace(10) @new()
  br i1 %c, label %region, label %exit
region:
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @safepoint()
  call void @llvm.julia.gc_preserve_end(token %t)
  store ptr addrspace(10) null, ptr %slot
  call void @safepoint()
  br label %exit
exit:
  call void @safepoint()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; The runtime makes the frame the innermost one again, and it stays in the list.
define void @twice(ptr %buffer) gc "julia" personality ptr @personality {
  %f = call ptr @julia.new_gc_frame(i32 2)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 2)
  %a = call ptr addrspace(10) @new()
  %slot0 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(10) %a, ptr %slot0
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  %b = call ptr addrspace(10) @new()
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 1)
  store ptr addrspace(10) %b, ptr %slot1
  invoke void @take(ptr addrspace(10) %b) to label %next unwind label %pad
next:
  call void @take(ptr addrspace(10) %a)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @take(ptr addrspace(10) %a)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; What a callee stores to the object is a root at once.
define void @object() gc "julia" {
  %f = call ptr @julia.new_gc_frame(i32 2)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 2)
  %object = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0) "gc-frame-object"
  call void @fill(ptr %object)
  call void @safepoint()
  call void @julia.pop_gc_frame(ptr %f)
  musttail call void @object()
  ret void
}

; Nobody has frames who does not know the list.
define void @no_access() gc "julia" {
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"jtbaa_immut", !2, i64 0}
!2 = !{!"jtbaa", !3, i64 0}
!3 = !{!"jtbaa"}
!10 = !{}
