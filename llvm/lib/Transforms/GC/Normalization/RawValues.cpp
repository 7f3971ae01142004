//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RawValues.h"
#include "SafepointNormalization.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ReferenceCopies.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <optional>

using namespace llvm;

/// Whether \p Ty is or contains a pointer that is no reference.
static bool holdsRawPointer(Type *Ty, const GCPointers &References) {
  if (isa<StructType, ArrayType>(Ty))
    return any_of(Ty->subtypes(), [&](Type *Member) {
      return holdsRawPointer(Member, References);
    });
  return Ty->isPtrOrPtrVectorTy() &&
         References.getKind(Ty) == GCPointerKind::None;
}

bool llvm::passesRawPointer(const Value &V, const Value &U,
                            const GCPointers &References) {
  return holdsRawPointer(V.getType(), References) &&
         holdsRawPointer(U.getType(), References) &&
         (isa<BitCastInst, AddrSpaceCastInst, ExtractValueInst,
              InsertValueInst>(U) ||
          comesFromReference(U, V));
}

/// Whether \p I computes a pointer of a place that is always the same, such as
/// null or the start of the heap, so that its indices say where it points.
static bool isPointerOfIndices(const Instruction &I) {
  const auto *GEP = dyn_cast<GetElementPtrInst>(&I);
  return GEP && isa<Constant>(GEP->getPointerOperand()) &&
         !isInDefinedVariable(*GEP->getPointerOperand());
}

/// What pointers are made of that are no pointers.
static SmallVector<const Value *, 8> findMade(const Function &F) {
  SmallVector<const Value *, 8> Made;
  for (const Instruction &I : instructions(F)) {
    if (isa<IntToPtrInst>(I))
      Made.push_back(I.getOperand(0));
    else if (isPointerOfIndices(I))
      append_range(Made, cast<GetElementPtrInst>(I).indices());
  }
  return Made;
}

RawValues::RawValues(const Function &F, const GCPointers &References)
    : References(References), Copies(F, References, findMade(F)) {
  findPointers(F);
}

void RawValues::findPointers(const Function &F) {
  SmallVector<const Value *, 8> Pending;
  for (const Instruction &I : instructions(F)) {
    if (isPointerOfIndices(I) && holdsRawPointer(I.getType(), References) &&
        any_of(cast<GetElementPtrInst>(I).indices(),
               [&](const Use &U) { return Copies.contains(*U); }))
      Pending.push_back(&I);
    const auto *Cast = dyn_cast<CastInst>(&I);
    if (!Cast || !holdsRawPointer(I.getType(), References))
      continue;
    const Value &Source = *Cast->getOperand(0);
    if (isa<IntToPtrInst>(Cast) ? Copies.contains(Source)
                                : References.isReference(Source))
      Pending.push_back(&I);
  }
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!Pointers.insert(V))
      continue;
    for (const User *U : V->users())
      if (passesRawPointer(*V, *U, References))
        Pending.push_back(U);
  }
}

SmallVector<const Value *, 8> RawValues::values() const {
  SmallVector<const Value *, 8> All(Pointers.begin(), Pointers.end());
  for (const Value *V : Copies.values())
    if (!Pointers.contains(V))
      All.push_back(V);
  return All;
}

bool RawValues::isAddress(const Use &U) const {
  const auto *User = cast<Instruction>(U.getUser());
  return Pointers.contains(U.get()) || isa<IntToPtrInst>(User) ||
         isPointerOfIndices(*User) || Copies.contains(*User);
}

/// Whether \p I gives the same result, and does nothing else, wherever its
/// operands are the same.
static bool isRepeatableInstruction(const Instruction &I) {
  if (isa<FreezeInst>(I))
    return isGuaranteedNotToBeUndefOrPoison(I.getOperand(0));
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Call->doesNotAccessMemory() && Call->doesNotThrow() &&
           Call->willReturn() && !Call->isConvergent() &&
           !Call->cannotDuplicate();
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst,
             GetElementPtrInst, SelectInst, ExtractElementInst,
             InsertElementInst, ShuffleVectorInst, ExtractValueInst,
             InsertValueInst>(I);
}

