; RUN: opt -passes='function(verify<statepoint-input>),rewrite-statepoints-for-gc,verify' -S %s 2>&1 | FileCheck %s --implicit-check-not=error:

; Each function lacks one thing that would make it an error.

; CHECK-LABEL: @object_not_needed(
define void @object_not_needed(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1), addrspace(1)
  store ptr addrspace(1) %p, ptr addrspace(1) %a
  call void @opaque()
  ret void
}

; CHECK-LABEL: @object_read_before(
define ptr addrspace(1) @object_read_before(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %r = load ptr addrspace(1), ptr %a
  call void @opaque()
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @object_written_again(
define ptr addrspace(1) @object_written_again(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %a
  call void @opaque()
  store ptr addrspace(1) %p, ptr %a
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @object_without_references(
define ptr @object_without_references(ptr %p, ptr addrspace(1) %q) gc "statepoint-example" {
  %a = alloca ptr
  store ptr %p, ptr %a
  call void @opaque()
  %r = load ptr, ptr %a
  ret ptr %r
}

; CHECK-LABEL: @object_not_written_before(
define ptr addrspace(1) @object_not_written_before() gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  call void @peek(ptr %a)
  %r = load ptr addrspace(1), ptr %a
  call void @opaque()
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @object_of_the_past(
define ptr addrspace(1) @object_of_the_past() gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @fill(ptr %a)
  %r = load ptr addrspace(1), ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @opaque()
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @result_in_memory(
define ptr addrspace(1) @result_in_memory() gc "statepoint-example" {
  %a = alloca [2 x ptr addrspace(1)]
  call void @fill_result(ptr sret([2 x ptr addrspace(1)]) captures(none) %a)
  %r = load ptr addrspace(1), ptr %a
  call void @opaque()
  call void @fill_result(ptr sret([2 x ptr addrspace(1)]) captures(none) %a)
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @aggregate_taken_apart(
; CHECK: %p.relocated = call coldcc ptr addrspace(1)
define ptr addrspace(1) @aggregate_taken_apart() gc "statepoint-example" {
  %pair = call { ptr addrspace(1), i64 } @give_pair()
  %p = extractvalue { ptr addrspace(1), i64 } %pair, 0
  call void @opaque()
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @aggregate_passed(
define void @aggregate_passed({ ptr addrspace(1), i64 } %pair) gc "statepoint-example" {
  call void @take_pair({ ptr addrspace(1), i64 } %pair)
  ret void
}

; CHECK-LABEL: @aggregate_without_references(
define { ptr, i64 } @aggregate_without_references({ ptr, i64 } %pair) gc "statepoint-example" {
  call void @opaque() [ "deopt"({ ptr, i64 } %pair) ]
  ret { ptr, i64 } %pair
}

; Relocates would need a token, but behind the landing pad nothing is needed.
; CHECK-LABEL: @plain_pad(
; CHECK: invoke token {{.*}} "gc-live"(ptr addrspace(1) %p)
; CHECK: normal:
; CHECK-NEXT: %p.relocated = call coldcc
; CHECK: pad:
; CHECK-NEXT: %l = landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: resume { ptr, i32 } %l
define ptr addrspace(1) @plain_pad(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  invoke void @use(ptr addrspace(1) %p) to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; CHECK-LABEL: @token_pad(
; CHECK: landingpad token
; CHECK: call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l,
define ptr addrspace(1) @token_pad(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) null
pad:
  %l = landingpad token cleanup
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @pad_of_nothrow(
; CHECK: call coldcc ptr addrspace(1)
define ptr addrspace(1) @pad_of_nothrow(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  invoke void @opaque() nounwind to label %next unwind label %pad
next:
  invoke void @opaque() to label %normal unwind label %other
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %p
other:
  %m = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %m
}

; CHECK-LABEL: @leaf(
; CHECK: callbr void asm
; CHECK: call void asm
; CHECK: call void @opaque() {{.*}} [ "of the future"(i64 1) ]
; CHECK: call void %f() {{.*}} [ "ptrauth"(i32 0, i64 42) ]
define void @leaf(ptr %f) gc "statepoint-example" {
  callbr void asm sideeffect "", "!i"() "gc-leaf-function" to label %next [label %other]
next:
  call void asm sideeffect "nop", ""() "gc-leaf-function"
  call void @opaque() "gc-leaf-function" [ "of the future"(i64 1) ]
  call void %f() "gc-leaf-function" [ "ptrauth"(i32 0, i64 42) ]
  ret void
other:
  ret void
}

; What is behind a tail call has no frame that could have references.
; CHECK-LABEL: @tail(
; CHECK: call token {{.*}} @opaque,
; CHECK: musttail call void @opaque()
; CHECK-NEXT: ret void
define void @tail() gc "statepoint-example" {
  call void @opaque()
  musttail call void @opaque()
  ret void
}

; CHECK-LABEL: @returned(
; CHECK: call token {{.*}} @give_back, i32 1, i32 0, ptr addrspace(1) %p, i32 0
define ptr addrspace(1) @returned(ptr addrspace(1) %p) gc "statepoint-example" {
  %r = call ptr addrspace(1) @give_back(ptr addrspace(1) returned %p)
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @integer_made_after(
define ptr addrspace(1) @integer_made_after(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @opaque()
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = add i64 %i, 8
  %r = inttoptr i64 %j to ptr addrspace(1)
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @integer_never_a_pointer(
define i64 @integer_never_a_pointer(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  call void @opaque()
  ret i64 %i
}

; CHECK-LABEL: @exact_copy(
; CHECK: %q.relocated = call coldcc ptr addrspace(1)
define ptr addrspace(1) @exact_copy(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %q = inttoptr i64 %i to ptr addrspace(1)
  call void @opaque()
  ret ptr addrspace(1) %q
}

; Neither a difference nor the bits of a tag is a copy.
; CHECK-LABEL: @no_copies(
define ptr addrspace(1) @no_copies(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %word) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = ptrtoint ptr addrspace(1) %q to i64
  %difference = sub i64 %i, %j
  %tag = and i64 %i, 7
  %sum = add i64 %difference, %tag
  call void @opaque()
  %k = add i64 %sum, %word
  %r = inttoptr i64 %k to ptr addrspace(1)
  ret ptr addrspace(1) %r
}

; Nor is what a loop subtracts from something else.
; CHECK-LABEL: @no_copies_in_loop(
define void @no_copies_in_loop(ptr addrspace(1) %a, i64 %x, i1 %c) gc "statepoint-example" {
entry:
  %i = ptrtoint ptr addrspace(1) %a to i64
  br label %loop

loop:
  %p = phi i64 [ %i, %entry ], [ %d, %loop ]
  %d = sub i64 %x, %p
  %r = inttoptr i64 %p to ptr addrspace(1)
  store i8 0, ptr addrspace(1) %r
  call void @opaque()
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: @casts_with_no_call_between(
; CHECK: %r.relocated = call coldcc ptr addrspace(1)
define ptr addrspace(1) @casts_with_no_call_between(ptr addrspace(1) %p) gc "statepoint-example" {
  %raw = addrspacecast ptr addrspace(1) %p to ptr
  %r = addrspacecast ptr %raw to ptr addrspace(1)
  call void @opaque()
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @base_not_needed(
define i8 @base_not_needed(ptr %q) gc "statepoint-example" {
  %p = addrspacecast ptr %q to ptr addrspace(1)
  %r = load i8, ptr addrspace(1) %p
  call void @opaque()
  ret i8 %r
}

; CHECK-LABEL: @va_arg(
; CHECK: %p.relocated = call coldcc ptr addrspace(1) {{.*}} ; (%p, %p)
; CHECK: %v.relocated = call coldcc <2 x ptr addrspace(1)> {{.*}} ; (%v, %v)
define ptr addrspace(1) @va_arg(ptr %list) gc "statepoint-example" {
  %p = va_arg ptr %list, ptr addrspace(1)
  %v = va_arg ptr %list, <2 x ptr addrspace(1)>
  call void @opaque()
  store <2 x ptr addrspace(1)> %v, ptr @vector
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @vectors(
; CHECK: %v.relocated = call coldcc <2 x ptr addrspace(1)> {{.*}} ; (%v, %v)
; CHECK: %w.relocated = call coldcc <2 x ptr addrspace(1)> {{.*}} ; (%w, %w)
define <2 x ptr addrspace(1)> @vectors(<2 x i64> %i) gc "statepoint-example" {
  %v = inttoptr <2 x i64> %i to <2 x ptr addrspace(1)>
  %pair = call { <2 x ptr addrspace(1)>, i64 } @give_vector()
  %w = extractvalue { <2 x ptr addrspace(1)>, i64 } %pair, 0
  call void @opaque()
  store <2 x ptr addrspace(1)> %w, ptr @vector
  ret <2 x ptr addrspace(1)> %v
}

; CHECK-LABEL: @scalable(
; CHECK: getelementptr i8, <vscale x 2 x ptr addrspace(1)>
define void @scalable(ptr addrspace(1) %p, <vscale x 2 x i64> %i) gc "statepoint-example" {
  %v = getelementptr i8, ptr addrspace(1) %p, <vscale x 2 x i64> %i
  %first = extractelement <vscale x 2 x ptr addrspace(1)> %v, i32 0
  store i8 0, ptr addrspace(1) %first
  call void @opaque()
  ret void
}

; The pointer has moved with the object.
; CHECK-LABEL: @derived_deopt(
; CHECK: "deopt"(ptr addrspace(1) %d), "gc-live"(ptr addrspace(1) %p
define void @derived_deopt(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  call void @opaque() [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}

; CHECK-LABEL: @small_elements(
; CHECK: @__llvm_memcpy_element_unordered_atomic_safepoint_16
define void @small_elements(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i32(ptr addrspace(1) align 16 %p, ptr addrspace(1) align 16 %p, i32 64, i32 16)
  ret void
}

; CHECK-LABEL: @known_lowering(
define void @known_lowering() gc "statepoint-example" {
  call void @opaque() "deopt-lowering"="live-in" [ "deopt"(i32 1) ]
  ret void
}

; CHECK-LABEL: @no_call_left(
define void @no_call_left() gc "statepoint-example" {
  %a = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  ret void
}

; CHECK-LABEL: @not_reached(
define void @not_reached() gc "statepoint-example" {
  call void @opaque()
  ret void
dead:
  call void asm sideeffect "nop", ""()
  ret void
}

; CHECK-LABEL: @other_strategy(
; CHECK: call void asm
define void @other_strategy() gc "shadow-stack" {
  call void asm sideeffect "nop", ""()
  ret void
}

declare void @opaque()
declare void @use(ptr addrspace(1))
declare void @fill(ptr)
declare void @peek(ptr captures(none))
declare void @fill_result(ptr sret([2 x ptr addrspace(1)]) captures(none))
declare { ptr addrspace(1), i64 } @give_pair()
declare { <2 x ptr addrspace(1)>, i64 } @give_vector()
@vector = global <2 x ptr addrspace(1)> zeroinitializer
declare void @take_pair({ ptr addrspace(1), i64 })
declare ptr addrspace(1) @give_back(ptr addrspace(1))
declare i32 @personality(...)
