; Row: rewritten: landing pad for C++, a reference needed in it
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: landingpad { ptr, i32 }
; RIGHT-NOT: ret ptr addrspace(1) %p{{$}}

declare void @use(ptr addrspace(1))
declare i32 @personality(...)

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  invoke void @use(ptr addrspace(1) %p) to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %p
}
