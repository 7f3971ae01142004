;; Assembly text says the same of fault maps and stack maps as the object file,
;; whatever text sections are called: several may have one name.
;
; RUN: rm -rf %t && mkdir -p %t/direct %t/text
; DEFINE: %{options} =
; DEFINE: %{compare} = \
; DEFINE:   llc -mtriple=x86_64-linux-gnu %{options} %s -filetype=obj \
; DEFINE:     -o %t/direct/t.o && \
; DEFINE:   llc -mtriple=x86_64-linux-gnu %{options} %s -o %t/t.s && \
; DEFINE:   llvm-mc -triple=x86_64-linux-gnu -filetype=obj %t/t.s \
; DEFINE:     -o %t/text/t.o && \
; DEFINE:   cd %t/direct && llvm-managed-maps dump --json t.o > ../direct.json && \
; DEFINE:   cd %t/text && llvm-managed-maps dump --json t.o > ../text.json && \
; DEFINE:   diff ../direct.json ../text.json && \
; DEFINE:   llvm-managed-maps verify --strict %t/direct/t.o %t/text/t.o
;
; RUN: %{compare} 2>&1 | FileCheck %s
; REDEFINE: %{options} = -function-sections
; RUN: %{compare} 2>&1 | FileCheck %s
; REDEFINE: %{options} = -function-sections -unique-section-names=0
; RUN: %{compare} 2>&1 | FileCheck %s
; REDEFINE: %{options} = -basic-block-sections=all \
; REDEFINE:   -unique-basic-block-section-names=0
; RUN: %{compare} 2>&1 | FileCheck %s
; REDEFINE: %{options} = -function-sections -unique-section-names=0 \
; REDEFINE:   -basic-block-sections=all -unique-basic-block-section-names=0
; RUN: %{compare} 2>&1 | FileCheck %s
;
;; Everything is tied to its own code by relocations that change nothing.
; CHECK:      t.o: 2 entries, 2 proved; rules broken: 0, unproved: 0; suspicions: 0
; CHECK-NEXT: t.o: 5 safepoints, 5 proved; rules broken: 0, unproved: 0; suspicions: 0
; CHECK:      t.o: 2 entries, 2 proved; rules broken: 0, unproved: 0; suspicions: 0
; CHECK-NEXT: t.o: 5 safepoints, 5 proved; rules broken: 0, unproved: 0; suspicions: 0

declare void @callee()

define ptr addrspace(1) @first(ptr addrspace(1) %p, i1 %c) nounwind
    gc "managed" {
  br i1 %c, label %keeping, label %dropping

keeping:
  %t1 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p)]
  %r1 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 0)
  ret ptr addrspace(1) %r1

dropping:
  %t2 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret ptr addrspace(1) null
}

define void @second() nounwind gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 7, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

$third = comdat any

define linkonce_odr void @third() nounwind comdat gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 8, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

;; The name of its section needs quotes.
define void @odd() nounwind section ".text.operator (int)" gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 9, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define i32 @load(ptr %p) nounwind "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @load_odd(ptr %p) nounwind "implicit-null-checks"
    section ".text.operator (int)" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !1

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{}
!1 = !{i32 7}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
