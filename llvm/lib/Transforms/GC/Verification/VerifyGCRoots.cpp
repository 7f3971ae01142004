//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/VerifyGCRoots.h"
#include "Frames/GCFrameFunctions.h"
#include "VerifiedFrame.h"
#include "VerifiedLiveness.h"
#include "VerifiedProtection.h"
#include "VerifiedRules.h"
#include "VerifiedSlots.h"
#include "VerifiedUses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/GC/LowerGCFrame.h"

using namespace llvm;
using namespace llvm::GCListState;

static std::string print(const Value &V) {
  std::string Text;
  raw_string_ostream OS(Text);
  V.printAsOperand(OS, /*PrintType=*/false);
  return Text;
}

static bool isVolatileOrAtomic(const Instruction &I) {
  return I.isAtomic() || I.isVolatile();
}

namespace {

class RootVerifier {
  Function &F;
  const GCRootStrategy &Strategy;
  const VerifiedRules &Rules;
  const VerifiedFrame Frame;
  VerifiedSlots Slots;
  VerifiedProtection Protection;
  const VerifiedLiveness Liveness;
  const DominatorTree &DT;

  /// What has to be kept at a safepoint.
  struct Need {
    enum Reason : uint8_t { Used, Preserved, Passed, InBundle };
    const Value *V;
    Reason Why;
  };

  /// What is known at a call that returns twice.
  struct SecondReturn {
    const CallBase *Call;
    std::vector<Need> Needs;
    GCSlotContents Contents;
  };
  std::vector<SecondReturn> SecondReturns;
  DenseMap<const Instruction *, uint8_t> StatesAt;
  DenseMap<const Value *, bool> Useful;

  void report(const Instruction &I, const Twine &Reason);
  bool isInFrame(const Value &Address) const;
  void verifyAddresses();
  void verifyObjects();
  void verifyBlock(const BasicBlock &BB);
  void verifyAccess(const Instruction &I, GCFrameStep Step,
                    const GCSlotContents &Contents);
  std::vector<Need> findNeeds(const CallBase &Call,
                              ArrayRef<const Value *> Live);
  void verifySafepoint(const CallBase &Call, uint8_t States,
                       ArrayRef<Need> Needs, const GCSlotContents &Contents);
  void verifySecondReturn(const SecondReturn &Return);
  bool isProtected(const Value &V, const GCSlotContents &Contents,
                   const DenseSet<GCReferenceName> *Objects = nullptr,
                   const BitVector *Usable = nullptr);
  bool isUseful(const Value &V);
  bool isLoadedBehind(const CallBase &Call, unsigned Slot) const;

public:
  RootVerifier(Function &F, const GCRootStrategy &Strategy,
               const VerifiedRules &Rules, const DominatorTree &DT)
      : F(F), Strategy(Strategy), Rules(Rules), Frame(F, Strategy, Rules),
        Slots(F, Frame, Strategy.Pointers, Rules, DT),
        Protection(Slots, Rules, DT), Liveness(F, Strategy.Pointers, Rules),
        DT(DT) {}
  void run();
};

} // end anonymous namespace

void RootVerifier::report(const Instruction &I, const Twine &Reason) {
  std::string Text = I.getOpcodeName();
  if (I.hasName())
    Text += " '%" + I.getName().str() + "'";
  if (const auto *Call = dyn_cast<CallBase>(&I))
    if (Call->getCalledOperand()->hasName())
      Text += " of '" + Call->getCalledOperand()->getName().str() + "'";
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, Twine(Text) + ": " + Reason, I.getDebugLoc()));
}

/// The frame and its slots must not be reached in other ways.
void RootVerifier::verifyAddresses() {
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto Part =
        Call ? findGCFrameFunction(*Call, Strategy) : std::nullopt;
    if (Part != GCFrameFunction::New &&
        (Part != GCFrameFunction::GetSlot ||
         Call->hasFnAttr(GCFrameObjectAttribute)))
      continue;
    for (const User *U : I.users()) {
      const auto &User = *cast<Instruction>(U);
      const auto *Other = dyn_cast<CallBase>(&User);
      if (Part == GCFrameFunction::New
              ? !Other || !findGCFrameFunction(*Other, Strategy)
              : getLoadStorePointerOperand(&User) != &I ||
                    isVolatileOrAtomic(User) ||
                    (isa<StoreInst>(User) && User.getOperand(0) == &I))
        report(User,
               "it uses " + print(I) +
                   " other than in a store, a load or a function of frames");
    }
  }
}

