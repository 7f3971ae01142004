//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/PlaceGCRoots.h"
#include "GCClaims.h"
#include "GCControlFlow.h"
#include "GCFrameBuilder.h"
#include "GCFrameFunctions.h"
#include "GCFrameObjects.h"
#include "GCObjectAccesses.h"
#include "GCReloads.h"
#include "GCRootInput.h"
#include "GCRoots.h"
#include "GCSlotPlan.h"
#include "Normalization/GCNormalizationSteps.h"
#include "Normalization/SafepointNormalization.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"

#define DEBUG_TYPE "place-gc-roots"

using namespace llvm;

STATISTIC(NumFrames, "Number of frames");
STATISTIC(NumSlots, "Number of slots");
STATISTIC(NumStores, "Number of stores to slots");
STATISTIC(NumRestored,
          "Number of roots that are stored more often for lack of a slot");

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

/// Makes the frame of one function. Returns whether it has one.
static bool buildFrame(Function &F, const GCRootStrategy &Strategy,
                       const SafepointStates &States, const GCRoots &Roots,
                       const GCControlFlow &Flow, const GCSlotPlan &Plan,
                       DominatorTree &DT) {
  const SmallVector<GCFrameObject, 4> Objects =
      collectGCFrameObjects(F, Strategy);
  const unsigned NumAllSlots =
      addGCFrameObjectSlots(Objects, Plan.getNumSlots());
  const bool HasFrame = NumAllSlots || !Objects.empty();
  GCFrameBuilder Builder(F, Strategy, States, Flow, HasFrame, NumAllSlots);
  std::vector<SmallVector<unsigned, 4>> StoreStates(Roots.roots().size());
  for (const GCPlannedStore &Store : Plan.stores()) {
    Builder.store(Roots.roots()[Store.Root].V, Store.Element, Store.Slot,
                  Store.Place);
    StoreStates[Store.Root].push_back(getState(Store.Place, States, Flow));
  }
  if (Strategy.MovesObjects)
    reloadGCRoots(F, States, Roots, Flow, Plan, std::move(StoreStates),
                  [&](IRBuilderBase &IRB, unsigned Slot) {
                    return Builder.createAddress(IRB, Slot);
                  });
  BitVector Needs = Plan.occupied();
  // What is in an object is not asked.
  if (Strategy.IsAlwaysLinked || !Objects.empty()) {
    Builder.linkAlways();
  } else {
    if (Needs.any())
      addSecondReturns(Needs, States, Flow);
    Builder.link(Needs);
  }
  Builder.splitEdges(DT);
  Builder.moveIn(Objects, Plan.getNumSlots());
  NumFrames += HasFrame;
  NumSlots += NumAllSlots;
  NumStores += Plan.stores().size();
  NumRestored += Plan.getNumRestored();
  return HasFrame;
}

/// Whether that was done before.
static bool hasFrame(Function &F, const GCRootStrategy &Strategy) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && findGCFrameFunction(*Call, Strategy).has_value();
  });
}

static SmallVector<CallBase *, 32>
collectSafepoints(Function &F, const GCRootRules &Rules,
                  const TargetLibraryInfo &TLI) {
  SmallVector<CallBase *, 32> Safepoints;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && Rules.isSafepoint(*Call, TLI))
      Safepoints.push_back(Call);
  return Safepoints;
}

/// Drops "tail" from calls, because the collector reads the frame during them.
static void dropTailMarkers(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->isTailCall() && !Call->isMustTailCall())
      Call->setTailCallKind(CallInst::TCK_None);
}

static bool placeRoots(Function &F, const GCRootStrategy &Strategy,
                       const PlaceGCRootsOptions &Options,
                       const TargetLibraryInfo &TLI) {
  const GCRootRules &Rules = *Strategy.Rules;
  SmallVector<CallBase *, 32> Safepoints = collectSafepoints(F, Rules, TLI);
  if (Safepoints.empty())
    return false;
  DominatorTree DT(F);
  normalizeGCRootInput(F, Strategy, Safepoints, DT);
  if (reportInteriorPointersInSlots(F, Strategy.Pointers))
    return true;
  if (Strategy.MovesObjects && splitSafepointEdges(Safepoints))
    DT.recalculate(F);
  const SafepointStates States(F, DT, Safepoints);
  const GCRoots Roots(F, States, DT, Strategy.Pointers, Rules);
  reportUnknownGCRoots(F, Roots.unknown());
  const LoopInfo LI(DT);
  const BranchProbabilityInfo BPI(F, LI, &TLI, &DT);
  const BlockFrequencyInfo BFI(F, BPI, LI);
  const GCControlFlow Flow(F, States, DT, BFI, BPI);
  const bool IsLazy =
      Options.Stores.value_or(Strategy.Stores) == GCStoreRule::Lazy;
  const GCSlotPlan Plan(Roots, Flow, States, IsLazy);
  const bool HasFrame = buildFrame(F, Strategy, States, Roots, Flow, Plan, DT);
  if (HasFrame)
    dropTailMarkers(F);
  dropGCClaims(F, Strategy, Safepoints);
  return true;
}

