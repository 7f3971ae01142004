; A marked null check stays what it is, with its site id, and so does its function.
; What its null block needs is relocated in front of the check, or computed again.
; RUN: opt -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' -S < %s | FileCheck %s

declare void @safepoint()
declare void @throw_null(ptr addrspace(1))
declare i32 @personality(...)

; CHECK-LABEL: define i64 @relocated(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 gc "managed"
; CHECK:         %null = icmp eq ptr addrspace(1) %p.relocated, null
; CHECK-NEXT:    br i1 %null, label %is_null, label %not_null, !make.implicit !0
; CHECK:       is_null:
; CHECK-NEXT:    @throw_null, i32 1, i32 0, ptr addrspace(1) %q.relocated, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %q.relocated, i64 7), "gc-live"(ptr addrspace(1) %q.relocated) ]
define i64 @relocated(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "managed" {
entry:
  call void @safepoint()
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
is_null:
  call void @throw_null(ptr addrspace(1) %q) [ "deopt"(ptr addrspace(1) %q, i64 7) ]
  unreachable
}

; CHECK-LABEL: define i64 @derived(
; CHECK:         %d.remat = getelementptr i64, ptr addrspace(1) %q.relocated, i64 %i
; CHECK-NEXT:    %null = icmp ne ptr addrspace(1) %p.relocated, null
; CHECK-NEXT:    br i1 %null, label %not_null, label %is_null, !make.implicit !1
; CHECK:       is_null:
; CHECK-NEXT:    ptr addrspace(1) %d.remat
define i64 @derived(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %i) "implicit-null-checks" gc "managed" {
entry:
  %d = getelementptr i64, ptr addrspace(1) %q, i64 %i
  call void @safepoint()
  %null = icmp ne ptr addrspace(1) %p, null
  br i1 %null, label %not_null, label %is_null, !make.implicit !1
not_null:
  store ptr addrspace(1) %d, ptr addrspace(1) %p
  ret i64 0
is_null:
  call void @throw_null(ptr addrspace(1) %d)
  unreachable
}

; The check follows an invoke in one function, and a landing pad in the other.
; CHECK-LABEL: define i64 @invoked(
; CHECK:       done:
; CHECK:         %null = icmp eq ptr addrspace(1) %p.relocated, null
; CHECK-NEXT:    br i1 %null, label %is_null, label %not_null, !make.implicit !0
; CHECK:       is_null:
; CHECK-NEXT:    ptr addrspace(1) %q.relocated
define i64 @invoked(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "managed" personality ptr @personality {
entry:
  invoke void @safepoint() to label %done unwind label %pad
done:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
is_null:
  call void @throw_null(ptr addrspace(1) %q)
  unreachable
pad:
  %e = landingpad token cleanup
  ret i64 0
}

; CHECK-LABEL: define i64 @landing_pad(
; CHECK:       pad:
; CHECK:         [[P:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK:         %null = icmp eq ptr addrspace(1) [[P]], null
; CHECK-NEXT:    br i1 %null, label %is_null, label %not_null, !make.implicit !0
define i64 @landing_pad(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "managed" personality ptr @personality {
entry:
  invoke void @safepoint() to label %done unwind label %pad
done:
  ret i64 0
pad:
  %e = landingpad { ptr, i32 } cleanup
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
is_null:
  call void @throw_null(ptr addrspace(1) %q)
  unreachable
}

; CHECK: attributes #0 = { "implicit-null-checks" }
; CHECK: !0 = !{}
; CHECK: !1 = !{i32 5}
!0 = !{}
!1 = !{i32 5}
