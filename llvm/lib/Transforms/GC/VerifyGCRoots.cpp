//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/VerifyGCRoots.h"
#include "GCFrameCalls.h"
#include "GCFrameLowering.h"
#include "VerifiedFrame.h"
#include "VerifiedLiveness.h"
#include "VerifiedSlots.h"
#include "VerifiedUses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCFrameFunctions.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/Utils/Cloning.h"

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
  const VerifiedFrame Frame;
  VerifiedSlots Slots;
  const VerifiedLiveness Liveness;
  const DominatorTree &DT;

  /// What is known at a call that returns twice.
  struct SecondReturn {
    const CallBase *Call;
    std::vector<const Value *> Live;
    GCSlotContents Contents;
  };
  std::vector<SecondReturn> SecondReturns;
  DenseMap<const Instruction *, uint8_t> StatesAt;

  void report(const Instruction &I, const Twine &Reason);
  void verifyAddresses();
  void verifyBlock(const BasicBlock &BB);
  void verifyAccess(const Instruction &I, GCFrameStep Step,
                    const GCSlotContents &Contents);
  void verifySafepoint(const CallBase &Call, uint8_t States,
                       ArrayRef<const Value *> Live,
                       const GCSlotContents &Contents);
  void verifySecondReturn(const SecondReturn &Return);
  bool isProtected(const Value &V, const GCSlotContents &Contents,
                   const DenseSet<GCReferenceName> *Objects = nullptr,
                   const BitVector *Usable = nullptr);
  bool isUseful(const Value &V) const;
  bool isLoadedBehind(const CallBase &Call, unsigned Slot) const;

public:
  RootVerifier(Function &F, const GCRootStrategy &Strategy,
               const TargetLibraryInfo &TLI, const DominatorTree &DT)
      : F(F), Strategy(Strategy), Frame(F, Strategy, TLI),
        Slots(F, Frame, Strategy.Pointers, DT), Liveness(F, Strategy.Pointers),
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
        report(User, "it does something else with " + print(I) +
                         " than a store, a load or a function of frames");
    }
  }
}

/// Whether \p V may have an object that a collector knows.
bool RootVerifier::isUseful(const Value &V) const {
  const auto *Vector = dyn_cast<FixedVectorType>(V.getType());
  const unsigned NumLanes = Vector ? Vector->getNumElements() : 1;
  return any_of(seq(NumLanes),
                [&](unsigned Lane) { return !Slots.isConstant({&V, Lane}); });
}

/// Whether each element of \p V is protected by a slot, one of \p Usable. The
/// objects that they hold for certain are found sooner in \p Objects.
bool RootVerifier::isProtected(const Value &V, const GCSlotContents &Contents,
                               const DenseSet<GCReferenceName> *Objects,
                               const BitVector *Usable) {
  if (isa<StructType, ArrayType, ScalableVectorType>(V.getType()))
    return false;
  const auto *Vector = dyn_cast<FixedVectorType>(V.getType());
  const unsigned NumLanes = Vector ? Vector->getNumElements() : 1;
  return all_of(seq(NumLanes), [&](unsigned Lane) {
    if (Slots.isConstant({&V, Lane}) ||
        (Objects && Objects->contains(Slots.getObject({&V, Lane}))))
      return true;
    return any_of(seq<unsigned>(0, Contents.size()), [&](unsigned Slot) {
      return (!Usable || Usable->test(Slot)) &&
             Slots.protects(Contents[Slot], {&V, Lane});
    });
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
    report(I, print(*V) + " is no reference");
  else if (!Slots.isBase({V, 0}))
    report(I, print(*V) + " may point into an object; store its base");
}

void RootVerifier::verifySafepoint(const CallBase &Call, uint8_t States,
                                   ArrayRef<const Value *> Live,
                                   const GCSlotContents &Contents) {
  bool NeedsFrame = false;
  DenseSet<GCReferenceName> Objects;
  for (const GCReferenceName &Held : Contents)
    if (Held.first)
      Objects.insert(Slots.getObject(Held));
  for (const Value *V : Live) {
    if (!isUseful(*V))
      continue;
    NeedsFrame = true;
    if (Strategy.MovesObjects)
      report(Call,
             print(*V) + " is used behind it, where its object has moved");
    else if (States == In && !isProtected(*V, Contents, &Objects))
      report(Call, print(*V) + " is used behind it, and no slot protects it");
  }
  // Whoever reads a bundle finds them as the collector left them.
  for (unsigned I = 0; I != Call.getNumOperandBundles(); ++I)
    for (const Value *V : Call.getOperandBundleAt(I).Inputs) {
      if (!Strategy.Pointers.isReference(*V) || !isUseful(*V))
        continue;
      NeedsFrame = true;
      if (States == In && !isProtected(*V, Contents, &Objects))
        report(Call, print(*V) + " is in an operand bundle, and no slot "
                                 "protects it");
    }
  if (NeedsFrame && States != In)
    report(Call, "references are used behind it, and the frame is not "
                 "innermost on all paths");
  else if (Frame.hasObjects() && States != In && !Call.isMustTailCall())
    report(Call, "objects lie in the frame, and it is not innermost on all "
                 "paths");
  if (States == Out || Call.isMustTailCall())
    return;
  const auto *Ordinary = dyn_cast<CallInst>(&Call);
  if (Ordinary && Ordinary->isTailCall())
    report(Call, "a tail call promises not to look at the frame");
  const ModRefInfo Other =
      Call.getMemoryEffects().getModRef(IRMemLocation::Other);
  if (!isRefSet(Other) || (Strategy.MovesObjects && !isModSet(Other)))
    report(Call, "its memory effects leave out that it looks at the frame");
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
    if (Step.What == GCFrameStep::Safepoint) {
      const auto &Call = cast<CallBase>(I);
      StatesAt[&I] = States;
      verifySafepoint(Call, States, LiveOver[&I], Contents);
      if (Call.hasFnAttr(Attribute::ReturnsTwice))
        SecondReturns.push_back({&Call, LiveOver[&I], Contents});
    }
    StringRef Problem;
    Slots.advance(I, States, Contents);
    States = Frame.advance(I, States, Problem);
    if (!Problem.empty())
      report(I, Problem + Twine(" on some path"));
  }
}

/// Calls \p Visit with the instructions behind \p Call, on each path as long as
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

/// Whether what \p Slot holds at \p Call is loaded on some path behind it.
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

/// What is needed then is also there if the call returns later, from anywhere
/// behind its first return.
void RootVerifier::verifySecondReturn(const SecondReturn &Return) {
  BitVector Kept(Frame.getNumSlots(), true);
  bool IsFrameKept = true;
  visitBehind(*Return.Call, [&](const Instruction &I) {
    const GCFrameStep Step = Frame.getStep(I);
    if (Step.What == GCFrameStep::Push)
      Kept.reset();
    else if (Step.What == GCFrameStep::Store &&
             !Slots.protects({I.getOperand(0), 0}, Return.Contents[Step.Slot]))
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
                                 " is loaded when it returns for the second "
                                 "time, and does not hold the same then");
    }
  } else {
    for (const Value *V : Return.Live) {
      if (!isUseful(*V) || !isProtected(*V, Return.Contents))
        continue;
      NeedsFrame = true;
      if (!isProtected(*V, Return.Contents, nullptr, &Kept))
        report(*Return.Call, print(*V) + " is used when it returns for the "
                                         "second time, and no slot keeps it");
    }
  }
  if (NeedsFrame && !IsFrameKept)
    report(*Return.Call, "the frame is not in the list at all safepoints until "
                         "it returns for the second time");
}

