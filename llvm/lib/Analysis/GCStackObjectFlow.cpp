//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCStackObjectFlow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
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
  NotAlive = 4,
  /// Whatever holds where the block begins.
  AsBefore = 8
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

} // end anonymous namespace

/// What becomes of one object. Where it is listed it is needed and filled, and
/// so it is on some path from what fills it to what needs it. It is enough to
/// look for the one where the other holds.
class llvm::GCObjectListing {
  GCStackObjectFlow &All;
  GCStackObject &Object;
  const bool IsReadUntilEnd;
  DenseMap<const BasicBlock *, SmallVector<Step, 4>> Events;
  SmallVector<const BasicBlock *, 8> EventBlocks;
  /// The blocks at whose beginning it is filled.
  SmallVector<const BasicBlock *, 8> Filled;
  /// Where it is listed in each block, in order.
  MapVector<const BasicBlock *, SmallVector<const CallBase *, 4>> Listed;
  bool HasMarkers = false, IsCopied = false;
  unsigned Unclear = NotVague;

  static bool needed(const Step &S, bool After);
  static bool filled(const Step &S, bool Before);
  static unsigned vague(const Step &S, unsigned Before, WrittenWords &Written);
  ArrayRef<Step> stepsIn(const BasicBlock &BB) const;
  void findNeeded();
  void findFilled();
  ArrayRef<const CallBase *> between(const BasicBlock &BB,
                                     const Instruction *From,
                                     const Instruction *To) const;
  void list(const BasicBlock &BB);
  unsigned findUnclear(const BasicBlock &BB) const;
  void findVague();
  void clearAt(const Instruction &Begin);

public:
  GCObjectListing(GCStackObjectFlow &All, const GCObjectEvents &Events,
                  GCStackObject &Object);
  /// Returns false if a listed object may not be alive.
  bool run();
};

GCObjectListing::GCObjectListing(GCStackObjectFlow &All,
                                 const GCObjectEvents &OfObject,
                                 GCStackObject &Object)
    : All(All), Object(Object), IsReadUntilEnd(OfObject.IsReadUntilEnd) {
  for (BlockMarks *Marks : {&All.NeededIn, &All.NeededOut, &All.FilledIn,
                            &All.FilledOut, &All.Asked})
    Marks->clear();
  for (const auto &[I, Event] : OfObject.At) {
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

ArrayRef<Step> GCObjectListing::stepsIn(const BasicBlock &BB) const {
  auto It = Events.find(&BB);
  return It == Events.end() ? ArrayRef<Step>() : ArrayRef(It->second);
}

bool GCObjectListing::needed(const Step &S, bool After) {
  if (S.Event->Begins || S.Event->Ends || S.Event->Replaces)
    After = false;
  return After || S.Event->Reads;
}

bool GCObjectListing::filled(const Step &S, bool Before) {
  if (S.Event->Begins || S.Event->Ends)
    Before = false;
  return Before || S.Event->Writes;
}

unsigned GCObjectListing::vague(const Step &S, unsigned Before,
                                WrittenWords &Written) {
  if (S.Event->Begins || S.Event->Ends) {
    Written.clear();
    return S.Event->Begins ? SinceMarker : NotAlive;
  }
  return Written.add(*S.Event) ? unsigned(NotVague) : Before;
}

/// Backwards. If it is read until the end, only where it is filled.
void GCObjectListing::findNeeded() {
  SmallVector<const BasicBlock *, 8> Pending(EventBlocks);
  if (IsReadUntilEnd)
    for (ArrayRef<const BasicBlock *> Blocks :
         {ArrayRef(EventBlocks), ArrayRef(Filled)})
      for (const BasicBlock *BB : Blocks)
        if (succ_empty(BB) && All.NeededOut.insert(*BB))
          Pending.push_back(BB);
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    bool IsNeeded = All.NeededOut.contains(*BB);
    for (const Step &S : reverse(stepsIn(*BB)))
      IsNeeded = needed(S, IsNeeded);
    if (!IsNeeded || !All.NeededIn.insert(*BB))
      continue;
    for (const BasicBlock *Before : All.Before[BB->getNumber()])
      if ((!IsReadUntilEnd || All.FilledOut.contains(*Before)) &&
          All.NeededOut.insert(*Before))
        Pending.push_back(Before);
  }
}

/// Forwards. Unless it is read until the end, only where it is needed.
void GCObjectListing::findFilled() {
  SmallVector<const BasicBlock *, 8> Pending(EventBlocks);
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    bool IsFilled = All.FilledIn.contains(*BB);
    for (const Step &S : stepsIn(*BB))
      IsFilled = filled(S, IsFilled);
    if (!IsFilled || !All.FilledOut.insert(*BB))
      continue;
    for (const BasicBlock *Next : successors(BB))
      if ((IsReadUntilEnd || All.NeededIn.contains(*Next)) &&
          All.FilledIn.insert(*Next)) {
        Filled.push_back(Next);
        Pending.push_back(Next);
      }
  }
}

