//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointInputValues.h"
#include "GCNormalizationSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCStackObjects.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Statepoint.h"
#include <memory>
#include <vector>

using namespace llvm;

namespace {

/// Something that is right as long as none of its values is live over a call.
struct Suspect {
  const Value *Origin;
  /// What is said before and after the description of the call.
  std::string Before, After;
  /// Whether it is also wrong as an operand of a call.
  bool AsOperand;
  bool IsReported = false;
};

class Finder {
  const Function &F;
  const GCStrategy &Strategy;
  ArrayRef<const CallBase *> Safepoints;
  StatepointReport Report;
  StatepointValueSet Tracked;
  const GCInteriorPointers Interior;
  std::vector<std::unique_ptr<Suspect>> Suspects;
  DenseMap<const Value *, SmallVector<Suspect *, 1>> Owners;

  bool isReference(const Value &V) const {
    return isReferenceType(V.getType(), &Strategy);
  }
  Suspect &suspect(const Value &Origin, std::string Before, std::string After,
                   bool AsOperand);
  void watch(const Value &V, Suspect &Because);
  void watchDerived(const Value &Root, std::string Reason);
  void classify(const Value &V);
  void classifyCast(const CastInst &Cast);
  bool hasKnownBase(const Instruction &I) const;
  void meet(const Instruction &Call, const Value *V, bool AsOperand);
  void checkCall(const Instruction &Call, const StatepointValueSet &Live);
  void checkObjects();

public:
  Finder(const Function &F, const GCStrategy &Strategy,
         ArrayRef<const CallBase *> Safepoints, StatepointReport Report)
      : F(F), Strategy(Strategy), Safepoints(Safepoints), Report(Report),
        Interior(F, Strategy) {}
  void run();
};

} // end anonymous namespace

Suspect &Finder::suspect(const Value &Origin, std::string Before,
                         std::string After, bool AsOperand) {
  Suspects.push_back(std::make_unique<Suspect>(
      Suspect{&Origin, std::move(Before), std::move(After), AsOperand}));
  return *Suspects.back();
}

void Finder::watch(const Value &V, Suspect &Because) {
  Tracked.insert(&V);
  Owners[&V].push_back(&Because);
}

/// Watches \p Root and what gets its base from it.
void Finder::watchDerived(const Value &Root, std::string Reason) {
  const bool IsReference = containsReferences(Root.getType(), &Strategy);
  Suspect &S =
      suspect(Root, "is needed after ", "; " + std::move(Reason), IsReference);
  SmallVector<const Value *, 8> Pending = {&Root};
  StatepointValueSet Seen;
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    const bool IsAggregate = V->getType()->isAggregateType();
    if (!(IsAggregate ? containsReferences(V->getType(), &Strategy)
                      : V->getType()->isPtrOrPtrVectorTy()) ||
        (IsAggregate || isReference(*V)) != IsReference ||
        !Seen.insert(V).second)
      continue;
    watch(*V, S);
    for (const User *U : V->users()) {
      if (isa<GetElementPtrInst, CastInst, FreezeInst, PHINode, SelectInst,
              ExtractElementInst, InsertElementInst, ShuffleVectorInst,
              ExtractValueInst, InsertValueInst>(U))
        Pending.push_back(U);
      // What becomes a value keeps the base of what is stored.
      if (const auto *Store = dyn_cast<StoreInst>(U))
        if (const auto *Object =
                dyn_cast<AllocaInst>(Store->getPointerOperand());
            Object && Interior.isVariable(*Object))
          for (const User *Other : Object->users())
            if (isa<LoadInst>(Other))
              Pending.push_back(Other);
    }
  }
}

/// Whether the rewriting finds a base for what \p I, no cast, is or is derived
/// from.
bool Finder::hasKnownBase(const Instruction &I) const {
  if (isa<LoadInst, VAArgInst, CallInst, InvokeInst, ExtractValueInst,
          GetElementPtrInst, FreezeInst, PHINode, SelectInst>(I))
    return true;
  if (I.getType()->isVectorTy())
    return isa<InsertElementInst, ShuffleVectorInst>(I);
  return isa<ExtractElementInst, AtomicRMWInst>(I);
}

