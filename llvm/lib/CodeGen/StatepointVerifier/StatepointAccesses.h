//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Describes how instructions load and store the stack slots that can hold
/// references.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTACCESSES_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTACCESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"
#include <optional>

namespace llvm {

struct FaultingAccessInfo;
class MachineFunction;
class MachineInstr;
class StatepointPlaces;
class StatepointSlots;
class TargetInstrInfo;
class TargetRegisterInfo;

class StatepointAccesses {
public:
  /// What an instruction does to a stack slot.
  struct Access {
    /// The words that it covers, partly or wholly, or nothing for a word that
    /// is not numbered.
    SmallVector<std::optional<unsigned>, 2> Words;
    /// The registers for these words, if the instruction does nothing but load
    /// or store them. Otherwise empty.
    SmallVector<Register, 2> Moved;
    /// Whether less than a word is accessed.
    bool IsNarrow = false;
  };

  /// \p Places is that of \p MF; both outlive this.
  StatepointAccesses(const MachineFunction &MF, const StatepointPlaces &Places);

  /// \returns the access of \p MI to stack slots, or null if it makes none.
  const Access *accessOf(const MachineInstr &MI) const;

  /// \returns true if \p MI is part of a prologue, moves the stack pointer and
  /// stores something other than callee-saved registers, so that it is not
  /// known where.
  bool mayStoreAnywhere(const MachineInstr &MI) const;

private:
  std::optional<Access> findAccess(const MachineInstr &MI) const;
  std::optional<Access> accessByIndex(const MachineInstr &MI, int FI) const;
  Access accessToObject(const MachineInstr &MI, int FI) const;
  std::optional<Access> accessByComputedAddress(const MachineInstr &MI) const;
  std::optional<Access> accessByAddress(const MachineInstr &MI) const;
  SmallVector<Register, 2> movedBy(const MachineInstr &MI,
                                   uint64_t Width) const;

  const MachineFunction &MF;
  const StatepointPlaces &Places;
  const StatepointSlots &Slots;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  /// What the target knows, or null.
  const FaultingAccessInfo *Info;
  DenseMap<const MachineInstr *, Access> Accesses;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTACCESSES_H
