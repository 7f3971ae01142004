;; Where something undefined decides what a reference is, it is decided once: the base of
;; a derived pointer has to be that of the same choice. What atomics store is null if it
;; is undefined, and so is a reference that is made of an undefined integer.
;
; RUN: opt -passes=rewrite-statepoints-for-gc -S %s | FileCheck %s
; RUN: sed 's/\bundef\b/poison/g' %s | opt -passes=rewrite-statepoints-for-gc -S | FileCheck %s
; RUN: sed 's/"managed"/"managed-frames"/' %s | opt -passes=place-gc-roots -S | FileCheck %s --check-prefix=FRAMES

@g = external addrspace(1) global [8 x i64]

declare void @collect()
declare ptr addrspace(1) @get()
declare void @use(ptr addrspace(1))

; CHECK-LABEL: @condition(
; CHECK:       %s.base = select i1 false, ptr addrspace(1) null, ptr addrspace(1) %a
; CHECK:       %s = select i1 false,
; FRAMES-LABEL: @condition(
; FRAMES-NOT:   i1 {{undef|poison}}
; FRAMES:       ret i64
define i64 @condition(ptr addrspace(1) %a, i64 %i) gc "managed" {
  %n = getelementptr i64, ptr addrspace(1) @g, i64 %i
  %d = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %s = select i1 undef, ptr addrspace(1) %n, ptr addrspace(1) %d
  call void @collect()
  %v = load i64, ptr addrspace(1) %s
  ret i64 %v
}

; CHECK-LABEL: @lanes(
; CHECK-NOT:   i1 {{undef|poison}}
; CHECK:       ret i64
define i64 @lanes(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, i64 %i) gc "managed" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %a, i64 %i
  %s = select <2 x i1> <i1 undef, i1 true>, <2 x ptr addrspace(1)> %b, <2 x ptr addrspace(1)> %d
  call void @collect()
  %e = extractelement <2 x ptr addrspace(1)> %s, i64 0
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

;; Numbers are left alone.
; CHECK-LABEL: @number(
; CHECK:       select i1 {{undef|poison}}, i64
define i64 @number(i64 %a, i64 %b) gc "managed" {
  call void @collect()
  %s = select i1 undef, i64 %a, i64 %b
  ret i64 %s
}

; CHECK-LABEL: @atomics(
; CHECK:       atomicrmw xchg ptr %s, ptr addrspace(1) null seq_cst
; CHECK:       cmpxchg ptr addrspace(1) %{{.*}}, ptr addrspace(1) null, ptr addrspace(1) null
define void @atomics(ptr addrspace(1) %p) gc "managed" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %s
  %z = atomicrmw xchg ptr %s, ptr addrspace(1) undef seq_cst
  call void @collect()
  %r = load volatile ptr addrspace(1), ptr %s
  %x = cmpxchg ptr addrspace(1) %p, ptr addrspace(1) null, ptr addrspace(1) undef seq_cst seq_cst
  ret void
}

; CHECK-LABEL: @cast(
; CHECK:       phi ptr addrspace(1) [ %{{.*}}, %d ], [ null, %a ]
; FRAMES-LABEL: @cast(
; FRAMES:       phi ptr addrspace(1) [ %{{.*}}, %d ], [ null, %a ]
define void @cast(i1 %c) gc "managed" {
entry:
  br i1 %c, label %a, label %d

a:
  %u = inttoptr i64 undef to ptr addrspace(1)
  br label %b

d:
  %o = call ptr addrspace(1) @get()
  br label %b

b:
  %f = phi ptr addrspace(1) [ %o, %d ], [ %u, %a ]
  call void @collect()
  call void @use(ptr addrspace(1) %f)
  ret void
}
