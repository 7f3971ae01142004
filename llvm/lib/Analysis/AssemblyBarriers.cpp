//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

bool llvm::isAssemblyBarrier(const CallBase &Call) {
  const auto *Assembly = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Assembly && Assembly->getAsmString().trim().empty();
}

const Use *llvm::getSourceOfBarrier(const Value &V) {
  const auto *Call = dyn_cast<CallBase>(&V);
  if (!Call || !isAssemblyBarrier(*Call) || Call->getType()->isStructTy())
    return nullptr;
  const InlineAsm::ConstraintInfoVector Constraints =
      cast<InlineAsm>(Call->getCalledOperand())->ParseConstraints();
  const auto Result = find_if(Constraints, [](const auto &Constraint) {
    return Constraint.Type == InlineAsm::isOutput && !Constraint.isIndirect;
  });
  if (Result == Constraints.end() || !Result->hasMatchingInput())
    return nullptr;
  const auto Inputs = ArrayRef(Constraints).take_front(Result->MatchingInput);
  const Use &Source = Call->getArgOperandUse(
      count_if(Inputs, [](const auto &Other) { return Other.hasArg(); }));
  return Source->getType() == V.getType() ? &Source : nullptr;
}
