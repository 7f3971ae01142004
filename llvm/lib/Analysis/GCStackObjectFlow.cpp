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

/// An instruction that does something with the object.
struct Step {
  const Instruction *I;
  const GCObjectEvent *Event;
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
  const GCSafepoints &Safepoints;
  GCStackObject &Object;
  DenseMap<const BasicBlock *, SmallVector<Step, 4>> Events;
  SmallVector<const BasicBlock *, 8> EventBlocks;
  /// The blocks at whose end the object is needed, at whose beginning it is
  /// filled, and at whose beginning it is vague.
  DenseSet<const BasicBlock *> NeededOut;
  SetVector<const BasicBlock *> FilledIn;
  DenseMap<const BasicBlock *, unsigned> VagueIn;
  /// Where it is listed in each block, in order.
  MapVector<const BasicBlock *, SmallVector<const CallBase *, 4>> Listed;
  bool HasMarkers = false, IsCopied = false;
  unsigned Unclear = NotVague;

  static bool needed(const Step &S, bool After);
  static bool filled(const Step &S, bool Before);
  static unsigned vague(const Step &S, unsigned Before, WrittenWords &Written);
  void findNeeded();
  void findFilled();
  void findVague();
  ArrayRef<const CallBase *> between(const BasicBlock &BB,
                                     const Instruction *From,
                                     const Instruction *To) const;
  void list(const BasicBlock &BB);
  void findUnclear(const BasicBlock &BB);
  void clearAt(const Instruction &Begin);

public:
  Flow(const Function &F, const GCObjectEvents &Events,
       const GCSafepoints &Safepoints, GCStackObject &Object);
  /// Returns false if a listed object may not be alive.
  bool run();
};

} // end anonymous namespace

Flow::Flow(const Function &F, const GCObjectEvents &All,
           const GCSafepoints &Safepoints, GCStackObject &Object)
    : F(F), Safepoints(Safepoints), Object(Object) {
  for (const auto &[I, Event] : All) {
    SmallVector<Step, 4> &Steps = Events[I->getParent()];
    if (Steps.empty())
      EventBlocks.push_back(I->getParent());
    Steps.push_back({I, &Event});
    HasMarkers |= Event.Begins;
    IsCopied |= Event.Copies;
  }
  for (const BasicBlock *BB : EventBlocks)
    llvm::sort(Events[BB], [](const Step &A, const Step &B) {
      return A.I->comesBefore(B.I);
    });
}

bool Flow::needed(const Step &S, bool After) {
  if (S.Event->Begins || S.Event->Ends || S.Event->Replaces)
    After = false;
  return After || S.Event->Reads;
}

bool Flow::filled(const Step &S, bool Before) {
  if (S.Event->Begins || S.Event->Ends)
    Before = false;
  return Before || S.Event->Writes;
}