/// The safepoints of \p BB after \p From and in front of \p To, which may be
/// null for the ends of the block.
ArrayRef<const CallBase *>
GCObjectListing::between(const BasicBlock &BB, const Instruction *From,
                         const Instruction *To) const {
  ArrayRef<const CallBase *> Calls = All.InBlock[BB.getNumber()];
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
void GCObjectListing::list(const BasicBlock &BB) {
  const ArrayRef<Step> Steps = stepsIn(BB);
  SmallVector<bool, 16> NeededBefore(Steps.size() + 1);
  NeededBefore.back() = All.NeededOut.contains(BB);
  for (size_t I = Steps.size(); I-- != 0;)
    NeededBefore[I] = needed(Steps[I], NeededBefore[I + 1]);
  SmallVector<const CallBase *, 4> Found;
  bool IsFilled = All.FilledIn.contains(BB);
  for (size_t I = 0; I <= Steps.size(); ++I) {
    if (IsFilled && NeededBefore[I])
      append_range(Found, between(BB, I ? Steps[I - 1].I : nullptr,
                                  I != Steps.size() ? Steps[I].I : nullptr));
    if (I == Steps.size())
      break;
    const GCObjectEvent &Event = *Steps[I].Event;
    if (All.Safepoints.contains(Steps[I].I) && (IsFilled || Event.Writes) &&
        (NeededBefore[I + 1] || Event.Reads))
      Found.push_back(cast<CallBase>(Steps[I].I));
    IsFilled = filled(Steps[I], IsFilled);
  }
  if (!Found.empty())
    Listed[&BB] = std::move(Found);
}

/// Returns what may not be clear where the object is listed or copied in
/// \p BB.
unsigned GCObjectListing::findUnclear(const BasicBlock &BB) const {
  ArrayRef<const CallBase *> Calls;
  if (auto It = Listed.find(&BB); It != Listed.end())
    Calls = It->second;
  unsigned IsVague = AsBefore, Result = NotVague;
  WrittenWords Written(Object);
  for (const Step &S : stepsIn(BB)) {
    while (!Calls.empty() &&
           (Calls.front() == S.I || Calls.front()->comesBefore(S.I))) {
      Result |= IsVague;
      Calls = Calls.drop_front();
    }
    if (S.Event->Copies)
      Result |= IsVague;
    IsVague = vague(S, IsVague, Written);
  }
  if (!Calls.empty())
    Result |= IsVague;
  return Result;
}

/// Goes back from where the object is listed or copied to where it is vague
/// first.
void GCObjectListing::findVague() {
  SmallVector<const BasicBlock *, 8> Pending;
  auto Add = [&](const BasicBlock &BB, unsigned IsVague) {
    if (IsVague & AsBefore && All.Asked.insert(BB))
      Pending.push_back(&BB);
    Unclear |= IsVague & ~AsBefore;
  };
  for (const BasicBlock *BB : EventBlocks)
    Add(*BB, findUnclear(*BB));
  for (const auto &[BB, Calls] : Listed)
    if (!Events.contains(BB))
      Add(*BB, findUnclear(*BB));
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    if (BB->isEntryBlock())
      Unclear |= HasMarkers ? NotAlive : SinceAlloca;
    for (const BasicBlock *From : All.Before[BB->getNumber()]) {
      unsigned IsVague = AsBefore;
      WrittenWords Written(Object);
      for (const Step &S : stepsIn(*From))
        IsVague = vague(S, IsVague, Written);
      Add(*From, IsVague);
    }
  }
}

/// Has the object cleared after \p Begin, but for the words that are written
/// before anybody looks.
void GCObjectListing::clearAt(const Instruction &Begin) {
  const BasicBlock &BB = *Begin.getParent();
  ArrayRef<const CallBase *> Calls;
  if (auto It = Listed.find(&BB); It != Listed.end())
    Calls = It->second;
  auto First = llvm::partition_point(
      Calls, [&](const CallBase *Call) { return Call->comesBefore(&Begin); });
  WrittenWords Written(Object);
  ArrayRef<Step> Steps = stepsIn(BB);
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

bool GCObjectListing::run() {
  if (IsReadUntilEnd) {
    findFilled();
    findNeeded();
  } else {
    findNeeded();
    findFilled();
  }
  for (const BasicBlock *BB : EventBlocks)
    list(*BB);
  for (const BasicBlock *BB : Filled)
    if (All.NeededOut.contains(*BB) && !All.InBlock[BB->getNumber()].empty() &&
        !Events.contains(BB))
      list(*BB);
  for (const auto &[BB, Calls] : Listed)
    append_range(Object.Safepoints, Calls);
  if (Object.Safepoints.empty() && !IsCopied)
    return true;
  findVague();
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

GCStackObjectFlow::GCStackObjectFlow(const Function &F,
                                     ArrayRef<const CallBase *> Calls)
    : Safepoints(llvm::from_range, Calls), InBlock(F.getMaxBlockNumber()),
      Before(F.getMaxBlockNumber()), NeededIn(F), NeededOut(F), FilledIn(F),
      FilledOut(F), Asked(F) {
  for (const BasicBlock &BB : F)
    append_range(Before[BB.getNumber()], predecessors(&BB));
  for (const CallBase *Call : Calls)
    InBlock[Call->getParent()->getNumber()].push_back(Call);
  for (SmallVector<const CallBase *, 1> &Block : InBlock)
    llvm::sort(Block, [](const CallBase *A, const CallBase *B) {
      return A->comesBefore(B);
    });
}

void GCStackObjectFlow::findListings(const GCObjectEvents &Events,
                                     GCStackObject &Object) {
  if (GCObjectListing(*this, Events, Object).run())
    return;
  // Without markers it is always alive.
  Object.DropsMarkers = true;
  Object.Safepoints.clear();
  GCObjectEvents Others = Events;
  for (auto &[I, Event] : Others.At)
    Event.Begins = Event.Ends = false;
  [[maybe_unused]] const bool IsAlive =
      GCObjectListing(*this, Others, Object).run();
  assert(IsAlive && "no marker is left");
}
