//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The transfer function of StatepointFlow: what an instruction does to the
/// values in registers and stack slots.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTTRANSFER_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTTRANSFER_H

#include "StatepointAccesses.h"
#include "StatepointValueNumbers.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"
#include <optional>
#include <vector>

namespace llvm {

struct FaultingAccessInfo;
struct RegisterSum;
class Function;
class MachineFunction;
class MachineInstr;
class MachineOperand;
class MachineRegisterInfo;
class StatepointPlaces;
class TargetInstrInfo;
class TargetRegisterInfo;

class StatepointTransfer {
public:
  using Id = StatepointValueNumbers::Id;
  /// The value of each place. Empty where no path leads.
  using State = std::vector<Id>;

  /// Receives places that an instruction reads other than to move them.
  using Reader =
      function_ref<void(unsigned Place, const MachineInstr &MI, bool IsPart)>;

  /// One entry of a list in a statepoint: the words of a slot, a register, or
  /// nothing, if it is neither.
  using Entry = SmallVector<unsigned, 2>;

  /// All arguments outlive this.
  StatepointTransfer(const MachineFunction &MF, const StatepointPlaces &Places,
                     StatepointValueNumbers &Values);

  /// Changes \p Now from the state before \p MI to the state after it. Calls
  /// \p Read for what \p MI reads first. Instructions of a block come in order.
  void step(const MachineInstr &MI, State &Now, Reader Read);

  SmallVector<Entry, 8> readList(const MachineInstr &Statepoint,
                                 unsigned CountIdx) const;

  /// Whether \p MI subtracts or compares two words and nothing else, both of
  /// which \p Holds is true of. If both are from before a collection, so is
  /// what comes out, a number.
  bool isDifference(const MachineInstr &MI,
                    function_ref<bool(unsigned Place)> Holds) const;

  /// \returns the value of \p Reg, or None if it is not a place.
  Id valueOf(Register Reg, const State &Now) const;

private:
  void stepStatepoint(const MachineInstr &MI, State &Now, Reader Read);
  void stepMeta(const MachineInstr &MI, State &Now);
  /// Returns true if \p MI only moves values from place to place.
  bool stepMove(const MachineInstr &MI, State &Now);
  void stepOther(const MachineInstr &MI, State &Now, Reader Read);
  void stepOutlined(const MachineInstr &MI, State &Now);
  void updateFlags(const MachineInstr &MI, const State &Now);
  void endKilled(const MachineInstr &MI, State &Now);
  void readOperand(const MachineInstr &MI, const MachineOperand &MO,
                   Reader Read) const;
  void clobber(const MachineInstr &MI, State &Now);

  bool callsOutlined(const MachineInstr &MI) const;
  bool isTest(const MachineInstr &MI, const State &Now) const;
  bool isConstantOperand(const MachineOperand &MO, const State &Now) const;
  Id resultOf(const MachineInstr &MI, unsigned Place, const State &Now);
  Id sumOf(const MachineInstr &MI, unsigned Place, const State &Now);
  std::optional<RegisterSum> knownSum(const MachineInstr &MI,
                                      const State &Now) const;

  const MachineFunction &MF;
  const StatepointPlaces &Places;
  const StatepointAccesses Accesses;
  StatepointValueNumbers &Values;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  const MachineRegisterInfo &MRI;
  const FaultingAccessInfo *Info;
  /// The value that the flags say is null or not, before the next instruction
  /// of a block; None if they do not.
  Id ComparedWithNull = StatepointValueNumbers::None;
  /// Those that the IR calls.
  SmallPtrSet<const Function *, 8> Called;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTTRANSFER_H
