//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inline assembly without instructions: a barrier for optimizations. It calls
/// nothing, and its result is what is tied to it.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_ASSEMBLYBARRIERS_H
#define LLVM_ANALYSIS_ASSEMBLYBARRIERS_H

#include "llvm/Support/Compiler.h"

namespace llvm {

class CallBase;
class Use;
class Value;

/// Whether \p Call is inline assembly that has no instructions.
LLVM_ABI bool isAssemblyBarrier(const CallBase &Call);

/// \returns the operand that the result of \p V is, if that is such a barrier
/// with one result, or null.
LLVM_ABI const Use *getSourceOfBarrier(const Value &V);

} // end namespace llvm

#endif // LLVM_ANALYSIS_ASSEMBLYBARRIERS_H
