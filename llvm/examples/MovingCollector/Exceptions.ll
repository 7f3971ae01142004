;; Exceptions that pass through managed frames, as a front end would emit them;
;; docs/MovingCollector.md explains it.
;;
;; Exceptions.cpp calls functions from i64 to i64 with 0, 1 and 2. Then @fail returns,
;; throws a Failure, or throws a Refusal, and the digits of the list that comes out
;; say what happened. What handlers need is moved before anything is thrown, when
;; destructors of native frames run, and by the handlers.

@_ZTI7Failure = external constant ptr
@_ZTI7Refusal = external constant ptr

;; Native functions, behind entries (Exceptions.cpp): safepoints, some of which
;; throw.
declare ptr addrspace(1) @gc_allocate(i32 %references, i32 %integers)
declare void @gc_poll()
declare void @fail(i64 %n)
declare void @call_back(ptr %callee, ptr addrspace(1) %list, i64 %n)
;; __cxa_end_catch, which destroys the exception: the destructor may collect.
declare void @end_catch()

;; These do not collect.
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr) nounwind "gc-leaf-function"
declare void @__cxa_rethrow() "gc-leaf-function"

;; A cell of a list: { header, next, value }.
define ptr addrspace(1) @cons(i64 %value, ptr addrspace(1) %next) section "managed_text" gc "managed" {
  %cell = call ptr addrspace(1) @gc_allocate(i32 1, i32 1)
  %next.place = getelementptr i64, ptr addrspace(1) %cell, i64 1
  store ptr addrspace(1) %next, ptr addrspace(1) %next.place
  %value.place = getelementptr i64, ptr addrspace(1) %cell, i64 2
  store i64 %value, ptr addrspace(1) %value.place
  ret ptr addrspace(1) %cell
}

;; The values of a list, as decimal digits.
define i64 @digits(ptr addrspace(1) %list) section "managed_text" gc "managed" {
entry:
  br label %loop
loop:
  %cell = phi ptr addrspace(1) [ %list, %entry ], [ %next, %body ]
  %number = phi i64 [ 0, %entry ], [ %longer, %body ]
  %done = icmp eq ptr addrspace(1) %cell, null
  br i1 %done, label %exit, label %body
body:
  call void @gc_poll()
  %value.place = getelementptr i64, ptr addrspace(1) %cell, i64 2
  %value = load i64, ptr addrspace(1) %value.place
  %shifted = mul i64 %number, 10
  %longer = add i64 %shifted, %value
  %next.place = getelementptr i64, ptr addrspace(1) %cell, i64 1
  %next = load ptr addrspace(1), ptr addrspace(1) %next.place
  br label %loop
exit:
  ret i64 %number
}

;; Two types caught in different ways. A pointer into the first cell is live in
;; both handlers.
define i64 @typed(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  %two = call ptr addrspace(1) @cons(i64 2, ptr addrspace(1) %one)
  %place = getelementptr i64, ptr addrspace(1) %two, i64 2
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr @_ZTI7Failure catch ptr @_ZTI7Refusal
  %exception = extractvalue { ptr, i32 } %landing, 0
  %selector = extractvalue { ptr, i32 } %landing, 1
  %id = call i32 @llvm.eh.typeid.for(ptr @_ZTI7Failure)
  %is.failure = icmp eq i32 %selector, %id
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  br i1 %is.failure, label %failure, label %refusal
failure:
  call void @gc_poll()
  %code = load i64, ptr %object
  store i64 %code, ptr addrspace(1) %place
  call void @end_catch()
  br label %done
refusal:
  %four = call ptr addrspace(1) @cons(i64 4, ptr addrspace(1) %two)
  call void @end_catch()
  store i64 5, ptr addrspace(1) %place
  br label %done
done:
  %list = phi ptr addrspace(1) [ %two, %entry ], [ %two, %failure ], [ %four, %refusal ]
  %digits = call i64 @digits(ptr addrspace(1) %list)
  ret i64 %digits
}

