//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VirtualCallGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"

using namespace llvm;

/// \returns whether \p Callee, a select or a phi of functions, is \p Method;
/// null if it is something else.
static Value *isMethod(Value *Callee, const Function &Method) {
  auto *Choice = dyn_cast<Instruction>(Callee);
  if (!Choice || !isa<SelectInst, PHINode>(Choice))
    return nullptr;
  IRBuilder<> Builder(Choice);
  const auto Ask = [&](const Value *F) {
    return Builder.getInt1(F == &Method);
  };
  if (auto *Select = dyn_cast<SelectInst>(Choice)) {
    const Value *True = Select->getTrueValue(),
                *False = Select->getFalseValue();
    return isa<Function>(True) && isa<Function>(False)
               ? Builder.CreateSelect(Select->getCondition(), Ask(True),
                                      Ask(False), "is.method")
               : nullptr;
  }
  auto *Phi = cast<PHINode>(Choice);
  if (!all_of(Phi->incoming_values(), IsaPred<Function>))
    return nullptr;
  PHINode *Is = Builder.CreatePHI(Builder.getInt1Ty(),
                                  Phi->getNumIncomingValues(), "is.method");
  for (const auto &[F, Block] :
       zip_equal(Phi->incoming_values(), Phi->blocks()))
    Is->addIncoming(Ask(F), Block);
  return Is;
}

CallBase &llvm::guardByMethod(CallBase &CB, Function &Method, MDNode *Weights) {
  Value *Callee = CB.getCalledOperand();
  CallBase &Direct = promoteCallWithIfThenElse(CB, &Method, Weights);
  // What has chosen a function is known without the addresses of functions,
  // which might be the same.
  if (Value *Is = isMethod(Callee, Method))
    for (User *U : make_early_inc_range(Callee->users()))
      if (auto *Guard = dyn_cast<ICmpInst>(U);
          Guard && Guard->getPredicate() == ICmpInst::ICMP_EQ &&
          Guard->getOperand(1) == &Method) {
        Guard->replaceAllUsesWith(Is);
        Guard->eraseFromParent();
      }
  return Direct;
}

CallBase &llvm::guardByVTable(CallBase &CB, Function &Method, Instruction &VPtr,
                              Constant &VTable, MDNode *Weights) {
  CallBase &Direct =
      promoteCallWithVTableCmp(CB, &VPtr, &Method, &VTable, Weights);
  // Nobody else needs what is in the slot.
  if (auto *Slot = dyn_cast<LoadInst>(CB.getCalledOperand()))
    if (Slot->hasOneUse() && Slot->hasMetadata(LLVMContext::MD_invariant_load))
      Slot->moveBefore(CB.getIterator());
  return Direct;
}

//===----------------------------------------------------------------------===//
// Functions that ask
//===----------------------------------------------------------------------===//

/// What code is generated for, in which a function and its callers agree.
static constexpr StringLiteral TargetAttributes[] = {
    "target-cpu", "target-features", "tune-cpu"};

/// \returns whether code in \p F may do what it may not elsewhere.
static bool hasStrictAttributes(const Function &F) {
  return F.hasFnAttribute(Attribute::StrictFP) ||
         F.hasFnAttribute(Attribute::SpeculativeLoadHardening) ||
         F.hasFnAttribute(Attribute::NoRedZone) ||
         F.hasFnAttribute(Attribute::NoImplicitFloat) ||
         F.hasFnAttribute(Attribute::NullPointerIsValid);
}

