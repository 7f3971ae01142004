//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The calls that stay until frames are lowered:
///
///   julia.gc_alloc_bytes  ijl_gc_small_alloc, if the size is known and the
///                         module says which pools there are;
///                         ijl_gc_big_alloc, if it is known and too large for
///                         a pool; otherwise ijl_gc_alloc_typed
///   julia.queue_gc_root   ijl_gc_queue_root
///   julia.safepoint       a volatile load
///
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace llvm;

namespace {

struct Pool {
  uint64_t Bytes, Offset;
};

} // end anonymous namespace

/// Returns operand \p Number of \p Entry if it is a constant.
static std::optional<uint64_t> getNumber(const MDNode &Entry, unsigned Number) {
  if (Number >= Entry.getNumOperands())
    return std::nullopt;
  const auto *C = mdconst::dyn_extract<ConstantInt>(Entry.getOperand(Number));
  return C ? std::optional(C->getZExtValue()) : std::nullopt;
}

/// Returns the smallest pool for objects of \p Bytes, or nothing if the module
/// does not say.
static std::optional<Pool> findPool(const Module &M, uint64_t Bytes) {
  const NamedMDNode *Pools = M.getNamedMetadata(julia::Pools);
  if (!Pools)
    return std::nullopt;
  for (const MDNode *Entry : Pools->operands()) {
    const std::optional<uint64_t> Size = getNumber(*Entry, 0);
    const std::optional<uint64_t> Offset = getNumber(*Entry, 1);
    if (Size && Offset && *Size >= Bytes)
      return Pool{*Size, *Offset};
  }
  return std::nullopt;
}

static void replaceCall(CallBase &Call, CallInst *New) {
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}

static void lowerBytes(CallBase &Call) {
  Function &F = *Call.getFunction();
  Module &M = *F.getParent();
  IRBuilder<> Builder(&Call);
  Type *Ptr = Builder.getPtrTy(), *Int = Builder.getInt32Ty();
  Type *Root = Builder.getPtrTy(julia::Tracked), *Word = getJuliaWord(F);
  if (!checkJuliaCall(Call, Root, {Ptr, nullptr, nullptr}))
    return;
  Value *Thread = Call.getArgOperand(0);
  Value *Size = Builder.CreateZExtOrTrunc(Call.getArgOperand(1), Word);
  Value *Tag = Builder.CreateZExtOrTrunc(Call.getArgOperand(2), Word);
  std::optional<uint64_t> Bytes;
  if (const auto *C = dyn_cast<ConstantInt>(Size);
      C && C->getValue().getActiveBits() < 62)
    Bytes = C->getZExtValue() + F.getDataLayout().getPointerSize();
  const std::optional<Pool> Found = Bytes && *Bytes <= julia::MaxPoolBytes
                                        ? findPool(M, *Bytes)
                                        : std::nullopt;
  CallInst *New;
  if (Found)
    New = Builder.CreateCall(M.getOrInsertFunction(julia::RuntimeSmallAlloc,
                                                   Root, Ptr, Int, Int, Word),
                             {Thread, Builder.getInt32(Found->Offset),
                              Builder.getInt32(Found->Bytes), Tag});
  else if (Bytes && *Bytes > julia::MaxPoolBytes)
    New = Builder.CreateCall(
        M.getOrInsertFunction(julia::RuntimeBigAlloc, Root, Ptr, Word, Word),
        {Thread, ConstantInt::get(Word, *Bytes), Tag});
  else
    New = Builder.CreateCall(
        M.getOrInsertFunction(julia::RuntimeTypedAlloc, Root, Ptr, Word, Word),
        {Thread, Size, Tag});
  New->setAttributes(AttributeList::get(
      F.getContext(), AttributeSet(), Call.getAttributes().getRetAttrs(), {}));
  replaceCall(Call, New);
}

static void lowerQueue(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  Type *Root = Builder.getPtrTy(julia::Tracked);
  if (!checkJuliaCall(Call, Builder.getVoidTy(), {Root}))
    return;
  replaceCall(Call, Builder.CreateCall(
                        Call.getModule()->getOrInsertFunction(
                            julia::RuntimeQueueRoot, Builder.getVoidTy(), Root),
                        {Call.getArgOperand(0)}));
}

static void lowerSafepoint(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  if (!checkJuliaCall(Call, Builder.getVoidTy(), {Builder.getPtrTy()}))
    return;
  Builder.CreateLoad(getJuliaWord(*Call.getFunction()), Call.getArgOperand(0),
                     /*isVolatile=*/true);
  Call.eraseFromParent();
}

bool llvm::lowerJuliaRuntimeCalls(Function &F) {
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
  bool Changed = false;
  for (CallBase *Call : Calls) {
    if (callsJulia(*Call, julia::AllocateBytes))
      lowerBytes(*Call);
    else if (callsJulia(*Call, julia::QueueRoot))
      lowerQueue(*Call);
    else if (callsJulia(*Call, julia::Safepoint))
      lowerSafepoint(*Call);
    else
      continue;
    Changed = true;
  }
  return Changed;
}
