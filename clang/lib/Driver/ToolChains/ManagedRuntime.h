//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The objects and the library of the managed runtime on the linker's command
/// line.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_MANAGEDRUNTIME_H
#define LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_MANAGEDRUNTIME_H

#include "clang/Driver/Driver.h"
#include "llvm/Option/Option.h"

namespace llvm::opt {
class ArgList;
} // namespace llvm::opt

namespace clang::driver {
class ToolChain;

namespace tools {

/// Adds to \p CmdArgs what an image with implicit null checks needs from the
/// managed runtime that is installed beside clang: what registers its map, what
/// installs the handler and, in an executable with \p IsWide, what reserves the
/// wide guard.
///
/// Adds nothing if no runtime for the target is there, if the runtime's objects
/// are among \p Inputs, or if \p Args ask for no libraries or, with
/// -fno-sanitize-link-runtime, for no runtime.
void addManagedRuntime(const ToolChain &TC, const InputInfoList &Inputs,
                       const llvm::opt::ArgList &Args, bool IsWide,
                       llvm::opt::ArgStringList &CmdArgs);

} // namespace tools
} // namespace clang::driver

#endif // LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_MANAGEDRUNTIME_H
