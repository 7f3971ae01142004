//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/PlaceGCRoots.h"
#include "GCControlFlow.h"
#include "GCFrameBuilder.h"
#include "GCReloads.h"
#include "GCRootInput.h"
#include "GCRoots.h"
#include "GCSlotPlan.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCFrameFunctions.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SafepointNormalization.h"

#define DEBUG_TYPE "place-gc-roots"

using namespace llvm;

STATISTIC(NumFrames, "Number of frames");
STATISTIC(NumSlots, "Number of slots");
STATISTIC(NumStores, "Number of stores to slots");
STATISTIC(NumRestored, "Number of roots that are stored more often for want "
                       "of a slot");

/// Which copy of a root is stored somewhere.
static unsigned getState(GCStorePlace Place, const SafepointStates &States,
                         const GCControlFlow &Flow) {
  switch (Place.Where) {
  case GCStorePlace::InFrontOf:
    return States.getBefore(Place.Number);
  case GCStorePlace::AtStart:
    return States.getIn(*Flow.getBlock(Place.Number));
  case GCStorePlace::AtEnd:
    return States.getOut(*Flow.getBlock(Place.Number));
  case GCStorePlace::OnEdge:
    return States.getOut(
        *Flow.getBlock(Flow.getGraph().getEdge(Place.Number).From));
  }
  llvm_unreachable("unknown place");
}

/// Adds all blocks that are run after a call that returns twice: the frame must
/// not be made anew before it does.
static void addSecondReturns(BitVector &Needs, const SafepointStates &States,
                             const GCControlFlow &Flow) {
  df_iterator_default_set<BasicBlock *> Reached;
  for (CallBase *Call : States.safepoints())
    if (Call->hasFnAttr(Attribute::ReturnsTwice))
      for (BasicBlock *BB : depth_first_ext(Call->getParent(), Reached))
        Needs.set(Flow.getNumber(BB));
}

/// Makes the frame of one function.
static void buildFrame(Function &F, const GCRootStrategy &Strategy,
                       const SafepointStates &States, const GCRoots &Roots,
                       const GCControlFlow &Flow, const GCSlotPlan &Plan,
                       DominatorTree &DT) {
  GCFrameBuilder Builder(F, Strategy, States, Flow, Plan.getNumSlots());
  std::vector<SmallVector<unsigned, 4>> StoreStates(Roots.roots().size());
  for (const GCPlannedStore &Store : Plan.stores()) {
    Builder.store(Roots.roots()[Store.Root].V, Store.Element, Store.Slot,
                  Store.Place);
    StoreStates[Store.Root].push_back(getState(Store.Place, States, Flow));
  }
  if (Strategy.MovesObjects)
    reloadGCRoots(F, States, Roots, std::move(StoreStates),
                  [&](IRBuilderBase &IRB, unsigned Root, unsigned Element,
                      unsigned Safepoint) {
                    return Builder.createAddress(
                        IRB, Plan.getSlot(Root, Element, Safepoint));
                  });
  BitVector Needs = Plan.occupied();
  if (Needs.any())
    addSecondReturns(Needs, States, Flow);
  Builder.link(Needs);
  Builder.splitEdges(DT);
  NumFrames += Plan.getNumSlots() != 0;
  NumSlots += Plan.getNumSlots();
  NumStores += Plan.stores().size();
  NumRestored += Plan.getNumRestored();
}

/// Whether that was done before.
static bool hasFrame(Function &F, const GCRootStrategy &Strategy) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && findGCFrameFunction(*Call, Strategy).has_value();
  });
}

static bool isSafepoint(const CallBase &Call, const TargetLibraryInfo &TLI) {
  return !Call.isInlineAsm() && !isa<IntrinsicInst>(Call) &&
         !callsGCLeafFunction(&Call, TLI);
}

static SmallVector<CallBase *, 32>
collectSafepoints(Function &F, const TargetLibraryInfo &TLI) {
  SmallVector<CallBase *, 32> Safepoints;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && isSafepoint(*Call, TLI))
      Safepoints.push_back(Call);
  return Safepoints;
}

