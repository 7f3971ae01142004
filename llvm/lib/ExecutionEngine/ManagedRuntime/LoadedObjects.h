//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which executables and shared objects may be unloaded.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_LOADEDOBJECTS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_LOADEDOBJECTS_H

#include "Visibility.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Whether \p Address is in the main program, or in a shared object that it
/// needs, be it through others: those are loaded before the process starts and
/// stay. Of what LD_PRELOAD names and nobody needs, nothing is known. False if
/// there is no memory to find out. Not async-signal-safe.
bool staysLoaded(const void *Address);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_LOADEDOBJECTS_H
