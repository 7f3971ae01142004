; RUN: not opt -passes=rewrite-statepoints-for-gc -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt -passes='verify<statepoint-input>' -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt -passes=rewrite-statepoints-for-gc,verify,print -disable-output %s 2>&1 | FileCheck %s --check-prefix=KEPT --implicit-check-not=safepoint_token

; All that the rewriting cannot do is reported at once, and nothing else is.

; KEPT: define void @object_as_reference(
; KEPT: define {{.*}} @two_reasons(

; CHECK: error: t.c:3:5: in function object_as_reference {{.*}}: alloca '%a': is needed after call of 'opaque'; a stack object does not move and is not a reference; allocate it in the address space of other stack objects
define void @object_as_reference(ptr addrspace(1) %p) gc "statepoint-example" !dbg !2 {
  %a = alloca ptr addrspace(1), addrspace(1), !dbg !5
  call void @opaque()
  store ptr addrspace(1) %a, ptr addrspace(1) %p
  ret void
}

; CHECK: error: {{.*}} in function object_as_operand {{.*}}: alloca '%a': is needed after call of 'use';
define void @object_as_operand() gc "statepoint-example" {
  %a = alloca i64, addrspace(1)
  %part = getelementptr i8, ptr addrspace(1) %a, i64 4
  call void @use(ptr addrspace(1) %part)
  ret void
}

; CHECK: error: {{.*}} in function object_of_bytes {{.*}}: alloca '%a': stack object '%a' holds references across call of 'opaque'; it has a type that does not say where its references are; allocate it with the type of its accesses
define ptr addrspace(1) @object_of_bytes(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %a = alloca [16 x i8], align 8
  %slot = getelementptr i8, ptr %a, i64 %i
  store ptr addrspace(1) %p, ptr %slot
  call void @opaque()
  %r = load ptr addrspace(1), ptr %slot
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function object_of_dynamic_size {{.*}}: alloca '%a': stack object '%a' holds references across call of 'opaque'; it has no frame offset known at compile time; allocate it in the entry block with constant size
define ptr addrspace(1) @object_of_dynamic_size(ptr addrspace(1) %p, i64 %n) gc "statepoint-example" {
  %a = alloca ptr addrspace(1), i64 %n
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function object_in_loop {{.*}}: alloca '%a': stack object '%a' holds references across call of 'peek'; it has no frame offset
define void @object_in_loop(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  br label %loop
loop:
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  call void @peek(ptr %a)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: error: {{.*}} in function object_unaligned {{.*}}: alloca '%a': stack object '%a' holds references across call of 'opaque'; it holds a misaligned reference, which no stack map can describe
define ptr addrspace(1) @object_unaligned(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca <{ i8, ptr addrspace(1) }>
  %slot = getelementptr i8, ptr %a, i64 1
  store ptr addrspace(1) %p, ptr %slot, align 1
  call void @opaque()
  %r = load ptr addrspace(1), ptr %slot, align 1
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function object_of_scalable_vectors {{.*}}: alloca '%a': stack object '%a' holds references across call of 'peek'; it holds a scalable vector of references, which no stack map can describe; use vectors of fixed size
define void @object_of_scalable_vectors(<vscale x 2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %a = alloca <vscale x 2 x ptr addrspace(1)>
  store <vscale x 2 x ptr addrspace(1)> %v, ptr %a
  call void @peek(ptr %a)
  ret void
}

; CHECK: error: {{.*}} in function interior_in_object {{.*}}: store: stack object '%a' holds references across call of 'opaque'; it is assigned a pointer into another object, and a collector finds objects only by their base pointers; store the base pointer and the offset, or run sroa
define i64 @interior_in_object(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca { i64, ptr addrspace(1) }
  %slot = getelementptr { i64, ptr addrspace(1) }, ptr %a, i64 0, i32 1
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  store ptr addrspace(1) %d, ptr %slot
  call void @opaque()
  %r = load ptr addrspace(1), ptr %slot
  %x = load i64, ptr addrspace(1) %r
  ret i64 %x
}

; CHECK: error: {{.*}} in function cast_in_variable {{.*}}: store: stack object '%a' holds references across call of 'opaque'; it is assigned a pointer that is not a reference; use the reference that it points into
define i64 @cast_in_variable(ptr %q) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  %p = addrspacecast ptr %q to ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  %r = load ptr addrspace(1), ptr %a
  %x = load i64, ptr addrspace(1) %r
  ret i64 %x
}

; CHECK: error: {{.*}} in function cast_in_aggregate {{.*}}: addrspacecast '%p': is needed after call of 'opaque'; its base is a pointer that is not a reference
define { i64, ptr addrspace(1) } @cast_in_aggregate(ptr %q) gc "statepoint-example" {
  %p = addrspacecast ptr %q to ptr addrspace(1)
  %v = insertvalue { i64, ptr addrspace(1) } zeroinitializer, ptr addrspace(1) %p, 1
  call void @opaque()
  ret { i64, ptr addrspace(1) } %v
}

; CHECK: error: {{.*}} in function landed_aggregate {{.*}}: landingpad '%l': is needed after call of 'opaque'; the base of a reference in it is not known; load the reference from memory, or get it from a call
define ptr addrspace(1) @landed_aggregate() gc "statepoint-example" personality ptr @personality {
  invoke void @opaque() "gc-leaf-function" to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) null
pad:
  %l = landingpad { ptr addrspace(1), i32 } cleanup
  call void @opaque()
  %p = extractvalue { ptr addrspace(1), i32 } %l, 0
  ret ptr addrspace(1) %p
}

; CHECK: error: {{.*}} in function scalable_member {{.*}}: call of 'opaque': argument '%v' holds references across it, which are not relocated in a scalable vector
define { <vscale x 2 x ptr addrspace(1)> } @scalable_member({ <vscale x 2 x ptr addrspace(1)> } %v) gc "statepoint-example" {
  call void @opaque()
  ret { <vscale x 2 x ptr addrspace(1)> } %v
}

; CHECK: error: {{.*}} in function cast_behind_pad {{.*}}: addrspacecast '%p': is needed after invoke of 'opaque'; its base is a pointer that is not a reference
define ptr addrspace(1) @cast_behind_pad(ptr %q) gc "statepoint-example" personality ptr @personality {
  %p = addrspacecast ptr %q to ptr addrspace(1)
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) null
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %p
}

; CHECK: error: {{.*}} in function funclet {{.*}}: invoke of 'opaque': a cleanuppad cannot be followed by relocates; use a personality with landing pads
; CHECK: error: {{.*}} in function funclet {{.*}}: call '%r' of 'give': a statepoint cannot have the operand bundle "funclet"; drop it, or add "gc-leaf-function" if nothing is collected in the call
define void @funclet() gc "statepoint-example" personality ptr @__CxxFrameHandler3 {
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret void
pad:
  %c = cleanuppad within none []
  %r = call i64 @give() [ "funclet"(token %c) ]
  cleanupret from %c unwind to caller
}

; CHECK: error: {{.*}} in function callbr {{.*}}: callbr of inline assembly: inline assembly cannot be a statepoint; add "gc-leaf-function" if nothing is collected in it
define void @callbr() gc "statepoint-example" {
  callbr void asm sideeffect "nop", "!i"() to label %next [label %other]
next:
  ret void
other:
  ret void
}

; CHECK: error: {{.*}} in function assembly {{.*}}: call of inline assembly: inline assembly cannot be a statepoint; add "gc-leaf-function" if nothing is collected in it
define void @assembly() gc "statepoint-example" {
  call void asm sideeffect "nop", ""()
  ret void
}

; CHECK: error: {{.*}} in function tail {{.*}}: call with deopt state of 'opaque': a tail call has no frame for its deopt state; drop musttail or the deopt state
define void @tail() gc "statepoint-example" {
  musttail call void @opaque() [ "deopt"(i32 7) ]
  ret void
}

; CHECK: error: {{.*}} in function signed {{.*}}: call of 'f': a statepoint cannot authenticate a signed callee; authenticate it earlier, in a function without references and deopt state
define void @signed(ptr %f) gc "statepoint-example" {
  call void %f() [ "ptrauth"(i32 0, i64 42) ]
  ret void
}

; CHECK: error: {{.*}} in function unknown_bundle {{.*}}: call of 'opaque': a statepoint cannot have the operand bundle "of the future"
define void @unknown_bundle(i64 %x) gc "statepoint-example" {
  call void @opaque() [ "of the future"(i64 %x) ]
  ret void
}

; CHECK: error: {{.*}} in function odd_arguments {{.*}}: call of 'take_error': a statepoint cannot pass an argument with attribute swifterror; pass it without the attribute
; CHECK: error: {{.*}} in function odd_arguments {{.*}}: call of 'take_memory': a statepoint cannot pass an argument with attribute inalloca; pass it without the attribute
define void @odd_arguments() gc "statepoint-example" {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  call void @take_error(ptr swifterror %e)
  %m = alloca inalloca i64
  call void @take_memory(ptr inalloca(i64) %m)
  ret void
}

; CHECK: error: {{.*}} in function kept_integer {{.*}}: inttoptr '%r': is made from a copy of a reference that is live across call of 'opaque', which moves the object but not the copy; keep the reference
define ptr addrspace(1) @kept_integer(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  %i = ptrtoint ptr addrspace(1) %p to i64
  br i1 %c, label %then, label %exit
then:
  %untagged = and i64 %i, -8
  br label %exit
exit:
  %j = phi i64 [ %i, %entry ], [ %untagged, %then ]
  call void @opaque()
  %r = inttoptr i64 %j to ptr addrspace(1)
  ret ptr addrspace(1) %r
}

; What is subtracted is a copy only because of what it is subtracted from.
; CHECK: error: {{.*}} in function kept_difference {{.*}}: inttoptr '%r': is made from a copy of a reference that is live across call of 'opaque', which moves the object but not the copy; keep the reference
define void @kept_difference(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
entry:
  %i = ptrtoint ptr addrspace(1) %a to i64
  br label %loop

loop:
  %p = phi i64 [ %i, %entry ], [ %d, %loop ]
  %s = phi i64 [ 0, %entry ], [ %d, %loop ]
  %d = sub i64 %p, %s
  %r = inttoptr i64 %p to ptr addrspace(1)
  store i8 0, ptr addrspace(1) %r
  call void @opaque()
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; The first call over which a copy is live is named for all that is made of it.
; CHECK: error: {{.*}} in function shared_copy {{.*}}: inttoptr '%r': is made from a copy of a reference that is live across call of 'opaque'
; CHECK: error: {{.*}} in function shared_copy {{.*}}: inttoptr '%s': is made from a copy of a reference that is live across call of 'opaque'
define void @shared_copy(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
entry:
  %p = ptrtoint ptr addrspace(1) %a to i64
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %i = phi i64 [ %p, %entry ], [ 0, %other ]
  call void @opaque()
  %r = inttoptr i64 %i to ptr addrspace(1)
  store i8 0, ptr addrspace(1) %r
  %z = zext i64 %i to i128
  %s = inttoptr i128 %z to ptr addrspace(1)
  store i8 0, ptr addrspace(1) %s
  ret void
}

; CHECK: error: {{.*}} in function derived_by_integers {{.*}}: inttoptr '%d': is needed after call of 'opaque'; its base is not known because it is computed with integers; use getelementptr, or add "ni:1" to the data layout if an optimization made this cast
define ptr addrspace(1) @derived_by_integers(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = add i64 %i, 8
  %d = inttoptr i64 %j to ptr addrspace(1)
  call void @opaque()
  ret ptr addrspace(1) %d
}

; CHECK: error: {{.*}} in function cast_to_reference {{.*}}: addrspacecast '%p': is needed after call of 'opaque'; its base is a pointer that is not a reference; use the reference that it points into
define ptr addrspace(1) @cast_to_reference(ptr %q) gc "statepoint-example" {
  %p = addrspacecast ptr %q to ptr addrspace(1)
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  call void @opaque()
  ret ptr addrspace(1) %d
}

; Nobody knows which of the two it is computed again from.
; CHECK: error: {{.*}} in function cast_of_reference {{.*}}: addrspacecast '%raw': is needed after call of 'opaque'; it is not a reference and is not relocated; cast again after the call
define i8 @cast_of_reference(ptr addrspace(1) %p, i1 %c, ptr %q) gc "statepoint-example" {
entry:
  br i1 %c, label %cast, label %join
cast:
  %raw = addrspacecast ptr addrspace(1) %p to ptr
  br label %join
join:
  %d = phi ptr [ %q, %entry ], [ %raw, %cast ]
  call void @opaque()
  %r = load i8, ptr %d
  ret i8 %r
}

; CHECK: error: {{.*}} in function cast_vector {{.*}}: addrspacecast '%v': is needed after call of 'opaque'; its base is a pointer that is not a reference; use the reference that it points into
define <2 x ptr addrspace(1)> @cast_vector(<2 x ptr> %q) gc "statepoint-example" {
  %v = addrspacecast <2 x ptr> %q to <2 x ptr addrspace(1)>
  call void @opaque()
  ret <2 x ptr addrspace(1)> %v
}

; CHECK: error: {{.*}} in function vector_of_copies {{.*}}: inttoptr '%v': is made from a copy of a reference that is live across call of 'opaque'
define <2 x ptr addrspace(1)> @vector_of_copies(<2 x ptr addrspace(1)> %p, i1 %c) gc "statepoint-example" {
entry:
  %n = ptrtoint <2 x ptr addrspace(1)> %p to <2 x i64>
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %i = phi <2 x i64> [ %n, %entry ], [ zeroinitializer, %other ]
  call void @opaque()
  %v = inttoptr <2 x i64> %i to <2 x ptr addrspace(1)>
  ret <2 x ptr addrspace(1)> %v
}

; CHECK: error: {{.*}} in function unknown_base {{.*}}: landingpad '%p': is needed after call of 'opaque'; its base is not known; load the reference from memory, or get it from a call
define ptr addrspace(1) @unknown_base() gc "statepoint-example" personality ptr @personality {
  invoke void @opaque() "gc-leaf-function" to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) null
pad:
  %p = landingpad ptr addrspace(1) cleanup
  call void @opaque()
  ret ptr addrspace(1) %p
}

; CHECK: error: {{.*}} in function base_asked_for {{.*}}: addrspacecast '%p': is needed after call '%b' of 'llvm.experimental.gc.get.pointer.base.p1.p1'
define ptr addrspace(1) @base_asked_for(ptr %q) gc "statepoint-example" {
  %p = addrspacecast ptr %q to ptr addrspace(1)
  %b = call ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p1(ptr addrspace(1) %p)
  call void @opaque()
  ret ptr addrspace(1) null
}

; CHECK: error: {{.*}} in function scalable {{.*}}: call of 'opaque': argument '%v' holds references across it, which are not relocated in a scalable vector; use vectors of fixed size
define <vscale x 2 x ptr addrspace(1)> @scalable(<vscale x 2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  call void @opaque()
  ret <vscale x 2 x ptr addrspace(1)> %v
}

; CHECK: error: {{.*}} in function scalable_deopt {{.*}}: call with deopt state of 'opaque': deopt value '%v' is a scalable vector
define void @scalable_deopt(<vscale x 2 x i64> %v) gc "statepoint-example" {
  call void @opaque() [ "deopt"(<vscale x 2 x i64> %v) ]
  ret void
}

; CHECK: error: {{.*}} in function large_elements {{.*}}: call of 'llvm.memcpy.element.unordered.atomic.p1.p1.i32': runtimes have no function that copies elements of more than 16 bytes; copy smaller elements, or add "gc-leaf-function" if nothing is collected in the call
define void @large_elements(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1) align 32 %p, ptr addrspace(1) align 32 %p, i32 64, i32 32)
  ret void
}

; CHECK: error: {{.*}} in function unknown_lowering {{.*}}: call with deopt state of 'opaque': "live-nowhere" is not a deopt-lowering; use "live-in" or "live-through"
define void @unknown_lowering() gc "statepoint-example" {
  call void @opaque() "deopt-lowering"="live-nowhere" [ "deopt"(i32 1) ]
  ret void
}

; CHECK: error: {{.*}} in function roots {{.*}}: call of 'llvm.gcroot': roots on the stack are not relocated by statepoints; keep references in values, or use a strategy that does not rewrite calls
define void @roots() gc "statepoint-example" {
  %a = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @opaque()
  ret void
}

; CHECK: error: {{.*}} in function rewritten_in_part {{.*}}: call '%r' of 'llvm.experimental.gc.relocate.p1': belongs to a statepoint, but call of 'opaque' is not one yet; rewrite all calls of a function at once
define ptr addrspace(1) @rewritten_in_part(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @opaque()
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function two_reasons {{.*}}: call of inline assembly: argument '%v' holds references across it
; CHECK: error: {{.*}} in function two_reasons {{.*}}: call of inline assembly: inline assembly cannot be a statepoint
define <vscale x 2 x ptr addrspace(1)> @two_reasons(<vscale x 2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  call void asm sideeffect "nop", ""()
  ret <vscale x 2 x ptr addrspace(1)> %v
}

; A catchswitch has no place for a cast either.
; CHECK: error: {{.*}} in function cast_before_catchswitch {{.*}}: addrspacecast '%raw': is needed after invoke of 'opaque'; it is not a reference and is not relocated; cast again after the call
; CHECK: error: {{.*}} in function cast_before_catchswitch {{.*}}: invoke of 'opaque': a catchswitch cannot be followed by relocates; use a personality with landing pads
define void @cast_before_catchswitch(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @__CxxFrameHandler3 {
entry:
  %raw = addrspacecast ptr addrspace(1) %p to ptr
  invoke void @opaque() to label %exit unwind label %switch
switch:
  %r = phi ptr [ %raw, %entry ]
  %s = catchswitch within none [label %catch] unwind to caller
catch:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  store i64 0, ptr %r
  catchret from %c to label %exit
exit:
  ret void
}

declare void @opaque()
declare i64 @give()
declare void @use(ptr addrspace(1))
declare void @peek(ptr captures(none))
declare void @take_error(ptr swifterror)
declare void @take_memory(ptr inalloca(i64))
declare i32 @personality(...)
declare i32 @__CxxFrameHandler3(...)
declare void @llvm.gcroot(ptr, ptr)
declare ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p1(ptr addrspace(1))

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "")
!2 = distinct !DISubprogram(name: "object_as_reference", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = !DILocation(line: 3, column: 5, scope: !2)
!6 = !{i32 2, !"Debug Info Version", i32 3}