;; Everything caught, with a pointer at a variable distance into a cell, and a
;; vector of references.
define i64 @everything(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  %two = call ptr addrspace(1) @cons(i64 2, ptr addrspace(1) %one)
  %half = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %one, i32 0
  %both = insertelement <2 x ptr addrspace(1)> %half, ptr addrspace(1) %two, i32 1
  %odd = and i64 %n, 1
  %index = sub i64 2, %odd
  %word.place = getelementptr i64, ptr addrspace(1) %two, i64 %index
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landing, 0
  call ptr @__cxa_begin_catch(ptr %exception)
  call void @gc_poll()
  %value.place = getelementptr i64, ptr addrspace(1) %word.place, i64 %odd
  store i64 6, ptr addrspace(1) %value.place
  call void @end_catch()
  br label %done
done:
  %tail = extractelement <2 x ptr addrspace(1)> %both, i32 0
  %list = extractelement <2 x ptr addrspace(1)> %both, i32 1
  %a = call i64 @digits(ptr addrspace(1) %list)
  %b = call i64 @digits(ptr addrspace(1) %tail)
  %shifted = mul i64 %a, 10
  %digits = add i64 %shifted, %b
  ret i64 %digits
}

;; Calls one of the functions below. In the handler, the list is what they made
;; of it.
define i64 @catch_from(ptr %callee, i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  %two = call ptr addrspace(1) @cons(i64 2, ptr addrspace(1) %one)
  invoke void %callee(ptr addrspace(1) %two, i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landing, 0
  call ptr @__cxa_begin_catch(ptr %exception)
  %three = call ptr addrspace(1) @cons(i64 3, ptr addrspace(1) %two)
  call void @end_catch()
  br label %done
done:
  %list = phi ptr addrspace(1) [ %two, %entry ], [ %three, %pad ]
  %digits = call i64 @digits(ptr addrspace(1) %list)
  ret i64 %digits
}

;; A cleanup that allocates and puts what it allocated into the caller's list.
define void @clean_up(ptr addrspace(1) %list, i64 %n) noinline section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %next.place = getelementptr i64, ptr addrspace(1) %list, i64 1
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } cleanup
  %next = load ptr addrspace(1), ptr addrspace(1) %next.place
  %longer = call ptr addrspace(1) @cons(i64 8, ptr addrspace(1) %next)
  store ptr addrspace(1) %longer, ptr addrspace(1) %next.place
  resume { ptr, i32 } %landing
done:
  ret void
}

define i64 @cleaned(i64 %n) section "managed_text" gc "managed" {
  %digits = call i64 @catch_from(ptr @clean_up, i64 %n)
  ret i64 %digits
}

;; Failures pass; anything else is replaced by a digit.
define void @let_failures_pass(ptr addrspace(1) %list, i64 %n) noinline section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %place = getelementptr i64, ptr addrspace(1) %list, i64 2
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } cleanup filter [1 x ptr] [ptr @_ZTI7Failure]
  %exception = extractvalue { ptr, i32 } %landing, 0
  %selector = extractvalue { ptr, i32 } %landing, 1
  %is.filtered = icmp slt i32 %selector, 0
  br i1 %is.filtered, label %filtered, label %allowed
filtered:
  call ptr @__cxa_begin_catch(ptr %exception)
  call void @end_catch()
  store i64 9, ptr addrspace(1) %place
  br label %done
allowed:
  call void @gc_poll()
  store i64 5, ptr addrspace(1) %place
  resume { ptr, i32 } %landing
done:
  ret void
}

define i64 @filtered(i64 %n) section "managed_text" gc "managed" {
  %digits = call i64 @catch_from(ptr @let_failures_pass, i64 %n)
  ret i64 %digits
}

;; Caught, and thrown again by the handler, whose cleanup collects.
define void @throw_again(ptr addrspace(1) %list, i64 %n) noinline section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %place = getelementptr i64, ptr addrspace(1) %list, i64 2
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landing, 0
  call ptr @__cxa_begin_catch(ptr %exception)
  call void @gc_poll()
  %old = load i64, ptr addrspace(1) %place
  invoke void @__cxa_rethrow() to label %never unwind label %again
again:
  %landing.again = landingpad { ptr, i32 } cleanup
  call void @end_catch()
  call void @gc_poll()
  %new = add i64 %old, 3
  store i64 %new, ptr addrspace(1) %place
  resume { ptr, i32 } %landing.again
