//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the library knows about the executable and the shared objects of the
/// process, its own image included.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_IMAGEREGISTRATION_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_IMAGEREGISTRATION_H

#include "Visibility.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Keeps the shared object with \p Address, if it is in one, from ever being
/// unloaded.
void pinImage(const void *Address);

} // end namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_IMAGEREGISTRATION_H
