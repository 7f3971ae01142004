//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/StatepointInputVerifier.h"
#include "UnrelocatableValues.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/Utils/Local.h"
#include <tuple>

using namespace llvm;

bool llvm::canUnwind(const InvokeInst &Invoke) {
  return !Invoke.doesNotThrow() ||
         !canSimplifyInvokeNoUnwind(Invoke.getFunction());
}

/// The copying of elements has a function of the runtime for each size.
static bool hasElementCopy(const CallBase &Call) {
  return !isElementCopy(Call) ||
         cast<ConstantInt>(Call.getArgOperand(3))->getZExtValue() <= 16;
}

static void checkBundles(const CallBase &Call, StatepointReport Report) {
  for (unsigned I = 0, E = Call.getNumOperandBundles(); I != E; ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    switch (Bundle.getTagID()) {
    case LLVMContext::OB_deopt:
    case LLVMContext::OB_gc_transition:
    case LLVMContext::OB_kcfi:
    // What normalization left, and finds again.
    case LLVMContext::OB_gc_live:
    // This one has an error of its own.
    case LLVMContext::OB_ptrauth:
      break;
    default:
      Report(Call, "a statepoint cannot have the operand bundle \"" +
                       Bundle.getTagName().str() +
                       "\"; drop it, or add \"gc-leaf-function\" if nothing is "
                       "collected in the call");
    }
    if (Bundle.getTagID() == LLVMContext::OB_deopt)
      for (const Value *V : Bundle.Inputs)
        findUnsupportedDeoptValue(
            *V, [&](StringRef Reason) { Report(Call, Reason.str()); });
  }
}

/// What calls anything and is no call that a statepoint can make.
static void checkIntrinsic(const CallBase &Call, StatepointReport Report) {
  if (!callsAnyFunction(Call))
    return;
  const Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::experimental_patchpoint ||
      ID == Intrinsic::experimental_patchpoint_void)
    Report(Call,
           "a patchpoint cannot be a statepoint; call the function with "
           "\"statepoint-num-patch-bytes\", or add \"gc-leaf-function\" if "
           "nothing is collected in what is called");
  else
    Report(Call, "intrinsics of coroutines cannot be statepoints; lower them "
                 "before rewriting (coro-early, coro-split, coro-cleanup)");
}

static void checkSafepoint(const CallBase &Call, StatepointReport Report) {
  checkIntrinsic(Call, Report);
  if (Call.isInlineAsm())
    Report(Call, "inline assembly cannot be a statepoint; add "
                 "\"gc-leaf-function\" if nothing is collected in it");
  checkBundles(Call, Report);
  if (!hasElementCopy(Call))
    Report(Call, "runtimes have no function that copies elements of more than "
                 "16 bytes; copy smaller elements, or add \"gc-leaf-function\" "
                 "if nothing is collected in the call");
  const Attribute Lowering = Call.getFnAttr("deopt-lowering");
  if (Lowering.isValid() && Lowering.getValueAsString() != "live-in" &&
      Lowering.getValueAsString() != "live-through")
    Report(
        Call,
        "\"" + Lowering.getValueAsString().str() +
            "\" is not a deopt-lowering; use \"live-in\" or \"live-through\"");
  if (const auto *Invoke = dyn_cast<InvokeInst>(&Call))
    if (canUnwind(*Invoke) && !Invoke->getUnwindDest()->isLandingPad())
      Report(Call, "a " +
                       std::string(Invoke->getUnwindDest()
                                       ->getFirstNonPHIIt()
                                       ->getOpcodeName()) +
                       " cannot be followed by relocates; use a personality "
                       "with landing pads");
}

/// Of references in memory that the caller made, and that no map lists.
static constexpr char PassedInMemory[] =
    "references that are passed there are not relocated; pass them as values, "
    "or by value in memory (byval)";

static void checkArguments(const Function &F, const GCStrategy &Strategy,
                           const CallBase &Safepoint, StatepointReport Report) {
  for (const Argument &A : F.args())
    if (Type *Ty = A.hasInAllocaAttr()       ? A.getParamInAllocaType()
                   : A.hasPreallocatedAttr() ? F.getAttributes()
                                                   .getParamAttrs(A.getArgNo())
                                                   .getPreallocatedType()
                                             : nullptr;
        Ty && containsReferences(Ty, &Strategy))
      Report(Safepoint, std::string("argument ") + nameInMessage(A) +
                            "is memory of the caller, and " + PassedInMemory);
}

