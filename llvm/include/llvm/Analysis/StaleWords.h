//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data flow of what some words of memory have had since before a
/// safepoint. Whoever asks numbers the words, and says what instructions do.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_STALEWORDS_H
#define LLVM_ANALYSIS_STALEWORDS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class Function;
class Instruction;

/// On some path, a word of Held was written, and one of Stale was held at a
/// safepoint that did not update it.
struct StaleWords {
  BitVector Held, Stale;
};

/// Calls \p Step with the instructions of each block of \p F that the entry
/// reaches, until what is known in front of them stays the same, and \p Visit,
/// which does the same and may report, once more in the order of \p F. Takes
/// time linear in \p NumWords times the blocks, by bits, and in the
/// instructions.
LLVM_ABI void
findStaleWords(const Function &F, unsigned NumWords,
               function_ref<void(const Instruction &, StaleWords &)> Step,
               function_ref<void(const Instruction &, StaleWords &)> Visit);

} // end namespace llvm

#endif // LLVM_ANALYSIS_STALEWORDS_H
