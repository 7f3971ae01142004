; Inline assembly without instructions whose result is tied to no reference.

; RUN: not opt < %s -passes=rewrite-statepoints-for-gc -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: sed -e 's/"managed"/"managed-frames"/' -e '/^; INSTRUCTION/,$d' %s \
; RUN:   | not opt -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --check-prefix=FRAMES --implicit-check-not=error:

declare void @callee()

; CHECK: error: {{.*}} in function untied {{.*}}: call '%b' of inline assembly: is needed after call of 'callee'; its base is not known; load the reference from memory, or get it from a call
; FRAMES: error: {{.*}} in function untied {{.*}}: call '%b': it is not known which object the result points into
define i64 @untied(ptr addrspace(1) %a) gc "managed" {
  %b = call ptr addrspace(1) asm sideeffect "", "=r,r"(ptr addrspace(1) %a)
  call void @callee()
  %v = load i64, ptr addrspace(1) %b
  ret i64 %v
}

; CHECK: error: {{.*}} in function two_results {{.*}}: extractvalue '%b': is needed after call of 'callee'; its base is not known
; FRAMES: error: {{.*}} in function two_results {{.*}}: extractvalue '%b': it is not known which object the result points into
define i64 @two_results(ptr addrspace(1) %a, i64 %j) gc "managed" {
  %s = call { ptr addrspace(1), i64 } asm sideeffect "", "=r,=r,0,1"(ptr addrspace(1) %a, i64 %j)
  %b = extractvalue { ptr addrspace(1), i64 } %s, 0
  call void @callee()
  %v = load i64, ptr addrspace(1) %b
  ret i64 %v
}

; CHECK: error: {{.*}} in function of_integer {{.*}}: call '%b' of inline assembly: is needed after call of 'callee'; its base is not known
; FRAMES: error: {{.*}} in function of_integer {{.*}}: call '%b': it is not known which object the result points into
define i64 @of_integer(i64 %a) gc "managed" {
  %b = call ptr addrspace(1) asm sideeffect "", "=r,0"(i64 %a)
  call void @callee()
  %v = load i64, ptr addrspace(1) %b
  ret i64 %v
}

; INSTRUCTION
; CHECK: error: {{.*}} in function instruction {{.*}}: call of inline assembly: inline assembly cannot be a statepoint; add "gc-leaf-function" if nothing is collected in it
define void @instruction() gc "managed" {
  call void asm sideeffect "nop", ""()
  ret void
}
