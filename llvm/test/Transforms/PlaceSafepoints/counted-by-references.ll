; The difference of two references counts a loop. Computed of integers it would be
; wrong, since those are made where the references are defined: a collection
; between two definitions moves the object.

; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' %s | FileCheck %s
; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-version=false %s | FileCheck %s

declare ptr addrspace(1) @end(ptr addrspace(1))

; CHECK-LABEL: define void @moving(
; CHECK-NOT: ptrtoint
; CHECK: load atomic
; CHECK-NOT: ptrtoint
; CHECK: {{^}}}
define void @moving(ptr addrspace(1) noundef %b) "gc-polls"="backedge" gc "managed" {
entry:
  %e = call noundef ptr addrspace(1) @end(ptr addrspace(1) %b)
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %b, %entry ], [ %p.next, %loop ]
  store i64 0, ptr addrspace(1) %p
  %p.next = getelementptr inbounds i64, ptr addrspace(1) %p, i64 1
  %c = icmp ne ptr addrspace(1) %p.next, %e
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @in_frames(
; CHECK-NOT: ptrtoint
; CHECK: load atomic
; CHECK-NOT: ptrtoint
; CHECK: {{^}}}
define void @in_frames(ptr addrspace(1) noundef %b) "gc-polls"="backedge" gc "managed-frames" {
entry:
  %e = call noundef ptr addrspace(1) @end(ptr addrspace(1) %b)
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %b, %entry ], [ %p.next, %loop ]
  store i64 0, ptr addrspace(1) %p
  %p.next = getelementptr inbounds i64, ptr addrspace(1) %p, i64 1
  %c = icmp ne ptr addrspace(1) %p.next, %e
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Nothing moves, and so the loop is counted.
; CHECK-LABEL: define void @non_moving(
; CHECK: ptrtoint
; CHECK: chunk:
; CHECK: load atomic
; CHECK: {{^}}}
define void @non_moving(ptr addrspace(1) noundef %b) "gc-polls"="backedge" gc "managed-non-moving" {
entry:
  %e = call noundef ptr addrspace(1) @end(ptr addrspace(1) %b)
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %b, %entry ], [ %p.next, %loop ]
  store i64 0, ptr addrspace(1) %p
  %p.next = getelementptr inbounds i64, ptr addrspace(1) %p, i64 1
  %c = icmp ne ptr addrspace(1) %p.next, %e
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Other pointers are no references.
; CHECK-LABEL: define void @other_pointers(
; CHECK: ptrtoint
; CHECK: chunk:
; CHECK: load atomic
; CHECK: {{^}}}
define void @other_pointers(ptr noundef %b, ptr noundef %e) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %b, %entry ], [ %p.next, %loop ]
  store i64 0, ptr %p
  %p.next = getelementptr inbounds i64, ptr %p, i64 1
  %c = icmp ne ptr %p.next, %e
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
