//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references in stack objects that a statepoint lists.
///
//===----------------------------------------------------------------------===//

#include "StatepointStackObjects.h"
#include "llvm/Analysis/GCStackObjects.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/StackMapEmitter.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// The offsets in bytes of the references in \p Object.
static Expected<SmallVector<uint64_t, 4>>
findOffsets(const AllocaInst &Object, const DataLayout &DL,
            const GCStrategy &Strategy) {
  const auto *Count = dyn_cast<ConstantInt>(Object.getArraySize());
  if (!Count)
    return createStringError("does not have a constant size");
  SmallVector<uint64_t, 4> Offsets;
  if (!findReferencesInElements(Object.getAllocatedType(),
                                Count->getZExtValue(), /*Offset=*/0, DL,
                                Strategy, Offsets))
    return createStringError("holds a scalable vector of references");
  if (Offsets.empty())
    return createStringError("has a type that holds no references");
  for (uint64_t Offset : Offsets)
    if (Offset % DL.getPointerSize())
      return createStringError("holds a reference at offset " + Twine(Offset) +
                               ", which is not aligned");
  return Offsets;
}

/// The offset of a part of an object of \p Size bytes that is listed itself.
static Expected<SmallVector<uint64_t, 4>> findPart(int64_t Offset, int64_t Size,
                                                   const DataLayout &DL) {
  if (Offset < 0 || Offset > Size - int64_t(DL.getPointerSize()))
    return createStringError("is listed at offset " + Twine(Offset) +
                             ", but has " + Twine(Size) + " bytes");
  if (Offset % int64_t(DL.getPointerSize()))
    return createStringError("is listed at offset " + Twine(Offset) +
                             ", which is not aligned");
  return SmallVector<uint64_t, 4>{uint64_t(Offset)};
}

/// The offsets in bytes of the references in \p FI, the place of an argument on
/// the stack, which selection has put in place of an alloca that is a copy of
/// it. Which alloca is not known any more, so all that it may be and that a
/// statepoint lists have to hold references at the same offsets.
static Expected<SmallVector<uint64_t, 4>>
findOffsetsInArgument(const MachineFunction &MF, int FI,
                      const GCStrategy &Strategy) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  const DataLayout &DL = MF.getDataLayout();
  std::optional<SmallVector<uint64_t, 4>> Found;
  for (int I = 0, E = MFI.getObjectIndexEnd(); I != E; ++I) {
    const AllocaInst *Object = MFI.getObjectAllocation(I);
    if (!Object || !MFI.isDeadObjectIndex(I) || !MFI.isFixedObjectIndex(FI) ||
        Object->getAllocationSize(DL) !=
            TypeSize::getFixed(MFI.getObjectSize(FI)) ||
        none_of(Object->users(), IsaPred<GCStatepointInst>))
      continue;
    Expected<SmallVector<uint64_t, 4>> Offsets =
        findOffsets(*Object, DL, Strategy);
    if (!Offsets)
      return Offsets.takeError();
    if (Found && *Found != *Offsets)
      return createStringError(
          "holds an argument that other objects hold, too, "
          "with references at other offsets");
    Found = std::move(*Offsets);
  }
  if (!Found)
    return createStringError("does not belong to the function");
  return *Found;
}

/// Diagnoses object \p FI at \p Statepoint.
static void diagnose(const MachineInstr &Statepoint, int FI, Error E) {
  const MachineFunction &MF = *Statepoint.getMF();
  const AllocaInst *Object = MF.getFrameInfo().getObjectAllocation(FI);
  const std::string Name =
      Object && Object->hasName() ? " '" + Object->getName().str() + "'" : "";
  MF.getFunction().getContext().diagnose(DiagnosticInfoUnsupported(
      MF.getFunction(),
      "stack object" + Name + " among the references of a statepoint " +
          toString(std::move(E)),
      Statepoint.getDebugLoc()));
}

