;; Value types: aggregates that are passed, returned, copied and kept in stack
;; objects.

%pair = type { ptr addrspace(1), i64 }
%triple = type { ptr addrspace(1), ptr addrspace(1), i64 }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare i64 @safepoint(i64)
declare %pair @external(ptr addrspace(1), i64)

define %pair @make(ptr addrspace(1) %a, i64 %x) {
  %one = insertvalue %pair poison, ptr addrspace(1) %a, 0
  %y = call i64 @safepoint(i64 %x)
  %two = insertvalue %pair %one, i64 %y, 1
  ret %pair %two
}

define i64 @use(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %x) {
  %p = call %pair @make(ptr addrspace(1) %a, i64 %x)
  %q = call %pair @external(ptr addrspace(1) %b, i64 %x)
  %r = extractvalue %pair %p, 0
  %s = extractvalue %pair %q, 0
  %place = getelementptr i8, ptr addrspace(1) %r, i64 8
  %value = load i64, ptr addrspace(1) %place
  %same = icmp eq ptr addrspace(1) %r, %s
  %number = zext i1 %same to i64
  %result = add i64 %value, %number
  ret i64 %result
}

define void @assign(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  %local = alloca %triple
  %other = alloca %triple
  call void @llvm.memcpy.p0.p1.i64(ptr %local, ptr addrspace(1) %from, i64 24, i1 false)
  %x = call i64 @safepoint(i64 1)
  call void @llvm.memcpy.p0.p0.i64(ptr %other, ptr %local, i64 24, i1 false)
  %number = getelementptr %triple, ptr %other, i64 0, i32 2
  store i64 %x, ptr %number
  %y = call i64 @safepoint(i64 2)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %to, ptr %other, i64 24, i1 false)
  ret void
}

define i64 @read(ptr byval(%pair) %p) {
  %a = load ptr addrspace(1), ptr %p
  %x = call i64 @safepoint(i64 3)
  %null = icmp eq ptr addrspace(1) %a, null
  br i1 %null, label %exit, label %more
more:
  %value = load i64, ptr addrspace(1) %a
  %sum = add i64 %value, %x
  ret i64 %sum
exit:
  ret i64 %x
}

define void @fill(ptr sret(%triple) %result, ptr addrspace(1) %a) {
  store ptr addrspace(1) %a, ptr %result
  %x = call i64 @safepoint(i64 4)
  %second = getelementptr %triple, ptr %result, i64 0, i32 1
  store ptr addrspace(1) %a, ptr %second
  ret void
}

define i64 @vectors(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) {
  %one = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %two = insertelement <2 x ptr addrspace(1)> %one, ptr addrspace(1) %b, i32 1
  %places = getelementptr i64, <2 x ptr addrspace(1)> %two, <2 x i64> <i64 2, i64 4>
  %x = call i64 @safepoint(i64 5)
  %turned = shufflevector <2 x ptr addrspace(1)> %places, <2 x ptr addrspace(1)> poison, <2 x i32> <i32 1, i32 0>
  %chosen = select i1 %c, <2 x ptr addrspace(1)> %places, <2 x ptr addrspace(1)> %turned
  %y = call i64 @safepoint(i64 %x)
  %first = extractelement <2 x ptr addrspace(1)> %chosen, i32 0
  %value = load i64, ptr addrspace(1) %first
  ret i64 %value
}
