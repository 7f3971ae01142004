; What a partial inliner moves into a function of its own gets no pointers into
; objects: that function could not relocate them.

; RUN: opt -passes=partial-inliner -skip-partial-inlining-cost-analysis -S %s | FileCheck %s

declare void @use(ptr addrspace(1))

define void @derived(i1 %c, ptr addrspace(1) %o) gc "managed" {
entry:
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  br i1 %c, label %done, label %more

more:
  call void @use(ptr addrspace(1) %p)
  call void @use(ptr addrspace(1) %p)
  call void @use(ptr addrspace(1) %p)
  br label %done

done:
  ret void
}

; CHECK-LABEL: define void @caller(
; CHECK-NEXT: call void @derived(i1 %c, ptr addrspace(1) %o)
; CHECK-NEXT: ret void
define void @caller(i1 %c, ptr addrspace(1) %o) gc "managed" {
  call void @derived(i1 %c, ptr addrspace(1) %o)
  ret void
}

; A base pointer is passed, and the function has the strategy.
define void @base(i1 %c, ptr addrspace(1) %o) gc "managed" {
entry:
  br i1 %c, label %done, label %more

more:
  call void @use(ptr addrspace(1) %o)
  call void @use(ptr addrspace(1) %o)
  call void @use(ptr addrspace(1) %o)
  br label %done

done:
  ret void
}

; CHECK-LABEL: define void @other_caller(
; CHECK: br i1 %c
; CHECK: call void @base.1.more(ptr addrspace(1) %o)
; CHECK: define internal void @base.1.more(ptr addrspace(1) %o) gc "managed"
define void @other_caller(i1 %c, ptr addrspace(1) %o) gc "managed" {
  call void @base(i1 %c, ptr addrspace(1) %o)
  ret void
}
