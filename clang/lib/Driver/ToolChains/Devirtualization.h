//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_DEVIRTUALIZATION_H
#define LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_DEVIRTUALIZATION_H

#include "llvm/Option/Option.h"

namespace llvm::opt {
class ArgList;
} // namespace llvm::opt

namespace clang::driver {
class Driver;

namespace tools {

/// Turns -fdevirtualize into what it implies, where the options in question are
/// not given themselves.
void addDevirtualizeArgs(const Driver &D, const llvm::opt::ArgList &Args,
                         llvm::opt::ArgStringList &CmdArgs);

} // namespace tools
} // namespace clang::driver

#endif // LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_DEVIRTUALIZATION_H
