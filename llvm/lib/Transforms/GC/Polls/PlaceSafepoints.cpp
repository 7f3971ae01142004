//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass place-safepoints, and the interface of upstream's
/// PlaceSafepoints.cpp, which this file replaces: its class and its
/// command-line options. docs/Polls.md is the manual.
///
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Scalar/PlaceSafepoints.h"
#include "PollInsertion.h"
#include "PollPlacement.h"
#include "PollRules.h"
#include "ShortLoops.h"
#include "StripMining.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/GC/PlacePolls.h"
#include "llvm/Transforms/Utils/Local.h"
#include <algorithm>
#include <string>
#include <utility>

#define DEBUG_TYPE "place-safepoints"

using namespace llvm;

STATISTIC(NumPolls, "Number of polls");
STATISTIC(NumStripMined, "Number of loops that were divided into chunks");
STATISTIC(NumVersioned, "Number of loops with a version for small counts");
STATISTIC(NumUnrolled, "Number of loops that were unrolled around a poll");
STATISTIC(NumBounded, "Number of loops without a poll because they are short");

static cl::opt<bool>
    AllBackedges("spp-all-backedges", cl::Hidden, cl::init(false),
                 cl::desc("Place a poll on each back edge, needed or not"));

static cl::opt<bool> AllEntries(
    "spp-all-entries", cl::Hidden, cl::init(false),
    cl::desc("Place a poll at each entry, even if every path meets another "
             "safepoint"));

static cl::opt<bool> AllReturns(
    "spp-all-returns", cl::Hidden, cl::init(false),
    cl::desc("Place a poll at each return, even if every path met another "
             "safepoint"));

static cl::opt<unsigned> CountedLoopTripWidth(
    "spp-counted-loop-trip-width", cl::Hidden, cl::init(0),
    cl::desc("Place no polls in loops whose trip count has so many bits, "
             "however long they take"));

static cl::opt<bool> SplitBackedge(
    "spp-split-backedge", cl::Hidden, cl::init(false),
    cl::desc("Place polls of the form 'call' on back edges and not in front of "
             "the branch, as those of other forms are"));

static cl::opt<bool> StripMine(
    "spp-strip-mine", cl::Hidden, cl::init(true),
    cl::desc("Divide counted loops into chunks instead of placing polls in "
             "them"));

static cl::opt<bool>
    Version("spp-version", cl::Hidden, cl::init(true),
            cl::desc("Make a version without polls of loops whose iterations "
                     "can be counted in front of them"));

static cl::opt<bool>
    Unroll("spp-unroll", cl::Hidden, cl::init(true),
           cl::desc("Unroll small loops that need a poll and cannot be "
                    "counted"));

static cl::opt<bool> NoEntry("spp-no-entry", cl::Hidden, cl::init(false),
                             cl::desc("Place no polls at entries"));
static cl::opt<bool> NoCall("spp-no-call", cl::Hidden, cl::init(false),
                            cl::desc("Do not take calls for safepoints"));
static cl::opt<bool> NoBackedge("spp-no-backedge", cl::Hidden, cl::init(false),
                                cl::desc("Place no polls on back edges"));

static PollPlacementOptions getOptions() {
  PollPlacementOptions Options;
  Options.AllBackedges = AllBackedges;
  Options.AllEntries = AllEntries;
  Options.AllReturns = AllReturns;
  Options.IgnoreCalls = NoCall;
  Options.CountedBits = CountedLoopTripWidth;
  return Options;
}

static void report(const Function &F, const Twine &Text) {
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Text));
}

/// \returns the polls that \p F wants. What is wrong with its attributes is
/// reported, and there are none then.
static GCPolls readPolls(const Function &F) {
  Expected<GCPolls> Polls = getGCPolls(F);
  if (!Polls) {
    report(F, toString(Polls.takeError()));
    return {};
  }
  if (F.hasFnAttribute("gc-leaf-function") &&
      !F.getFnAttribute(GCPollsAttr).getValueAsString().empty()) {
    report(F, "attribute \"" + GCPollsAttr +
                  "\": nothing is collected in calls of a function that has "
                  "\"gc-leaf-function\"; remove one of both");
    return {};
  }
  if (NoEntry)
    Polls->AtEntry = false;
  if (NoBackedge)
    Polls->AtBackedges = false;
  return *Polls;
}

namespace {

class FunctionPolls {
  Function &F;
  /// ScalarEvolution does not take a constant one.
  TargetLibraryInfo TLI;
  GCPolls Polls;
  const PollPlacementOptions Options = getOptions();
  DominatorTree DT;
  LoopInfo LI;
  AssumptionCache AC;
  ScalarEvolution SE;
  ShortLoops Short;
  PollInserter Inserter;

