;; The first module for the link matrix of stack maps: every kind of function
;; Objects have a word of the collector's and two integers.

declare void @linktest_poll()

define i64 @plain_first(ptr addrspace(1) %p) noinline gc "managed" {
  call void @linktest_poll()
  %place = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %place
  ret i64 %v
}

;; Only the pointer into the object is used afterwards.
define i64 @derived_first(ptr addrspace(1) %p, i1 %left) noinline gc "managed" {
  %left.place = getelementptr i64, ptr addrspace(1) %p, i64 1
  %right.place = getelementptr i64, ptr addrspace(1) %p, i64 2
  %place = select i1 %left, ptr addrspace(1) %left.place,
                            ptr addrspace(1) %right.place
  call void @linktest_poll()
  %v = load i64, ptr addrspace(1) %place
  ret i64 %v
}

;; The safepoint is where code seldom comes.
define i64 @cold_first(ptr addrspace(1) %p) noinline gc "managed" !prof !0 {
entry:
  %place = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %place
  %seldom = icmp sgt i64 %v, 0
  br i1 %seldom, label %rare, label %often, !prof !1

often:
  ret i64 0

rare:
  call void @linktest_poll()
  %again = getelementptr i64, ptr addrspace(1) %p, i64 1
  %w = load i64, ptr addrspace(1) %again
  ret i64 %w
}

;; Frames of both modules, one behind the other.
define i64 @deep_first(ptr addrspace(1) %p, i64 %n) noinline gc "managed" {
entry:
  %done = icmp eq i64 %n, 0
  br i1 %done, label %last, label %on

last:
  call void @linktest_poll()
  ret i64 0

on:
  %less = sub i64 %n, 1
  %sum = call i64 @deep_second(ptr addrspace(1) %p, i64 %less)
  %place = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %place
  %more = add i64 %sum, %v
  ret i64 %more
}

declare i64 @deep_second(ptr addrspace(1), i64)

define i64 @dead_first(ptr addrspace(1) %p) noinline gc "managed" {
  call void @linktest_poll()
  call void @linktest_poll()
  %place = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %place
  ret i64 %v
}

$shared = comdat any

;; The bodies in the two object files differ: the linker takes one of them.
define weak_odr i64 @shared(ptr addrspace(1) %p) noinline comdat gc "managed" {
  call void @linktest_poll()
  %place = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %place
  ret i64 %v
}

;; The same code: one gives its reference back, the other its integer.
define ptr addrspace(1) @twin_ref(ptr addrspace(1) %p) noinline gc "managed" {
  call void @linktest_poll()
  ret ptr addrspace(1) %p
}

define i64 @twin_int(i64 %p) noinline gc "managed" {
  call void @linktest_poll()
  ret i64 %p
}

;; The same code, with the same reference.
define ptr addrspace(1) @same_one(ptr addrspace(1) %p, i64 %n) noinline
    gc "managed" {
  call void @linktest_poll()
  call void @linktest_poll()
  ret ptr addrspace(1) %p
}

define ptr addrspace(1) @same_two(ptr addrspace(1) %p, i64 %n) noinline
    gc "managed" {
  call void @linktest_poll()
  call void @linktest_poll()
  ret ptr addrspace(1) %p
}

!0 = !{!"function_entry_count", i64 7000}
!1 = !{!"branch_weights", i32 0, i32 7000}
