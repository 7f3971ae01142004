//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/SafepointPollVerifier.h"
#include "VerifiedPolls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;

static cl::opt<uint64_t> MaxDistance(
    "safepoint-poll-distance", cl::Hidden, cl::init(0),
    cl::desc("How many instructions verify<safepoint-polls> lets a function "
             "execute without a safepoint, instead of what the function says"));

/// How many branches in front of a loop are looked at.
static constexpr unsigned MaxBranches = 16;

namespace {

using Blocks = SmallVector<const BasicBlock *, 16>;

/// What ScalarEvolution says of a function without its polls. It follows
/// conditions through blocks with one predecessor, but not through the branches
/// of polls.
class FunctionWithoutPolls {
  ValueToValueMapTy Map;
  Function *Copy;
  TargetLibraryInfo TLI;
  std::optional<DominatorTree> DT;
  std::optional<LoopInfo> LI;
  std::optional<AssumptionCache> AC;
  std::optional<ScalarEvolution> SE;

public:
  FunctionWithoutPolls(Function &F, const VerifiedPolls &Verified,
                       const TargetLibraryInfo &TLI);
  ~FunctionWithoutPolls();

  /// \returns how often the loop with \p Header executes it at most when it is
  /// entered, or 0 if that is not known.
  uint64_t getTimes(const BasicBlock *Header);
};

class PollVerifier {
  Function &F;
  const DominatorTree &DT;
  const LoopInfo &LI;
  ScalarEvolution &SE;
  const TargetLibraryInfo &TLI;
  const VerifiedPolls Verified;
  std::optional<FunctionWithoutPolls> WithoutPolls;
  const GCPolls &Polls;
  const uint64_t Limit;
  DenseMap<const BasicBlock *, VerifiedBlock> Measured;
  bool HasReportedPath = false;

  /// A part of the graph: some blocks, and not the edges to one of them.
  struct Part {
    ArrayRef<const BasicBlock *> Members;
    SmallPtrSet<const BasicBlock *, 16> Set;
    const BasicBlock *Header;

    Part(ArrayRef<const BasicBlock *> Members, const BasicBlock *Header)
        : Members(Members), Set(Members.begin(), Members.end()),
          Header(Header) {}
    bool has(const BasicBlock *To) const {
      return To != Header && Set.contains(To);
    }
  };

  bool isFree(const BasicBlock *BB) const {
    return !Measured.find(BB)->second.HasSafepoint;
  }
  void report(const Twine &Text) const;
  std::vector<Blocks> getComponents(const Part &P) const;
  Blocks findPath(const Part &P, const BasicBlock *From,
                  function_ref<bool(const BasicBlock *)> IsEnd) const;
  void reportCycle(ArrayRef<const BasicBlock *> Component,
                   const BasicBlock *Header, StringRef Why) const;
  uint64_t getTimes(const Loop &L, uint64_t Once);
  using Distances = DenseMap<const BasicBlock *, uint64_t>;
  void measureCycle(const Blocks &Component, uint64_t Start, Distances &Out);
  uint64_t measurePart(const Part &P, bool IsFunction, Distances &Out);
  void checkReturns();

public:
  PollVerifier(Function &F, const DominatorTree &DT, const LoopInfo &LI,
               ScalarEvolution &SE, const TargetLibraryInfo &TLI,
               const GCPolls &Polls);
  void run();
};

} // end anonymous namespace

/// \returns the least number that is more than \p Count, if \p Compare has the
/// result \p IsTrue and compares \p Count with a constant; otherwise 0.
static uint64_t getTimesBy(const ICmpInst &Compare, bool IsTrue,
                           const SCEV *Count, ScalarEvolution &SE) {
  CmpInst::Predicate Predicate =
      IsTrue ? Compare.getPredicate() : Compare.getInversePredicate();
  const Value *Left = Compare.getOperand(0), *Right = Compare.getOperand(1);
  if (isa<Constant>(Left)) {
    std::swap(Left, Right);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  const auto *Bound = dyn_cast<ConstantInt>(Right);
  if (!Bound || !SE.isSCEVable(Left->getType()) ||
      SE.getSCEV(const_cast<Value *>(Left)) != Count)
    return 0;
  const uint64_t Most = Bound->getValue().getLimitedValue();
  switch (Predicate) {
  case CmpInst::ICMP_ULT:
    return Most;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_EQ:
    return SaturatingAdd<uint64_t>(Most, 1);
  default:
    return 0;
  }
}

/// \returns how often \p L executes its header at most when it is entered, or 0
/// if that is not known. ScalarEvolution knows, or a branch in front of the
/// loop compares the number of its back edges with a constant.
static uint64_t getLoopTimes(const Loop &L, ScalarEvolution &SE,
                             const DominatorTree &DT) {
  uint64_t Times = 0;
  const auto Add = [&](uint64_t Other) {
    Times = Times && Other ? std::min(Times, Other) : std::max(Times, Other);
  };
  if (const auto *Bound =
          dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(&L)))
    Add(SaturatingAdd<uint64_t>(Bound->getAPInt().getLimitedValue(), 1));
  const SCEV *Count = SE.getSymbolicMaxBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute, SCEVConstant>(Count))
    return Times;
  const BasicBlock *Header = L.getHeader();
  const DomTreeNode *Node = DT.getNode(Header)->getIDom();
  for (unsigned I = 0; Node && I != MaxBranches; ++I, Node = Node->getIDom()) {
    const BasicBlock *BB = Node->getBlock();
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    const auto *Compare = Branch && Branch->isConditional()
                              ? dyn_cast<ICmpInst>(Branch->getCondition())
                              : nullptr;
    if (!Compare)
      continue;
    for (const bool IsTrue : {true, false})
      if (DT.dominates(BasicBlockEdge(BB, Branch->getSuccessor(IsTrue ? 0 : 1)),
                       Header))
        Add(getTimesBy(*Compare, IsTrue, Count, SE));
  }
  return Times;
}

