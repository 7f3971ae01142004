//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

/// "interleaveN" chooses from N vectors.
static ReferenceOrigin getInterleaved(StringRef Name) {
  unsigned Count = 0;
  if (Name.consume_front("vector.deinterleave") &&
      !Name.getAsInteger(10, Count))
    return {ReferenceOrigin::OneOf, {0}};
  if (Name.consume_front("vector.interleave") && !Name.getAsInteger(10, Count))
    return {ReferenceOrigin::OneOf, to_vector<8>(seq(Count))};
  return {};
}

/// What the language reference says, by the name. Few functions call
/// intrinsics that return references, and most of these few are loads.
ReferenceOrigin llvm::getReferenceOrigin(Intrinsic::ID ID) {
  using Origin = ReferenceOrigin;
  StringRef Name = Intrinsic::getBaseName(ID);
  Name.consume_front("llvm.");
  const Origin::Kind Kind =
      StringSwitch<Origin::Kind>(Name)
          .Cases({"masked.load", "masked.gather", "masked.expandload"},
                 Origin::LoadedOrOneOf)
          .Cases({"vp.load", "vp.gather", "experimental.vp.strided.load",
                  "matrix.column.major.load", "gcread"},
                 Origin::Base)
          .Cases({"experimental.gc.result", "experimental.gc.relocate",
                  "experimental.patchpoint", "experimental.deoptimize"},
                 Origin::Base)
          .Cases({"aarch64.neon.ld1x2", "aarch64.neon.ld1x3",
                  "aarch64.neon.ld1x4", "aarch64.neon.ld2", "aarch64.neon.ld3",
                  "aarch64.neon.ld4", "aarch64.neon.ld2r", "aarch64.neon.ld3r",
                  "aarch64.neon.ld4r"},
                 Origin::Base)
          .Cases({"launder.invariant.group", "strip.invariant.group",
                  "ssa.copy", "ptr.annotation", "preserve.static.offset"},
                 Origin::Same)
          .Cases({"ptrmask", "threadlocal.address", "protected.field.ptr",
                  "experimental.gc.get.pointer.base"},
                 Origin::Inside)
          .Cases({"preserve.array.access.index", "preserve.struct.access.index",
                  "preserve.union.access.index"},
                 Origin::Inside)
          .Cases({"aarch64.irg", "aarch64.addg", "aarch64.tagp", "aarch64.ldg"},
                 Origin::Inside)
          .Cases({"vector.reverse", "vector.extract", "matrix.transpose",
                  "experimental.vp.reverse"},
                 Origin::OneOf)
          .Default(Origin::Unknown);
  switch (Kind) {
  case Origin::Base:
    return {Kind};
  case Origin::LoadedOrOneOf:
    return {Kind, {2}};
  case Origin::Same:
  case Origin::Inside:
  case Origin::OneOf:
    return {Kind, {0}};
  case Origin::Unknown:
    break;
  }
  const auto Pair =
      StringSwitch<std::pair<unsigned, unsigned>>(Name)
          .Cases({"vector.insert", "vector.splice.left", "vector.splice.right",
                  "experimental.vp.splice"},
                 {0, 1})
          .Cases({"x86.avx512.mask.compress", "x86.avx512.mask.expand"}, {0, 1})
          .Cases({"vp.select", "vp.merge"}, {1, 2})
          .Cases({"experimental.vector.compress",
                  "experimental.vector.extract.last.active"},
                 {0, 2})
          .Default({0, 0});
  if (Pair.first != Pair.second)
    return {Origin::OneOf, {Pair.first, Pair.second}};
  return getInterleaved(Name);
}

/// The origin of what \p V returns, if it calls an intrinsic.
static ReferenceOrigin getOriginOfCall(const Value *V) {
  const auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call ? getReferenceOrigin(Call->getIntrinsicID()) : ReferenceOrigin();
}

const Value *llvm::getReferenceSource(const Value *V, bool &IsSame) {
  IsSame = true;
  const Value *Source = nullptr;
  if (const auto *GEP = dyn_cast<GEPOperator>(V)) {
    IsSame = false;
    Source = GEP->getPointerOperand();
  } else if (isa<BitCastOperator, AddrSpaceCastOperator, FreezeInst>(V)) {
    Source = cast<User>(V)->getOperand(0);
  } else if (const Use *Operand = getSourceOfBarrier(*V)) {
    Source = *Operand;
  } else {
    const ReferenceOrigin Origin = getOriginOfCall(V);
    if (Origin.K == ReferenceOrigin::Same ||
        Origin.K == ReferenceOrigin::Inside)
      Source = cast<CallBase>(V)->getArgOperand(Origin.Operands.front());
    IsSame = Origin.K == ReferenceOrigin::Same;
  }
  return Source && Source->getType()->isPtrOrPtrVectorTy() ? Source : nullptr;
}

