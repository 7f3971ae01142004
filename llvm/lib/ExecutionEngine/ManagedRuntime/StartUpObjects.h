//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which executables and shared objects are never unloaded.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STARTUPOBJECTS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STARTUPOBJECTS_H

#include "Visibility.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Whether \p Address is in an object that the process was started with: the
/// program, what it needs, be it through others, and what LD_PRELOAD names.
/// The loader does not tell, so this goes by names, as the loader does. False
/// if there is no memory to find out, and in a namespace of dlmopen(). The
/// first call looks at all objects; all take the loader's lock until one has
/// succeeded. Not async-signal-safe.
bool isStartUpObject(const void *Address);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STARTUPOBJECTS_H
