//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass that folds marked null checks into accesses that fault:
///
///   test %rdi, %rdi
///   je   null                  Ltmp0:
///   mov  8(%rdi), %eax           mov 8(%rdi), %eax      # on fault: null
///
/// It takes the place of upstream's ImplicitNullChecks.cpp, which is not built.
/// The names of the pass and its options are the same.
///
//===----------------------------------------------------------------------===//

#include "FaultingOp.h"
#include "ImplicitNullCheckRemarks.h"
#include "ImplicitNullCheckRewrite.h"
#include "ImplicitNullCheckSearch.h"
#include "NullCheckProbes.h"
#include "NullCheckPromises.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/FaultMapEmitter.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/ImplicitNullChecks.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachinePostDominators.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/CGPassBuilderOption.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

#define DEBUG_TYPE "implicit-null-checks"

STATISTIC(NumImplicitNullChecks, "Number of null checks made implicit");

static cl::opt<unsigned>
    PageSize("imp-null-check-page-size", cl::init(DefaultNullPageSize),
             cl::Hidden,
             cl::desc("Number of bytes from address 0 that are never mapped"));

static cl::opt<unsigned>
    MaxInstsToConsider("imp-null-max-insts-to-consider", cl::init(16),
                       cl::Hidden,
                       cl::desc("Maximum distance, in instructions, from a "
                                "null check to the access that replaces it"));

static cl::opt<bool> ProbeAccesses(
    "imp-null-probe-accesses", cl::init(true), cl::Hidden,
    cl::desc("Let a probe stand in for an access that cannot move up"));

namespace {

class ImplicitNullChecks : public MachineFunctionPass {
public:
  static char ID;

  explicit ImplicitNullChecks(bool OnlyOnRequest = false,
                              bool UsesAliasAnalysis = true)
      : MachineFunctionPass(ID), OnlyOnRequest(OnlyOnRequest),
        UsesAliasAnalysis(UsesAliasAnalysis) {
    initializeImplicitNullChecksPass(*PassRegistry::getPassRegistry());
  }

  bool doInitialization(Module &M) override;
  bool runOnMachineFunction(MachineFunction &MF) override;

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    if (UsesAliasAnalysis)
      AU.addRequired<AAResultsWrapperPass>();
    AU.addPreserved<MachineDominatorTreeWrapperPass>();
    AU.addPreserved<MachinePostDominatorTreeWrapperPass>();
    AU.addPreserved<MachineLoopInfoWrapperPass>();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  MachineFunctionProperties getRequiredProperties() const override {
    return MachineFunctionProperties().setNoVRegs();
  }

private:
  void updateAnalyses(MachineFunction &MF);

  /// Whether just the functions with the attribute are looked at.
  const bool OnlyOnRequest;
  const bool UsesAliasAnalysis;
};

} // end anonymous namespace

/// Whether blocks of a function may end up in other sections than its entry, to
/// which version 1 of the fault map has no offsets.
static bool maySpreadOverSections(const TargetMachine &TM) {
  return TM.getBBSectionsType() != BasicBlockSection::None ||
         TM.Options.EnableMachineFunctionSplitter ||
         getCGPassBuilderOption().EnableMachineFunctionSplitter;
}

/// Whether the linker may take another function for \p F, so that entries that
/// count from its address would name instructions of that one. Version 1 for
/// ELF is what upstream's is, this included.
static bool mayReplaceBody(const Function &F, const Triple &TT) {
  return TT.isOSBinFormatMachO() && F.isWeakForLinker();
}

/// The node with the site id of the check at the end of \p Check, or null.
static const MDNode *siteOf(const MachineBasicBlock &Check) {
  const MDNode *Mark = Check.getBasicBlock()->getTerminator()->getMetadata(
      LLVMContext::MD_make_implicit);
  if (!isImplicitCheckMark(*Mark)) {
    const Function &F = Check.getParent()->getFunction();
    F.getContext().emitError("in function '" + F.getName() +
                             "': the operands of !make.implicit must be a "
                             "constant of type i32, the site id, and a "
                             "constant of type i64, the number of bytes that "
                             "can be read");
  }
  return getImplicitCheckSite(*Mark) ? Mark : nullptr;
}