  PollPlan plan() {
    return PollPlacement(F, LI, SE, TLI, Polls, Options, Short.getTimes())
        .run();
  }
  bool divide(const PollPlan &Plan);
  void unroll(const PollPlan &Plan);
  void changeLoops(PollPlan &Plan);
  bool isOnEdge(const BasicBlock &From, const BasicBlock &To);
  void splitEdges(const PollPlan &Plan);
  void insert(const PollPlan &Plan);

public:
  FunctionPolls(Function &F, const TargetLibraryInfo &TLI, const GCPolls &Polls)
      : F(F), TLI(TLI), Polls(Polls), DT(F), LI(DT), AC(F),
        SE(F, this->TLI, AC, DT, LI), Short(F, this->TLI, DT, LI, SE, AC),
        Inserter(F, Polls.Form) {}

  void run();
};

} // end anonymous namespace

/// Makes versions of loops of \p Plan, or divides them, inner ones first.
/// \returns true if there is one.
bool FunctionPolls::divide(const PollPlan &Plan) {
  const bool MayCopy = Version && !F.hasOptSize() && !F.hasOptNone();
  SmallPtrSet<const Loop *, 8> Unbounded;
  for (const UnboundedLoop &U : Plan.Unbounded)
    Unbounded.insert(U.L);
  const auto HasPolls = [&](const Loop &L) { return Unbounded.contains(&L); };
  bool Changed = false;
  for (const UnboundedLoop &U : Plan.Unbounded) {
    // The others are not what they were when the plan was made.
    if (any_of(Plan.Unbounded, [&](const UnboundedLoop &Inner) {
          return Inner.L != U.L && U.L->contains(Inner.L);
        }))
      continue;
    if (MayCopy && Short.version(*U.L, U.Cost, Polls.Distance, HasPolls))
      ++NumVersioned;
    else if (StripMine &&
             stripMineLoop(*U.L, U.Cost, Polls.Distance, DT, LI, SE, AC))
      ++NumStripMined;
    else
      continue;
    Changed = true;
  }
  return Changed;
}

/// Unrolls loops of \p Plan.
void FunctionPolls::unroll(const PollPlan &Plan) {
  if (Unroll && !F.hasOptSize() && !F.hasOptNone())
    for (const UnboundedLoop &U : Plan.Unbounded)
      NumUnrolled += Short.unroll(*U.L);
}

/// Makes fewer polls of \p Plan be executed.
void FunctionPolls::changeLoops(PollPlan &Plan) {
  if (Plan.Unbounded.empty())
    return;
  // An outer loop may be divided once the inner ones are.
  bool Changed = true;
  while (Changed) {
    Changed = divide(Plan);
    SE.forgetAllLoops();
    Plan = plan();
  }
  unroll(Plan);
  // Loops that stay are simplified nevertheless.
  SE.forgetAllLoops();
  Plan = plan();
  for (bool IsProven = false; !IsProven;) {
    if (!Short.getTimes().empty())
      splitEdges(Plan);
    // Expressions keep what was proved of them, though the proof may be gone.
    ScalarEvolution New(F, TLI, AC, DT, LI);
    IsProven = !Short.forgetUnproven(New);
    Plan =
        PollPlacement(F, LI, New, TLI, Polls, Options, Short.getTimes()).run();
  }
}

/// Whether the poll of an edge is on it, and not in front of the branch.
bool FunctionPolls::isOnEdge(const BasicBlock &From, const BasicBlock &To) {
  if (SplitBackedge || Polls.Form == GCPollForm::Flag)
    return true;
  // A poll by page costs no more than the jump to a block of its own, which
  // the end of a loop would need.
  const Loop *L = LI.getLoopFor(&To);
  return Polls.Form == GCPollForm::Page &&
         !(L && L->isInnermost() && L->getHeader() == &To &&
           L->contains(&From));
}

/// Makes the blocks that polls of \p Plan need on edges. ScalarEvolution does
/// not see what a branch says of a value through such a block.
void FunctionPolls::splitEdges(const PollPlan &Plan) {
  for (const auto &[From, To] : Plan.Edges)
    if (isOnEdge(*From, *To))
      PollInserter::split(*From->getTerminator(), *To, &DT, &LI);
}

