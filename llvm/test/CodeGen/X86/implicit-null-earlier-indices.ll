; The index is computed in a block before the one that loads the pointer.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o

declare void @use(i64)

; CHECK-LABEL: small:
; CHECK: andl $15
; CHECK-NOT: testq
; CHECK: # on-fault
; CHECK: .Lfunc_end
define i64 @small(ptr %o, i64 %i, i1 %c) "implicit-null-checks" {
entry:
  %small = and i64 %i, 15
  call void @use(i64 %small)
  br i1 %c, label %done, label %next
next:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %small
  %v = load i64, ptr %g
  ret i64 %v
done:
  ret i64 0
is_null:
  ret i64 -1
}

; It is not on the first page.
; CHECK-LABEL: large:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @large(ptr %o, i64 %i, i1 %c) "implicit-null-checks" {
entry:
  %large = and i64 %i, 1023
  call void @use(i64 %large)
  br i1 %c, label %done, label %next
next:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %large
  %v = load i64, ptr %g
  ret i64 %v
done:
  ret i64 0
is_null:
  ret i64 -1
}