/// Whether \p Plan has an access that is a check already, and not one with the
/// site id in \p Site. A fault would not tell which of them failed.
static bool servesOtherSite(const NullCheckPlan &Plan, const MDNode *Site,
                            const FaultingAccesses &Converted) {
  return any_of(Plan.Accesses, [&](const NullCheckAccess &Access) {
    return Converted.contains(Access.MI) &&
           getFaultSiteNode(*Access.MI) != Site;
  });
}

/// Whether \p MBB ends in a branch that is marked in the IR. An IR block may
/// have become several, and some of their branches stay within it.
static bool endsInMarkedBranch(const MachineBasicBlock &MBB) {
  const BasicBlock *BB = MBB.getBasicBlock();
  if (!BB || !BB->getTerminator()->getMetadata(LLVMContext::MD_make_implicit))
    return false;
  return MBB.succ_size() > 1 &&
         any_of(MBB.successors(), [&](const MachineBasicBlock *Succ) {
           return Succ == &MBB || Succ->getBasicBlock() != BB;
         });
}

/// Why no check of \p MF becomes implicit, if that is so. \p IsSkipped says
/// that no pass is to optimize it.
static std::optional<NullCheckMiss> whyNothing(const MachineFunction &MF,
                                               bool IsSkipped) {
  const Triple &TT = MF.getTarget().getTargetTriple();
  const ManagedTargetInfo Target(TT);
  if (!Target.getHooks() || !Target.hasImplicitNullChecks())
    return NullCheckMiss::NoTable;
  if (getFaultMapVersion(*MF.getFunction().getParent(), TT) == 1) {
    if (maySpreadOverSections(MF.getTarget()))
      return NullCheckMiss::SeveralSections;
    if (mayReplaceBody(MF.getFunction(), TT))
      return NullCheckMiss::ReplaceableBody;
  }
  // Functions that must not be optimized have asked for it all the same.
  if (!MF.getFunction().hasOptNone() && IsSkipped)
    return NullCheckMiss::OptBisect;
  // Nothing faults where null is the address of something.
  if (NullPointerIsDefined(&MF.getFunction()))
    return NullCheckMiss::NullPointerIsValid;
  // What is live into a null block decides what may run before it.
  if (!MF.getRegInfo().tracksLiveness())
    return NullCheckMiss::LivenessUnknown;
  return std::nullopt;
}

/// Brings up to date what getAnalysisUsage says is preserved.
void ImplicitNullChecks::updateAnalyses(MachineFunction &MF) {
  MachineDominatorTree *MDT = nullptr;
  if (auto *Wrapper =
          getAnalysisIfAvailable<MachineDominatorTreeWrapperPass>()) {
    MDT = &Wrapper->getDomTree();
    MDT->recalculate(MF);
  }
  if (auto *Wrapper =
          getAnalysisIfAvailable<MachinePostDominatorTreeWrapperPass>())
    Wrapper->getPostDomTree().recalculate(MF);
  if (auto *Wrapper = getAnalysisIfAvailable<MachineLoopInfoWrapperPass>()) {
    MachineDominatorTree Own;
    if (!MDT)
      Own.recalculate(MF);
    Wrapper->getLI().calculate(MDT ? *MDT : Own);
  }
}

bool ImplicitNullChecks::doInitialization(Module &M) {
  diagnoseFaultMapVersion(M, M.getTargetTriple());
  return false;
}

namespace {

/// What was changed in a function: anything at all, and its graph of blocks.
struct Changes {
  bool Any = false, NewGraph = false;
};

} // end anonymous namespace

