//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointBuilder.h"
#include "StatepointStripping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

static bool isDeoptimize(const CallBase &Call) {
  return Call.getIntrinsicID() == Intrinsic::experimental_deoptimize;
}

/// The function that \p Call calls in the end. The address of an intrinsic
/// cannot be taken.
static FunctionCallee getTarget(CallBase &Call) {
  if (!isDeoptimize(Call))
    return {Call.getFunctionType(), Call.getCalledOperand()};
  SmallVector<Type *, 8> Types;
  for (Value *Argument : Call.args())
    Types.push_back(Argument->getType());
  auto *Ty = FunctionType::get(Type::getVoidTy(Call.getContext()), Types,
                               /*isVarArg=*/false);
  return Call.getModule()->getOrInsertFunction("__llvm_deoptimize", Ty);
}

/// The attributes of \p Call that its statepoint has, besides those in \p Own.
/// A collection is no effect of the program, so what was said of effects is
/// not true any more. Those of the result go to the gc.result. That the callee
/// only writes a stack object would be lost with the attributes of its
/// declaration, and the object was found dead for it.
static AttributeList getAttributes(CallBase &Call, AttributeList Own) {
  const AttributeList Old = Call.getAttributes();
  LLVMContext &Context = Call.getContext();
  for (unsigned I = 0; I != Call.arg_size(); ++I)
    if (onlyWritesStackObject(Call, I))
      Own =
          Own.addParamAttribute(Context, GCStatepointInst::CallArgsBeginPos + I,
                                Attribute::WriteOnly);
  if (Old.isEmpty())
    return Own;
  AttrBuilder FnAttrs(Context, Old.getFnAttrs());
  for (const Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::NoFree})
    FnAttrs.removeAttribute(Kind);
  for (const Attribute A : Old.getFnAttrs())
    if (isStatepointDirectiveAttr(A))
      FnAttrs.removeAttribute(A);
  Own = Own.addFnAttributes(Context, FnAttrs);
  for (unsigned I = 0; I != Call.arg_size(); ++I)
    Own =
        Own.addParamAttributes(Context, GCStatepointInst::CallArgsBeginPos + I,
                               AttrBuilder(Context, Old.getParamAttrs(I))
                                   .removeAttribute(Attribute::Returned));
  return Own;
}

namespace {

/// Inserts the relocates of one statepoint.
class RelocateBuilder {
  ArrayRef<StatepointEntry> Entries;
  IRBuilder<> &Builder;
  DenseMap<Type *, Function *> Declarations;

  Instruction *create(Instruction *Token, unsigned Number);

public:
  RelocateBuilder(ArrayRef<StatepointEntry> Entries, IRBuilder<> &Builder)
      : Entries(Entries), Builder(Builder) {}

  template <typename Predicate>
  void createAll(Instruction *Token, SmallVectorImpl<Instruction *> &Relocates,
                 Predicate IsNeeded) {
    Relocates.resize(Entries.size());
    for (unsigned I = 0; I != Entries.size(); ++I)
      if (IsNeeded(Entries[I]))
        Relocates[I] = create(Token, I);
  }
};

} // end anonymous namespace

Instruction *RelocateBuilder::create(Instruction *Token, unsigned Number) {
  const StatepointEntry &Entry = Entries[Number];
  Function *&Declaration = Declarations[Entry.V->getType()];
  if (!Declaration)
    Declaration = Intrinsic::getOrInsertDeclaration(
        Token->getModule(), Intrinsic::experimental_gc_relocate,
        {Entry.V->getType()});
  CallInst *Relocate = Builder.CreateCall(
      Declaration,
      {Token, Builder.getInt32(Entry.Base), Builder.getInt32(Number)},
      Entry.V->hasName() ? Entry.V->getName() + ".relocated" : Twine());
  // Nothing is called, so no register is lost.
  Relocate->setCallingConv(CallingConv::Cold);
  return Relocate;
}

namespace {

/// What all statepoints of calls and invokes are made of.
struct Parts {
  StatepointDirectives Directives;
  FunctionCallee Target;
  uint32_t Flags = uint32_t(StatepointFlags::None);
  SmallVector<Value *, 8> Arguments;
  std::optional<ArrayRef<Use>> Transition, Deopt;
  SmallVector<Value *, 16> Live;

  Parts(CallBase &Call, ArrayRef<StatepointEntry> Entries,
        ArrayRef<Value *> Objects);
  uint64_t getID() const {
    return Directives.StatepointID.value_or(
        StatepointDirectives::DefaultStatepointID);
  }
  uint32_t getNumPatchBytes() const {
    return Directives.NumPatchBytes.value_or(0);
  }
};

} // end anonymous namespace

