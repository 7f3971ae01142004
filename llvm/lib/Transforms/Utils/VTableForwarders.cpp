//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/VTableForwarders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include <optional>

using namespace llvm;

/// Its value is the offset of the slot.
static constexpr StringLiteral ForwarderAttr = "vtable-forwarder";

/// Its value is the name of the method that is likely there.
static constexpr StringLiteral MethodAttr = "vtable-forwarder-method";

/// It stands for a method that is a candidate of calls, and cannot be named.
static constexpr StringLiteral UnnamedAttr = "vtable-forwarder-unnamed";

//===----------------------------------------------------------------------===//
// How values are passed
//===----------------------------------------------------------------------===//

static AttributeList getPassingAttributes(LLVMContext &C, AttributeList All,
                                          unsigned NumParams) {
  static constexpr Attribute::AttrKind Kinds[] = {
      Attribute::ZExt,      Attribute::SExt,          Attribute::InReg,
      Attribute::StructRet, Attribute::ByVal,         Attribute::ByRef,
      Attribute::SwiftSelf, Attribute::SwiftError,    Attribute::SwiftAsync,
      Attribute::Alignment, Attribute::StackAlignment};
  auto Filter = [&](AttributeSet Of, bool MayAlign) {
    AttrBuilder B(C);
    for (Attribute::AttrKind Kind : Kinds)
      if (Of.hasAttribute(Kind) && (Kind != Attribute::Alignment || MayAlign))
        B.addAttribute(Of.getAttribute(Kind));
    return AttributeSet::get(C, B);
  };
  SmallVector<AttributeSet, 8> Params;
  for (unsigned I = 0; I != NumParams; ++I)
    Params.push_back(
        Filter(All.getParamAttrs(I), All.hasParamAttr(I, Attribute::ByVal)));
  return AttributeList::get(C, AttributeSet(), Filter(All.getRetAttrs(), false),
                            Params);
}

AttributeList llvm::getPassingAttributes(const CallBase &CB) {
  return ::getPassingAttributes(CB.getContext(), CB.getAttributes(),
                                CB.getFunctionType()->getNumParams());
}

AttributeList llvm::getPassingAttributes(const Function &F) {
  return ::getPassingAttributes(F.getContext(), F.getAttributes(),
                                F.arg_size());
}

bool llvm::hasPassingOfItsOwn(AttributeList Attributes) {
  static constexpr Attribute::AttrKind Kinds[] = {
      Attribute::InAlloca, Attribute::Preallocated, Attribute::SwiftError,
      Attribute::Nest};
  return any_of(Kinds, [&](Attribute::AttrKind Kind) {
    return Attributes.hasAttrSomewhere(Kind);
  });
}

//===----------------------------------------------------------------------===//
// Functions that forward
//===----------------------------------------------------------------------===//

/// \returns the index of the object among the parameters of the method \p F.
static unsigned getThisIndex(const Function &F) {
  return F.hasStructRetAttr() ? 1 : 0;
}

bool llvm::mayForwardTo(const Function &F) {
  return F.arg_size() > getThisIndex(F) &&
         F.getArg(getThisIndex(F))->getType()->isPointerTy() &&
         !hasPassingOfItsOwn(F.getAttributes());
}

AttributeList llvm::getForwarderAttributes(const Function &Method) {
  // What code is generated for, but nothing of what it does: that holds of the
  // method, and not of loading from the vtable.
  static constexpr Attribute::AttrKind Kinds[] = {
      Attribute::MinSize,
      Attribute::NoImplicitFloat,
      Attribute::NoRedZone,
      Attribute::NoUnwind,
      Attribute::NullPointerIsValid,
      Attribute::OptimizeForSize,
      Attribute::SpeculativeLoadHardening,
      Attribute::StrictFP,
      Attribute::UWTable};
  LLVMContext &C = Method.getContext();
  AttrBuilder B(C);
  for (Attribute A : Method.getAttributes().getFnAttrs())
    if (A.isStringAttribute() || is_contained(Kinds, A.getKindAsEnum()))
      B.addAttribute(A);
  return getPassingAttributes(Method).addFnAttributes(C, B);
}

Function &llvm::declareVTableForwarder(Function &Method, int64_t Offset,
                                       const Twine &Name) {
  Function &F =
      *Function::Create(Method.getFunctionType(), GlobalValue::ExternalLinkage,
                        Method.getAddressSpace(), Name, Method.getParent());
  F.setCallingConv(Method.getCallingConv());
  F.setAttributes(getForwarderAttributes(Method));
  F.addFnAttr(ForwarderAttr, std::to_string(Offset));
  return F;
}

