;; Two references, one of which lives across a call, and a check.
define i64 @get(ptr addrspace(7) %object) gc "client-gc" {
  %is.null = icmp eq ptr addrspace(7) %object, null
  br i1 %is.null, label %null, label %ok
ok:
  call void @collect()
  %value = load i64, ptr addrspace(7) %object
  ret i64 %value
null:
  ret i64 -1
}

define i64 @get_now(ptr addrspace(7) %object) gc "client-gc" {
  %is.null = icmp eq ptr addrspace(7) %object, null
  br i1 %is.null, label %null, label %ok
ok:
  %value = load i64, ptr addrspace(7) %object
  ret i64 %value
null:
  ret i64 -1
}

declare void @collect()
