//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares what instructions use with a copy of the function that was made in
/// front of placement, for verify<gc-roots>.
///
/// Instructions are the same if they have the same name or, without results,
/// the same number in their block. Where the copy uses a reference, the
/// function has to use the same object: its pointer, one that was loaded from a
/// slot which held it, or one that is derived from that.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDUSES_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDUSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

class Function;
class GCPointers;
class Instruction;
class Value;
class VerifiedFrame;
class VerifiedProtection;

/// The suffix of the name of a copy of a function.
constexpr StringLiteral GCFunctionCopySuffix = ".before-gc-roots";

/// Calls \p Report with each instruction of \p F that uses another object than
/// it does in \p Copy, with what it uses and what it should have the object of.
void verifyGCUses(const Function &F, const Function &Copy,
                  const GCPointers &Pointers, const VerifiedFrame &Frame,
                  VerifiedProtection &Protection,
                  function_ref<void(const Instruction &I, const Value &Used,
                                    const Value &Wanted)>
                      Report);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDUSES_H
