;; Null checks that throw, as a front end would emit them; docs/MovingCollector.md
;; explains it. It is linked, or compiled by the JIT, as Program.ll is.

@_ZTIi = external constant ptr

;; Native functions, behind entries (Native.cpp). Both are safepoints.
declare ptr addrspace(1) @gc_allocate(i32 %references, i32 %integers)
declare void @gc_poll()

;; These do not collect.
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64) nounwind "gc-leaf-function"
declare void @__cxa_throw(ptr, ptr, ptr) noreturn "gc-leaf-function"
declare ptr @__cxa_begin_catch(ptr) nounwind "gc-leaf-function"
declare void @__cxa_end_catch() "gc-leaf-function"

;; What null checks throw: an int with the site id of the check. All objects move
;; before that.
define void @throw_null(i32 %site) noreturn cold section "managed_text" gc "managed" {
  call void @gc_poll()
  %exception = call ptr @__cxa_allocate_exception(i64 4)
  store i32 %site, ptr %exception
  call void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null)
  unreachable
}

;; A box of a number: { header, value }.
define ptr addrspace(1) @box(i64 %value) section "managed_text" gc "managed" {
  %box = call ptr addrspace(1) @gc_allocate(i32 0, i32 1)
  %place = getelementptr i64, ptr addrspace(1) %box, i64 1
  store i64 %value, ptr addrspace(1) %place
  ret ptr addrspace(1) %box
}

;; The number in a box, if there is a box.
define i64 @unbox(ptr addrspace(1) %box) "implicit-null-checks" section "managed_text" gc "managed" {
  %is.null = icmp eq ptr addrspace(1) %box, null
  br i1 %is.null, label %null, label %ok, !make.implicit !{i32 7}
ok:
  %place = getelementptr i64, ptr addrspace(1) %box, i64 1
  %value = load i64, ptr addrspace(1) %place
  ret i64 %value
null:
  call void @throw_null(i32 7)
  unreachable
}

;; A list of boxes of the integers from 1 to n; null stands for every third one.
;; A cell is { header, next, box }.
define ptr addrspace(1) @boxes(i64 %n) section "managed_text" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %less, %link ]
  %list = phi ptr addrspace(1) [ null, %entry ], [ %cell, %link ]
  %done = icmp eq i64 %i, 0
  br i1 %done, label %exit, label %body
body:
  %cell = call ptr addrspace(1) @gc_allocate(i32 2, i32 0)
  %next.place = getelementptr i64, ptr addrspace(1) %cell, i64 1
  store ptr addrspace(1) %list, ptr addrspace(1) %next.place
  %rest = urem i64 %i, 3
  %is.third = icmp eq i64 %rest, 0
  br i1 %is.third, label %link, label %fill
fill:
  %box = call ptr addrspace(1) @box(i64 %i)
  %box.place = getelementptr i64, ptr addrspace(1) %cell, i64 2
  store ptr addrspace(1) %box, ptr addrspace(1) %box.place
  br label %link
link:
  %less = sub i64 %i, 1
  br label %loop
exit:
  ret ptr addrspace(1) %list
}

;; The sum of a list of boxes. Where one is missing, its handler puts a box of 1000
;; into the cell, a reference that is live across the null path.
define i64 @sum(ptr addrspace(1) %list) "implicit-null-checks" section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  br label %loop
loop:
  %cell = phi ptr addrspace(1) [ %list, %entry ], [ %next, %add ]
  %total = phi i64 [ 0, %entry ], [ %more, %add ]
  %done = icmp eq ptr addrspace(1) %cell, null
  br i1 %done, label %exit, label %body
body:
  %place = getelementptr i64, ptr addrspace(1) %cell, i64 2
  %box = load ptr addrspace(1), ptr addrspace(1) %place
  %unboxed = invoke i64 @unbox(ptr addrspace(1) %box) to label %add unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr @_ZTIi
  %exception = extractvalue { ptr, i32 } %landing, 0
  call ptr @__cxa_begin_catch(ptr %exception)
  call void @__cxa_end_catch()
  %new = call ptr addrspace(1) @box(i64 1000)
  store ptr addrspace(1) %new, ptr addrspace(1) %place
  br label %add
add:
  %value = phi i64 [ %unboxed, %body ], [ 1000, %pad ]
  %more = add i64 %total, %value
  %next.place = getelementptr i64, ptr addrspace(1) %cell, i64 1
  %next = load ptr addrspace(1), ptr addrspace(1) %next.place
  br label %loop
exit:
  ret i64 %total
}

;; The sum of a list, twice: nothing is missing the second time. It has the attribute
;; for the checks that are inlined here.
define i64 @managed_main(i64 %n) "implicit-null-checks" section "managed_text" gc "managed" {
  %list = call ptr addrspace(1) @boxes(i64 %n)
  %first = call i64 @sum(ptr addrspace(1) %list)
  %second = call i64 @sum(ptr addrspace(1) %list)
  %both = add i64 %first, %second
  ret i64 %both
}
