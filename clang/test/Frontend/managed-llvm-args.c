// Options of LLVM can come from the environment, with and without -mllvm.

// RUN: env MANAGED_LLVM_ARGS=-print-pipeline-passes %clang_cc1 -O1 -emit-llvm -o /dev/null %s | FileCheck %s
// RUN: env MANAGED_LLVM_ARGS=-print-pipeline-passes %clang_cc1 -mllvm -verify-dom-info -O1 -emit-llvm -o /dev/null %s | FileCheck %s
// RUN: env MANAGED_LLVM_ARGS=-no-such-option not %clang_cc1 -emit-llvm -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: simplifycfg
// ERROR: Unknown command line argument '-no-such-option'
// ERROR: '-no-such-option' is from the environment variable MANAGED_LLVM_ARGS

int main(void) { return 0; }
