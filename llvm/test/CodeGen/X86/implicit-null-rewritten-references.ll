; Null checks of references that are rewritten to statepoints, with roots in
; registers and in slots, or placed in frames: the null block finds each reference
; and its deopt state where the branch would have left them.
;
; RUN: sed s/STRATEGY/managed/ %s | opt -passes=rewrite-statepoints-for-gc \
; RUN:   | llc -mtriple=x86_64-linux-gnu -O1 -verify-machineinstrs \
; RUN:   | FileCheck %s --check-prefixes=CHECK,STATEPOINTS,REGISTERS
; RUN: sed s/STRATEGY/managed/ %s | opt -passes=rewrite-statepoints-for-gc \
; RUN:   | llc -mtriple=x86_64-linux-gnu -O2 -verify-machineinstrs \
; RUN:   | FileCheck %s --check-prefixes=CHECK,STATEPOINTS,REGISTERS
; RUN: sed s/STRATEGY/managed/ %s | opt -passes=rewrite-statepoints-for-gc \
; RUN:   | llc -mtriple=x86_64-linux-gnu -O3 -verify-machineinstrs \
; RUN:   | FileCheck %s --check-prefixes=CHECK,STATEPOINTS,REGISTERS
; RUN: sed s/STRATEGY/statepoint-example/ %s | opt -passes=rewrite-statepoints-for-gc \
; RUN:   | llc -mtriple=x86_64-linux-gnu -O1 -verify-machineinstrs \
; RUN:   | FileCheck %s --check-prefixes=CHECK,STATEPOINTS,SLOTS
; RUN: sed s/STRATEGY/statepoint-example/ %s | opt -passes=rewrite-statepoints-for-gc \
; RUN:   | llc -mtriple=x86_64-linux-gnu -O3 -verify-machineinstrs \
; RUN:   | FileCheck %s --check-prefixes=CHECK,STATEPOINTS,SLOTS
; RUN: sed s/STRATEGY/managed-frames/ %s | opt -passes=place-gc-roots,lower-gc-frame \
; RUN:   | llc -mtriple=x86_64-linux-gnu -O1 -verify-machineinstrs \
; RUN:   | FileCheck %s --check-prefixes=CHECK,FRAME
; RUN: sed s/STRATEGY/managed-frames/ %s | opt -passes=place-gc-roots,lower-gc-frame \
; RUN:   | llc -mtriple=x86_64-linux-gnu -O3 -verify-machineinstrs \
; RUN:   | FileCheck %s --check-prefixes=CHECK,FRAME

declare void @safepoint()
declare void @throw_null(ptr addrspace(1))
declare void @use(ptr addrspace(1))
declare i32 @personality(...)

