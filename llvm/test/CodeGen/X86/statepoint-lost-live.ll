; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not='Stack dump'
; RUN: not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %s 2>&1 | FileCheck %s --implicit-check-not='Stack dump'

;; What gc-live lists is in the stack map, or an error.

; CHECK-DAG: error: {{.*}} in function pointer void (ptr): statepoint '%t' of 'collect': gc-live value '%part' is neither a reference nor a stack object, and no stack map would list it; list the alloca, run sanitizers before rewriting, and do not tag stack objects (sanitize_memtag)
define void @pointer(ptr %frame) gc "statepoint-example" {
  %part = getelementptr i8, ptr %frame, i64 16
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %part) ]
  ret void
}

; CHECK-DAG: error: {{.*}} in function one_of_two void (i1): statepoint '%t' of 'collect': gc-live value '%o' is neither a reference nor a stack object
define void @one_of_two(i1 %c) gc "managed" {
  %a = alloca ptr addrspace(1)
  %b = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %a
  store ptr addrspace(1) null, ptr %b
  %o = select i1 %c, ptr %a, ptr %b
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %o) ]
  ret void
}

; CHECK-DAG: error: {{.*}} in function global void (): statepoint '%t' of 'collect': gc-live value '%global_memory' is neither a reference nor a stack object
define void @global() gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr @global_memory) ]
  ret void
}
@global_memory = global ptr addrspace(1) null

; CHECK-DAG: error: {{.*}} in function number void (i64): statepoint '%t' of 'collect': gc-live value '%n' is neither a reference nor a stack object, and no stack map would list it; drop it from gc-live
define void @number(i64 %n) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(i64 %n) ]
  ret void
}

;; Constants, references that nothing uses, and objects are right.
define void @right(ptr addrspace(1) %a) gc "managed" {
  %o = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %o
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a, ptr %o, ptr null, ptr addrspace(1) undef) ]
  ret void
}

;; Passes would move objects after the checks of the IR.
; CHECK-DAG: error: {{.*}} in function moved void (): stack object '%o' holds references, and a collector does not find them where SafeStack would move it
define void @moved() safestack gc "managed" {
  %o = alloca { i64, ptr addrspace(1), [4 x i64] }
  store { i64, ptr addrspace(1), [4 x i64] } zeroinitializer, ptr %o
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr)) @use, i32 1, i32 0, ptr %o, i32 0, i32 0) [ "gc-live"(ptr %o) ]
  ret void
}

declare void @collect()
declare void @use(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