/// The operands of \p V, no reference, that a copy of a reference may come
/// from.
static void addCopied(const Value &V, SmallVectorImpl<const Value *> &Sources) {
  const auto *I = dyn_cast<Operator>(&V);
  if (!I)
    return;
  switch (I->getOpcode()) {
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Add:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    append_range(Sources, I->operand_values());
    return;
  case Instruction::And:
    // The bits of a tag are no address.
    if (const auto *Mask = dyn_cast<ConstantInt>(I->getOperand(1)))
      if (Mask->getValue().getActiveBits() < 16)
        return;
    append_range(Sources, I->operand_values());
    return;
  case Instruction::Trunc:
    if (V.getType()->getScalarSizeInBits() < 32)
      return;
    [[fallthrough]];
  case Instruction::Sub:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::GetElementPtr:
  case Instruction::ExtractElement:
  case Instruction::Freeze:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::ZExt:
  case Instruction::SExt:
    Sources.push_back(I->getOperand(0));
    return;
  default:
    return;
  }
}

namespace {

/// The values between references and \p Root, which is none, that are copies
/// of them.
struct Copies {
  StatepointValueSet Values;
  /// Whether all are what a base pointer is.
  bool AreExact = true;

  Copies(const Value &Root, const GCStrategy &Strategy);
};

} // end anonymous namespace

Copies::Copies(const Value &Root, const GCStrategy &Strategy) {
  DenseMap<const Value *, SmallVector<const Value *, 2>> Users;
  SmallVector<const Value *, 8> Pending = {&Root}, Found;
  StatepointValueSet Seen;
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    SmallVector<const Value *, 4> Sources;
    addCopied(*V, Sources);
    // The difference of two copies is none.
    if (const auto *Sub = dyn_cast<SubOperator>(V))
      if (!Copies(*Sub->getOperand(1), Strategy).Values.empty())
        continue;
    for (const Value *Source : Sources) {
      if (isa<Constant>(Source))
        continue;
      if (isReferenceType(Source->getType(), &Strategy)) {
        Found.push_back(V);
        AreExact &= findStatepointBase(Source) == Source;
      } else {
        Users[Source].push_back(V);
        Pending.push_back(Source);
      }
    }
  }
  while (!Found.empty()) {
    const Value *V = Found.pop_back_val();
    if (!Values.insert(V).second)
      continue;
    AreExact &= !isa<BinaryOperator, GetElementPtrInst, TruncInst>(V);
    append_range(Found, Users.lookup(V));
  }
}

/// \p Cast makes references.
void Finder::classifyCast(const CastInst &Cast) {
  const Value &Source = *Cast.getOperand(0);
  const bool IsVector = Cast.getType()->isVectorTy();
  if (isReference(Source)) {
    if (IsVector && !isa<BitCastInst>(Cast))
      watchDerived(Cast, "its base is not known; cast its elements");
    return;
  }
  const Copies Made(Source, Strategy);
  // A pointer that is no reference is reported where it is made.
  if (!Made.Values.empty() && !isa<AddrSpaceCastInst>(Cast)) {
    Suspect &S = suspect(
        Cast, "is made of a copy of a reference that is kept over ",
        ", which moves the object but not the copy; keep the reference", false);
    for (const Value *V : Made.Values)
      watch(*V, S);
  }
  if (isa<AddrSpaceCastInst>(Cast)) {
    const Value *Origin = Cast.stripPointerCasts();
    if (IsVector || !isReference(*Origin) || isa<CastInst>(Origin))
      watchDerived(Cast, "its base is a pointer that is no reference; use the "
                         "reference that it points into");
  } else if (!Made.Values.empty() && !Made.AreExact) {
    watchDerived(Cast, "its base is not known, as it is computed with "
                       "integers; use getelementptr");
  }
}