void FunctionPolls::insert(const PollPlan &Plan) {
  // Blocks are split, but terminators and other instructions stay what they
  // are.
  SmallVector<std::pair<Instruction *, BasicBlock *>, 8> Edges;
  // Outer edges first.
  for (const auto &[From, To] : reverse(Plan.Edges))
    Edges.emplace_back(From->getTerminator(), To);
  // Several edges may have their poll in front of the same terminator.
  SmallPtrSet<const Instruction *, 8> Before(Plan.Points.begin(),
                                             Plan.Points.end());
  for (const auto &[Terminator, To] : Edges) {
    const bool OnEdge = isOnEdge(*Terminator->getParent(), *To);
    const bool Splits = OnEdge && isa<BranchInst, SwitchInst>(Terminator) &&
                        !To->isEHPad() &&
                        !Terminator->getParent()->getUniqueSuccessor();
    if (!Splits && !Before.insert(Terminator).second)
      continue;
    Inserter.insert(*Terminator, *To, OnEdge);
    ++NumPolls;
  }
  for (Instruction *I : Plan.Points) {
    Inserter.insert(*I);
    ++NumPolls;
  }
}

/// Reports why \p Plan cannot be carried out, at its first poll.
static void reportProblem(const Function &F, const PollPlan &Plan,
                          StringRef Problem) {
  const Instruction *At = Plan.Edges.empty()
                              ? Plan.Points.front()
                              : Plan.Edges.front().first->getTerminator();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F,
      "safepoint poll before '" + Twine(At->getOpcodeName()) + "': " + Problem,
      At->getDebugLoc()));
}

/// A poll may stop the thread, and collect.
static void dropAttributes(Function &F) {
  F.removeFnAttr(Attribute::Memory);
  F.removeFnAttr(Attribute::NoFree);
  F.removeFnAttr(Attribute::NoRecurse);
  F.removeFnAttr(Attribute::NoSync);
  F.removeFnAttr(Attribute::Speculatable);
}

void FunctionPolls::run() {
  // Passes that follow, rewriting of statepoints for one, move some
  // instructions from one side of a safepoint to the other.
  Polls.Distance -= std::min(Polls.Distance / 2, Polls.Distance / 8 + 4);
  PollPlan Plan = plan();
  const auto IsEmpty = [&] {
    return Plan.Edges.empty() && Plan.Points.empty();
  };
  if (!IsEmpty()) {
    if (const std::string Problem = Inserter.findProblem(); !Problem.empty())
      return reportProblem(F, Plan, Problem);
    // The code of a poll is executed in front of its test.
    if (const uint64_t Cost = Inserter.getCost()) {
      Polls.Distance -= std::min(Polls.Distance / 2, Cost);
      Plan = plan();
    }
    if (!Options.AllBackedges)
      changeLoops(Plan);
    insert(Plan);
    dropAttributes(F);
  }
  NumBounded += Plan.NumBounded;
  F.addFnAttr(GCPollsPlacedAttr);
}

/// Moves stack objects of constant size to the beginning of the entry block,
/// since polls split it.
static void hoistStackObjects(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  const auto Position = Entry.getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : make_early_inc_range(make_range(Position, Entry.end())))
    if (auto *Object = dyn_cast<AllocaInst>(&I))
      if (Object->isStaticAlloca())
        Object->moveBefore(Entry, Position);
}

static bool hasFunclets(const Function &F) {
  return F.hasPersonalityFn() &&
         isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn())) &&
         any_of(F, [](const BasicBlock &BB) { return BB.isEHPad(); });
}

bool PlaceSafepointsPass::runImpl(Function &F, const TargetLibraryInfo &TLI) {
  if (F.isDeclaration() || F.hasFnAttribute(GCPollsPlacedAttr))
    return false;
  const GCPolls Polls = readPolls(F);
  if (!Polls.any() || hasNoPolls(F))
    return false;
  if (hasFunclets(F)) {
    report(F, "polls are not placed in functions with funclets, whose calls "
              "cannot be statepoints; write \"" +
                  GCPollsAttr + "\"=\"\"");
    return false;
  }
  removeUnreachableBlocks(F);
  hoistStackObjects(F);
  FunctionPolls(F, TLI, Polls).run();
  return true;
}

PreservedAnalyses PlaceSafepointsPass::run(Function &F,
                                           FunctionAnalysisManager &AM) {
  return PlacePollsPass().run(F, AM);
}

PreservedAnalyses PlacePollsPass::run(Function &F,
                                      FunctionAnalysisManager &AM) {
  const auto &TLI = AM.getResult<TargetLibraryAnalysis>(F);
  return PlaceSafepointsPass().runImpl(F, TLI) ? PreservedAnalyses::none()
                                               : PreservedAnalyses::all();
}

// The legacy pass was a part of the other one, and is none of ours.
void llvm::initializePlaceBackedgeSafepointsLegacyPassPass(PassRegistry &) {}
