//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PollPlacement.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

/// How many polls a function may have instead of one at its entry.
static constexpr unsigned MaxEntryPolls = 4;

Instruction *llvm::getReturnPoint(BasicBlock &BB) {
  if (CallInst *Call = BB.getTerminatingMustTailCall())
    return Call;
  if (CallInst *Call = BB.getTerminatingDeoptimizeCall())
    return Call;
  return dyn_cast<ReturnInst>(BB.getTerminator());
}

PollPlacement::PollPlacement(Function &F, LoopInfo &LI, ScalarEvolution &SE,
                             const TargetLibraryInfo &TLI, const GCPolls &Polls,
                             const PollPlacementOptions &Options,
                             const LoopTimes &Times)
    : F(F), LI(LI), SE(SE), Polls(Polls), Options(Options), Rules(F, TLI),
      Times(Times) {}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

bool PollPlacement::isSafepoint(const Instruction &I) const {
  return !Options.IgnoreCalls && Rules.isSafepoint(I);
}

void PollPlacement::measure(BasicBlock &BB) {
  Node N;
  for (const Instruction &I : BB) {
    N.After += PollRules::getCost(I);
    if (!isSafepoint(I))
      continue;
    if (!N.HasSafepoint)
      N.Before = N.After;
    N.HasSafepoint = true;
    N.After = 0;
  }
  if (N.HasSafepoint)
    Safepoints.insert(&BB);
  else
    N.Before = N.After;
  Nodes[&BB] = N;
}

/// \returns the block that stands for \p BB in the graph.
BasicBlock *PollPlacement::getHead(BasicBlock *BB) const {
  BasicBlock *Header = Bounded.lookup(BB);
  return Header ? Header : BB;
}