static Function *makeGuard(const CallBase &CB, ArrayRef<GuardedMethod> Methods,
                           uint64_t Offset, AttributeList Attributes,
                           StringRef Name) {
  const Function &Caller = *CB.getFunction();
  Module &M = *const_cast<Module *>(CB.getModule());
  LLVMContext &C = M.getContext();
  Function *Guard = Function::createWithDefaultAttr(
      CB.getFunctionType(), GlobalValue::InternalLinkage,
      Caller.getAddressSpace(), Name, &M);
  Guard->setCallingConv(CB.getCallingConv());
  Guard->setAttributes(Attributes.addFnAttributes(
      C, AttrBuilder(C, Guard->getAttributes().getFnAttrs())));
  Guard->addFnAttr(Attribute::NoInline);
  // Branches may be tail calls then.
  Guard->addFnAttr(Attribute::OptimizeForSize);
  for (StringRef Kind : TargetAttributes)
    if (Attribute A = Caller.getFnAttribute(Kind); A.isValid())
      Guard->addFnAttr(A);
  Guard->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);

  IRBuilder<> Builder(BasicBlock::Create(C, "entry", Guard));
  SmallVector<Value *, 8> Args;
  for (Argument &Arg : Guard->args())
    Args.push_back(&Arg);
  auto TailCall = [&](Value *Callee) {
    CallInst *Tail = Builder.CreateCall(Guard->getFunctionType(), Callee, Args);
    Tail->setCallingConv(Guard->getCallingConv());
    Tail->setAttributes(Attributes);
    Tail->setTailCallKind(CallInst::TCK_MustTail);
    Tail->setIsNoInline();
    if (Tail->getType()->isVoidTy())
      Builder.CreateRetVoid();
    else
      Builder.CreateRet(Tail);
  };
  // An indirect result comes first.
  Value *This = Args[CB.hasStructRetAttr() ? 1 : 0];
  Type *PtrTy = This->getType();
  // Comparisons and the call have loads of their own, which are part of the
  // instruction.
  auto GetVTable = [&] { return Builder.CreateLoad(PtrTy, This, "vtable"); };
  auto GetSlot = [&] {
    return Builder.CreateLoad(
        PtrTy, Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(),
                                                  GetVTable(), Offset, "vfn"));
  };
  for (const GuardedMethod &Asked : Methods) {
    Value *IsMethod = Asked.VTable
                          ? Builder.CreateICmpEQ(GetVTable(), Asked.VTable)
                          : Builder.CreateICmpEQ(GetSlot(), Asked.Method);
    // What follows a branch is what is not jumped to.
    BasicBlock *Hit = BasicBlock::Create(C, "hit", Guard);
    BasicBlock *Miss = BasicBlock::Create(
        C, "miss", Guard, Builder.GetInsertBlock()->getNextNode());
    Builder.CreateCondBr(IsMethod, Hit, Miss);
    Builder.SetInsertPoint(Hit);
    TailCall(Asked.Method);
    Builder.SetInsertPoint(Miss);
  }
  TailCall(GetSlot());
  return Guard;
}

bool llvm::callGuard(CallBase &CB, ArrayRef<GuardedMethod> Methods,
                     uint64_t Offset, SharedGuards &Guards) {
  const unsigned ThisIndex = CB.hasStructRetAttr() ? 1 : 0;
  const Function &Caller = *CB.getFunction();
  // A call that does not read the object may be where that is gone.
  const MemoryEffects Effects = CB.getMemoryEffects();
  if (!isRefSet(Effects.getModRef(IRMemLocation::ArgMem) |
                Effects.getModRef(IRMemLocation::Other)))
    return false;
  // Not all targets have these tail calls, and arguments on the stack would
  // have to be copied.
  const unsigned MaxArgs = ManagedTargetInfo(CB.getModule()->getTargetTriple())
                               .getMaxSharedGuardArgs();
  if (CB.arg_size() <= ThisIndex || CB.arg_size() > MaxArgs ||
      CB.hasByValArgument() ||
      !CB.getArgOperand(ThisIndex)->getType()->isPointerTy() ||
      hasPassingOfItsOwn(CB.getAttributes()) || CB.hasOperandBundles() ||
      hasStrictAttributes(Caller) || !isa<LoadInst>(CB.getCalledOperand()) ||
      any_of(Methods, [&](const GuardedMethod &Asked) {
        return Asked.Method->getType() != CB.getCalledOperand()->getType() ||
               Asked.Method->getFunctionType() != CB.getFunctionType() ||
               Asked.Method->getCallingConv() != CB.getCallingConv();
      }))
    return false;
  std::string Name = "guard." + std::to_string(Offset);
  for (const GuardedMethod &Asked : Methods)
    Name += ((Asked.VTable ? ".vtable." : ".") + Asked.Method->getName()).str();
  AttributeList Attributes = getPassingAttributes(CB);
  Function *&Guard = Guards[Name];
  if (Guard && (Guard->getFunctionType() != CB.getFunctionType() ||
                Guard->getAttributes().removeFnAttributes(CB.getContext()) !=
                    Attributes))
    return false;
  if (Guard && !all_of(TargetAttributes, [&](StringRef Kind) {
        return Guard->getFnAttribute(Kind) == Caller.getFnAttribute(Kind);
      }))
    return false;
  if (!Guard)
    Guard = makeGuard(CB, Methods, Offset, Attributes, Name);
  CB.setCalledFunction(Guard);
  return true;
}