/// Makes the checks of \p MF implicit.
static Changes makeChecksImplicit(MachineFunction &MF, AAResults *AA,
                                  bool IsSkipped) {
  // A block may be split while checks are converted, but its branch stays.
  SmallVector<MachineInstr *, 16> Branches;
  const std::optional<NullCheckMiss> Why = whyNothing(MF, IsSkipped);
  for (MachineBasicBlock &MBB : MF) {
    if (!endsInMarkedBranch(MBB))
      continue;
    if (Why)
      NullCheckRemark(MBB).fail(*Why);
    else if (auto Branch = MBB.getFirstTerminator(); Branch == MBB.end())
      NullCheckRemark(MBB).fail(NullCheckMiss::BranchForm);
    else
      Branches.push_back(&*Branch);
  }
  if (Branches.empty())
    return {deleteNullCheckProbes(MF), false};

  FaultingAccesses Converted;
  const FaultingAccessInfo &Info =
      *ManagedTargetInfo(MF.getTarget().getTargetTriple()).getHooks();
  // Version 1 of the map has no kinds for it.
  const bool WideGuard =
      hasWideNullGuard(MF.getFunction()) &&
      getFaultMapVersion(*MF.getFunction().getParent(),
                         MF.getTarget().getTargetTriple()) != 1;
  NullCheckSearch Search(
      MF, AA, Info, Converted,
      {PageSize, WideGuard, MaxInstsToConsider, ProbeAccesses});
  // Whether a check moves down past another one, which then has to stay
  // explicit unless the same access serves both.
  auto PassesCheck = [&](const NullCheckPlan &Plan) {
    return any_of(Search.passedOver(Plan), [&](const MachineInstr *Other) {
      return is_contained(Branches, Other);
    });
  };
  Changes Done;
  for (MachineInstr *Branch : Branches) {
    MachineBasicBlock &Check = *Branch->getParent();
    const MDNode *Site = siteOf(Check);
    std::optional<NullCheckPlan> Plan;
    {
      NullCheckRemark Remark(Check);
      auto Find = [&](bool UseProbes) {
        Plan = Search.run(Check, UseProbes, Remark);
        if (Plan && servesOtherSite(*Plan, Site, Converted)) {
          Remark.fail(NullCheckMiss::OtherSite);
          Plan.reset();
        }
        return Plan.has_value();
      };
      // A probe is an instruction more, and a check that stays is two.
      if ((Find(/*UseProbes=*/false) && !PassesCheck(*Plan)) ||
          Find(/*UseProbes=*/true) || Find(/*UseProbes=*/false)) {
        const NullCheckAccess &First = Plan->Accesses.front();
        auto It = Converted.find(First.MI);
        Remark.succeed(It == Converted.end() ? *First.MI : *It->second.first,
                       First.IsProbe);
      }
    }
    if (!Plan)
      continue;
    Search.accept(*Plan);
    Done.NewGraph |= makeImplicit(Check, *Plan, Site, Info, Converted);
    Done.Any = true;
    ++NumImplicitNullChecks;
  }

  for (const auto &[Faulting, Access] : Converted)
    MF.deleteMachineInstr(Access.first);
  Done.Any |= deleteNullCheckProbes(MF);
  return Done;
}

bool ImplicitNullChecks::runOnMachineFunction(MachineFunction &MF) {
  if (OnlyOnRequest && !hasImplicitNullChecks(MF.getFunction()))
    return false;
  AAResults *AA = UsesAliasAnalysis
                      ? &getAnalysis<AAResultsWrapperPass>().getAAResults()
                      : nullptr;
  const Changes Done =
      makeChecksImplicit(MF, AA, skipFunction(MF.getFunction()));
  if (Done.NewGraph)
    updateAnalyses(MF);
  return Done.Any;
}

PreservedAnalyses
MachineImplicitNullChecksPass::run(MachineFunction &MF,
                                   MachineFunctionAnalysisManager &MFAM) {
  Function &F = MF.getFunction();
  if (OnlyOnRequest && !hasImplicitNullChecks(F))
    return PreservedAnalyses::all();
  AAResults *AA = nullptr;
  if (UsesAliasAnalysis)
    AA = &MFAM.getResult<FunctionAnalysisManagerMachineFunctionProxy>(MF)
              .getManager()
              .getResult<AAManager>(F);
  const Changes Done = makeChecksImplicit(MF, AA, /*IsSkipped=*/false);
  if (!Done.Any)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved = getMachineFunctionPassPreservedAnalyses();
  if (!Done.NewGraph)
    Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

char ImplicitNullChecks::ID = 0;

char &llvm::ImplicitNullChecksID = ImplicitNullChecks::ID;

FunctionPass *llvm::createImplicitNullChecksPass(bool OnlyOnRequest,
                                                 bool UsesAliasAnalysis) {
  return new ImplicitNullChecks(OnlyOnRequest, UsesAliasAnalysis);
}

INITIALIZE_PASS_BEGIN(ImplicitNullChecks, DEBUG_TYPE, "Implicit null checks",
                      false, false)
INITIALIZE_PASS_DEPENDENCY(AAResultsWrapperPass)
INITIALIZE_PASS_DEPENDENCY(NullCheckProbes)
INITIALIZE_PASS_END(ImplicitNullChecks, DEBUG_TYPE, "Implicit null checks",
                    false, false)
