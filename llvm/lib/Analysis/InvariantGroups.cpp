//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/InvariantGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

/// How many address computations in a row are looked through.
static constexpr unsigned MaxSteps = 64;

/// How many values that are no address computations are looked at.
static constexpr unsigned MaxVisited = 16;

/// The pointer of which \p V is computed, as long as that carries the same
/// promises.
static const Value *getOperandOfSameGroup(const Value *V) {
  if (const auto *GEP = dyn_cast<GEPOperator>(V))
    return GEP->getPointerOperand();
  if (const auto *Cast = dyn_cast<Operator>(V);
      Cast && (Cast->getOpcode() == Instruction::BitCast ||
               Cast->getOpcode() == Instruction::AddrSpaceCast ||
               Cast->getOpcode() == Instruction::Freeze))
    return Cast->getOperand(0);
  if (const auto *Call = dyn_cast<CallBase>(V))
    return Call->getReturnedArgOperand();
  return nullptr;
}

static const Value *stripSameGroup(const Value *V) {
  for (unsigned Step = 0; Step != MaxSteps; ++Step) {
    const Value *Operand = getOperandOfSameGroup(V);
    if (!Operand)
      break;
    V = Operand;
  }
  return V;
}

namespace {

/// Where the promises of a pointer come from.
struct Origins {
  SmallPtrSet<const Value *, 4> Values;
  bool HasBarrier = false;
  bool Complete = true;
};

} // namespace

static Origins findOrigins(const Value *V) {
  Origins O;
  SmallPtrSet<const Value *, MaxVisited> Visited;
  SmallVector<const Value *, 8> Worklist = {V};
  while (!Worklist.empty()) {
    const Value *P = stripSameGroup(Worklist.pop_back_val());
    if (!Visited.insert(P).second)
      continue;
    if (Visited.size() > MaxVisited) {
      O.Complete = false;
      return O;
    }
    if (const auto *PN = dyn_cast<PHINode>(P)) {
      append_range(Worklist, PN->incoming_values());
    } else if (const auto *SI = dyn_cast<SelectInst>(P)) {
      Worklist.push_back(SI->getTrueValue());
      Worklist.push_back(SI->getFalseValue());
    } else {
      const auto *I = dyn_cast<Instruction>(P);
      O.HasBarrier |= I && I->isLaunderOrStripInvariantGroup();
      O.Values.insert(P);
    }
  }
  return O;
}

bool llvm::mayDifferInInvariantGroup(const Value *A, const Value *B) {
  if (stripSameGroup(A) == stripSameGroup(B))
    return false;
  Origins OfA = findOrigins(A), OfB = findOrigins(B);
  if (!OfA.Complete || !OfB.Complete)
    return true;
  if (!OfA.HasBarrier && !OfB.HasBarrier)
    return false;
  return OfA.Values.size() != 1 || OfB.Values.size() != 1 ||
         *OfA.Values.begin() != *OfB.Values.begin();
}
