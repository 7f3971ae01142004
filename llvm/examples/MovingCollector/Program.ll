;; A program for a moving collector, as a front end would emit it: references are
;; pointers of address space 1, and its functions have a GC strategy. Where
;; references live over calls is found by rewrite-statepoints-for-gc.
;;
;; All of it is in a section of its own, so that walks know what is managed code.
;;
;; An object is a word of the collector's, its references, and its integers.

;; Native functions, behind entries (Main.cpp). Both are safepoints.
declare ptr addrspace(1) @gc_allocate(i32 %references, i32 %integers)
declare void @gc_poll()

;; A cell of a list: { header, next, value }.
define ptr addrspace(1) @cons(i64 %value, ptr addrspace(1) %next) section "managed_text" gc "managed" {
  %cell = call ptr addrspace(1) @gc_allocate(i32 1, i32 1)
  %next.place = getelementptr i64, ptr addrspace(1) %cell, i64 1
  store ptr addrspace(1) %next, ptr addrspace(1) %next.place
  %value.place = getelementptr i64, ptr addrspace(1) %cell, i64 2
  store i64 %value, ptr addrspace(1) %value.place
  ret ptr addrspace(1) %cell
}

;; The list of the integers from 1 to n.
define ptr addrspace(1) @count_to(i64 %n) section "managed_text" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %less, %body ]
  %list = phi ptr addrspace(1) [ null, %entry ], [ %longer, %body ]
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %body
body:
  %longer = call ptr addrspace(1) @cons(i64 %i, ptr addrspace(1) %list)
  %less = sub i64 %i, 1
  br label %loop
exit:
  ret ptr addrspace(1) %list
}

;; An array of the squares of what is in a list: { header, items... }. The place
;; of the next item is a pointer into the array that lives over a safepoint.
define ptr addrspace(1) @squares(ptr addrspace(1) %list, i32 %n) section "managed_text" gc "managed" {
entry:
  %array = call ptr addrspace(1) @gc_allocate(i32 0, i32 %n)
  %first = getelementptr i64, ptr addrspace(1) %array, i64 1
  br label %loop
loop:
  %cell = phi ptr addrspace(1) [ %list, %entry ], [ %next, %body ]
  %place = phi ptr addrspace(1) [ %first, %entry ], [ %behind, %body ]
  %done = icmp eq ptr addrspace(1) %cell, null
  br i1 %done, label %exit, label %body
body:
  call void @gc_poll()
  %value.place = getelementptr i64, ptr addrspace(1) %cell, i64 2
  %value = load i64, ptr addrspace(1) %value.place
  %square = mul i64 %value, %value
  store i64 %square, ptr addrspace(1) %place
  %behind = getelementptr i64, ptr addrspace(1) %place, i64 1
  %next.place = getelementptr i64, ptr addrspace(1) %cell, i64 1
  %next = load ptr addrspace(1), ptr addrspace(1) %next.place
  br label %loop
exit:
  ret ptr addrspace(1) %array
}

;; The sum of the n integers of an array.
define i64 @sum(ptr addrspace(1) %array, i64 %n) section "managed_text" gc "managed" {
entry:
  %first = getelementptr i64, ptr addrspace(1) %array, i64 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %total = phi i64 [ 0, %entry ], [ %more, %body ]
  %place = phi ptr addrspace(1) [ %first, %entry ], [ %behind, %body ]
  %done = icmp eq i64 %i, %n
  br i1 %done, label %exit, label %body
body:
  call void @gc_poll()
  %item = load i64, ptr addrspace(1) %place
  %more = add i64 %total, %item
  %behind = getelementptr i64, ptr addrspace(1) %place, i64 1
  %i.next = add i64 %i, 1
  br label %loop
exit:
  ret i64 %total
}

;; The sum of the squares of the integers from 1 to n.
define i64 @managed_main(i64 %n) section "managed_text" gc "managed" {
  %list = call ptr addrspace(1) @count_to(i64 %n)
  %count = trunc i64 %n to i32
  %array = call ptr addrspace(1) @squares(ptr addrspace(1) %list, i32 %count)
  %sum = call i64 @sum(ptr addrspace(1) %array, i64 %n)
  ret i64 %sum
}