/// \returns the graph of \p L without its back edges, or of the function.
/// Edges that have a poll are not in it.
PollPlacement::Region PollPlacement::getRegion(Loop *L) const {
  Region R;
  SmallPtrSet<BasicBlock *, 16> Seen;
  const auto Add = [&](BasicBlock *BB) {
    BasicBlock *Head = getHead(BB);
    if (Seen.insert(Head).second)
      R.Heads.push_back(Head);
    auto &List = R.Successors[Head];
    SmallPtrSet<BasicBlock *, 4> Targets;
    for (BasicBlock *To : successors(BB))
      if ((!L || (L->contains(To) && To != L->getHeader())) &&
          getHead(To) != Head && Targets.insert(To).second &&
          !Cut.contains({BB, To}))
        List.emplace_back(BB, To);
    // A block whose back edge has no poll, and is no loop's.
    if (!Bounded.count(BB) && is_contained(successors(BB), BB) &&
        !Cut.contains({BB, BB}) && !(L && BB == L->getHeader()))
      List.emplace_back(BB, BB);
  };
  SmallVector<BasicBlock *, 16> Blocks;
  if (L)
    append_range(Blocks, L->blocks());
  else
    append_range(Blocks, Order);
  sort(Blocks,
       [&](auto *A, auto *B) { return Numbers.lookup(A) < Numbers.lookup(B); });
  for (BasicBlock *BB : Blocks)
    Add(BB);
  return R;
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

namespace {

/// Tarjan's algorithm on the nodes without a safepoint.
class FreeComponents {
  using Edge = PollPlan::Edge;
  function_ref<ArrayRef<Edge>(BasicBlock *)> Successors;
  function_ref<BasicBlock *(BasicBlock *)> GetHead;
  function_ref<bool(BasicBlock *)> IsFree;

  struct State {
    unsigned Index = 0;
    unsigned Low = 0;
    bool IsOnStack = false;
  };
  DenseMap<BasicBlock *, State> States;
  SmallVector<BasicBlock *, 16> Stack;
  unsigned Next = 1;

public:
  FreeComponents(function_ref<ArrayRef<Edge>(BasicBlock *)> Successors,
                 function_ref<BasicBlock *(BasicBlock *)> GetHead,
                 function_ref<bool(BasicBlock *)> IsFree)
      : Successors(Successors), GetHead(GetHead), IsFree(IsFree) {}

  /// Calls \p Visit with each component that has a cycle.
  void run(ArrayRef<BasicBlock *> Heads,
           function_ref<void(ArrayRef<BasicBlock *>)> Visit);
};

} // end anonymous namespace

void FreeComponents::run(ArrayRef<BasicBlock *> Heads,
                         function_ref<void(ArrayRef<BasicBlock *>)> Visit) {
  struct Frame {
    BasicBlock *BB;
    unsigned Edge;
  };
  SmallVector<Frame, 16> Frames;
  const auto Enter = [&](BasicBlock *BB) {
    States[BB] = {Next, Next, true};
    ++Next;
    Stack.push_back(BB);
    Frames.push_back({BB, 0});
  };
  for (BasicBlock *Root : Heads) {
    if (!IsFree(Root) || States.count(Root))
      continue;
    Enter(Root);
    while (!Frames.empty()) {
      Frame &Top = Frames.back();
      BasicBlock *BB = Top.BB;
      const ArrayRef<Edge> List = Successors(BB);
      if (Top.Edge != List.size()) {
        BasicBlock *To = GetHead(List[Top.Edge++].second);
        if (!IsFree(To))
          continue;
        const auto It = States.find(To);
        if (It == States.end())
          Enter(To);
        else if (It->second.IsOnStack)
          States[BB].Low = std::min(States[BB].Low, It->second.Index);
        continue;
      }
      Frames.pop_back();
      const State S = States[BB];
      if (!Frames.empty()) {
        unsigned &Low = States[Frames.back().BB].Low;
        Low = std::min(Low, S.Low);
      }
      if (S.Low != S.Index)
        continue;
      SmallVector<BasicBlock *, 8> Component;
      do {
        Component.push_back(Stack.back());
        States[Stack.back()].IsOnStack = false;
      } while (Stack.pop_back_val() != BB);
      if (Component.size() > 1 ||
          any_of(List, [&](const Edge &E) { return GetHead(E.second) == BB; }))
        Visit(Component);
    }
  }
}

/// Cuts the edges that lead back to a header of \p Component, which has a
/// cycle.
void PollPlacement::cutComponent(ArrayRef<BasicBlock *> Component) {
  const SmallPtrSet<BasicBlock *, 8> Members(Component.begin(),
                                             Component.end());
  // The first one that is entered from elsewhere, in reverse post-order, is
  // where most paths enter the cycle.
  BasicBlock *Header = *min_element(Component, [&](auto *A, auto *B) {
    return Numbers.lookup(A) < Numbers.lookup(B);
  });
  // A bounded loop is entered at its header only.
  for (BasicBlock *BB : predecessors(Header))
    if (Members.contains(getHead(BB)) &&
        (getHead(BB) != Header || !Bounded.count(BB)))
      Cut.insert({BB, Header});
}

/// Cuts all cycles without a safepoint in the region of \p L that do not go
/// through the header of \p L.
void PollPlacement::cutCycles(Loop *L) {
  const auto IsFree = [&](BasicBlock *BB) {
    return !Nodes.lookup(BB).HasSafepoint;
  };
  const auto GetHead = [&](BasicBlock *BB) { return getHead(BB); };
  for (bool HasCycles = true; HasCycles;) {
    HasCycles = false;
    const Region R = getRegion(L);
    const auto Successors = [&](BasicBlock *BB) -> ArrayRef<Edge> {
      return R.Successors.find(BB)->second;
    };
    FreeComponents(Successors, GetHead, IsFree)
        .run(R.Heads, [&](ArrayRef<BasicBlock *> Component) {
          cutComponent(Component);
          HasCycles = true;
        });
  }
}

/// Whether an iteration of \p L, whose region is \p R, may meet no safepoint.
bool PollPlacement::hasFreeCycle(const Region &R, Loop &L) const {
  SmallVector<BasicBlock *, 16> Work;
  SmallPtrSet<BasicBlock *, 16> Seen;
  const auto Add = [&](BasicBlock *Head) {
    if (!Nodes.lookup(Head).HasSafepoint && Seen.insert(Head).second)
      Work.push_back(Head);
  };
  Add(getHead(L.getHeader()));
  while (!Work.empty())
    for (const Edge &E : R.Successors.find(Work.pop_back_val())->second)
      Add(getHead(E.second));
  return any_of(predecessors(L.getHeader()), [&](BasicBlock *Latch) {
    return L.contains(Latch) && Seen.contains(getHead(Latch)) &&
           !Cut.contains({Latch, L.getHeader()});
  });
}

bool PollPlacement::isBounded(Loop &L, uint64_t Cost) {
  Node N;
  if (const uint64_t T = Times.lookup(L.getHeader())) {
    N.Before = SaturatingMultiply(T, Cost);
    if (N.Before < Polls.Distance) {
      N.After = N.Before;
      Nodes[L.getHeader()] = N;
      return true;
    }
  }
  const auto *Max =
      dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L));
  if (!Max)
    return false;
  const APInt &Count = Max->getAPInt();
  if (Count.getActiveBits() < 64) {
    bool Overflows = false;
    N.Before = SaturatingMultiply(Count.getZExtValue() + 1, Cost, &Overflows);
    // One instruction may be between a poll and the loop.
    if (!Overflows && N.Before < Polls.Distance) {
      N.After = N.Before;
      Nodes[L.getHeader()] = N;
      return true;
    }
  }
  if (!Options.CountedBits || !Count.isIntN(Options.CountedBits))
    return false;
  // How long it takes is not known.
  N.Before = N.After = std::min(Cost, Polls.Distance);
  Nodes[L.getHeader()] = N;
  return true;
}

