//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The driver's side of -fimplicit-null-checks.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_IMPLICITNULLCHECKS_H
#define LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_IMPLICITNULLCHECKS_H

#include "clang/Driver/Driver.h"
#include "clang/Driver/Types.h"
#include "llvm/Option/Option.h"

namespace llvm::opt {
class ArgList;
} // namespace llvm::opt

namespace clang::driver {
class JobAction;
class ToolChain;

namespace tools {

/// Passes -fimplicit-null-checks on to the cc1 job \p JA, as a default function
/// attribute, or says why it does not. \p CmdArgs must hold the options of the
/// sanitizers already.
void addImplicitNullChecksArgs(const ToolChain &TC, const JobAction &JA,
                               const llvm::opt::ArgList &Args,
                               types::ID InputType,
                               llvm::opt::ArgStringList &CmdArgs);

/// Adds to \p CmdArgs, those of a linker, the runtime that an executable or
/// shared object with -fimplicit-null-checks needs. Reports an error if the
/// guard is the wide one, and an executable is linked that is not
/// position-independent: it would be where the guard is.
void addImplicitNullChecksLinkArgs(const ToolChain &TC,
                                   const InputInfoList &Inputs,
                                   const llvm::opt::ArgList &Args,
                                   llvm::opt::ArgStringList &CmdArgs);

} // namespace tools
} // namespace clang::driver

#endif // LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_IMPLICITNULLCHECKS_H
