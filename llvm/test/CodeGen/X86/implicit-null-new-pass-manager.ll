; Both passes in the pipeline of the new pass manager.
;
; RUN: llc -mtriple=x86_64-linux -enable-new-pm -null-check-probe-elements -stop-after=implicit-null-checks -o - %s \
; RUN:   | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -enable-new-pm -O0 -stop-after=implicit-null-checks -o - %s | FileCheck %s --check-prefix=O0
; RUN: sed 's/"implicit-null-checks"//' %s \
; RUN:   | llc -mtriple=x86_64-linux -enable-new-pm -stop-after=implicit-null-checks -o - | FileCheck %s --check-prefix=OFF
; RUN: sed 's/"implicit-null-checks"//' %s \
; RUN:   | llc -mtriple=x86_64-linux -enable-new-pm -null-check-probe-elements -enable-implicit-null-checks -stop-after=implicit-null-checks -o - \
; RUN:   | FileCheck %s
; RUN: opt -mtriple=x86_64-linux -passes=null-check-probes -null-check-probe-elements -S %s | FileCheck %s --check-prefix=PROBES

; OFF-NOT: FAULTING_OP

; CHECK-LABEL: name: access
; CHECK: $rax = FAULTING_OP 1, %bb.{{[0-9]+}}, {{[0-9]+}}, {{.*}}$rdi, 1, $noreg, 8, $noreg
; O0-LABEL: name: access
; O0: FAULTING_OP
define i64 @access(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr i8, ptr %p, i64 8
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; PROBES-LABEL: define i64 @element(
; PROBES: load volatile i8, ptr %p
; CHECK-LABEL: name: element
; CHECK: FAULTING_OP 1, %bb.{{[0-9]+}}, {{[0-9]+}}, {{.*}}$rdi, 1, $noreg, 0, $noreg, undef $al
define i64 @element(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; A reference: its probe comes last.
; PROBES-LABEL: define void @reference(
; PROBES-NOT: load volatile
; CHECK-LABEL: name: reference
; CHECK: FAULTING_OP 1, %bb.{{[0-9]+}}, {{[0-9]+}}, {{.*}}$rdi, 1, $noreg, 0, $noreg, undef $al
define void @reference(ptr addrspace(1) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !0
ok:
  ret void
is_null:
  ret void
}

!0 = !{i32 7, i64 8}
