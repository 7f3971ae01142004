//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Macros that only Managed LLVM defines. The version is that of
/// cmake/ManagedVersion.cmake; the one of the LLVM that it is based on is in
/// llvm-config.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CONFIG_MANAGED_LLVM_H
#define LLVM_CONFIG_MANAGED_LLVM_H

#define MANAGED_LLVM_VERSION_MAJOR 0
#define MANAGED_LLVM_VERSION_MINOR 9
#define MANAGED_LLVM_VERSION_PATCH 0
#define MANAGED_LLVM_VERSION_STRING "0.9.0"

/// A variable of namespace llvm that the libraries of an installed prefix
/// define, and to which what includes its headers refers: other libraries do
/// not have it.
#define MANAGED_LLVM_ABI NeedsManagedLLVM_0_9_0

/// The version of the interface of plugins with passes, in place of upstream's
/// 2. It differs from release to release, as layouts of classes do.
#define MANAGED_LLVM_PLUGIN_API_VERSION 9002

#endif // LLVM_CONFIG_MANAGED_LLVM_H
