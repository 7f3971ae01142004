; What is passed to gc_preserve_begin is kept at each safepoint that this
; dominates and no end of it does. The calls are gone afterwards.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s --implicit-check-not='call{{.*}}gc_preserve'

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @safepoint(i32)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

; CHECK-LABEL: define void @straight(
; CHECK:         call void @safepoint(i32 0)
; CHECK-NEXT:    %a = load
; CHECK-NEXT:    %gc_slot_addr_0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint(i32 1)
; CHECK-NEXT:    call void @safepoint(i32 2)
; CHECK-NEXT:    call void @safepoint(i32 3)
define void @straight(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  call void @safepoint(i32 0)
  %a = load ptr addrspace(10), ptr addrspace(10) %o
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @safepoint(i32 1)
  call void @safepoint(i32 2)
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @safepoint(i32 3)
  ret void
}

; Nothing is kept where it ended on all ways, or has not begun.
; CHECK-LABEL: define void @empty(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @empty(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr addrspace(10) %o
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @safepoint(i32 1)
  ret void
}

; It ends on one of two ways. The safepoint behind the join is dominated by the
; begin and by no end, so the object has to outlive the one behind the end, too.
; CHECK-LABEL: define void @one_way(
; CHECK:       yes:
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_{{.*}}
; CHECK-NEXT:    call void @safepoint(i32 1)
; CHECK:       no:
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_{{.*}}
; CHECK-NEXT:    call void @safepoint(i32 2)
; CHECK:       join:
; CHECK-NEXT:    call void @safepoint(i32 3)
define void @one_way(i1 %c, ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr addrspace(10) %o
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %yes, label %no
yes:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @safepoint(i32 1)
  br label %join
no:
  call void @safepoint(i32 2)
  br label %join
join:
  call void @safepoint(i32 3)
  ret void
}

; It has several ends.
; CHECK-LABEL: define void @ends(
; CHECK:       yes:
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint(i32 1)
; CHECK-NEXT:    call void @safepoint(i32 2)
; CHECK:       no:
; CHECK-NEXT:    call void @safepoint(i32 3)
define void @ends(i1 %c, ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr addrspace(10) %o
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %yes, label %no
yes:
  call void @safepoint(i32 1)
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @safepoint(i32 2)
  ret void
no:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @safepoint(i32 3)
  ret void
}

; A safepoint that it does not dominate does not count.
; CHECK-LABEL: define void @not_dominated(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @not_dominated(i1 %c, ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr addrspace(10) %o
  br i1 %c, label %yes, label %join
yes:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br label %join
join:
  call void @safepoint(i32 1)
  ret void
}

; Objects of derived pointers, and of members of aggregates.
; CHECK-LABEL: define void @others(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 2)
; CHECK-DAG:     store ptr addrspace(10) %a, ptr
; CHECK-DAG:     store ptr addrspace(10) %b, ptr
; CHECK:         call void @safepoint(i32 1)
define void @others(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr addrspace(10) %o
  %b = load ptr addrspace(10), ptr addrspace(10) %o
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %x = insertvalue { ptr addrspace(10), i64 } poison, ptr addrspace(10) %b, 0
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(11) %d, { ptr addrspace(10), i64 } %x, i64 1)
  call void @safepoint(i32 1)
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}
