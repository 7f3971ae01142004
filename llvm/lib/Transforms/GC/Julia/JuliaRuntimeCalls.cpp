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
///   julia.gc_alloc_bytes  ijl_gc_small_alloc, if the size is known and there
///                         is a pool for it; ijl_gc_big_alloc, if it is known
///                         and too large for one; otherwise ijl_gc_alloc_typed
///   write barriers        tests, and julia.queue_gc_root
///   julia.queue_gc_root   ijl_gc_queue_root
///   julia.safepoint       a volatile load
///
/// Calls with !julia.reset_region call functions whose names end in
/// "_reset_safe".
///
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaLayout.h"
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

/// Declares \p Name of the runtime, or its variant for \p Call.
static FunctionCallee getRuntimeFunction(const CallBase &Call, StringRef Name,
                                         Type *Result,
                                         ArrayRef<Type *> Parameters) {
  std::string Variant = Name.str();
  if (Call.hasMetadata(julia::ResetRegion))
    Variant += julia::ResetSafeSuffix;
  return const_cast<Module *>(Call.getModule())
      ->getOrInsertFunction(Variant,
                            FunctionType::get(Result, Parameters, false));
}

/// The same for one that makes an object. What it accesses is not said, because
/// a collector in it reads frames; nor is the size, which has the word in
/// front.
static FunctionCallee getAllocator(const CallBase &Call, StringRef Name,
                                   ArrayRef<Type *> Parameters) {
  FunctionCallee Allocator =
      getRuntimeFunction(Call, Name, Call.getType(), Parameters);
  if (auto *F = dyn_cast<Function>(Allocator.getCallee())) {
    F->setDoesNotThrow();
    F->setWillReturn();
    F->addFnAttr(Attribute::get(Call.getContext(), Attribute::AllocKind,
                                uint64_t(AllocFnKind::Alloc)));
    F->addRetAttr(Attribute::NoAlias);
    F->addRetAttr(Attribute::NonNull);
  }
  return Allocator;
}

/// Says of the result of \p New what \p Call did, and how it is aligned. At
/// least \p Bytes of it can be accessed.
static void describeObject(CallInst &New, const CallBase &Call,
                           uint64_t Bytes) {
  LLVMContext &Context = Call.getContext();
  AttrBuilder Attributes(Context, Call.getAttributes().getRetAttrs());
  Attributes.addAlignmentAttr(
      std::max(Call.getRetAlign().valueOrOne(),
               Call.getDataLayout().getPointerABIAlignment(0)));
  Attributes.addDereferenceableAttr(
      std::max(Attributes.getDereferenceableBytes(), Bytes));
  New.setAttributes(AttributeList::get(
      Context, AttributeSet(), AttributeSet::get(Context, Attributes), {}));
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
  const uint64_t WordSize = F.getDataLayout().getPointerSize();
  std::optional<uint64_t> Bytes;
  if (const auto *C = dyn_cast<ConstantInt>(Size);
      C && C->getValue().getActiveBits() < 62)
    Bytes = C->getZExtValue() + WordSize;
  const std::optional<JuliaPool> Pool =
      Bytes ? findJuliaPool(M, *Bytes) : std::nullopt;
  CallInst *New;
  if (Pool)
    New = Builder.CreateCall(
        getAllocator(Call, julia::RuntimeSmallAlloc, {Ptr, Int, Int, Word}),
        {Thread, Builder.getInt32(Pool->Offset), Builder.getInt32(Pool->Bytes),
         Tag});
  else if (Bytes && *Bytes > julia::MaxPoolBytes)
    New = Builder.CreateCall(
        getAllocator(Call, julia::RuntimeBigAlloc, {Ptr, Word, Word}),
        {Thread, ConstantInt::get(Word, *Bytes), Tag});
  else
    New = Builder.CreateCall(
        getAllocator(Call, julia::RuntimeTypedAlloc, {Ptr, Word, Word}),
        {Thread, Size, Tag});
  describeObject(*New, Call, Bytes ? *Bytes - WordSize : 0);
  replaceCall(Call, New);
}

static void lowerQueue(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  Type *Root = Builder.getPtrTy(julia::Tracked);
  if (!checkJuliaCall(Call, Builder.getVoidTy(), {Root}))
    return;
  replaceCall(
      Call, Builder.CreateCall(getRuntimeFunction(Call, julia::RuntimeQueueRoot,
                                                  Builder.getVoidTy(), {Root}),
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

/// Lowers the write barriers of \p F, which make other calls.
static bool lowerBarriers(Function &F) {
  SmallVector<CallBase *, 16> Barriers;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && isJuliaWriteBarrier(*Call))
      Barriers.push_back(Call);
  for (CallBase *Call : Barriers)
    lowerJuliaWriteBarrier(*Call);
  return !Barriers.empty();
}

bool llvm::lowerJuliaRuntimeCalls(Function &F) {
  bool Changed = lowerBarriers(F);
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
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
