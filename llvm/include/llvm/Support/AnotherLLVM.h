//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognizes plugins that were built for another LLVM. Layouts of classes
/// differ, so that they must not be loaded.
///
/// Everything that is compiled with upstream's headers refers to a variable
/// that tells libraries with checks from those without. Headers of an installed
/// Managed LLVM have another one in its place (cmake/ManagedABI.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_SUPPORT_ANOTHERLLVM_H
#define LLVM_SUPPORT_ANOTHERLLVM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/managed-llvm.h"
#include "llvm/Support/Compiler.h"
#include <string>

/// What users are told of a plugin for another LLVM.
#define MANAGED_LLVM_ANOTHER_LLVM                                              \
  "it was built for another LLVM, so build it again with the headers of "      \
  "Managed LLVM " MANAGED_LLVM_VERSION_STRING

namespace llvm {

/// Whether \p File, a plugin, refers to what only another LLVM has, or needs a
/// shared library of one; sets \p Error then. Its initializers, which would run
/// when it is loaded, do not run.
///
/// Nothing in the file is trusted: whatever cannot be read is taken not to be
/// there, and left to the dynamic linker. A plugin whose references the linker
/// has discarded is not recognized.
LLVM_ABI bool isPluginForAnotherLLVM(StringRef File, std::string &Error);

} // namespace llvm

#endif // LLVM_SUPPORT_ANOTHERLLVM_H
