//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/StatepointObjects.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

std::optional<std::pair<const AllocaInst *, int64_t>>
llvm::findStackObject(const Value *V) {
  if (!V->getType()->isPointerTy())
    return std::nullopt;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return std::nullopt;
  const DataLayout &DL = I->getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(V->getType()), 0);
  const Value *Object = V->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  const auto *Alloca = dyn_cast<AllocaInst>(Object);
  if (!Alloca || !Alloca->isStaticAlloca())
    return std::nullopt;
  return std::make_pair(Alloca, Offset.getSExtValue());
}

void llvm::addStackObjectMember(MachineInstrBuilder &MIB,
                                const MachineOperand &Member) {
  MIB.addImm(StackMaps::DirectMemRefOp);
  MIB.addFrameIndex(Member.getIndex());
}

/// Whether \p Ty has nothing but pointers.
static bool isAllPointers(Type *Ty) {
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return Struct->getNumElements() &&
           all_of(Struct->elements(), isAllPointers);
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return isAllPointers(Array->getElementType());
  return Ty->isPtrOrPtrVectorTy();
}

uint64_t llvm::getStackObjectSize(const MachineInstr &Statepoint, Register Base,
                                  int64_t Offset) {
  const MachineFunction &MF = *Statepoint.getMF();
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  const TargetFrameLowering &TFL = *MF.getSubtarget().getFrameLowering();
  const uint64_t PointerSize = MF.getDataLayout().getPointerSize();
  // Each object in gc-live is a memory operand; the objects of other memory
  // operands are elsewhere.
  for (const MachineMemOperand *MMO : Statepoint.memoperands()) {
    const auto *Slot =
        dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO->getPseudoValue());
    if (!Slot)
      continue;
    const int FI = Slot->getFrameIndex();
    Register FrameBase;
    const StackOffset Place = TFL.getFrameIndexReferencePreferSP(
        MF, FI, FrameBase, /*IgnoreSPUpdates=*/false);
    if (FrameBase != Base || Place.getFixed() != Offset)
      continue;
    const AllocaInst *Alloca = MFI.getObjectAllocation(FI);
    if (Alloca && isAllPointers(Alloca->getAllocatedType()))
      return MFI.getObjectSize(FI);
  }
  return PointerSize;
}
