//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/SafepointVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/GCReferences.h"
#include "llvm/Analysis/GCRootLiveness.h"
#include "llvm/Analysis/ReferenceEpochs.h"
#include "llvm/Analysis/RelocatedBases.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/StaleStackObjects.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

namespace llvm {
/// Of upstream's verifier, for tests.
extern cl::opt<bool> SafepointIRVerifierPrintOnly;
} // end namespace llvm

/// Whether \p I may have operands that are stale.
static bool usesNothing(const Instruction &I) {
  return ReferenceEpochs::isComputation(I) || isa<GCProjectionInst>(I) ||
         I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() ||
         isa<AssumeInst>(I);
}

/// The operand of a comparison that makes it wrong in \p State, if there is
/// one.
static const Value *findStaleOperand(const ICmpInst &Compare, unsigned State,
                                     const ReferenceEpochs &Epochs) {
  const Value *Left = Compare.getOperand(0), *Right = Compare.getOperand(1);
  if (!Left->getType()->isPtrOrPtrVectorTy())
    return nullptr;
  const ReferenceEpoch L = Epochs.get(*Left), R = Epochs.get(*Right);
  if (L.K <= ReferenceEpoch::Null || R.K <= ReferenceEpoch::Null)
    return nullptr;
  if (L.hasState() && R.hasState() && L.State == R.State)
    return nullptr;
  if (!L.isTrueIn(State))
    return Left;
  return R.isTrueIn(State) ? nullptr : Right;
}

namespace {
class Verifier {
  const TargetLibraryInfo &TLI;
  const GCStrategy &Strategy;
  std::vector<SafepointViolation> Found;

  void verifyUses(const Instruction &I, unsigned State,
                  const ReferenceEpochs &Epochs);
  void verifyBases(const GCStatepointInst &Statepoint, RelocatedBases &Bases);

  void verifyAllUses(Function &F, const DominatorTree &DT,
                     const SafepointStates &States);
  void verifyLists(Function &F, const SafepointStates &States);

public:
  Verifier(const TargetLibraryInfo &TLI, const GCStrategy &Strategy)
      : TLI(TLI), Strategy(Strategy) {}
  std::vector<SafepointViolation> run(Function &F, const DominatorTree &DT);
};
} // end anonymous namespace

void Verifier::verifyUses(const Instruction &I, unsigned State,
                          const ReferenceEpochs &Epochs) {
  if (usesNothing(I))
    return;
  auto Report = [&](const Value *V) {
    Found.push_back({SafepointViolation::StaleUse, &I, V});
  };
  if (const auto *Compare = dyn_cast<ICmpInst>(&I)) {
    if (const Value *V = findStaleOperand(*Compare, State, Epochs))
      Report(V);
    return;
  }
  for (const auto &[Number, U] : enumerate(I.operands())) {
    Type *Ty = U->getType();
    // Integers may be used as such.
    if (!Ty->isPtrOrPtrVectorTy() && !containsReferences(Ty, &Strategy))
      continue;
    if (Epochs.get(*U).isTrueIn(State) ||
        is_contained(ArrayRef(I.op_begin(), Number), U.get()))
      continue;
    Report(U);
  }
}

void Verifier::verifyBases(const GCStatepointInst &Statepoint,
                           RelocatedBases &Bases) {
  for (const GCRelocateInst *Relocate : Statepoint.getGCRelocates())
    if (!Bases.isBaseOf(Relocate->getBasePtr(), Relocate->getDerivedPtr()))
      Found.push_back(
          {SafepointViolation::WrongBase, Relocate, Relocate->getBasePtr()});
}

void Verifier::verifyAllUses(Function &F, const DominatorTree &DT,
                             const SafepointStates &States) {
  const ArrayRef<CallBase *> Safepoints = States.safepoints();
  const ReferenceEpochs Epochs(F, DT, States, Strategy);
  unsigned Next = 0;
  for (BasicBlock &BB : F) {
    if (!DT.isReachableFromEntry(&BB))
      continue;
    unsigned State = States.getIn(BB);
    for (Instruction &I : BB) {
      verifyUses(I, State, Epochs);
      if (Next != Safepoints.size() && Safepoints[Next] == &I)
        State = States.getBehind(Next++);
    }
  }
}

namespace {
/// Finds what keeps the object of a reference alive at safepoints.
class ListedBases {
  std::vector<SmallSetVector<const Value *, 8>> Lists;
  RelocatedBases Bases;

public:
  explicit ListedBases(ArrayRef<CallBase *> Safepoints) {
    for (const CallBase *Call : Safepoints) {
      const auto Live = cast<GCStatepointInst>(Call)->gc_live();
      Lists.emplace_back(Live.begin(), Live.end());
    }
  }

  /// Whether a safepoint lists a base of \p V. \p Base is one if it is not
  /// null, and is where to begin next time.
  bool contains(unsigned Safepoint, const Value *V, const Value *&Base) {
    const auto &List = Lists[Safepoint];
    if (Base && (isa<Constant>(Base) || List.contains(Base)))
      return true;
    const auto *It =
        find_if(List, [&](const Value *B) { return Bases.isBaseOf(B, V); });
    if (It == List.end())
      return false;
    Base = *It;
    return true;
  }
};
} // end anonymous namespace