/// Whether \p Address may be that of a stack object which lies in the frame.
bool RootVerifier::isInFrame(const Value &Address) const {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [&](const Value *Object) {
    const auto *Call = dyn_cast<CallBase>(Object);
    if (!Call)
      return false;
    const auto Part = findGCFrameFunction(*Call, Strategy);
    return Part == GCFrameFunction::GetObject ||
           (Part == GCFrameFunction::GetSlot &&
            Call->hasFnAttr(GCFrameObjectAttribute));
  });
}

/// The collector takes what is in these objects for base pointers, too.
void RootVerifier::verifyObjects() {
  for (const Instruction &I : instructions(F)) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store ||
        Strategy.Pointers.getKind(Store->getValueOperand()->getType()) ==
            GCPointerKind::None)
      continue;
    const Value &V = *Store->getValueOperand();
    const auto *Vector = dyn_cast<FixedVectorType>(V.getType());
    const bool HasBases =
        all_of(seq(Vector ? Vector->getNumElements() : 1u),
               [&](unsigned Lane) { return Slots.isBase({&V, Lane}); });
    if (!HasBases && isInFrame(*Store->getPointerOperand()))
      report(I, print(V) + " may point into an object; store its base");
  }
}

/// Whether \p V may have an object that only slots keep.
bool RootVerifier::isUseful(const Value &V) {
  auto [Known, IsNew] = Useful.try_emplace(&V);
  if (IsNew) {
    const auto *Vector = dyn_cast<FixedVectorType>(V.getType());
    const unsigned NumLanes = Vector ? Vector->getNumElements() : 1;
    Known->second = any_of(seq(NumLanes), [&](unsigned Lane) {
      return !Protection.isKept({&V, Lane}, {}, nullptr, nullptr);
    });
  }
  return Known->second;
}

/// Whether each element of \p V is protected by slots, those of \p Usable. The
/// objects that they hold for certain are found sooner in \p Objects.
bool RootVerifier::isProtected(const Value &V, const GCSlotContents &Contents,
                               const DenseSet<GCReferenceName> *Objects,
                               const BitVector *Usable) {
  if (isa<StructType, ArrayType, ScalableVectorType>(V.getType()))
    return false;
  const auto *Vector = dyn_cast<FixedVectorType>(V.getType());
  const unsigned NumLanes = Vector ? Vector->getNumElements() : 1;
  return all_of(seq(NumLanes), [&](unsigned Lane) {
    return Protection.isKept({&V, Lane}, Contents, Objects, Usable);
  });
}

void RootVerifier::verifyAccess(const Instruction &I, GCFrameStep Step,
                                const GCSlotContents &Contents) {
  if (Step.What == GCFrameStep::Load && !Slots.isStored(Contents[Step.Slot]))
    report(I, "slot " + Twine(Step.Slot) + " holds nothing on some path");
  if (Step.What != GCFrameStep::Store)
    return;
  const Value *V = cast<StoreInst>(I).getValueOperand();
  if (V->getType()->isVectorTy() ||
      Strategy.Pointers.getKind(V->getType()) == GCPointerKind::None)
    report(I, print(*V) + " is not a reference");
  else if (V->getType()->getPointerAddressSpace() !=
               Strategy.Pointers.getRootAddressSpace() ||
           !Slots.isBase({V, 0}))
    report(I, print(*V) + " may point into an object; store its base");
}

/// Calls \p Visit with the references that \p V is or is made of.
static void visitReferences(const Value &Whole, const GCPointers &Pointers,
                            function_ref<void(const Value &)> Visit) {
  SmallVector<const Value *, 4> Pending = {&Whole};
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (const auto *Insert = dyn_cast<InsertValueInst>(V)) {
      Pending.push_back(Insert->getAggregateOperand());
      Pending.push_back(Insert->getInsertedValueOperand());
    } else if (Pointers.isReference(*V) ||
               (Pointers.containsReferences(V->getType()) &&
                !isa<Constant>(V))) {
      Visit(*V);
    }
  }
}

