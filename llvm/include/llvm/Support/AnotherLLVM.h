//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says of a plugin that it was built for another LLVM. Layouts of classes
/// differ, so that it must not be loaded.
///
/// A tool of Managed LLVM does not export the variable to which everything
/// refers that was compiled with upstream's headers. The dynamic linker then
/// reports a missing symbol, whose name says nothing to users. The version of
/// the interface, which a plugin with passes states, differs too.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_SUPPORT_ANOTHERLLVM_H
#define LLVM_SUPPORT_ANOTHERLLVM_H

#include "llvm/Config/managed-llvm.h"
#include <string>

/// What users are told of a plugin for another LLVM.
#define MANAGED_LLVM_ANOTHER_LLVM                                              \
  "; it was built for another LLVM, so build it again with the headers of "    \
  "Managed LLVM " MANAGED_LLVM_VERSION_STRING

namespace llvm {
/// Adds the reason to \p Error, the message of the dynamic linker, if what is
/// missing is the variable that another LLVM has.
inline void explainLoadError(std::string &Error) {
  if (Error.find("ABIBreakingChecksE") != std::string::npos)
    Error += MANAGED_LLVM_ANOTHER_LLVM;
}
} // namespace llvm

#endif // LLVM_SUPPORT_ANOTHERLLVM_H
