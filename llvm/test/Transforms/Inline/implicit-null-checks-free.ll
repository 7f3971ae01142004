; Enabled null checks do not change what is inlined: their branches leave a
; callee one block, and what null leads to counts for nothing.
;
; RUN: opt -passes='cgscc(inline)' -inline-threshold=5 -S -pass-remarks=inline -pass-remarks-missed=inline -o /dev/null %s 2>&1 | FileCheck %s

declare void @llvm.ubsantrap(i8)
declare void @handler(ptr, ptr)
declare void @note()

; CHECK: 'plain' inlined into 'calls_plain' with (cost=[[COST:-?[0-9]+]], threshold=[[THRESHOLD:[0-9]+]])
; CHECK: 'checked' inlined into 'calls_checked' with (cost=[[COST]], threshold=[[THRESHOLD]])
; CHECK: 'handled' inlined into 'calls_handled' with (cost=[[COST]], threshold=[[THRESHOLD]])
;
; A caller without the attribute, a trap that another condition leads to, a check
; without a mark, and what does not end the program.
; CHECK: 'checked' not inlined into 'calls_disabled'
; CHECK: 'shared' not inlined into 'calls_shared'
; CHECK: 'not_marked' not inlined into 'calls_not_marked'
; CHECK: 'goes_on' not inlined into 'calls_goes_on' {{.*}}threshold=5)

define i32 @plain(ptr %p, ptr %q) "implicit-null-checks" {
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %w = load i32, ptr %p
  %x = mul i32 %v, %w
  %y = xor i32 %x, 77
  %z = add i32 %y, %v
  %a = mul i32 %z, %w
  ret i32 %a
}

define i32 @checked(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %w = load i32, ptr %p
  %x = mul i32 %v, %w
  %y = xor i32 %x, 77
  %z = add i32 %y, %v
  %a = mul i32 %z, %w
  ret i32 %a
trap:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

define i32 @handled(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %w = load i32, ptr %p
  %x = mul i32 %v, %w
  %y = xor i32 %x, 77
  %z = add i32 %y, %v
  %a = mul i32 %z, %w
  ret i32 %a
trap:
  call void @handler(ptr null, ptr %p)
  unreachable
}

define i32 @shared(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %next, !make.implicit !{}
next:
  %other = icmp eq ptr %q, null
  br i1 %other, label %trap, label %ok
ok:
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %w = load i32, ptr %p
  %x = mul i32 %v, %w
  %y = xor i32 %x, 77
  %z = add i32 %y, %v
  %a = mul i32 %z, %w
  ret i32 %a
trap:
  call void @handler(ptr null, ptr %p)
  unreachable
}

define i32 @not_marked(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok
ok:
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %w = load i32, ptr %p
  %x = mul i32 %v, %w
  %y = xor i32 %x, 77
  %z = add i32 %y, %v
  %a = mul i32 %z, %w
  ret i32 %a
trap:
  call void @handler(ptr null, ptr %p)
  unreachable
}

define i32 @goes_on(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  %w = load i32, ptr %p
  %x = mul i32 %v, %w
  %y = xor i32 %x, 77
  %z = add i32 %y, %v
  %a = mul i32 %z, %w
  ret i32 %a
is_null:
  call void @note()
  ret i32 0
}

define i32 @calls_plain(ptr %p, ptr %q) "implicit-null-checks" {
  %r = call i32 @plain(ptr %p, ptr %q)
  ret i32 %r
}

define i32 @calls_checked(ptr %p, ptr %q) "implicit-null-checks" {
  %r = call i32 @checked(ptr %p, ptr %q)
  ret i32 %r
}

define i32 @calls_handled(ptr %p, ptr %q) "implicit-null-checks" {
  %r = call i32 @handled(ptr %p, ptr %q)
  ret i32 %r
}

define i32 @calls_disabled(ptr %p, ptr %q) {
  %r = call i32 @checked(ptr %p, ptr %q)
  ret i32 %r
}

define i32 @calls_shared(ptr %p, ptr %q) "implicit-null-checks" {
  %r = call i32 @shared(ptr %p, ptr %q)
  ret i32 %r
}

define i32 @calls_not_marked(ptr %p, ptr %q) "implicit-null-checks" {
  %r = call i32 @not_marked(ptr %p, ptr %q)
  ret i32 %r
}

define i32 @calls_goes_on(ptr %p, ptr %q) "implicit-null-checks" {
  %r = call i32 @goes_on(ptr %p, ptr %q)
  ret i32 %r
}

; Some calls keep a function from being inlined even if they are never executed:
; the list of arguments would be that of the caller.
; CHECK: 'variadic' not inlined into 'calls_variadic' {{.*}}varargs
; CHECK: 'returns_twice' not inlined into 'calls_returns_twice' {{.*}}exposes returns twice
; CHECK: 'recursive' not inlined into 'calls_recursive' {{.*}}recursive
; CHECK: 'not_copied' not inlined into 'calls_not_copied' {{.*}}noduplicate

declare void @llvm.va_start.p0(ptr)
declare i32 @again(ptr) returns_twice

define i32 @variadic(ptr %p, ...) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
trap:
  call void @llvm.va_start.p0(ptr @arguments)
  unreachable
}
@arguments = global [32 x i8] zeroinitializer

define i32 @returns_twice(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
trap:
  call i32 @again(ptr @arguments) returns_twice
  unreachable
}

define i32 @recursive(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
trap:
  call i32 @recursive(ptr %p)
  unreachable
}

define i32 @not_copied(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
trap:
  call void @note() noduplicate
  unreachable
}

define i32 @calls_variadic(ptr %p, ...) "implicit-null-checks" {
  %r = call i32 (ptr, ...) @variadic(ptr %p, i32 5)
  ret i32 %r
}

define i32 @calls_returns_twice(ptr %p) "implicit-null-checks" {
  %r = call i32 @returns_twice(ptr %p)
  ret i32 %r
}

define i32 @calls_recursive(ptr %p) "implicit-null-checks" {
  %r = call i32 @recursive(ptr %p)
  ret i32 %r
}

define i32 @calls_not_copied(ptr %p) "implicit-null-checks" {
  %r = call i32 @not_copied(ptr %p)
  %s = call i32 @not_copied(ptr %p)
  %t = add i32 %r, %s
  ret i32 %t
}