std::vector<RootVerifier::Need>
RootVerifier::findNeeds(const CallBase &Call, ArrayRef<const Value *> Live) {
  std::vector<Need> Needs;
  DenseSet<const Value *> Known;
  auto Add = [&](const Value &V, Need::Reason Why) {
    if (isUseful(V) && Known.insert(&V).second)
      Needs.push_back({&V, Why});
  };
  for (const Value *V : Live)
    Add(*V, Need::Used);
  Rules.visitPreserved(Call, [&](const Value &Whole) {
    visitReferences(Whole, Strategy.Pointers,
                    [&](const Value &V) { Add(V, Need::Preserved); });
  });
  for (const Use &U : Call.operands())
    if (Rules.isKeptAt(U))
      visitReferences(*U, Strategy.Pointers, [&](const Value &V) {
        Add(V, Call.isBundleOperand(&U) ? Need::InBundle : Need::Passed);
      });
  return Needs;
}

void RootVerifier::verifySafepoint(const CallBase &Call, uint8_t States,
                                   ArrayRef<Need> Needs,
                                   const GCSlotContents &Contents) {
  static constexpr StringLiteral Texts[] = {" is used after it",
                                            " is preserved", " is passed",
                                            " is in an operand bundle"};
  DenseSet<GCReferenceName> Objects;
  for (const GCReferenceName &Held : Contents)
    if (Held.first)
      Objects.insert(Slots.getObject(Held));
  for (const auto &[V, Why] : Needs) {
    if (Why == Need::Used && Strategy.MovesObjects)
      report(Call,
             print(*V) + " is used after it, and its object has moved by then");
    else if (States == In && !isProtected(*V, Contents, &Objects))
      report(Call, print(*V) + Texts[Why] + ", and no slot protects it");
  }
  if (!Needs.empty() && States != In)
    report(Call, "references are needed, and the frame is not innermost on all "
                 "paths");
  if (Call.isMustTailCall())
    return;
  if (Needs.empty() && Frame.hasObjects() && States != In)
    report(Call, "the frame holds objects, and is not innermost on all paths");
  if (States == Out)
    return;
  const auto *Ordinary = dyn_cast<CallInst>(&Call);
  if (Ordinary && Ordinary->isTailCall())
    report(Call, "a tail call promises not to access the frame");
  const ModRefInfo Other =
      Call.getMemoryEffects().getModRef(IRMemLocation::Other);
  if (!isRefSet(Other) || (Strategy.MovesObjects && !isModSet(Other)) ||
      Call.hasMetadata(LLVMContext::MD_tbaa))
    report(Call, "its memory effects do not include its accesses to the frame");
}

void RootVerifier::verifyBlock(const BasicBlock &BB) {
  DenseMap<const Instruction *, std::vector<const Value *>> LiveOver;
  Liveness.visit(BB, [&](const Instruction &I, auto GetLive) {
    if (Frame.getStep(I).What == GCFrameStep::Safepoint)
      LiveOver[&I] = GetLive();
  });
  uint8_t States = Frame.getAtStart(BB);
  GCSlotContents Contents = Slots.getAtStart(BB);
  for (const Instruction &I : BB) {
    const GCFrameStep Step = Frame.getStep(I);
    verifyAccess(I, Step, Contents);
    if (Step.What != GCFrameStep::Safepoint && isa<CallBase>(I) &&
        Step.What != GCFrameStep::None)
      if (const StringRef Reason = Rules.findProblem(cast<CallBase>(I));
          !Reason.empty())
        report(I, Reason);
    if (Step.What == GCFrameStep::Safepoint) {
      const auto &Call = cast<CallBase>(I);
      StatesAt[&I] = States;
      const std::vector<Need> Needs = findNeeds(Call, LiveOver[&I]);
      verifySafepoint(Call, States, Needs, Contents);
      if (Call.hasFnAttr(Attribute::ReturnsTwice))
        SecondReturns.push_back({&Call, Needs, Contents});
    }
    StringRef Problem;
    Slots.advance(I, States, Contents);
    States = Frame.advance(I, States, Problem);
    if (!Problem.empty())
      report(I, Problem + Twine(" on some path"));
  }
}