bool llvm::placeGCRoots(Function &F, const GCRootStrategy &Strategy,
                        const PlaceGCRootsOptions &Options,
                        const TargetLibraryInfo &TLI) {
  bool Changed = false;
  if (!hasFrame(F, Strategy)) {
    Changed = removeUnreachableBlocks(F);
    if (Strategy.Rules->canHaveFrame(F)) {
      Changed |= Strategy.Rules->prepare(F);
      Changed |= moveGCObjects(F, Strategy.Pointers);
      Changed |= promoteObjectAddresses(F, Strategy.Pointers);
      Changed |= separateNumbers(F, Strategy.Pointers);
      Changed |= typeGCObjects(F, Strategy, TLI);
      if (repeatsRawValues(Strategy))
        Changed |= promoteRawVariables(F, Strategy.Pointers);
      if (!verifyGCRootInput(F, Strategy, TLI))
        return Changed;
      Changed |= placeRoots(F, Strategy, Options, TLI);
    }
  }
  return (Options.LowersPlaced && Strategy.Rules->lowerPlaced(F, TLI)) ||
         Changed;
}

/// The names of all strategies with frames, for a message.
static std::string listStrategies() {
  std::string Known;
  for (const GCRootStrategy &Strategy : getGCRootStrategies())
    Known += (Known.empty() ? "'" : ", '") + Strategy.Name.str() + "'";
  return Known;
}

/// Reports a module flag that names no strategy.
static void checkFlag(const Module &M) {
  const auto *Name =
      dyn_cast_or_null<MDString>(M.getModuleFlag(GCRootStrategyFlag));
  const auto IsNamed = [&](const GCRootStrategy &Strategy) {
    return Strategy.Name == Name->getString();
  };
  if (!M.getModuleFlag(GCRootStrategyFlag) ||
      (Name && any_of(getGCRootStrategies(), IsNamed)))
    return;
  M.getContext().emitError("module flag 'gc-root-strategy' names no strategy "
                           "with frames; use one of " +
                           listStrategies());
}

/// Whether \p F has a call in which something may be collected, and which is no
/// statepoint.
static bool mayCollect(const Function &F, const TargetLibraryInfo &TLI) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && getDefaultGCRootRules().isSafepoint(*Call, TLI);
  });
}

/// Reports unknown strategies; and that the pass is the wrong one, if the
/// module has no function with frames, but one of another strategy whose
/// references nobody has placed.
static void checkStrategies(const Module &M, FunctionAnalysisManager &FAM) {
  const Function *Other = nullptr;
  bool HasFrames = M.getModuleFlag(GCRootStrategyFlag);
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (getGCRootStrategy(F))
      HasFrames = true;
    else if (!diagnoseWrongGCStrategy(F) && !Other && F.hasGC() &&
             F.getGC() != NoGCStrategy &&
             mayCollect(F, FAM.getResult<TargetLibraryAnalysis>(
                               const_cast<Function &>(F))))
      Other = &F;
  }
  if (HasFrames || !Other)
    return;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(*Other);
  const StringRef Instead = Strategy && Strategy->useRS4GC()
                                ? "run rewrite-statepoints-for-gc instead, or "
                                : "";
  M.getContext().diagnose(DiagnosticInfoUnsupported(
      *Other, "the GC strategy '" + Other->getGC() +
                  "' has no frames to place roots in; " + Instead +
                  "use one of " + listStrategies()));
}

PreservedAnalyses PlaceGCRootsPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  checkFlag(M);
  checkStrategies(M, FAM);
  const auto GetTLI = [&](Function &F) -> const TargetLibraryInfo & {
    return FAM.getResult<TargetLibraryAnalysis>(F);
  };
  bool Changed = false, HasDefaultRules = false;
  for (Function &F : M) {
    const GCRootStrategy *Strategy = getGCRootStrategy(F);
    if (F.isDeclaration() || !Strategy)
      continue;
    HasDefaultRules |= Strategy->Rules == &getDefaultGCRootRules();
    Changed |= placeGCRoots(F, *Strategy, Options, GetTLI(F));
  }
  if (HasDefaultRules)
    Changed |= dropGCClaimsOfCalls(M, GetTLI);
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
