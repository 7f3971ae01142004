//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCFrameFunctions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

ArrayRef<GCFrameFunction> llvm::getGCFrameFunctions() {
  static const GCFrameFunction All[] = {
      GCFrameFunction::New,     GCFrameFunction::Push,
      GCFrameFunction::GetSlot, GCFrameFunction::GetObject,
      GCFrameFunction::Pop,     GCFrameFunction::Relink,
      GCFrameFunction::Save,    GCFrameFunction::Restore};
  return All;
}

static StringRef getNameBehindPrefix(GCFrameFunction Part) {
  switch (Part) {
  case GCFrameFunction::New:
    return "new_gc_frame";
  case GCFrameFunction::Push:
    return "push_gc_frame";
  case GCFrameFunction::GetSlot:
    return "get_gc_frame_slot";
  case GCFrameFunction::GetObject:
    return "get_gc_frame_object";
  case GCFrameFunction::Pop:
    return "pop_gc_frame";
  case GCFrameFunction::Relink:
    return "relink_gc_frame";
  case GCFrameFunction::Save:
    return "save_gc_frames";
  case GCFrameFunction::Restore:
    return "restore_gc_frames";
  }
  llvm_unreachable("no such function");
}

std::string llvm::getGCFrameFunctionName(GCFrameFunction Part,
                                         const GCRootStrategy &Strategy) {
  return (Strategy.Prefix + "." + getNameBehindPrefix(Part)).str();
}

FunctionType *llvm::getGCFrameFunctionType(GCFrameFunction Part,
                                           LLVMContext &Context) {
  Type *Void = Type::getVoidTy(Context);
  Type *Ptr = PointerType::getUnqual(Context);
  Type *Number = Type::getInt32Ty(Context);
  switch (Part) {
  case GCFrameFunction::New:
    return FunctionType::get(Ptr, {Number}, false);
  case GCFrameFunction::Push:
    return FunctionType::get(Void, {Ptr, Number}, false);
  case GCFrameFunction::GetSlot:
    return FunctionType::get(Ptr, {Ptr, Number}, false);
  case GCFrameFunction::GetObject:
    return FunctionType::get(Ptr, {Ptr, Number, Number}, true);
  case GCFrameFunction::Save:
    return FunctionType::get(Ptr, false);
  case GCFrameFunction::Pop:
  case GCFrameFunction::Relink:
  case GCFrameFunction::Restore:
    return FunctionType::get(Void, {Ptr}, false);
  }
  llvm_unreachable("no such function");
}

FunctionCallee llvm::getGCFrameFunction(GCFrameFunction Part, Module &M,
                                        const GCRootStrategy &Strategy) {
  FunctionCallee Callee =
      M.getOrInsertFunction(getGCFrameFunctionName(Part, Strategy),
                            getGCFrameFunctionType(Part, M.getContext()));
  if (auto *F = dyn_cast<Function>(Callee.getCallee()))
    F->setDoesNotThrow();
  return Callee;
}

std::optional<GCFrameFunction>
llvm::findGCFrameFunction(const CallBase &Call,
                          const GCRootStrategy &Strategy) {
  const auto *Callee = dyn_cast<Function>(Call.getCalledOperand());
  if (!Callee)
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (!Name.consume_front(Strategy.Prefix) || !Name.consume_front("."))
    return std::nullopt;
  for (const GCFrameFunction Part : getGCFrameFunctions())
    if (Name == getNameBehindPrefix(Part))
      return Part;
  return std::nullopt;
}
