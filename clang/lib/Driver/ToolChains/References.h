//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the driver does for -fgc-address-spaces.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_REFERENCES_H
#define LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_REFERENCES_H

#include "clang/Driver/Util.h"
#include "llvm/Option/Option.h"

namespace llvm::opt {
class ArgList;
} // namespace llvm::opt

namespace clang::driver {
class JobAction;
class ToolChain;

namespace tools {

/// Passes -fgc-address-spaces on to the cc1 job \p JA, as a default function
/// attribute, or says which value is wrong.
void addReferenceArgs(const ToolChain &TC, const JobAction &JA,
                      const llvm::opt::ArgList &Args,
                      llvm::opt::ArgStringList &CmdArgs);

} // namespace tools
} // namespace clang::driver

#endif // LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_REFERENCES_H
