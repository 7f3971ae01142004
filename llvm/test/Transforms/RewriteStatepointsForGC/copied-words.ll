;; References that are loaded from a stack object as something else and become references
;; again after a safepoint are reported; what is only compared, or a number, is not.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/wrong.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %t/wrong.ll | not opt -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --check-prefix=FRAMES
; RUN: opt -passes=rewrite-statepoints-for-gc -disable-output %t/right.ll
; RUN: sed 's/"managed"/"managed-frames"/' %t/right.ll | opt -passes=place-gc-roots -disable-output

; CHECK: error: <unknown>:0:0: in function array void (ptr addrspace(1)): load '%x': holds references, of which its type says nothing, across call of 'collect'; copy them with llvm.memcpy, or load and store references
; CHECK: error: <unknown>:0:0: in function word void (ptr addrspace(1)): load '%x': holds references as an integer across call of 'collect'; copy them
; CHECK: error: <unknown>:0:0: in function vector void (ptr addrspace(1)): load '%x': holds references, of which its type says nothing
; CHECK: error: <unknown>:0:0: in function pointer void (ptr addrspace(1)): load '%x': holds references, of which its type says nothing
; CHECK: error: <unknown>:0:0: in function exchanged void (ptr addrspace(1)): atomicrmw '%x': holds references as an integer
; CHECK: error: <unknown>:0:0: in function member i64 (ptr addrspace(1)): extractvalue '%m': holds references as an integer
; CHECK: error: <unknown>:0:0: in function phi void (ptr addrspace(1), i1): load '%x': holds references as an integer
; CHECK: error: <unknown>:0:0: in function phi void (ptr addrspace(1), i1): phi '%y': holds references as an integer

; FRAMES: in function array {{.*}} load '%x': it holds references, of which its type says nothing, across call of 'collect'
; FRAMES: in function word {{.*}} load '%x': it holds references as an integer

#--- wrong.ll
declare void @collect()
declare void @use(ptr addrspace(1))

define void @array(ptr addrspace(1) %o) gc "managed" {
  %s = alloca [2 x ptr addrspace(1)]
  store ptr addrspace(1) %o, ptr %s
  %x = load [2 x i64], ptr %s
  call void @collect()
  store [2 x i64] %x, ptr %s
  %r = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %r)
  ret void
}

define void @word(ptr addrspace(1) %o) gc "managed" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %o, ptr %s
  %x = load i64, ptr %s
  call void @collect()
  store i64 %x, ptr %s
  %r = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %r)
  ret void
}

;; The type of the object says nothing.
define void @vector(ptr addrspace(1) %o) gc "managed" {
  %s = alloca [16 x i8], align 8
  store ptr addrspace(1) %o, ptr %s
  %x = load <2 x double>, ptr %s
  call void @collect()
  store <2 x double> %x, ptr %s
  %r = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %r)
  ret void
}

define void @pointer(ptr addrspace(1) %o) gc "managed" {
  %s = alloca ptr addrspace(1)
  store volatile ptr addrspace(1) %o, ptr %s
  %x = load <1 x ptr>, ptr %s
  call void @collect()
  store <1 x ptr> %x, ptr %s
  %r = load volatile ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %r)
  ret void
}

define void @exchanged(ptr addrspace(1) %o) gc "managed" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %o, ptr %s
  %x = atomicrmw xchg ptr %s, i64 0 seq_cst
  call void @collect()
  store i64 %x, ptr %s
  %r = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %r)
  ret void
}

define i64 @member(ptr addrspace(1) %o) gc "managed" {
  %s = alloca { i64, ptr addrspace(1) }
  %p = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(1) %o, ptr %p
  %x = load { i64, i64 }, ptr %s
  %m = extractvalue { i64, i64 } %x, 1
  call void @collect()
  ret i64 %m
}

define void @phi(ptr addrspace(1) %o, i1 %c) gc "managed" {
entry:
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %o, ptr %s
  %x = load i64, ptr %s
  br i1 %c, label %more, label %join

more:
  call void @collect()
  br label %join

join:
  %y = phi i64 [ %x, %entry ], [ %x, %more ]
  call void @collect()
  store i64 %y, ptr %s
  %r = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %r)
  ret void
}

#--- right.ll
declare void @collect()
declare void @know(ptr)
declare void @use(ptr addrspace(1))

;; The other member.
define i64 @number_member(ptr addrspace(1) %o, i64 %n) gc "managed" {
  %s = alloca { ptr addrspace(1), i64 }
  store ptr addrspace(1) %o, ptr %s
  %p = getelementptr i8, ptr %s, i64 8
  store i64 %n, ptr %p
  %x = load { i64, i64 }, ptr %s
  %m = extractvalue { i64, i64 } %x, 1
  call void @collect()
  %r = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %r)
  ret i64 %m
}

define i1 @compared(ptr addrspace(1) %o) gc "managed" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %o, ptr %s
  %x = load i64, ptr %s
  call void @collect()
  %c = icmp eq i64 %x, 0
  ret i1 %c
}

define void @before(ptr addrspace(1) %o, ptr addrspace(1) %to) gc "managed" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %o, ptr %s
  %x = load i64, ptr %s
  store i64 %x, ptr addrspace(1) %to
  call void @collect()
  ret void
}

;; Others may have put a number there.
define i64 @known(ptr addrspace(1) %o) gc "managed" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %o, ptr %s
  call void @know(ptr %s)
  %x = load i64, ptr %s
  call void @collect()
  ret i64 %x
}
