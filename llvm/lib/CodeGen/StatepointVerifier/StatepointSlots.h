//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the stack slots that can hold a reference once registers are
/// allocated: those that consist of whole words and whose address does not
/// escape. Before the frame is laid out, instructions refer to a slot by its
/// index, and afterwards by a register and an offset.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTSLOTS_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTSLOTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"
#include <optional>
#include <utility>

namespace llvm {

class BitVector;
class MachineFunction;
class MachineInstr;
class TargetInstrInfo;
class TargetRegisterInfo;

class StatepointSlots {
public:
  static constexpr unsigned WordSize = 8;

  /// A slot and the offset of a byte in it.
  using Location = std::pair<int, int64_t>;

  /// \p MF has no virtual registers. It outlives this and does not change.
  explicit StatepointSlots(const MachineFunction &MF);

  bool empty() const { return Slots.empty(); }

  /// \returns how many words slot \p FI has, or 0 if it is not one of these.
  unsigned numWords(int FI) const { return Slots.lookup(FI); }

  /// \returns true if instructions refer to slots by register and offset.
  bool isLaidOut() const { return !Views.empty(); }

  /// \returns the registers that slots are addressed from, once the frame is
  /// laid out.
  ArrayRef<Register> bases() const { return Bases; }
  bool isBase(Register Reg) const { return is_contained(Bases, Reg); }

  /// \returns true if some statepoint lists a reference in slot \p FI.
  bool isListed(int FI) const { return Listed.contains(FI); }

  /// \returns the offset and the number of the bytes of \p FI, which is an
  /// object of the IR, that \p MI accesses. Nothing if that is not known.
  std::optional<std::pair<int64_t, uint64_t>>
  bytesOfObject(const MachineInstr &MI, int FI) const;

  /// \returns what is at \p Base plus \p Offset when \p MI executes.
  std::optional<Location> slotAt(Register Base, int64_t Offset,
                                 const MachineInstr &MI) const;

  /// \returns what is at the address in operands \p I (the base) and \p I + 1
  /// (the offset) of \p Statepoint.
  std::optional<Location> slotOf(const MachineInstr &Statepoint,
                                 unsigned I) const;

private:
  /// The address of a slot, by a register that points into the frame.
  struct View {
    Register Base;
    int64_t Offset;
    int FI;
  };

  bool isFrameLaidOut() const;
  void findViews();
  void findListed();
  void findEscaping(const MachineInstr &MI, BitVector &Escaping) const;
  bool followStackPointer();
  std::optional<int64_t> pushedBy(const MachineInstr &MI) const;
  std::optional<int64_t> addedBy(const MachineInstr &MI, Register Base) const;
  bool isGeneral(Register Reg) const;

  const MachineFunction &MF;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  /// The number of words of each slot.
  DenseMap<int, unsigned> Slots;
  /// Sorted by base and offset.
  SmallVector<View, 32> Views;
  SmallVector<Register, 2> Bases;
  /// The size of the largest slot that has views.
  int64_t LargestView = 0;
  Register StackPointer;
  /// By how much the stack pointer is lower than after the prologue, for the
  /// instructions that execute while it is.
  DenseMap<const MachineInstr *, int64_t> Pushed;
  SmallSet<int, 8> Listed;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTSLOTS_H
