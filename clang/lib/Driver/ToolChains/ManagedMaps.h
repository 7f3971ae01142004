//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What fault maps and stack maps need from linkers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_MANAGEDMAPS_H
#define LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_MANAGEDMAPS_H

#include "clang/Driver/Driver.h"
#include "llvm/Option/Option.h"

namespace llvm::opt {
class ArgList;
} // namespace llvm::opt

namespace clang::driver {
class ToolChain;

namespace tools {

/// Adds to the command line of a GNU linker what -fimplicit-null-checks needs:
/// the runtime, and GNU ld drops unused functions with a fault map only if it
/// is told that the names of the map's bounds keep nothing. Refuses what the
/// linker cannot do with maps: those that -fimplicit-null-checks makes, and
/// those of \p Inputs that are object files.
void addManagedMapsLinkArgs(const ToolChain &TC, const InputInfoList &Inputs,
                            const llvm::opt::ArgList &Args,
                            llvm::opt::ArgStringList &CmdArgs);

} // namespace tools
} // namespace clang::driver

#endif // LLVM_CLANG_LIB_DRIVER_TOOLCHAINS_MANAGEDMAPS_H
