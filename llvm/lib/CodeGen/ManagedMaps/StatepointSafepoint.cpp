//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointSafepoint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;
using namespace llvm::stackmap;

namespace {

/// An operand of a statepoint that is recorded.
struct Operand {
  enum OperandKind { Constant, Register, Direct, Indirect };
  OperandKind Kind;
  /// With Constant: the value; with Direct and Indirect: an offset in bytes.
  int64_t Value = 0;
  /// A DWARF number.
  unsigned Base = 0;
  /// In bytes, with Register and Indirect.
  uint64_t Size = 0;
};

class OperandReader {
public:
  OperandReader(const MachineInstr &MI, const Frame &Caller,
                const TargetV4 &Target)
      : MI(MI), Caller(Caller), Target(Target),
        TRI(*MI.getMF()->getSubtarget().getRegisterInfo()),
        Words(*MI.getMF()->getSubtarget().getTargetLowering()->getRegClassFor(
            MVT::i64)) {}

  /// The operand that begins at index \p I.
  Operand read(unsigned I) const;
  /// As many of them as the number at \p I says.
  SmallVector<Operand, 8> readList(unsigned I) const;

  /// The \p Word-th 8 bytes of \p O, which is in a register or in memory.
  Location locate(const Operand &O, unsigned Word) const;
  DeoptValue createValue(const Operand &O) const;

private:
  unsigned dwarfNumber(MCRegister Register) const;
  uint64_t registerSize(MCRegister Register) const;
  std::optional<int64_t> fromCFA(const Operand &O) const;

  const MachineInstr &MI;
  const Frame &Caller;
  const TargetV4 &Target;
  const TargetRegisterInfo &TRI;
  const TargetRegisterClass &Words;
};

} // namespace

/// The number of \p Register, or of a register that it is a part of.
unsigned OperandReader::dwarfNumber(MCRegister Register) const {
  for (MCPhysReg R : TRI.superregs_inclusive(Register)) {
    const int64_t Number = TRI.getDwarfRegNum(R, /*isEH=*/false);
    if (Number >= 0)
      return Number;
  }
  llvm_unreachable("register without a DWARF number at a statepoint");
}

/// In bytes. Most registers are words, and the general answer takes a search.
uint64_t OperandReader::registerSize(MCRegister Register) const {
  return Words.contains(Register)
             ? WordSize
             : TRI.getSpillSize(*TRI.getMinimalPhysRegClass(Register));
}

Operand OperandReader::read(unsigned I) const {
  const MachineOperand &MO = MI.getOperand(I);
  if (MO.isReg()) {
    const MCRegister Register = MO.getReg().asMCReg();
    return {Operand::Register, 0, dwarfNumber(Register),
            registerSize(Register)};
  }
  auto Number = [&](unsigned N) { return MI.getOperand(I + N).getImm(); };
  auto Base = [&](unsigned N) {
    return dwarfNumber(MI.getOperand(I + N).getReg().asMCReg());
  };
  switch (MO.getImm()) {
  case StackMaps::ConstantOp:
    return {Operand::Constant, Number(1), 0, 0};
  case StackMaps::DirectMemRefOp:
    return {Operand::Direct, Number(2), Base(1), 0};
  case StackMaps::IndirectMemRefOp:
    return {Operand::Indirect, Number(3), Base(2), uint64_t(Number(1))};
  }
  llvm_unreachable("statepoint with an unknown operand");
}

SmallVector<Operand, 8> OperandReader::readList(unsigned I) const {
  const unsigned Count = MI.getOperand(I).getImm();
  ++I;
  SmallVector<Operand, 8> List;
  for (unsigned N = 0; N != Count; ++N) {
    List.push_back(read(I));
    I = StackMaps::getNextMetaArgIdx(&MI, I);
  }
  return List;
}

/// The offset of a place from the CFA, if it is constant.
std::optional<int64_t> OperandReader::fromCFA(const Operand &O) const {
  const bool KnowsBase = Caller.Base == FromSP   ? O.Base == Target.SP
                         : Caller.Base == FromFP ? O.Base == Target.FP
                                                 : false;
  if (!KnowsBase)
    return std::nullopt;
  return O.Value - int64_t(Caller.Words * WordSize);
}

Location OperandReader::locate(const Operand &O, unsigned Word) const {
  if (O.Kind == Operand::Register)
    return Location::inRegister(O.Base);
  Operand Place = O;
  Place.Value += Word * WordSize;
  const std::optional<int64_t> Offset = fromCFA(Place);
  if (Offset && *Offset < 0 && *Offset % WordSize == 0)
    return {BelowCFA, uint64_t(-*Offset / WordSize - 1), 0};
  if (Place.Base == Target.SP && Place.Value >= 0 &&
      Place.Value % WordSize == 0)
    return {AboveSP, uint64_t(Place.Value / WordSize), 0};
  return {AtRegister, Place.Base, Place.Value};
}