static std::string getName(const BasicBlock &BB) {
  std::string Name;
  raw_string_ostream OS(Name);
  BB.printAsOperand(OS, /*PrintType=*/false);
  return Name;
}

/// Names the blocks of \p Path; of long ones the first and the last.
static std::string describe(ArrayRef<const BasicBlock *> Path) {
  constexpr unsigned Most = 16;
  std::string Text;
  for (unsigned I = 0; I != Path.size(); ++I) {
    if (Path.size() > Most && I == Most / 2) {
      I = Path.size() - Most / 2;
      Text += " -> ...";
    }
    Text += (I ? " -> " : "") + getName(*Path[I]);
  }
  return Text;
}

FunctionWithoutPolls::FunctionWithoutPolls(Function &F,
                                           const VerifiedPolls &Verified,
                                           const TargetLibraryInfo &TLI)
    : Copy(CloneFunction(&F, Map)), TLI(TLI) {
  for (const BasicBlock *BB : depth_first(&F))
    if (const BasicBlock *Fast = Verified.getFastSuccessor(*BB)) {
      BasicBlock *From = cast<BasicBlock>(Map[BB]);
      BasicBlock *To = cast<BasicBlock>(Map[Fast]);
      for (BasicBlock *Other : successors(From))
        if (Other != To)
          Other->removePredecessor(From);
      ReplaceInstWithInst(From->getTerminator(), BranchInst::Create(To));
    }
  removeUnreachableBlocks(*Copy);
  for (BasicBlock &BB : make_early_inc_range(*Copy))
    MergeBlockIntoPredecessor(&BB);
  DT.emplace(*Copy);
  LI.emplace(*DT);
  AC.emplace(*Copy);
  SE.emplace(*Copy, this->TLI, *AC, *DT, *LI);
}

FunctionWithoutPolls::~FunctionWithoutPolls() {
  SE.reset();
  Copy->eraseFromParent();
}

uint64_t FunctionWithoutPolls::getTimes(const BasicBlock *Header) {
  // Blocks that were removed are null.
  const auto *BB = dyn_cast_or_null<BasicBlock>(Map.lookup(Header));
  const Loop *L = BB ? LI->getLoopFor(BB) : nullptr;
  return L && L->getHeader() == BB ? getLoopTimes(*L, *SE, *DT) : 0;
}

PollVerifier::PollVerifier(Function &F, const DominatorTree &DT,
                           const LoopInfo &LI, ScalarEvolution &SE,
                           const TargetLibraryInfo &TLI, const GCPolls &Polls)
    : F(F), DT(DT), LI(LI), SE(SE), TLI(TLI), Verified(F, TLI), Polls(Polls),
      Limit(MaxDistance ? MaxDistance : Polls.Distance) {
  for (const BasicBlock *BB : depth_first(&F))
    Measured[BB] = Verified.measure(*BB);
}

void PollVerifier::report(const Twine &Text) const {
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Text));
}

