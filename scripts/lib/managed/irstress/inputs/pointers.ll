;; Pointers of the default address space, which become references.

declare ptr @allocate(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define ptr @insert(ptr %tree, i64 %key) {
entry:
  %variable = alloca ptr
  store ptr %tree, ptr %variable
  br label %head
head:
  %steps = phi i64 [ 0, %entry ], [ %more, %step ]
  %node = load ptr, ptr %variable
  %none = icmp eq ptr %node, null
  %far = icmp ugt i64 %steps, 6
  %stop = or i1 %none, %far
  br i1 %stop, label %add, label %step
step:
  %other = load i64, ptr %node
  %less = icmp ult i64 %key, %other
  %index = select i1 %less, i64 8, i64 16
  %place = getelementptr i8, ptr %node, i64 %index
  %child = load ptr, ptr %place
  store ptr %child, ptr %variable
  %more = add i64 %steps, 1
  br label %head
add:
  %new = call ptr @allocate(i64 24)
  %null = icmp eq ptr %new, null
  br i1 %null, label %fail, label %fill
fill:
  store i64 %key, ptr %new
  %left = getelementptr i8, ptr %new, i64 8
  store ptr %node, ptr %left
  ret ptr %new
fail:
  ret ptr %tree
}

define void @copy(ptr %to, ptr %from) {
  %temporary = alloca [2 x ptr]
  call void @llvm.memcpy.p0.p0.i64(ptr %temporary, ptr %from, i64 16, i1 false)
  %a = call ptr @allocate(i64 8)
  %second = getelementptr i8, ptr %temporary, i64 8
  %b = load ptr, ptr %second
  store ptr %b, ptr %to
  %place = getelementptr i8, ptr %to, i64 8
  store ptr %a, ptr %place
  ret void
}

define i64 @exchange(ptr %p, ptr %q) {
  %old = atomicrmw xchg ptr %p, i64 5 seq_cst
  %pair = cmpxchg ptr %q, i64 1, i64 %old seq_cst seq_cst
  %was = extractvalue { i64, i1 } %pair, 0
  %a = call ptr @allocate(i64 %was)
  %same = icmp eq ptr %a, %p
  %number = zext i1 %same to i64
  ret i64 %number
}