bool llvm::addReferenceChoices(const Value *V,
                               SmallVectorImpl<const Value *> &Choices) {
  const size_t Before = Choices.size();
  if (const auto *Phi = dyn_cast<PHINode>(V)) {
    append_range(Choices, Phi->incoming_values());
  } else if (const auto *Select = dyn_cast<SelectInst>(V)) {
    Choices.append({Select->getTrueValue(), Select->getFalseValue()});
  } else if (const auto *Extract = dyn_cast<ExtractElementInst>(V)) {
    Choices.push_back(Extract->getVectorOperand());
  } else if (const auto *Insert = dyn_cast<InsertElementInst>(V)) {
    Choices.append({Insert->getOperand(0), Insert->getOperand(1)});
  } else if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(V)) {
    Choices.push_back(Shuffle->getOperand(0));
    // Some read one operand only.
    if (!Shuffle->isZeroEltSplat())
      Choices.push_back(Shuffle->getOperand(1));
  } else {
    const ReferenceOrigin Origin = getOriginOfCall(V);
    if (Origin.K == ReferenceOrigin::OneOf &&
        V->getType()->isPtrOrPtrVectorTy())
      for (const unsigned Number : Origin.Operands)
        Choices.push_back(cast<CallBase>(V)->getArgOperand(Number));
  }
  return Choices.size() != Before;
}

bool llvm::chooseReferencesAlike(const Instruction &A, const Instruction &B) {
  if (A.getOpcode() != B.getOpcode())
    return false;
  if (isa<PHINode>(A))
    return A.getParent() == B.getParent();
  if (isa<SelectInst>(A))
    return A.getOperand(0) == B.getOperand(0);
  if (isa<InsertElementInst>(A))
    return A.getOperand(2) == B.getOperand(2);
  if (isa<ExtractElementInst>(A))
    return A.getOperand(1) == B.getOperand(1);
  if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(&A))
    return Shuffle->getShuffleMask() ==
           cast<ShuffleVectorInst>(B).getShuffleMask();
  const ReferenceOrigin Origin = getOriginOfCall(&A);
  if (Origin.K != ReferenceOrigin::OneOf)
    return false;
  const auto &C = cast<CallBase>(A), &D = cast<CallBase>(B);
  return C.getIntrinsicID() == D.getIntrinsicID() &&
         all_of(seq(C.arg_size()), [&](unsigned N) {
           return is_contained(Origin.Operands, N) ||
                  C.getArgOperand(N) == D.getArgOperand(N);
         });
}

bool llvm::comesFromReference(const Value &V, const Value &From) {
  bool IsSame;
  if (const Value *Source = getReferenceSource(&V, IsSame))
    return Source == &From;
  SmallVector<const Value *, 4> Choices;
  return getReferencePassThrough(&V) == &From ||
         (addReferenceChoices(&V, Choices) && is_contained(Choices, &From));
}

static bool isBarrier(const Value *V) {
  const auto *Call = dyn_cast<CallBase>(V);
  return Call && isAssemblyBarrier(*Call);
}

/// Whether the members of \p Aggregate may be anything.
static bool hasUnknownMembers(const Value *Aggregate) {
  while (const auto *Outer = dyn_cast<ExtractValueInst>(Aggregate))
    Aggregate = Outer->getAggregateOperand();
  if (isa<IntrinsicInst>(Aggregate))
    return getOriginOfCall(Aggregate).K != ReferenceOrigin::Base;
  if (isBarrier(Aggregate))
    return true;
  return !isa<Constant, Argument, LoadInst, CallBase, AtomicCmpXchgInst,
              VAArgInst>(Aggregate);
}

bool llvm::hasUnknownOrigin(const Value *V) {
  if (const auto *Extract = dyn_cast<ExtractValueInst>(V))
    return hasUnknownMembers(Extract->getAggregateOperand());
  if (isBarrier(V))
    return !getSourceOfBarrier(*V);
  if (!isa<IntrinsicInst>(V))
    return isa<LandingPadInst>(V);
  return getOriginOfCall(V).K == ReferenceOrigin::Unknown;
}

const Value *llvm::getReferencePassThrough(const Value *V) {
  const ReferenceOrigin Origin = getOriginOfCall(V);
  return Origin.K == ReferenceOrigin::LoadedOrOneOf
             ? cast<CallBase>(V)->getArgOperand(Origin.Operands.front())
             : nullptr;
}
