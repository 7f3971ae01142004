//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointRematerialization.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/GC/RewriteStatepoints.h"

using namespace llvm;

/// Longer chains are not looked at.
static constexpr unsigned MaxChain = 10;

namespace {

struct StatefulUse {
  Use *U;
  unsigned State;
};

using Chain = SmallVector<Instruction *, 3>;

class Rematerializer {
  Function &F;
  const SafepointStates &States;
  MutableArrayRef<DerivedPointer> Pointers;
  const TargetTransformInfo &TTI;
  const RematerializationOptions &Options;
  DenseMap<const Value *, unsigned> Numbers;
  std::vector<SmallVector<StatefulUse, 2>> Uses;
  /// The last instruction that was inserted at the start of each state.
  DenseMap<unsigned, Instruction *> LastAtStart;

  void collectUses();
  InstructionCost getCost(const Chain &Links) const;
  bool isCheaperAtUses(const DerivedPointer &Pointer,
                       InstructionCost Cost) const;
  bool hasPlaces(unsigned Number) const;
  BasicBlock::iterator getStart(unsigned State) const;
  Instruction *repeat(const Chain &Links, BasicBlock::iterator Place) const;
  void repeatAtUses(const Chain &Links, unsigned Number) const;
  void repeatInStates(const Chain &Links, unsigned Number);

public:
  Rematerializer(Function &F, const SafepointStates &States,
                 MutableArrayRef<DerivedPointer> Pointers,
                 const TargetTransformInfo &TTI,
                 const RematerializationOptions &Options)
      : F(F), States(States), Pointers(Pointers), TTI(TTI), Options(Options),
        Uses(Pointers.size()) {}
  void run();
};

} // end anonymous namespace

void Rematerializer::collectUses() {
  for (unsigned I = 0; I != Pointers.size(); ++I)
    Numbers[Pointers[I].V] = I;
  const SmallVector<Instruction *, 0> Calls(States.safepoints());
  States.visitUses(F, Calls, [&](Use &U, unsigned State) {
    auto It = Numbers.find(U.get());
    if (It != Numbers.end())
      Uses[It->second].push_back({&U, State});
  });
}

/// The instructions that lead from the base to the pointer, the last first.
/// Empty if there are too many or others.
static Chain findChain(const DerivedPointer &Pointer) {
  Chain Links;
  Value *V = Pointer.V;
  while (V != Pointer.Base) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Links.size() == MaxChain)
      return {};
    const auto *Cast = dyn_cast<CastInst>(I);
    if (!isa<GetElementPtrInst>(I) &&
        !(Cast && Cast->isNoopCast(I->getDataLayout())))
      return {};
    Links.push_back(I);
    V = I->getOperand(0);
  }
  return Links;
}

InstructionCost Rematerializer::getCost(const Chain &Links) const {
  constexpr auto Kind = TargetTransformInfo::TCK_SizeAndLatency;
  InstructionCost Cost = 0;
  for (Instruction *I : Links) {
    if (auto *Cast = dyn_cast<CastInst>(I)) {
      Cost += TTI.getCastInstrCost(
          Cast->getOpcode(), Cast->getType(), Cast->getSrcTy(),
          TargetTransformInfo::getCastContextHint(Cast), Kind, Cast);
      continue;
    }
    Cost += TTI.getAddressComputationCost(I->getType(), nullptr, nullptr, Kind);
    if (!cast<GetElementPtrInst>(I)->hasAllConstantIndices())
      Cost += 2;
  }
  return Cost;
}

bool Rematerializer::isCheaperAtUses(const DerivedPointer &Pointer,
                                     InstructionCost Cost) const {
  if (!Options.AtUses)
    return false;
  uint64_t NumUses = 0;
  for (const Use &U : Pointer.V->uses()) {
    const auto *User = cast<Instruction>(U.getUser());
    if (isa<PHINode>(User) || ++NumUses > Pointer.NumSafepoints)
      return false;
    if (Pointer.V->hasOneUse() && User->getParent() == Pointer.V->getParent())
      return false;
  }
  return NumUses < Pointer.NumSafepoints || Cost == 0;
}

/// Whether the chain can be repeated for all uses of a pointer. Some blocks
/// with exception pads have no place for code, and none has one before its pad.
bool Rematerializer::hasPlaces(unsigned Number) const {
  return all_of(Uses[Number], [&](const StatefulUse &Use) {
    if (cast<Instruction>(Use.U->getUser())->isEHPad())
      return false;
    if (States.getKind(Use.State) == SafepointStates::Kind::Call)
      return true;
    BasicBlock *Start = States.getBlock(Use.State);
    return Start->getFirstInsertionPt() != Start->end();
  });
}

/// The first location in \p State, after what was inserted there.
BasicBlock::iterator Rematerializer::getStart(unsigned State) const {
  if (Instruction *Last = LastAtStart.lookup(State))
    return std::next(Last->getIterator());
  if (States.getKind(State) == SafepointStates::Kind::Call)
    return std::next(
        States.safepoints()[States.getSafepoint(State)]->getIterator());
  return States.getBlock(State)->getFirstInsertionPt();
}

Instruction *Rematerializer::repeat(const Chain &Links,
                                    BasicBlock::iterator Place) const {
  Instruction *Copy = nullptr;
  for (Instruction *Link : reverse(Links)) {
    Instruction *Next = Link->clone();
    Next->insertBefore(Place);
    Next->setName(Link->getName() + ".remat");
    // The base stays what it is, and is relocated later.
    if (Copy)
      Next->setOperand(0, Copy);
    Copy = Next;
  }
  return Copy;
}

void Rematerializer::repeatAtUses(const Chain &Links, unsigned Number) const {
  MapVector<User *, Instruction *> Copies;
  for (const StatefulUse &Use : Uses[Number]) {
    auto *User = cast<Instruction>(Use.U->getUser());
    Instruction *&Copy = Copies[User];
    if (!Copy)
      Copy = repeat(Links, User->getIterator());
    Use.U->set(Copy);
  }
}

void Rematerializer::repeatInStates(const Chain &Links, unsigned Number) {
  DenseMap<unsigned, Instruction *> Copies;
  for (const StatefulUse &Use : Uses[Number]) {
    if (Use.State == Pointers[Number].Definition)
      continue;
    Instruction *&Copy = Copies[Use.State];
    if (!Copy)
      Copy = LastAtStart[Use.State] = repeat(Links, getStart(Use.State));
    Use.U->set(Copy);
  }
}

void Rematerializer::run() {
  collectUses();
  for (unsigned Number = 0; Number != Pointers.size(); ++Number) {
    DerivedPointer &Pointer = Pointers[Number];
    const Chain Links = findChain(Pointer);
    if (Links.empty() || !hasPlaces(Number))
      continue;
    const InstructionCost Cost = getCost(Links);
    if (!(Cost < Options.Threshold))
      continue;
    Pointer.IsRematerialized = true;
    if (isCheaperAtUses(Pointer, Cost))
      repeatAtUses(Links, Number);
    else
      repeatInStates(Links, Number);
  }
}

void llvm::rematerializePointers(Function &F, const SafepointStates &States,
                                 MutableArrayRef<DerivedPointer> Pointers,
                                 const TargetTransformInfo &TTI,
                                 const RematerializationOptions &Options) {
  if (!Pointers.empty())
    Rematerializer(F, States, Pointers, TTI, Options).run();
}
