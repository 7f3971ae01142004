//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifiedLiveness.h"
#include "VerifiedRules.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Whether a value of type \p Ty is a reference, or has some.
static bool hasReferences(const Type *Ty, const GCPointers &Pointers) {
  if (isa<StructType, ArrayType>(Ty))
    return any_of(Ty->subtypes(), [&](const Type *Member) {
      return hasReferences(Member, Pointers);
    });
  return Pointers.getKind(Ty) != GCPointerKind::None;
}

void VerifiedLiveness::add(const Value &V, const GCPointers &Pointers) {
  if (!hasReferences(V.getType(), Pointers))
    return;
  Numbers[&V] = Values.size();
  Values.push_back(&V);
}

/// Changes what is live after \p I to what is live in front of it.
void VerifiedLiveness::stepBack(const Instruction &I, BitVector &Live) const {
  auto It = Numbers.find(&I);
  if (It != Numbers.end())
    Live.reset(It->second);
  if (isa<PHINode>(I))
    return;
  for (const Use &Operand : I.operands()) {
    It = Numbers.find(Operand);
    if (It != Numbers.end() && Rules.isUse(Operand))
      Live.set(It->second);
  }
}

/// Returns true if what is live at the start of \p BB changed.
bool VerifiedLiveness::flow(const BasicBlock &BB) {
  BitVector Live(Values.size());
  for (const BasicBlock *Next : successors(&BB)) {
    Live |= AtStart[Next->getNumber()];
    for (const PHINode &Phi : Next->phis()) {
      auto It = Numbers.find(Phi.getIncomingValueForBlock(&BB));
      if (It != Numbers.end())
        Live.set(It->second);
    }
  }
  AtEnd[BB.getNumber()] = Live;
  for (const Instruction &I : reverse(BB))
    stepBack(I, Live);
  if (Live == AtStart[BB.getNumber()])
    return false;
  AtStart[BB.getNumber()] = std::move(Live);
  return true;
}

VerifiedLiveness::VerifiedLiveness(const Function &F,
                                   const GCPointers &Pointers,
                                   const VerifiedRules &Rules)
    : Rules(Rules) {
  for (const Argument &A : F.args())
    add(A, Pointers);
  for (const Instruction &I : instructions(F))
    add(I, Pointers);
  AtStart.assign(F.getMaxBlockNumber(), BitVector(Values.size()));
  AtEnd = AtStart;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const BasicBlock *BB : post_order(&F))
      Changed |= flow(*BB);
  }
}

void VerifiedLiveness::visit(
    const BasicBlock &BB,
    function_ref<void(const Instruction &I,
                      function_ref<std::vector<const Value *>()>)>
        Visit) const {
  BitVector Live = AtEnd[BB.getNumber()];
  for (const Instruction &I : reverse(BB)) {
    Visit(I, [&] {
      std::vector<const Value *> Over;
      for (const unsigned Number : Live.set_bits())
        if (Values[Number] != &I)
          Over.push_back(Values[Number]);
      return Over;
    });
    stepBack(I, Live);
  }
}