void Verifier::verifyLists(Function &F, const SafepointStates &States) {
  const GCPointers Pointers(Strategy);
  const GCReferences References(F, States, Pointers);
  GCRootLiveness Liveness(States);
  ListedBases Lists(States.safepoints());
  for (unsigned Number = 0; Number != References.size(); ++Number) {
    const GCReferences::Reference &R = References[Number];
    const GCRootRanges Ranges =
        Liveness.compute(R.Definition, References.getUses(Number), {});
    const Value *Base = findStatepointBase(R.V);
    for (const GCLiveRange &Range : Ranges.Ranges)
      for (unsigned S = Range.First; S <= Range.Last; ++S)
        if (!Lists.contains(S, R.V, Base))
          Found.push_back(
              {SafepointViolation::Unlisted, States.safepoints()[S], R.V});
  }
}

std::vector<SafepointViolation> Verifier::run(Function &F,
                                              const DominatorTree &DT) {
  SmallVector<CallBase *, 16> Safepoints;
  SmallVector<CallBase *, 4> Others;
  for (BasicBlock &BB : F)
    if (DT.isReachableFromEntry(&BB))
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallBase>(&I)) {
          if (isa<GCStatepointInst>(Call))
            Safepoints.push_back(Call);
          else if (needsStatepoint(*Call, TLI))
            Others.push_back(Call);
        }
  if (Safepoints.empty())
    return {};
  for (const CallBase *Call : Others)
    Found.push_back({SafepointViolation::NoStatepoint, Call, nullptr});

  const SafepointStates States(F, const_cast<DominatorTree &>(DT), Safepoints);
  if (getGCStrategyTraits(F).MovesObjects)
    verifyAllUses(F, DT, States);
  else
    verifyLists(F, States);
  // References in memory get out of date only if they are moved.
  for (const StaleStackObject &Stale : findStaleStackObjects(F, Strategy))
    Found.push_back({SafepointViolation::StaleObject, Stale.At, Stale.Object});
  RelocatedBases Bases;
  for (const CallBase *Call : Safepoints)
    verifyBases(cast<GCStatepointInst>(*Call), Bases);
  return std::move(Found);
}

std::vector<SafepointViolation>
llvm::findSafepointViolations(Function &F, const DominatorTree &DT,
                              const TargetLibraryInfo &TLI) {
  std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  return Verifier(TLI, *Strategy).run(F, DT);
}

/// Prints \p V as its definition.
static void printLine(raw_ostream &OS, StringRef What, const Value &V) {
  OS << What << ": ";
  V.print(OS);
  OS << '\n';
}

static void print(raw_ostream &OS, const SafepointViolation &Violation) {
  switch (Violation.What) {
  case SafepointViolation::StaleUse:
    OS << "Illegal use of unrelocated value found!\n";
    printLine(OS, "Def", *Violation.V);
    break;
  case SafepointViolation::WrongBase:
    OS << "Relocate with a wrong base found!\n";
    printLine(OS, "Base", *Violation.V);
    printLine(OS, "Derived",
              *cast<GCRelocateInst>(Violation.At)->getDerivedPtr());
    break;
  case SafepointViolation::NoStatepoint:
    OS << "Call that is not a statepoint found!\n";
    break;
  case SafepointViolation::Unlisted:
    OS << "Reference whose base is not listed found!\n";
    printLine(OS, "Def", *Violation.V);
    break;
  case SafepointViolation::StaleObject:
    OS << "Stack object that is not listed found!\n";
    printLine(OS, "Def", *Violation.V);
    break;
  }
  printLine(OS, "Use", *Violation.At);
}

static StringRef describe(const SafepointViolation &Violation) {
  switch (Violation.What) {
  case SafepointViolation::StaleUse:
    return "uses a reference that an earlier statepoint did not relocate";
  case SafepointViolation::WrongBase:
    return "relocates a pointer with a wrong base";
  case SafepointViolation::NoStatepoint:
    return "is not a statepoint, but other calls in the function are";
  case SafepointViolation::Unlisted:
    return "does not list the base of a reference that is used after it";
  case SafepointViolation::StaleObject:
    return "reads a stack object of references that an earlier statepoint did "
           "not list";
  }
  llvm_unreachable("no other kinds");
}

PreservedAnalyses SafepointVerifierPass::run(Function &F,
                                             FunctionAnalysisManager &FAM) {
  if (!getGCRootStrategy(F) && diagnoseWrongGCStrategy(F))
    return PreservedAnalyses::all();
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  if (F.isDeclaration() || !Strategy || !Strategy->useStatepoints())
    return PreservedAnalyses::all();
  const std::vector<SafepointViolation> Found =
      findSafepointViolations(F, FAM.getResult<DominatorTreeAnalysis>(F),
                              FAM.getResult<TargetLibraryAnalysis>(F));
  // With the option, functions without an error are printed as well.
  if (SafepointIRVerifierPrintOnly || !Found.empty())
    errs() << "Verifying gc pointers in function: " << F.getName() << '\n';
  for (const SafepointViolation &Violation : Found) {
    print(errs(), Violation);
    if (!SafepointIRVerifierPrintOnly)
      diagnoseStatepointInput(*Violation.At, describe(Violation));
  }
  if (SafepointIRVerifierPrintOnly && Found.empty())
    errs() << "No illegal uses found by SafepointIRVerifier in: " << F.getName()
           << '\n';
  return PreservedAnalyses::all();
}