/// Decides what \p L, or the function, needs.
void PollPlacement::visit(Loop *L) {
  for (Loop *Inner : L ? L->getSubLoops() : LI.getTopLevelLoops())
    visit(Inner);
  cutCycles(L);
  if (!L)
    return;
  BasicBlock *Header = L->getHeader();
  const Region R = getRegion(L);
  const auto CutAll = [&] {
    for (BasicBlock *Latch : predecessors(Header))
      if (L->contains(Latch))
        Cut.insert({Latch, Header});
  };
  if (Options.AllBackedges)
    return CutAll();
  if (!hasFreeCycle(R, *L))
    return;
  const uint64_t Cost = getCost(R);
  if (isBounded(*L, Cost)) {
    for (BasicBlock *BB : L->blocks())
      Bounded[BB] = Header;
    ++Plan.NumBounded;
    return;
  }
  Plan.Unbounded.push_back({L, Cost});
  for (BasicBlock *Latch : predecessors(Header))
    if (L->contains(Latch) && !Nodes.lookup(getHead(Latch)).HasSafepoint)
      Cut.insert({Latch, Header});
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

/// Visits the nodes of \p R, which has no cycle without a safepoint, so that
/// predecessors without a safepoint come first. \p GetOut returns the
/// instructions since the last safepoint at the end of a node, from those at
/// its beginning. For nodes with a safepoint that is \p GetTail, which does not
/// depend on its beginning; they are visited last.
void PollPlacement::walk(
    const Region &R, function_ref<uint64_t(BasicBlock *)> GetTail,
    function_ref<uint64_t(BasicBlock *, uint64_t)> GetOut) const {
  DenseMap<BasicBlock *, unsigned> Missing;
  for (const auto &[Head, List] : R.Successors)
    if (!Nodes.lookup(Head).HasSafepoint)
      for (const Edge &E : List)
        ++Missing[getHead(E.second)];
  DenseMap<BasicBlock *, uint64_t> Distances;
  SmallVector<BasicBlock *, 16> Work;
  SmallVector<BasicBlock *, 16> Ends;
  const auto Propagate = [&](BasicBlock *Head, uint64_t Distance) {
    for (const Edge &E : R.Successors.find(Head)->second) {
      uint64_t &D = Distances[getHead(E.second)];
      D = std::max(D, Distance);
    }
  };
  // A poll may be in front of the terminator and not on the edge.
  for (BasicBlock *Head : R.Heads)
    for (BasicBlock *From : predecessors(Head))
      if (Cut.contains({From, Head})) {
        uint64_t &D = Distances[Head];
        D = std::max<uint64_t>(D, PollRules::getCost(*From->getTerminator()));
      }
  for (BasicBlock *Head : R.Heads) {
    if (Nodes.lookup(Head).HasSafepoint) {
      Ends.push_back(Head);
      Propagate(Head, GetTail(Head));
    } else if (!Missing.lookup(Head)) {
      Work.push_back(Head);
    }
  }
  while (!Work.empty()) {
    BasicBlock *Head = Work.pop_back_val();
    Propagate(Head, GetOut(Head, Distances.lookup(Head)));
    for (const Edge &E : R.Successors.find(Head)->second) {
      BasicBlock *To = getHead(E.second);
      if (--Missing[To] == 0 && !Nodes.lookup(To).HasSafepoint)
        Work.push_back(To);
    }
  }
  for (BasicBlock *Head : Ends)
    GetOut(Head, Distances.lookup(Head));
}

/// \returns the most instructions that are executed in \p R without a
/// safepoint.
uint64_t PollPlacement::getCost(const Region &R) const {
  uint64_t Max = 1;
  walk(
      R, [&](BasicBlock *Head) { return Nodes.lookup(Head).After; },
      [&](BasicBlock *Head, uint64_t Distance) {
        const Node N = Nodes.lookup(Head);
        const uint64_t Out = SaturatingAdd(Distance, N.Before);
        Max = std::max({Max, Out, N.After});
        return Out;
      });
  return Max;
}

/// \returns true if a poll may be in front of \p I.
static bool mayPrecede(const Instruction &I) {
  if (isa<PHINode>(I) || I.isEHPad())
    return false;
  // Nothing may be between these calls and the return.
  const Instruction *Last = I.getPrevNode();
  while (isa_and_nonnull<BitCastInst>(Last))
    Last = Last->getPrevNode();
  const auto *Call = dyn_cast_or_null<CallInst>(Last);
  if (!Call || !isa<ReturnInst, BitCastInst>(I))
    return true;
  return !Call->isMustTailCall() &&
         Call->getIntrinsicID() != Intrinsic::experimental_deoptimize;
}

/// Places polls in front of \p I and after it, where \p Distance instructions
/// were executed since the last safepoint. \returns that number for the end of
/// the block.
uint64_t PollPlacement::placeFrom(Instruction *I, uint64_t Distance) {
  for (; I; I = I->getNextNode()) {
    const unsigned Cost = PollRules::getCost(*I);
    if (Points.contains(I)) {
      Distance = 0;
    } else if (Cost && Distance &&
               SaturatingAdd<uint64_t>(Distance, Cost) > Polls.Distance &&
               mayPrecede(*I)) {
      Points.insert(I);
      Plan.Points.push_back(I);
      Distance = 0;
    }
    Distance = isSafepoint(*I) ? 0 : SaturatingAdd<uint64_t>(Distance, Cost);
  }
  return Distance;
}

/// Places polls on the edges into the bounded loop with \p Header if it is too
/// long after \p Distance instructions. \returns the distance after it.
uint64_t PollPlacement::placeAtLoop(BasicBlock *Header, uint64_t Distance) {
  const uint64_t Cost = Nodes.lookup(Header).After;
  if (SaturatingAdd(Distance, Cost) <= Polls.Distance)
    return SaturatingAdd(Distance, Cost);
  for (BasicBlock *Pred : predecessors(Header))
    if (getHead(Pred) != Header)
      Cut.insert({Pred, Header});
  return Cost + 1;
}

/// Places polls where paths are longer than the distance.
void PollPlacement::placeByDistance() {
  walk(
      getRegion(nullptr),
      [&](BasicBlock *BB) {
        Instruction *Last = nullptr;
        for (Instruction &I : *BB)
          if (isSafepoint(I))
            Last = &I;
        return placeFrom(Last->getNextNode(), 0);
      },
      [&](BasicBlock *Head, uint64_t Distance) {
        return Bounded.count(Head) ? placeAtLoop(Head, Distance)
                                   : placeFrom(&Head->front(), Distance);
      });
}

//===----------------------------------------------------------------------===//
// Entry and returns
//===----------------------------------------------------------------------===//

/// \returns the blocks from whose beginning every path meets a safepoint.
/// Cycles without one are left at some time.
PollPlacement::BlockSet PollPlacement::findMeeting() const {
  BlockSet Meets(Order.begin(), Order.end());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : reverse(Order)) {
      if (!Meets.contains(BB) || Safepoints.contains(BB))
        continue;
      const bool Result =
          succ_empty(BB)
              ? isa<UnreachableInst>(BB->getTerminator())
              : all_of(successors(BB), [&](BasicBlock *To) {
                  return Cut.contains({BB, To}) || Meets.contains(To);
                });
      if (!Result) {
        Meets.erase(BB);
        Changed = true;
      }
    }
  }
  return Meets;
}