void llvm::listReferencesInStackObjects(MachineInstr &Statepoint) {
  MachineFunction &MF = *Statepoint.getMF();
  const Function &F = MF.getFunction();
  if (Statepoint.getOpcode() != TargetOpcode::STATEPOINT || !F.hasGC())
    return;
  StatepointOpers Opers(&Statepoint);
  const unsigned CountIdx = Opers.getNumAllocaIdx();
  const unsigned Count = Statepoint.getOperand(CountIdx).getImm();
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  if (!Count || getStackMapVersion(F, MF.getTarget().getTargetTriple()) != 4)
    return;

  // An operand that is added moves implicit operands and what is after it, so
  // that part is set aside. Nothing in it is tied.
  constexpr unsigned OperandsPerObject = 3;
  const unsigned End = CountIdx + 1 + Count * OperandsPerObject;
  const SmallVector<MachineOperand, 16> Rest(
      drop_begin(Statepoint.operands(), End));
  SmallVector<std::pair<int, int64_t>, 4> Objects;
  for (unsigned I = CountIdx + 2; I < End; I += OperandsPerObject)
    Objects.emplace_back(Statepoint.getOperand(I).getIndex(),
                         Statepoint.getOperand(I + 1).getImm());
  while (Statepoint.getNumOperands() > CountIdx + 1)
    Statepoint.removeOperand(Statepoint.getNumOperands() - 1);

  MachineInstrBuilder MIB(MF, &Statepoint);
  const DataLayout &DL = F.getDataLayout();
  unsigned NumReferences = 0;
  for (const auto &[FI, Part] : Objects) {
    const AllocaInst *Object = MF.getFrameInfo().getObjectAllocation(FI);
    Expected<SmallVector<uint64_t, 4>> Offsets =
        Part     ? findPart(Part, MF.getFrameInfo().getObjectSize(FI), DL)
        : Object ? findOffsets(*Object, DL, *Strategy)
                 : findOffsetsInArgument(MF, FI, *Strategy);
    if (!Offsets) {
      diagnose(Statepoint, FI, Offsets.takeError());
      continue;
    }
    for (uint64_t Offset : *Offsets)
      MIB.addImm(StackMaps::DirectMemRefOp).addFrameIndex(FI).addImm(Offset);
    NumReferences += Offsets->size();
  }
  Statepoint.getOperand(CountIdx).setImm(NumReferences);
  for (const MachineOperand &MO : Rest)
    MIB.add(MO);
}

size_t llvm::countStackObjectEntries(const GCStatepointInst &Call,
                                     const GCStrategy &Strategy,
                                     unsigned Version) {
  const DataLayout &DL = Call.getDataLayout();
  SmallDenseSet<std::pair<const AllocaInst *, int64_t>, 8> Seen;
  size_t Count = 0;
  for (const Value *V : Call.gc_live()) {
    const auto Object = findStackObject(V);
    if (!Object || !Seen.insert(*Object).second)
      continue;
    if (Version != 4 || Object->second) {
      ++Count;
      continue;
    }
    if (Expected<SmallVector<uint64_t, 4>> Offsets =
            findOffsets(*Object->first, DL, Strategy))
      Count += Offsets->size();
    else
      consumeError(Offsets.takeError());
  }
  return Count;
}

SmallBitVector llvm::findStackObjectParts(const MachineInstr &MI) {
  SmallBitVector Parts(MI.getNumOperands());
  if (MI.getOpcode() != TargetOpcode::STATEPOINT)
    return Parts;
  unsigned I = StatepointOpers(&MI).getNumAllocaIdx();
  const unsigned Count = MI.getOperand(I++).getImm();
  for (unsigned N = 0; N != Count; ++N) {
    if (MI.getOperand(I).isImm())
      Parts.set(I + 1);
    I = StackMaps::getNextMetaArgIdx(&MI, I);
  }
  return Parts;
}

/// Whether \p Object has nothing but references.
static bool isAllReferences(const AllocaInst &Object) {
  const Function &F = *Object.getFunction();
  const DataLayout &DL = F.getDataLayout();
  const std::optional<TypeSize> Size = Object.getAllocationSize(DL);
  if (!F.hasGC() || !Size || Size->isScalable())
    return false;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  Expected<SmallVector<uint64_t, 4>> Offsets =
      findOffsets(Object, DL, *Strategy);
  if (!Offsets) {
    consumeError(Offsets.takeError());
    return false;
  }
  return Offsets->size() * DL.getPointerSize() == Size->getFixedValue();
}

uint64_t llvm::getStackObjectSize(const MachineInstr &Statepoint, Register Base,
                                  int64_t Offset) {
  const MachineFunction &MF = *Statepoint.getMF();
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  const TargetFrameLowering &TFL = *MF.getSubtarget().getFrameLowering();
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
    if (Alloca && isAllReferences(*Alloca))
      return MFI.getObjectSize(FI);
  }
  return MF.getDataLayout().getPointerSize();
}
