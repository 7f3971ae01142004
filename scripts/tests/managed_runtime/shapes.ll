;; Frames of every shape that compilers make, each with a reference that it uses
;; after a call. shapes.c moves what they refer to during the last.

declare void @enterVisited()
declare void @escape(ptr) "gc-leaf-function"

;; With an id and state, some of it on the stack.
define i64 @withState(ptr addrspace(1) %p, i64 %n) noinline gc "managed" {
  call void @enterVisited() "statepoint-id"="42" [ "deopt"(i32 7, i64 -5,
      i64 %n, ptr addrspace(1) %p, i64 81985529216486895) ]
  %v = load i64, ptr addrspace(1) %p
  %sum = add i64 %v, %n
  ret i64 %sum
}

;; Its arguments are on the stack when it is called.
define i64 @manyArguments(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f,
                          i64 %g, i64 %h, i64 %i, i64 %j, i64 %k,
                          ptr addrspace(1) %p) noinline gc "managed" {
  %sum = call i64 @withState(ptr addrspace(1) %p, i64 %k)
  %v = load i64, ptr addrspace(1) %p
  %w = add i64 %v, %j
  %r = add i64 %sum, %w
  ret i64 %r
}

define i64 @pushes(ptr addrspace(1) %p) noinline gc "managed" {
  %sum = call i64 @manyArguments(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6,
                                 i64 7, i64 8, i64 9, i64 10, i64 11,
                                 ptr addrspace(1) %p)
  %v = load i64, ptr addrspace(1) %p
  %r = add i64 %sum, %v
  ret i64 %r
}

;; No constant distance from the stack pointer to the CFA.
define i64 @dynamic(ptr addrspace(1) %p, i64 %n) noinline gc "managed" {
  %room = alloca i64, i64 %n
  call void @escape(ptr %room)
  %sum = call i64 @pushes(ptr addrspace(1) %p)
  call void @escape(ptr %room)
  %v = load i64, ptr addrspace(1) %p
  %r = add i64 %sum, %v
  ret i64 %r
}

define i64 @realigned(ptr addrspace(1) %p) noinline gc "managed" {
  %room = alloca i64, align 256
  call void @escape(ptr %room)
  %sum = call i64 @dynamic(ptr addrspace(1) %p, i64 37)
  call void @escape(ptr %room)
  %v = load i64, ptr addrspace(1) %p
  %r = add i64 %sum, %v
  ret i64 %r
}

;; Both: there is a base pointer.
define i64 @based(ptr addrspace(1) %p, i64 %n) noinline gc "managed" {
  %aligned = alloca i64, align 128
  %room = alloca i64, i64 %n
  call void @escape(ptr %aligned)
  call void @escape(ptr %room)
  %sum = call i64 @realigned(ptr addrspace(1) %p)
  call void @escape(ptr %aligned)
  call void @escape(ptr %room)
  %v = load i64, ptr addrspace(1) %p
  %r = add i64 %sum, %v
  ret i64 %r
}

;; Larger than the frames that a few bits can tell.
define i64 @large(ptr addrspace(1) %p) noinline gc "managed" {
  %room = alloca [400000 x i8]
  call void @escape(ptr %room)
  %sum = call i64 @based(ptr addrspace(1) %p, i64 5)
  call void @escape(ptr %room)
  %v = load i64, ptr addrspace(1) %p
  %r = add i64 %sum, %v
  ret i64 %r
}

;; Pointers into the object that cannot be computed again, but from each other.
define i64 @derived(ptr addrspace(1) %p, i64 %n) noinline gc "managed" {
  %one = getelementptr i64, ptr addrspace(1) %p, i64 1
  %last = getelementptr i64, ptr addrspace(1) %p, i64 3
  %is.small = icmp slt i64 %n, 10
  %first = select i1 %is.small, ptr addrspace(1) %one, ptr addrspace(1) %last
  %second = select i1 %is.small, ptr addrspace(1) %last, ptr addrspace(1) %one
  %sum = call i64 @large(ptr addrspace(1) %p)
  %v = load i64, ptr addrspace(1) %first
  %w = load i64, ptr addrspace(1) %second
  %vw = add i64 %v, %w
  %r = add i64 %sum, %vw
  ret i64 %r
}
