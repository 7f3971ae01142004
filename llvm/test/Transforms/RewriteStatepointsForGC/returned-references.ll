;; A call that returns an argument returns a pointer into an object if it was given one,
;; and no base pointer.
;
; RUN: opt -passes=rewrite-statepoints-for-gc -S %s | FileCheck %s
; RUN: opt -passes='rewrite-statepoints-for-gc,function(instcombine),verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
; RUN: sed 's/"managed"/"managed-frames"/' %s | opt -passes='copy-gc-functions,place-gc-roots,verify<gc-roots>' -S | FileCheck %s --check-prefix=FRAMES

; SILENT-NOT: {{.}}

declare ptr addrspace(1) @init(ptr addrspace(1) returned) "gc-leaf-function"
declare ptr addrspace(1) @chain(ptr addrspace(1) returned)
declare ptr addrspace(1) @other(ptr addrspace(1))
declare void @collect()

; CHECK-LABEL: @leaf(
; CHECK:       @collect, {{.*}} [ "gc-live"(ptr addrspace(1) %a) ]
; CHECK:       [[D:%.*]] = getelementptr i8, ptr addrspace(1) %a.relocated, i64 %i
; CHECK:       load i64, ptr addrspace(1) [[D]]
; FRAMES-LABEL: @leaf(
; FRAMES:       store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; FRAMES:       call void @collect()
define i64 @leaf(ptr addrspace(1) %a, i64 %i) gc "managed" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %m = call ptr addrspace(1) @init(ptr addrspace(1) %d)
  call void @collect()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

;; The object may move while the function runs.
; CHECK-LABEL: @safepoint(
; CHECK:       @chain, {{.*}} [ "gc-live"(ptr addrspace(1) %a) ]
; CHECK:       @collect, {{.*}} [ "gc-live"(ptr addrspace(1) %a.relocated) ]
define i64 @safepoint(ptr addrspace(1) %a, i64 %i) gc "managed" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %m = call ptr addrspace(1) @chain(ptr addrspace(1) %d)
  call void @collect()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

;; What is returned is the argument, be it a base pointer or not.
; CHECK-LABEL: @choice(
; CHECK:       @collect, {{.*}} [ "gc-live"(ptr addrspace(1) %
; CHECK:       relocate{{.*}} ; (%[[B:[^ ]*base[^ ]*]], %
define i64 @choice(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i64 %i) gc "managed" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %s = select i1 %c, ptr addrspace(1) %d, ptr addrspace(1) %b
  %m = call ptr addrspace(1) @init(ptr addrspace(1) %s)
  call void @collect()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

;; A base pointer stays one, and so does what no attribute says anything of.
; CHECK-LABEL: @base(
; CHECK:       @collect, {{.*}} [ "gc-live"(ptr addrspace(1) %m) ]
define i64 @base(ptr addrspace(1) %a) gc "managed" {
  %m = call ptr addrspace(1) @init(ptr addrspace(1) %a)
  call void @collect()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}
