; RUN: opt -passes='rewrite-statepoints-for-gc,verify,function(verify<safepoint-ir>)' -S %s | FileCheck %s

; Statepoints have landing pads of their own; what is no statepoint shares one.

declare void @f()
declare void @leaf() "gc-leaf-function"
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @personality(...)

; CHECK-LABEL: define void @all(
; CHECK: to label %one unwind label %[[P1:.*]]
; CHECK: to label %two unwind label %[[P2:.*]]
; CHECK: to label %end unwind label %pad.split-lp
; CHECK: [[P1]]:
; CHECK-NEXT: [[E1:%.*]] = landingpad
; CHECK: [[P2]]:
; CHECK-NEXT: [[E2:%.*]] = landingpad
; CHECK: pad.split-lp:
; CHECK-NEXT: %e.split-lp = landingpad
; CHECK: pad:
; CHECK-NEXT: %i = phi i32 [ 1, %[[P1]] ], [ 2, %[[P2]] ], [ 3, %pad.split-lp ]
; CHECK-NEXT: %lpad.phi = phi { ptr, i32 } [ %e.split-lp, %pad.split-lp ], [ [[E2]], %[[P2]] ], [ [[E1]], %[[P1]] ]
; CHECK-NEXT: resume { ptr, i32 } %lpad.phi
define void @all() gc "statepoint-example" personality ptr @personality {
  invoke void @f() to label %one unwind label %pad
one:
  invoke void @f() to label %two unwind label %pad
two:
  invoke void @f() to label %end unwind label %pad
pad:
  %i = phi i32 [ 1, %0 ], [ 2, %one ], [ 3, %two ]
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
end:
  ret void
}

; CHECK-LABEL: define i32 @leafs(
; CHECK: to label %one unwind label %[[P1:.*]]
; CHECK: invoke void @leaf()
; CHECK-NEXT: to label %two unwind label %pad.split-lp
; CHECK: invoke void @leaf()
; CHECK-NEXT: to label %end unwind label %pad.split-lp
; CHECK: [[P1]]:
; CHECK: pad.split-lp:
; CHECK-NEXT: %i.ph = phi i32 [ 2, %one ], [ 3, %two ]
; CHECK-NEXT: %e.split-lp = landingpad
; CHECK: pad:
; CHECK-NEXT: %i = phi i32 [ 1, %[[P1]] ], [ %i.ph, %pad.split-lp ]
; CHECK-NEXT: ret i32 %i
define i32 @leafs() gc "statepoint-example" personality ptr @personality {
  invoke void @f() to label %one unwind label %pad
one:
  invoke void @leaf() to label %two unwind label %pad
two:
  invoke void @leaf() to label %end unwind label %pad
pad:
  %i = phi i32 [ 1, %0 ], [ 2, %one ], [ 3, %two ]
  %e = landingpad { ptr, i32 } cleanup
  ret i32 %i
end:
  ret i32 0
}

; Both come back to one block, which has a reference from each.
; CHECK-LABEL: define void @normal(
; CHECK: to label %[[X:.*]] unwind
; CHECK: to label %[[Y:.*]] unwind
; CHECK: [[X]]:
; CHECK-NEXT: [[RX:%.*]] = {{.*}} @llvm.experimental.gc.relocate
; CHECK-NEXT: br label %end
; CHECK: [[Y]]:
; CHECK-NEXT: [[RY:%.*]] = {{.*}} @llvm.experimental.gc.relocate
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: %p = phi ptr addrspace(1) [ [[RX]], %[[X]] ], [ [[RY]], %[[Y]] ]
define void @normal(ptr addrspace(1) %r, i1 %c) gc "statepoint-example" personality ptr @personality {
  br i1 %c, label %x, label %y
x:
  invoke void @f() to label %end unwind label %pad
y:
  invoke void @f() to label %end unwind label %pad
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
end:
  %p = phi ptr addrspace(1) [ %r, %x ], [ %r, %y ]
  call void @use(ptr addrspace(1) %p)
  ret void
}
