//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Macros by which programs know that this clang compiles them.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_FRONTEND_MANAGEDMACROS_H
#define LLVM_CLANG_LIB_FRONTEND_MANAGEDMACROS_H

#include "clang/Basic/MacroBuilder.h"
#include "llvm/Config/managed-llvm.h"

namespace clang {

/// Defines `__managed_llvm__` and the version of Managed LLVM, as clang does
/// for itself.
inline void defineManagedMacros(MacroBuilder &Builder) {
  Builder.defineMacro("__managed_llvm__");
  Builder.defineMacro("__managed_llvm_major__",
                      llvm::Twine(MANAGED_LLVM_VERSION_MAJOR));
  Builder.defineMacro("__managed_llvm_minor__",
                      llvm::Twine(MANAGED_LLVM_VERSION_MINOR));
  Builder.defineMacro("__managed_llvm_patchlevel__",
                      llvm::Twine(MANAGED_LLVM_VERSION_PATCH));
  Builder.defineMacro("__managed_llvm_version__",
                      "\"" MANAGED_LLVM_VERSION_STRING "\"");
}

} // namespace clang

#endif // LLVM_CLANG_LIB_FRONTEND_MANAGEDMACROS_H
