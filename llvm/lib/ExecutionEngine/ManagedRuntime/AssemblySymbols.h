//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What symbols that are defined in assembly have in common with those of C:
/// LLVM_MANAGED_RUNTIME_ABI says who sees them.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_ASSEMBLYSYMBOLS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_ASSEMBLYSYMBOLS_H

#if defined(LLVM_MANAGED_RUNTIME_STATIC)
#define LLVM_MANAGED_ASM_VISIBLE(NAME)                                         \
  ".globl " #NAME "\n"                                                         \
  ".protected " #NAME "\n"
#else
#define LLVM_MANAGED_ASM_VISIBLE(NAME) ".globl " #NAME "\n"
#endif

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_ASSEMBLYSYMBOLS_H
