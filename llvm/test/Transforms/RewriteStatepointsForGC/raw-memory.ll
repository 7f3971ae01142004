; RUN: split-file %s %t
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/bad.ll 2>&1 | \
; RUN:   FileCheck %s --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %t/bad.ll | \
; RUN:   not opt -passes=place-gc-roots -disable-output 2>&1 | \
; RUN:   FileCheck %s --check-prefix=FRAMES --implicit-check-not=error:
; RUN: opt -passes='rewrite-statepoints-for-gc,function(verify<safepoint-ir>)' -disable-output %t/good.ll

;; The address of an object in a stack object, as a pointer that is no reference
;; or as an integer that becomes one, is not computed again, so that reading it
;; after a safepoint is an error.

;--- bad.ll
declare void @poll()

; CHECK: error: {{.*}}in function field {{.*}}: load '%q': reads the address of an object that stack object '%v' has had since before a call; the call moves the object, so keep the reference there, or run sroa
; FRAMES: error: {{.*}}in function field {{.*}}: load '%q': it reads the address of an object that stack object '%v' has had since before a call; the call moves the object, so keep the reference there, or run sroa
define i8 @field(ptr addrspace(1) %o) gc "managed" {
  %v = alloca { i64, ptr }
  %f = getelementptr i8, ptr %v, i64 8
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %f
  store i64 3, ptr %v
  call void @poll()
  %m = load i64, ptr %v
  %q = load ptr, ptr %f
  %x = load i8, ptr %q
  ret i8 %x
}

; CHECK: error: {{.*}}in function integer {{.*}}: load '%q': reads the address
; FRAMES: error: {{.*}}in function integer {{.*}}: load '%q': it reads the address
define i64 @integer(ptr addrspace(1) %o) gc "managed" {
  %v = alloca { i64, i64 }
  %r = ptrtoint ptr addrspace(1) %o to i64
  store i64 %r, ptr %v
  call void @poll()
  %q = load i64, ptr %v
  %sum = add i64 %q, 8
  %p = inttoptr i64 %sum to ptr addrspace(1)
  %x = load i64, ptr addrspace(1) %p
  ret i64 %x
}

; One of two.
; CHECK: error: {{.*}}in function chosen {{.*}}: load '%q': reads the address
; FRAMES: error: {{.*}}in function chosen {{.*}}: load '%q': it reads the address
define i8 @chosen(ptr addrspace(1) %o, i1 %c) gc "managed" {
  %v = alloca ptr
  %w = alloca ptr
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %v
  store ptr null, ptr %w
  %s = select i1 %c, ptr %v, ptr %w
  call void @poll()
  %q = load ptr, ptr %s
  %x = load i8, ptr %q
  ret i8 %x
}

; In the next round of a loop.
; CHECK: error: {{.*}}in function loop {{.*}}: load '%q': reads the address
; FRAMES: error: {{.*}}in function loop {{.*}}: load '%q': it reads the address
define void @loop(ptr addrspace(1) %o, i64 %i) gc "managed" {
entry:
  %v = alloca [2 x ptr]
  %r = addrspacecast ptr addrspace(1) %o to ptr
  %e = getelementptr ptr, ptr %v, i64 %i
  store ptr %r, ptr %e
  br label %next

next:
  %q = load ptr, ptr %v
  %x = load i8, ptr %q
  call void @poll()
  %end = icmp eq i8 %x, 0
  br i1 %end, label %done, label %next

done:
  ret void
}

; CHECK: error: {{.*}}in function copied {{.*}}: call of 'llvm.memcpy.p0.p0.i64': reads the address
; FRAMES: error: {{.*}}in function copied {{.*}}: call: it reads the address
define void @copied(ptr addrspace(1) %o, ptr %to) gc "managed" {
  %v = alloca { i64, ptr }
  %f = getelementptr i8, ptr %v, i64 8
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %f
  call void @poll()
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %v, i64 16, i1 false)
  ret void
}

;--- good.ll
declare void @poll()
declare void @leaf(ptr) "gc-leaf-function"

; A number is the same after the call.
define i64 @number(ptr addrspace(1) %o) gc "managed" {
  %v = alloca { i64, i64 }
  %r = ptrtoint ptr addrspace(1) %o to i64
  store i64 %r, ptr %v
  call void @poll()
  %q = load i64, ptr %v
  %h = xor i64 %q, 7
  ret i64 %h
}

; So are the bits of a tag.
define i64 @tag(ptr addrspace(1) %o, ptr addrspace(1) %p) gc "managed" {
  %v = alloca { i64, i64 }
  %r = ptrtoint ptr addrspace(1) %o to i64
  %t = and i64 %r, 7
  store i64 %t, ptr %v
  call void @poll()
  %q = load i64, ptr %v
  %a = ptrtoint ptr addrspace(1) %p to i64
  %b = or i64 %a, %q
  %tagged = inttoptr i64 %b to ptr addrspace(1)
  %x = load i64, ptr addrspace(1) %tagged
  ret i64 %x
}

; And an index.
define i8 @index(ptr addrspace(1) %o, ptr %table) gc "managed" {
  %v = alloca { ptr, i64 }
  %r = ptrtoint ptr addrspace(1) %o to i64
  %h = lshr i64 %r, 52
  %e = getelementptr i8, ptr %table, i64 %h
  store ptr %e, ptr %v
  call void @poll()
  %q = load ptr, ptr %v
  %x = load i8, ptr %q
  ret i8 %x
}

; Stored again after the call.
define i8 @again(ptr addrspace(1) %o) gc "managed" {
  %v = alloca { ptr, i64 }
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %v
  call void @poll()
  %s = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %s, ptr %v
  %q = load ptr, ptr %v
  %x = load i8, ptr %q
  ret i8 %x
}

; Or cleared, or in another lifetime of the object.
define i8 @cleared(ptr addrspace(1) %o, ptr %raw) gc "managed" {
  %v = alloca { ptr, i64 }
  %w = alloca { ptr, i64 }
  %r = addrspacecast ptr addrspace(1) %o to ptr
  call void @llvm.lifetime.start.p0(ptr %w)
  store ptr %r, ptr %v
  store ptr %r, ptr %w
  call void @llvm.lifetime.end.p0(ptr %w)
  call void @poll()
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  call void @llvm.lifetime.start.p0(ptr %w)
  %e = getelementptr i8, ptr %w, i64 8
  store i64 1, ptr %e
  %p = load ptr, ptr %w
  %q = load ptr, ptr %v
  %x = load i8, ptr %q
  ret i8 %x
}

; Another field, and in front of the call.
define i8 @other(ptr addrspace(1) %o, ptr %raw) gc "managed" {
  %v = alloca { ptr, ptr }
  %f = getelementptr i8, ptr %v, i64 8
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %raw, ptr %v
  store ptr %r, ptr %f
  %p = load ptr, ptr %f
  %y = load i8, ptr %p
  call void @poll()
  %q = load ptr, ptr %v
  %x = load i8, ptr %q
  %z = add i8 %x, %y
  ret i8 %z
}

; A callee may do anything with it.
define void @passed(ptr addrspace(1) %o) gc "managed" {
  %v = alloca { ptr, i64 }
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %v
  call void @leaf(ptr %v)
  call void @poll()
  ret void
}
