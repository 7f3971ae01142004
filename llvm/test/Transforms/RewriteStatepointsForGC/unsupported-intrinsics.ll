; The base of what other intrinsics return is not known. That is said where it is
; needed, and only there.

; RUN: not opt -passes=rewrite-statepoints-for-gc -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt -passes='verify<statepoint-input>' -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: sed 's/"statepoint-example"/"managed-frames"/' %s \
; RUN:   | not opt -passes=place-gc-roots -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=FRAMES --implicit-check-not=error:

declare void @coll()

; CHECK: error: {{.*}} in function of_integers {{.*}}: call '%r' of 'llvm.vp.inttoptr.v2p1.v2i64': is needed after call of 'coll'; its base is not known, because it is not known what the intrinsic derives its result from; use getelementptr, or load the reference from memory
; FRAMES: error: {{.*}} in function of_integers {{.*}}: call: it is not known which object the result of 'llvm.vp.inttoptr.v2p1.v2i64' points into; use getelementptr, or load it from memory
define i64 @of_integers(<2 x i64> %a, <2 x i1> %m, i32 %n) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.vp.inttoptr.v2p1.v2i64(<2 x i64> %a, <2 x i1> %m, i32 %n)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK: error: {{.*}} in function derived {{.*}}: call '%r' of 'llvm.frameaddress.p1': is needed after call of 'coll'
; FRAMES: error: {{.*}} in function derived {{.*}}: call '%r': it is not known which object the result of 'llvm.frameaddress.p1' points into
define i64 @derived() gc "statepoint-example" {
  %r = call ptr addrspace(1) @llvm.frameaddress.p1(i32 0)
  %d = getelementptr i8, ptr addrspace(1) %r, i64 8
  call void @coll()
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

; CHECK: error: {{.*}} in function chosen {{.*}}: call '%r' of 'llvm.frameaddress.p1': is needed after call of 'coll'
; FRAMES: error: {{.*}} in function chosen {{.*}}: call '%r': it is not known which object the result of 'llvm.frameaddress.p1' points into
define i64 @chosen(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
  %r = call ptr addrspace(1) @llvm.frameaddress.p1(i32 0)
  %p = select i1 %c, ptr addrspace(1) %r, ptr addrspace(1) %a
  call void @coll()
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

; CHECK: error: {{.*}} in function member {{.*}}: extractvalue '%r': is needed after call of 'coll'; its base is not known
; FRAMES: error: {{.*}} in function member {{.*}}: extractvalue '%r': it is not known which object the result points into
define i64 @member(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, ptr %p) gc "statepoint-example" {
  %s = call { <2 x ptr addrspace(1)>, <2 x ptr addrspace(1)> } @llvm.aarch64.neon.ld2lane.v2p1.p0(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, i64 0, ptr %p)
  %r = extractvalue { <2 x ptr addrspace(1)>, <2 x ptr addrspace(1)> } %s, 1
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

define i64 @not_needed() gc "statepoint-example" {
  %r = call ptr addrspace(1) @llvm.frameaddress.p1(i32 0)
  %v = load i64, ptr addrspace(1) %r
  call void @coll()
  ret i64 %v
}