/// What variable arguments are is known where they are accessed, which may be
/// after the caller's references have moved.
static void checkVariableArgument(const VAArgInst &I,
                                  const GCStrategy &Strategy,
                                  ArrayRef<const CallBase *> Safepoints,
                                  StatepointReport Report) {
  if (containsReferences(I.getType(), &Strategy) && isBehindAny(I, Safepoints))
    Report(I,
           std::string("comes from memory of the caller after a call, and ") +
               PassedInMemory);
}

/// What is wrong wherever the calls are.
static void checkInstruction(const Instruction &I, const CallBase &Safepoint,
                             StatepointReport Report) {
  if (isa<GCRelocateInst>(I)) {
    Report(I, "belongs to a statepoint, but " +
                  describeStatepointInput(Safepoint) +
                  " is not one yet; rewrite all calls of a function at once");
  } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp)
      Report(I, "it returns twice, and what is live then may have moved; call "
                "setjmp instead");
    else if (Call->getIntrinsicID() == Intrinsic::gcroot)
      Report(I, "roots on the stack are not relocated by statepoints; keep "
                "references in values, or use a strategy that does not rewrite "
                "calls");
  }
}

namespace {

/// What is wrong with a function.
class Errors {
  DenseMap<const Instruction *, unsigned> Numbers;
  SmallVector<std::tuple<unsigned, std::string, const Instruction *>, 4> Found;

public:
  void add(const Instruction &I, std::string Reason) {
    if (Numbers.empty()) {
      unsigned Number = 0;
      for (const Instruction &Other : instructions(*I.getFunction()))
        Numbers[&Other] = Number++;
    }
    Found.emplace_back(Numbers.lookup(&I), std::move(Reason), &I);
  }

  /// Reports them in the order of the function. Returns true if there is none.
  bool report() {
    llvm::sort(Found, [](const auto &A, const auto &B) {
      return std::tie(std::get<0>(A), std::get<1>(A)) <
             std::tie(std::get<0>(B), std::get<1>(B));
    });
    for (const auto &[Number, Reason, I] : Found)
      diagnoseStatepointInput(*I, Reason);
    return Found.empty();
  }
};

} // end anonymous namespace

bool llvm::verifyStatepointInput(const Function &F,
                                 const TargetLibraryInfo &TLI) {
  // What is not reachable is removed first.
  SmallPtrSet<const BasicBlock *, 16> Reachable;
  for (const BasicBlock *BB : depth_first(&F))
    Reachable.insert(BB);
  SmallVector<const CallBase *, 16> Safepoints;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && Reachable.contains(I.getParent()) &&
        needsStatepoint(*Call, TLI))
      Safepoints.push_back(Call);
  }
  if (Safepoints.empty())
    return true;

  Errors Found;
  auto Report = [&](const Instruction &I, std::string Reason) {
    Found.add(I, std::move(Reason));
  };
  if (F.isPresplitCoroutine()) {
    Report(*Safepoints.front(),
           "the function is a coroutine that is not split, and references do "
           "not survive its suspensions; run coro-early, coro-split and "
           "coro-cleanup before rewriting");
    return Found.report();
  }
  for (const CallBase *Call : Safepoints) {
    const bool HasTarget = findUnsupportedCall(
        *Call, [&](StringRef Reason) { Report(*Call, Reason.str()); });
    // All other calls have the same target.
    if (!HasTarget)
      return Found.report();
    checkSafepoint(*Call, Report);
  }
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  checkArguments(F, *Strategy, *Safepoints.front(), Report);
  for (const Instruction &I : instructions(F))
    if (Reachable.contains(I.getParent())) {
      checkInstruction(I, *Safepoints.front(), Report);
      if (const auto *Argument = dyn_cast<VAArgInst>(&I))
        checkVariableArgument(*Argument, *Strategy, Safepoints, Report);
    }
  findUnsupportedValues(F, *Strategy, Safepoints, Report);
  findValuesOverSecondReturns(F, *Strategy, Safepoints, Report);
  findStaleRawAddresses(F, GCPointers(*Strategy), Safepoints, Report);
  return Found.report();
}

PreservedAnalyses
StatepointInputVerifierPass::run(Function &F, FunctionAnalysisManager &FAM) {
  if (!getGCRootStrategy(F) && diagnoseWrongGCStrategy(F))
    return PreservedAnalyses::all();
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  if (Strategy && Strategy->useRS4GC())
    verifyStatepointInput(F, FAM.getResult<TargetLibraryAnalysis>(F));
  return PreservedAnalyses::all();
}