void Finder::classify(const Value &V) {
  const Type *Ty = V.getType();
  if (!containsReferences(Ty, &Strategy)) {
    const auto *Cast = dyn_cast<AddrSpaceCastInst>(&V);
    if (Cast && isReference(*Cast->getOperand(0)))
      watchDerived(V, "it is no reference and is not relocated; cast again "
                      "after the call");
    return;
  }
  if (containsScalableVector(Ty)) {
    watch(V, suspect(V, "holds references over ",
                     ", which are not relocated in a scalable vector; use "
                     "vectors of fixed size",
                     true));
    return;
  }
  if (Ty->isAggregateType()) {
    // The members of others are as good as what makes them.
    if (isa<LandingPadInst>(V))
      watchDerived(V, "the base of a reference in it is not known; load the "
                      "reference from memory, or get it from a call");
    return;
  }
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I)
    return;
  if (const auto *Object = dyn_cast<AllocaInst>(I)) {
    if (!isLocalGCObject(*Object, Strategy))
      watchDerived(V,
                   "a stack object is no reference, as it does not move; "
                   "allocate it in the address space of other stack objects");
  }
  if (const auto *Cast = dyn_cast<CastInst>(I))
    classifyCast(*Cast);
  else if (!isa<AllocaInst>(I) && !hasKnownBase(*I))
    watchDerived(V, "its base is not known; load the reference from memory, or "
                    "get it from a call");
}

/// \p V is live over, or an operand of, \p Call.
void Finder::meet(const Instruction &Call, const Value *V, bool AsOperand) {
  auto It = Owners.find(V);
  if (It == Owners.end())
    return;
  for (Suspect *S : It->second) {
    if (S->IsReported || (AsOperand && !S->AsOperand))
      continue;
    S->IsReported = true;
    if (const auto *I = dyn_cast<Instruction>(S->Origin))
      Report(*I, S->Before + describeStatepointInput(Call) + S->After);
    else
      Report(Call, "argument " + nameInMessage(*S->Origin) + S->Before + "it" +
                       S->After);
  }
}

void Finder::checkCall(const Instruction &Call,
                       const StatepointValueSet &Live) {
  for (const Value *V : Live)
    meet(Call, V, /*AsOperand=*/false);
  for (const Value *V : Call.operand_values())
    meet(Call, V, /*AsOperand=*/true);
}

void Finder::checkObjects() {
  const GCStackObjects Objects(F, Strategy, Safepoints, Interior);
  for (const GCStackObject &Object : Objects.objects())
    if (!Object.Error.empty() && !Object.Safepoints.empty())
      Report(*Object.ErrorAt,
             "stack object " + nameInMessage(*Object.Object) +
                 "holds references over " +
                 describeStatepointInput(*Object.Safepoints.front()) + "; it " +
                 Object.Error);
}

void Finder::run() {
  for (const Argument &A : F.args())
    classify(A);
  for (const Instruction &I : instructions(F))
    classify(I);
  checkObjects();
  if (Tracked.empty())
    return;

  SmallPtrSet<const Instruction *, 16> Calls(llvm::from_range, Safepoints);
  const StatepointLiveness Liveness(F, Tracked);
  for (const BasicBlock &BB : F)
    Liveness.visit(BB,
                   [&](const Instruction &I, const StatepointValueSet &Live) {
                     if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
                       if (Intrinsic->getIntrinsicID() ==
                               Intrinsic::experimental_gc_get_pointer_base ||
                           Intrinsic->getIntrinsicID() ==
                               Intrinsic::experimental_gc_get_pointer_offset)
                         meet(I, Intrinsic->getOperand(0), /*AsOperand=*/true);
                     if (Calls.contains(&I))
                       checkCall(I, Live);
                   });
}

void llvm::findUnsupportedValues(const Function &F, const GCStrategy &Strategy,
                                 ArrayRef<const CallBase *> Safepoints,
                                 StatepointReport Report) {
  Finder(F, Strategy, Safepoints, Report).run();
}