/// Has nobody believe that a call does not see the frame.
static void exposeFrame(Function &F, ArrayRef<CallBase *> Safepoints) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->isTailCall() && !Call->isMustTailCall())
      Call->setTailCallKind(CallInst::TCK_None);
  for (CallBase *Call : Safepoints) {
    Call->removeFnAttr(Attribute::Memory);
    if (Function *Callee = Call->getCalledFunction()) {
      Callee->removeFnAttr(Attribute::Memory);
      Callee->removeFnAttr(Attribute::Speculatable);
    }
  }
  F.removeFnAttr(Attribute::Memory);
}

static bool placeRoots(Function &F, const GCRootStrategy &Strategy,
                       const PlaceGCRootsOptions &Options,
                       const TargetLibraryInfo &TLI) {
  if (hasFrame(F, Strategy))
    return false;
  bool Changed = removeUnreachableBlocks(F);
  SmallVector<CallBase *, 32> Safepoints = collectSafepoints(F, TLI);
  if (Safepoints.empty() || !verifyGCRootInput(F, Strategy.Pointers))
    return Changed;
  DominatorTree DT(F);
  Changed |= normalizeGCRootInput(F, Strategy.Pointers, Safepoints, DT);
  if (Strategy.MovesObjects && splitSafepointEdges(Safepoints)) {
    DT.recalculate(F);
    Changed = true;
  }
  const SafepointStates States(F, DT, Safepoints);
  const GCRoots Roots(F, States, Strategy.Pointers);
  const LoopInfo LI(DT);
  const BranchProbabilityInfo BPI(F, LI, &TLI, &DT);
  const BlockFrequencyInfo BFI(F, BPI, LI);
  const GCControlFlow Flow(F, States, DT, BFI, BPI);
  const bool IsLazy =
      Options.Stores.value_or(Strategy.Stores) == GCStoreRule::Lazy;
  const GCSlotPlan Plan(Roots, Flow, States, IsLazy);
  buildFrame(F, Strategy, States, Roots, Flow, Plan, DT);
  if (Plan.getNumSlots())
    exposeFrame(F, Safepoints);
  return true;
}

/// Reports a module flag that names no strategy.
static void checkFlag(const Module &M) {
  const auto *Name =
      dyn_cast_or_null<MDString>(M.getModuleFlag("gc-root-strategy"));
  const auto IsNamed = [&](const GCRootStrategy &Strategy) {
    return Strategy.Name == Name->getString();
  };
  if (!M.getModuleFlag("gc-root-strategy") ||
      (Name && any_of(getGCRootStrategies(), IsNamed)))
    return;
  std::string Known;
  for (const GCRootStrategy &Strategy : getGCRootStrategies())
    Known += (Known.empty() ? "'" : ", '") + Strategy.Name.str() + "'";
  M.getContext().emitError("module flag 'gc-root-strategy' names no strategy "
                           "with frames; these are " +
                           Known);
}

PreservedAnalyses PlaceGCRootsPass::run(Module &M, ModuleAnalysisManager &AM) {
  checkFlag(M);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = false;
  for (Function &F : M) {
    const GCRootStrategy *Strategy = getGCRootStrategy(F);
    if (F.isDeclaration() || !Strategy)
      continue;
    Changed |= placeRoots(F, *Strategy, Options,
                          FAM.getResult<TargetLibraryAnalysis>(F));
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

Expected<PlaceGCRootsOptions> PlaceGCRootsOptions::parse(StringRef Params) {
  PlaceGCRootsOptions Options;
  while (!Params.empty()) {
    auto [Name, Rest] = Params.split(';');
    Params = Rest;
    if (Name == "lazy")
      Options.Stores = GCStoreRule::Lazy;
    else if (Name == "optimal")
      Options.Stores = GCStoreRule::Optimal;
    else
      return createStringError(
          Twine("invalid place-gc-roots pass parameter '") + Name + "'");
  }
  return Options;
}

void PlaceGCRootsPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName2PassName) {
  static_cast<PassInfoMixin<PlaceGCRootsPass> *>(this)->printPipeline(
      OS, MapClassName2PassName);
  if (Options.Stores)
    OS << (*Options.Stores == GCStoreRule::Lazy ? "<lazy>" : "<optimal>");
}
