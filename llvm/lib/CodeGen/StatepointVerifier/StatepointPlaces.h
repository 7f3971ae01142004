//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The places that can hold a reference once registers are allocated: general
/// registers of the width of a pointer, and words of stack slots that nothing
/// has the address of. Places are numbered from 0, registers first.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTPLACES_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTPLACES_H

#include "StatepointSlots.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {

class MachineFunction;
class MachineInstr;
class MachineRegisterInfo;
class TargetRegisterInfo;

class StatepointPlaces {
public:
  static constexpr unsigned WordSize = StatepointSlots::WordSize;

  /// Some places in a row.
  struct Range {
    unsigned First = 0, Count = 0;
  };

  /// \p MF has no virtual registers.
  explicit StatepointPlaces(const MachineFunction &MF);

  unsigned size() const { return NumPlaces; }
  unsigned numRegisters() const { return Registers.size(); }
  Register registerAt(unsigned Place) const { return Registers[Place]; }

  /// The place that is the whole of \p Reg.
  std::optional<unsigned> placeOf(Register Reg) const;
  /// The places that share bits with \p Reg.
  SmallVector<unsigned, 2> overlapping(Register Reg) const;

  /// The words that operand \p I and those after it are the address of in the
  /// operands of a statepoint: base and offset. Empty if they are no places.
  Range words(const MachineInstr &Statepoint, unsigned I, uint64_t Size) const;

  /// All words of a slot. Empty if they are no places.
  Range wordsOfSlot(int FI) const;
  /// The words of slot \p FI that \p Size bytes from \p Offset on are in.
  Range wordsOf(int FI, int64_t Offset, uint64_t Size) const;

  const StatepointSlots &slots() const { return Slots; }

  /// Whether \p Place is in a slot that the caller made.
  bool isArgument(unsigned Place) const;

  /// Whether \p Place is in an object of the IR.
  bool isInObject(unsigned Place) const;

  /// Whether \p Place is in a slot in which a statepoint lists a reference.
  bool isListed(unsigned Place) const;

  std::string describe(unsigned Place) const;

private:
  void numberRegisters();
  void numberSlots();

  const MachineFunction &MF;
  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  const StatepointSlots Slots;
  SmallVector<Register, 32> Registers;
  /// The place that each unit of a register belongs to, or NoPlace.
  static constexpr unsigned NoPlace = ~0u;
  std::vector<unsigned> UnitPlaces;
  /// The place of the first word of each slot.
  DenseMap<int, unsigned> FirstWords;
  /// The slot of each place that is no register.
  SmallVector<int, 32> SlotOf;
  unsigned NumPlaces = 0;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTPLACES_H
