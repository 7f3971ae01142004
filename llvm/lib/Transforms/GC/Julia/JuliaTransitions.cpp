//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of native code for which a collector does not wait. While the thread
/// is in one, its state says so. Behind it, the state is what it was, and the
/// thread waits in a poll if a collection is going on. There is a poll in front
/// of it, too.
///
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Returns what is wrong with \p Call, or nothing.
static StringRef findProblem(const CallBase &Call) {
  const OperandBundleUse Bundle =
      *Call.getOperandBundle(julia::TransitionBundle);
  if (Bundle.Inputs.size() != 1 ||
      Bundle.Inputs[0]->getType() != PointerType::getUnqual(Call.getContext()))
    return "the operand of \"gc-transition\" is not the state of the thread, a "
           "pointer of address space 0";
  if (!isa<CallInst>(Call) || Call.isMustTailCall())
    return "the state of the thread is restored after it; make it an ordinary "
           "call";
  if (getJuliaGCPointers().containsReferences(Call.getType()))
    return "a collection may come between it and the first use of the "
           "reference that it returns; return it in memory that is a root";
  return "";
}

namespace {

class TransitionLowering {
  const Module &M;
  LLVMContext &Context;
  Value *const Thread;
  IRBuilder<> Builder;
  Value *State = nullptr;

  void store(Value *V);
  void poll();

public:
  explicit TransitionLowering(CallBase &Call)
      : M(*Call.getModule()), Context(Call.getContext()),
        Thread(Call.getOperandBundle(julia::TransitionBundle)->Inputs[0]),
        Builder(&Call) {}
  void enter();
  void leave(CallBase &Call);
  Value *Old = nullptr;
};

} // end anonymous namespace

void TransitionLowering::store(Value *V) {
  Builder.CreateAlignedStore(V, State, Align(1))
      ->setOrdering(AtomicOrdering::Release);
}

/// Reads memory that the runtime makes inaccessible where threads have to wait.
void TransitionLowering::poll() {
  Value *Field = Builder.CreateConstInBoundsGEP1_32(
      Builder.getInt8Ty(), Thread,
      getJuliaOffset(M, JuliaField::ThreadSafepoint), "safepoint_addr");
  LoadInst *Page = Builder.CreateLoad(Builder.getPtrTy(), Field, "safepoint");
  Page->setOrdering(AtomicOrdering::Monotonic);
  Page->setAlignment(M.getDataLayout().getPointerABIAlignment(0));
  Page->setMetadata(LLVMContext::MD_tbaa, getJuliaTBAA(Context, "jtbaa_const"));
  Page->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Context, {}));
  Builder.CreateFence(AtomicOrdering::SequentiallyConsistent,
                      SyncScope::SingleThread);
  Builder.CreateCall(
      const_cast<Module &>(M).getOrInsertFunction(
          julia::Safepoint, Builder.getVoidTy(), Builder.getPtrTy()),
      {Page});
  Builder.CreateFence(AtomicOrdering::SequentiallyConsistent,
                      SyncScope::SingleThread);
}

void TransitionLowering::enter() {
  State = Builder.CreateConstInBoundsGEP1_32(
      Builder.getInt8Ty(), Thread, getJuliaOffset(M, JuliaField::ThreadState),
      "gc_state");
  LoadInst *Load = Builder.CreateAlignedLoad(Builder.getInt8Ty(), State,
                                             Align(1), "gc_state.old");
  Load->setOrdering(AtomicOrdering::Monotonic);
  Old = Load;
  store(Builder.getInt8(julia::StateSafe));
  poll();
}

void TransitionLowering::leave(CallBase &Call) {
  Builder.SetInsertPoint(Call.getNextNode());
  store(Old);
  poll();
}

void llvm::lowerJuliaTransition(CallBase &Call) {
  if (const StringRef Problem = findProblem(Call); !Problem.empty()) {
    reportJuliaCall(Call, Problem);
    return;
  }
  TransitionLowering Lowering(Call);
  Lowering.enter();
  Lowering.leave(Call);
}