void llvm::standForUnnamed(Function &F) { F.addFnAttr(UnnamedAttr); }

bool llvm::standsForUnnamed(const Function &F) {
  return F.hasFnAttribute(UnnamedAttr);
}

void llvm::expectMethod(Function &F, const Function &Method) {
  if (Method.isDeclaration() && Method.hasExternalLinkage() &&
      Method.getParent()->getTargetTriple().isOSBinFormatELF())
    F.addFnAttr(MethodAttr, Method.getName());
}

/// \returns whether the call in \p F must be a tail call, since it is a part of
/// one that the program asks for.
static bool mustTailCall(const Function &F) {
  const ManagedTargetInfo Target(F.getParent()->getTargetTriple());
  return F.isVarArg() ||
         (Target.forwardsArguments() &&
          !F.getAttributes().hasAttrSomewhere(Attribute::ByVal));
}

/// \returns the method that \p F expects in the slot; null if it expects none,
/// or cannot call it by a weak reference.
static Function *getExpectedMethod(Function &F) {
  const StringRef Name = F.getFnAttribute(MethodAttr).getValueAsString();
  if (Name.empty())
    return nullptr;
  Module &M = *F.getParent();
  GlobalValue *Named = M.getNamedValue(Name);
  auto *Method = dyn_cast_or_null<Function>(Named);
  if ((!Named || Named->isDeclaration()) && mustTailCall(F) &&
      !ManagedTargetInfo(M.getTargetTriple()).tailCallsWeak())
    return nullptr;
  if (!Named) {
    Method =
        Function::Create(F.getFunctionType(), GlobalValue::ExternalWeakLinkage,
                         F.getAddressSpace(), Name, &M);
    Method->setCallingConv(F.getCallingConv());
    Method->setAttributes(getPassingAttributes(F));
  }
  if (!Method || Method->getFunctionType() != F.getFunctionType())
    return nullptr;
  if (Method->isDeclaration()) {
    Method->setLinkage(GlobalValue::ExternalWeakLinkage);
    // A hidden one would have to be in this linkage unit.
    Method->setVisibility(GlobalValue::DefaultVisibility);
    Method->setDSOLocal(false);
  }
  return Method;
}

/// \returns the offset of the slot that \p F calls the method in, if it is such
/// a function.
static std::optional<int64_t> getOffset(const Function &F) {
  int64_t Offset;
  if (F.getFnAttribute(ForwarderAttr)
          .getValueAsString()
          .getAsInteger(10, Offset) ||
      !mayForwardTo(F))
    return std::nullopt;
  return Offset;
}

void llvm::defineVTableForwarder(Function &F) {
  const int64_t Offset = *getOffset(F);
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  LLVMContext &C = F.getContext();
  IRBuilder<> Builder(BasicBlock::Create(C, "entry", &F));
  SmallVector<Value *, 8> Args(make_pointer_range(F.args()));
  Value *This = Args[getThisIndex(F)];
  Value *VTable = Builder.CreateLoad(This->getType(), This,
                                     /*isVolatile=*/true, "vtable");
  Value *Slot = Builder.CreateInBoundsGEP(
      Builder.getInt8Ty(), VTable,
      ConstantInt::getSigned(Type::getInt64Ty(C), Offset), "vfn");
  LoadInst *Callee =
      Builder.CreateLoad(This->getType(), Slot, /*isVolatile=*/true);
  auto CallAndReturn = [&](Value *To) {
    CallInst *Call = Builder.CreateCall(F.getFunctionType(), To, Args);
    Call->setCallingConv(F.getCallingConv());
    Call->setAttributes(getPassingAttributes(F));
    if (mustTailCall(F))
      Call->setTailCallKind(CallInst::TCK_MustTail);
    if (Call->getType()->isVoidTy())
      Builder.CreateRetVoid();
    else
      Builder.CreateRet(Call);
  };
  if (Function *Method = getExpectedMethod(F)) {
    BasicBlock *Expected = BasicBlock::Create(C, "expected", &F);
    BasicBlock *Other = BasicBlock::Create(C, "other", &F);
    Builder.CreateCondBr(Builder.CreateICmpEQ(Callee, Method, "is.expected"),
                         Expected, Other,
                         MDBuilder(C).createLikelyBranchWeights());
    Builder.SetInsertPoint(Expected);
    CallAndReturn(Method);
    Builder.SetInsertPoint(Other);
  }
  CallAndReturn(Callee);
}

bool llvm::isVTableForwarder(const Function &F) {
  return getOffset(F).has_value();
}
