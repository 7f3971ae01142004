//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrelocatableValues.h"
#include "Normalization/GCNormalizationSteps.h"
#include "Normalization/GCVectorIntrinsics.h"
#include "Normalization/RawValues.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/GCCopiedWords.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCObjectsInMemory.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/GCStackObjects.h"
#include "llvm/Analysis/ReferenceCopies.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCAddressSpaces.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

using namespace llvm;

namespace {

/// Something that is right as long as none of its values is live across a call.
struct Suspect {
  const Value *Origin;
  /// What is said before and after the description of the call.
  std::string Before, After;
};

/// Values that are wrong over calls, and what is reported then: the suspects of
/// the value and of all that it flows to, each once.
class SuspectWeb {
  struct Node {
    SmallVector<const Value *, 2> Next;
    SmallVector<Suspect, 1> Suspects;
    bool IsMet = false;
  };
  MapVector<const Value *, Node> Nodes;

public:
  void add(const Value &V, Suspect S) {
    Nodes[&V].Suspects.push_back(std::move(S));
  }
  void addFlow(const Value &From, const Value &To) {
    Nodes[&From].Next.push_back(&To);
  }
  bool empty() const { return Nodes.empty(); }
  bool contains(const Value &V) const { return Nodes.contains(&V); }
  SmallVector<const Value *, 16> values() const {
    return to_vector<16>(make_first_range(Nodes));
  }
  void meet(const Value *V, function_ref<void(const Suspect &)> Report);
};

class Finder {
  const Function &F;
  const GCStrategy &Strategy;
  ArrayRef<const CallBase *> Safepoints;
  StatepointReport Report;
  const GCInteriorPointers Interior;
  const GCPointers References;
  RawValues Raw;
  const SmallPtrSet<const Value *, 8> CopiedWords;
  /// What has an origin among its bases, and copies that one is made of.
  SuspectWeb Derived, Copied;
  SmallPtrSet<const Value *, 8> SeenDerived;
  /// What makes pointers of values that are no pointers.
  SmallVector<const CastInst *, 8> Casts;

  bool isReference(const Value &V) const {
    return isReferenceType(V.getType(), &Strategy);
  }
  bool hasSameKind(const Value &A, const Value &B) const;
  void watchDerived(const Value &Root, std::string Reason);
  void classifyOther(const Value &V);
  void classify(const Value &V);
  void classifyCast(const CastInst &Cast);
  bool hasKnownBase(const Instruction &I) const;
  void watchCopies();
  void meet(SuspectWeb &Web, const Instruction &Call, const Value *V);
  void meetOperand(const Instruction &Call, const Value *V);
  void checkObjects();
  void checkCalls();

public:
  Finder(const Function &F, const GCStrategy &Strategy,
         ArrayRef<const CallBase *> Safepoints, StatepointReport Report)
      : F(F), Strategy(Strategy), Safepoints(Safepoints), Report(Report),
        Interior(F, GCPointers(Strategy)), References(Strategy),
        Raw(F, References), CopiedWords(findCopiedWords(F, References)) {}
  void run();
};

} // end anonymous namespace

void SuspectWeb::meet(const Value *V,
                      function_ref<void(const Suspect &)> Report) {
  SmallVector<const Value *, 8> Pending = {V};
  while (!Pending.empty()) {
    auto It = Nodes.find(Pending.pop_back_val());
    if (It == Nodes.end() || It->second.IsMet)
      continue;
    It->second.IsMet = true;
    for_each(It->second.Suspects, Report);
    append_range(Pending, It->second.Next);
  }
}

/// Whether both hold references, or are pointers that are none.
bool Finder::hasSameKind(const Value &A, const Value &B) const {
  if (A.getType()->isPtrOrPtrVectorTy() && B.getType()->isPtrOrPtrVectorTy())
    return isReference(A) == isReference(B);
  return containsReferences(A.getType(), &Strategy) &&
         containsReferences(B.getType(), &Strategy);
}

/// Watches \p Root and what gets its base from it.
void Finder::watchDerived(const Value &Root, std::string Reason) {
  Derived.add(Root, {&Root, "is needed after ", "; " + std::move(Reason)});
  SmallVector<const Value *, 8> Pending = {&Root};
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!SeenDerived.insert(V).second)
      continue;
    auto Add = [&](const Value &To) {
      if (!hasSameKind(*V, To) && !passesRawPointer(*V, To, References))
        return;
      Derived.addFlow(To, *V);
      Pending.push_back(&To);
    };
    for (const User *U : V->users()) {
      if (isa<CastInst, ExtractValueInst, InsertValueInst>(U) ||
          comesFromReference(*U, *V))
        Add(*U);
      // What becomes a value keeps the base of what is stored.
      if (const auto *Store = dyn_cast<StoreInst>(U))
        if (const auto *Object =
                dyn_cast<AllocaInst>(Store->getPointerOperand());
            Object && Interior.isVariable(*Object))
          for (const User *Other : Object->users())
            if (isa<LoadInst>(Other))
              Add(*Other);
    }
  }
}

