; With a copy of the function, what is used behind safepoints is compared with it.

; RUN: opt < %s -passes='copy-gc-functions,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/reloads.ll -passes='copy-gc-functions,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %s -passes='copy-gc-functions,place-gc-roots' -S \
; RUN:   | sed 's/store ptr addrspace(1) %left, ptr %gc/store ptr addrspace(1) %right, ptr %gc/' \
; RUN:   | not opt -passes='verify<gc-roots>' -disable-output 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error:

; Otherwise there is nothing to compare with.
; RUN: opt < %s -passes='place-gc-roots' -S \
; RUN:   | sed 's/store ptr addrspace(1) %left, ptr %gc/store ptr addrspace(1) %right, ptr %gc/' \
; RUN:   | opt -passes='verify<gc-roots>' -disable-output 2>&1 | count 0

; RUN: opt < %s -passes='copy-gc-functions' -S | FileCheck %s --check-prefix=COPY

declare void @safepoint()
declare void @use(ptr addrspace(1)) "gc-leaf-function"

; CHECK: error: {{.*}}in function several {{.*}}: call of 'use': %left.reload does not correspond to %left
; CHECK: error: {{.*}}in function several {{.*}}: call of 'use': %d.reload does not correspond to %d
; CHECK: error: {{.*}}in function several {{.*}}: ret: %left.reload does not correspond to %left
; CHECK: error: {{.*}}in function several {{.*}}: phi '%x': %left.reload does not correspond to %left
;
; COPY-LABEL: define ptr addrspace(1) @several({{.*}} gc "managed-frames" {
; COPY-LABEL: define internal ptr addrspace(1) @several.before-gc-roots({{.*}} gc "none" {
define ptr addrspace(1) @several(ptr addrspace(1) %left,
                                 ptr addrspace(1) %right,
                                 i1 %c) gc "managed-frames" {
entry:
  %d = getelementptr i8, ptr addrspace(1) %left, i64 8
  call void @safepoint()
  call void @use(ptr addrspace(1) %left)
  call void @use(ptr addrspace(1) %d)
  call void @use(ptr addrspace(1) %right)
  br i1 %c, label %other, label %join
other:
  br label %join
join:
  %x = phi ptr addrspace(1) [ %left, %entry ], [ %right, %other ]
  call void @use(ptr addrspace(1) %x)
  ret ptr addrspace(1) %left
}