void RootVerifier::run() {
  verifyAddresses();
  for (const BasicBlock &BB : F)
    if (DT.isReachableFromEntry(&BB))
      verifyBlock(BB);
  for (const SecondReturn &Return : SecondReturns)
    verifySecondReturn(Return);
  const Function *Copy =
      F.getParent()->getFunction((F.getName() + GCFunctionCopySuffix).str());
  if (Copy && !Copy->isDeclaration())
    verifyGCUses(
        F, *Copy, Strategy.Pointers, Frame, Slots,
        [&](const Instruction &I, const Value &Used, const Value &Wanted) {
          report(I, print(Used) + " is not what became of " + print(Wanted));
        });
}

/// Returns the strategy of \p F unless it has rules of its own.
static const GCRootStrategy *getVerifiedStrategy(const Function &F) {
  const GCRootStrategy *Strategy = getGCRootStrategy(F);
  return Strategy && Strategy->Rules == &getDefaultGCRootRules() ? Strategy
                                                                 : nullptr;
}

PreservedAnalyses GCFunctionCopyPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> Functions;
  for (Function &F : M)
    if (!F.isDeclaration() && getVerifiedStrategy(F))
      Functions.push_back(&F);
  for (Function *F : Functions) {
    for (Argument &A : F->args())
      if (!A.hasName())
        A.setName("arg");
    for (BasicBlock &BB : *F) {
      if (!BB.hasName())
        BB.setName("bb");
      for (Instruction &I : BB)
        if (!I.hasName() && !I.getType()->isVoidTy())
          I.setName("i");
    }
    ValueToValueMapTy Values;
    Function *Copy = CloneFunction(F, Values);
    Copy->setName(F->getName() + GCFunctionCopySuffix);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    // No strategy, whatever the module's flag says.
    Copy->setGC("none");
  }
  return Functions.empty() ? PreservedAnalyses::all()
                           : PreservedAnalyses::none();
}

PreservedAnalyses GCRootVerifierPass::run(Function &F,
                                          FunctionAnalysisManager &AM) {
  const GCRootStrategy *Strategy = getVerifiedStrategy(F);
  // What could not be lowered is reported as lowering would.
  if (!Strategy)
    return PreservedAnalyses::all();
  const std::unique_ptr<GCFrameLowering> Lowering =
      Strategy->CreateLowering(F, *Strategy);
  if (GCFrameCalls(F, *Strategy, *Lowering).isValid())
    RootVerifier(F, *Strategy, AM.getResult<TargetLibraryAnalysis>(F),
                 AM.getResult<DominatorTreeAnalysis>(F))
        .run();
  return PreservedAnalyses::all();
}