/// \returns the blocks from whose beginning a path meets a safepoint.
PollPlacement::BlockSet PollPlacement::findReaching() const {
  BlockSet Reaches = Safepoints;
  SmallVector<const BasicBlock *, 16> Work(Reaches.begin(), Reaches.end());
  for (const auto &[From, To] : Cut)
    if (Reaches.insert(From).second)
      Work.push_back(From);
  while (!Work.empty())
    for (const BasicBlock *From : predecessors(Work.pop_back_val()))
      if (Reaches.insert(From).second)
        Work.push_back(From);
  return Reaches;
}

/// Whether the poll at the entry has to be in front of \p I: it is a call that
/// may need much stack, or run long. Most intrinsics do not become calls, and
/// llvm.localescape has to be in the entry block.
static bool needsEntryBefore(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::not_intrinsic:
  case Intrinsic::experimental_deoptimize:
  case Intrinsic::experimental_gc_statepoint:
  case Intrinsic::experimental_patchpoint:
  case Intrinsic::experimental_patchpoint_void:
    return true;
  default:
    return false;
  }
}

/// Places the poll of the entry in \p BB, or after it, as late as possible,
/// since it splits the block.
void PollPlacement::placeLate(BasicBlock &BB) {
  uint64_t Distance = 0;
  Instruction *I = &*BB.getFirstNonPHIIt();
  while (!needsEntryBefore(*I)) {
    Distance += PollRules::getCost(*I);
    if (Distance >= Polls.Distance && mayPrecede(*I))
      break;
    Instruction *Next = I->getNextNode();
    if (!Next) {
      BasicBlock *Successor = I->getParent()->getUniqueSuccessor();
      if (!Successor || !Successor->getUniquePredecessor())
        break;
      Next = &Successor->front();
    }
    I = Next;
  }
  if (!mayPrecede(*I))
    I = &*BB.getFirstNonPHIOrDbgOrAlloca();
  if (Points.insert(I).second)
    Plan.Points.push_back(I);
}

