;; Invokes: references that are needed in landing pads, and after them.

declare i32 @__gxx_personality_v0(...)
declare ptr addrspace(1) @may_throw(ptr addrspace(1))
declare void @throw() noreturn
declare void @safepoint()

define ptr addrspace(1) @caught(ptr addrspace(1) %a, ptr addrspace(1) %b) personality ptr @__gxx_personality_v0 {
entry:
  %inside = getelementptr i8, ptr addrspace(1) %a, i64 32
  %r = invoke ptr addrspace(1) @may_throw(ptr addrspace(1) %b)
          to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %r
pad:
  %token = landingpad { ptr, i32 } catch ptr null
  %x = load i64, ptr addrspace(1) %inside
  call void @safepoint()
  %odd = trunc i64 %x to i1
  %result = select i1 %odd, ptr addrspace(1) %a, ptr addrspace(1) %b
  ret ptr addrspace(1) %result
}

define void @cleaned(ptr addrspace(1) %a, i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  %count = and i64 %n, 7
  br label %head
head:
  %object = phi ptr addrspace(1) [ %a, %entry ], [ %next, %body ]
  %i = phi i64 [ 0, %entry ], [ %more, %body ]
  %done = icmp eq i64 %i, %count
  br i1 %done, label %exit, label %body
body:
  %more = add i64 %i, 1
  %next = invoke ptr addrspace(1) @may_throw(ptr addrspace(1) %object)
          to label %head unwind label %pad
exit:
  ret void
pad:
  %exception = landingpad { ptr, i32 } cleanup
  %null = icmp eq ptr addrspace(1) %object, null
  br i1 %null, label %go, label %count.it
count.it:
  %place = getelementptr i8, ptr addrspace(1) %object, i64 8
  store i64 %i, ptr addrspace(1) %place
  br label %go
go:
  resume { ptr, i32 } %exception
}

define i64 @checked(ptr addrspace(1) %a) {
  %null = icmp eq ptr addrspace(1) %a, null
  br i1 %null, label %fail, label %go
fail:
  call void @throw() [ "deopt"(i32 3) ]
  unreachable
go:
  %b = load ptr addrspace(1), ptr addrspace(1) %a
  call void @safepoint() [ "deopt"(i32 4, ptr addrspace(1) %a, ptr addrspace(1) %b) ]
  %null.b = icmp eq ptr addrspace(1) %b, null
  br i1 %null.b, label %fail, label %end
end:
  %place = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x = load i64, ptr addrspace(1) %place
  ret i64 %x
}
