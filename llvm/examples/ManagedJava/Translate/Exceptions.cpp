//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Exceptions. A call that handlers cover is an invoke. Its landing pad gets
/// the object that was thrown, compares its class with those of the handlers,
/// the innermost first, and goes on in the first one that fits, with the object
/// as the only operand. All calls with the same handlers have one landing pad.
///
//===----------------------------------------------------------------------===//

#include "Translate/MethodTranslator.h"

using namespace llvm;
using namespace java;

void MethodTranslator::translateThrow() {
  const TypedValue Thrown = popObject("java/lang/Throwable");
  if (failed())
    return;
  call("java_throw", {Thrown.V}); // also if it is null
  B.CreateUnreachable();
}

BasicBlock *MethodTranslator::landingPad() {
  SmallVector<unsigned, 4> Handlers;
  if (Current)
    Handlers = Current->Handlers;
  if (Handlers.empty() && !Monitor)
    return nullptr;
  BasicBlock *&Pad = LandingPads[Handlers];
  if (!Pad) {
    Pad = newColdBlock("pad");
    translateLandingPad(Handlers, Pad);
  }
  return Pad;
}

void MethodTranslator::translateLandingPad(ArrayRef<unsigned> Handlers,
                                           BasicBlock *Pad) {
  IRBuilder<>::InsertPointGuard Guard(B);
  // Inlined calls need a location, and those of landing pads have that of the
  // first instruction.
  B.SetInsertPoint(Pad);
  F.setPersonalityFn(cast<Constant>(
      T.module()
          .getOrInsertFunction("java_personality",
                               FunctionType::get(B.getInt32Ty(), true))
          .getCallee()));
  LandingPadInst *Landing = B.CreateLandingPad(
      StructType::get(B.getPtrTy(), B.getInt32Ty()), Handlers.empty() ? 0 : 1);
  if (Handlers.empty())
    Landing->setCleanup(true);
  else
    Landing->addClause(ConstantPointerNull::get(B.getPtrTy()));

  if (Handlers.empty()) {
    exitMonitor();
    B.CreateResume(Landing);
    return;
  }
  Value *Header = B.CreateExtractValue(Landing, 0);
  Value *Thrown = B.CreateCall(T.runtime("java_exception"), Header, "thrown");
  NotNull.insert(Thrown);
  for (unsigned Index : Handlers) {
    const ExceptionHandler &Handler = Source->Handlers[Index];
    Block &To = blockAt(Handler.Handler);
    const StringRef Name =
        Handler.Class.empty() ? "java/lang/Throwable" : Handler.Class;
    const JavaClass *Caught = load(Name);
    if (!Caught)
      return;
    const VerificationType Type = {VerificationType::Object, 0, Name};
    if (!isAssignable(Name, "java/lang/Throwable"))
      return fail("the handler at " + Twine(Handler.Handler) + " catches " +
                  Name);
    if (!To.Frame || To.Stack.size() != 1 ||
        !isAssignable(Type, To.Stack.front()))
      return fail("the frame of the handler at " + Twine(Handler.Handler) +
                  " does not have what is caught as its only operand");
    if (!Source->MaxStack)
      return fail("a handler needs an operand");

    BasicBlock *Fits = newBlock("catch"), *Next = nullptr;
    const bool CatchesAll =
        Handler.Class.empty() || Name == "java/lang/Throwable";
    if (CatchesAll) {
      B.CreateBr(Fits);
    } else {
      Value *Is = isInstance(Thrown, *Caught);
      Next = newBlock("next");
      B.CreateCondBr(Is, Fits, Next);
    }
    B.SetInsertPoint(Fits);
    B.CreateCall(T.runtime("java_begin_catch"), Header);
    B.CreateStore(Thrown, stackSlot(0, Kind::Reference));
    B.CreateBr(To.Entry);
    reach(To);
    if (CatchesAll)
      return;
    B.SetInsertPoint(Next);
  }
  // The unwinder has searched for a handler up to here, so only a new search
  // comes to those of callers.
  B.CreateCall(T.runtime("java_begin_catch"), Header);
  exitMonitor();
  B.CreateCall(T.runtime("java_throw"), Thrown);
  B.CreateUnreachable();
}
