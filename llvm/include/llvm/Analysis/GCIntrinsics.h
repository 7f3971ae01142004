//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The intrinsics in which a collector may run. Statepoints and frames ask.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCINTRINSICS_H
#define LLVM_ANALYSIS_GCINTRINSICS_H

#include "llvm/Support/Compiler.h"

namespace llvm {

class CallBase;

/// Returns true if \p Call is of an intrinsic that calls any function and has a
/// form of its own, so that it cannot be a statepoint: a patchpoint, or one
/// that resumes a coroutine.
LLVM_ABI bool callsAnyFunction(const CallBase &Call);

/// Returns true if \p Call copies elements (element.unordered.atomic).
LLVM_ABI bool isElementCopy(const CallBase &Call);

} // namespace llvm

#endif // LLVM_ANALYSIS_GCINTRINSICS_H