; The null block passes a reference on, and has it in its deopt state.
; CHECK-LABEL: after_safepoint:
; CHECK: movq 8({{%r.*}}), %rax # on-fault: [[NULL:.*]]
; CHECK: {{^}}[[NULL]]:
; REGISTERS: movq %rbx, %rdi
; SLOTS: movq 8(%rsp), %rdi
; FRAME: movq 24(%rsp), %rdi
; CHECK: callq throw_null
define i64 @after_safepoint(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "STRATEGY" {
entry:
  call void @safepoint()
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %field = getelementptr i8, ptr addrspace(1) %p, i64 8
  %v = load i64, ptr addrspace(1) %field
  ret i64 %v
is_null:
  call void @throw_null(ptr addrspace(1) %q) [ "deopt"(ptr addrspace(1) %q, i64 7) ]
  unreachable
}

; The checked reference is relocated in each round. The null block has that of the
; last one, and what has been added up.
; CHECK-LABEL: loop:
; CHECK: movq 8(%rax), [[NEXT:%r.*]] # on-fault: [[NULL:.*]]
; CHECK: movq 8(%rax), [[NEXT]] # on-fault: [[NULL]]
; CHECK: {{^}}[[NULL]]:
; REGISTERS: movq %r14, 8(%rsp)
; REGISTERS: movq %rbx, %rdi
; SLOTS: movq %rbx, (%rsp)
; FRAME: movq %rbx, 40(%rsp)
; CHECK: callq throw_null
define i64 @loop(ptr addrspace(1) %list) "implicit-null-checks" gc "STRATEGY" {
entry:
  br label %head
head:
  %node = phi ptr addrspace(1) [ %list, %entry ], [ %next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %body ]
  %null = icmp eq ptr addrspace(1) %node, null
  br i1 %null, label %is_null, label %body, !make.implicit !0
body:
  %v = load i64, ptr addrspace(1) %node
  %field = getelementptr i8, ptr addrspace(1) %node, i64 8
  %next = load ptr addrspace(1), ptr addrspace(1) %field
  %sum.next = add i64 %sum, %v
  call void @safepoint()
  br label %head
is_null:
  call void @throw_null(ptr addrspace(1) %list) [ "deopt"(i64 %sum) ]
  unreachable
}

; The access stores a derived pointer, and the null block has it, too.
; CHECK-LABEL: derived:
; CHECK: movq %rdi, ({{%r.*}}) # on-fault: [[NULL:.*]]
; CHECK: {{^}}[[NULL]]:
; CHECK: callq throw_null
define i64 @derived(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %i) "implicit-null-checks" gc "STRATEGY" {
entry:
  %d = getelementptr i64, ptr addrspace(1) %q, i64 %i
  call void @safepoint()
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  store ptr addrspace(1) %d, ptr addrspace(1) %p
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
is_null:
  call void @throw_null(ptr addrspace(1) %d)
  %w = load i64, ptr addrspace(1) %d
  ret i64 %w
}

; The null block ends in a landing pad, which needs a reference.
; CHECK-LABEL: caught:
; CHECK: movq ({{%r.*}}), %rax # on-fault: [[NULL:.*]]
; CHECK: {{^}}[[NULL]]:
; REGISTERS: movq %rbx, (%rsp)
; SLOTS: movq (%rsp), %rax
; SLOTS: movq %rax, 16(%rsp)
; CHECK: callq throw_null
define i64 @caught(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "STRATEGY" personality ptr @personality {
entry:
  call void @safepoint()
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
is_null:
  invoke void @throw_null(ptr addrspace(1) null) [ "deopt"(i64 1) ]
    to label %unreachable unwind label %pad
pad:
  %e = landingpad { ptr, i32 } cleanup
  %w = load i64, ptr addrspace(1) %q
  %twice = shl i64 %w, 1
  ret i64 %twice
unreachable:
  unreachable
}

; The reference comes out of a landing pad.
; CHECK-LABEL: after_landing_pad:
; CHECK: movq (%rax), %rax # on-fault: [[NULL:.*]]
; CHECK: {{^}}[[NULL]]:
; REGISTERS: movq 16(%rsp), %rdi
; SLOTS: movq 16(%rsp), %rdi
; FRAME: movq 24(%rsp), %rdi
; CHECK: callq throw_null
define i64 @after_landing_pad(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "STRATEGY" personality ptr @personality {
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

; The access is also on a path from another safepoint. The statepoint there does
; not list what the null block alone reads. A frame keeps it.
; CHECK-LABEL: joined:
; STATEPOINTS: je {{.*}}
; STATEPOINTS-NOT: on-fault
; FRAME: movq (%rdi), %rax # on-fault: [[NULL:.*]]
; FRAME: {{^}}[[NULL]]:
; FRAME: movq 24(%rsp), %rdi
; FRAME: callq throw_null
define i64 @joined(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) "implicit-null-checks" gc "STRATEGY" {
entry:
  call void @safepoint()
  br i1 %c, label %other, label %check
other:
  call void @use(ptr addrspace(1) %p)
  br label %access
check:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %access, !make.implicit !0
access:
  %v = load volatile i64, ptr addrspace(1) %p
  ret i64 %v
is_null:
  call void @throw_null(ptr addrspace(1) %q)
  unreachable
}

; The access is certain to happen. So a probe on the path from the check can read
; the object.
; CHECK-LABEL: joined_probe:
; STATEPOINTS: testb %al, ({{%r.*}}) # on-fault: [[NULL:.*]]
; FRAME: on-fault: [[NULL:.*]]
; CHECK: {{^}}[[NULL]]:
; CHECK: callq throw_null
define i64 @joined_probe(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) "implicit-null-checks" gc "STRATEGY" {
entry:
  call void @safepoint()
  br i1 %c, label %other, label %check
other:
  call void @use(ptr addrspace(1) %p)
  br label %access
check:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %access, !make.implicit !0
access:
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
is_null:
  call void @throw_null(ptr addrspace(1) %q)
  unreachable
}

; Both paths come from the check.
; CHECK-LABEL: diamond:
; CHECK: addq ({{%r.*}}), {{%r.*}} # on-fault: [[NULL:.*]]
; CHECK: {{^}}[[NULL]]:
; REGISTERS: movq %rbx, %rdi
; CHECK: callq throw_null
define i64 @diamond(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "implicit-null-checks" gc "STRATEGY" {
entry:
  call void @safepoint()
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %c = icmp sgt i64 %n, 7
  br i1 %c, label %multiply, label %access
multiply:
  %product = mul i64 %n, %n
  %square = mul i64 %product, %product
  br label %access
access:
  %m = phi i64 [ %n, %not_null ], [ %square, %multiply ]
  %v = load i64, ptr addrspace(1) %p
  %w = load i64, ptr addrspace(1) %q
  %n2 = add i64 %v, %m
  %sum = add i64 %n2, %w
  ret i64 %sum
is_null:
  call void @throw_null(ptr addrspace(1) %q)
  unreachable
}

!0 = !{}
