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

; An error in the value does not quote the option.
; RUN: env MANAGED_LLVM_ARGS="-verify-dom-info=2 -O1" not opt -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=VALUE

; An error in the command line is not the variable's.
; RUN: env MANAGED_LLVM_ARGS="-verify-dom-info" not opt -no-such-option %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=OTHER --implicit-check-not=' is from '
; RUN: env MANAGED_LLVM_ARGS="" not opt -no-such-option %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=NONE --implicit-check-not=MANAGED_LLVM_ARGS

; OPT: place-gc-roots
; LLC: name: main
; ERROR: [[TOOL:(opt|llc|lli)]]: Unknown command line argument '-no-such-option'
; ERROR: [[TOOL]]: '-no-such-option' is from the environment variable MANAGED_LLVM_ARGS

; VALUE: for the --verify-dom-info option: '2' is invalid value
; VALUE: opt: note: the environment variable MANAGED_LLVM_ARGS adds -verify-dom-info=2 -O1{{$}}

; OTHER: Unknown command line argument '-no-such-option'
; OTHER: opt: note: the environment variable MANAGED_LLVM_ARGS adds -verify-dom-info{{$}}

; NONE: Unknown command line argument '-no-such-option'

target triple = "x86_64-unknown-linux-gnu"

define i32 @main() {
  ret i32 0
}