/// Whether the rewriting finds a base for what \p I, no cast, is or is derived
/// from.
bool Finder::hasKnownBase(const Instruction &I) const {
  if (const auto *Extract = dyn_cast<ExtractValueInst>(&I)) {
    // Others are taken apart, and have an error of their own if they cannot be.
    const auto *Call = dyn_cast<CallBase>(Extract->getAggregateOperand());
    const auto *Intrinsic = dyn_cast_or_null<IntrinsicInst>(Call);
    return !Call || (Intrinsic && isSplitGCIntrinsic(*Intrinsic)) ||
           !hasUnknownOrigin(&I);
  }
  return !hasUnknownOrigin(&I) &&
         (isa<LoadInst, VAArgInst, CallInst, InvokeInst, AtomicRMWInst,
              GetElementPtrInst, FreezeInst, PHINode, SelectInst,
              InsertElementInst, ExtractElementInst, ShuffleVectorInst>(I));
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
  if (!isa<AddrSpaceCastInst>(Cast)) {
    Casts.push_back(&Cast);
    return;
  }
  // A pointer that is no reference is reported where it is made, too.
  const Value *Origin = Cast.stripPointerCasts();
  if (IsVector || !isReference(*Origin) || isa<CastInst>(Origin))
    watchDerived(Cast, "its base is a pointer that is not a reference; use the "
                       "reference that it points into");
}

static constexpr StringLiteral NotRelocated =
    "it is not a reference and is not relocated; cast again after the call";

/// What keeps optimizations from making \p Cast, unless the module says it.
static std::string getWayOfLayout(const CastInst &Cast) {
  const unsigned Space = Cast.getType()->getPointerAddressSpace();
  if (Cast.getDataLayout().isNonIntegralAddressSpace(Space))
    return "";
  return ", or add \"ni:" + std::to_string(Space) +
         "\" to the data layout if an optimization made this cast";
}

/// Watches the copies that pointers are made of.
void Finder::watchCopies() {
  const StatepointCopies &Copies = Raw.copies();
  for (const CastInst *Cast : Casts) {
    const Value &Source = *Cast->getOperand(0);
    if (!Copies.contains(Source))
      continue;
    Copied.add(Source,
               {Cast, "is made from a copy of a reference that is live across ",
                ", which moves the object but not the copy; keep the "
                "reference"});
    if (!isReference(*Cast))
      watchDerived(*Cast, NotRelocated.str());
    else if (!Copies.isExact(Source))
      watchDerived(*Cast, "its base is not known because it is computed with "
                          "integers; use getelementptr" +
                              getWayOfLayout(*Cast));
  }
  for (const Value *V : Copies.values())
    for (const Value *To : Copies.flows(*V))
      if (Copies.contains(*To))
        Copied.addFlow(*V, *To);
}

/// An address space of pointers in \p Ty whose representation may change, so
/// that they are references of some collector, or nothing.
static std::optional<unsigned> findUnstableSpace(const Type *Ty,
                                                 const DataLayout &DL) {
  if (Ty->isPtrOrPtrVectorTy()) {
    const unsigned Space = Ty->getPointerAddressSpace();
    return DL.isNonIntegralAddressSpace(Space) ? std::optional(Space)
                                               : std::nullopt;
  }
  if (isa<StructType, ArrayType>(Ty))
    for (const Type *Member : Ty->subtypes())
      if (std::optional<unsigned> Space = findUnstableSpace(Member, DL))
        return Space;
  return std::nullopt;
}

/// \p V has no references of the strategy.
void Finder::classifyOther(const Value &V) {
  if (const auto *Cast = dyn_cast<CastInst>(&V)) {
    if (isa<IntToPtrInst>(Cast))
      Casts.push_back(Cast);
    if (isa<AddrSpaceCastInst>(Cast) && isReference(*Cast->getOperand(0)))
      return watchDerived(V, NotRelocated.str());
  }
  if (isIntegerOfReferences(V) || CopiedWords.contains(&V))
    Derived.add(V, {&V,
                    V.getType()->isIntegerTy()
                        ? "holds references as an integer across "
                        : "holds references, of which its type says nothing, "
                          "across ",
                    std::string("; ") + CopyReferencesInstead});
  // With the attribute, the front end has said which are references.
  if (F.hasFnAttribute(GCAddressSpacesAttr))
    return;
  if (const std::optional<unsigned> Space =
          findUnstableSpace(V.getType(), F.getDataLayout()))
    watchDerived(V, "address space " + std::to_string(*Space) +
                        " is non-integral, and '" + F.getGC() +
                        "' has no references there; name all address spaces "
                        "of references in the function attribute \"" +
                        GCAddressSpacesAttr.str() + "\"");
}

