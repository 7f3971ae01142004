; A load of a reference stays behind the test that says that the word is one.
; RUN: opt -S -passes='loop-mssa(licm)' %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1:3"

declare void @use(ptr addrspace(1))
declare void @use_integer(i64)
declare void @use_pair(<2 x ptr addrspace(1)>)
declare void @use_struct({ i64, [2 x ptr addrspace(1)] })

; CHECK-LABEL: define void @tagged(
; CHECK: loop:
; CHECK: reference:
; CHECK-NEXT: %word = load ptr addrspace(1), ptr %slot
define void @tagged(i1 %tag, i1 %again, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; A function without a strategy may be inlined into one that has one.
; CHECK-LABEL: define void @no_strategy(
; CHECK: reference:
; CHECK-NEXT: %word = load ptr addrspace(1), ptr %slot
define void @no_strategy(i1 %tag, i1 %again, ptr dereferenceable(8) align 8 %slot) {
entry:
  br label %loop

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @tagged_vector(
; CHECK: references:
; CHECK-NEXT: %words = load <2 x ptr addrspace(1)>, ptr %slot
define void @tagged_vector(i1 %tag, i1 %again, ptr dereferenceable(16) align 16 %slot) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %references, label %latch

references:
  %words = load <2 x ptr addrspace(1)>, ptr %slot, align 16
  call void @use_pair(<2 x ptr addrspace(1)> %words) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @tagged_aggregate(
; CHECK: references:
; CHECK-NEXT: %words = load { i64, [2 x ptr addrspace(1)] }, ptr %slot
define void @tagged_aggregate(i1 %tag, i1 %again, ptr dereferenceable(24) align 8 %slot) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %references, label %latch

references:
  %words = load { i64, [2 x ptr addrspace(1)] }, ptr %slot, align 8
  call void @use_struct({ i64, [2 x ptr addrspace(1)] } %words) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Neither of these says what the word is where the guard does not hold.
; CHECK-LABEL: define void @other_metadata(
; CHECK: reference:
; CHECK-NEXT: %word = load ptr addrspace(1), ptr %slot
define void @other_metadata(i1 %tag, i1 %again, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8, !invariant.load !0, !nonnull !0, !dereferenceable !1, !noundef !0, !annotation !2
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; The annotation does, and it lets the load leave both loops.
; CHECK-LABEL: define void @annotated(
; CHECK-NEXT: entry:
; CHECK-NEXT: %word = load ptr addrspace(1), ptr %slot, align 8, !annotation [[NOTE:![0-9]+]]
define void @annotated(i1 %tag, i1 %again, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br label %outer

outer:
  br i1 %again, label %loop, label %outer.latch

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8, !annotation !3
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %outer.latch

outer.latch:
  br i1 %again, label %outer, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @always_executed(
; CHECK-NEXT: entry:
; CHECK-NEXT: %word = load ptr addrspace(1), ptr %slot
define void @always_executed(i1 %again, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %word = load ptr addrspace(1), ptr %slot, align 8
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite)
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @integer(
; CHECK-NEXT: entry:
; CHECK-NEXT: %word = load i64, ptr %slot
define void @integer(i1 %tag, i1 %again, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %number, label %latch

number:
  %word = load i64, ptr %slot, align 8
  call void @use_integer(i64 %word) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @integral_space(
; CHECK-NEXT: entry:
; CHECK-NEXT: %word = load ptr addrspace(2), ptr %slot
define void @integral_space(i1 %tag, i1 %again, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %pointer, label %latch

pointer:
  %word = load ptr addrspace(2), ptr %slot, align 8
  %bits = ptrtoint ptr addrspace(2) %word to i64
  call void @use_integer(i64 %bits) memory(inaccessiblemem: readwrite)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; Promotion loads what the word is before the loop.
; CHECK-LABEL: define void @promoted(
; CHECK-NEXT: entry:
; CHECK-NEXT: br label %loop
; CHECK: reference:
; CHECK-NEXT: %word = load ptr addrspace(1), ptr %slot
define void @promoted(i1 %tag, i1 %again, ptr noalias dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite) nounwind willreturn
  br label %latch

latch:
  store ptr addrspace(1) %new, ptr %slot, align 8
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @promoted_annotated(
; CHECK-NEXT: entry:
; CHECK-NEXT: %slot.promoted = load ptr addrspace(1), ptr %slot
define void @promoted_annotated(i1 %tag, i1 %again, ptr noalias dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
entry:
  br label %loop

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8, !annotation !3
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite) nounwind willreturn
  br label %latch

latch:
  store ptr addrspace(1) %new, ptr %slot, align 8
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @promoted_always_loaded(
; CHECK-NEXT: entry:
; CHECK-NEXT: %slot.promoted = load ptr addrspace(1), ptr %slot
define void @promoted_always_loaded(i1 %again, ptr noalias dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %word = load ptr addrspace(1), ptr %slot, align 8
  call void @use(ptr addrspace(1) %word) memory(inaccessiblemem: readwrite) nounwind willreturn
  store ptr addrspace(1) %new, ptr %slot, align 8
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; An integer is a reference only if its tag says so.
; CHECK-LABEL: define void @boxed(
; CHECK: reference:
; CHECK-NEXT: %word = inttoptr i64 %box to ptr addrspace(1)
define void @boxed(i1 %tag, i1 %again, i64 %box) {
entry:
  br label %loop

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = inttoptr i64 %box to ptr addrspace(1)
  call void @use(ptr addrspace(1) %word)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @raw(
; CHECK: reference:
; CHECK-NEXT: %word = addrspacecast ptr %raw to ptr addrspace(1)
define void @raw(i1 %tag, i1 %again, ptr %raw) {
entry:
  br label %loop

loop:
  br i1 %tag, label %reference, label %latch

reference:
  %word = addrspacecast ptr %raw to ptr addrspace(1)
  call void @use(ptr addrspace(1) %word)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; What is no reference moves, and so does a reference that stays one.
; CHECK-LABEL: define void @other_casts(
; CHECK: entry:
; CHECK-NEXT: inttoptr i64 %box to ptr
; CHECK-NEXT: addrspacecast ptr addrspace(3) %other to ptr addrspace(1)
; CHECK-NEXT: br label %loop
define void @other_casts(i1 %tag, i1 %again, i64 %box, ptr addrspace(3) %other) {
entry:
  br label %loop

loop:
  br i1 %tag, label %body, label %latch

body:
  %raw = inttoptr i64 %box to ptr
  store i8 0, ptr %raw
  %cast = addrspacecast ptr addrspace(3) %other to ptr addrspace(1)
  call void @use(ptr addrspace(1) %cast)
  br label %latch

latch:
  br i1 %again, label %loop, label %exit

exit:
  ret void
}

; CHECK: [[NOTE]] = !{!"auto-init", !"managed.reference"}
!0 = !{}
!1 = !{i64 8}
!2 = !{!"auto-init"}
!3 = !{!"auto-init", !"managed.reference"}
