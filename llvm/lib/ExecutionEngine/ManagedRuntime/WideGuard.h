//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The wide guard: addresses around zero that nothing is ever mapped at. What
/// is above zero is reserved. What is below is the kernel's half, in which no
/// process has memory, but for a page of old kernels for x86-64 (vsyscall).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_WIDEGUARD_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_WIDEGUARD_H

#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include <atomic>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Whether the process has reserved the wide guard. It is never given back.
extern std::atomic<bool> IsGuardReserved;

/// Whether \p Address is in the wide guard.
inline bool isInWideGuard(uintptr_t Address) {
  // As a signed number; it does not overflow.
  return Address + faultmap::WideGuardBelow <
         uintptr_t(faultmap::WideGuardBelow) + faultmap::WideGuardAbove;
}

/// See LLVMManagedReserveGuard().
LLVMManagedStatus reserveGuard(uintptr_t &Mapped);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_WIDEGUARD_H