/// \returns one of the incoming values of \p Phi if all are computed alike of
/// the same operands, which dominate the phi then. Partial redundancy
/// elimination makes such phis.
static const Instruction *findCommonSource(const PHINode &Phi) {
  const Instruction *Common = nullptr;
  for (const Value *V : Phi.incoming_values()) {
    const auto *I = dyn_cast<Instruction>(V);
    if (I == &Phi || (I && I == Common))
      continue;
    if (!I || isa<PHINode>(I) ||
        (Common && !I->isIdenticalToWhenDefined(Common)))
      return nullptr;
    if (!Common)
      Common = I;
  }
  return Common;
}

/// Whether \p I chooses one of its operands by their order, which objects that
/// move do not keep.
static bool dependsOnOrder(const Instruction &I) {
  return isa<MinMaxIntrinsic>(I);
}

bool RawValues::isRepeatableOperand(
    const Value &V, function_ref<bool(const Value &)> HasBase) const {
  if (isa<Constant>(V))
    return true;
  if (References.getKind(V.getType()) != GCPointerKind::None)
    return HasBase(V);
  if (contains(V))
    return isRepeatable(V);
  return !References.containsReferences(V.getType());
}

void RawValues::findRepeatable(const Function &F,
                               function_ref<bool(const Value &)> HasBase) {
  Repeatable.clear();
  // A second return finds references where they were.
  if ((Pointers.empty() && Copies.values().empty()) ||
      F.callsFunctionThatReturnsTwice())
    return;
  // Nothing can be computed in some blocks of these.
  if (any_of(F, [](const BasicBlock &BB) {
        return isa<CatchSwitchInst>(BB.getTerminator());
      }))
    return;
  const auto IsUsedOnEdgeToPad = [](const Use &U) {
    const auto *Phi = dyn_cast<PHINode>(U.getUser());
    return Phi && Phi->getParent()->isEHPad();
  };
  const ReversePostOrderTraversal<const Function *> Blocks(&F);
  for (const BasicBlock *BB : Blocks)
    for (const Instruction &I : *BB)
      if (contains(I) && none_of(I.uses(), IsUsedOnEdgeToPad)) {
        const auto *Phi = dyn_cast<PHINode>(&I);
        const Instruction *Source = Phi ? findCommonSource(*Phi) : &I;
        if (Source && isRepeatableInstruction(*Source) &&
            !(dependsOnOrder(*Source) &&
              count_if(Source->operands(),
                       [&](const Use &U) { return contains(*U); }) > 1) &&
            all_of(Source->operands(), [&](const Use &U) {
              return isRepeatableOperand(*U, HasBase);
            }))
          Repeatable.insert(&I);
      }
}

namespace {

struct StatefulUse {
  Use *U;
  unsigned State;
};

class Repeater {
  Function &F;
  const RawValues &Raw;
  const SafepointStates States;
  SmallVector<Instruction *, 32> Calls;
  DenseMap<const Value *, SmallVector<StatefulUse, 2>> Uses;
  DenseMap<const Instruction *, unsigned> Definitions;

  void collect();
  BasicBlock::iterator getStart(unsigned State) const;
  bool repeat(Instruction &I);

public:
  Repeater(Function &F, const RawValues &Raw, ArrayRef<CallBase *> Safepoints,
           DominatorTree &DT)
      : F(F), Raw(Raw), States(F, DT, Safepoints),
        Calls(Safepoints.begin(), Safepoints.end()) {}
  bool run();
};

} // end anonymous namespace

