; RUN: opt -passes='rewrite-statepoints-for-gc<no-remat-at-uses>,verify' -S %s | FileCheck %s
; RUN: opt -passes='rewrite-statepoints-for-gc<remat-at-uses>,verify' -S %s | FileCheck %s

; Where an exception pad leaves no place to compute a pointer again, it is
; relocated. None of the calls that unwind to a funclet is a statepoint.

declare void @f()
declare i1 @leaf() "gc-leaf-function"
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @__CxxFrameHandler3(...)

; CHECK-LABEL: define void @switch(
; CHECK: gc-live"(ptr addrspace(1) %d, ptr addrspace(1) %r)
; CHECK-NEXT: %d.relocated = {{.*}} @llvm.experimental.gc.relocate
; CHECK: switch:
; CHECK-NEXT: %.0 = phi ptr addrspace(1) [ %d.relocated, %call ], [ %d, %nocall ]
; CHECK-NEXT: catchswitch
; CHECK: call void @use(ptr addrspace(1) %.0)
; CHECK-NOT: .remat
define void @switch(ptr addrspace(1) %r, i1 %c) gc "statepoint-example" personality ptr @__CxxFrameHandler3 {
  %d = getelementptr i8, ptr addrspace(1) %r, i64 8
  br i1 %c, label %call, label %nocall
call:
  call void @f()
  %x = invoke i1 @leaf() to label %end unwind label %switch
nocall:
  %y = invoke i1 @leaf() to label %end unwind label %switch
switch:
  %s = catchswitch within none [label %catch] unwind to caller
catch:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  call void @use(ptr addrspace(1) %d) [ "funclet"(token %p) ]
  call void @use(ptr addrspace(1) %d) [ "funclet"(token %p) ]
  catchret from %p to label %end
end:
  ret void
}

; CHECK-LABEL: define void @operand(
; CHECK: gc-live"(ptr addrspace(1) %d, ptr addrspace(1) %r)
; CHECK: cleanuppad within none [ptr addrspace(1) %.0]
; CHECK-NOT: .remat
define void @operand(ptr addrspace(1) %r, i1 %c) gc "statepoint-example" personality ptr @__CxxFrameHandler3 {
  %d = getelementptr i8, ptr addrspace(1) %r, i64 8
  br i1 %c, label %call, label %nocall
call:
  call void @f()
  call void @f()
  %x = invoke i1 @leaf() to label %end unwind label %cleanup
nocall:
  %y = invoke i1 @leaf() to label %end unwind label %cleanup
cleanup:
  %p = cleanuppad within none [ptr addrspace(1) %d]
  cleanupret from %p unwind to caller
end:
  ret void
}
