// Programs find out that this clang compiles them, and which version it is.
// RUN: %clang_cc1 -E -dM %s | FileCheck %s
// RUN: %clang_cc1 -x c++ -E -dM %s | FileCheck %s
// RUN: %clang_cc1 -triple aarch64-linux-gnu -E -dM %s | FileCheck %s
// A file without a compiler's macros has none.
// RUN: %clang_cc1 -undef -E -dM %s | FileCheck --allow-empty %s --check-prefix=UNDEF

// CHECK-DAG: #define __managed_llvm__ 1{{$}}
// CHECK-DAG: #define __managed_llvm_major__ {{[0-9]+$}}
// CHECK-DAG: #define __managed_llvm_minor__ {{[0-9]+$}}
// CHECK-DAG: #define __managed_llvm_patchlevel__ {{[0-9]+$}}
// CHECK-DAG: #define __managed_llvm_version__ "{{[0-9]+[.][0-9]+[.][0-9]+}}"{{$}}

// UNDEF-NOT: __managed_llvm
