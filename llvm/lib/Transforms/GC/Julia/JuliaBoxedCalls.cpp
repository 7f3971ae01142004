//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

/// What is in front of the arguments in the array.
struct BoxedForm {
  /// Whether the first operand is the function to be called.
  bool HasCallee = false;
  bool HasExtra = false;
  bool HasFunction = true;

  unsigned getNumInFront() const {
    return unsigned(HasCallee) + HasExtra + HasFunction;
  }
};

} // end anonymous namespace

static std::optional<BoxedForm> getForm(const CallBase &Call) {
  switch (Call.getCallingConv()) {
  case julia::BoxedCallConvention:
    return BoxedForm();
  case julia::BoxedCallConventionWithoutFunction:
    return BoxedForm{false, false, false};
  default:
    break;
  }
  if (callsJulia(Call, julia::BoxedCall) ||
      callsJulia(Call, julia::BoxedCallOfDerived))
    return BoxedForm{true, false, true};
  if (callsJulia(Call, julia::BoxedCallWithExtra))
    return BoxedForm{true, true, true};
  return std::nullopt;
}

int llvm::getNumJuliaBoxedArguments(const CallBase &Call) {
  const std::optional<BoxedForm> Form = getForm(Call);
  if (!Form)
    return -1;
  return std::max<int>(0, Call.arg_size() - Form->getNumInFront());
}

/// Returns the attributes of \p Call that do not belong to its operands.
static AttributeList getAttributes(const CallBase &Call) {
  const AttributeList All = Call.getAttributes();
  return AttributeList::get(Call.getContext(), All.getFnAttrs(),
                            All.getRetAttrs(), {});
}

void llvm::lowerJuliaBoxedCall(CallBase &Call, Value *Array) {
  const BoxedForm Form = *getForm(Call);
  if (Call.isMustTailCall()) {
    reportJuliaCall(Call, "a call with boxed arguments cannot be one that has "
                          "to be a tail call");
    return;
  }
  if (Call.arg_size() < Form.getNumInFront()) {
    reportJuliaCall(Call, "it has " + Twine(Call.arg_size()) +
                              " operands, but needs at least " +
                              Twine(Form.getNumInFront()));
    return;
  }
  Type *Element = PointerType::get(Call.getContext(), julia::Tracked);
  if (any_of(drop_begin(Call.args(), Form.getNumInFront()),
             [&](const Use &U) { return U->getType() != Element; })) {
    reportJuliaCall(Call,
                    "a boxed argument is not a pointer of address space 10");
    return;
  }
  IRBuilder<> Builder(&Call);
  const auto *Next = Call.arg_begin();
  Value *Callee = Form.HasCallee ? (Next++)->get() : Call.getCalledOperand();
  Value *Extra = Form.HasExtra ? (Next++)->get() : nullptr;
  SmallVector<Value *, 4> Operands;
  if (Form.HasFunction)
    Operands.push_back(*Next++);
  const unsigned NumBoxed = Call.arg_end() - Next;
  for (unsigned I = 0; I != NumBoxed; ++I)
    Builder.CreateStore(Next[I].get(),
                        Builder.CreateConstInBoundsGEP1_32(Element, Array, I));
  PointerType *Ptr = Builder.getPtrTy();
  Operands.push_back(NumBoxed ? Array : ConstantPointerNull::get(Ptr));
  Operands.push_back(Builder.getInt32(NumBoxed));
  if (Extra)
    Operands.push_back(Extra);
  SmallVector<Type *, 4> Types(map_range(
      Operands, [](const Value *Operand) { return Operand->getType(); }));
  auto *Ty = FunctionType::get(Call.getType(), Types, false);
  SmallVector<OperandBundleDef, 1> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    New = Builder.CreateInvoke(Ty, Callee, Invoke->getNormalDest(),
                               Invoke->getUnwindDest(), Operands, Bundles);
  else
    New = Builder.CreateCall(Ty, Callee, Operands, Bundles);
  New->setAttributes(getAttributes(Call));
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
}