unsigned Flow::vague(const Step &S, unsigned Before, WrittenWords &Written) {
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

/// The safepoints of \p BB behind \p From and in front of \p To, which may be
/// null for the ends of the block.
ArrayRef<const CallBase *> Flow::between(const BasicBlock &BB,
                                         const Instruction *From,
                                         const Instruction *To) const {
  auto It = Safepoints.Blocks.find(&BB);
  if (It == Safepoints.Blocks.end())
    return {};
  ArrayRef<const CallBase *> Calls = It->second;
  if (To)
    Calls =
        Calls.take_front(llvm::partition_point(Calls,
                                               [&](const CallBase *Call) {
                                                 return Call->comesBefore(To);
                                               }) -
                         Calls.begin());
  if (From)
    Calls = Calls.drop_front(
        llvm::partition_point(Calls,
                              [&](const CallBase *Call) {
                                return Call == From || Call->comesBefore(From);
                              }) -
        Calls.begin());
  return Calls;
}

/// Finds the safepoints of \p BB that list the object.
void Flow::list(const BasicBlock &BB) {
  auto Own = Events.find(&BB);
  const ArrayRef<Step> Steps =
      Own == Events.end() ? ArrayRef<Step>() : ArrayRef(Own->second);
  SmallVector<bool, 16> NeededBefore(Steps.size() + 1);
  NeededBefore.back() = NeededOut.contains(&BB);
  for (size_t I = Steps.size(); I-- != 0;)
    NeededBefore[I] = needed(Steps[I], NeededBefore[I + 1]);
  SmallVector<const CallBase *, 4> Found;
  bool IsFilled = FilledIn.contains(&BB);
  for (size_t I = 0; I <= Steps.size(); ++I) {
    if (IsFilled && NeededBefore[I])
      append_range(Found, between(BB, I ? Steps[I - 1].I : nullptr,
                                  I != Steps.size() ? Steps[I].I : nullptr));
    if (I == Steps.size())
      break;
    const GCObjectEvent &Event = *Steps[I].Event;
    if (Safepoints.All.contains(Steps[I].I) && (IsFilled || Event.Writes) &&
        (NeededBefore[I + 1] || Event.Reads))
      Found.push_back(cast<CallBase>(Steps[I].I));
    IsFilled = filled(Steps[I], IsFilled);
  }
  if (!Found.empty())
    Listed[&BB] = std::move(Found);
}

/// Finds out what may not be clear where the object is listed or copied in
/// \p BB.
void Flow::findUnclear(const BasicBlock &BB) {
  ArrayRef<const CallBase *> Calls;
  if (auto It = Listed.find(&BB); It != Listed.end())
    Calls = It->second;
  unsigned IsVague = VagueIn.lookup(&BB);
  WrittenWords Written(Object);
  if (auto Own = Events.find(&BB); Own != Events.end())
    for (const Step &S : Own->second) {
      while (!Calls.empty() &&
             (Calls.front() == S.I || Calls.front()->comesBefore(S.I))) {
        Unclear |= IsVague;
        Calls = Calls.drop_front();
      }
      if (S.Event->Copies)
        Unclear |= IsVague;
      IsVague = vague(S, IsVague, Written);
    }
  if (!Calls.empty())
    Unclear |= IsVague;
}

/// Has the object cleared behind \p Begin, but for the words that are written
/// before anybody looks.
void Flow::clearAt(const Instruction &Begin) {
  const BasicBlock &BB = *Begin.getParent();
  ArrayRef<const CallBase *> Calls;
  if (auto It = Listed.find(&BB); It != Listed.end())
    Calls = It->second;
  auto First = llvm::partition_point(
      Calls, [&](const CallBase *Call) { return Call->comesBefore(&Begin); });
  WrittenWords Written(Object);
  ArrayRef<Step> Steps;
  if (auto Own = Events.find(&BB); Own != Events.end())
    Steps = Own->second;
  Steps = Steps.drop_front(
      llvm::partition_point(Steps,
                            [&](const Step &S) {
                              return S.I == &Begin || S.I->comesBefore(&Begin);
                            }) -
      Steps.begin());
  for (const Step &S : Steps) {
    if (S.Event->Begins || S.Event->Ends || S.Event->Copies)
      break;
    if (First != Calls.end() && (*First == S.I || (*First)->comesBefore(S.I)))
      break;
    if (Written.add(*S.Event))
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
  for (const BasicBlock *BB : EventBlocks)
    list(*BB);
  for (const BasicBlock *BB : FilledIn)
    if (!Events.contains(BB) && Safepoints.Blocks.contains(BB) &&
        NeededOut.contains(BB))
      list(*BB);
  for (const auto &[BB, Calls] : Listed)
    append_range(Object.Safepoints, Calls);
  if (Object.Safepoints.empty() && !IsCopied)
    return true;
  findVague();
  for (const BasicBlock *BB : EventBlocks)
    findUnclear(*BB);
  for (const auto &[BB, Calls] : Listed)
    if (!Events.contains(BB))
      findUnclear(*BB);
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
                        const GCSafepoints &Safepoints, GCStackObject &Object) {
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
