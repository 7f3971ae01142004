//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unreached.h"
#include "llvm/MC/MCInstrAnalysis.h"

using namespace llvm;
using namespace llvm::managed_maps;

/// Whether people, too, leave such a rest of a block behind when they write
/// assembly: it comes after a trap, or is a single jump.
static bool isCommonRest(unsigned First, unsigned Last, const FunctionCode &F,
                         const Decoder &D) {
  ArrayRef<DecodedInst> Instructions = F.instructions();
  auto IsTrap = [&](unsigned Number) {
    return D.getVerifier().isTrap(Instructions[Number]);
  };
  if (First != 0 && IsTrap(First - 1))
    return true;
  return Last == First + 1 && !IsTrap(First) &&
         D.getAnalysis().isBarrier(Instructions[First].Inst);
}

std::optional<unsigned> llvm::managed_maps::findUnreached(const FunctionCode &F,
                                                          const Flow &Ways,
                                                          const Decoder &D) {
  // Only where it is known what leads where.
  if (!F.hasName() || F.hasLandingPads() || F.hasGaps())
    return std::nullopt;
  for (const Flow::Block &B : Ways.blocks()) {
    if (!B.Predecessors.empty() || B.IsHandler || B.MayBeFunctionEntry)
      continue;
    unsigned First = B.First;
    while (First != B.Last &&
           D.getVerifier().isPadding(F.instructions()[First]))
      ++First;
    if (First == B.Last)
      continue;
    // Only a function with entries is known to be a compiler's.
    if (Ways.faults().empty() && isCommonRest(First, B.Last, F, D))
      continue;
    return First;
  }
  return std::nullopt;
}
