; A comparison moves to the only branch that uses it. What it compares is then needed
; after a landing pad, to which it goes through a slot.

; RUN: opt -S -passes=rewrite-statepoints-for-gc %s | FileCheck %s

declare void @may_throw()
declare void @use(i1)
declare i32 @personality(...)

; CHECK-LABEL: define i32 @test(
; CHECK:         store ptr addrspace(1) %p, ptr [[SLOT:%.*]], align 8
; CHECK:         invoke token {{.*}}@llvm.experimental.gc.statepoint{{.*}}"gc-live"(ptr [[SLOT]])
; CHECK:       pad:
; CHECK:         landingpad { ptr, i32 }
; CHECK:         [[LOADED:%.*]] = load ptr addrspace(1), ptr [[SLOT]]
; CHECK:         %is.null = icmp eq ptr addrspace(1) [[LOADED]], null
; CHECK-NEXT:    br i1 %is.null, label %null, label %other, !make.implicit
define i32 @test(ptr addrspace(1) %p) gc "managed" personality ptr @personality {
entry:
  %is.null = icmp eq ptr addrspace(1) %p, null
  invoke void @may_throw() to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  br i1 %is.null, label %null, label %other, !make.implicit !{}
null:
  ret i32 1
other:
  %value = load i32, ptr addrspace(1) %p
  ret i32 %value
done:
  ret i32 0
}

; CHECK-LABEL: define i32 @compared_only(
; CHECK:         invoke token {{.*}}@llvm.experimental.gc.statepoint{{.*}}"gc-live"(ptr [[SLOT:%[^)]*]])
; CHECK:       pad:
; CHECK:         [[LOADED:%.*]] = load ptr addrspace(1), ptr [[SLOT]]
; CHECK:         icmp eq ptr addrspace(1) [[LOADED]], null
define i32 @compared_only(ptr addrspace(1) %p) gc "managed" personality ptr @personality {
entry:
  %is.null = icmp eq ptr addrspace(1) %p, null
  invoke void @may_throw() to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  br i1 %is.null, label %null, label %other
null:
  ret i32 1
other:
  ret i32 2
done:
  ret i32 0
}

; A comparison with several uses stays. A null check that may become implicit has its
; own, of the reference that its access uses.
; CHECK-LABEL: define i32 @used_twice(
; CHECK:         %is.null = icmp eq ptr addrspace(1) %p, null
; CHECK:         @llvm.experimental.gc.statepoint
; CHECK:         %p.relocated = call
; CHECK:         [[COPY:%.*]] = icmp eq ptr addrspace(1) %p.relocated, null
; CHECK-NEXT:    br i1 [[COPY]], label %null, label %other, !make.implicit
; CHECK:       other:
; CHECK:         load i32, ptr addrspace(1) %p.relocated
define i32 @used_twice(ptr addrspace(1) %p) "implicit-null-checks" gc "managed" {
entry:
  %is.null = icmp eq ptr addrspace(1) %p, null
  call void @use(i1 %is.null)
  br i1 %is.null, label %null, label %other, !make.implicit !{}
null:
  ret i32 1
other:
  %value = load i32, ptr addrspace(1) %p
  ret i32 %value
}

; CHECK-LABEL: define i32 @not_enabled(
; CHECK:         %is.null = icmp eq ptr addrspace(1) %p, null
; CHECK-NOT:     icmp
; CHECK:         br i1 %is.null, label %null, label %other, !make.implicit
define i32 @not_enabled(ptr addrspace(1) %p) gc "managed" {
entry:
  %is.null = icmp eq ptr addrspace(1) %p, null
  call void @use(i1 %is.null)
  br i1 %is.null, label %null, label %other, !make.implicit !{}
null:
  ret i32 1
other:
  %value = load i32, ptr addrspace(1) %p
  ret i32 %value
}
