;; A function takes what it is given for the beginning of an object. So a cold block that
;; needs a pointer into one, or computes one for others, stays where it is.
;
; RUN: opt -passes=hotcoldsplit -hotcoldsplit-threshold=-1 -S %s | FileCheck %s --implicit-check-not='call void @given.cold' --implicit-check-not='call void @phi.cold' --implicit-check-not='call void @result.cold'
; RUN: sed 's/ gc "managed"//' %s | opt -passes=hotcoldsplit -hotcoldsplit-threshold=-1 -S | FileCheck %s --check-prefix=WITHOUT

; CHECK-LABEL: define void @base(
; CHECK:         call void @base.cold.1(ptr addrspace(1) %a)
; WITHOUT:       call void @base.cold.1(
; WITHOUT:       call void @given.cold.1(
; WITHOUT:       call void @phi.cold.1(
; WITHOUT:       call void @result.cold.1(

declare void @sink(ptr addrspace(1)) cold
declare void @use(ptr addrspace(1))

define void @base(ptr addrspace(1) %a, i1 %c) gc "managed" {
entry:
  br i1 %c, label %cold, label %exit

cold:
  call void @sink(ptr addrspace(1) %a)
  br label %exit

exit:
  ret void
}

define void @given(ptr addrspace(1) %a, i1 %c) gc "managed" {
entry:
  %place = getelementptr i8, ptr addrspace(1) %a, i64 8
  call void @use(ptr addrspace(1) %place)
  br i1 %c, label %cold, label %exit

cold:
  call void @sink(ptr addrspace(1) %place)
  br label %exit

exit:
  ret void
}

;; One of two is into the object.
define void @phi(ptr addrspace(1) %a, i1 %c, i1 %d) gc "managed" {
entry:
  br i1 %d, label %left, label %right

left:
  %place = getelementptr i8, ptr addrspace(1) %a, i64 8
  br label %join

right:
  br label %join

join:
  %p = phi ptr addrspace(1) [ %place, %left ], [ %a, %right ]
  br i1 %c, label %cold, label %exit

cold:
  call void @sink(ptr addrspace(1) %p)
  br label %exit

exit:
  ret void
}

;; The cold block computes it, and others use it.
define void @result(ptr addrspace(1) %a, i1 %c) gc "managed" {
entry:
  br i1 %c, label %cold, label %join

cold:
  call void @sink(ptr addrspace(1) %a)
  %place = getelementptr i8, ptr addrspace(1) %a, i64 8
  br label %join

join:
  %p = phi ptr addrspace(1) [ %place, %cold ], [ %a, %entry ]
  call void @use(ptr addrspace(1) %p)
  ret void
}