/// \returns the strongly connected components of the blocks of \p P without a
/// safepoint, in topological order.
std::vector<Blocks> PollVerifier::getComponents(const Part &P) const {
  // Kosaraju's algorithm.
  Blocks Finished;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<std::pair<const BasicBlock *, const_succ_iterator>, 16> Stack;
  const auto Enter = [&](const BasicBlock *BB) {
    if (isFree(BB) && Seen.insert(BB).second)
      Stack.emplace_back(BB, succ_begin(BB));
  };
  for (const BasicBlock *Root : P.Members) {
    Enter(Root);
    while (!Stack.empty()) {
      auto &[BB, It] = Stack.back();
      if (It == succ_end(BB)) {
        Finished.push_back(BB);
        Stack.pop_back();
      } else if (const BasicBlock *To = *It++; P.has(To)) {
        Enter(To);
      }
    }
  }
  std::vector<Blocks> Components;
  SmallPtrSet<const BasicBlock *, 16> Done;
  for (const BasicBlock *Root : reverse(Finished)) {
    if (!Done.insert(Root).second)
      continue;
    Blocks Component = {Root};
    for (unsigned I = 0; I != Component.size(); ++I)
      if (P.has(Component[I]))
        for (const BasicBlock *From : predecessors(Component[I]))
          if (P.Set.contains(From) && isFree(From) && Done.insert(From).second)
            Component.push_back(From);
    Components.push_back(std::move(Component));
  }
  return Components;
}

/// \returns a path without safepoint in \p P, which has an edge at least, from
/// \p From to what \p IsEnd, or nothing.
Blocks
PollVerifier::findPath(const Part &P, const BasicBlock *From,
                       function_ref<bool(const BasicBlock *)> IsEnd) const {
  DenseMap<const BasicBlock *, const BasicBlock *> Origin;
  Blocks Work = {From};
  for (unsigned I = 0; I != Work.size(); ++I) {
    const BasicBlock *BB = Work[I];
    for (const BasicBlock *To : successors(BB)) {
      if (!P.Set.contains(To) || !isFree(To))
        continue;
      if (IsEnd(To)) {
        Blocks Path = {To, BB};
        while (Path.back() != From)
          Path.push_back(Origin.lookup(Path.back()));
        std::reverse(Path.begin(), Path.end());
        return Path;
      }
      if (To != From && Origin.try_emplace(To, BB).second)
        Work.push_back(To);
    }
  }
  return {};
}

/// Whether \p Component is more than a block that is not in a cycle.
static bool hasCycle(ArrayRef<const BasicBlock *> Component,
                     const BasicBlock *Excluded) {
  const BasicBlock *First = Component.front();
  return Component.size() > 1 ||
         (First != Excluded && is_contained(successors(First), First));
}

void PollVerifier::reportCycle(ArrayRef<const BasicBlock *> Component,
                               const BasicBlock *Header, StringRef Why) const {
  const Part P(Component, /*Header=*/nullptr);
  const Blocks Path =
      findPath(P, Header, [&](const BasicBlock *BB) { return BB == Header; });
  report("the cycle " + describe(Path) + " has no safepoint" + Why +
         "; run place-safepoints after all passes that change loops");
}

/// \returns how often the header of \p L is executed at most when it is
/// entered, or 0 if that is not known. An iteration executes \p Once
/// instructions.
uint64_t PollVerifier::getTimes(const Loop &L, uint64_t Once) {
  const uint64_t Times = getLoopTimes(L, SE, DT);
  if (Times && SaturatingMultiply(Times, Once) <= Limit)
    return Times;
  if (!WithoutPolls)
    WithoutPolls.emplace(F, Verified, TLI);
  const uint64_t Other = WithoutPolls->getTimes(L.getHeader());
  return Times && Other ? std::min(Times, Other) : std::max(Times, Other);
}

/// Adds to \p Out the most instructions since the last safepoint at the end of
/// each block of \p Component, which has cycles, and where \p Start were
/// executed before. If there is no limit, that is reported.
void PollVerifier::measureCycle(const Blocks &Component, uint64_t Start,
                                Distances &Out) {
  for (const BasicBlock *BB : Component)
    Out[BB] = Start;
  const Loop *L = LI.getLoopFor(Component.front());
  while (L && !all_of(Component,
                      [&](const BasicBlock *BB) { return L->contains(BB); }))
    L = L->getParentLoop();
  if (!L || !is_contained(Component, L->getHeader()))
    return reportCycle(Component, Component.front(), ", and is irreducible");
  const BasicBlock *Header = L->getHeader();
  // All blocks are reached from the header, so these are the longest paths.
  Distances InIteration;
  const uint64_t Once = std::max<uint64_t>(
      1, measurePart(Part(Component, Header), false, InIteration));
  const uint64_t Times = getTimes(*L, Once);
  if (!Times)
    return reportCycle(Component, Header, ", and no bound");
  if (SaturatingMultiply(Times, Once) > Limit)
    return reportCycle(Component, Header,
                       (", and may execute " + Twine(Once) + " instructions " +
                        Twine(Times) + " times, where " + Twine(Limit) +
                        " are the most")
                           .str());
  // The last iteration need not get to its end.
  for (const BasicBlock *BB : Component)
    Out[BB] = Start + (Times - 1) * Once + InIteration.lookup(BB);
}

