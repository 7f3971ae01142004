; A probe is no load that changes its pointer: the access that takes its place
; has the offset.

; RUN: llc -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s

; CHECK-LABEL: second:
; CHECK:       ldr [[P:x[0-9]+]], [x0, #16]
; CHECK:       ldr w{{[0-9]+}}, [[[P]], #24] // on-fault
define i32 @second(ptr addrspace(1) nonnull %this) #0 gc "managed" {
entry:
  %at = getelementptr inbounds nuw i8, ptr addrspace(1) %this, i64 16
  %p = load atomic ptr addrspace(1), ptr addrspace(1) %at unordered, align 8
  %is.null = icmp eq ptr addrspace(1) %p, null
  br i1 %is.null, label %null, label %ok, !make.implicit !0
ok:
  %own.at = getelementptr inbounds nuw i8, ptr addrspace(1) %this, i64 12
  %own = load atomic i32, ptr addrspace(1) %own.at unordered, align 4
  %field = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 24
  %value = load atomic i32, ptr addrspace(1) %field unordered, align 4
  %sum = add i32 %own, %value
  ret i32 %sum
null:
  call void @llvm.trap()
  unreachable
}

; In a loop that steps from one object to the next, too.
; CHECK-LABEL: chain:
; CHECK-NOT:   ldr wzr
; CHECK:       ldr w{{[0-9]+}}, [x{{[0-9]+}}, #20] // on-fault
; CHECK-NOT:   ldr wzr
; CHECK:       ret
define i32 @chain(ptr addrspace(1) nonnull %first, i32 %n) #0 gc "managed" {
entry:
  br label %loop
loop:
  %o = phi ptr addrspace(1) [ %first, %entry ], [ %next, %ok ]
  %i = phi i32 [ %n, %entry ], [ %less, %ok ]
  %sum = phi i32 [ 0, %entry ], [ %more, %ok ]
  %at = getelementptr inbounds nuw i8, ptr addrspace(1) %o, i64 24
  %next = load atomic ptr addrspace(1), ptr addrspace(1) %at unordered, align 8
  %is.null = icmp eq ptr addrspace(1) %next, null
  br i1 %is.null, label %null, label %ok, !make.implicit !0
ok:
  %field = getelementptr inbounds nuw i8, ptr addrspace(1) %next, i64 20
  %value = load atomic i32, ptr addrspace(1) %field unordered, align 4
  %more = add i32 %sum, %value
  %less = sub i32 %i, 1
  %end = icmp eq i32 %less, 0
  br i1 %end, label %done, label %loop
done:
  ret i32 %more
null:
  call void @llvm.trap()
  unreachable
}

declare void @llvm.trap()

attributes #0 = { "implicit-null-checks" "gc-leaf-function" }
!0 = !{i32 1, i64 32}