/// Places a poll on each path from the entry to a return that meets no other
/// safepoint: where no other one is ahead, or where the path joins others.
void PollPlacement::placeAtEntry() {
  BasicBlock &Entry = F.getEntryBlock();
  if (Options.AllEntries)
    return placeLate(Entry);
  const BlockSet Meets = findMeeting();
  if (Meets.contains(&Entry))
    return;
  const BlockSet Reaches = findReaching();
  const BlockSet Met = findMet();
  // Blocks that are reached without a safepoint, but for what leads back to
  // them, and that some paths, but not all, meet one from.
  BlockSet Undecided;
  SmallVector<BasicBlock *, 4> Last;
  SmallVector<Edge, 4> Edges;
  for (BasicBlock *BB : Order) {
    bool LeadsBack = false;
    const auto MayFollow = [&](BasicBlock *From) {
      if (Cut.contains({From, BB}))
        return false;
      const Loop *L = LI.getLoopFor(BB);
      const bool IsBack = L && L->getHeader() == BB && L->contains(From);
      LeadsBack |= IsBack;
      return IsBack ? Met.contains(From) : Undecided.contains(From);
    };
    if (Meets.contains(BB) ||
        (BB != &Entry && !all_of(predecessors(BB), MayFollow)))
      continue;
    if (Reaches.contains(BB))
      Undecided.insert(BB);
    else if (!LeadsBack)
      Last.push_back(BB);
  }
  for (BasicBlock *BB : Order)
    if (Undecided.contains(BB))
      for (BasicBlock *To : successors(BB))
        if (!Meets.contains(To) && !Undecided.contains(To) &&
            !is_contained(Last, To) && !Cut.contains({BB, To}))
          Edges.emplace_back(BB, To);
  // One that is executed in each iteration would be worse.
  const auto IsInLoop = [&](BasicBlock *BB, BasicBlock *To) {
    const Loop *L = LI.getLoopFor(BB);
    return L && L->contains(To);
  };
  if (Last.size() + Edges.size() > MaxEntryPolls || F.hasOptSize() ||
      any_of(Edges,
             [&](const Edge &E) {
               return E.second->isEHPad() || IsInLoop(E.first, E.second);
             }) ||
      any_of(Last,
             [&](BasicBlock *BB) { return BB->isEHPad() || IsInLoop(BB, BB); }))
    return placeLate(Entry);
  for (BasicBlock *BB : Last)
    placeLate(*BB);
  for (const Edge &E : Edges)
    Cut.insert(E);
}

