; A poll by page of a function with a frame is one instruction, too. What is live
; across it is stored to the frame before and loaded after it. The fault map has
; an entry for it, and there is no stack map.

; RUN: opt -passes='function(place-safepoints),place-gc-roots,lower-gc-frame' \
; RUN:   %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -verify-machineinstrs \
; RUN:   %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj %t.bc \
; RUN:   -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck --check-prefix=MAP %s
; RUN: llvm-readobj -S %t.o | FileCheck --check-prefix=SECTIONS %s
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj -O0 \
; RUN:   -verify-machineinstrs %t.bc -o %t0.o
; RUN: llvm-managed-maps verify --strict %t0.o
; RUN: llvm-managed-maps dump %t0.o | FileCheck --check-prefix=MAP %s
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj \
; RUN:   -global-isel -global-isel-abort=0 -verify-machineinstrs \
; RUN:   %t.bc -o %t1.o
; RUN: llvm-managed-maps verify --strict %t1.o

; SECTIONS-NOT: gcmap
; SECTIONS-NOT: stackmap

@LLVMManagedPollAddress = external constant ptr
@llvm_gc_root_chain = external thread_local(initialexec) global ptr

; CHECK-LABEL: sum:
; CHECK-NOT: bl{{r? }}
; CHECK: str x{{[0-9]+}}, [[SLOT:\[sp, #16\]]]
; CHECK: .LBB0_1:
; CHECK: .Ltmp0:
; CHECK-NEXT: ldr wzr, [x{{[0-9]+}}]
; CHECK-NEXT: .Ltmp1:
; CHECK: ldr x{{[0-9]+}}, [[SLOT]]
; CHECK: b.lo .LBB0_1
; CHECK: ret

; MAP: PollingPage {{.*}}(sum+0x

define i64 @sum(ptr addrspace(1) %o, i64 %n) gc "managed-frames" {
entry:
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %v = load volatile i64, ptr addrspace(1) %o
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, %v
  call void %page() "gc-page-poll"
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done
done:
  ret i64 %s.next
}

; Without references there is no frame.
; CHECK-LABEL: numbers:
; CHECK-NOT: llvm_gc_root_chain
; CHECK: ldr wzr, [x{{[0-9]+}}]
; CHECK: ret

; MAP: PollingPage {{.*}}(numbers+0x

define i64 @numbers(i64 %n, ptr %p) gc "managed-frames" {
entry:
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %v = load volatile i64, ptr %p
  %i.next = add i64 %i, %v
  call void %page() "gc-page-poll"
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done
done:
  ret i64 %i.next
}

; At the return, with a stack object of variable size.
; CHECK-LABEL: at_return:
; CHECK: bl use
; CHECK: ldr wzr, [x{{[0-9]+}}]
; CHECK: ldur x0, [x29, #-{{[0-9]+}}]
; CHECK: ret

; MAP: PollingPage {{.*}}(at_return+0x

declare void @use(ptr) "gc-leaf-function"

define ptr addrspace(1) @at_return(ptr addrspace(1) %o, i64 %n)
    "gc-polls"="return" "gc-poll-form"="page" gc "managed-frames" {
  %memory = alloca i8, i64 %n
  call void @use(ptr %memory)
  ret ptr addrspace(1) %o
}
