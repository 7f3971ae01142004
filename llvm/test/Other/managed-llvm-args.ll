; Tools take options from the environment as if they came first.

; RUN: env MANAGED_LLVM_ARGS="-passes=place-gc-roots -print-pipeline-passes" \
; RUN:   opt -disable-output %s | FileCheck %s --check-prefix=OPT
; RUN: env MANAGED_LLVM_ARGS="-stop-before=finalize-isel" llc -o - %s \
; RUN:   | FileCheck %s --check-prefix=LLC
; RUN: env MANAGED_LLVM_ARGS="-no-such-option" not opt -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ERROR
; RUN: env MANAGED_LLVM_ARGS="-no-such-option" not llc -o - %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ERROR
; RUN: env MANAGED_LLVM_ARGS="-no-such-option" not lli %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ERROR

; OPT: place-gc-roots
; LLC: name: main
; ERROR: Unknown command line argument '-no-such-option'

target triple = "x86_64-unknown-linux-gnu"

define i32 @main() {
  ret i32 0
}