/// \returns the blocks at whose end every path from the entry has met a
/// safepoint.
PollPlacement::BlockSet PollPlacement::findMet() const {
  SmallPtrSet<const BasicBlock *, 16> Meeting = Safepoints;
  for (const Instruction *I : Points)
    Meeting.insert(I->getParent());
  BlockSet Met(Order.begin(), Order.end());
  const auto MetBefore = [&](const BasicBlock *BB) {
    return BB != &F.getEntryBlock() &&
           all_of(predecessors(BB), [&](const BasicBlock *Pred) {
             return Met.contains(Pred) ||
                    Cut.contains({const_cast<BasicBlock *>(Pred),
                                  const_cast<BasicBlock *>(BB)});
           });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *BB : Order) {
      if (!Met.contains(BB) || Meeting.contains(BB) || MetBefore(BB))
        continue;
      Met.erase(BB);
      Changed = true;
    }
  }
  return Met;
}

void PollPlacement::placeAtReturns() {
  const BlockSet Met = findMet();
  for (BasicBlock *BB : Order) {
    Instruction *I = getReturnPoint(*BB);
    if (I && (Options.AllReturns || !Met.contains(BB)) &&
        Points.insert(I).second)
      Plan.Points.push_back(I);
  }
}

PollPlan PollPlacement::run() {
  const ReversePostOrderTraversal<Function *> Traversal(&F);
  for (BasicBlock *BB : Traversal) {
    Numbers[BB] = Order.size();
    Order.push_back(BB);
    measure(*BB);
  }
  if (Polls.AtBackedges)
    visit(nullptr);
  if (Polls.AtEntry)
    placeAtEntry();
  if (Polls.AtBackedges)
    placeByDistance();
  if (Polls.AtReturns)
    placeAtReturns();
  Plan.Edges.assign(Cut.begin(), Cut.end());
  return std::move(Plan);
}