/// \returns the most instructions on a path in \p P without a safepoint. \p Out
/// gets those at the end of each block that has none. For the function, the
/// first path is reported that is too long.
uint64_t PollVerifier::measurePart(const Part &P, bool IsFunction,
                                   Distances &Out) {
  const std::vector<Blocks> Components = getComponents(P);
  struct End {
    uint64_t Distance = 0;
    const BasicBlock *Origin = nullptr;
  };
  // At the beginning of each component and each block with a safepoint.
  DenseMap<const BasicBlock *, const BasicBlock *> Heads;
  for (const Blocks &Component : Components)
    for (const BasicBlock *BB : Component)
      Heads[BB] = Component.front();
  DenseMap<const BasicBlock *, const BasicBlock *> Origins;
  const auto GetIn = [&](ArrayRef<const BasicBlock *> Component) {
    End E;
    for (const BasicBlock *BB : Component)
      if (P.has(BB))
        for (const BasicBlock *From : predecessors(BB)) {
          if (!P.Set.contains(From) || (isFree(From) && isFree(BB) &&
                                        Heads.lookup(From) == Heads.lookup(BB)))
            continue;
          const uint64_t D =
              isFree(From) ? Out.lookup(From) : Measured.lookup(From).After;
          if (!E.Origin || D > E.Distance)
            E = {D, From};
        }
    return E;
  };
  const auto Check = [&](const BasicBlock *BB, const End &Start,
                         uint64_t Distance) {
    if (!IsFunction || Distance <= Limit || HasReportedPath)
      return;
    HasReportedPath = true;
    Blocks Path = {BB};
    for (const BasicBlock *From = Start.Origin; From;) {
      Path.push_back(From);
      From = isFree(From) ? Origins.lookup(Heads.lookup(From)) : nullptr;
    }
    std::reverse(Path.begin(), Path.end());
    report("the path " + describe(Path) + " has no safepoint in " +
           Twine(Distance) + " instructions, where " + Twine(Limit) +
           " are the most; run place-safepoints after all passes that change "
           "code");
  };
  uint64_t Most = 0;
  for (const Blocks &Component : Components) {
    const BasicBlock *Head = Component.front();
    const End In = GetIn(Component);
    Origins[Head] = In.Origin;
    if (hasCycle(Component, P.Header))
      measureCycle(Component, In.Distance, Out);
    else
      Out[Head] = SaturatingAdd(In.Distance, Measured.lookup(Head).Before);
    uint64_t D = 0;
    for (const BasicBlock *BB : Component)
      D = std::max(D, Out.lookup(BB));
    Most = std::max(Most, D);
    Check(Head, In, D);
  }
  if (!IsFunction)
    return Most;
  for (const BasicBlock *BB : P.Members) {
    if (isFree(BB))
      continue;
    const VerifiedBlock &B = Measured.find(BB)->second;
    const End In = GetIn(BB);
    Check(BB, In, SaturatingAdd(In.Distance, B.Before));
    Check(BB, {}, B.Between);
    Check(BB, {}, B.After);
  }
  return Most;
}

void PollVerifier::checkReturns() {
  Blocks All;
  for (const BasicBlock *BB : depth_first(&F))
    All.push_back(BB);
  const BasicBlock *Entry = &F.getEntryBlock();
  if (!isFree(Entry))
    return;
  const auto Returns = [](const BasicBlock *BB) {
    return isa<ReturnInst>(BB->getTerminator());
  };
  Blocks Path = {Entry};
  if (!Returns(Entry))
    Path = findPath(Part(All, nullptr), Entry, Returns);
  if (!Path.empty())
    report("the path " + describe(Path) +
           " from the entry to a return has no safepoint; run "
           "place-safepoints");
}

void PollVerifier::run() {
  if (Polls.AtEntry || Polls.AtReturns)
    checkReturns();
  if (!Polls.AtBackedges)
    return;
  Blocks All;
  for (const BasicBlock *BB : depth_first(&F))
    All.push_back(BB);
  Distances Out;
  measurePart(Part(All, nullptr), true, Out);
}

PreservedAnalyses SafepointPollVerifierPass::run(Function &F,
                                                 FunctionAnalysisManager &FAM) {
  Expected<GCPolls> Polls = getGCPolls(F);
  if (!Polls) {
    F.getContext().diagnose(
        DiagnosticInfoUnsupported(F, toString(Polls.takeError())));
    return PreservedAnalyses::all();
  }
  if (Polls->any() && !hasNoPolls(F))
    PollVerifier(F, FAM.getResult<DominatorTreeAnalysis>(F),
                 FAM.getResult<LoopAnalysis>(F),
                 FAM.getResult<ScalarEvolutionAnalysis>(F),
                 FAM.getResult<TargetLibraryAnalysis>(F), *Polls)
        .run();
  return PreservedAnalyses::all();
}