void Repeater::collect() {
  States.visitUses(F, Calls, [&](Use &U, unsigned State) {
    if (Raw.isRepeatable(*U.get()) && Raw.isAddress(U))
      Uses[U.get()].push_back({&U, State});
  });
  unsigned Next = 0;
  for (const BasicBlock &BB : F) {
    unsigned State = States.getIn(BB);
    for (const Instruction &I : BB) {
      if (Raw.isRepeatable(I))
        Definitions[&I] = State;
      if (Next != Calls.size() && Calls[Next] == &I)
        State = States.getBehind(Next++);
    }
  }
}

BasicBlock::iterator Repeater::getStart(unsigned State) const {
  if (States.getKind(State) == SafepointStates::Kind::Call)
    return std::next(Calls[States.getSafepoint(State)]->getIterator());
  return States.getBlock(State)->getFirstInsertionPt();
}

/// Computes \p I again in each state in which it is used and not defined.
bool Repeater::repeat(Instruction &I) {
  auto It = Uses.find(&I);
  if (It == Uses.end())
    return false;
  const unsigned Definition = Definitions.lookup(&I);
  DenseMap<unsigned, Instruction *> Copies;
  const SmallVector<StatefulUse, 2> UsesOfI = std::move(It->second);
  for (const auto &[U, State] : UsesOfI) {
    if (State == Definition)
      continue;
    Instruction *&Copy = Copies[State];
    if (!Copy) {
      const auto *Phi = dyn_cast<PHINode>(&I);
      Copy = Phi ? findCommonSource(*Phi)->clone() : I.clone();
      // The incoming values may differ in flags.
      if (Phi)
        Copy->dropPoisonGeneratingFlags();
      // In front of what is computed of it, which was inserted earlier.
      Copy->insertBefore(getStart(State));
      if (I.hasName())
        Copy->setName(I.getName() + ".again");
      for (Use &Operand : Copy->operands())
        if (Raw.isRepeatable(*Operand.get()))
          Uses[Operand.get()].push_back({&Operand, State});
    }
    U->set(Copy);
  }
  return !Copies.empty();
}

bool Repeater::run() {
  collect();
  SmallVector<Instruction *, 8> Order;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (Raw.isRepeatable(I))
        Order.push_back(&I);
  // What is computed of a value comes before the value, of which it may add
  // uses.
  bool Changed = false;
  for (Instruction *I : reverse(Order))
    Changed |= repeat(*I);
  return Changed;
}

/// Gives the edges a block on which something has to be computed after an
/// invoke.
static bool splitEdgesToPhis(Function &F, const RawValues &Raw,
                             DominatorTree &DT) {
  SmallSetVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
  for (BasicBlock &BB : F)
    for (PHINode &Phi : BB.phis())
      for (const Use &U : Phi.incoming_values())
        if (BasicBlock *From = Phi.getIncomingBlock(U);
            isa<InvokeInst>(From->getTerminator()) &&
            Raw.isRepeatable(*U.get()))
          Edges.insert({From, &BB});
  for (const auto &[From, To] : Edges)
    SplitEdge(From, To, &DT);
  return !Edges.empty();
}

bool llvm::repeatRawValues(Function &F, const GCPointers &References,
                           ArrayRef<CallBase *> Safepoints, DominatorTree &DT) {
  // What has no base was reported if it is needed.
  const auto HasBase = [](const Value &) { return true; };
  std::optional<RawValues> Raw(std::in_place, F, References);
  Raw->findRepeatable(F, HasBase);
  if (!Raw->hasRepeatable())
    return false;
  bool Changed = false;
  if (any_of(Safepoints, IsaPred<InvokeInst>)) {
    // A phi with one incoming value would be on the edge.
    if (foldSingleEntryPhis(F)) {
      Changed = true;
      Raw.emplace(F, References);
      Raw->findRepeatable(F, HasBase);
    }
    Changed |= splitEdgesToPhis(F, *Raw, DT);
  }
  return Repeater(F, *Raw, Safepoints, DT).run() || Changed;
}