Parts::Parts(CallBase &Call, ArrayRef<StatepointEntry> Entries,
             ArrayRef<Value *> Objects)
    : Directives(parseStatepointDirectivesFromAttrs(Call.getAttributes())),
      Target(getTarget(Call)), Arguments(Call.args()) {
  if (auto Bundle = Call.getOperandBundle(LLVMContext::OB_gc_transition)) {
    Transition = Bundle->Inputs;
    Flags |= uint32_t(StatepointFlags::GCTransition);
  }
  if (auto Bundle = Call.getOperandBundle(LLVMContext::OB_deopt))
    Deopt = Bundle->Inputs;
  if (Call.getFnAttr("deopt-lowering").getValueAsString() == "live-in")
    Flags |= uint32_t(StatepointFlags::DeoptLiveIn);
  for (const StatepointEntry &Entry : Entries)
    Live.push_back(Entry.V);
  Live.append(Objects.begin(), Objects.end());
}

/// Gives \p Statepoint what \p Call has besides operands.
static GCStatepointInst *finish(CallBase &Call, CallBase *Statepoint) {
  Statepoint->setCallingConv(Call.getCallingConv());
  Statepoint->setAttributes(getAttributes(Call, Statepoint->getAttributes()));
  Statepoint = copyCalleeBundles(Call, Statepoint);
  if (!isDeoptimize(Call))
    Statepoint->setName("statepoint_token");
  return cast<GCStatepointInst>(Statepoint);
}

static Instruction *createResult(CallBase &Call, Instruction *Token,
                                 IRBuilder<> &Builder) {
  if (isDeoptimize(Call) || Call.getType()->isVoidTy() || Call.use_empty())
    return nullptr;
  CallInst *Result =
      Builder.CreateGCResult(Token, Call.getType(), Call.getName());
  Result->setAttributes(AttributeList::get(Call.getContext(),
                                           AttributeList::ReturnIndex,
                                           Call.getAttributes().getRetAttrs()));
  Call.replaceAllUsesWith(Result);
  return Result;
}

static bool isNeeded(const StatepointEntry &E) { return E.IsNeeded; }

static BuiltStatepoint buildCall(CallInst &Call, Parts &P,
                                 ArrayRef<StatepointEntry> Entries) {
  BuiltStatepoint Built;
  IRBuilder<> Builder(&Call);
  CallInst *Statepoint = Builder.CreateGCStatepointCall(
      P.getID(), P.getNumPatchBytes(), P.Target, P.Flags, P.Arguments,
      P.Transition, P.Deopt, P.Live, "safepoint_token");
  Statepoint->setTailCallKind(Call.getTailCallKind());
  Built.Token = finish(Call, Statepoint);
  Builder.SetInsertPoint(Call.getNextNode());
  Built.Result = createResult(Call, Built.Token, Builder);
  RelocateBuilder(Entries, Builder)
      .createAll(Built.Token, Built.Relocates, isNeeded);
  return Built;
}

static BuiltStatepoint buildInvoke(InvokeInst &Invoke, Parts &P,
                                   ArrayRef<StatepointEntry> Entries) {
  BuiltStatepoint Built;
  IRBuilder<> Builder(&Invoke);
  BasicBlock *Normal = Invoke.getNormalDest(), *Pad = Invoke.getUnwindDest();
  InvokeInst *Statepoint = Builder.CreateGCStatepointInvoke(
      P.getID(), P.getNumPatchBytes(), P.Target, Normal, Pad, P.Flags,
      P.Arguments, P.Transition, P.Deopt, P.Live, "statepoint_token");
  Built.Token = finish(Invoke, Statepoint);

  Builder.SetInsertPoint(Pad, Pad->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Invoke.getDebugLoc());
  RelocateBuilder(Entries, Builder)
      .createAll(Pad->getLandingPadInst(), Built.PadRelocates,
                 [](const StatepointEntry &E) { return E.IsNeededInPad; });

  Builder.SetInsertPoint(Normal, Normal->getFirstInsertionPt());
  Built.Result = createResult(Invoke, Built.Token, Builder);
  RelocateBuilder(Entries, Builder)
      .createAll(Built.Token, Built.Relocates, isNeeded);
  Invoke.eraseFromParent();
  return Built;
}

BuiltStatepoint llvm::buildStatepoint(CallBase &Call,
                                      ArrayRef<StatepointEntry> Entries,
                                      ArrayRef<Value *> Objects) {
  Parts P(Call, Entries, Objects);
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    return buildInvoke(*Invoke, P, Entries);
  return buildCall(cast<CallInst>(Call), P, Entries);
}

void llvm::eraseRewrittenCall(CallBase &Call) {
  if (isDeoptimize(Call)) {
    // It returned what the caller returns, and does not return any more.
    Instruction *Return = Call.getParent()->getTerminator();
    new UnreachableInst(Return->getContext(), Return->getIterator());
    Return->eraseFromParent();
  }
  Call.eraseFromParent();
}