void Finder::classify(const Value &V) {
  const Type *Ty = V.getType();
  if (!containsReferences(Ty, &Strategy))
    return classifyOther(V);
  if (containsScalableVector(Ty)) {
    Derived.add(V, {&V, "holds references across ",
                    ", which are not relocated in a scalable vector; use "
                    "vectors of fixed size"});
    return;
  }
  const auto *I = dyn_cast<Instruction>(&V);
  if (I && Interior.isLoaded(*I)) {
    watchDerived(V, "its base is not known, because the stack object that it "
                    "is loaded from is assigned a pointer into another object; "
                    "store the base pointer and the offset, or run sroa");
    return;
  }
  if (Ty->isAggregateType()) {
    // The members of others are as good as what makes them.
    if (isa<LandingPadInst>(V))
      watchDerived(V, "the base of a reference in it is not known; load the "
                      "reference from memory, or get it from a call");
    return;
  }
  if (!I)
    return;
  if (const auto *Object = dyn_cast<AllocaInst>(I)) {
    if (!isLocalGCObject(*Object, GCPointers(Strategy)))
      watchDerived(V, StackAddressIsReference.str());
  }
  if (const auto *Cast = dyn_cast<CastInst>(I))
    classifyCast(*Cast);
  else if (!isa<AllocaInst>(I) && !hasKnownBase(*I))
    watchDerived(V, isa<IntrinsicInst>(I)
                        ? "its base is not known, because it is not known what "
                          "the intrinsic derives its result from; use "
                          "getelementptr, or load the reference from memory"
                        : "its base is not known; load the reference from "
                          "memory, or get it from a call");
}

/// \p V is wrong at \p Call.
void Finder::meet(SuspectWeb &Web, const Instruction &Call, const Value *V) {
  Web.meet(V, [&](const Suspect &S) {
    if (const auto *I = dyn_cast<Instruction>(S.Origin))
      Report(*I, S.Before + describeStatepointInput(Call) + S.After);
    else
      Report(Call, "argument " + nameInMessage(*S.Origin) + S.Before + "it" +
                       S.After);
  });
}

/// An operand that is no reference is what the callee wants.
void Finder::meetOperand(const Instruction &Call, const Value *V) {
  if (containsReferences(V->getType(), &Strategy))
    meet(Derived, Call, V);
}

void Finder::checkObjects() {
  for (const GCObjectsInMemory::Access &Access :
       GCObjectsInMemory(F, References).accesses())
    Report(*Access.At,
           "accesses a reference in stack object " +
               nameInMessage(*Access.Object) +
               "by an address that was in memory, and the type of the object "
               "does not say where its references are; allocate it with the "
               "type of its accesses, or run sroa");
  const GCStackObjects Objects(F, Strategy, Safepoints, Interior);
  for (const GCStackObject &Object : Objects.objects())
    if (!Object.Error.empty() && !Object.Safepoints.empty())
      Report(*Object.ErrorAt,
             "stack object " + nameInMessage(*Object.Object) +
                 "holds references across " +
                 describeStatepointInput(*Object.Safepoints.front()) + "; it " +
                 Object.Error);
}

void Finder::checkCalls() {
  SmallPtrSet<const Instruction *, 16> Calls(llvm::from_range, Safepoints);
  Raw.findRepeatable(F, [&](const Value &V) { return !Derived.contains(V); });
  const ValuesOverSafepoints OverDerived =
      findValuesOver(F, Safepoints, Derived.values());
  const ValuesOverSafepoints OverCopied =
      findValuesOver(F, Safepoints, Copied.values());
  for (const BasicBlock &BB : F)
    for (const Instruction &I : reverse(BB)) {
      if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
        if (Intrinsic->getIntrinsicID() ==
                Intrinsic::experimental_gc_get_pointer_base ||
            Intrinsic->getIntrinsicID() ==
                Intrinsic::experimental_gc_get_pointer_offset)
          meetOperand(I, Intrinsic->getOperand(0));
      if (!Calls.contains(&I))
        continue;
      for (const Value *V : OverDerived.lookup(&I))
        if (!Raw.isRepeatable(*V))
          meet(Derived, I, V);
      for (const Value *V : OverCopied.lookup(&I))
        if (!Raw.isRepeatable(*V))
          meet(Copied, I, V);
      for (const Value *V : I.operand_values())
        meetOperand(I, V);
    }
}

void Finder::run() {
  for (const Argument &A : F.args())
    classify(A);
  for (const Instruction &I : instructions(F))
    classify(I);
  watchCopies();
  checkObjects();
  if (!Derived.empty() || !Copied.empty())
    checkCalls();
}

void llvm::findUnsupportedValues(const Function &F, const GCStrategy &Strategy,
                                 ArrayRef<const CallBase *> Safepoints,
                                 StatepointReport Report) {
  Finder(F, Strategy, Safepoints, Report).run();
}
