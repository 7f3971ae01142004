; What is a safepoint, and what is not.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @use(ptr addrspace(12))
declare void @ordinary()
declare void @reads() memory(read)
declare void @reads_operands(ptr) memory(argmem: readwrite)
; A callee at a safepoint sees the frame, whatever it said of memory.
; CHECK: declare void @reads_and_collects() #[[COLLECTS:[0-9]+]]
declare void @reads_and_collects() memory(read) "julia.safepoint"
declare void @leaf() "gc-leaf-function"
declare void @julia.safepoint(ptr) memory(argmem: readwrite)
declare void @julia.gcroot_flush() memory(read)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.queue_gc_root(ptr addrspace(10))
declare void @llvm.donothing()
declare void @jl_lock_value(ptr)
declare void @ijl_unlock_field(ptr)
declare void @ijl_pop_handler_noexcept(ptr, i32)
declare i32 @jl_egal__unboxed(ptr, ptr)
; CHECK: declare ptr addrspace(10) @link(ptr, ptr readnone)
declare ptr addrspace(10) @link(ptr readnone, ptr readnone)

; CHECK-LABEL: define void @ordinary_call(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @ordinary()
define void @ordinary_call() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @ordinary()
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use(ptr addrspace(12) %k)
  ret void
}

; CHECK-LABEL: define void @no_safepoints(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @no_safepoints(ptr %p) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @reads()
  call void @reads_operands(ptr %p)
  call void @leaf()
  call void @ordinary() "gc-leaf-function"
  call void @llvm.donothing()
  call void asm sideeffect "", ""()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  call void @julia.queue_gc_root(ptr addrspace(10) %a)
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use(ptr addrspace(12) %k)
  ret void
}

; CHECK-LABEL: define void @attribute(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @reads_and_collects()
define void @attribute() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @reads_and_collects()
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use(ptr addrspace(12) %k)
  ret void
}

; CHECK-LABEL: define void @poll(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @julia.safepoint(ptr %page)
define void @poll(ptr %page) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @julia.safepoint(ptr %page)
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use(ptr addrspace(12) %k)
  ret void
}

; Roots are in their slots where this was, and it is gone.
; CHECK-LABEL: define void @flush(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    %k = addrspacecast
define void @flush() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @julia.gcroot_flush()
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use(ptr addrspace(12) %k)
  ret void
}

; Functions of the runtime that are known to collect nothing.
; CHECK-LABEL: define void @leaves(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @leaves(ptr %p) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @jl_lock_value(ptr %p)
  call void @ijl_unlock_field(ptr %p)
  call void @ijl_pop_handler_noexcept(ptr %p, i32 1)
  %e = call i32 @jl_egal__unboxed(ptr %p, ptr %p)
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use(ptr addrspace(12) %k)
  ret void
}

; A thunk jumps to another function, and nothing of it changes.
; CHECK-LABEL: define ptr addrspace(10) @jump(
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    %a = call ptr addrspace(10) @new()
; CHECK-NEXT:    %b = call ptr addrspace(10) @new() [ "jl_roots"(ptr addrspace(10) %a) ]
; CHECK-NEXT:    ret ptr addrspace(10) %a
define ptr addrspace(10) @jump() "thunk" {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @new() [ "jl_roots"(ptr addrspace(10) %a) ]
  ret ptr addrspace(10) %a
}

; The callee links its frame where its parameter points.
; CHECK-LABEL: define ptr addrspace(10) @stack_is_used(
; CHECK:         %a = call ptr addrspace(10) @link(ptr "gcstack" %s, ptr readnone %p)
define ptr addrspace(10) @stack_is_used(ptr "gcstack" %s, ptr %p) {
  %a = call ptr addrspace(10) @link(ptr readnone "gcstack" %s, ptr readnone %p)
  %b = call ptr addrspace(10) @new()
  ret ptr addrspace(10) %a
}

; CHECK: attributes #[[COLLECTS]] = { "julia.safepoint" }
