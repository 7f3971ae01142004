//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies of references in values that are none. From what references are made
/// of, operands are followed back to references, and forwards again from these.
/// A difference of two copies is none. Subtractions are decided in the order of
/// the function, after all that comes to them from in front, so that what a
/// loop brings later leaves them what they are: copies, at worst.
///
/// Each value is visited a constant number of times.
///
//===----------------------------------------------------------------------===//

#include "UnrelocatableValues.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <set>

using namespace llvm;

/// Whether \p Ty is too small for what an address is computed of.
static bool isTooNarrow(const Type *Ty) {
  return Ty->isIntOrIntVectorTy() && Ty->getScalarSizeInBits() < 32;
}

/// The operands of \p V, no reference, that a copy of a reference may come
/// from.
static void addCopied(const Value &V, SmallVectorImpl<const Value *> &Sources) {
  const auto *I = dyn_cast<Operator>(&V);
  if (!I || isTooNarrow(V.getType()))
    return;
  switch (I->getOpcode()) {
  case Instruction::And:
    // The bits of a tag are no address.
    if (const auto *Mask = dyn_cast<ConstantInt>(I->getOperand(1)))
      if (Mask->getValue().getActiveBits() < 16)
        return;
    append_range(Sources, I->operand_values());
    return;
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Add:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Mul:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::InsertValue:
  case Instruction::GetElementPtr:
    append_range(Sources, I->operand_values());
    return;
  case Instruction::Sub:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FNeg:
  case Instruction::ExtractElement:
  case Instruction::ExtractValue:
  case Instruction::Freeze:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    Sources.push_back(I->getOperand(0));
    return;
  case Instruction::Call: {
    const auto &Call = cast<CallBase>(*I);
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call);
    if ((Intrinsic && Intrinsic->doesNotAccessMemory()) ||
        isAssemblyBarrier(Call))
      append_range(Sources, Call.args());
    return;
  }
  default:
    return;
  }
}

/// Finds what may flow to \p Made, and where that comes from a reference.
void StatepointCopies::findFlows(ArrayRef<const Value *> Made,
                                 const GCPointers &References) {
  SmallVector<const Value *, 16> Pending(Made);
  SmallPtrSet<const Value *, 16> Seen;
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (isa<Constant>(V) || !Seen.insert(V).second)
      continue;
    SmallVector<const Value *, 4> Sources;
    addCopied(*V, Sources);
    for (const Value *Source : Sources) {
      if (isa<Constant>(Source))
        continue;
      if (References.getKind(Source->getType()) != GCPointerKind::None) {
        Direct.push_back(V);
        if (findStatepointBase(Source) != Source)
          Inexact.insert(V);
      } else {
        Flows[Source].push_back(V);
        Pending.push_back(Source);
      }
    }
    // Whether this is a copy decides what the difference is.
    if (const auto *Sub = dyn_cast<SubOperator>(V))
      Pending.push_back(Sub->getOperand(1));
  }
}

void StatepointCopies::findCopies(const Function &F) {
  DenseMap<const Value *, unsigned> Numbers;
  for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&F))
    for (const Instruction &I : *BB)
      if (isa<SubOperator>(I))
        Numbers[&I] = Numbers.size();
  std::set<std::pair<unsigned, const Value *>> Differences;
  SmallVector<const Value *, 16> Pending(ArrayRef<const Value *>{Direct});
  while (!Pending.empty() || !Differences.empty()) {
    const Value *V;
    if (!Pending.empty()) {
      V = Pending.pop_back_val();
      if (isa<SubOperator>(V)) {
        Differences.emplace(Numbers.lookup(V), V);
        continue;
      }
    } else {
      V = Differences.extract(Differences.begin()).value().second;
      if (contains(*cast<SubOperator>(V)->getOperand(1)))
        continue;
    }
    if (Copies.insert(V))
      append_range(Pending, flows(*V));
  }
}

StatepointCopies::StatepointCopies(const Function &F,
                                   const GCPointers &References,
                                   ArrayRef<const Value *> Made) {
  if (Made.empty())
    return;
  findFlows(Made, References);
  if (Direct.empty())
    return;
  findCopies(F);
  SmallVector<const Value *, 16> Pending;
  for (const Value *V : Copies)
    if (isa<BinaryOperator, UnaryOperator, GetElementPtrInst, TruncInst,
            IntrinsicInst>(V) ||
        Inexact.contains(V))
      Pending.push_back(V);
  Inexact.clear();
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (contains(*V) && Inexact.insert(V).second)
      append_range(Pending, flows(*V));
  }
}