/// Calls \p Visit with the instructions after \p Call, on each path as long as
/// that returns true.
static void visitBehind(const CallBase &Call,
                        function_ref<bool(const Instruction &)> Visit) {
  DenseSet<const BasicBlock *> Seen;
  SmallVector<const BasicBlock *, 8> Pending;
  auto VisitRest = [&](const BasicBlock &BB, BasicBlock::const_iterator At) {
    for (; At != BB.end(); ++At)
      if (!Visit(*At))
        return;
    for (const BasicBlock *Next : successors(&BB))
      if (Seen.insert(Next).second)
        Pending.push_back(Next);
  };
  VisitRest(*Call.getParent(), std::next(Call.getIterator()));
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    VisitRest(*BB, BB->begin());
  }
}

/// Whether what \p Slot holds at \p Call is loaded on some path after it.
bool RootVerifier::isLoadedBehind(const CallBase &Call, unsigned Slot) const {
  bool IsLoaded = false;
  visitBehind(Call, [&](const Instruction &I) {
    const GCFrameStep Step = Frame.getStep(I);
    const bool IsAccess = Step.Slot == Slot;
    IsLoaded |= Step.What == GCFrameStep::Load && IsAccess;
    return Step.What != GCFrameStep::Push &&
           (Step.What != GCFrameStep::Store || !IsAccess);
  });
  return IsLoaded;
}

/// Slots that are needed then still hold their objects if the call returns
/// again, from anywhere after its first return.
void RootVerifier::verifySecondReturn(const SecondReturn &Return) {
  BitVector Kept(Frame.getNumSlots(), true);
  bool IsFrameKept = true;
  visitBehind(*Return.Call, [&](const Instruction &I) {
    const GCFrameStep Step = Frame.getStep(I);
    if (Step.What == GCFrameStep::Push)
      Kept.reset();
    else if (Step.What == GCFrameStep::Store &&
             !Protection.protects({I.getOperand(0), 0},
                                  Return.Contents[Step.Slot]))
      Kept.reset(Step.Slot);
    else if (Step.What == GCFrameStep::Safepoint &&
             !cast<CallBase>(I).isMustTailCall())
      IsFrameKept &= !(StatesAt.lookup(&I) & (Out | OutBelow));
    return true;
  });
  bool NeedsFrame = false;
  if (Strategy.MovesObjects) {
    for (unsigned Slot = 0; Slot != Kept.size(); ++Slot) {
      if (!isLoadedBehind(*Return.Call, Slot))
        continue;
      NeedsFrame = true;
      if (!Kept[Slot])
        report(*Return.Call, "slot " + Twine(Slot) +
                                 " is loaded after the second return, and does "
                                 "not hold the same value there");
    }
  } else {
    for (const auto &[V, Why] : Return.Needs) {
      if ((Why != Need::Used && Why != Need::Preserved) ||
          !isProtected(*V, Return.Contents))
        continue;
      NeedsFrame = true;
      if (!isProtected(*V, Return.Contents, nullptr, &Kept))
        report(*Return.Call,
               print(*V) +
                   " is used after the second return, and no slot keeps it");
    }
  }
  if (NeedsFrame && !IsFrameKept)
    report(*Return.Call, "the frame is missing from the list at a safepoint "
                         "before the second return");
}

void RootVerifier::run() {
  verifyAddresses();
  verifyObjects();
  for (const BasicBlock &BB : F)
    if (DT.isReachableFromEntry(&BB))
      verifyBlock(BB);
  for (const SecondReturn &Return : SecondReturns)
    verifySecondReturn(Return);
  const Function *Copy =
      F.getParent()->getFunction((F.getName() + GCFunctionCopySuffix).str());
  if (Copy && !Copy->isDeclaration())
    verifyGCUses(
        F, *Copy, Strategy.Pointers, Frame, Protection,
        [&](const Instruction &I, const Value &Used, const Value &Wanted) {
          report(I, print(Used) + " does not correspond to " + print(Wanted));
        });
}

PreservedAnalyses GCRootVerifierPass::run(Function &F,
                                          FunctionAnalysisManager &AM) {
  const GCRootStrategy *Strategy = getGCRootStrategy(F);
  if (!Strategy)
    return PreservedAnalyses::all();
  const auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  const std::unique_ptr<VerifiedRules> Rules = Strategy->CreateVerifiedRules(
      F, AM.getResult<TargetLibraryAnalysis>(F), DT);
  // What could not be lowered is reported as lowering would.
  if (Rules->hasRoots() && canLowerGCFrame(F, *Strategy))
    RootVerifier(F, *Strategy, *Rules, DT).run();
  return PreservedAnalyses::all();
}
