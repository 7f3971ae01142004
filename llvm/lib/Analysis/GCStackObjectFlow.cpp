//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCStackObjectFlow.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/GCStackObjects.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <cassert>

using namespace llvm;

namespace {

/// An instruction that does something with the object, is a safepoint, or both.
struct Step {
  const Instruction *I;
  const GCObjectEvent *Event;
  bool IsSafepoint;
};

/// Why words may not have been written: the alloca was just executed, or a
/// marker that starts the lifetime, or the object is not alive. Different ones
/// may hold on different paths.
enum Vagueness : unsigned {
  NotVague = 0,
  SinceAlloca = 1,
  SinceMarker = 2,
  NotAlive = 4
};

/// The words that were written since the object began, within a block.
class WrittenWords {
  SmallDenseSet<unsigned, 8> Words;
  const unsigned Count;

public:
  explicit WrittenWords(const GCStackObject &Object)
      : Count(Object.Words.size()) {}
  void clear() { Words.clear(); }
  /// Returns true if no word is left.
  bool add(const GCObjectEvent &E) {
    if (E.LastWord - E.FirstWord == Count)
      return true;
    for (unsigned Word = E.FirstWord; Word != E.LastWord; ++Word)
      Words.insert(Word);
    return Words.size() == Count;
  }
  bool contains(unsigned Word) const { return Words.contains(Word); }
};

class Flow {
  const Function &F;
  const GCBlockSafepoints &Safepoints;
  GCStackObject &Object;
  DenseMap<const BasicBlock *, SmallVector<Step, 4>> Events;
  SmallVector<const BasicBlock *, 8> EventBlocks;
  /// The blocks at whose end the object is needed, at whose beginning it is
  /// filled, and at whose beginning it is vague.
  DenseSet<const BasicBlock *> NeededOut;
  SetVector<const BasicBlock *> FilledIn;
  DenseMap<const BasicBlock *, unsigned> VagueIn;
  DenseSet<const CallBase *> Listed;
  bool HasMarkers = false;
  unsigned Unclear = NotVague;

  static bool needed(const Step &S, bool After);
  static bool filled(const Step &S, bool Before);
  static unsigned vague(const Step &S, unsigned Before, WrittenWords &Written);
  void findNeeded();
  void findFilled();
  void findVague();
  SmallVector<Step, 16> steps(const BasicBlock &BB) const;
  void list(const BasicBlock &BB);
  void clearAt(const Instruction &Begin);

public:
  Flow(const Function &F, const GCObjectEvents &Events,
       const GCBlockSafepoints &Safepoints, GCStackObject &Object);
  /// Returns false if a listed object may not be alive.
  bool run();
};

} // end anonymous namespace

Flow::Flow(const Function &F, const GCObjectEvents &All,
           const GCBlockSafepoints &Safepoints, GCStackObject &Object)
    : F(F), Safepoints(Safepoints), Object(Object) {
  for (const auto &[I, Event] : All) {
    SmallVector<Step, 4> &Steps = Events[I->getParent()];
    if (Steps.empty())
      EventBlocks.push_back(I->getParent());
    Steps.push_back({I, &Event, false});
    HasMarkers |= Event.Begins;
  }
  for (const BasicBlock *BB : EventBlocks)
    llvm::sort(Events[BB], [](const Step &A, const Step &B) {
      return A.I->comesBefore(B.I);
    });
}

bool Flow::needed(const Step &S, bool After) {
  if (!S.Event)
    return After;
  if (S.Event->Begins || S.Event->Ends || S.Event->Replaces)
    After = false;
  return After || S.Event->Reads;
}

bool Flow::filled(const Step &S, bool Before) {
  if (!S.Event)
    return Before;
  if (S.Event->Begins || S.Event->Ends)
    Before = false;
  return Before || S.Event->Writes;
}

unsigned Flow::vague(const Step &S, unsigned Before, WrittenWords &Written) {
  if (!S.Event)
    return Before;
  if (S.Event->Begins || S.Event->Ends) {
    Written.clear();
    return S.Event->Begins ? SinceMarker : NotAlive;
  }
  return Written.add(*S.Event) ? unsigned(NotVague) : Before;
}

void Flow::findNeeded() {
  SmallVector<const BasicBlock *, 8> Pending(EventBlocks);
  DenseSet<const BasicBlock *> In;
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    bool IsNeeded = NeededOut.contains(BB);
    auto It = Events.find(BB);
    if (It != Events.end())
      for (const Step &S : reverse(It->second))
        IsNeeded = needed(S, IsNeeded);
    if (!IsNeeded || !In.insert(BB).second)
      continue;
    for (const BasicBlock *Before : predecessors(BB))
      if (NeededOut.insert(Before).second)
        Pending.push_back(Before);
  }
}

void Flow::findFilled() {
  SmallVector<const BasicBlock *, 8> Pending(EventBlocks);
  DenseSet<const BasicBlock *> Out;
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    bool IsFilled = FilledIn.contains(BB);
    auto It = Events.find(BB);
    if (It != Events.end())
      for (const Step &S : It->second)
        IsFilled = filled(S, IsFilled);
    if (!IsFilled || !Out.insert(BB).second)
      continue;
    for (const BasicBlock *Next : successors(BB))
      if (FilledIn.insert(Next))
        Pending.push_back(Next);
  }
}

