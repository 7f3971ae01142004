//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCBaseMaterialization.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static StringRef getDefaultName(const Instruction &Choice) {
  if (isa<PHINode>(Choice))
    return "base_phi";
  if (isa<SelectInst>(Choice))
    return "base_select";
  if (isa<ExtractElementInst>(Choice))
    return "base_ee";
  if (isa<CallInst>(Choice))
    return "base_call";
  return isa<InsertElementInst>(Choice) ? "base_ie" : "base_sv";
}

/// Creates the call of the intrinsic of \p Choice for bases instead of the
/// operands that it chooses from. These are filled in later.
static Instruction *createMirror(IntrinsicInst &Choice,
                                 const GCPointers &Pointers) {
  const Intrinsic::ID ID = Choice.getIntrinsicID();
  const GCPointerOrigin Origin = getGCPointerOrigin(ID);
  SmallVector<Type *, 8> Types;
  SmallVector<Value *, 8> Operands(Choice.args());
  for (const auto &[Number, V] : enumerate(Operands)) {
    if (Origin.hasOperand(Number))
      V = PoisonValue::get(Pointers.getRootType(V->getType()));
    Types.push_back(V->getType());
  }
  auto *Ty = FunctionType::get(Pointers.getRootType(Choice.getType()), Types,
                               /*isVarArg=*/false);
  SmallVector<Type *, 2> Overloads;
  if (!Intrinsic::getIntrinsicSignature(ID, Ty, Overloads))
    llvm_unreachable("all pointers are exchanged alike");
  Function *Callee =
      Intrinsic::getOrInsertDeclaration(Choice.getModule(), ID, Overloads);
  return CallInst::Create(Callee, Operands);
}

Value *GCBaseMaterializer::getValue(const GCBase &Base) {
  if (Bases.isUnknown(Base))
    Unknown.insert(cast<Instruction>(Base.V));
  if (!Base.IsMirror)
    return Base.V;
  Instruction *&Mirror = Mirrors[Base.V];
  if (Mirror)
    return Mirror;
  auto *Choice = cast<Instruction>(Base.V);
  if (auto *Call = dyn_cast<IntrinsicInst>(Choice)) {
    Mirror = createMirror(*Call, Bases.getPointers());
  } else {
    Mirror = Choice->clone();
    // All that it chooses from is replaced.
    Mirror->mutateType(Bases.getPointers().getRootType(Choice->getType()));
  }
  Mirror->insertBefore(Choice->getIterator());
  if (Choice->hasName())
    Mirror->setName(Choice->getName() + ".base");
  else
    Mirror->setName(getDefaultName(*Choice));
  Mirror->setMetadata("is_base_value", MDNode::get(Choice->getContext(), {}));
  Inserted.insert(Mirror);
  Pending.push_back(Choice);
  return Mirror;
}

/// The base of \p Input, as a value of the type that roots have, available at
/// \p Place.
Value *GCBaseMaterializer::getInput(Value *Input, BasicBlock::iterator Place) {
  const GCPointers &Pointers = Bases.getPointers();
  Type *Ty = Pointers.getRootType(Input->getType());
  Value *Base = getValue(Bases.find(Input));
  // A vector of pointers into one object has one base.
  if (auto *Vector = dyn_cast<VectorType>(Ty);
      Vector && !Base->getType()->isVectorTy())
    Base = IRBuilder<>(Place->getParent(), Place)
               .CreateVectorSplat(Vector->getElementCount(), Base);
  if (Base->getType() == Ty)
    return Base;
  // What has no base pointer where others have one is kept by somebody else.
  if (isa<Constant>(Base) || Ty != Input->getType() ||
      Pointers.getKind(Ty) == GCPointerKind::Base)
    return Constant::getNullValue(Ty);
  return CastInst::CreatePointerBitCastOrAddrSpaceCast(Base, Ty, "cast", Place);
}

/// Has the mirror of \p Choice choose between the bases of what \p Choice
/// chooses from.
void GCBaseMaterializer::complete(Instruction &Choice) {
  Instruction *Mirror = Mirrors[&Choice];
  if (auto *Phi = dyn_cast<PHINode>(&Choice)) {
    // A block that comes in twice must bring the same value.
    DenseMap<BasicBlock *, Value *> FromBlock;
    for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
      BasicBlock *From = Phi->getIncomingBlock(I);
      Value *&Base = FromBlock[From];
      if (!Base)
        Base = getInput(Phi->getIncomingValue(I),
                        From->getTerminator()->getIterator());
      cast<PHINode>(Mirror)->setIncomingValue(I, Base);
    }
    return;
  }
  visitGCChoices(Choice, [&](Use &Input) {
    Mirror->setOperand(Input.getOperandNo(),
                       getInput(Input.get(), Mirror->getIterator()));
  });
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&Choice))
    if (Shuffle->isZeroEltSplat())
      Mirror->setOperand(1,
                         PoisonValue::get(Shuffle->getOperand(1)->getType()));
}

Value *GCBaseMaterializer::get(Value *V) {
  if (isInserted(V))
    return V;
  Value *Base = getValue(Bases.find(V));
  while (!Pending.empty())
    complete(*Pending.pop_back_val());
  return Base;
}
