; What holds the address of an object across a call, is no reference, and cannot be
; computed again.

; RUN: not opt < %s -passes=rewrite-statepoints-for-gc -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %s \
; RUN:   | not opt -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --check-prefix=FRAMES --implicit-check-not=error:

declare void @callee()
declare i32 @setjmp(ptr) returns_twice "gc-leaf-function"
declare i32 @__gxx_personality_v0(...)

; CHECK: error: {{.*}} in function in_phi {{.*}}: addrspacecast '%p': is needed after call of 'callee'; it is not a reference and is not relocated; cast again after the call
; FRAMES: error: {{.*}} in function in_phi {{.*}}: phi '%q': it holds the address of an object across call of 'callee' and is not a reference; cast again after the call
define i64 @in_phi(ptr addrspace(1) %a, i1 %c) gc "managed" {
entry:
  br i1 %c, label %x, label %y
x:
  %p = addrspacecast ptr addrspace(1) %a to ptr
  br label %y
y:
  %q = phi ptr [ null, %entry ], [ %p, %x ]
  call void @callee()
  %v = load i64, ptr %q
  ret i64 %v
}

; CHECK: error: {{.*}} in function in_aggregate {{.*}}: addrspacecast '%p': is needed after call of 'callee'
; FRAMES: error: {{.*}} in function in_aggregate {{.*}}: phi '%q': it holds the address
define i64 @in_aggregate(ptr addrspace(1) %a, i1 %c) gc "managed" {
entry:
  br i1 %c, label %x, label %y
x:
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %s = insertvalue { ptr, i64 } poison, ptr %p, 0
  br label %y
y:
  %q = phi { ptr, i64 } [ zeroinitializer, %entry ], [ %s, %x ]
  call void @callee()
  %r = extractvalue { ptr, i64 } %q, 0
  %v = load i64, ptr %r
  ret i64 %v
}

; Nothing can be computed on the edge.
; CHECK: error: {{.*}} in function on_edge_to_pad {{.*}}: addrspacecast '%p': is needed after invoke of 'callee'
; FRAMES: error: {{.*}} in function on_edge_to_pad {{.*}}: addrspacecast '%p': it holds the address of an object across invoke of 'callee'
define i64 @on_edge_to_pad(ptr addrspace(1) %a, i1 %c) gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %p = addrspacecast ptr addrspace(1) %a to ptr
  br i1 %c, label %x, label %y
x:
  invoke void @callee() to label %done unwind label %pad
y:
  invoke void @callee() to label %done unwind label %pad
done:
  ret i64 0
pad:
  %q = phi ptr [ %p, %x ], [ null, %y ]
  %l = landingpad { ptr, i32 } cleanup
  %v = load i64, ptr %q
  ret i64 %v
}

; Another freeze may choose another value.
; CHECK: error: {{.*}} in function frozen {{.*}}: addrspacecast '%p': is needed after call of 'callee'
; FRAMES: error: {{.*}} in function frozen {{.*}}: freeze '%q': it holds the address
define i64 @frozen(ptr addrspace(1) %a) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %q = freeze ptr %p
  call void @callee()
  %v = load i64, ptr %q
  ret i64 %v
}

; CHECK: error: {{.*}} in function behind_barrier {{.*}}: addrspacecast '%p': is needed after call of 'callee'
; FRAMES: error: {{.*}} in function behind_barrier {{.*}}: call '%q': it holds the address
define i64 @behind_barrier(ptr addrspace(1) %a) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %q = call ptr asm sideeffect "", "=r,0"(ptr %p)
  call void @callee()
  %v = load i64, ptr %q
  ret i64 %v
}

; After the second return, the reference is what it was before the first.
; CHECK: error: {{.*}} in function second_return {{.*}}: addrspacecast '%p': is needed after call of 'callee'
; FRAMES: error: {{.*}} in function second_return {{.*}}: addrspacecast '%p': it holds the address
define i64 @second_return(ptr addrspace(1) %a, ptr %b) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %r = call i32 @setjmp(ptr %b)
  call void @callee()
  %v = load i64, ptr %p
  ret i64 %v
}

; CHECK: error: {{.*}} in function integer_in_phi {{.*}}: inttoptr '%r': is made from a copy of a reference that is live across call of 'callee', which moves the object but not the copy; keep the reference
; FRAMES: error: {{.*}} in function integer_in_phi {{.*}}: phi '%q': it holds the address
define i64 @integer_in_phi(ptr addrspace(1) %a, i1 %c) gc "managed" {
entry:
  br i1 %c, label %x, label %y
x:
  %p = ptrtoint ptr addrspace(1) %a to i64
  br label %y
y:
  %q = phi i64 [ 0, %entry ], [ %p, %x ]
  call void @callee()
  %r = inttoptr i64 %q to ptr
  %v = load i64, ptr %r
  ret i64 %v
}