void Flow::findVague() {
  VagueIn[&F.getEntryBlock()] = HasMarkers ? NotAlive : SinceAlloca;
  SmallVector<const BasicBlock *, 8> Pending(EventBlocks);
  Pending.push_back(&F.getEntryBlock());
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    unsigned IsVague = VagueIn.lookup(BB);
    auto It = Events.find(BB);
    if (It != Events.end()) {
      WrittenWords Written(Object);
      for (const Step &S : It->second)
        IsVague = vague(S, IsVague, Written);
    }
    if (IsVague)
      for (const BasicBlock *Next : successors(BB)) {
        unsigned &State = VagueIn[Next];
        if ((State | IsVague) == State)
          continue;
        State |= IsVague;
        Pending.push_back(Next);
      }
  }
}

/// The events and safepoints of \p BB in order.
SmallVector<Step, 16> Flow::steps(const BasicBlock &BB) const {
  SmallVector<Step, 16> Steps;
  auto Own = Events.find(&BB);
  if (Own != Events.end())
    Steps.append(Own->second.begin(), Own->second.end());
  auto Calls = Safepoints.find(&BB);
  if (Calls != Safepoints.end()) {
    SmallDenseMap<const Instruction *, unsigned, 8> Numbers;
    for (const auto &[Number, S] : enumerate(Steps))
      Numbers[S.I] = Number;
    for (const CallBase *Call : Calls->second) {
      auto It = Numbers.find(Call);
      if (It != Numbers.end())
        Steps[It->second].IsSafepoint = true;
      else
        Steps.push_back({Call, nullptr, true});
    }
  }
  llvm::sort(Steps, [](const Step &A, const Step &B) {
    return A.I->comesBefore(B.I);
  });
  return Steps;
}

/// Finds the safepoints of \p BB, and what has to be clear there.
void Flow::list(const BasicBlock &BB) {
  const SmallVector<Step, 16> Steps = steps(BB);
  SmallVector<bool, 16> NeededAfter(Steps.size());
  bool IsNeeded = NeededOut.contains(&BB);
  for (size_t I = Steps.size(); I-- != 0;) {
    NeededAfter[I] = IsNeeded;
    IsNeeded = needed(Steps[I], IsNeeded);
  }
  bool IsFilled = FilledIn.contains(&BB);
  unsigned IsVague = VagueIn.lookup(&BB);
  WrittenWords Written(Object);
  for (const auto &[S, IsNeededAfter] : zip_equal(Steps, NeededAfter)) {
    const bool IsRead = S.Event && S.Event->Reads;
    const bool IsWritten = S.Event && S.Event->Writes;
    if (S.IsSafepoint && (IsFilled || IsWritten) && (IsNeededAfter || IsRead)) {
      Object.Safepoints.push_back(cast<CallBase>(S.I));
      Listed.insert(Object.Safepoints.back());
      Unclear |= IsVague;
    } else if (S.Event && S.Event->Copies) {
      Unclear |= IsVague;
    }
    IsFilled = filled(S, IsFilled);
    IsVague = vague(S, IsVague, Written);
  }
}

/// Has the object cleared behind \p Begin, but for the words that are written
/// before anybody looks.
void Flow::clearAt(const Instruction &Begin) {
  WrittenWords Written(Object);
  for (const Step &S : steps(*Begin.getParent())) {
    if (S.I == &Begin || S.I->comesBefore(&Begin))
      continue;
    if (S.Event && (S.Event->Begins || S.Event->Ends || S.Event->Copies))
      break;
    if (S.IsSafepoint && Listed.contains(cast<CallBase>(S.I)))
      break;
    if (S.Event && Written.add(*S.Event))
      return;
  }
  GCStackObject::Clearing Clearing = {&Begin, {}};
  for (unsigned Word = 0; Word != Object.Words.size(); ++Word)
    Clearing.IsWritten.push_back(Written.contains(Word));
  Object.Clearings.push_back(std::move(Clearing));
}

bool Flow::run() {
  findNeeded();
  findFilled();
  findVague();
  for (const BasicBlock *BB : EventBlocks)
    list(*BB);
  for (const BasicBlock *BB : FilledIn)
    if (!Events.contains(BB) && Safepoints.contains(BB) &&
        NeededOut.contains(BB))
      list(*BB);
  if (Unclear & NotAlive)
    return false;
  if (Unclear & SinceAlloca)
    clearAt(*Object.Object);
  if (Unclear & SinceMarker)
    for (const BasicBlock *BB : EventBlocks)
      for (const Step &S : Events[BB])
        if (S.Event->Begins)
          clearAt(*S.I);
  return true;
}

void llvm::findListings(const Function &F, const GCObjectEvents &Events,
                        const GCBlockSafepoints &Safepoints,
                        GCStackObject &Object) {
  if (Flow(F, Events, Safepoints, Object).run())
    return;
  // Without markers it is always alive.
  Object.DropsMarkers = true;
  Object.Safepoints.clear();
  GCObjectEvents Others;
  for (const auto &[I, Event] : Events) {
    GCObjectEvent &Other = Others[I] = Event;
    Other.Begins = Other.Ends = false;
  }
  [[maybe_unused]] const bool IsAlive =
      Flow(F, Others, Safepoints, Object).run();
  assert(IsAlive && "no marker is left");
}
