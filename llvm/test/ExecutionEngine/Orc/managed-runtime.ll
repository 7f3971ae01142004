; lli recovers from the faults of implicit checks when it is asked to: with
; both versions of the fault map, compiled at once or lazily.
;
; REQUIRES: target={{(x86_64|aarch64).*-linux.*}}
; RUN: split-file %s %t
; RUN: cat %t/program.ll %t/version-1.ll > %t/program-1.ll
; RUN: cat %t/program.ll %t/version-2.ll > %t/program-2.ll
; RUN: lli -jit-kind=orc -managed-runtime %t/program-1.ll
; RUN: lli -jit-kind=orc -managed-runtime %t/program-2.ll
; RUN: lli -jit-kind=orc-lazy -managed-runtime %t/program-1.ll
; RUN: lli -jit-kind=orc-lazy -managed-runtime %t/program-2.ll
; RUN: lli -jit-kind=orc-lazy -per-module-lazy -managed-runtime \
; RUN:   %t/program-2.ll
;
; The check of the reference is implicit, too.
; RUN: llc < %t/program-2.ll | FileCheck %s --check-prefix=FIELD
; FIELD-LABEL: field:
; FIELD: on-fault
;
; Nobody catches the fault otherwise.
; RUN: not --crash lli -jit-kind=orc %t/program-2.ll
;
; A fault at another instruction is a crash still, and reported as one.
; RUN: not --crash lli -jit-kind=orc -managed-runtime %t/unmarked.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=CRASH
; CRASH: Stack dump:
;
; Other ways to run the program do not register tables.
; RUN: not lli -jit-kind=mcjit -managed-runtime %t/program-2.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=KIND
; RUN: not lli -force-interpreter -managed-runtime %t/program-2.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=KIND
; RUN: not lli -jit-kind=orc -jit-linker=rtdyld -managed-runtime \
; RUN:   %t/program-2.ll 2>&1 | FileCheck %s --check-prefix=LINKER
; KIND: -managed-runtime requires -jit-kind=orc or orc-lazy
; LINKER: the runtime for managed code requires JITLink as the JIT linker

;--- program.ll
define i32 @load(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
throw:
  ret i32 40
}

define i32 @store(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{i32 7}
ok:
  store i32 5, ptr %p
  ret i32 0
throw:
  ret i32 2
}

; The field of a reference, where an attribute says that null is unmapped.
define i32 @field(ptr addrspace(1) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{}
ok:
  %field = getelementptr i8, ptr addrspace(1) %p, i64 16
  %v = load i32, ptr addrspace(1) %field
  ret i32 %v
throw:
  ret i32 100
}

define i32 @main() {
  %variable = alloca i32
  %stored = call i32 @store(ptr %variable)
  %loaded = call i32 @load(ptr %variable)
  %throw = call i32 @store(ptr null)
  %again = call i32 @load(ptr null)
  %sum0 = add i32 %stored, %loaded
  %sum1 = add i32 %sum0, %throw
  %sum2 = add i32 %sum1, %again
  %field = call i32 @field(ptr addrspace(1) null)
  %sum3 = add i32 %sum2, %field
  %result = sub i32 %sum3, 147
  ret i32 %result
}

;--- version-1.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"fault-map-version", i32 1}

;--- version-2.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"fault-map-version", i32 2}

;--- unmarked.ll
define i32 @main() null_pointer_is_valid {
  %v = load volatile i32, ptr null
  ret i32 %v
}