never:
  unreachable
done:
  ret void
}

define i64 @rethrown(i64 %n) section "managed_text" gc "managed" {
  %digits = call i64 @catch_from(ptr @throw_again, i64 %n)
  ret i64 %digits
}

;; A try in a try. The inner one catches Failures, the outer one the rest, and
;; which list it sees depends on where the exception came from.
define i64 @nested(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  %two = invoke ptr addrspace(1) @cons(i64 2, ptr addrspace(1) %one) to label %innermost unwind label %outer.pad
innermost:
  invoke void @fail(i64 %n) to label %after unwind label %inner.pad
inner.pad:
  %inner = landingpad { ptr, i32 } catch ptr @_ZTI7Failure catch ptr null
  %inner.exception = extractvalue { ptr, i32 } %inner, 0
  %selector = extractvalue { ptr, i32 } %inner, 1
  %id = call i32 @llvm.eh.typeid.for(ptr @_ZTI7Failure)
  %is.failure = icmp eq i32 %selector, %id
  br i1 %is.failure, label %failure, label %outer
failure:
  call ptr @__cxa_begin_catch(ptr %inner.exception)
  %three = call ptr addrspace(1) @cons(i64 3, ptr addrspace(1) %two)
  call void @end_catch()
  br label %after
after:
  %so.far = phi ptr addrspace(1) [ %two, %innermost ], [ %three, %failure ]
  ; Throws a Refusal if there was a Failure, and returns otherwise.
  %twice = mul i64 %n, 2
  invoke void @fail(i64 %twice) to label %done unwind label %outer.pad
outer.pad:
  %known = phi ptr addrspace(1) [ %one, %entry ], [ %so.far, %after ]
  %landing = landingpad { ptr, i32 } catch ptr null
  %outer.exception = extractvalue { ptr, i32 } %landing, 0
  br label %outer
outer:
  %exception = phi ptr [ %inner.exception, %inner.pad ], [ %outer.exception, %outer.pad ]
  %known.there = phi ptr addrspace(1) [ %two, %inner.pad ], [ %known, %outer.pad ]
  call ptr @__cxa_begin_catch(ptr %exception)
  %four = call ptr addrspace(1) @cons(i64 4, ptr addrspace(1) %known.there)
  call void @end_catch()
  br label %done
done:
  %list = phi ptr addrspace(1) [ %so.far, %after ], [ %four, %outer ]
  %digits = call i64 @digits(ptr addrspace(1) %list)
  ret i64 %digits
}

;; A handler that throws something else: what it handled is destroyed on the way.
define i64 @replaced(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  %place = getelementptr i64, ptr addrspace(1) %one, i64 2
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landing, 0
  call ptr @__cxa_begin_catch(ptr %exception)
  %two = call ptr addrspace(1) @cons(i64 2, ptr addrspace(1) %one)
  invoke void @fail(i64 %n) to label %never unwind label %handler.pad
handler.pad:
  %other = landingpad { ptr, i32 } catch ptr null
  %other.exception = extractvalue { ptr, i32 } %other, 0
  call void @end_catch()
  call ptr @__cxa_begin_catch(ptr %other.exception)
  store i64 3, ptr addrspace(1) %place
  %four = call ptr addrspace(1) @cons(i64 4, ptr addrspace(1) %two)
  call void @end_catch()
  br label %done
never:
  unreachable
done:
  %list = phi ptr addrspace(1) [ %one, %entry ], [ %four, %handler.pad ]
  %digits = call i64 @digits(ptr addrspace(1) %list)
  ret i64 %digits
}

;; A loop that catches in each round but the last, in which a list grows and a
;; pointer steps through an array.
define i64 @repeated(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %array = call ptr addrspace(1) @gc_allocate(i32 0, i32 3)
  %first = getelementptr i64, ptr addrspace(1) %array, i64 1
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %less, %pad ]
  %list = phi ptr addrspace(1) [ null, %entry ], [ %longer, %pad ]
  %place = phi ptr addrspace(1) [ %first, %entry ], [ %behind, %pad ]
  invoke void @fail(i64 %i) to label %exit unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landing, 0
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  %code = load i64, ptr %object
  store i64 %code, ptr addrspace(1) %place
  %longer = call ptr addrspace(1) @cons(i64 %i, ptr addrspace(1) %list)
  call void @end_catch()
  %behind = getelementptr i64, ptr addrspace(1) %place, i64 1
  %less = sub i64 %i, 1
  br label %loop
