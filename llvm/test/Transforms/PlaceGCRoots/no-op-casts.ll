;; A cast to the type that a reference has is no pointer computed from it: the slot
;; has one reference, and nothing is computed again.
;
; RUN: opt -passes=place-gc-roots,verify -S %s | FileCheck %s
; RUN: opt -passes='place-gc-roots,function(verify<safepoint-ir>)' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VERIFY --allow-empty

; VERIFY-NOT: may point into an object

declare void @collect()

; CHECK-LABEL: @scalar(
; CHECK-NOT:   ptrtoint
; CHECK:       call ptr @managed.new_gc_frame(i32 1)
; CHECK-NOT:   ptrtoint
; CHECK:       ret ptr addrspace(1) %a.reload
define ptr addrspace(1) @scalar(ptr addrspace(1) %a) gc "managed-frames" {
  %b = bitcast ptr addrspace(1) %a to ptr addrspace(1)
  call void @collect()
  ret ptr addrspace(1) %b
}

; CHECK-LABEL: @vector(
; CHECK-NOT:   ptrtoint
; CHECK:       call ptr @managed.new_gc_frame(i32 4)
; CHECK-NOT:   ptrtoint
; CHECK:       ret void
define void @vector(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, i1 %c, ptr addrspace(1) %to) gc "managed-frames" {
  %d = bitcast <2 x ptr addrspace(1)> %a to <2 x ptr addrspace(1)>
  call void @collect()
  br i1 %c, label %more, label %done

more:
  call void @collect()
  br label %done

done:
  %e = phi <2 x ptr addrspace(1)> [ %d, %0 ], [ %b, %more ]
  call void @collect()
  %f = extractelement <2 x ptr addrspace(1)> %e, i64 1
  store i8 0, ptr addrspace(1) %f
  ret void
}
