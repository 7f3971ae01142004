//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

StatepointPlaces::StatepointPlaces(const MachineFunction &MF)
    : MF(MF), MRI(MF.getRegInfo()), TRI(*MF.getSubtarget().getRegisterInfo()),
      Slots(MF) {
  numberRegisters();
  numberSlots();
}

void StatepointPlaces::numberRegisters() {
  const TargetRegisterClass *Class =
      MF.getSubtarget().getTargetLowering()->getRegClassFor(MVT::i64);
  if (!Class)
    return;
  UnitPlaces.assign(TRI.getNumRegUnits(), NoPlace);
  for (MCPhysReg Reg : *Class) {
    if (MRI.isReserved(Reg) || MRI.isConstantPhysReg(Reg))
      continue;
    for (MCRegUnit Unit : TRI.regunits(Reg))
      UnitPlaces[unsigned(Unit)] = Registers.size();
    Registers.push_back(Reg);
  }
  NumPlaces = Registers.size();
}

std::optional<unsigned> StatepointPlaces::placeOf(Register Reg) const {
  if (!Reg.isPhysical())
    return std::nullopt;
  for (unsigned Place : overlapping(Reg))
    if (Registers[Place] == Reg)
      return Place;
  return std::nullopt;
}

SmallVector<unsigned, 2> StatepointPlaces::overlapping(Register Reg) const {
  SmallVector<unsigned, 2> Found;
  if (!Reg.isPhysical())
    return Found;
  if (UnitPlaces.empty())
    return Found;
  for (MCRegUnit Unit : TRI.regunits(Reg.asMCReg())) {
    const unsigned Place = UnitPlaces[unsigned(Unit)];
    if (Place != NoPlace && !is_contained(Found, Place))
      Found.push_back(Place);
  }
  return Found;
}

void StatepointPlaces::numberSlots() {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  for (int FI = MFI.getObjectIndexBegin(); FI != MFI.getObjectIndexEnd();
       ++FI) {
    const unsigned Count = Slots.numWords(FI);
    if (Count == 0)
      continue;
    FirstWords[FI] = NumPlaces;
    NumPlaces += Count;
    SlotOf.append(Count, FI);
  }
}

bool StatepointPlaces::isArgument(unsigned Place) const {
  return Place >= Registers.size() &&
         MF.getFrameInfo().isFixedObjectIndex(SlotOf[Place - Registers.size()]);
}

bool StatepointPlaces::isInObject(unsigned Place) const {
  return Place >= Registers.size() && MF.getFrameInfo().getObjectAllocation(
                                          SlotOf[Place - Registers.size()]);
}

bool StatepointPlaces::isListed(unsigned Place) const {
  return Place >= Registers.size() &&
         Slots.isListed(SlotOf[Place - Registers.size()]);
}

std::string StatepointPlaces::describe(unsigned Place) const {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Place < Registers.size()) {
    OS << printReg(Registers[Place], &TRI);
    return Text;
  }
  const int FI = SlotOf[Place - Registers.size()];
  const bool Fixed = MF.getFrameInfo().isFixedObjectIndex(FI);
  OS << (Fixed ? "%fixed-stack." : "%stack.")
     << (Fixed ? FI - MF.getFrameInfo().getObjectIndexBegin() : FI);
  if (const unsigned Word = Place - wordsOfSlot(FI).First)
    OS << " + " << Word * WordSize;
  return Text;
}

StatepointPlaces::Range StatepointPlaces::wordsOfSlot(int FI) const {
  return {FirstWords.lookup(FI), Slots.numWords(FI)};
}

StatepointPlaces::Range StatepointPlaces::wordsOf(int FI, int64_t Offset,
                                                  uint64_t Size) const {
  const Range Slot = wordsOfSlot(FI);
  const int64_t End = int64_t(Slot.Count) * WordSize;
  if (Offset < 0 || Offset >= End || Size == 0)
    return {};
  const uint64_t Last = std::min<uint64_t>(End, Offset + Size) - 1;
  const unsigned First = Offset / WordSize;
  return {Slot.First + First, unsigned(Last / WordSize - First + 1)};
}

StatepointPlaces::Range StatepointPlaces::words(const MachineInstr &Statepoint,
                                                unsigned I,
                                                uint64_t Size) const {
  const auto Slot = Slots.slotOf(Statepoint, I);
  return Slot ? wordsOf(Slot->first, Slot->second, Size) : Range();
}