DeoptValue OperandReader::createValue(const Operand &O) const {
  DeoptValue V;
  switch (O.Kind) {
  case Operand::Constant:
    V.Kind = DeoptValue::Constant;
    V.Value = O.Value;
    return V;
  case Operand::Register:
  case Operand::Indirect:
    if (O.Size == WordSize) {
      V.Kind = DeoptValue::Contents;
      V.Where = locate(O, 0);
      return V;
    }
    V.Size = O.Size;
    if (O.Kind == Operand::Register) {
      V.Kind = DeoptValue::Register;
      V.Base = O.Base;
      return V;
    }
    V.Kind = DeoptValue::Memory;
    break;
  case Operand::Direct:
    V.Kind = DeoptValue::Address;
    break;
  }
  const std::optional<int64_t> Offset = fromCFA(O);
  V.Base = Offset ? 0 : O.Base + 1;
  V.Offset = Offset.value_or(O.Value);
  return V;
}

/// How many pointers there are in \p O: none in constants, stack objects'
/// addresses among them.
static Expected<unsigned> countPointers(const Operand &O) {
  if (O.Kind != Operand::Register && O.Kind != Operand::Indirect)
    return 0;
  if (O.Size % WordSize || O.Size == 0 ||
      (O.Kind == Operand::Register && O.Size != WordSize))
    return createStringError("a reference of " + Twine(O.Size) +
                             " bytes cannot be recorded");
  return O.Size / WordSize;
}

static DeoptState createDeopt(const OperandReader &Reader,
                              ArrayRef<Operand> Operands, bool Early) {
  DeoptState State;
  State.Early = Early;
  for (const Operand &O : Operands)
    State.Values.push_back(Reader.createValue(O));
  return State;
}

Expected<Safepoint> llvm::createSafepoint(const MachineInstr &Statepoint,
                                          const Frame &Caller,
                                          const TargetV4 &Target) {
  StatepointOpers Opers(&Statepoint);
  const OperandReader Reader(Statepoint, Caller, Target);
  Safepoint S;
  S.Caller = Caller;
  if (Opers.getID() != DefaultId && Opers.getID() != InvalidId)
    S.Id = Opers.getID();

  if (Opers.getNumDeoptArgs())
    S.Deopt =
        createDeopt(Reader, Reader.readList(Opers.getNumDeoptArgsIdx()),
                    Opers.getFlags() & uint64_t(StatepointFlags::DeoptLiveIn));

  SmallSet<Location, 16> Recorded;
  auto AddRoot = [&](const Location &L) {
    if (Recorded.insert(L).second)
      S.Roots.push_back(L);
  };
  const SmallVector<Operand, 8> Pointers =
      Reader.readList(Opers.getNumGCPtrIdx());
  SmallVector<std::pair<unsigned, unsigned>, 8> Pairs;
  Opers.getGCPointerMap(Pairs);
  SmallVector<std::pair<Location, Location>, 8> Derived;
  for (const auto &[BaseIndex, DerivedIndex] : Pairs) {
    const Operand &B = Pointers[BaseIndex], &D = Pointers[DerivedIndex];
    Expected<unsigned> NumBases = countPointers(B);
    if (!NumBases)
      return NumBases.takeError();
    Expected<unsigned> NumDerived = countPointers(D);
    if (!NumDerived)
      return NumDerived.takeError();
    for (unsigned I = 0; I != *NumBases; ++I)
      AddRoot(Reader.locate(B, I));
    // What is derived from a constant does not move.
    if (*NumBases == 0)
      continue;
    if (*NumDerived != *NumBases && *NumBases != 1 && *NumDerived != 0)
      return createStringError("a vector of " + Twine(*NumDerived) +
                               " references with " + Twine(*NumBases) +
                               " base pointers cannot be recorded");
    for (unsigned I = 0; I != *NumDerived; ++I)
      Derived.emplace_back(Reader.locate(B, *NumBases == 1 ? 0 : I),
                           Reader.locate(D, I));
  }

  // Each of these names one reference.
  for (const Operand &Slot : Reader.readList(Opers.getNumAllocaIdx())) {
    Operand Contents = Slot;
    Contents.Kind = Operand::Indirect;
    Contents.Size = WordSize;
    AddRoot(Reader.locate(Contents, 0));
  }

  // A pointer that is some other's base is a base pointer, so what it is
  // derived from does not matter; and of several base pointers, one is enough.
  for (const auto &[Base, D] : Derived)
    if (Recorded.insert(D).second)
      S.Derived.emplace_back(Base, D);
  return S;
}
