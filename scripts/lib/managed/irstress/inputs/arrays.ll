;; Arrays: derived pointers in loops, copies and comparisons.

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @safepoint()

define i64 @total(ptr addrspace(1) %array, i64 %n) {
entry:
  %first = getelementptr inbounds i8, ptr addrspace(1) %array, i64 16
  %count = and i64 %n, 15
  %end = getelementptr inbounds i64, ptr addrspace(1) %first, i64 %count
  br label %head
head:
  %p = phi ptr addrspace(1) [ %first, %entry ], [ %next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %new, %body ]
  %done = icmp eq ptr addrspace(1) %p, %end
  br i1 %done, label %exit, label %body
body:
  call void @safepoint()
  %value = load i64, ptr addrspace(1) %p
  %new = add i64 %sum, %value
  %next = getelementptr inbounds i64, ptr addrspace(1) %p, i64 1
  br label %head
exit:
  ret i64 %sum
}

define void @shift(ptr addrspace(1) %array, i64 %n) {
  %count = and i64 %n, 7
  %bytes = shl i64 %count, 3
  %to = getelementptr i8, ptr addrspace(1) %array, i64 512
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %to, ptr addrspace(1) %array, i64 %bytes, i1 false)
  call void @safepoint()
  call void @llvm.memset.p1.i64(ptr addrspace(1) %array, i8 0, i64 %bytes, i1 false)
  ret void
}

define void @swap(ptr addrspace(1) %array, i64 %i, i64 %j) {
  %a = and i64 %i, 31
  %b = and i64 %j, 31
  %first = getelementptr ptr addrspace(1), ptr addrspace(1) %array, i64 %a
  %second = getelementptr ptr addrspace(1), ptr addrspace(1) %array, i64 %b
  %x = load ptr addrspace(1), ptr addrspace(1) %first
  call void @safepoint()
  %y = load ptr addrspace(1), ptr addrspace(1) %second
  call void @safepoint()
  store ptr addrspace(1) %x, ptr addrspace(1) %second
  store ptr addrspace(1) %y, ptr addrspace(1) %first
  ret void
}

define ptr addrspace(1) @choose(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i64 %i) {
  %index = and i64 %i, 31
  %base = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %place = getelementptr ptr addrspace(1), ptr addrspace(1) %base, i64 %index
  call void @safepoint()
  %value = load ptr addrspace(1), ptr addrspace(1) %place
  %null = icmp eq ptr addrspace(1) %value, null
  %result = select i1 %null, ptr addrspace(1) %base, ptr addrspace(1) %value
  ret ptr addrspace(1) %result
}
