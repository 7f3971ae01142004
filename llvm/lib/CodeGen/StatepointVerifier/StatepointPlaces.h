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

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {

class MachineFunction;
class MachineInstr;
class MachineOperand;
class MachineRegisterInfo;
class TargetInstrInfo;
class TargetRegisterInfo;

class StatepointPlaces {
public:
  static constexpr unsigned WordSize = 8;

  /// Some places in a row.
  struct Range {
    unsigned First = 0, Count = 0;
  };

  /// What an instruction does to a stack slot.
  struct Access {
    /// The words that it covers, partly or wholly. Those that are no places
    /// are nothing.
    SmallVector<std::optional<unsigned>, 2> Words;
    /// The registers that it does nothing but load or store these words of.
    /// Empty with any other access.
    SmallVector<Register, 2> Moved;
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

  /// The words that operand \p I and those behind it are the address of in the
  /// operands of a statepoint: base and offset. Empty if they are no places.
  Range words(const MachineInstr &Statepoint, unsigned I, uint64_t Size) const;

  /// All words of a slot. Empty if they are no places.
  Range wordsOfSlot(int FI) const { return Slots.lookup(FI); }

  /// The access of \p MI to a stack slot. Null if it makes none, or one to what
  /// is no place.
  const Access *accessOf(const MachineInstr &MI) const;

  /// Whether \p MI stores more than what a prologue saves, and moves the stack
  /// pointer, so that it is not known where it stores.
  bool mayStoreAnywhere(const MachineInstr &MI) const;

  /// Whether slots have addresses, and are reached by them.
  bool isLaidOut() const { return !Views.empty(); }

  /// Whether \p Place is in a slot that the caller made.
  bool isArgument(unsigned Place) const;

  /// Whether \p Place is in a slot in which a statepoint lists a reference.
  bool isListed(unsigned Place) const;

  std::string describe(unsigned Place) const;

private:
  /// A slot, seen from a register that points into the frame.
  struct View {
    Register Base;
    int64_t Offset;
    int FI;
  };

  void numberRegisters();
  void numberSlots();
  void findAccesses();
  void findViews();
  void findListed();
  void findPlainMoves();
  bool isFrameLaidOut() const;
  bool followStackPointer();
  std::optional<int64_t> pushedBy(const MachineInstr &MI) const;
  std::optional<int64_t> addedBy(const MachineInstr &MI, Register Base) const;
  void dropEscaping(const MachineInstr &MI, BitVector &Escaping) const;

  /// The slot and the offset in it of \p Offset bytes from \p Base in front of
  /// \p MI.
  std::optional<std::pair<int, int64_t>> slotAt(Register Base, int64_t Offset,
                                                const MachineInstr &MI) const;
  /// The same for operands \p I and behind of a statepoint.
  std::optional<std::pair<int, int64_t>> slotOf(const MachineInstr &Statepoint,
                                                unsigned I) const;
  Range wordsOf(int FI, int64_t Offset, uint64_t Size) const;
  std::optional<Access> findAccess(const MachineInstr &MI) const;
  std::optional<Access> accessByIndex(const MachineInstr &MI, int FI) const;
  std::optional<Access> accessByComputedAddress(const MachineInstr &MI) const;
  std::optional<Access> accessByAddress(const MachineInstr &MI) const;
  SmallVector<Register, 2> movedBy(const MachineInstr &MI,
                                   uint64_t Width) const;

  const MachineFunction &MF;
  const MachineRegisterInfo &MRI;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  SmallVector<Register, 32> Registers;
  /// The place that each unit of a register belongs to, or NoPlace.
  static constexpr unsigned NoPlace = ~0u;
  std::vector<unsigned> UnitPlaces;
  DenseMap<int, Range> Slots;
  /// The slot of each place that is no register.
  SmallVector<int, 32> SlotOf;
  DenseMap<const MachineInstr *, Access> Accesses;
  /// In the order of base and offset.
  SmallVector<View, 32> Views;
  /// The size of the largest slot that has views.
  int64_t LargestView = 0;
  Register StackPointer;
  /// By how much the stack pointer is lower than behind the prologue, in front
  /// of instructions where it is.
  DenseMap<const MachineInstr *, int64_t> Pushed;
  SmallSet<int, 8> Listed;
  SmallSet<unsigned, 4> PlainMoves;
  unsigned NumPlaces = 0;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTPLACES_H
