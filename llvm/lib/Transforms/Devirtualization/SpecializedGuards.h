//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes functions that ask for a method (callGuard) for those of their calls
/// that pass the same constants, with the method inlined, where these decide
/// what it does.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_SPECIALIZEDGUARDS_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_SPECIALIZEDGUARDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"
#include <cstdint>

namespace llvm {

class CallBase;

/// A call that callGuard() has changed.
struct SharedCall {
  CallBase *CB;
  /// How often it is executed when its function is called once.
  double Frequency;
};

/// Has those of \p Calls that pass the same constants call functions of their
/// own, if together they are executed \p MinFrequency times or more.
/// \p Inline inlines a call, or returns false. The functions have no more than
/// \p Budget instructions, all of them together, before they are simplified.
/// \returns how many there are.
unsigned specializeGuards(ArrayRef<SharedCall> Calls, double MinFrequency,
                          uint64_t Budget, FunctionAnalysisManager &FAM,
                          function_ref<bool(CallBase &)> Inline);

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_SPECIALIZEDGUARDS_H