exit:
  store i64 7, ptr addrspace(1) %place
  %second.place = getelementptr i64, ptr addrspace(1) %array, i64 2
  %a = load i64, ptr addrspace(1) %first
  %b = load i64, ptr addrspace(1) %second.place
  %longest = call ptr addrspace(1) @cons(i64 %b, ptr addrspace(1) %list)
  %all = call ptr addrspace(1) @cons(i64 %a, ptr addrspace(1) %longest)
  %digits = call i64 @digits(ptr addrspace(1) %all)
  ret i64 %digits
}

;; References in a stack object that is written on both sides of what throws.
define i64 @in_stack_object(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %lists = alloca { ptr addrspace(1), i64, ptr addrspace(1) }
  %second = getelementptr { ptr addrspace(1), i64, ptr addrspace(1) }, ptr %lists, i32 0, i32 2
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  store ptr addrspace(1) %one, ptr %lists
  %two = call ptr addrspace(1) @cons(i64 2, ptr addrspace(1) null)
  store ptr addrspace(1) %two, ptr %second
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landing, 0
  call ptr @__cxa_begin_catch(ptr %exception)
  %old = load ptr addrspace(1), ptr %lists
  %longer = call ptr addrspace(1) @cons(i64 3, ptr addrspace(1) %old)
  store ptr addrspace(1) %longer, ptr %lists
  call void @end_catch()
  br label %done
done:
  %list = load ptr addrspace(1), ptr %lists
  %a = call i64 @digits(ptr addrspace(1) %list)
  %other = load ptr addrspace(1), ptr %second
  %b = call i64 @digits(ptr addrspace(1) %other)
  %shifted = mul i64 %a, 10
  %digits = add i64 %shifted, %b
  ret i64 %digits
}

;; A reference in an aggregate.
define i64 @in_aggregate(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  %half = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %one, 0
  %both = insertvalue { ptr addrspace(1), i64 } %half, i64 2, 1
  invoke void @fail(i64 %n) to label %done unwind label %pad
pad:
  %landing = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %landing, 0
  call ptr @__cxa_begin_catch(ptr %exception)
  %old = extractvalue { ptr addrspace(1), i64 } %both, 0
  %number = extractvalue { ptr addrspace(1), i64 } %both, 1
  %longer = call ptr addrspace(1) @cons(i64 %number, ptr addrspace(1) %old)
  %changed = insertvalue { ptr addrspace(1), i64 } %both, ptr addrspace(1) %longer, 0
  call void @end_catch()
  br label %done
done:
  %last = phi { ptr addrspace(1), i64 } [ %both, %entry ], [ %changed, %pad ]
  %list = extractvalue { ptr addrspace(1), i64 } %last, 0
  %digits = call i64 @digits(ptr addrspace(1) %list)
  ret i64 %digits
}

;; Two stretches of managed frames with a native one between them, which collects
;; and changes the list while the exception passes.
define void @through(ptr addrspace(1) %list, i64 %n) noinline section "managed_text" gc "managed" {
  call void @call_back(ptr @clean_up, ptr addrspace(1) %list, i64 %n)
  ret void
}

define i64 @through_native(i64 %n) section "managed_text" gc "managed" {
  %digits = call i64 @catch_from(ptr @through, i64 %n)
  ret i64 %digits
}

;; Nobody catches it here.
define i64 @uncaught(i64 %n) section "managed_text" gc "managed" personality ptr @__gxx_personality_v0 {
  %one = call ptr addrspace(1) @cons(i64 1, ptr addrspace(1) null)
  call void @clean_up(ptr addrspace(1) %one, i64 %n)
  %digits = call i64 @digits(ptr addrspace(1) %one)
  ret i64 %digits
}
