;; Lists: loops over references, and references in objects.

%node = type { ptr addrspace(1), i64, ptr addrspace(1) }

declare ptr addrspace(1) @allocate(i64)
declare i64 @visit(ptr addrspace(1), i64)

define i64 @sum(ptr addrspace(1) %list) {
entry:
  br label %head
head:
  %node = phi ptr addrspace(1) [ %list, %entry ], [ %next, %body ]
  %sum = phi i64 [ 0, %entry ], [ %new, %body ]
  %steps = phi i64 [ 0, %entry ], [ %more, %body ]
  %end = icmp eq ptr addrspace(1) %node, null
  %many = icmp ugt i64 %steps, 9
  %done = or i1 %end, %many
  br i1 %done, label %exit, label %body
body:
  %place = getelementptr inbounds %node, ptr addrspace(1) %node, i64 0, i32 1
  %value = load i64, ptr addrspace(1) %place
  %visited = call i64 @visit(ptr addrspace(1) %node, i64 %value)
  %new = add i64 %sum, %visited
  %next = load ptr addrspace(1), ptr addrspace(1) %node
  %more = add i64 %steps, 1
  br label %head
exit:
  ret i64 %sum
}

define ptr addrspace(1) @reverse(ptr addrspace(1) %list, i64 %count) {
entry:
  %result = alloca ptr addrspace(1)
  %cursor = alloca ptr addrspace(1)
  %left = alloca i64
  store ptr addrspace(1) null, ptr %result
  store ptr addrspace(1) %list, ptr %cursor
  store i64 %count, ptr %left
  br label %head
head:
  %node = load ptr addrspace(1), ptr %cursor
  %n = load i64, ptr %left
  %end = icmp eq ptr addrspace(1) %node, null
  %none = icmp sle i64 %n, 0
  %done = or i1 %end, %none
  br i1 %done, label %exit, label %body
body:
  %new = call ptr addrspace(1) @allocate(i64 24)
  %old = load ptr addrspace(1), ptr %result
  store ptr addrspace(1) %old, ptr addrspace(1) %new
  %from = getelementptr %node, ptr addrspace(1) %node, i64 0, i32 1
  %to = getelementptr %node, ptr addrspace(1) %new, i64 0, i32 1
  %value = load i64, ptr addrspace(1) %from
  store i64 %value, ptr addrspace(1) %to
  store ptr addrspace(1) %new, ptr %result
  %next = load ptr addrspace(1), ptr addrspace(1) %node
  store ptr addrspace(1) %next, ptr %cursor
  %less = sub i64 %n, 1
  store i64 %less, ptr %left
  br label %head
exit:
  %last = load ptr addrspace(1), ptr %result
  ret ptr addrspace(1) %last
}

define i64 @both(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
  %r = call ptr addrspace(1) @reverse(ptr addrspace(1) %a, i64 %n)
  %x = call i64 @sum(ptr addrspace(1) %r)
  %y = call i64 @sum(ptr addrspace(1) %b)
  %z = call i64 @sum(ptr addrspace(1) %a)
  %xy = mul i64 %x, %y
  %xyz = xor i64 %xy, %z
  ret i64 %xyz
}
